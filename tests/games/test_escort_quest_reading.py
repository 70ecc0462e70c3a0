"""Layout files read: boards, barriers, options, and a diagnostic at the very character for all that is wrong."""

from __future__ import annotations

import pytest

from games.scenes import BOOK
from questpress.diagnostics import Failed, Report
from questpress.games.escort_quest.board import NAMES
from questpress.games.escort_quest.legality import status
from questpress.games.escort_quest.options import book_of
from questpress.games.escort_quest.reading import layout_of, read_layout
from questpress.games.escort_quest.shelf import Shelf
from questpress.project import Project
from questpress.rules import load_rules
from questpress.source import parse

# The example of the rules page.
EXAMPLE = """\
game: escort-quest
board:
  columns: 7
  rows: 6
  barriers:
    - {at: [1, 2], blocked: [N, NE]}      # or sides: [N], which closes N, NE and NW
tiles: |
  . . V . . . .
  S . . → . . .
  . . A . . ↑ .
  . * . . . . .
  . . . X . . S
  . . . . . G .
tokens: {escort: [0, 3], villager: [5, 3], goblin: [4, 2]}
options: {capture: loss, goblin_ties: adversary}   # only what differs need be named
"""


def faults(text: str, project: Project | None = None) -> list[tuple[str, int, int]]:
    """Code, line and column of every fault of form."""
    with pytest.raises(Failed) as failed:
        layout_of(text, BOOK, "a.yaml", project)
    return [(found.code, found.span.line, found.span.column) for found in failed.value.diagnostics]


def messages(text: str) -> str:
    with pytest.raises(Failed) as failed:
        layout_of(text, BOOK, "a.yaml")
    return str(failed.value)


def test_the_example_reads():
    layout = layout_of(EXAMPLE, BOOK)
    assert layout.tokens == {"escort": (0, 3), "villager": (5, 3), "goblin": (4, 2)}
    assert [NAMES[way] for way in sorted(layout.board.barriers[1, 2])] == ["N", "NE"]
    assert len(layout.tiles) == 9
    assert [breach.clause for breach in status(layout, BOOK.numbers)] == ["EQ-12"]


def test_barriers_by_side_and_by_direction_add_up():
    text = EXAMPLE.replace("blocked: [N, NE]}", "sides: [N], blocked: [S]}\n    - {at: [1, 2], sides: [E]}")
    closed = layout_of(text, BOOK).board.barriers[1, 2]
    assert [NAMES[way] for way in sorted(closed)] == ["N", "NE", "E", "SE", "S", "NW"]


def test_missing_options_take_their_first_value():
    layout = layout_of(EXAMPLE.replace("options: {capture: loss, goblin_ties: adversary}", "# none"), BOOK)
    assert layout.options == BOOK.defaults
    assert {name: values[0] for name, values in BOOK.values.items()} == BOOK.defaults.as_mapping()


def test_settings_go_over_the_files_options():
    report = Report()
    node = parse(EXAMPLE.replace("capture: loss", "capture: ignored"), "a.yaml")
    reading = read_layout(node, "a.yaml", BOOK, Shelf(None), report, {"goblin_ties": "player"})
    assert (reading.layout.options.capture, reading.layout.options.goblin_ties) == ("ignored", "player")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (("S . . →", "S . Q →"), ("D021", 9, 7)),  # an unknown tile character
        (("S . . →", "S.. →"), ("D021", 9, 3)),  # cells without blanks between
        (("escort: [0, 3]", "escort: [0, x]"), ("D021", 14, 22)),
        (("escort: [0, 3]", "escort: [0]"), ("D021", 14, 18)),
        (("escort: [0, 3], ", ""), ("D011", 14, 9)),
        (("goblin: [4, 2]", "goblin: [4.5, 2]"), ("D021", 14, 53)),
        (("columns: 7", "columns: seven"), ("D021", 3, 12)),
        (("columns: 7", "columns: 900"), ("D006", 3, 12)),
        (("columns: 7", "colums: 7"), ("D012", 3, 3)),
        (("capture: loss", "captur: loss"), ("D027", 15, 11)),
        (("capture: loss", "capture: los"), ("D027", 15, 20)),
        (("blocked: [N, NE]", "blocked: [N, NEE]"), ("D021", 6, 33)),
        (("blocked: [N, NE]", "sides: [NE]"), ("D021", 6, 28)),
        ((", blocked: [N, NE]", ""), ("D011", 6, 7)),
        (("game: escort-quest", "game: chess"), ("D015", 1, 7)),
        (("  . . . . . G .\n", "  . . . . . G . .\n"), ("D021", 13, 17)),  # a cell too many
        (("  . . . . . G .\n", "  . . . . . G\n"), ("D021", 13, 13)),  # a cell too few
        (("  . . . . . G .\n", ""), ("D021", 7, 8)),  # a row too few
        (("  . . . . . G .\n", "  . . . . . G .\n  . . .\n"), ("D021", 14, 3)),  # a row too many
        (("board:\n", "board: plain\nbord:\n"), ("D012", 3, 1)),
    ],
)
def test_a_fault_is_told_at_its_place(change, place):
    text = EXAMPLE.replace(*change)
    assert text != EXAMPLE
    assert place in faults(text)


