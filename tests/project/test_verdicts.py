"""Verdicts on layouts are kept with all that they rest on, and not where that is unknown."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from questpress.artifacts import Store
from questpress.diagnostics import Failed, Report
from questpress.project import Project
from questpress.rules import Rules, load_rules
from questpress.verdicts import Verdict, judge

from .conftest import ROOT

GAME = "escort-quest"
RULES = "rules/escort_quest.yaml"


@pytest.fixture
def quest(tmp_path: Path) -> Path:
    """A few puzzles with their boards, tilesheets and rules."""
    for folder in ("layouts/escort_quest", "rules"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    puzzles = sorted((tmp_path / "layouts/escort_quest/puzzles").glob("*.yaml"))
    for path in [path for path in puzzles if path.name != "first-steps.yaml"][2:]:
        path.unlink()
    return tmp_path


def change(root: Path, name: str, old: str, new: str) -> None:
    text = (root / name).read_text(encoding="utf-8")
    assert old in text
    (root / name).write_text(text.replace(old, new, 1), encoding="utf-8")


def verdicts(root: Path) -> list[Verdict]:
    project = Project(root)
    try:
        rules = load_rules(project, GAME, Report())
    except Failed:
        rules = Rules(GAME, GAME)
    with Store(root / ".questpress") as store:
        return judge(project, GAME, rules, {}, store, lambda *_: None)


def codes(found: list[Verdict]) -> set[str]:
    return {finding.code for verdict in found for finding in verdict.findings if finding.is_error}


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("  villages:", "  vilages:", "D027"),
        ("villages: {value: 1", "villages: {value: one", "D027"),
        ("  capture:", "  captures:", "D027"),
        ("values: [loss, ignored]", "values: [lost, ignored]", "D027"),
        ("title: Escort", "title: [Escort", "D003"),
        ("version:", "versoin:", "D012"),
    ],
)
def test_a_fault_of_the_rules_is_forgotten_when_mended(quest: Path, old: str, new: str, code: str):
    change(quest, RULES, old, new)
    assert codes(verdicts(quest)) == {code}
    change(quest, RULES, new, old)
    mended = verdicts(quest)
    assert not codes(mended) and not any(verdict.kept for verdict in mended)
    assert all(verdict.kept for verdict in verdicts(quest))
    change(quest, RULES, "villages: {value: 1", "villages: {value: 2")
    assert not any(verdict.kept for verdict in verdicts(quest))


def test_a_misspelt_number_is_pointed_at(quest: Path):
    change(quest, RULES, "  villages:", "  vilages:")
    (finding,) = {found for verdict in verdicts(quest) for found in verdict.findings}
    assert (finding.span.file, finding.span.line, finding.help) == (RULES, 11, "rename 'vilages'")


def test_a_missing_number_points_at_the_numbers(quest: Path):
    lines = (quest / RULES).read_text(encoding="utf-8").splitlines(keepends=True)
    (quest / RULES).write_text("".join(line for line in lines if "goblin_distance" not in line), encoding="utf-8")
    (finding,) = {found for verdict in verdicts(quest) for found in verdict.findings}
    assert (finding.span.file, finding.span.line) == (RULES, 7)


def test_rules_that_come_into_a_project_without_are_a_source(quest: Path):
    rules = (quest / RULES).read_text(encoding="utf-8")
    (quest / RULES).unlink()
    assert not codes(verdicts(quest)) and all(verdict.kept for verdict in verdicts(quest))
    (quest / RULES).write_text(rules.replace("villages: {value: 1", "villages: {value: 2"), encoding="utf-8")
    assert not any(verdict.kept for verdict in verdicts(quest))


def test_a_board_that_was_unreadable_is_looked_for_again(quest: Path):
    boards = quest / "layouts/escort_quest/boards"
    (boards / "clearing.yaml").rename(boards / "glade.yaml")
    change(quest, "layouts/escort_quest/boards/glade.yaml", "board:", "board: [")
    assert "D015" in codes(verdicts(quest))
    change(quest, "layouts/escort_quest/boards/glade.yaml", "board: [", "board:")
    assert not codes(verdicts(quest))
