"""Where a booklet's links lie and lead once its pages are placed on paper."""

from __future__ import annotations

import math

from questpress.press.arrange import Imposition, Placement
from questpress.press.box import Box
from questpress.press.model import Trim

Bookmark = tuple[str, int, int]  # title, page of the file from 0, level from 1
Link = tuple[int, Box, int | str]  # page of the file from 0, place on it, page or address that it leads to


def places_of(imposition: Imposition) -> dict[str, list[tuple[int, Placement]]]:
    """Every placement of each face with the page of the file, from 0, that it is on."""
    found: dict[str, list[tuple[int, Placement]]] = {}
    for number, side in enumerate(imposition.sides):
        for placement in side.placements:
            found.setdefault(placement.face, []).append((number, placement))
    return found


def on_paper(placement: Placement, trim: Trim, x: float, y: float, width: float, height: float) -> Box:
    """A box of a face, from its trim's corner, as it lies on paper; millimetres."""
    angle = math.radians(placement.turn)
    cos, sin = round(math.cos(angle)), round(math.sin(angle))
    middle_x, middle_y = placement.trim.centre
    corners = []
    for right, down in ((x, y), (x + width, y + height)):
        across, along = right - trim.width / 2, down - trim.height / 2
        corners.append((middle_x + cos * across - sin * along, middle_y + sin * across + cos * along))
    (a, b), (c, d) = corners
    return Box(min(a, c), min(b, d), max(a, c), max(b, d))
