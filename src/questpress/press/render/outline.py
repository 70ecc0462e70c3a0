"""Outlines of shapes: path data and basic shapes as moves, lines and cubic curves in absolute coordinates.

Nothing here knows cairo. Path data follows SVG 1.1, 8.3; what is malformed raises OutlineError instead of being drawn
up to the fault, because a half-drawn path on a printed card is a fault that nobody sees in time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import acos, ceil, cos, hypot, pi, radians, sin, sqrt, tan

Segment = tuple[float, ...]
"""(0, x, y) move, (1, x, y) line, (2, x1, y1, x2, y2, x, y) curve, (3,) close: cairo's own numbers."""

MOVE, LINE, CURVE, CLOSE = 0, 1, 2, 3
LARGEST = 1e6  # of a coordinate, user units: a kilometre
NOUGHT = 1e-9  # of a radius or a chord, user units: below it an arc is a line, and its squares would come to nothing
ROUND = 10.0  # a quarter circle as one curve errs by 0.027 % of the radius; from this radius on it is split
_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_NUMBERS = re.compile(_NUMBER)
_LIST = re.compile(rf"[\s,]*+(?>{_NUMBER}[\s,]*+)*+")  # atomic: each number is read in one way only
_ARC = re.compile(r"[\s,]*+" + r"[\s,]*+".join([f"({_NUMBER})"] * 3 + ["([01])"] * 2 + [f"({_NUMBER})"] * 2))
_COMMAND = re.compile(r"[\s,]*([MmZzLlHhVvCcSsQqTtAa])([^A-DF-Za-df-z]*)")
_COUNTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7}


class OutlineError(ValueError):
    """Path data or points that cannot be read; the message says where."""


class Outline:
    """Moves, lines and curves, in the user space of their shape. Compared by identity; never changed."""

    __slots__ = ("_box", "pointer", "segments")

    def __init__(self, segments: tuple[Segment, ...]) -> None:
        self.segments = segments
        self._box: tuple[float, float, float, float] | None = None
        self.pointer: object = None  # cairo's own form, made and kept by the surface that draws it

    @property
    def box(self) -> tuple[float, float, float, float] | None:
        """(x0, y0, x1, y1) of the filled outline, curves measured exactly; None where it is empty."""
        if self._box is None and self.segments:
            xs, ys = _extremes(self.segments)
            self._box = (min(xs), min(ys), max(xs), max(ys))
        return self._box

    def polygons(self, steps: int = 8) -> list[list[tuple[float, float]]]:
        """The closed subpaths as polygons, `steps` chords to a curve: good enough to tell turns and insides."""
        return [[point for point in _flat(part, steps)] for part in _parts(self.segments)]


def _parts(segments: tuple[Segment, ...]) -> list[list[Segment]]:
    parts: list[list[Segment]] = []
    for segment in segments:
        if segment[0] == MOVE or not parts:
            parts.append([])
        parts[-1].append(segment)
    return [part for part in parts if len(part) > 1]


def _flat(part: list[Segment], steps: int) -> Iterator[tuple[float, float]]:
    x = y = 0.0
    for segment in part:
        if segment[0] == CURVE:
            _, x1, y1, x2, y2, x3, y3 = segment
            for i in range(1, steps + 1):
                t = i / steps
                u = 1 - t
                a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
                yield a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3
            x, y = x3, y3
        elif segment[0] != CLOSE:
            x, y = segment[1], segment[2]
            yield x, y


def _extremes(segments: tuple[Segment, ...]) -> tuple[list[float], list[float]]:
    xs: list[float] = []
    ys: list[float] = []
    x = y = 0.0
    for index, segment in enumerate(segments):
        if segment[0] == CURVE:
            _, x1, y1, x2, y2, x3, y3 = segment
            xs += _turns(x, x1, x2, x3)
            ys += _turns(y, y1, y2, y3)
            x, y = x3, y3
        elif segment[0] != CLOSE:
            x, y = segment[1], segment[2]
            if segment[0] == MOVE and (index + 1 == len(segments) or segments[index + 1][0] == MOVE):
                continue  # a move that draws nothing
            xs.append(x)
            ys.append(y)
    return (xs or [0.0]), (ys or [0.0])


def _turns(p0: float, p1: float, p2: float, p3: float) -> list[float]:
    """The end of a curve and the values at which it turns, in one dimension."""
    found = [p3]
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    if abs(a) < 1e-12:
        roots = [-c / b] if abs(b) > 1e-12 else []
    else:
        square = b * b - 4 * a * c
        roots = [(-b + sign * sqrt(square)) / (2 * a) for sign in (1, -1)] if square >= 0 else []
    for t in roots:
        if 0 < t < 1:
            u = 1 - t
            found.append(u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3)
    return found


@lru_cache(maxsize=8192)
def path(d: str) -> Outline:
    """The outline of path data. Raises OutlineError."""
    return Outline(tuple(_segments(d)))


def _segments(d: str) -> Iterator[Segment]:
    x = y = start_x = start_y = 0.0
    last = ""
    control_x = control_y = 0.0
    place = 0
    closed = False
    while place < len(d):
        match = _COMMAND.match(d, place)
        if match is None:
            if not d[place:].strip(" \t\r\n,"):
                return
            raise OutlineError(f"unknown path command at '{d[place : place + 12].strip()}'")
        place = match.end()
        letter, text = match.groups()
        lower = letter.lower()
        if not last and lower != "m":
            raise OutlineError(f"a path starts with M or m, found '{letter}'")
        if lower == "z":
            if text.strip(" \t\r\n,"):
                raise OutlineError(f"numbers after '{letter}': '{text.strip()[:12]}'")
            yield (CLOSE,)
            x, y, last, closed = start_x, start_y, "z", True
            continue
        relative = letter == lower
        for values in _arguments(letter, text):
            base_x, base_y = (x, y) if relative else (0.0, 0.0)
            if closed and lower != "m":
                yield (MOVE, start_x, start_y)
            closed = False
            if lower == "m":
                x, y = base_x + values[0], base_y + values[1]
                start_x, start_y = x, y
                yield (MOVE, x, y)
                lower = "l"  # pairs that follow are lines
            elif lower == "l":
                x, y = base_x + values[0], base_y + values[1]
                yield (LINE, x, y)
            elif lower == "h":
                x = base_x + values[0]
                yield (LINE, x, y)
            elif lower == "v":
                y = base_y + values[0]
                yield (LINE, x, y)
            elif lower in "cs":
                if lower == "c":
                    x1, y1 = base_x + values[0], base_y + values[1]
                    values = values[2:]
                else:
                    x1, y1 = (2 * x - control_x, 2 * y - control_y) if last in "cs" and last else (x, y)
                control_x, control_y = base_x + values[0], base_y + values[1]
                x, y = base_x + values[2], base_y + values[3]
                yield (CURVE, x1, y1, control_x, control_y, x, y)
            elif lower in "qt":
                if lower == "q":
                    control_x, control_y = base_x + values[0], base_y + values[1]
                    values = values[2:]
                else:
                    control_x, control_y = (2 * x - control_x, 2 * y - control_y) if last in "qt" else (x, y)
                end_x, end_y = base_x + values[0], base_y + values[1]
                yield (
                    CURVE,
                    x + (control_x - x) * 2 / 3,
                    y + (control_y - y) * 2 / 3,
                    end_x + (control_x - end_x) * 2 / 3,
                    end_y + (control_y - end_y) * 2 / 3,
                    end_x,
                    end_y,
                )
                x, y = end_x, end_y
            else:
                end_x, end_y = base_x + values[5], base_y + values[6]
                yield from arc(x, y, values[0], values[1], values[2], bool(values[3]), bool(values[4]), end_x, end_y)
                x, y = end_x, end_y
            last = lower


def _arguments(letter: str, text: str) -> Iterator[tuple[float, ...]]:
    count = _COUNTS[letter.lower()]
    if count == 7:
        place = 0
        while match := _ARC.match(text, place):
            yield _measured(tuple(map(float, match.groups())))
            place = match.end()
        if place == 0 or text[place:].strip(" \t\r\n,"):
            raise OutlineError(
                f"'{letter}' needs 7 numbers, two of them flags (0 or 1), at '{text[place:].strip()[:24]}'"
            )
        return
    if _LIST.fullmatch(text) is None:
        raise OutlineError(f"not a number after '{letter}': '{text.strip()[:24]}'")
    numbers = _measured(tuple([float(number) for number in _NUMBERS.findall(text)]))
    if not numbers or len(numbers) % count:
        raise OutlineError(f"'{letter}' needs {count} number{'s' if count > 1 else ''} a step, found {len(numbers)}")
    for index in range(0, len(numbers), count):
        yield numbers[index : index + count]


def _measured(numbers: tuple[float, ...]) -> tuple[float, ...]:
    for number in numbers:
        if not abs(number) <= LARGEST:
            raise OutlineError(f"{number:g} is out of all measure")
    return numbers


