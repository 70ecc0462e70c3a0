"""Computed vector art for face templates: wobbling grids, tick rows, forests, stars, arrows, fold and cut lines.

Templates see this module as `shapes`. Every function is pure: the same arguments give the same text, on every
machine and Python version (the randomness is our own integer hash of an explicit seed, not `random`).

Two sorts of function, told apart by name: `*_path` returns path data for a `d` attribute, to be styled by the
template; the others return finished SVG elements as `Markup`. Units are the template's (millimetres), angles are
degrees clockwise from north, numbers are written with at most two decimals. Nothing here knows a game or a colour:
colours come in as arguments.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import svgwrite.container
import svgwrite.path
import svgwrite.shapes
from markupsafe import Markup

Point = tuple[float, float]
LIMIT = 20_000
"""Most pieces that one call draws: a slip in a card's data must not fill the memory."""


def number(value: float) -> str:
    """A coordinate as SVG text: at most two decimals, no trailing zeros, never `-0`."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def noise(seed: int, *place: int) -> float:
    """A number from 0 up to 1, the same for the same seed and place. Not for secrets. (splitmix64)"""
    state = seed & 0xFFFFFFFFFFFFFFFF
    for part in (*place, 0x5EED):
        state = (state + 0x9E3779B97F4A7C15 + (part & 0xFFFFFFFFFFFFFFFF) * 0xD1B54A32D192ED03) & 0xFFFFFFFFFFFFFFFF
        state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        state ^= state >> 31
    return (state >> 11) / float(1 << 53)


def _bounded(count: float, what: str) -> int:
    if not 0 <= count <= LIMIT:
        raise ValueError(f"shapes: {what} must be 0 to {LIMIT}, found {count}")
    return int(count)


def _element(element: svgwrite.base.BaseElement) -> Markup:
    return Markup(element.tostring())


def _path(d: str, **style: object) -> Markup:
    attributes = {key: (number(v) if isinstance(v, float) else v) for key, v in style.items() if v is not None}
    return _element(svgwrite.path.Path(d=d, debug=False, **attributes))


def _closed(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def around(cx: float, cy: float, radius: float, count: int, turn: float = 0.0) -> list[tuple[float, float, float]]:
    """`count` places on a circle as (x, y, angle), the first at `turn` degrees clockwise from north."""
    spots = []
    for index in range(_bounded(count, "count")):
        angle = turn + 360.0 * index / count
        radians = math.radians(angle)
        spots.append((round(cx + radius * math.sin(radians), 4), round(cy - radius * math.cos(radians), 4), angle))
    return spots


# --- outlines -------------------------------------------------------------------------------------------------------


def polygon_path(cx: float, cy: float, radius: float, corners: int, turn: float = 0.0) -> str:
    """A regular polygon with one corner at `turn`; 3 corners or more."""
    if corners < 3:
        raise ValueError(f"shapes: a polygon has 3 corners or more, found {corners}")
    return _closed((x, y) for x, y, _ in around(cx, cy, radius, corners, turn))


def star_path(cx: float, cy: float, points: int, outer: float, inner: float, turn: float = 0.0) -> str:
    """A star of `points` points between two radii, its first point at `turn`."""
    tips = around(cx, cy, outer, points, turn)
    dips = around(cx, cy, inner, points, turn + 180.0 / max(points, 1))
    return _closed(spot[:2] for pair in zip(tips, dips, strict=True) for spot in pair)


def arrow_path(
    cx: float, cy: float, length: float, turn: float = 0.0, shaft: float = 0.28, head: float = 0.72, barb: float = 0.42
) -> str:
    """A block arrow centred on its own length; `shaft` and `head` and `barb` (head length) are shares of it."""
    half, s, h = length / 2, length * shaft / 2, length * head / 2
    neck = -half + length * barb
    outline = [(0, -half), (h, neck), (s, neck), (s, half), (-s, half), (-s, neck), (-h, neck)]
    sine, cosine = math.sin(math.radians(turn)), math.cos(math.radians(turn))
    return _closed((cx + x * cosine - y * sine, cy + x * sine + y * cosine) for x, y in outline)


def pointer_path(x0: float, y0: float, x1: float, y1: float, shaft: float = 0.5, head: float = 1.6) -> str:
    """A straight arrow from one place to another, `shaft` thick, its head `head` wide and as long."""
    long, turn = math.dist((x0, y0), (x1, y1)), math.degrees(math.atan2(x1 - x0, y0 - y1))
    share = 1 / max(long, 1e-6)
    return arrow_path((x0 + x1) / 2, (y0 + y1) / 2, long, turn, shaft * share, head * share, min(head * share, 1.0))


def _trace(*steps: str | Point) -> str:
    """Path data from commands and the points that follow them: `_trace("M", (0, 0), "L", (1, 1), "Z")`."""
    parts = (step if isinstance(step, str) else f"{number(step[0])} {number(step[1])} " for step in steps)
    return "".join(parts).replace(" Z", "Z").rstrip()


def rounded_path(x: float, y: float, width: float, height: float, radius: float) -> str:
    """A rectangle with round corners as one closed path (the radius is cut to half the shorter side)."""
    r = max(0.0, min(radius, width / 2, height / 2))
    arc, x1, y1 = f"A{number(r)} {number(r)} 0 0 1 ", x + width, y + height
    top, right = ("M", (x + r, y), "L", (x1 - r, y), arc, (x1, y + r)), ("L", (x1, y1 - r), arc, (x1 - r, y1))
    return _trace(*top, *right, "L", (x + r, y1), arc, (x, y1 - r), "L", (x, y + r), arc, (x + r, y), "Z")


def plate_path(x: float, y: float, width: float, height: float, notch: float = 3.0) -> str:
    """A name plate: a bar whose ends sweep out to a point at half height, `notch` beyond the bar on both sides."""
    middle, dip, ease = y + height / 2, height * 0.28, notch * 0.3
    left, right, foot = x, x + width, y + height
    west, east = (left - notch, middle), (right + notch, middle)
    return _trace(
        *("M", west, "C", (left - ease, middle - dip / 2), (left, middle - dip), (left, y), "L", (right, y)),
        *("C", (right, middle - dip), (right + ease, middle - dip / 2), east),
        *("C", (right + ease, middle + dip / 2), (right, middle + dip), (right, foot), "L", (left, foot)),
        *("C", (left, middle + dip), (left - ease, middle + dip / 2), west, "Z"),
    )


def sheet_path(x: float, y: float, width: float, height: float, seed: int, wobble: float = 0.35) -> str:
    """A piece of paper with hand-cut edges: inside the given rectangle, never more than 2 × `wobble` from its sides.

    About one in four has a nicked corner, 3 × `wobble` long.
    """
    d = [wobble * (0.55 + noise(seed, index)) for index in range(11)]
    nick = wobble * 3 if noise(seed, 11) > 0.72 else 0.0
    x1, y1, start = x + width, y + height, (x + d[0], y + d[1])
    return _trace(
        *("M", start, "C", (x + width * 0.3, y + d[2] * 0.6), (x + width * 0.68, y + d[3])),
        *((x1 - d[4] - nick, y + d[1]), "L", (x1 - d[4], y + d[1] + nick)),
        *("C", (x1 - d[5] * 0.6, y + height * 0.33), (x1 - d[6], y + height * 0.7), (x1 - d[7], y1 - d[8])),
        *("C", (x + width * 0.66, y1 - d[9] * 0.6), (x + width * 0.3, y1 - d[10]), (x + d[2], y1 - d[3])),
        *("C", (x + d[5] * 0.6, y + height * 0.7), (x + d[9], y + height * 0.32), start, "Z"),
    )


def pine_path(x: float, base: float, width: float, height: float) -> str:
    """One fir with three tiers, standing on `base`, its tip `height` above."""
    w, h, n = width / 2, height, number
    tiers = [(0.0, 1.0), (0.42, 0.70), (0.22, 0.70), (0.72, 0.40), (0.44, 0.40), (1.0, 0.10), (0.2, 0.10), (0.2, 0.0)]
    right = [(x + w * share, base - h * level) for share, level in tiers]
    left = [(2 * x - px, py) for px, py in reversed(right[1:])]
    return "M" + "L".join(f"{n(px)} {n(py)}" for px, py in right + left) + "Z"


def pines_path(
    x0: float, x1: float, base: float, least: float, most: float, step: float, seed: int, slim: float = 0.62
) -> str:
    """A row of firs from `x0` to `x1` standing on `base`, `least` to `most` high, about `step` apart."""
    trees = []
    count = _bounded((x1 - x0) / step if step > 0 else LIMIT + 1, "trees in a row")
    for index in range(count + 1):
        x = x0 + (x1 - x0) * index / max(count, 1) + step * 0.34 * (noise(seed, index, 1) - 0.5)
        height = least + (most - least) * noise(seed, index, 2)
        width = step * (0.95 + 0.5 * noise(seed, index, 3)) * min(1.0, slim + 0.38)
        trees.append(pine_path(x, base, width, height))
    return "".join(trees)


# --- boards ---------------------------------------------------------------------------------------------------------


def parchment(
    columns: int, rows: int, square: float, x: float, y: float, fills: Sequence[str], seed: int = 1
) -> Markup:
    """The squares of a board as hand-cut sheets, one path for each fill; a square looks the same on any board size.

    Neighbours never share the same fill by design of the chequer: the first fill lies on the even squares, the second
    on the odd ones, and about one in eleven takes the third, if there is one.
    """
    _bounded(columns * rows, "squares")
    outlines: list[list[str]] = [[] for _ in fills]
    for row in range(rows):
        for column in range(columns):
            shade = (column + row) % min(2, len(fills))
            if len(fills) > 2 and noise(seed, column, row, 7) < 0.09:
                shade = 2
            cell = int(noise(seed, column, row) * 2**32)
            corner = (x + column * square, y + row * square)
            outlines[shade].append(sheet_path(*corner, square, square, cell, wobble=square * 0.0145))
    group = svgwrite.container.Group(debug=False)
    for fill, paths in zip(fills, outlines, strict=True):
        if paths:
            group.add(svgwrite.path.Path(d="".join(paths), fill=fill, debug=False))
    return _element(group)


def scatter(
    columns: int,
    rows: int,
    kinds: Sequence[str],
    seed: int = 1,
    share: float = 0.5,
    leave: Iterable[Sequence[int]] = (),
) -> list[dict[str, object]]:
    """Where small marks lie on a board: dicts `kind`, `column`, `row`, `turned`; none on the cells in `leave`.

    About `share` of the cells get one; a mark never repeats the one on its left or above.
    """
    _bounded(columns * rows, "squares")
    taken = {tuple(cell) for cell in leave}
    placed: dict[tuple[int, int], str] = {}
    for row in range(rows):
        for column in range(columns):
            if (column, row) in taken or noise(seed, column, row, 3) >= share:
                continue
            near = {placed.get((column - 1, row)), placed.get((column, row - 1))}
            order = [kind for kind in kinds if kind not in near] or list(kinds)
            placed[column, row] = order[int(noise(seed, column, row, 4) * len(order))]
    return [
        {"kind": kind, "column": column, "row": row, "turned": noise(seed, column, row, 5) < 0.5}
        for (column, row), kind in placed.items()
    ]


def edge_ticks(
    columns: int, rows: int, square: float, x: float, y: float, size: float, fill: str, gap: float = 0.4
) -> Markup:
    """Triangles that point outward at the middle of each row and column: `2 × (columns + rows)` of them, one path."""
    _bounded(columns * rows, "squares")
    x1, y1, half, n = x + columns * square, y + rows * square, size * 0.7, number
    marks = []
    for column in range(columns):
        middle = x + (column + 0.5) * square
        for edge, sign in ((y - gap, -1), (y1 + gap, 1)):
            marks.append(f"M{n(middle - half)} {n(edge)}H{n(middle + half)}L{n(middle)} {n(edge + sign * size)}Z")
    for row in range(rows):
        middle = y + (row + 0.5) * square
        for edge, sign in ((x - gap, -1), (x1 + gap, 1)):
            marks.append(f"M{n(edge)} {n(middle - half)}V{n(middle + half)}L{n(edge + sign * size)} {n(middle)}Z")
    return _path("".join(marks), fill=fill)


def vine(
    x: float, y0: float, y1: float, stroke: str, width: float = 0.5, sway: float = 0.8, pitch: float = 8.0
) -> Markup:
    """A climbing stem with a leaf on alternating sides, from `y0` down to `y1`."""
    n, turns = number, max(1, round((y1 - y0) / pitch))
    _bounded(turns, "turns of a vine")
    step = (y1 - y0) / turns
    stem, leaves = [f"M{n(x)} {n(y0)}"], []
    for index in range(turns):
        side = 1 if index % 2 else -1
        start = y0 + index * step
        stem.append(f"Q{n(x + side * sway)} {n(start + step / 2)} {n(x)} {n(start + step)}")
        for share in (0.3, 0.8):
            y = start + step * share
            lean = side if share < 0.5 else -side
            leaves.append(
                f"M{n(x)} {n(y)}c{n(0.1 * lean)}-1.2 {n(0.4 * lean)}-2 {n(1.2 * lean)}-2.6"
                f"c{n(0.3 * lean)} 1.2 {n(-0.1 * lean)} 2.2 {n(-1.2 * lean)} 2.6z"
            )
    group = svgwrite.container.Group(debug=False)
    group.add(svgwrite.path.Path(d="".join(stem), fill="none", stroke=stroke, stroke_width=n(width), debug=False))
    group.add(svgwrite.path.Path(d="".join(leaves), fill=stroke, debug=False))
    return _element(group)


# --- walls of a square ----------------------------------------------------------------------------------------------

DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""In the order of EQ-2; the index times 45 is the angle."""


