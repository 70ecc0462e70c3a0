"""What is seen of a piece with an outline of its own: itself and the bleed that follows its line."""

from __future__ import annotations

import math

from questpress.press.contours import Point, contour
from questpress.press.model import Trim

CHORDS = 6  # of a curve, of which eight make a large circle: the sheet shows 0.05 mm less at 20 mm radius
ROUND = 16  # sides of what stands for a disc
STRAIGHT = math.radians(8)  # turns up to here leave no gap to speak of between the strips beside them

Polygon = tuple[Point, ...]


def fringe(trim: Trim, by: float) -> list[Polygon]:
    """Polygons that together cover the piece and all within `by` millimetres of its line, and hardly more.

    They overlap and are to be filled by the nonzero rule: parts turn clockwise, holes the other way, and the strips
    along all lines clockwise, so that a hole is seen as far as its own bleed reaches.
    """
    parts = [tuple(part) for part in contour(trim).polygons(CHORDS)]
    found: list[Polygon] = []
    for number, part in enumerate(parts):
        depth = sum(_holds(other, part[0]) for n, other in enumerate(parts) if n != number)
        part = _clockwise(part)
        found.append(part if depth % 2 == 0 else part[::-1])
        if by > 0:
            found += _strips(part, by)
    return found


def _strips(part: Polygon, by: float) -> list[Polygon]:
    """A strip along every edge, and something round at every corner."""
    strips: list[Polygon] = []
    edges = [(a, b) for a, b in zip(part, part[1:] + part[:1], strict=True) if math.dist(a, b) > 1e-9]
    for number, ((ax, ay), (bx, by_)) in enumerate(edges):
        long = math.dist((ax, ay), (bx, by_))
        p, q = -(by_ - ay) / long * by, (bx - ax) / long * by
        strips.append(_clockwise(((ax + p, ay + q), (ax - p, ay - q), (bx - p, by_ - q), (bx + p, by_ + q))))
        (cx, cy), (dx, dy) = edges[number - 1]
        turn = math.atan2(by_ - ay, bx - ax) - math.atan2(dy - cy, dx - cx)
        if abs(math.remainder(turn, math.tau)) > STRAIGHT:
            radius = by / math.cos(math.pi / ROUND)
            angles = [math.tau * n / ROUND for n in range(ROUND)]
            strips.append(tuple((ax + radius * math.cos(angle), ay + radius * math.sin(angle)) for angle in angles))
    return strips


def _clockwise(part: Polygon) -> Polygon:
    """The polygon in the way in which angles grow where y runs down."""
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(part, part[1:] + part[:1], strict=True))
    return part if area >= 0 else part[::-1]


def _holds(part: Polygon, point: Point) -> bool:
    inside, (x, y) = False, point
    for (ax, ay), (bx, by) in zip(part, part[1:] + part[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside
