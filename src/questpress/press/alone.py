"""One component a page: the page is a print house's canvas, or the trim and its bleed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from questpress.diagnostics import Report
from questpress.press.arrange import Canvas, Faces, Imposition, Placement, SheetSide, duplex_of, ordered
from questpress.press.box import Box
from questpress.press.model import Trim
from questpress.press.targets import Target


def canvas_of(trim: Trim, target: Target) -> Canvas:
    """The trim and the bleed that the target shows: no more than the art has, unless the target needs it."""
    bleed = target.bleed if target.needs_bleed is not None else min(trim.bleed, target.bleed)
    spread = target.needs_bleed is not None and trim.bleed > 0
    return Canvas((trim.width + 2 * bleed, trim.height + 2 * bleed), spread=spread)


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
    left, top = (page.paper[0] - wide) / 2, (page.paper[1] - high) / 2
    box = Box(left, top, left + wide, top + high)
    fronts, backs = [], []
    for number, (face, other) in enumerate(pieces, 1):
        placed = Placement(face, box, Box(0, 0, *page.paper), page.turn)
        fronts.append(SheetSide(number, False, (placed,)))
        backs.append(SheetSide(number, True, () if other is None else (replace(placed, face=other, back=True),)))
    return Imposition(
        page.paper,
        0.0,
        trim,
        min(left, top),
        ordered(fronts, backs, two_sided, target.pages),
        len(fronts),
        1,
        1,
        (0.0, 0.0),
        two_sided,
        target.flip,
        duplex_of(two_sided, target.flip, target.pages),
        furnished=False,
        target=target.name,
        notes=tuple(report.findings),
        spread=page.spread,
    )
