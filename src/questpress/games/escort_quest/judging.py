"""Layout files judged: read, held against the clauses, and solved. What commands and build call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from questpress.diagnostics import Diagnostic, Failed, Report
from questpress.games.escort_quest.board import NAMES
from questpress.games.escort_quest.certificate import certify, with_solution
from questpress.games.escort_quest.fast.kernel import load
from questpress.games.escort_quest.fast.solving import first_winning_plies, solve
from questpress.games.escort_quest.features import measure
from questpress.games.escort_quest.grading import bounds_read, compared, disagreements, grades_for
from questpress.games.escort_quest.layout import Layout
from questpress.games.escort_quest.legality import UNPLAYABLE, Breach, status
from questpress.games.escort_quest.options import FOLDER, NAME, PATHS, Book, book_of, shipped_book
from questpress.games.escort_quest.proving import hold_against, matter, proof_of, tell_missing
from questpress.games.escort_quest.reading import Reading, check_option, read_layout
from questpress.games.escort_quest.rules import Rules
from questpress.games.escort_quest.shelf import Shelf
from questpress.games.escort_quest.tiles import VILLAGE
from questpress.play.game import Checked, Judgement, Verified
from questpress.play.solver import Solution, Verdict
from questpress.project import Project
from questpress.rules import load_rules
from questpress.source import Node

RULES_FILE = f"rules/{FOLDER}.yaml"
# `check` gives up after so many positions, so that no layout can hold a build for ever.
MOST_POSITIONS = 1_000_000


def is_layout(file: str) -> bool:
    """Whether a project file, by its name, is a layout: those of layouts/escort_quest/puzzles/."""
    return file.startswith(f"layouts/{FOLDER}/puzzles/") and file.endswith((".yaml", ".yml"))


def option_values(project: Project | None) -> Mapping[str, tuple[str, ...]]:
    """The rule options with their values, the default first. Raises Failed where the rules file is broken."""
    return book_for(project, {}).values


def book_for(project: Project | None, settings: Mapping[str, str]) -> Book:
    """The numbers and options of the project's rules file, or of ours where it has none. Raises Failed."""
    if project is None or not project.exists(RULES_FILE):
        return shipped_book()
    report = Report()
    rules = load_rules(project, NAME, report)
    report.stop_if_failed()
    book = book_of(rules, report)
    report.stop_if_failed()
    assert book is not None
    return book


def check(project: Project, file: str, settings: Mapping[str, str], prove: bool = False) -> Checked:
    """The findings of one layout of a project: breaches, advice, and whether it can be won.

    A stored solution is replayed; with `prove`, and where there is none that wins, the layout is solved.
    """
    if prove:
        load(build=True)
    report = Report()
    shelf = Shelf(project, [file])
    values: dict[str, Any] = {}
    judgement = None
    try:
        book = book_for(project, settings)
        _check_settings(settings, book)
        values.update((f"rules.{path}", getattr(book.numbers, name)) for name, path in PATHS.items())
        options = book.defaults.but(**settings).as_mapping()
        reading = read_layout(project.load(file), file, book, shelf, report, settings)
        asked = options if reading is None else matter(reading)
        values.update((f"options.{name}", value) for name, value in options.items() if name in {*asked, *settings})
        if reading is not None:
            grades = grades_for(project)
            values.update(bounds_read(grades))
            judgement = _judge(reading, book, lambda layout: _known(reading, layout, prove, report))
            # Under settings a puzzle may be another than the one that was graded.
            disagreements(reading, grades, report, None if settings else judgement.depth)
            if prove and not settings and judgement.winnable:
                compared(reading, measure(reading.layout), report)
            report.extend(judgement.diagnostics)
            _tell_hopeless(reading, judgement, report)
    except Failed as failed:
        report.extend(failed.diagnostics)
    return Checked(tuple(report.findings), tuple(dict.fromkeys(shelf.files)), values, judgement)


def judge(
    node: Node,
    file: str,
    project: Project | None,
    settings: Mapping[str, str],
    *,
    limit: int | None = None,
    first_plies: bool = False,
) -> Judgement:
    """The judgement of a layout file's root node, with exact depth. Raises Failed where it is no layout."""
    reading, book = _read(node, file, project, settings)
    asked = (lambda layout: first_winning_plies(layout, limit)) if first_plies else None
    return _judge(reading, book, lambda layout: solve(layout, limit, strategy=True), asked)


def verify(
    node: Node, file: str, project: Project | None, settings: Mapping[str, str], prove: bool = False
) -> Verified:
    """What comes of a layout's stored solution, by the readable rules alone. Raises Failed where it is no layout."""
    reading, book = _read(node, file, project, settings)
    report = Report()
    breaches = [breach for breach in status(reading.layout, book.numbers) if not breach.is_advice]
    report.extend(reading.diagnostic(breach) for breach in breaches)
    proof = None
    if not {breach.clause for breach in breaches} & UNPLAYABLE:
        proof = proof_of(reading, Rules(reading.layout), report)
        if proof is None and not report.failed:
            tell_missing(reading, report)
        if proof is not None and prove:
            hold_against(proof, solve(reading.layout, MOST_POSITIONS).depth, report)
    if proof is None:
        return Verified(diagnostics=tuple(report.findings))
    faults = tuple(fault.as_json() for fault in proof.replayed.faults)
    lines, found = len(proof.certificate.lines), proof.replayed
    return Verified(found.turns, lines, found.positions, faults, proof.edited, tuple(report.findings))


