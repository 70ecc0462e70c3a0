"""What lies where, kept in the file itself: each page's components with trim, visible bleed, safe ring and outline.

A page-piece dictionary (ISO 32000-1, 14.5) is for a program's own notes on a page. No one else minds it, PDF/X allows
it, and it goes where the file goes: preflight then names components wherever the file is looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pikepdf import Array, Dictionary, Pdf, String

from questpress.press.arrange import Imposition, Placement
from questpress.press.contours import on_paper, polygons

PRIVATE = "/questpress"  # our key in /PieceInfo
UNDATED = "2000-01-01"  # of a game that states no date; the clock is never asked


@dataclass(frozen=True, slots=True)
class Names:
    """What the pieces of a deck are called, by the key of their face.

    `white`: their edges are meant to be white. `figures`: they show other pieces in small, whose text and lines may be
    too fine to read.
    """

    by_face: Mapping[str, str]
    white: bool = False
    figures: bool = False


def note_places(pdf: Pdf, imposition: Imposition, names: Names, date: str) -> None:
    """Notes on every page of `pdf` what lies where, in millimetres from its top left; `date` as yyyy-mm-dd or empty.

    The small picture of a split board on its plan is left out: it is no piece.
    """
    stamp = String(f"D:{(date or UNDATED).replace('-', '')}000000Z")
    for page, side in zip(pdf.pages, imposition.sides, strict=True):
        shown = [placement for placement in side.placements if placement.scale == 1.0]
        places = [_place(imposition, placement, side.back, names) for placement in shown]
        private = Dictionary(Places=Array(places))
        if not imposition.furnished and not imposition.folded:
            private.Alone = True  # the page is the component with its bleed, no sheet on which several lie
        page.obj.PieceInfo = Dictionary({PRIVATE: Dictionary(LastModified=stamp, Private=private)})
        page.obj.LastModified = stamp


def _place(imposition: Imposition, placement: Placement, back: bool, names: Names) -> Dictionary:
    trim, shown = placement.trim, placement.shown
    if back:  # which a printer's calibration may move
        trim, shown = (imposition.moved.box(box, imposition.paper) for box in (trim, shown))
    right, down = (new - old for new, old in zip(trim.centre, placement.trim.centre, strict=True))
    made = Dictionary(
        Name=String(names.by_face.get(placement.face, "")),
        Trim=_numbers(trim.left, trim.top, trim.right, trim.bottom),
        Shown=_numbers(shown.left, shown.top, shown.right, shown.bottom),
        Safe=_numbers(imposition.trim.safe)[0],
    )
    if imposition.trim.shape != "rect":
        line = polygons(imposition.trim)[0]
        there = on_paper(imposition.trim, placement)
        points = ((x + right, y + down) for x, y in (there(*point) for point in line))
        made.Outline = _numbers(*(value for point in points for value in point))
    if names.white:
        made.White = True
    if names.figures:
        made.Figures = True
    return made


def _numbers(*values: float) -> Array:
    return Array([round(value, 3) for value in values])
