"""Where crop marks and cut lines go: never into a trim or a visible bleed, printable where there is room."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from questpress.press.box import NEAR, Box, Mirror, Size

CLEAR = 0.3  # millimetres between a mark and anything that is printed; more than half a mark's width
LONGEST = 4.0  # of a crop mark
SHORTEST = 1.25  # of a mark that a ruler can still be laid to
SHORTEST_UNPRINTABLE = 0.75  # at the very edge of the paper, where only some printers reach


@dataclass(frozen=True, slots=True)
class Line:
    """A mark from (x, y) to (u, v); it runs along an axis, towards larger values."""

    x: float
    y: float
    u: float
    v: float

    def mirrored(self, paper: Size, mirror: Mirror) -> Line:
        """Where the mark lies when the paper is held to light and seen from its other side."""
        if mirror == "columns":
            return Line(paper[0] - self.u, self.y, paper[0] - self.x, self.v)
        return Line(self.x, paper[1] - self.v, self.u, paper[1] - self.y)

    @property
    def box(self) -> Box:
        return Box(self.x, self.y, self.u, self.v)


@dataclass(frozen=True, slots=True)
class Marks:
    """The lines of one side, and how many of them lie in the unprintable edge for want of room."""

    lines: tuple[Line, ...]
    unprintable: int = 0


def marks(
    trims: Sequence[Box], shown: Sequence[Box], shape: str, paper: Size, margin: float, longest: float = LONGEST
) -> Marks:
    """The marks around pieces whose visible boxes are `shown`; `longest` is infinite for cut lines.

    Rectangles get two marks a corner, in line with the cuts; circles and outlines of their own one at each end of both
    middle lines, to line up a punch; hexagons two at the edges that lie along the paper, one at their points. A mark
    is left out where neighbours leave no room for it.
    """
    obstacles = [box.grown(CLEAR) for box in shown]
    printable, sheet = Box(0, 0, *paper).grown(-margin), Box(0, 0, *paper)
    in_way: dict[tuple[bool, float], list[tuple[float, float]]] = {}
    rays: list[_Ray] = []
    unprintable = 0
    for trim, box in zip(trims, shown, strict=True):
        turned = shape.startswith("hex") and (trim.width > trim.height) != (shape == "hex-flat")
        upright, lying = ("hex-pointy", "hex-flat") if turned else ("hex-flat", "hex-pointy")
        across, down = trim.centre
        ys = (trim.top, trim.bottom) if shape in ("rect", upright) else (down,)
        xs = (trim.left, trim.right) if shape in ("rect", lying) else (across,)
        sides = (
            (True, ys, box.left - CLEAR, -1),
            (True, ys, box.right + CLEAR, 1),
            (False, xs, box.top - CLEAR, -1),
            (False, xs, box.bottom + CLEAR, 1),
        )
        for along_x, cuts, start, way in sides:
            low, high = (printable.left, printable.right) if along_x else (printable.top, printable.bottom)
            far = sheet.right if along_x else sheet.bottom
            for cut in cuts:
                key = (along_x, round(cut, 4))
                if key not in in_way:
                    in_way[key] = _in_way(cut, obstacles, along_x)
                end = _reach(start, way, longest, in_way[key])
                inner = (max(min(start, end), low), min(max(start, end), high))
                outer = (max(min(start, end), 0.0), min(max(start, end), far))
                if inner[1] - inner[0] >= SHORTEST - NEAR:
                    rays.append(_Ray(along_x, round(cut, 4), *inner, way))
                elif (end < low or end > high) and outer[1] - outer[0] >= SHORTEST_UNPRINTABLE - NEAR:
                    rays.append(_Ray(along_x, round(cut, 4), *outer, way))
                    unprintable += 1
    if longest <= LONGEST:
        rays = _uncrossed(rays)
    lines: list[Line] = []
    for along_x in (True, False):
        by_cut: dict[float, list[tuple[float, float]]] = {}
        for ray in rays:
            if ray.along_x == along_x:
                by_cut.setdefault(ray.cut, []).append((ray.low, ray.high))
        for cut, parts in sorted(by_cut.items()):
            lines += [Line(a, cut, b, cut) if along_x else Line(cut, a, cut, b) for a, b in joined(parts)]
    return Marks(tuple(lines), unprintable)


@dataclass(frozen=True, slots=True)
class _Ray:
    """A mark before it meets others: the line `cut` from `low` to `high`, drawn away from its piece by `way`."""

    along_x: bool
    cut: float
    low: float
    high: float
    way: int


def _uncrossed(rays: list[_Ray]) -> list[_Ray]:
    """The marks with those along x ending before those along y that they would cross; too short ones are left out."""
    cell = 2 * LONGEST
    upright: dict[int, list[_Ray]] = {}
    for ray in rays:
        if not ray.along_x:
            upright.setdefault(math.floor(ray.cut / cell), []).append(ray)
    kept = []
    for ray in rays:
        low, high = ray.low, ray.high
        if ray.along_x:
            for index in range(math.floor((low - cell) / cell), math.floor((high + cell) / cell) + 1):
                for other in upright.get(index, ()):
                    if not (
                        other.low - CLEAR < ray.cut < other.high + CLEAR and low - CLEAR < other.cut < high + CLEAR
                    ):
                        continue
                    if ray.way > 0:
                        high = other.cut - CLEAR
                    else:
                        low = other.cut + CLEAR
        if high - low >= (SHORTEST if (low, high) != (ray.low, ray.high) else 0.0) - NEAR:
            kept.append(_Ray(ray.along_x, ray.cut, low, high, ray.way))
    return kept


def _in_way(cut: float, obstacles: list[Box], along_x: bool) -> list[tuple[float, float]]:
    """From where to where each box lies on the line at `cut`."""
    if along_x:
        return [(o.left, o.right) for o in obstacles if o.top + NEAR < cut < o.bottom - NEAR]
    return [(o.top, o.bottom) for o in obstacles if o.left + NEAR < cut < o.right - NEAR]


def _reach(start: float, way: int, longest: float, in_way: list[tuple[float, float]]) -> float:
    """Where a mark from `start` ends: after `longest`, or before the first box that lies in its way."""
    end = start + way * min(longest, 1e5)
    for near, far in in_way:
        if way > 0 and far > start + NEAR:
            end = min(end, max(near, start))
        elif way < 0 and near < start - NEAR:
            end = max(end, min(far, start))
    return end


def joined(parts: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The parts of one line with overlapping ones made one, in order."""
    joined: list[tuple[float, float]] = []
    for low, high in sorted(parts):
        if joined and low <= joined[-1][1] + NEAR:
            joined[-1] = (joined[-1][0], max(joined[-1][1], high))
        else:
            joined.append((low, high))
    return [(round(low, 4), round(high, 4)) for low, high in joined]
