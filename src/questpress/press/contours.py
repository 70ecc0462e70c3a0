"""The line that a piece is cut along: rectangles with square or round corners, circles, hexagons, other outlines.

One geometry for everything: cut guides, cut files, proofs and the ring that text keeps out of. A contour is made of
the segments of `render.outline` in millimetres, from the trim's top left corner, or from the paper's once it is placed.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from questpress.press.model import Trim
from questpress.press.render.outline import (
    CLOSE,
    CURVE,
    LINE,
    MOVE,
    Outline,
    OutlineError,
    Segment,
    arc,
    ellipse,
    path,
    rectangle,
)

if TYPE_CHECKING:
    from questpress.press.arrange import Placement

Point = tuple[float, float]
MOST = 2000  # segments of an outline
NEAR = 0.1  # millimetres by which an outline may differ from its trim's size
REGULAR = 0.025  # share by which a hexagon's sides may differ: print houses round their sizes
CHORDS = 16  # of a curve, where a contour has to be a polygon


@lru_cache(maxsize=256)
def contour(trim: Trim) -> Outline:
    """The line along which a piece of this trim is cut, closed, seen from its front.

    Raises OutlineError where the trim has an outline of its own that cannot be read.
    """
    if trim.shape == "circle":
        return ellipse(trim.width / 2, trim.height / 2, trim.width / 2, trim.height / 2)
    if trim.shape in ("hex-flat", "hex-pointy"):
        return _rounded(hexagon(trim.width, trim.height, trim.shape), trim.corner)
    if trim.shape == "outline":
        return path(trim.outline)
    return rectangle(0.0, 0.0, trim.width, trim.height, trim.corner, trim.corner)


def hexagon(width: float, height: float, shape: str) -> list[Point]:
    """The corners of a hexagon in its box, clockwise from the top left: flat has an edge on top, pointy a corner."""
    if shape == "hex-flat":
        shares = ((0.25, 0), (0.75, 0), (1, 0.5), (0.75, 1), (0.25, 1), (0, 0.5))
    else:
        shares = ((0.5, 0), (1, 0.25), (1, 0.75), (0.5, 1), (0, 0.75), (0, 0.25))
    return [(x * width, y * height) for x, y in shares]


def regular_height(width: float, shape: str) -> float:
    """The height of a regular hexagon of this width."""
    return width * (math.sqrt(3) / 2 if shape == "hex-flat" else 2 / math.sqrt(3))


def is_regular(width: float, height: float, shape: str) -> bool:
    """Whether a hexagon of this size is regular, as near as print houses state their sizes."""
    return abs(height / regular_height(width, shape) - 1) <= REGULAR


def scaled(trim: Trim, factor: float) -> Trim:
    """The trim of the same component printed `factor` times as large."""
    outline = trim.outline
    if outline and fault_of(outline) is None:
        outline = data([(segment[0], *(value * factor for value in segment[1:])) for segment in path(outline).segments])
    lengths = {name: getattr(trim, name) * factor for name in ("width", "height", "bleed", "safe", "corner")}
    return replace(trim, outline=outline, **lengths)


def fault_of(d: str) -> str | None:
    """What keeps path data from being cut along; None where nothing does."""
    try:
        segments = path(d).segments
    except OutlineError as error:
        return str(error)
    if not segments:
        return "it is empty"
    if len(segments) > MOST:
        return f"it has {len(segments)} steps, more than {MOST}"
    begun = [index for index, segment in enumerate(segments) if segment[0] == MOVE]
    for start, end in zip(begun, [*begun[1:], len(segments)], strict=True):
        part = segments[start:end]
        if part[-1][0] != CLOSE:
            return "a part of it is open"
        if len(part) < 3:
            return "a part of it is a point"
    return None


def placed(trim: Trim, placement: Placement) -> tuple[Segment, ...]:
    """The contour of a piece where it lies on paper; the back of a piece is seen in the mirror."""
    there = on_paper(trim, placement)
    found: list[Segment] = []
    for segment in contour(trim).segments:
        points = [there(*segment[n : n + 2]) for n in range(1, len(segment), 2)]
        found.append((segment[0], *(value for point in points for value in point)))
    return tuple(found)


def on_paper(trim: Trim, placement: Placement) -> Callable[[float, float], Point]:
    """Where the points of a piece, from its trim's corner, lie on paper."""
    angle = math.radians(placement.turn)
    cos, sin = round(math.cos(angle)), round(math.sin(angle))
    middle_x, middle_y = placement.trim.centre
    way = -1.0 if placement.back else 1.0

    def there(x: float, y: float) -> Point:
        across, down = way * (x - trim.width / 2), y - trim.height / 2
        return middle_x + cos * across - sin * down, middle_y + sin * across + cos * down

    return there