def angle_of(direction: str) -> int:
    """Degrees clockwise from north: 0 for N, 45 for NE … 315 for NW."""
    if direction not in DIRECTIONS:
        raise ValueError(f"shapes: a direction is one of {', '.join(DIRECTIONS)}, found {direction}")
    return DIRECTIONS.index(direction) * 45


def closed_directions(sides: Iterable[str] = (), blocked: Iterable[str] = ()) -> list[str]:
    """The directions that a square's walls close: a side closes itself and the two diagonals that touch it."""
    shut = set()
    for side in sides:
        index = DIRECTIONS.index(side)
        shut |= {DIRECTIONS[(index + offset) % 8] for offset in (-1, 0, 1)}
    shut |= {DIRECTIONS[DIRECTIONS.index(direction)] for direction in blocked}
    return [direction for direction in DIRECTIONS if direction in shut]


def walls(sides: Iterable[str] = (), blocked: Iterable[str] = ()) -> dict[str, list[int]]:
    """Angles of the pieces that draw a barrier: `wall` (a whole side), `hedge` (its middle only), `knot` (a corner).

    Pieces are drawn along north or in the north-east corner and turned by the angle. What is drawn depends only on
    the set of closed directions, so `sides: [N]` and `blocked: [NW, N, NE]` look alike, and each closed direction is
    covered by exactly the pieces that mean it.
    """
    shut = set(closed_directions(sides, blocked))
    whole = [i for i in range(0, 8, 2) if {DIRECTIONS[i - 1], DIRECTIONS[i], DIRECTIONS[(i + 1) % 8]} <= shut]
    corners = {(i + offset) % 8 for i in whole for offset in (-1, 1)}
    hedges = [i for i in range(0, 8, 2) if DIRECTIONS[i] in shut and i not in whole]
    knots = [i for i in range(1, 8, 2) if DIRECTIONS[i] in shut and i not in corners]
    return {"wall": [i * 45 for i in whole], "hedge": [i * 45 for i in hedges], "knot": [i * 45 - 45 for i in knots]}


