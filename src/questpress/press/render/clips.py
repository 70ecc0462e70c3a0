"""Outlines turned so that clipping to several of them together is clipping to their union.

A clip is one path under one rule. Shapes whose insides all turn the same way add up under the non-zero rule, whatever
rule each was drawn under; so holes are turned against their surroundings and everything else with them.
"""

from __future__ import annotations

from functools import lru_cache

from questpress.press.render.figures import ClipPart
from questpress.press.render.outline import CLOSE, CURVE, LINE, MOVE, Outline, Segment


def turned(part: ClipPart) -> Outline:
    """The part's outline with its insides turning one way after its matrix."""
    mirrored = False
    if part.matrix is not None:
        a, b, c, d, _, _ = part.matrix
        mirrored = a * d - b * c < 0
    return _turned(part.outline, part.evenodd, mirrored)


@lru_cache(maxsize=4096)
def _turned(outline: Outline, evenodd: bool, mirrored: bool) -> Outline:
    parts = _parts(outline.segments)
    polygons = outline.polygons()
    areas = [_area(polygon) for polygon in polygons]
    if evenodd:
        wanted = [_depth(index, polygons) % 2 == 0 for index in range(len(polygons))]
        backwards = [(area > 0) != (want != mirrored) for area, want in zip(areas, wanted, strict=True)]
    else:
        backwards = [(sum(areas) > 0) == mirrored] * len(parts)
    segments: list[Segment] = []
    for part, back in zip(parts, backwards, strict=True):
        segments += _reversed(part) if back else part
    return Outline(tuple(segments))


def _parts(segments: tuple[Segment, ...]) -> list[list[Segment]]:
    parts: list[list[Segment]] = []
    for segment in segments:
        if segment[0] == MOVE or not parts:
            parts.append([])
        parts[-1].append(segment)
    return [part for part in parts if len(part) > 1]


def _area(polygon: list[tuple[float, float]]) -> float:
    following = [*polygon[1:], *polygon[:1]]
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(polygon, following, strict=True))


def _depth(index: int, polygons: list[list[tuple[float, float]]]) -> int:
    """In how many of the other polygons a polygon lies."""
    x, y = polygons[index][0]
    return sum(_holds(polygon, x, y) for other, polygon in enumerate(polygons) if other != index)


def _holds(polygon: list[tuple[float, float]], x: float, y: float) -> bool:
    inside = False
    following = [*polygon[1:], *polygon[:1]]
    for (x1, y1), (x2, y2) in zip(polygon, following, strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside


def _reversed(part: list[Segment]) -> list[Segment]:
    ends: list[tuple[float, float]] = []
    drawn = [segment for segment in part if segment[0] != CLOSE]
    for segment in drawn:
        ends.append((segment[-2], segment[-1]))
    back: list[Segment] = [(MOVE, *ends[-1])]
    for index in range(len(drawn) - 1, 0, -1):
        segment = drawn[index]
        if segment[0] == CURVE:
            _, x1, y1, x2, y2, _, _ = segment
            back.append((CURVE, x2, y2, x1, y1, *ends[index - 1]))
        else:
            back.append((LINE, *ends[index - 1]))
    return [*back, (CLOSE,)]
