"""The graphics state that a content stream is read in, and the geometry that it needs."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields, replace
from operator import attrgetter
from typing import Any

from questpress.press.preflight.spaces import GRAY, Space

Matrix = tuple[float, float, float, float, float, float]
Edges = tuple[float, float, float, float]  # left, bottom, right, top in the units of a content stream

SAME: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
EVERYWHERE: Edges = (-1e9, -1e9, 1e9, 1e9)


def times(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that does `first`, then `then`."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m)


def moved(box: Edges, by: Matrix) -> Edges:
    """The upright box around `box` as `by` maps it."""
    left, bottom, right, top = box
    a, b, c, d, e, f = by
    if b == 0 and c == 0:
        x0, x1, y0, y1 = a * left + e, a * right + e, d * bottom + f, d * top + f
        return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
    xs = [a * x + c * y + e for x in (left, right) for y in (bottom, top)]
    ys = [b * x + d * y + f for x in (left, right) for y in (bottom, top)]
    return min(xs), min(ys), max(xs), max(ys)


def meet(one: Edges, other: Edges) -> Edges | None:
    """What two boxes have in common, None where they have nothing."""
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    right, top = min(one[2], other[2]), min(one[3], other[3])
    return (left, bottom, right, top) if left <= right and bottom <= top else None


def scales(by: Matrix) -> tuple[float, float]:
    """By how much lengths shrink at least and grow at most under a matrix: its singular values."""
    a, b, c, d = by[:4]
    e, f, g, h = (a + d) / 2, (a - d) / 2, (c + b) / 2, (c - b) / 2
    q, r = math.hypot(e, h), math.hypot(f, g)
    return abs(q - r), q + r


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour: its space and components; `pattern` is the name of a pattern instead."""

    space: Space = GRAY
    parts: tuple[float, ...] = (0.0,)
    pattern: str = ""


@dataclass(slots=True)
class State:
    """The parameters that q saves and Q restores, as far as a preflight looks at them (ISO 32000-1, 8.4)."""

    matrix: Matrix = SAME
    clip: Edges = EVERYWHERE  # the box around what is visible, in the units of the content stream
    fill: Paint = field(default_factory=Paint)
    stroke: Paint = field(default_factory=Paint)
    line: float = 1.0
    fill_over: bool = False
    stroke_over: bool = False
    over_mode: int = 0
    fill_alpha: float = 1.0
    stroke_alpha: float = 1.0
    blend: str = "Normal"
    masked: bool = False
    font: Any = None  # a fonts.Font
    size: float = 0.0
    spacing: float = 0.0
    wordspacing: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0
    put: tuple[Any, ...] = ()  # what plates have set so far, see inks.py

    def copy(self) -> State:
        return State(*_ALL(self))

    def inherited(self) -> State:
        """The state in which a form's content begins: all but the place."""
        return replace(self, matrix=SAME, clip=EVERYWHERE)

    def isolated(self) -> State:
        """The state in which a transparency group's content begins (ISO 32000-1, 11.6.6)."""
        return replace(self.inherited(), fill_alpha=1.0, stroke_alpha=1.0, blend="Normal", masked=False)

    def key(self) -> tuple[Any, ...]:
        """What decides how a form looks that is drawn in this state."""
        return (
            self.fill,
            self.stroke,
            self.line,
            self.fill_over,
            self.stroke_over,
            self.over_mode,
            self.fill_alpha,
            self.stroke_alpha,
            self.blend,
            self.masked,
            self.mode,
            self.put,
        )


_ALL = attrgetter(*(one.name for one in fields(State)))
