"""Cut files: an SVG in millimetres for one side of a sheet, with the lines that the pieces are cut along.

Its canvas is the paper: laid on the sheet corner to corner, every line is where the PDF has the piece.
"""

from __future__ import annotations

import io

import svgwrite
import svgwrite.container
import svgwrite.path

from questpress.press.arrange import Imposition, SheetSide
from questpress.press.box import NEAR, Box
from questpress.press.contours import data, placed
from questpress.press.marks import joined

HAIRLINE = 0.1  # millimetres; cutting programs follow the middle of a line
RED = "#ff0000"  # what they take for a cut by custom


def cut_svg(imposition: Imposition, side: SheetSide, title: str) -> bytes:
    """The cut file of one side, y down from the paper's top left corner; same arguments, same bytes.

    Each piece is a closed path. Rectangles that touch are cut in lines across the sheet, so that no cut is made twice.
    """
    wide, high = imposition.paper
    drawing = svgwrite.Drawing(
        size=(f"{_exact(wide)}mm", f"{_exact(high)}mm"), viewBox=f"0 0 {_exact(wide)} {_exact(high)}", debug=False
    )
    drawing.set_desc(title=title)
    group = svgwrite.container.Group(id="cut", fill="none", stroke=RED, stroke_width=HAIRLINE, debug=False)
    for d in _paths(imposition, side):
        group.add(svgwrite.path.Path(d=d, debug=False))
    drawing.add(group)
    out = io.StringIO()
    drawing.write(out)
    return (out.getvalue() + "\n").encode()


def _paths(imposition: Imposition, side: SheetSide) -> list[str]:
    if side.part:  # of a split board
        return _lines([side.cut]) if side.cut is not None else []
    trims = [placement.trim for placement in side.placements]
    square = imposition.trim.shape == "rect" and imposition.trim.corner == 0
    if square and any(_touch(one, other) for n, one in enumerate(trims) for other in trims[:n]):
        return _lines(trims)
    return [data(placed(imposition.trim, placement)) for placement in side.placements]


def _touch(one: Box, other: Box) -> bool:
    return one.grown(2 * NEAR).overlaps(other, 0.0)


def _lines(trims: list[Box]) -> list[str]:
    """The edges of boxes, each cut once: those that lie in one line and meet are one."""
    level: dict[float, list[tuple[float, float]]] = {}
    upright: dict[float, list[tuple[float, float]]] = {}
    for box in trims:
        for y in (box.top, box.bottom):
            level.setdefault(round(y, 4), []).append((box.left, box.right))
        for x in (box.left, box.right):
            upright.setdefault(round(x, 4), []).append((box.top, box.bottom))
    found = [(a, y, b, y) for y, ends in sorted(level.items()) for a, b in joined(ends)]
    found += [(x, a, x, b) for x, ends in sorted(upright.items()) for a, b in joined(ends)]
    return [f"M{_exact(a)} {_exact(b)}L{_exact(c)} {_exact(d)}" for a, b, c, d in found]


def _exact(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
