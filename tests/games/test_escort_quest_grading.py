"""Features are measured the same each time, grades follow the bands, and what a file states is held to both."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from questpress.diagnostics import Report
from questpress.games.escort_quest import bank
from questpress.games.escort_quest.canonical import canonical
from questpress.games.escort_quest.features import measure
from questpress.games.escort_quest.grading import compared, disagreements, grade_of, grades_of, shipped_grades
from questpress.games.escort_quest.reading import Reading, read_layout
from questpress.games.escort_quest.shelf import Shelf
from questpress.project import Project
from questpress.rules import read_rules
from questpress.source import parse

from .scenes import BOOK, layout

ROOT = Path(__file__).resolve().parents[2]
PROJECT = Project(ROOT)
FEATURES = {
    "depth": 12,
    "first_plies": 2,
    "first_share": 25,
    "random_wins": 0.0,
    "greedy_wins": 4.9,
    "two_ply_wins": 80.0,
    "kinds": 5,
    "traps": 40,
    "readings": 5,
    "robust": True,
}
PUZZLE = """game: escort-quest
board: {columns: 7, rows: 6}
tiles: |
  . . V . . . .
  S . . → . . .
  . . A . . ↑ .
  . * . . . . .
  . . . X . . S
  . . . . . G .
tokens: {escort: [0, 3], villager: [5, 3], goblin: [4, 2]}
"""


def reading_of(text: str) -> Reading:
    report = Report()
    found = read_layout(parse(text, "puzzle.yaml"), "puzzle.yaml", BOOK, Shelf(None), report)
    assert found is not None, report.findings
    return found


def told(text: str, depth: int | None = None) -> list[tuple[str, int]]:
    report = Report()
    disagreements(reading_of(text), shipped_grades(), report, depth)
    return [(finding.code, finding.span.line) for finding in report.findings]


def stated(**changes: object) -> str:
    features = {**measure(reading_of(PUZZLE).layout).as_mapping(), **changes}
    words = ", ".join(f"{name}: {str(value).lower()}" for name, value in features.items())
    return f"features: {{{words}}}\n"


def test_the_example_of_the_rules_page_has_the_depth_and_first_plies_that_it_names() -> None:
    found = measure(reading_of(PUZZLE).layout)
    assert found is not None
    assert (found.depth, found.first_plies, found.first_share) == (4, 3, 38)
    assert found == measure(reading_of(PUZZLE).layout)


def test_what_cannot_be_won_has_no_features() -> None:
    assert measure(layout({(0, 0): "S"})) is None


def test_robust_means_winnable_under_every_other_reading() -> None:
    near = layout({(3, 0): "V"}, escort=(0, 0), villager=(3, 3), goblin=(4, 4))
    found = measure(near)
    assert found is not None and found.readings <= 5
    assert found.robust is (found.readings == 5)
    kept = [measure(replace(near, options=near.options.but(**{n: v}))) is not None for n, v in OTHERS]
    assert found.readings == sum(kept)


OTHERS = [
    ("capture", "ignored"),
    ("goblin_sight", "torus"),
    ("goblin_ties", "clockwise"),
    ("goblin_ties", "player"),
    ("amulet_landing", "immediate"),
]


def test_there_are_five_grades_and_the_top_one_is_what_was_asked_for() -> None:
    grades = shipped_grades()
    assert [grade.level for grade in grades] == [1, 2, 3, 4, 5]
    top = grades[-1]
    assert top.bounds == {"depth": 12, "first_plies": 2, "greedy_wins": 5}
    assert grade_of(FEATURES, grades) == top
    assert grade_of({**FEATURES, "depth": 11}, grades) == grades[3]
    assert grade_of({**FEATURES, "first_plies": 3}, grades) == grades[3]
    assert grade_of({**FEATURES, "greedy_wins": 5.0}, grades) == grades[3]  # under 5, not 5
    assert grade_of({**FEATURES, "depth": 1, "greedy_wins": 100.0, "first_plies": 8}, grades) == grades[0]


def test_bounds_of_unknown_measures_and_bounds_that_are_no_numbers_are_told() -> None:
    text = (
        "game: escort-quest\ntitle: Escort Quest\nnumbers:\n  grades:\n    easy:\n"
        "      deepth: {value: 3, means: x}\n      traps: {value: many, means: x}\n"
    )
    report = Report()
    rules = read_rules(parse(text, "rules.yaml"), "escort-quest", report)
    assert grades_of(rules, report) == ()
    assert [finding.code for finding in report.findings] == ["D027", "D027"]
    assert "did you mean 'depth'?" in report.findings[0].help


def test_a_grade_that_is_right_is_silent_and_a_wrong_one_is_told_at_its_place() -> None:
    assert told(PUZZLE) == []
    assert told(PUZZLE + "grade: daylight\n" + stated()) == []
    assert told(PUZZLE + "grade: midnight\n" + stated()) == [("L030", 11)]
    assert told(PUZZLE + "grade: brightest\n" + stated()) == [("L030", 11)]
    assert told(PUZZLE + stated()) == [("L030", 11)]
    assert told(PUZZLE + "grade: daylight\n") == [("L032", 11)]


def test_features_edited_by_hand_are_told() -> None:
    assert told(PUZZLE + "grade: daylight\n" + stated(), depth=4) == []
    assert told(PUZZLE + "grade: dusk\n" + stated(depth=6, greedy_wins=1.0), depth=4) == [("L031", 12)]
    assert told(PUZZLE + "grade: daylight\nfeatures: {depth: four}\n")[0] == ("L032", 12)


def test_a_measure_that_differs_is_told_when_all_are_measured_again() -> None:
    reading = reading_of(PUZZLE + "grade: daylight\n" + stated(traps=99))
    report = Report()
    compared(reading, measure(reading.layout), report)
    assert [finding.code for finding in report.findings] == ["L031"]
    assert "traps 99" in report.findings[0].message


SHALLOW = [
    file
    for file in PROJECT.files("layouts/escort_quest/puzzles", ".yaml")
    if bank.summary(PROJECT, file)["depth"] <= 12
]


@pytest.mark.parametrize("file", SHALLOW[::9])
def test_the_puzzles_of_the_bank_state_what_is_measured(file: str) -> None:
    opened = bank.open_puzzle(PROJECT.load(file), file, PROJECT, {})
    report = Report()
    compared(opened.reading, measure(opened.layout), report)
    assert report.findings == []
    text, facts = bank.measured(PROJECT, file)
    assert text == PROJECT.text(file) and facts["grade"]


def test_the_bank_holds_no_puzzle_twice_and_ten_of_each_grade_on_three_sizes_of_board() -> None:
    files = PROJECT.files("layouts/escort_quest/puzzles", ".yaml")
    entries = [bank.summary(PROJECT, file) for file in files]
    keys = {canonical(bank.open_puzzle(PROJECT.load(file), file, PROJECT, {}).layout) for file in files}
    assert len(keys) == len(files) >= 60
    grades = Counter(entry["grade"] for entry in entries)
    assert set(grades) == {grade.name for grade in shipped_grades()}
    assert min(grades.values()) >= 10
    sizes = {(entry["columns"], entry["rows"]) for entry in entries}
    assert (8, 10) in sizes and len(sizes) >= 3
    assert len({entry["title"] for entry in entries}) == len(files)