def polygons(trim: Trim, mirrored: bool = False) -> tuple[tuple[Point, ...], ...]:
    """The contour as polygons, curves in chords; `mirrored` as it is seen from the back."""
    parts = contour(trim).polygons(CHORDS)
    return tuple(tuple((trim.width - x, y) if mirrored else (x, y) for x, y in part) for part in parts)


def grown_hexagon(trim: Trim, by: float) -> list[Point]:
    """The corners of a hexagon with `by` millimetres more beyond every edge."""
    corners = hexagon(trim.width, trim.height, trim.shape)
    edges = [_moved(*start, *end, by) for start, end in zip(corners, corners[1:] + corners[:1], strict=True)]
    return [_crossing(before, edge) for before, edge in zip(edges[-1:] + edges[:-1], edges, strict=True)]


def data(segments: Sequence[Segment], digits: int = 4) -> str:
    """Path data of a contour, in millimetres."""
    letters = {MOVE: "M", LINE: "L", CURVE: "C", CLOSE: "Z"}
    return "".join(letters[int(s[0])] + " ".join(_number(v, digits) for v in s[1:]) for s in segments)


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def _rounded(corners: list[Point], radius: float) -> Outline:
    """A convex polygon, clockwise, whose corners are rounded by `radius`, as far as its edges are long enough."""
    if radius <= 0:
        return Outline(((MOVE, *corners[0]), *((LINE, *corner) for corner in corners[1:]), (CLOSE,)))
    segments: list[Segment] = []
    for before, corner, after in zip(corners[-1:] + corners[:-1], corners, corners[1:] + corners[:1], strict=True):
        back = (before[0] - corner[0], before[1] - corner[1])
        on = (after[0] - corner[0], after[1] - corner[1])
        long_back, long_on = math.hypot(*back), math.hypot(*on)
        half = math.acos((back[0] * on[0] + back[1] * on[1]) / (long_back * long_on)) / 2
        reach = min(radius / math.tan(half), long_back / 2, long_on / 2)
        start = (corner[0] + back[0] * reach / long_back, corner[1] + back[1] * reach / long_back)
        end = (corner[0] + on[0] * reach / long_on, corner[1] + on[1] * reach / long_on)
        segments.append((LINE if segments else MOVE, *start))
        own = reach * math.tan(half)
        segments += arc(*start, own, own, 0, False, True, *end)
    return Outline((*segments, (CLOSE,)))


def _moved(x: float, y: float, u: float, v: float, by: float) -> tuple[float, float, float, float]:
    """An edge of a clockwise polygon, moved outward."""
    long = math.hypot(u - x, v - y)
    out_x, out_y = (v - y) / long * by, -(u - x) / long * by
    return x + out_x, y + out_y, u + out_x, v + out_y


def _crossing(one: tuple[float, ...], other: tuple[float, ...]) -> Point:
    """Where two lines that are not parallel cross, each through two points."""
    x1, y1, x2, y2 = one
    x3, y3, x4, y4 = other
    across = (x1 - x2) * (y3 - y4) - (y1 - y2) * (x3 - x4)
    first, second = x1 * y2 - y1 * x2, x3 * y4 - y3 * x4
    return (
        (first * (x3 - x4) - (x1 - x2) * second) / across,
        (first * (y3 - y4) - (y1 - y2) * second) / across,
    )
