"""A puzzle file opened whole: its layout, its rules, the strategy that wins it. What decks and commands use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePosixPath
from typing import Any

from questpress.diagnostics import Diagnostic, Failed, Report
from questpress.games.escort_quest.certificate import certify, read_certificate, seal
from questpress.games.escort_quest.describe import board_fields, line_fields, way_word
from questpress.games.escort_quest.fast.solving import solve
from questpress.games.escort_quest.features import Features, measure
from questpress.games.escort_quest.grading import bounds_read, grade_of, grades_for, stated_features
from questpress.games.escort_quest.judging import MOST_POSITIONS, book_for
from questpress.games.escort_quest.layout import Layout
from questpress.games.escort_quest.legality import UNPLAYABLE, status
from questpress.games.escort_quest.options import PATHS, Book
from questpress.games.escort_quest.reading import STATED, Reading, check_option, read_layout
from questpress.games.escort_quest.replaying import replay
from questpress.games.escort_quest.rules import Rules
from questpress.games.escort_quest.shelf import Shelf
from questpress.games.escort_quest.trail import Trail, branch_in_words, trail, turn_in_words
from questpress.play.game import Described, Traced
from questpress.play.solver import Solution
from questpress.play.table import Table
from questpress.project import Project
from questpress.source import Node, Scalar


@dataclass(frozen=True)
class Opened:
    """A puzzle file's layout with what can be worked out from it. Its layout breaks none of EQ-1, EQ-4, EQ-6."""

    name: str  # of the file, without folder and ending
    reading: Reading
    book: Book

    @property
    def layout(self) -> Layout:
        """What lies where."""
        return self.reading.layout

    @property
    def title(self) -> str:
        """What the puzzle is called; without a title its file's name."""
        return self.layout.title or self.name.replace("-", " ").replace("_", " ").capitalize()

    @cached_property
    def rules(self) -> Rules:
        """The rules on the layout."""
        return Rules(self.layout)

    @cached_property
    def solution(self) -> Solution:
        """Whether it can be won, in how many turns and how. Undecided after very many positions."""
        return solve(self.layout, MOST_POSITIONS, strategy=True)

    @cached_property
    def trail(self) -> Trail | None:
        """The strategy told turn by turn, or None where there is none.

        It is the one that the file stores, if that is for this layout and wins; else one that is found now.
        """
        plan = self.stored
        if plan is None:
            plan = self.solution.strategy if self.solution.winnable else None
        return None if plan is None else trail(self.rules, plan)

    @cached_property
    def stored(self) -> Mapping[tuple, Any] | None:
        """The strategy that the file stores (position → ply), or None: there is none for this layout that wins."""
        node = self.reading.stated.get("solution")
        certificate = None if node is None else read_certificate(node, Report())
        if certificate is None or certificate.of != seal(self.layout):
            return None
        replayed = replay(self.rules, certificate)
        return replayed.plan if replayed.wins else None


def open_puzzle(
    node: Node, file: str, project: Project | None, settings: Mapping[str, str], shelf: Shelf | None = None
) -> Opened:
    """The puzzle that a layout file's root states, under its options and `settings` over them.

    Raises Failed where it cannot be read or played: every fault, at its place.
    """
    report = Report()
    book = book_for(project, settings)
    for option, value in settings.items():
        check_option(option, value, book, report)
    report.stop_if_failed()
    reading = read_layout(node, file, book, shelf or Shelf(project), report, settings)
    if reading is None:
        raise Failed(report.findings)
    faults = [breach for breach in status(reading.layout, book.numbers) if breach.clause in UNPLAYABLE]
    if faults:
        raise Failed([reading.diagnostic(breach) for breach in faults])
    return Opened(PurePosixPath(file).stem, reading, book)


def describe(project: Project, file: str, settings: Mapping[str, str]) -> Described:
    """One layout of a project with the line that wins it, as plain values for print."""
    shelf = Shelf(project, [file])
    values: dict[str, Any] = {}
    try:
        book = book_for(project, settings)
        values.update((f"rules.{path}", getattr(book.numbers, name)) for name, path in PATHS.items())
        values.update((f"options.{name}", value) for name, value in book.defaults.but(**settings).as_mapping().items())
        opened = open_puzzle(project.load(file), file, project, settings, shelf)
    except Failed as failed:
        return Described(None, (), tuple(failed.diagnostics), tuple(dict.fromkeys(shelf.files)), values)
    files = tuple(dict.fromkeys(shelf.files))
    found = opened.trail
    if found is None:
        return Described(None, (), (), files, values)
    stated = opened.reading.stated.get("grade")
    name = stated.text if isinstance(stated, Scalar) else ""
    grade = next((one for one in grades_for(project) if one.name == name), None)
    values |= bounds_read(grades_for(project))
    fields = {
        "id": opened.name,
        "title": opened.title,
        "grade": grade.title if grade else "",
        "level": grade.level if grade else 0,
        **board_fields(opened.layout),
        **line_fields(opened.rules, found),
    }
    return Described(fields, (fields["level"], fields["turns"], opened.title), (), files, values)


