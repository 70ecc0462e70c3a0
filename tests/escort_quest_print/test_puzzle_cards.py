"""Puzzle cards and set-up sheets show the layouts of the bank exactly, and follow when one is changed."""

import dataclasses
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from questpress.cli.main import run
from questpress.diagnostics import Report
from questpress.games.escort_quest.bank import open_puzzle
from questpress.layoutcards import LayoutCards
from questpress.opening import open_game
from questpress.press.contents import Contents
from questpress.press.model import Card, Deck
from questpress.press.pieces import requested
from questpress.project import Project

from .conftest import ROOT
from .test_palette import judge

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def bank() -> Contents:
    report = Report()
    project = Project(ROOT)
    opened = open_game(project, "escort-quest", report, supply=LayoutCards(project, tells=True))
    assert not report.failed, report.findings
    return opened


def deck(contents: Contents, name: str) -> Deck:
    return next(deck for deck in contents.decks if deck.name == name)


def test_every_puzzle_is_a_card_in_the_order_of_grade_and_depth(bank: Contents) -> None:
    cards = deck(bank, "puzzles").cards
    files = Project(ROOT).files("layouts/escort_quest/puzzles", ".yaml")
    assert {card.id for card in cards} == {Path(file).stem for file in files}
    assert [card.fields["number"] for card in cards] == list(range(1, len(cards) + 1))
    order = [(card.fields["level"], card.fields["turns"]) for card in cards]
    assert order == sorted(order)
    assert all(card.fields["grade"] and 1 <= card.fields["level"] <= 5 for card in cards)


def test_a_card_holds_what_its_layout_says_and_a_line_of_its_number_of_turns(bank: Contents) -> None:
    project = Project(ROOT)
    for card in deck(bank, "puzzles").cards:
        file = f"layouts/escort_quest/puzzles/{card.id}.yaml"
        layout = open_puzzle(project.load(file), file, project, {}).layout
        assert (card.fields["columns"], card.fields["rows"]) == (layout.board.columns, layout.board.rows)
        assert {tuple(t["at"]): t["tile"] for t in card.fields["tiles"]} == {at: t.kind for at, t in layout.tiles}
        assert {t["figure"]: tuple(t["at"]) for t in card.fields["tokens"]} == dict(layout.tokens)
        assert len(card.fields["line"]) == card.fields["turns"]
        assert {tuple(b["at"]) for b in card.fields["barriers"]} == set(layout.board.barriers)
        assert card.title == layout.title


def test_the_faces_draw_in_the_palette_with_every_tile_and_token(bank: Contents, draw: Callable) -> None:
    palette = {value.lower() for value in bank.palette.values()}
    cards = deck(bank, "puzzles").cards
    longest = max(cards, key=lambda card: card.fields["turns"])
    for card in (cards[0], cards[len(cards) // 2], longest):
        for side in ("front", "back"):
            judge(draw(card, side), palette)
    front = ET.fromstring(draw(cards[0]))
    grounds = {"village": "ochre", "spikes": "crimson", "guardian": "teal", "amulet": "violet", "snowflake": "ice"}
    for kind, colour in grounds.items():
        drawn = [e for e in front.iter(f"{SVG}rect") if e.get("fill") == bank.palette[colour] and e.get("rx") == ".7"]
        assert len(drawn) == sum(tile["tile"] == kind for tile in cards[0].fields["tiles"]), kind


def test_lanterns_and_numbers_say_grade_and_turns(bank: Contents, draw: Callable) -> None:
    for card in deck(bank, "puzzles").cards[:: max(1, len(deck(bank, "puzzles").cards) // 6)]:
        draw.said.clear()
        svg = draw(card)
        said = [text for text, _ in draw.said]
        assert card.fields["turns"] in said and card.title in said and card.fields["grade"] in said
        assert svg.count(f'fill="{bank.palette["lantern"]}" stroke') == card.fields["level"]


def test_the_back_tells_each_step_as_arrow_and_word(bank: Contents, draw: Callable) -> None:
    for card in deck(bank, "puzzles").cards[:: max(1, len(deck(bank, "puzzles").cards) // 6)]:
        draw.said.clear()
        draw(card, "back")
        words = [str(text) for text, style in draw.said if style.get("field") == "line"]
        steps = [word for word in words if word in ("N", "NE", "E", "SE", "S", "SW", "W", "NW", "stay")]
        assert steps == [turn["way"] for turn in card.fields["line"]]
        notes = [str(text) for text, style in draw.said if style.get("field") == "branches"]
        assert bool(notes) is bool(card.fields["branches"])


@pytest.mark.parametrize(("columns", "rows"), [(3, 3), (12, 6), (6, 14), (20, 20)])
def test_boards_of_any_shape_fit_the_card(bank: Contents, draw: Callable, columns: int, rows: int) -> None:
    card = deck(bank, "puzzles").cards[0]
    fields = {**card.fields, "columns": columns, "rows": rows, "barriers": [], "tiles": []}
    fields["tokens"] = [{"figure": "escort", "at": [columns - 1, rows - 1]}]
    wide = dataclasses.replace(card, fields=fields)
    svg = draw(wide)
    frame = next(e for e in ET.fromstring(svg).iter(f"{SVG}rect") if e.get("fill") == bank.palette["bark_dark"])
    x, y, width, height = (float(frame.attrib[name]) for name in ("x", "y", "width", "height"))
    assert x >= 5 and x + width <= 58.5 and y >= 10.8 and y + height <= 77


def test_set_up_sheets_are_printed_only_when_asked_for_each_at_its_boards_size(bank: Contents) -> None:
    report = Report()
    assert "setup" not in [found.name for found in requested(bank, (), report).decks]
    chosen = requested(bank, ("nine-bells", "first-steps"), report)
    assert [found.name for found in chosen.decks] == ["setup-nine-bells", "setup-first-steps"]
    sizes = [(found.cards[0].trim.width, found.cards[0].trim.height) for found in chosen.decks]
    assert sizes == [(198, 264), (150, 192)]
    assert not report.failed
    requested(bank, ("nine-bels",), report)
    assert [finding.code for finding in report.findings] == ["D015"]
    assert "nine-bells" in report.findings[0].help


def test_a_set_up_sheet_lays_every_tile_on_its_square(bank: Contents, draw: Callable) -> None:
    card: Card = requested(bank, ("nine-bells",), Report()).decks[0].cards[0]
    svg = draw(card)
    judge(svg, {value.lower() for value in bank.palette.values()})
    clips = {
        e.get("id"): e[0] for e in ET.fromstring(svg).iter(f"{SVG}clipPath") if e.get("id", "").startswith("laid-")
    }
    places = [(float(rect.attrib["x"]), float(rect.attrib["y"])) for rect in clips.values()]
    assert places == [(3 + 24 * t["at"][0], 17.5 + 24 * t["at"][1]) for t in card.fields["tiles"]]


def copy(tmp_path: Path, *puzzles: str) -> Path:
    project = tmp_path / "project"
    for name in (
        "templates",
        "cards/escort_quest",
        "rules",
        "layouts/escort_quest/boards",
        "layouts/escort_quest/tilesheets",
    ):
        if name == "templates":
            shutil.copytree(ROOT / name / "escort_quest", project / name / "escort_quest")
        else:
            shutil.copytree(ROOT / name, project / name)
    for name in puzzles:
        target = project / f"layouts/escort_quest/puzzles/{name}.yaml"
        target.parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / f"layouts/escort_quest/puzzles/{name}.yaml", target)
    return project


def test_a_moved_tile_redraws_its_own_card_alone(tmp_path: Path, capsys) -> None:
    import json

    project = copy(tmp_path, "first-steps", "two-lanterns")
    command = ["build", "escort-quest", "--project", str(project), "--json", "--jobs", "1"]
    assert run(command) == 0
    first = json.loads(capsys.readouterr().out)
    assert any(path["path"].endswith("puzzles.pdf") for path in first["games"][0]["files"])
    path = project / "layouts/escort_quest/puzzles/two-lanterns.yaml"
    path.write_text(path.read_text().replace("title: Two Lanterns", "title: Three Lanterns"))
    assert run(command) == 0
    redrawn = json.loads(capsys.readouterr().out)["games"][0]["redrawn"]
    assert {face["component"] for face in redrawn} == {"puzzles/two-lanterns"}


def test_a_set_up_sheet_is_built_alone_and_an_unknown_puzzle_is_told(tmp_path: Path, capsys) -> None:
    project = copy(tmp_path, "first-steps")
    assert run(["build", "escort-quest", "--project", str(project), "--puzzle", "first-steps", "--jobs", "1"]) == 0
    assert [path.name for path in (project / "output/escort-quest").iterdir()] == ["setup-first-steps.pdf"]
    capsys.readouterr()
    assert run(["build", "escort-quest", "--project", str(project), "--puzzle", "first-stps", "--jobs", "1"]) == 1
    assert "did you mean 'first-steps'?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("from: layouts/escort_quest/puzles", "did you mean 'layouts/escort_quest/puzzles'?"),
        ("from: ../elsewhere", "D0"),
        ("on_request: perhaps", "D021"),
    ],
)
def test_slips_in_a_deck_from_layouts_are_told(tmp_path: Path, capsys, line: str, told: str) -> None:
    project = copy(tmp_path, "first-steps")
    path = project / "cards/escort_quest/puzzles.yaml"
    text = path.read_text()
    key = line.partition(":")[0]
    lines = [line if one.startswith(key + ":") else one for one in text.splitlines()]
    path.write_text("\n".join(lines + ([] if line in lines else [line])) + "\n")
    assert run(["check", "escort-quest", "--project", str(project)]) == 1
    assert told in capsys.readouterr().err
