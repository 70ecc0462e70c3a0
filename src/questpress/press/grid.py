"""How many pieces fit on a sheet and where: papers turned or not, columns and rows, gutters that shrink."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from questpress.diagnostics import Report, Span
from questpress.press.box import NEAR, Box, Size
from questpress.press.model import Trim
from questpress.press.sheets import MOST_IN_ROW, Sheet, paper_title
from questpress.units import describe

HALVES = {"none": (1, 1), "vertical": (2, 1), "horizontal": (1, 2)}  # what a fold parts columns and rows into
GUTTER_STEP = 0.5  # millimetres; a gutter that has to shrink does so in these steps, so that rulers can set it


@dataclass(frozen=True, slots=True)
class Place:
    """One place for a piece: its trim as it lies on the front, and its turn clockwise in degrees."""

    trim: Box
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """The places of a sheet in the order in which pieces fill them; `gutter` is None for slots."""

    paper: Size
    places: tuple[Place, ...]
    columns: int
    rows: int
    gutter: Size | None


def most(length: float, piece: float, gutter: float) -> int:
    """How many pieces lie side by side in `length`, at most MOST_IN_ROW."""
    return max(0, min(MOST_IN_ROW, math.floor((length + gutter + NEAR) / (piece + gutter))))


def gutter_for(
    room: float, piece: float, count: int, preferred: float, least: float, outside: Sequence[float]
) -> float:
    """The gutter between `count` pieces that fit in `room`: at most `preferred`, at least `least`.

    Of `outside`, what labels and marks want beyond the outermost trims, the first that shrinking can give is kept.
    """
    if count < 2:
        return 0.0
    widest = min(preferred, (room - count * piece) / (count - 1))
    for wanted in outside:
        kept = (room - 2 * wanted - count * piece) / (count - 1)
        if kept >= least - NEAR:
            widest = min(widest, kept)
            break
    if widest >= preferred - NEAR:
        return preferred
    return max(least, math.floor((widest + NEAR) / GUTTER_STEP) * GUTTER_STEP)


def plan(
    trim: Trim,
    count: int,
    sheet: Sheet,
    paper: Size,
    margin: float,
    outside: Sequence[float],
    report: Report,
    span: Span | None = None,
    subject: str = "",
    fold: str = "none",
) -> Plan | None:
    """The places for `count` pieces on each paper, or None after the fault was reported (S001 to S006, S013, S050).

    `outside` is what bleed and labels, then bleed and marks want beyond the outermost trims. Gutters shrink for it;
    a grid that is not fixed gives up a row or column rather than leave no room for labels on any side. With a `fold`
    the grid is halved by the middle of the paper, and the places are those of its left or top half.
    """
    across, down = HALVES[fold]
    least = sheet.gutter if sheet.least_gutter is None else sheet.least_gutter
    where = f"sheet '{sheet.name}'"
    if sheet.slots and sheet.grid:
        at = sheet.places.get("slots", span)
        report.error("S013", f"{where} states a grid and slots", at, "keep one of them", subject)
        return None
    if least > sheet.gutter + NEAR:
        message = f"{where}: least_gutter {describe(least)} mm is more than gutter {describe(sheet.gutter)} mm"
        at = sheet.places.get("least_gutter", span)
        report.error("S006", message, at, "let gutter be what you prefer, least_gutter what you can bear", subject)
        return None
    papers = turned(paper, sheet)
    if sheet.slots:
        return _slots(trim, sheet, papers[0], margin, report, span, subject)
    fits = [_most(trim, size, margin, least) for size in papers]
    if all(columns * rows == 0 for columns, rows in fits):
        _too_large(trim, papers[0], margin, where, report, span, subject)
        return None
    fits = [_halved(fit, fold) for fit in fits]
    odd = sheet.grid is not None and _halved(sheet.grid, fold) != sheet.grid
    if odd or all(columns * rows == 0 for columns, rows in fits):
        _not_folded(trim, sheet, papers[0], fold, odd, report, span, subject)
        return None
    if sheet.grid:
        wanted_columns, wanted_rows = sheet.grid
        good = [i for i, (c, r) in enumerate(fits) if wanted_columns <= c and wanted_rows <= r]
        if not good:
            _impossible(trim, sheet, papers, fits, margin, least, report, span, subject)
            return None
        roomy = [i for i in good if sheet.grid == (1, 1) and _roomy(trim, papers[i], margin, outside)]
        chosen, (columns, rows) = papers[(roomy or good)[0]], sheet.grid
    else:
        labelled = [
            _labelled(trim, size, margin, least, outside[0], fit, fold) for size, fit in zip(papers, fits, strict=True)
        ]
        counts = [columns * rows for columns, rows in labelled]
        # A single piece lies where its marks have room; several get that room from their gutters.
        roomy = [count == 1 and _roomy(trim, size, margin, outside) for size, count in zip(papers, counts, strict=True)]
        best = max(range(len(papers)), key=lambda i: (counts[i], roomy[i], -i))
        chosen, (columns, rows) = papers[best], labelled[best]
    if sheet.align == "pieces" and not sheet.grid and count < columns * rows // (across * down):
        columns, rows = _used(count, columns // across, rows // down, sheet.order)
        columns, rows = columns * across, rows * down
    pieces = ((chosen[0], trim.width, columns), (chosen[1], trim.height, rows))
    gutter_x, gutter_y = (
        gutter_for(side - 2 * margin, piece, count, sheet.gutter, least, outside) for side, piece, count in pieces
    )
    wide = columns * trim.width + (columns - 1) * gutter_x
    high = rows * trim.height + (rows - 1) * gutter_y
    left, top = (chosen[0] - wide) / 2, (chosen[1] - high) / 2
    if sheet.align == "top-left":
        left, top = margin if across == 1 else left, margin if down == 1 else top
    cells = [(column, row) for row in range(rows // down) for column in range(columns // across)]
    if sheet.order == "columns":
        cells = [(column, row) for column in range(columns // across) for row in range(rows // down)]
    places = []
    for column, row in cells:
        x, y = left + column * (trim.width + gutter_x), top + row * (trim.height + gutter_y)
        places.append(Place(Box(x, y, x + trim.width, y + trim.height)))
    return Plan(chosen, tuple(places), columns, rows, (gutter_x, gutter_y))


def holds(trim: Trim, paper: Size, sheet: Sheet, margin: float) -> bool:
    """Whether one piece finds room on the paper, one way or the other."""
    return any(0 not in _most(trim, size, margin, 0.0) for size in turned(paper, sheet))


def turned(paper: Size, sheet: Sheet) -> list[Size]:
    """The papers to try, the preferred one first: both ways for auto, portrait before landscape."""
    portrait, landscape = (min(paper), max(paper)), (max(paper), min(paper))
    if sheet.orientation == "portrait":
        return [portrait]
    if sheet.orientation == "landscape":
        return [landscape]
    if sheet.slots:
        return [paper]
    return [portrait] if portrait == landscape else [portrait, landscape]


def _roomy(trim: Trim, paper: Size, margin: float, outside: Sequence[float]) -> bool:
    """Whether one piece on the paper leaves its bleed and marks inside the margin."""
    room = margin + outside[-1]
    return trim.width + 2 * room <= paper[0] + NEAR and trim.height + 2 * room <= paper[1] + NEAR


def _most(trim: Trim, paper: Size, margin: float, gutter: float) -> tuple[int, int]:
    return (
        most(paper[0] - 2 * margin, trim.width, gutter),
        most(paper[1] - 2 * margin, trim.height, gutter),
    )


def _labelled(
    trim: Trim, paper: Size, margin: float, least: float, outside: float, most_fit: tuple[int, int], fold: str
) -> tuple[int, int]:
    """The largest grid that leaves room for labels on two sides; the one that fits where a single piece leaves none."""
    columns, rows = most_fit
    inner = (
        most(paper[0] - 2 * (margin + outside), trim.width, least),
        most(paper[1] - 2 * (margin + outside), trim.height, least),
    )
    choices = [_halved((min(columns, inner[0]), rows), fold), _halved((columns, min(rows, inner[1])), fold)]
    best = max(choices, key=lambda choice: choice[0] * choice[1])
    return best if best[0] * best[1] else most_fit


def _halved(fit: tuple[int, int], fold: str) -> tuple[int, int]:
    """As much of a grid as a fold parts into halves."""
    across, down = HALVES[fold]
    return fit[0] - fit[0] % across, fit[1] - fit[1] % down


def _used(count: int, columns: int, rows: int, order: str) -> tuple[int, int]:
    """The part of a grid that `count` pieces fill, as even as it can be: four pieces stand two by two."""
    if order == "columns":
        columns = math.ceil(count / rows)
        return columns, math.ceil(count / columns)
    rows = math.ceil(count / columns)
    return math.ceil(count / rows), rows


def _too_large(
    trim: Trim, paper: Size, margin: float, where: str, report: Report, span: Span | None, subject: str
) -> None:
    piece = f"{describe(trim.width)} × {describe(trim.height)} mm"
    free = f"{describe(max(0, paper[0] - 2 * margin))} × {describe(max(0, paper[1] - 2 * margin))} mm"
    message = f"{where}: a piece of {piece} is larger than {paper_title(paper)} inside its margin ({free})"
    bare = (min(trim.width, trim.height), max(trim.width, trim.height))
    fits_bare = bare[0] <= min(paper) + NEAR and bare[1] <= max(paper) + NEAR
    help = "choose a larger paper, or write `split: true` in the sheet to glue it together from several pages"
    if fits_bare:
        help = "the bare paper would hold it: set the sheet's `margin: 0mm`, or choose a larger paper"
    report.error("S002", message, span, help, subject)


def _not_folded(
    trim: Trim, sheet: Sheet, paper: Size, fold: str, odd: bool, report: Report, span: Span | None, subject: str
) -> None:
    what = "columns" if fold == "vertical" else "rows"
    if odd:
        assert sheet.grid is not None
        found = sheet.grid[0 if fold == "vertical" else 1]
        message = f"sheet '{sheet.name}': a {fold} fold parts the grid's {what} into halves, found {found}"
        help = f"state an even number of {what}, fronts and backs together, or write `grid: auto`"
        report.error("S050", message, sheet.places.get("grid", span), help, subject)
        return
    other = "horizontal" if fold == "vertical" else "vertical"
    beside = "beside" if fold == "vertical" else "above"
    piece = f"{describe(trim.width)} × {describe(trim.height)} mm"
    message = f"a piece of {piece} has no room {beside} its back on {paper_title(paper)}"
    report.error("S050", message, span, f"choose a larger paper, or try the {other} fold", subject)


def _impossible(
    trim: Trim,
    sheet: Sheet,
    papers: list[Size],
    fits: list[tuple[int, int]],
    margin: float,
    least: float,
    report: Report,
    span: Span | None,
    subject: str,
) -> None:
    assert sheet.grid is not None
    columns, rows = sheet.grid
    wide = columns * trim.width + (columns - 1) * least
    high = rows * trim.height + (rows - 1) * least
    best = max(range(len(papers)), key=lambda i: (fits[i][0] * fits[i][1], -i))
    free = f"{describe(papers[0][0] - 2 * margin)} × {describe(papers[0][1] - 2 * margin)} mm"
    message = (
        f"sheet '{sheet.name}': a grid of {columns} × {rows} pieces of {describe(trim.width)} × "
        f"{describe(trim.height)} mm needs {describe(wide)} × {describe(high)} mm; "
        f"{paper_title(papers[0])} inside its margin has {free}"
    )
    largest = f"{fits[best][0]} × {fits[best][1]} on {paper_title(papers[best])}"
    at = sheet.places.get("grid", span)
    report.error("S001", message, at, f"the largest grid that fits is {largest}; or write `grid: auto`", subject)


def _slots(
    trim: Trim, sheet: Sheet, paper: Size, margin: float, report: Report, span: Span | None, subject: str
) -> Plan | None:
    places = []
    for slot in sheet.slots:
        wide, high = (trim.width, trim.height) if slot.turn % 180 == 0 else (trim.height, trim.width)
        places.append(Place(Box(slot.x, slot.y, slot.x + wide, slot.y + high), slot.turn))
    free = Box(0, 0, *paper).grown(-margin)
    faulty = False
    for number, place in enumerate(places, 1):
        if not place.trim.inside(free):
            faulty = True
            over = max(
                free.left - place.trim.left,
                free.top - place.trim.top,
                place.trim.right - free.right,
                place.trim.bottom - free.bottom,
            )
            message = (
                f"sheet '{sheet.name}': slot {number} reaches {describe(over)} mm beyond the margin of "
                f"{describe(margin)} mm on {paper_title(paper)}"
            )
            at = sheet.places.get(f"slot {number}", span)
            report.error("S004", message, at, "move the slot inward, or choose a larger paper", subject)
    for i, first in enumerate(places):
        for j in range(i + 1, len(places)):
            if first.trim.overlaps(places[j].trim):
                faulty = True
                message = f"sheet '{sheet.name}': slots {i + 1} and {j + 1} overlap"
                help = f"a piece is {describe(trim.width)} × {describe(trim.height)} mm; move one of the slots"
                at = sheet.places.get(f"slot {j + 1}", span)
                report.error("S003", message, at, help, subject)
    if faulty:
        return None
    return Plan(paper, tuple(places), len(places), 1, None)