def trace(node: Node, file: str, project: Project | None, settings: Mapping[str, str]) -> Traced:
    """The winning strategy of a layout in words. Raises Failed where it cannot be read or played."""
    opened = open_puzzle(node, file, project, settings)
    found = opened.trail
    if found is None:
        return Traced(opened.title, (), reason=opened.solution.reason or "the layout cannot be won")
    turns = tuple((way_word(turn.way), tuple(turn_in_words(opened.rules, turn))) for turn in found.turns)
    branches = [branch_in_words(branch) for branch in found.branches]
    if found.untold:
        branches.append(f"and {found.untold} or more further branches")
    return Traced(opened.title, turns, tuple(branches))


def lay(node: Node, file: str, project: Project | None, settings: Mapping[str, str]) -> Table:
    """The puzzle of a layout file ready to be played. Raises Failed where it cannot be read or played."""
    from questpress.games.escort_quest.table import EscortTable

    return EscortTable(open_puzzle(node, file, project, settings))


def ease(project: Project, file: str) -> tuple[int, int, str]:
    """Sorts puzzles, the easiest first: by the grade and depth that their files state, then by name."""
    try:
        told = summary(project, file)
    except Failed:
        return 99, 0, file
    return told["level"] or 98, told["depth"] or 0, file


def grades(project: Project | None) -> tuple[str, ...]:
    """The names of the grades, the easiest first. Raises Failed where the rules file is broken."""
    return tuple(grade.name for grade in grades_for(project))


def summary(project: Project, file: str) -> dict[str, Any]:
    """What the catalogue lists of a puzzle, by what its file states. Raises Failed where it cannot be read."""
    report = Report()
    reading = read_layout(project.load(file), file, book_for(project, {}), Shelf(project), report)
    if reading is None:
        raise Failed(report.findings)
    features = stated_features(reading, Report())
    stated = reading.stated.get("grade")
    grade = stated.text if isinstance(stated, Scalar) else None
    level = next((one.level for one in grades_for(project) if one.name == grade), None)
    layout = reading.layout
    return {
        "name": PurePosixPath(file).stem,
        "title": layout.title,
        "board": layout.board_name,
        "columns": layout.board.columns,
        "rows": layout.board.rows,
        "grade": grade,
        "level": level,
        "depth": features["depth"] if features else None,
        "features": features,
        "file": file,
    }


def measured(project: Project, file: str) -> tuple[str, Mapping[str, Any]]:
    """The text of a puzzle's file with its features and grade measured anew, and what was found.

    Other lines stay as they are. Raises Failed where it cannot be read, played or won.
    """
    opened = open_puzzle(project.load(file), file, project, {})
    found = measure(opened.layout)
    if found is None:
        place = opened.reading.places.of(("grid", None))
        raise Failed([Diagnostic("L020", "the layout cannot be won and has no features", place)])
    grade = grade_of(found.as_mapping(), grades_for(project))
    lines: list[str] = []
    skips = False
    for line in project.text(file).splitlines():
        if line[:1] not in (" ", "\t", "#", "-", ""):
            skips = line.partition(":")[0] in STATED
        if not skips:
            lines.append(line)
    lines += [f"grade: {grade.name}"] if grade else []
    lines.append(f"features: {found.text()}")
    lines += certified(opened.layout).splitlines()
    facts = {"grade": grade.name if grade else None, "features": found.as_mapping()}
    return "\n".join(lines) + "\n", facts


def puzzle_text(layout: Layout, grade: str, features: Features) -> str:
    """A graded puzzle with its winning strategy as a layout file's text."""
    return layout.text() + f"grade: {grade}\nfeatures: {features.text()}\n" + certified(layout)


def certified(layout: Layout) -> str:
    """The winning strategy of a layout as the last lines of its file; nothing where it cannot be won."""
    certificate = certify(layout)
    return "" if certificate is None else certificate.text()
