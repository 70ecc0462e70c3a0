"""What a content stream paints, and where: every fill, stroke, line of text and form with its box, area and colours.

Enough geometry to know what lies on what. Curves count by their control points, text by where its line begins.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from questpress.press.colour.recipe import Rgb

Matrix = tuple[float, float, float, float, float, float]
Bounds = tuple[float, float, float, float]  # left, bottom, right, top
UNIT: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)

_TOKEN = re.compile(
    rb"\((?:[^()\\]|\\[\s\S]|\((?:[^()\\]|\\[\s\S])*\))*\)|<<|>>|<[0-9A-Fa-f\s]*>|[\[\]]|/[^\s()<>\[\]{}/%]*|%[^\r\n]*"
    rb"|[^\s()<>\[\]{}/%]+"
)
_NUMBER = re.compile(rb"[-+]?\.?\d")
_FILLS = frozenset((b"f", b"F", b"f*", b"B", b"B*", b"b", b"b*"))
_STROKES = frozenset((b"S", b"s", b"B", b"B*", b"b", b"b*"))
_SHOWS = frozenset((b"Tj", b"TJ", b"'", b'"'))


@dataclass(slots=True)
class Mark:
    """Something painted. `begin` and `end` are where colour operators may be put around it in the stream.

    `fill` and `stroke` are its colours, None where it has none, or one that is no RGB; `width` is the line's. `name`
    is the form, picture or gradient that it shows, with the `matrix` in force. Boxes and areas are in the stream's own
    space.
    """

    begin: int
    end: int
    bounds: Bounds
    area: float = 0.0
    fill: Rgb | None = None
    stroke: Rgb | None = None
    width: float = 0.0
    text: bool = False
    name: str = ""
    kind: str = ""  # Do | sh
    matrix: Matrix = UNIT
    new_fill: Rgb | None = None
    new_stroke: Rgb | None = None
    decided: bool = False


@dataclass(slots=True)
class _State:
    matrix: Matrix = UNIT
    clip: Bounds = (-1e9, -1e9, 1e9, 1e9)
    fill: Rgb | None = None
    stroke: Rgb | None = None
    width: float = 1.0

    def copy(self) -> _State:
        return _State(self.matrix, self.clip, self.fill, self.stroke, self.width)


@dataclass(slots=True)
class _Path:
    """The path under construction."""

    begin: int = -1
    left: float = 1e18
    bottom: float = 1e18
    right: float = -1e18
    top: float = -1e18
    area: float = 0.0
    start: tuple[float, float] = (0.0, 0.0)
    at: tuple[float, float] = (0.0, 0.0)

    def move(self, x: float, y: float) -> None:
        self.close()
        self.start = self.at = (x, y)
        self._grow(x, y)

    def line(self, x: float, y: float) -> None:
        self.area += (self.at[0] * y - x * self.at[1]) / 2
        self.at = (x, y)
        self._grow(x, y)

    def close(self) -> None:
        if self.at != self.start:
            self.line(*self.start)

    def _grow(self, x: float, y: float) -> None:
        if x < self.left:
            self.left = x
        if x > self.right:
            self.right = x
        if y < self.bottom:
            self.bottom = y
        if y > self.top:
            self.top = y


@dataclass(slots=True)
class Reader:
    """Reads one stream; `marks` are in painting order."""

    data: bytes
    marks: list[Mark] = field(default_factory=list)

    def read(self) -> list[Mark]:
        """The marks of the stream. Inline pictures end the reading: what follows keeps its colours."""
        state, stack = _State(), []
        path, clipping = _Path(), False
        operands: list[bytes] = []
        begin = 0  # of the operands
        line: Matrix = UNIT
        for match in _TOKEN.finditer(self.data):
            token = match[0]
            first = token[0]
            if not (65 <= first <= 90 or 97 <= first <= 122 or first in (39, 34)):
                if not operands:
                    begin = match.start()
                operands.append(token)
                continue
            if not operands:
                begin = match.start()
            if token in (b"m", b"l", b"c", b"v", b"y", b"re", b"h"):
                if path.begin < 0:
                    path.begin = begin
                _construct(path, token, operands)
            elif token in _FILLS or token in _STROKES or token == b"n":
                path.close()
                if clipping:
                    state.clip = overlap(state.clip, turned(_bounds(path), state.matrix))
                clipping = False
                if token != b"n" and path.left <= path.right:
                    self._painted(path, token, state, match.end())
                path = _Path()
            elif token in (b"W", b"W*"):
                clipping = True
            elif token == b"q":
                stack.append(state.copy())
            elif token == b"Q":
                state = stack.pop() if stack else state
            elif token == b"cm":
                state.matrix = times(_matrix(operands), state.matrix)
            elif token == b"w":
                state.width = float(operands[-1])
            elif token in (b"rg", b"RG", b"g", b"G"):
                _coloured(state, token, operands)
            elif token in (b"k", b"cs", b"sc", b"scn"):
                state.fill = None
            elif token in (b"K", b"CS", b"SC", b"SCN"):
                state.stroke = None
            elif token == b"BT":
                line = UNIT
            elif token == b"Tm":
                line = _matrix(operands)
            elif token in (b"Td", b"TD"):
                x, y = map(float, operands[-2:])
                line = times((1, 0, 0, 1, x, y), line)
            elif token in _SHOWS:
                self._written(times(line, state.matrix), state, begin, match.end())
            elif token in (b"Do", b"sh"):
                name = operands[-1].decode("latin-1")
                kind = token.decode()
                self.marks.append(Mark(begin, match.end(), state.clip, name=name, kind=kind, matrix=state.matrix))
            elif token == b"BI":
                break
            operands = []
        return self.marks

    def _painted(self, path: _Path, token: bytes, state: _State, end: int) -> None:
        a, b, c, d, _, _ = state.matrix
        bounds = overlap(turned(_bounds(path), state.matrix), state.clip)
        area = min(abs(path.area * (a * d - b * c)), _size(bounds))
        fill = state.fill if token in _FILLS else None
        stroke = state.stroke if token in _STROKES else None
        if bounds[0] <= bounds[2] and bounds[1] <= bounds[3]:
            width = state.width * abs(a * d - b * c) ** 0.5 if stroke is not None else 0.0
            self.marks.append(Mark(path.begin, end, bounds, area if token in _FILLS else 0.0, fill, stroke, width))

    def _written(self, matrix: Matrix, state: _State, begin: int, end: int) -> None:
        """Text counts where its first letter stands, a third of a letter above the baseline."""
        x, y = moved(matrix, 0.3, 0.3)
        self.marks.append(Mark(begin, end, (x, y, x, y), fill=state.fill, text=True))


def _construct(path: _Path, token: bytes, operands: list[bytes]) -> None:
    try:
        numbers = [float(operand) for operand in operands]
    except ValueError:
        return
    match token, len(numbers):
        case b"m", 2:
            path.move(*numbers)
        case b"l", 2:
            path.line(*numbers)
        case (b"c", 6) | (b"v", 4) | (b"y", 4):
            for place in range(0, len(numbers), 2):
                path.line(numbers[place], numbers[place + 1])
        case b"re", 4:
            x, y, width, height = numbers
            path.move(x, y)
            for corner in ((x + width, y), (x + width, y + height), (x, y + height), (x, y)):
                path.line(*corner)
        case b"h", 0:
            path.close()


def _coloured(state: _State, token: bytes, operands: list[bytes]) -> None:
    values = [round(255 * float(operand)) for operand in operands if _NUMBER.match(operand)]
    rgb = (values * 3)[:3] if token in (b"g", b"G") else values[-3:]
    colour = (rgb[0], rgb[1], rgb[2]) if len(rgb) == 3 else None
    if token.islower():
        state.fill = colour
    else:
        state.stroke = colour


def _matrix(operands: list[bytes]) -> Matrix:
    a, b, c, d, e, f = map(float, operands[-6:])
    return a, b, c, d, e, f


def times(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that does `first` and `then` after it."""
    a, b, c, d, e, f = first
    g, h, i, j, k, m = then
    return a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m


def moved(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def turned(bounds: Bounds, matrix: Matrix) -> Bounds:
    """The box around a box that is moved and turned."""
    left, bottom, right, top = bounds
    corners = [moved(matrix, x, y) for x in (left, right) for y in (bottom, top)]
    across, up = [x for x, _ in corners], [y for _, y in corners]
    return min(across), min(up), max(across), max(up)


def overlap(one: Bounds, other: Bounds) -> Bounds:
    return max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])


def _bounds(path: _Path) -> Bounds:
    return path.left, path.bottom, path.right, path.top


def _size(bounds: Bounds) -> float:
    return max(0.0, bounds[2] - bounds[0]) * max(0.0, bounds[3] - bounds[1])
