"""From a wish for puzzles to attempts at them: names become boards and counts, and the impossible is told first."""

from __future__ import annotations

import random
from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any

from questpress.diagnostics import Diagnostic, Failed, Report, nearest
from questpress.games.escort_quest.bank import puzzle_text
from questpress.games.escort_quest.board import Board
from questpress.games.escort_quest.canonical import canonical
from questpress.games.escort_quest.fast.ground import VILLAGE, Ground
from questpress.games.escort_quest.fast.kernel import load
from questpress.games.escort_quest.grading import grades_for
from questpress.games.escort_quest.judging import book_for
from questpress.games.escort_quest.layout import Layout
from questpress.games.escort_quest.naming import name, slug
from questpress.games.escort_quest.options import NAME, TORUS
from questpress.games.escort_quest.proposing import Asked, counts_of
from questpress.games.escort_quest.reading import check_option, read_layout
from questpress.games.escort_quest.shelf import Shelf
from questpress.play.generator import Found, Wish
from questpress.project import Project
from questpress.source import Scalar, Text

# Where nobody names one: these if the project has them, else 8 × 10 squares, and counts as for that many.
BOARD, TILESHEET = "plain", "letter"
COLUMNS, ROWS = 8, 10


def attempts(project: Project | None, wish: Wish) -> Asked:
    """The attempts at what is wished for. Raises Failed: unknown names, and what no search could find."""
    report = Report()
    book = book_for(project, wish.settings)
    for option, value in wish.settings.items():
        check_option(option, value, book, report)
    report.stop_if_failed()
    shelf = Shelf(project)
    board, board_name = Board(COLUMNS, ROWS, {}), None
    if wish.board is not None or _has(project, "boards", BOARD):
        board_name = wish.board or BOARD
        found = shelf.board(_named(board_name), named := Report())
        board = found[0] if found else board
        _placeless(named, report)
    sheet = None
    if wish.tilesheet is not None or _has(project, "tilesheets", TILESHEET):
        sheet = shelf.sheet(_named(wish.tilesheet or TILESHEET), named := Report())
        _placeless(named, report)
    grades = grades_for(project)
    if wish.grade is not None and wish.grade not in [grade.name for grade in grades]:
        close = nearest(wish.grade, [grade.name for grade in grades])
        help = f"did you mean '{close}'?" if close else "grades: " + ", ".join(grade.name for grade in grades)
        report.error("D015", f"the rules have no grade '{wish.grade}'", None, help)
    report.stop_if_failed()
    options = book.defaults.but(**wish.settings)
    ground = Ground.of(Layout(board, (), {}, options))
    holds = counts_of(sheet, ground.cells)
    asked = Asked(
        board.columns,
        board.rows,
        ground.walls,
        options,
        book,
        holds,
        grades,
        wish.seed,
        wish.grade,
        wish.min_depth,
        board_name,
        sheet,
    )
    _possible(asked, report)
    report.stop_if_failed()
    load(build=True)  # once, before the workers ask for it
    return asked


def _possible(asked: Asked, report: Report) -> None:
    """Reports what no tiles could mend, by clause."""
    numbers = asked.book.numbers
    columns, rows, cells = asked.columns, asked.rows, asked.cells
    sheet = f"the tilesheet '{asked.sheet.name}'" if asked.sheet else "the tilesheet"
    if min(columns, rows) < numbers.board_side:
        found = f"the board has {columns} × {rows} cells, each side must be at least {numbers.board_side} (EQ-1)"
        report.error("L001", found, None, "name a larger board")
    wraps = asked.options.village_distance == TORUS
    far = max(columns // 2, rows // 2) if wraps else max(columns, rows) - 1
    if far < numbers.village_distance:
        found = f"on {columns} × {rows} cells no village can be {numbers.village_distance} king moves away (EQ-8)"
        help = "name a larger board" + (", or --set village_distance=planar" if wraps else "")
        report.error("L008", found, None, help)
    if asked.holds[VILLAGE] < max(numbers.villages, 1):
        found = f"{sheet} holds {asked.holds[VILLAGE]} villages, {max(numbers.villages, 1)} are needed (EQ-10)"
        report.error("L010", found, None, "name another tilesheet, or add villages to it")
    total = sum(asked.holds)
    if 100 * total < numbers.coverage_least * cells:
        found = (
            f"{sheet} holds {total} tiles for a board of {cells} cells, "
            f"{numbers.coverage_least} % of them are to be covered (EQ-11, EQ-12)"
        )
        report.error("L012", found, None, "name a smaller board or a tilesheet with more tiles")
    least, _ = asked.depths()
    if least > 2 * cells:
        report.error("L033", f"no puzzle on {cells} cells is {least} turns deep", None, "ask for less with --min-depth")


def file_of(asked: Asked, found: Found, taken: Container[str]) -> tuple[str, str, Mapping[str, Any]]:
    """A found puzzle as a file: its name, its text, and the facts to tell. `taken` are file names without ending."""
    layout: Layout = found.facts["layout"]
    if slug(layout.title) in taken:
        layout = replace(layout, title=name(random.Random(found.key), taken))
    features = found.facts["features"]
    text = puzzle_text(layout, found.facts["grade"], features)
    facts = {"title": layout.title, "grade": found.facts["grade"], "features": features.as_mapping()}
    return slug(layout.title), text, facts


def key_of(project: Project | None, node: Any, file: str) -> str | None:
    """The canonical form of a layout file's root, or None where it cannot be read."""
    report = Report()
    try:
        reading = read_layout(node, file, book_for(project, {}), Shelf(project), report)
        return None if reading is None else canonical(reading.layout)
    except (Failed, ValueError):
        return None


def unfound(asked: Asked) -> Diagnostic:
    """What to say where nothing was found: what was wished for, and what could be relaxed."""
    least, _ = asked.depths()
    helps = []
    if asked.grade:
        helps.append("another --grade")
    if asked.min_depth:
        helps.append(f"--min-depth under {least}")
    helps += ["another --seed", "a longer --time-limit", "a larger --board", "a --tilesheet with more traps"]
    wanted = f"of the grade '{asked.grade}'" if asked.grade else f"of depth {least} or more"
    where = f"on {asked.columns} × {asked.rows} cells"
    return Diagnostic("L033", f"no puzzle {wanted} was found {where} of {NAME}", None, "try " + ", ".join(helps))


def _has(project: Project | None, folder: str, wanted: str) -> bool:
    return project is not None and project.exists(f"layouts/escort_quest/{folder}/{wanted}.yaml")


def _named(word: str) -> Scalar:
    """A name from the command line as the shelf takes it."""
    return Scalar(Text("", (word,)), 0, 0, len(word), word, True)


def _placeless(found: Report, report: Report) -> None:
    """Passes findings on; those about a name from the command line have no place in a file."""
    for finding in found.findings:
        placed = finding.span is not None and finding.span.file
        report.extend([finding if placed else replace(finding, span=None)])