def test_the_nearest_name_is_offered():
    assert "did you mean 'capture'?" in messages(EXAMPLE.replace("capture:", "captur:"))
    assert "did you mean 'adversary'?" in messages(EXAMPLE.replace("adversary", "adversry"))
    assert "did you mean 'tokens'?" in messages(EXAMPLE.replace("tokens:", "token:"))
    assert "did you mean 'V'?" in messages(EXAMPLE.replace(". . V", ". . v"))


def test_all_faults_come_at_once():
    text = EXAMPLE.replace("S . . →", "S . Q →").replace("captur", "kaptur").replace("[0, 3]", "[0, x]")
    assert {code for code, _, _ in faults(text)} == {"D021", "D027"}
    assert len(faults(text)) == 3


@pytest.mark.parametrize(
    "text", ["", "# only a comment\n", "- a\n- list\n", "just words\n", "game: escort-quest\n", "tiles: {a: 1}\n"]
)
def test_a_file_that_is_no_layout_gets_diagnostics(text):
    assert faults(text)


def test_a_token_named_twice_is_a_fault():
    assert faults(EXAMPLE.replace("{escort: [0, 3],", "{escort: [0, 3], escort: [1, 1],"))[0][0] == "D004"


def test_a_tile_beyond_the_board_is_eq6_at_its_character():
    report = Report()
    text = EXAMPLE.replace("  S . . → . . .\n", "  S . . → . . . S\n")
    reading = read_layout(parse(text, "a.yaml"), "a.yaml", BOOK, Shelf(None), report)
    found = [reading.diagnostic(breach) for breach in status(reading.layout, BOOK.numbers)]
    assert [(d.code, d.span.line, d.span.column) for d in found if d.is_error] == [("L006", 9, 17)]


def test_a_breach_points_at_the_character_or_the_pair():
    report = Report()
    text = EXAMPLE.replace("villager: [5, 3]", "villager: [2, 1]").replace(". . . X . . S", ". ↑ . X . . S")
    reading = read_layout(parse(text, "a.yaml"), "a.yaml", BOOK, Shelf(None), report)
    found = {d.code: d.span for d in map(reading.diagnostic, status(reading.layout, BOOK.numbers))}
    lines = text.splitlines()
    pointed = {code: lines[span.line - 1][span.column - 1 : span.end_column - 1] for code, span in found.items()}
    assert pointed["L008"] == "V" and found["L008"].line == 8
    assert pointed["L006"] == "↑" and found["L006"].line == 12
    assert pointed["L009"].startswith("[") and found["L009"].line == 14


def test_a_board_and_a_tilesheet_are_found_by_name(tmp_path):
    folder = tmp_path / "layouts/escort_quest"
    (tmp_path / "templates").mkdir()
    (folder / "boards").mkdir(parents=True)
    (folder / "boards/glade.yaml").write_text("board: glade\ntitle: G\nkind: board\ncolumns: 7\nrows: 6\nsquare: 2cm\n")
    (folder / "tiny.yaml").write_text("tilesheet: tiny\nkind: tile\ntiles:\n  - {tile: village}\n")
    start = EXAMPLE.index("board:")
    named = EXAMPLE[:start] + "board: glade\ntilesheet: tiny\n" + EXAMPLE[EXAMPLE.index("tiles:") :]
    project = Project(tmp_path)
    layout = layout_of(named, BOOK, "a.yaml", project)
    assert (layout.board.columns, layout.board.rows, layout.board_name) == (7, 6, "glade")
    clauses = [breach.clause for breach in status(layout, BOOK.numbers)]
    assert clauses == ["EQ-11"] * 7 + ["EQ-12"]
    assert faults(named.replace("glade", "glad"), project) == [("D015", 2, 8)]
    assert faults(named) == [("D015", 2, 8), ("D015", 3, 12)]


def test_a_rules_file_that_lacks_a_number_is_told(tmp_path):
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules/escort_quest.yaml").write_text("game: escort-quest\ntitle: E\nnumbers: {}\noptions: {}\n")
    report = Report()
    assert book_of(load_rules(Project(tmp_path), "escort-quest", report), report) is None
    assert {found.code for found in report.findings} == {"D027"}
    assert len(report.findings) == 11  # six numbers, five options
