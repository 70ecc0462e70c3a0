"""One component a page: the page is a print house's canvas, or the trim and its bleed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from questpress.diagnostics import Report
from questpress.press.arrange import Canvas, Faces, Imposition, Placement, SheetSide, duplex_of, ordered
from questpress.press.box import Box
from questpress.press.model import Trim
from questpress.press.targets import Target

FRAME = 8.0  # millimetres around the bleed of a proof
FOOT = 20.0  # millimetres below it, for the name and the legend
LEAST = 76.0  # millimetres of width that name and legend take


def canvas_of(trim: Trim, target: Target) -> Canvas:
    """The trim and the bleed that the target shows: no more than the art has, unless the target needs it."""
    needed = target.least_bleed is not None
    bleed = target.bleed if needed else min(trim.bleed, target.bleed)
    spread = needed and trim.bleed > 0
    return Canvas((trim.width + 2 * bleed, trim.height + 2 * bleed), spread=spread)


def proof_canvas(trim: Trim, bleed: float) -> Canvas:
    """The page of a proof: the component with `bleed` millimetres around it, a frame, name and legend below."""
    wide = max(trim.width + 2 * bleed + 2 * FRAME, LEAST)
    return Canvas((wide, trim.height + 2 * bleed + FRAME + FOOT), bleed=bleed, foot=FOOT - FRAME)


def alone(
    trim: Trim,
    pieces: Sequence[Faces],
    target: Target,
    two_sided: bool,
    report: Report,
    canvas: Canvas | None = None,
) -> Imposition:
    """A page for every face of every piece, the trim in its middle; a piece without a back has an empty page there
    where others have one. `canvas` None: the trim and the target's bleed."""
    page = canvas or canvas_of(trim, target)
    wide, high = (trim.width, trim.height) if page.turn % 180 == 0 else (trim.height, trim.width)
    left, top = (page.paper[0] - wide) / 2, (page.paper[1] - page.foot - high) / 2
    box = Box(left, top, left + wide, top + high)
    shown = Box(0, 0, *page.paper) if page.bleed is None else box.grown(page.bleed)
    fronts, backs = [], []
    for number, (face, other) in enumerate(pieces, 1):
        placed = Placement(face, box, shown, page.turn)
        fronts.append(SheetSide(number, False, (placed,)))
        backs.append(SheetSide(number, True, () if other is None else (replace(placed, face=other, back=True),)))
    return Imposition(
        page.paper,
        0.0,
        trim,
        min(left, top) if page.bleed is None else page.bleed,
        ordered(fronts, backs, two_sided, target.pages),
        len(fronts),
        1,
        1,
        (0.0, 0.0),
        two_sided,
        target.flip,
        duplex_of(two_sided, target.flip, target.pages),
        furnished=False,
        proof=page.foot > 0,
        target=target.name,
        notes=tuple(report.findings),
        spread=page.spread,
    )
