"""The cut as a spot colour: the contour of every piece on a plate of its own, which a cutter reads and no press prints.

Vector strokes that overprint, so that nothing below them is knocked out (ISO 32000-1, 8.6.6.4 and 8.6.7).
"""

from __future__ import annotations

from pikepdf import Array, Dictionary, Name, Object, Pdf

from questpress.press.arrange import Imposition, SheetSide
from questpress.press.contours import placed
from questpress.press.render.outline import CLOSE, CURVE, LINE, MOVE
from questpress.units import points

WIDTH = 0.25  # points; cutters follow the middle of a line
_OPERATORS = {MOVE: "m", LINE: "l", CURVE: "c", CLOSE: "h"}


def cut_form(pdf: Pdf, imposition: Imposition, side: SheetSide) -> Object:
    """A Form XObject as large as the paper with the contours of a side in the imposition's cut spot."""
    high = imposition.paper[1]
    steps: list[str] = []
    for placement in side.placements:
        for segment in placed(imposition.trim, placement):
            numbers = [points(high - v) if n % 2 else points(v) for n, v in enumerate(segment[1:])]
            steps.append(" ".join([*(f"{number:.4f}" for number in numbers), _OPERATORS[int(segment[0])]]))
    assert imposition.cut_spot is not None
    name, shown = imposition.cut_spot
    tint = Dictionary(
        FunctionType=2, Domain=Array([0, 1]), C0=Array([0, 0, 0, 0]), C1=Array([_exact(v) for v in shown]), N=1
    )
    plate = Array([Name.Separation, Name(f"/{name}"), Name.DeviceCMYK, tint])
    form = pdf.make_stream(f"/Cut CS 1 SCN /Over gs {WIDTH} w\n{' '.join(steps)}\nS".encode())
    form.Type, form.Subtype = Name.XObject, Name.Form
    form.BBox = Array([0, 0, *(_exact(points(length)) for length in imposition.paper)])
    form.Resources = Dictionary(
        ColorSpace=Dictionary(Cut=pdf.make_indirect(plate)),
        ExtGState=Dictionary(Over=Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=1)),
    )
    return form


def _exact(value: float) -> int | float:
    rounded = round(value, 4)
    return int(rounded) if rounded == int(rounded) else rounded