# --- paper nets -----------------------------------------------------------------------------------------------------


def strip_path(width: float, lengths: Sequence[float], tab_width: float) -> str:
    """The outline of a strip net, top to bottom: `lengths` of tab, panels, tab; the two tabs are `tab_width` wide.

    Closed, symmetric about the middle, the corners between panel and tab cut straight.
    """
    if len(lengths) < 3 or tab_width > width:
        raise ValueError(f"shapes: a strip needs a tab, a panel and a tab no wider than it, found {list(lengths)}")
    inset, total = (width - tab_width) / 2, sum(lengths)
    top, bottom = lengths[0], total - lengths[-1]
    return _closed(
        [
            (inset, 0),
            (inset + tab_width, 0),
            (inset + tab_width, top),
            (width, top),
            (width, bottom),
            (inset + tab_width, bottom),
            (inset + tab_width, total),
            (inset, total),
            (inset, bottom),
            (0, bottom),
            (0, top),
            (inset, top),
        ]
    )


def fold_line(
    x0: float, y0: float, x1: float, y1: float, stroke: str, width: float = 0.25, dash: float = 1.0
) -> Markup:
    """A dashed line to fold along."""
    line = f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"
    return _path(
        line, fill="none", stroke=stroke, stroke_width=width, stroke_dasharray=f"{number(dash)} {number(dash)}"
    )


