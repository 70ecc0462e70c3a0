"""What an engine tells `check`: findings with codes, and what they rest on; and the engines as a registry."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from questpress import games
from questpress.codes import CODES
from questpress.project import Project

ROOT = Path(__file__).resolve().parents[2]
ESCORT_QUEST = games.engine("escort-quest")
PUZZLE = "layouts/escort_quest/puzzles/first-steps.yaml"


@pytest.fixture
def project(tmp_path):
    for folder in ("layouts/escort_quest", "rules"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    return Project(tmp_path)


def edit(project: Project, name: str, old: str, new: str) -> None:
    path = project.root / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_engines_are_found_by_name_in_both_forms():
    assert games.engine("escort-quest") is games.engine("escort_quest") is ESCORT_QUEST
    assert games.engine("no-such-game") is None
    assert games.engine("../escort_quest") is None and games.engine("") is None
    assert "escort-quest" in games.names()


@pytest.mark.parametrize("game", games.names())
def test_every_engine_offers_what_build_and_commands_call(game):
    engine = games.engine(game)
    assert engine.NAME == game
    assert all(callable(getattr(engine, name)) for name in ("check", "judge", "is_layout", "option_values"))


def test_a_good_layout_has_no_finding_and_says_what_it_rests_on(project):
    checked = ESCORT_QUEST.check(project, PUZZLE, {})
    assert checked.diagnostics == ()
    assert checked.files == (
        PUZZLE,
        "layouts/escort_quest/boards/clearing.yaml",
        "layouts/escort_quest/tilesheets/letter.yaml",
    )
    assert checked.values["rules.village_distance"] == 3
    assert checked.values["options.capture"] == "loss"
    assert checked.judgement.winnable is True and checked.judgement.depth == 3


def test_a_number_of_the_rules_moves_the_verdict(project):
    edit(project, "rules/escort_quest.yaml", "village_distance: {value: 3", "village_distance: {value: 9")
    checked = ESCORT_QUEST.check(project, PUZZLE, {})
    assert {found.code for found in checked.diagnostics} == {"L008"}
    assert checked.values["rules.village_distance"] == 9


def test_a_hopeless_layout_is_told_with_the_positions_examined(project):
    text = "game: escort-quest\nboard: {columns: 6, rows: 6}\ntiles: |\n" + "  V . . . . .\n" + "  . . . . . .\n" * 5
    walls = "[" + ", ".join(f"{{at: [{c}, {r}], sides: [N, E, S, W]}}" for c, r in ((3, 3), (0, 3))) + "]"
    text = text.replace("rows: 6", f"rows: 6, barriers: {walls}")
    text += "tokens: {escort: [0, 3], villager: [3, 3], goblin: [5, 5]}\n"
    (project.root / PUZZLE).write_text(text, encoding="utf-8")
    found = [finding for finding in ESCORT_QUEST.check(project, PUZZLE, {}).diagnostics if finding.is_error]
    assert [finding.code for finding in found] == ["L020"]
    assert "positions examined" in found[0].message and found[0].span.line == 3


def test_a_missing_board_is_told_and_the_verdict_waits_for_it(project):
    (project.root / "layouts/escort_quest/boards/clearing.yaml").unlink()
    checked = ESCORT_QUEST.check(project, PUZZLE, {})
    assert [finding.code for finding in checked.diagnostics] == ["D015"]
    assert "layouts/escort_quest/boards/clearing.yaml" in checked.files
    assert checked.judgement is None


def test_settings_change_what_is_judged(project):
    edit(project, PUZZLE, "tokens:", "options: {goblin_ties: clockwise}\ntokens:")
    assert ESCORT_QUEST.check(project, PUZZLE, {"goblin_ties": "player"}).values["options.goblin_ties"] == "player"
    wrong = ESCORT_QUEST.check(project, PUZZLE, {"goblin_ties": "nobody"})
    assert [finding.code for finding in wrong.diagnostics] == ["D027"]


def test_a_project_without_a_rules_file_plays_by_ours(project):
    (project.root / "rules/escort_quest.yaml").unlink()
    assert ESCORT_QUEST.check(project, PUZZLE, {}).judgement.winnable is True


def test_only_puzzle_files_are_layouts():
    assert ESCORT_QUEST.is_layout(PUZZLE)
    assert not ESCORT_QUEST.is_layout("layouts/escort_quest/boards/plain.yaml")
    assert not ESCORT_QUEST.is_layout("layouts/meeple_quest/puzzles/x.yaml")


def test_every_code_that_a_layout_can_earn_is_explained():
    for clause in (1, 4, 6, 7, 8, 9, 10, 11, 12):
        assert f"EQ-{clause}" in CODES[f"L{clause:03d}"].title
    assert {"L020", "L021"} <= set(CODES)
