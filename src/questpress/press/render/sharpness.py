"""How finely the raster art of a face prints: its pixels an inch at the size at which it is drawn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

from questpress.press.render.figures import Figure, Group, Matrix, Picture, Still, times
from questpress.press.render.pictures import Art
from questpress.units import MM_PER_INCH

Sharpness = tuple[tuple[str, float], ...]
"""Keys of art with their least pixels an inch, in the order in which the face shows them."""


def sharpness(figure: Figure, to_mm: Matrix, art: Mapping[str, Art]) -> Sharpness:
    """The least resolution of each picture below `figure`; art drawn with hard pixels is meant to be coarse."""
    found: dict[str, float] = {}
    for picture, matrix in _pictures(figure, to_mm):
        shown = art.get(picture.source)
        if shown is not None and picture.smooth and shown.width and shown.height:
            across, down = _sides(picture, shown, matrix)
            if across > 0 and down > 0:
                least = MM_PER_INCH / max(across, down)
                found[shown.key] = min(found.get(shown.key, least), least)
    return tuple((key, round(ppi, 1)) for key, ppi in found.items())


def _sides(picture: Picture, art: Art, matrix: Matrix) -> tuple[float, float]:
    """Width and height of one pixel in mm."""
    width, height = (art.height, art.width) if art.turn > 4 else (art.width, art.height)
    across, down = picture.box[2] / width, picture.box[3] / height
    if not picture.align.startswith("none"):
        across = down = max(across, down) if picture.align.endswith("slice") else min(across, down)
    a, b, c, d, _, _ = matrix
    return across * hypot(a, b), down * hypot(c, d)


def _pictures(figure: Figure, matrix: Matrix) -> Iterator[tuple[Picture, Matrix]]:
    match figure:
        case Picture():
            yield figure, matrix
        case Group():
            inner = times(figure.matrix, matrix) if figure.matrix is not None else matrix
            for child in figure.children:
                yield from _pictures(child, inner)
        case Still():
            for child in figure.children:
                yield from _pictures(child, matrix)