def renewed(node: Node, file: str, project: Project | None, settings: Mapping[str, str], text: str) -> str:
    """A layout file's text with a solution found anew. Raises Failed where it cannot be read, played or won."""
    reading, book = _read(node, file, project, settings)
    breaches = [breach for breach in status(reading.layout, book.numbers) if breach.clause in UNPLAYABLE]
    if breaches:
        raise Failed([reading.diagnostic(breach) for breach in breaches])
    certificate = certify(reading.layout)
    if certificate is None:
        help = "`questpress solve --first-plies` shows what a change does"
        place = reading.places.of(("grid", None))
        raise Failed([Diagnostic("L020", "the layout cannot be won, there is no solution to store", place, help)])
    return with_solution(text, certificate)


def _read(node: Node, file: str, project: Project | None, settings: Mapping[str, str]) -> tuple[Reading, Book]:
    report = Report()
    book = book_for(project, settings)
    _check_settings(settings, book)
    reading = read_layout(node, file, book, Shelf(project), report, settings)
    if reading is None:
        raise Failed(report.findings)
    return reading, book


def _known(reading: Reading, layout: Layout, prove: bool, report: Report) -> Solution:
    """Whether a layout can be won: by its stored solution, if it has one that wins, else solved."""
    proof = proof_of(reading, Rules(layout), report)
    if proof is not None and proof.wins and not prove:
        return Solution(Verdict.WON, proof.replayed.positions, proof.replayed.turns)
    found = solve(layout, MOST_POSITIONS)
    if proof is not None:
        hold_against(proof, found.depth, report)
    return found


def _check_settings(settings: Mapping[str, str], book: Book) -> None:
    report = Report()
    for name, value in settings.items():
        check_option(name, value, book, report)
    report.stop_if_failed()


def _judge(
    reading: Reading,
    book: Book,
    solver: Callable[[Layout], Solution],
    first_plies: Callable[[Layout], tuple[tuple[Any, ...], int, bool]] | None = None,
) -> Judgement:
    layout = reading.layout
    found = status(layout, book.numbers)
    breaches = tuple(breach for breach in found if not breach.is_advice)
    solution = Solution(Verdict.UNDECIDED, 0, reason=_unplayable(breaches))
    if not solution.reason:
        if any(tile.kind == VILLAGE for _, tile in layout.tiles):
            solution = solver(layout)
        else:  # EQ-10: without a village nothing can be won
            solution = Solution(Verdict.NOT_WINNABLE, 0)
    positions, plies = solution.positions, None
    if first_plies is not None:
        plies = ()
        if not _unplayable(breaches) and solution.verdict is not Verdict.NOT_WINNABLE:
            ways, examined, undecided = first_plies(layout)
            positions = max(positions, examined)
            plies = None if undecided else tuple(_words(way) for way in _first(ways))
    return Judgement(
        tuple(breach.as_json() for breach in breaches),
        tuple(breach.as_json() for breach in found if breach.is_advice),
        solution.winnable,
        solution.depth,
        positions,
        solution.reason,
        tuple(_words(ply) for ply in solution.line),
        bool(solution.strategy) and len(solution.line) < (solution.depth or 0),
        plies,
        tuple(reading.diagnostic(breach) for breach in found),
    )


def _unplayable(breaches: tuple[Breach, ...]) -> str:
    clauses = sorted({breach.clause for breach in breaches} & UNPLAYABLE)
    return f"the layout breaks {' and '.join(clauses)} and cannot be played" if clauses else ""


def _tell_hopeless(reading: Reading, judgement: Judgement, report: Report) -> None:
    place = reading.places.of(("grid", None))
    if judgement.winnable is False:
        found = f"the layout cannot be won ({judgement.positions} positions examined)"
        help = "move a village, a token or a trap; `questpress solve --first-plies` shows what a change does"
        report.error("L020", found, place, help)
    elif judgement.winnable is None and not any(d.code in ("L001", "L004", "L006") for d in judgement.diagnostics):
        help = "use fewer open cells or a smaller board, or let `questpress solve` run without a limit"
        report.error("L021", f"whether the layout can be won was not decided: {judgement.reason}", place, help)


def _first(plies: tuple[Any, ...]) -> list[int]:
    """The escort's directions among plies, each once, in the order N … NW."""
    return sorted({ply[0] if isinstance(ply, tuple) else ply for ply in plies} - {None})


def _words(ply: Any) -> str:
    if isinstance(ply, tuple):
        return f"{_words(ply[0])} (goblin {_words(ply[1])})"
    return "stay" if ply is None else NAMES[ply]