def arc(
    x: float, y: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, end_x: float, end_y: float
) -> Iterator[Segment]:
    """An elliptical arc from (x, y) as curves (SVG 1.1, F.6); a line where a radius is nought."""
    if x == end_x and y == end_y:
        return
    rx, ry = abs(rx), abs(ry)
    if min(rx, ry) < NOUGHT or max(abs(x - end_x), abs(y - end_y)) < NOUGHT:
        yield (LINE, end_x, end_y)
        return
    phi = radians(turn % 360)
    cosine, sine = cos(phi), sin(phi)
    dx, dy = (x - end_x) / 2, (y - end_y) / 2
    x1, y1 = cosine * dx + sine * dy, -sine * dx + cosine * dy
    excess = (x1 / rx) ** 2 + (y1 / ry) ** 2
    if excess > 1:
        rx, ry = rx * sqrt(excess), ry * sqrt(excess)
    below = (rx * y1) ** 2 + (ry * x1) ** 2
    factor = sqrt(max(0.0, (rx * ry) ** 2 / below - 1)) * (1 if large != sweep else -1)
    cx1, cy1 = factor * rx * y1 / ry, -factor * ry * x1 / rx
    cx, cy = cosine * cx1 - sine * cy1 + (x + end_x) / 2, sine * cx1 + cosine * cy1 + (y + end_y) / 2
    start = _angle((x1 - cx1) / rx, (y1 - cy1) / ry)
    sweep_angle = _angle((-x1 - cx1) / rx, (-y1 - cy1) / ry) - start
    if sweep and sweep_angle < 0:
        sweep_angle += 2 * pi
    elif not sweep and sweep_angle > 0:
        sweep_angle -= 2 * pi
    pieces = max(1, ceil(abs(sweep_angle) / _step(max(rx, ry)) - 1e-6))
    step = sweep_angle / pieces
    reach = 4 / 3 * tan(step / 4)
    for index in range(pieces):
        a, b = start + index * step, start + (index + 1) * step
        points = (
            (cos(a) - reach * sin(a), sin(a) + reach * cos(a)),
            (cos(b) + reach * sin(b), sin(b) - reach * cos(b)),
            (cos(b), sin(b)),
        )
        flat: list[float] = []
        for ux, uy in points:
            flat += [cx + cosine * rx * ux - sine * ry * uy, cy + sine * rx * ux + cosine * ry * uy]
        if index == pieces - 1:
            flat[4:] = [end_x, end_y]
        yield (CURVE, *flat)


def _step(radius: float) -> float:
    return pi / 2 if radius < ROUND else pi / 4


def _angle(x: float, y: float) -> float:
    length = hypot(x, y)
    angle = acos(max(-1.0, min(1.0, x / length))) if length else 0.0
    return -angle if y < 0 else angle


@lru_cache(maxsize=8192)
def rectangle(x: float, y: float, width: float, height: float, rx: float = 0.0, ry: float = 0.0) -> Outline:
    """A rectangle, with round corners where both radii are above nought (SVG 1.1, 9.2)."""
    if width <= 0 or height <= 0:
        return Outline(())
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    right, below = x + width, y + height
    if rx <= 0 or ry <= 0:
        lines = ((MOVE, x, y), (LINE, right, y), (LINE, right, below), (LINE, x, below), (CLOSE,))
        return Outline(lines)
    corners = [(right - rx, y, right, y + ry), (right, below - ry, right - rx, below)]
    corners += [(x + rx, below, x, below - ry), (x, y + ry, x + rx, y)]
    segments: list[Segment] = [(MOVE, x + rx, y)]
    for start_x, start_y, end_x, end_y in corners:
        segments.append((LINE, start_x, start_y))
        segments += arc(start_x, start_y, rx, ry, 0, False, True, end_x, end_y)
    return Outline((*segments, (CLOSE,)))


@lru_cache(maxsize=8192)
def ellipse(cx: float, cy: float, rx: float, ry: float) -> Outline:
    """An ellipse, or nothing where a radius is nought. It starts at its right, as SVG 1.1, 9.3 says of circles."""
    if rx <= 0 or ry <= 0:
        return Outline(())
    segments: list[Segment] = [(MOVE, cx + rx, cy)]
    for x, y, end_x, end_y in ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)):
        segments += arc(cx + x * rx, cy + y * ry, rx, ry, 0, False, True, cx + end_x * rx, cy + end_y * ry)
    return Outline((*segments, (CLOSE,)))


@lru_cache(maxsize=8192)
def polyline(points: str, closed: bool) -> Outline:
    """The line through a list of points. Raises OutlineError."""
    if _LIST.fullmatch(points) is None:
        raise OutlineError(f"not a number in the points: '{points.strip()[:24]}'")
    numbers = _measured(tuple([float(number) for number in _NUMBERS.findall(points)]))
    if len(numbers) % 2:
        raise OutlineError(f"points come in pairs, found {len(numbers)} numbers")
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    if not pairs:
        return Outline(())
    segments: list[Segment] = [(MOVE, *pairs[0]), *((LINE, *pair) for pair in pairs[1:])]
    return Outline((*segments, (CLOSE,)) if closed else tuple(segments))


def line(x1: float, y1: float, x2: float, y2: float) -> Outline:
    """A straight line."""
    return Outline(((MOVE, x1, y1), (LINE, x2, y2)))