def cut_line(points: Sequence[Point], stroke: str, width: float = 0.25) -> Markup:
    """A thin unbroken line to cut along, open from the first point to the last."""
    track = "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points)
    return _path(track, fill="none", stroke=stroke, stroke_width=width)


def beads(points: Sequence[Sequence[float]], radius: float, fill: str) -> Markup:
    """Round beads on the given places (as `around` and `along` give them), one group."""
    _bounded(len(points), "beads")
    group = svgwrite.container.Group(fill=fill, stroke="none", debug=False)
    for x, y, *_ in points:
        group.add(svgwrite.shapes.Circle(center=(number(x), number(y)), r=number(radius), debug=False))
    return _element(group)


def along(curve: Sequence[Point], count: int, start: float = 0.0, end: float = 1.0) -> list[Point]:
    """`count` places at equal distances along a chain of cubic Béziers (4, 7, 10 … control points)."""
    if len(curve) < 4 or (len(curve) - 1) % 3:
        raise ValueError(f"shapes: a chain of cubics has 4, 7, 10 … points, found {len(curve)}")
    samples: list[Point] = []
    for first in range(0, len(curve) - 1, 3):
        a, b, c, d = curve[first : first + 4]
        for index in range(0 if first == 0 else 1, 65):
            t = index / 64
            u = 1 - t
            weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
            samples.append(
                (
                    sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
                    sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
                )
            )
    travelled = [0.0]
    for before, after in pairwise(samples):
        travelled.append(travelled[-1] + math.dist(before, after))
    places: list[Point] = []
    for index in range(_bounded(count, "count")):
        share = start + (end - start) * (index / (count - 1) if count > 1 else 0.5)
        want = share * travelled[-1]
        k = max(1, next((i for i, d in enumerate(travelled) if d >= want), len(travelled) - 1))
        span = travelled[k] - travelled[k - 1] or 1.0
        t = (want - travelled[k - 1]) / span
        (ax, ay), (bx, by) = samples[k - 1], samples[k]
        places.append((round(ax + (bx - ax) * t, 4), round(ay + (by - ay) * t, 4)))
    return places
