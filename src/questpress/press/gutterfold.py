"""Fronts and backs beside each other on one side of the paper, to fold, glue and cut: duplex without a duplexer.

The fold line runs through the middle of the paper, from top to bottom (`vertical`) or from left to right
(`horizontal`), and the paper is folded away from the print. A vertical fold mirrors the columns and backs stand
upright; a horizontal one mirrors the rows and backs stand on their heads: both sides of a piece are the same way up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from questpress.diagnostics import Report, Span
from questpress.press import grid
from questpress.press.arrange import Faces, Imposition, Placement, SheetSide, behind, draw_marks, told_margin
from questpress.press.bleeds import visible
from questpress.press.box import NEAR, Box, Mirror, Size, around
from questpress.press.marks import CLEAR, LONGEST, SHORTEST, Line
from questpress.press.model import Trim
from questpress.press.sheets import Sheet
from questpress.press.targets import Target
from questpress.units import describe


def fold_over(
    trim: Trim,
    pieces: Sequence[Faces],
    sheet: Sheet,
    target: Target,
    fold: str,
    paper: Size,
    outside: tuple[float, float],
    span: Span | None,
    subject: str,
    report: Report,
) -> Imposition:
    """One side of paper for every sheet: each piece's front in the first half, its back in the other.

    A grid counts fronts and backs together; slots state the fronts. Raises Failed (S001 to S006, S013, S050, S051).
    """
    bleed = min(trim.bleed, target.bleed if sheet.bleed is None else sheet.bleed)
    margin = target.margin if sheet.margin is None else sheet.margin
    kind = sheet.marks or target.marks
    plan = grid.plan(trim, len(pieces), sheet, paper, margin, outside, report, span, subject, fold)
    mirror: Mirror = "columns" if fold == "vertical" else "rows"
    if plan is not None and sheet.slots:
        _one_half(plan, fold, sheet, span, subject, report)
    report.stop_if_failed()
    assert plan is not None
    count = len(plan.places)
    others = [behind(place.trim, place.turn, plan.paper, mirror) for place in plan.places]
    whole = replace(plan, places=(*plan.places, *(grid.Place(box, turn) for box, turn in others)))
    seen_whole = zip(visible(whole, bleed), whole.places, strict=True)
    shown = [_short_of(box, place.trim, plan.paper, fold) for box, place in seen_whole]
    sides: list[SheetSide] = []
    unprintable = 0
    for start in range(0, len(pieces), count):
        chunk = pieces[start : start + count]
        used = [*range(len(chunk)), *range(count, count + len(chunk))]
        trims, seen = [whole.places[n].trim for n in used], [shown[n] for n in used]
        found = draw_marks(kind, trims, seen, trim.shape, plan.paper, margin)
        unprintable += found.unprintable
        placed = []
        for n, faces in enumerate(chunk):
            for place, box, face in zip((n, n + count), (shown[n], shown[n + count]), faces, strict=True):
                if face is not None:
                    there = whole.places[place]
                    placed.append(Placement(face, there.trim, box, there.turn, back=place >= count))
        folds = _fold_lines(seen, plan.paper, margin, fold)
        half = [part for line in found.lines if (part := _in_half(line, plan.paper, fold))]
        marks = tuple(half + [line.mirrored(plan.paper, mirror) for line in half])
        sides.append(SheetSide(len(sides) + 1, False, tuple(placed), marks, tuple(shown), folds))
    if unprintable:
        told_margin(sheet, plan.paper, margin, span, subject, report)
    return Imposition(
        plan.paper,
        margin,
        trim,
        bleed,
        tuple(sides),
        len(sides),
        plan.columns,
        plan.rows,
        plan.gutter,
        False,
        sheet.flip or target.flip,
        "Simplex",
        target=target.name,
        notes=tuple(report.findings),
        fold=fold,
        cut_guides=kind == "cut-lines",
    )


def _one_half(plan: grid.Plan, fold: str, sheet: Sheet, span: Span | None, subject: str, report: Report) -> None:
    """Reports slots that the fold line cuts, or that lie in the half of the backs (S051)."""
    line = plan.paper[0 if fold == "vertical" else 1] / 2
    half = "left" if fold == "vertical" else "top"
    for number, place in enumerate(plan.places, 1):
        end = place.trim.right if fold == "vertical" else place.trim.bottom
        if end > line + NEAR:
            message = f"sheet '{sheet.name}': slot {number} reaches {describe(end - line)} mm beyond the fold line"
            at = sheet.places.get(f"slot {number}", span)
            help = f"keep the slots of fronts in the {half} half; their backs lie behind them in the other"
            report.error("S051", message, at, help, subject)


def _short_of(box: Box, trim: Box, paper: Size, fold: str) -> Box:
    """What shows of a piece: its bleed ends before the fold line, so that the line is seen on white."""
    middle = paper[0 if fold == "vertical" else 1] / 2
    low, high = (box.left, box.right) if fold == "vertical" else (box.top, box.bottom)
    first, last = (trim.left, trim.right) if fold == "vertical" else (trim.top, trim.bottom)
    if high <= middle + NEAR:
        high = min(high, max(last, middle - CLEAR))
    else:
        low = max(low, min(first, middle + CLEAR))
    return Box(low, box.top, high, box.bottom) if fold == "vertical" else Box(box.left, low, box.right, high)


def _fold_lines(shown: list[Box], paper: Size, margin: float, fold: str) -> tuple[Line, ...]:
    """The fold line from beyond the first piece to beyond the last one, as far as the printer reaches.

    Where pieces touch the line there is no white to draw it on, and it is marked beyond them alone.
    """
    block = around(shown)
    middle = paper[0 if fold == "vertical" else 1] / 2
    low, high, most = (block.top, block.bottom, paper[1]) if fold == "vertical" else (block.left, block.right, paper[0])
    before, after = max(low - CLEAR - LONGEST, margin), min(high + CLEAR + LONGEST, most - margin)
    near = Box(middle, low, middle, high) if fold == "vertical" else Box(low, middle, high, middle)
    ends = [(before, after)]
    if any(near.grown(CLEAR - NEAR).overlaps(box, 0.0) for box in shown):
        ends = [(start, end) for start, end in ((before, low - CLEAR), (high + CLEAR, after)) if end > start]
    if fold == "vertical":
        return tuple(Line(middle, start, middle, end) for start, end in ends)
    return tuple(Line(start, middle, end, middle) for start, end in ends)


def _in_half(mark: Line, paper: Size, fold: str) -> Line | None:
    """What of a mark lies in the half of the fronts, clear of the fold line; the other half has it mirrored."""
    end = paper[0 if fold == "vertical" else 1] / 2 - CLEAR
    start, stop = (mark.x, mark.u) if fold == "vertical" else (mark.y, mark.v)
    if start > end or (stop > end and end - start < SHORTEST):
        return None
    stop = min(stop, end)
    return Line(mark.x, mark.y, stop, mark.v) if fold == "vertical" else Line(mark.x, mark.y, mark.u, stop)
