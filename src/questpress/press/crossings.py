"""Whether an outline bounds one piece: a line that meets itself nowhere, with holes inside it and nothing beside it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice

from questpress.press.render.outline import Outline

Point = tuple[float, float]
Part = tuple[Point, ...]
Edge = tuple[Point, Point, int, int]  # from, to, the part that it belongs to, its place there

CHORDS = 16  # of a curve
MOST_EDGES = 8000  # of all parts; of outlines with many curves each gets fewer chords
JOIN = 0.02  # millimetres; points that are nearer are one: drawing programs do not meet their own starts exactly
LEAST_AREA = 0.01  # square millimetres that a part encloses at least
MOST_MEETINGS = 200  # that are looked for
MOST_TOLD = 3  # places that a message names


def faults_in(outline: Outline) -> list[str]:
    """Why nobody can cut one piece along `outline`, whose parts are closed; empty where one can.

    Lines that touch count as crossing: what hangs together at a point falls apart.
    """
    chords = max(2, min(CHORDS, MOST_EDGES // max(1, len(outline.segments))))
    parts = [_joined(part) for part in outline.polygons(chords)]
    flat = [part[0] for part in parts if len(part) < 3]
    if flat:
        return [f"the part at {_told(flat)} encloses nothing"]
    twice = [part for number, part in enumerate(parts) if any(_same(part, other) for other in parts[:number])]
    if twice:
        return [f"the part at {_told([part[0] for part in twice])} is there twice"]
    own: list[Point] = []
    others: list[Point] = []
    for point, alike in islice(_meetings(parts), MOST_MEETINGS):
        found = own if alike else others
        if all(math.dist(point, known) > JOIN for known in found):
            found.append(point)
    faults = [f"it crosses or touches itself at {_told(own)}"] if own else []
    faults += [f"its parts cross or touch at {_told(others)}"] if others else []
    flat = [part[0] for part in parts if abs(_area(part)) < LEAST_AREA]
    if flat and not faults:  # where a line crosses itself, what it encloses may come to nothing too
        faults = [f"the part at {_told(flat)} encloses nothing"]
    if faults:
        return faults
    pieces = [part for part in parts if sum(_holds(other, part[0]) for other in parts if other is not part) % 2 == 0]
    if len(pieces) > 1:
        return [f"it is {len(pieces)} pieces that do not hang together, at {_told([part[0] for part in pieces])}"]
    return []


def _told(places: Sequence[Point]) -> str:
    shown = sorted(places, key=lambda point: (round(point[1], 2), round(point[0], 2)))[:MOST_TOLD]
    words = " and ".join(f"({x + 0.0:.2f}, {y + 0.0:.2f})" for x, y in shown)
    return words + (" and elsewhere" if len(places) > MOST_TOLD else "")


def _joined(part: Sequence[Point]) -> Part:
    """The polygon without points that lie on the one before."""
    kept: list[Point] = []
    for point in part:
        if not kept or math.dist(kept[-1], point) > JOIN:
            kept.append(point)
    while len(kept) > 1 and math.dist(kept[-1], kept[0]) <= JOIN:
        kept.pop()
    return tuple(kept)


def _area(part: Part) -> float:
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(part, part[1:] + part[:1], strict=True)) / 2


def _same(one: Part, other: Part) -> bool:
    """Whether two polygons are one line, whichever way they run and wherever they begin."""
    if len(one) != len(other):
        return False
    return all(min(math.dist(point, there) for there in other) <= JOIN for point in one)


def _meetings(parts: Sequence[Part]) -> Iterator[tuple[Point, bool]]:
    """Where edges that are not neighbours meet, and whether they are of one part; also where a line runs back on
    itself."""
    edges: list[Edge] = [
        (a, b, number, place)
        for number, part in enumerate(parts)
        for place, (a, b) in enumerate(zip(part, part[1:] + part[:1], strict=True))
    ]
    edges.sort(key=lambda edge: min(edge[0][0], edge[1][0]))
    open_: list[Edge] = []
    for edge in edges:
        (ax, ay), (bx, by), number, place = edge
        left, low, high = min(ax, bx), min(ay, by), max(ay, by)
        open_ = [other for other in open_ if max(other[0][0], other[1][0]) >= left]
        for other in open_:
            if max(other[0][1], other[1][1]) < low or min(other[0][1], other[1][1]) > high:
                continue
            alike = other[2] == number
            apart = abs(other[3] - place) if alike else 0
            if alike and apart in (1, len(parts[number]) - 1):
                point = _turned_back(edge, other)
            else:
                point = _meeting(edge[0], edge[1], other[0], other[1])
            if point is not None:
                yield point, alike
        open_.append(edge)


def _turned_back(one: Edge, other: Edge) -> Point | None:
    """The corner between two neighbours where the second lies on the first."""
    first, second = (one, other) if math.dist(one[1], other[0]) <= math.dist(other[1], one[0]) else (other, one)
    (ax, ay), (bx, by), (cx, cy) = first[0], first[1], second[1]
    across = (ax - bx) * (cy - by) - (ay - by) * (cx - bx)
    along = (ax - bx) * (cx - bx) + (ay - by) * (cy - by)
    return (bx, by) if along > 0 and abs(across) <= 1e-9 * along else None


def _meeting(a: Point, b: Point, c: Point, d: Point) -> Point | None:
    """Where two lines from point to point meet, their ends included; of lines that lie on each other an end."""
    p, q, r, s = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
    across = p * s - q * r
    ux, uy = c[0] - a[0], c[1] - a[1]
    if abs(across) > 1e-12 * (math.hypot(p, q) * math.hypot(r, s)):
        t, u = (ux * s - uy * r) / across, (ux * q - uy * p) / across
        near = 1e-9
        return (a[0] + t * p, a[1] + t * q) if -near <= t <= 1 + near and -near <= u <= 1 + near else None
    long = p * p + q * q
    if abs(ux * q - uy * p) > 1e-9 * math.sqrt(long):
        return None  # they run beside each other
    shares = sorted((((x - a[0]) * p + (y - a[1]) * q) / long, (x, y)) for x, y in (c, d))
    if shares[0][0] > 1 or shares[1][0] < 0:
        return None
    return shares[0][1] if shares[0][0] >= 0 else a


def _holds(part: Part, point: Point) -> bool:
    inside, (x, y) = False, point
    for (ax, ay), (bx, by) in zip(part, part[1:] + part[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside
