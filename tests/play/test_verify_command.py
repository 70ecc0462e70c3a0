"""`questpress verify`, and `check` with stored solutions: replayed, proved, renewed, held to edited rules."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from questpress import games
from questpress.cli.main import run
from questpress.project import Project

ROOT = Path(__file__).resolve().parents[2]
PUZZLES = "layouts/escort_quest/puzzles"
LAYOUT = """game: escort-quest
board: {columns: 7, rows: 6, barriers: [{at: [1, 2], blocked: [N, NE]}]}
tiles: |
  . . V . . . .
  S . . → . . .
  . . A . . ↑ .
  . * . . . . .
  . . . X . . S
  . . . . . G .
tokens: {escort: [0, 3], villager: [5, 3], goblin: [4, 2]}
"""


@pytest.fixture
def file(tmp_path, capsys):
    path = tmp_path / "mine.yaml"
    path.write_text(LAYOUT, encoding="utf-8")
    assert run(["verify", str(path), "--renew"]) == 0
    capsys.readouterr()
    return path


@pytest.fixture
def project(tmp_path):
    for folder in ("layouts/escort_quest", "templates/escort_quest", "rules"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return tmp_path


def told(capsys) -> list[dict]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text, text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_stored_solution_wins_without_solving(file, capsys, monkeypatch):
    def no_solving(*_, **__):
        raise AssertionError("verify must not solve")

    monkeypatch.setattr("questpress.games.escort_quest.judging.solve", no_solving)
    assert run(["verify", str(file), "--json"]) == 0
    (one,) = told(capsys)
    assert one["holds"] is True and one["turns"] == 4 and one["faults"] == [] and one["edited"] is False
    assert run(["verify", str(file)]) == 0
    assert "wins in 4 turns" in capsys.readouterr().out


def test_a_file_without_a_solution_is_told(tmp_path, capsys):
    path = tmp_path / "mine.yaml"
    path.write_text(LAYOUT, encoding="utf-8")
    assert run(["verify", str(path), "--json"]) == 5
    (one,) = told(capsys)
    assert one["holds"] is False and one["turns"] is None
    assert [finding["code"] for finding in one["diagnostics"]] == ["L026"]


def test_a_hand_edit_that_still_wins_is_a_warning(file, capsys):
    edit(file, "  . . . . . G .\n", "  . . . . . G G\n")
    assert run(["verify", str(file), "--json"]) == 0
    (one,) = told(capsys)
    assert one["holds"] and one["edited"] and [finding["code"] for finding in one["diagnostics"]] == ["L024"]


def test_a_hand_edit_that_breaks_it_names_clause_and_cell(file, capsys):
    edit(file, "villager: [5, 3]", "villager: [6, 4]")
    edit(file, "goblin: [4, 2]", "goblin: [5, 3]")
    assert run(["verify", str(file), "--json"]) == 5
    (one,) = told(capsys)
    assert not one["holds"] and one["edited"]
    fault = one["faults"][0]
    assert fault["clause"].startswith("EQ-") and len(fault["cell"]) == 2 and fault["ply"] >= 1
    finding = next(f for f in one["diagnostics"] if f["code"] == fault["code"])
    assert "changed by hand" in finding["help"] and finding["line"] > 10


def test_a_solution_cut_short_is_told_at_its_last_ply(file, capsys):
    text = file.read_text(encoding="utf-8").rstrip()
    file.write_text(text.rpartition(" ")[0] + "\n", encoding="utf-8")
    assert run(["verify", str(file)]) == 5
    said = capsys.readouterr()
    assert "L023" in said.err and "does not hold" in said.out


def test_an_illegal_layout_does_not_verify(file, capsys):
    edit(file, "escort: [0, 3]", "escort: [5, 3]")
    assert run(["verify", str(file), "--json"]) == 5
    assert "L007" in {finding["code"] for finding in told(capsys)[0]["diagnostics"]}


def test_options_set_on_the_command_line_are_those_of_the_replay(file, capsys):
    assert run(["verify", str(file), "--set", "capture=ignored"]) == 0
    assert run(["verify", str(file), "--set", "capture=maybe"]) == 2
    capsys.readouterr()


def test_a_garbled_solution_is_a_fault_of_form(file, capsys):
    edit(file, "  line: ", "  line: UP ")
    assert run(["verify", str(file)]) == 1
    assert "expected a ply, found 'UP'" in capsys.readouterr().err


def test_a_detour_is_found_by_proving(tmp_path, capsys):
    """A solution may win and not be the shortest: only --prove knows."""
    path = tmp_path / "mine.yaml"
    text = LAYOUT.replace("G", ".").replace("tokens: {escort: [0, 3]", "tokens: {escort: [0, 4]")
    path.write_text(text, encoding="utf-8")
    assert run(["verify", str(path), "--renew"]) == 0
    edit(path, "turns: ", "turns: 1")
    assert run(["verify", str(path), "--json"]) == 5
    capsys.readouterr()
    engine = games.engine("escort-quest")
    longer = _longer(path)
    path.write_text(longer, encoding="utf-8")
    assert run(["verify", str(path)]) == 0
    capsys.readouterr()
    assert run(["verify", str(path), "--prove", "--json"]) == 5
    (finding,) = told(capsys)[0]["diagnostics"]
    assert finding["code"] == "L025" and "are enough" in finding["message"]
    assert run(["verify", str(path), "--renew", "--prove"]) == 0
    assert engine.NAME == "escort-quest"


def _longer(path: Path) -> str:
    """The file with a solution that wins later than it could."""
    from questpress.diagnostics import Report
    from questpress.games.escort_quest.certificate import certificate_of, with_solution
    from questpress.games.escort_quest.fast.everywhere import WholeBoard
    from questpress.games.escort_quest.fast.ground import Ground
    from questpress.games.escort_quest.options import shipped_book
    from questpress.games.escort_quest.puzzle import EscortPuzzle
    from questpress.games.escort_quest.reading import read_layout
    from questpress.games.escort_quest.rules import Rules
    from questpress.games.escort_quest.shelf import Shelf
    from questpress.source import load

    reading = read_layout(load(path, path.name), path.name, shipped_book(), Shelf(None), Report())
    layout = reading.layout
    puzzle, whole = EscortPuzzle(Rules(layout)), WholeBoard(Ground.of(layout))
    plan, position = {}, puzzle.root()
    for detour in (True, *[False] * 60):
        depth = whole.depth_of(position)
        if depth == 1 and not detour:
            plan[position] = puzzle.winning_plies(position)[0]
            return with_solution(path.read_text(encoding="utf-8"), certificate_of(Rules(layout), plan))
        sorts = [(ply, after[0]) for ply, after in puzzle.choices(position) if len(after) == 1 and after[0] not in plan]
        worth = [(whole.depth_of(after), number) for number, (_, after) in enumerate(sorts)]
        known = sorted((d, n) for d, n in worth if d is not None)
        pick = next((d, n) for d, n in known if d >= depth) if detour else known[0]
        plan[position], position = sorts[pick[1]]
    raise AssertionError("no detour")


def check(project: Path, *arguments: str) -> tuple[int, dict]:
    import contextlib
    import io

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = run(["check", "escort-quest", "--project", str(project), "--json", *arguments])
    return code, json.loads(out.getvalue())["games"][0]


def layouts_judged(project: Path, settings=None, prove=False) -> dict[str, list[str]]:
    """Which layouts `check` had to judge, with the codes of their findings."""
    from questpress.artifacts import Store
    from questpress.diagnostics import Report
    from questpress.rules import load_rules
    from questpress.verdicts import judge

    opened = Project(project)
    rules = load_rules(opened, "escort-quest", Report(), settings or {})
    with Store(project / ".questpress" / "test") as store:
        verdicts = judge(opened, "escort-quest", rules, settings or {}, store, lambda *_: None, prove)
    return {Path(v.file).stem: [f.code for f in v.findings if f.is_error] for v in verdicts if not v.kept}


def keep_few(project: Path, *names: str) -> None:
    for path in (project / PUZZLES).glob("*.yaml"):
        if path.stem not in names:
            path.unlink()


def test_check_replays_and_only_proving_solves(project, monkeypatch):
    keep_few(project, "first-steps", "nine-bells")
    for path in (project / PUZZLES).glob("*.yaml"):
        assert run(["verify", str(path), "--renew"]) == 0
    solved = []
    real = games.engine("escort-quest").judging.solve
    monkeypatch.setattr(
        "questpress.games.escort_quest.judging.solve", lambda *a, **k: solved.append(a) or real(*a, **k)
    )
    assert set(layouts_judged(project)) == {"first-steps", "nine-bells"} and not solved
    assert layouts_judged(project) == {}
    assert set(layouts_judged(project, prove=True)) == {"first-steps", "nine-bells"} and len(solved) == 2
    edit(project / PUZZLES / "nine-bells.yaml", "line: ", "line: N ")
    assert layouts_judged(project)["nine-bells"]


def test_an_edited_option_reverifies_the_puzzles_that_it_touches(project):
    keep_few(project, "first-steps", "nine-bells", "a-walk-to-the-well")
    for path in (project / PUZZLES).glob("*.yaml"):
        assert run(["verify", str(path), "--renew"]) == 0
    own = project / PUZZLES / "nine-bells.yaml"
    edit(own, "tokens:", "options: {capture: loss}\ntokens:")
    assert run(["verify", str(own), "--renew"]) == 0
    layouts_judged(project)
    edit(project / "rules/escort_quest.yaml", "values: [loss, ignored]", "values: [ignored, loss]")
    assert set(layouts_judged(project)) == {"first-steps", "a-walk-to-the-well"}  # nine-bells states its own
    amulets = {p.stem for p in (project / PUZZLES).glob("*.yaml") if " A" in p.read_text(encoding="utf-8")}
    edit(project / "rules/escort_quest.yaml", "values: [next_turn, immediate]", "values: [immediate, next_turn]")
    judged = layouts_judged(project)
    assert set(judged) == amulets


def test_an_edited_tile_count_reverifies_the_puzzles_of_that_sheet_and_says_which_fail(project):
    keep_few(project, "first-steps", "nine-bells", "a-walk-to-the-well")
    other = project / PUZZLES / "a-walk-to-the-well.yaml"
    text = other.read_text(encoding="utf-8")
    other.write_text("\n".join(x for x in text.splitlines() if not x.startswith("tilesheet")) + "\n", encoding="utf-8")
    layouts_judged(project)
    edit(
        project / "layouts/escort_quest/tilesheets/letter.yaml",
        "{tile: amulet, quantity: 6}",
        "{tile: amulet, quantity: 4}",
    )
    judged = layouts_judged(project)
    assert set(judged) == {"first-steps", "nine-bells"}
    assert "L011" in judged["nine-bells"] and "L011" not in judged["first-steps"]


def test_check_tells_the_command_line_what_fails(project):
    keep_few(project, "nine-bells")
    path = project / PUZZLES / "nine-bells.yaml"
    assert run(["verify", str(path), "--renew"]) == 0
    edit(path, "line: ", "line: E ")
    code, game = check(project)
    assert code == 5 and "L022" in {finding["code"] for finding in game["diagnostics"]}
