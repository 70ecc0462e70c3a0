"""A face taken apart into what is drawn: groups, shapes, text and pictures, with every reference resolved.

`mend` makes them, `surface` draws them. Equal parts of a face, and of all faces of a chunk, are one object: what
inherits nothing different and refers to nothing different is the same figure. Figures are compared by identity.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from questpress.press.render.outline import Outline
from questpress.press.text.run import Run

Matrix = tuple[float, float, float, float, float, float]
"""a b c d e f, as SVG and cairo order them."""
Box = tuple[float, float, float, float]
"""x, y, width, height."""


@dataclass(frozen=True, slots=True, eq=False)
class Solid:
    """One colour; channels and opacity 0 to 1."""

    red: float
    green: float
    blue: float
    alpha: float


@dataclass(frozen=True, slots=True, eq=False)
class Gradient:
    """A gradient as CairoSVG's draw_gradient reads it: `kind` is the element's name, `attributes` are its own and
    those of the gradients it refers to, `stops` are (offset, colour)."""

    kind: str
    attributes: tuple[tuple[str, str], ...]
    stops: tuple[tuple[float, tuple[float, float, float, float]], ...]

    @property
    def boxed(self) -> bool:
        """Whether it is measured on the painted shape's box."""
        return ("gradientUnits", "userSpaceOnUse") not in self.attributes


@dataclass(frozen=True, slots=True, eq=False)
class Tiling:
    """A pattern: `content` drawn in a tile that repeats. `boxed` tiles and `boxed_content` are shares of the painted
    shape's box; `view` is a viewBox with its preserveAspectRatio."""

    content: Group
    tile: Box
    matrix: Matrix | None
    view: tuple[Box, str] | None
    boxed: bool
    boxed_content: bool


Paint = Solid | Gradient | Tiling


@dataclass(frozen=True, slots=True, eq=False)
class Stroke:
    """How an outline is stroked; lengths in user units. `cap` and `join` are cairo's numbers."""

    paint: Paint
    width: float
    cap: int
    join: int
    miter: float
    dashes: tuple[float, ...]
    offset: float


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    outline: Outline
    evenodd: bool
    fill: Paint | None
    fill_opacity: float
    stroke: Stroke | None
    stroke_opacity: float
    antialias: int = 0
    weight: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """Glyph runs of one element, in one paint."""

    runs: tuple[Run, ...]
    fill: Paint | None
    fill_opacity: float
    stroke: Stroke | None
    stroke_opacity: float
    weight: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """Raster art: `source` is a key of the chunk's pictures; box in user units; `align` as preserveAspectRatio."""

    source: str
    box: Box
    align: str
    opacity: float
    smooth: bool
    weight: int = 2


@dataclass(frozen=True, slots=True, eq=False)
class Arrows:
    """A shape with markers, which CairoSVG draws: its tag, attributes and the marker elements by name."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    markers: tuple[tuple[str, Marker], ...]
    stroke_width: float
    weight: int = 8


@dataclass(frozen=True, slots=True, eq=False)
class Marker:
    attributes: tuple[tuple[str, str], ...]
    content: tuple[Figure, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ClipPart:
    outline: Outline
    matrix: Matrix | None
    evenodd: bool


@dataclass(frozen=True, slots=True, eq=False)
class Clip:
    """The union of `parts`; `boxed` when they are shares of the clipped element's box."""

    parts: tuple[ClipPart, ...]
    boxed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Children under one matrix, inside the intersection of `clips`, at one opacity. `clips` are in the space that
    `matrix` leads to."""

    children: tuple[Figure, ...]
    matrix: Matrix | None = None
    clips: tuple[Clip, ...] = ()
    opacity: float = 1.0
    weight: int = field(default=1)


@dataclass(frozen=True, slots=True, eq=False)
class Still:
    """Children that several faces share, or one face several times: drawn once and replayed."""

    children: tuple[Figure, ...]
    weight: int = 1


Figure = Group | Shape | Words | Picture | Arrows | Still


def group(
    children: tuple[Figure, ...], matrix: Matrix | None = None, clips: tuple[Clip, ...] = (), opacity: float = 1.0
) -> Group:
    """A Group that knows its weight: the number of drawing steps below it, one more for itself."""
    return Group(children, matrix, clips, opacity, 1 + len(clips) + sum([child.weight for child in children]))


def times(first: Matrix, then: Matrix) -> Matrix:
    """The matrix that applies `first`, then `then`."""
    a, b, c, d, e, f = first
    g, h, i, j, k, l = then  # noqa: E741
    return (a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l)


def flat(matrix: Matrix | None) -> bool:
    """Whether a matrix squeezes everything into a line or a point: then nothing is drawn (SVG 1.1, 7.4)."""
    if matrix is None:
        return False
    a, b, c, d, _, _ = matrix
    return not abs(a * d - b * c) > 1e-12


def box_of(figure: Figure) -> tuple[float, float, float, float] | None:
    """(x0, y0, x1, y1) of what `figure` fills, without strokes; None where it is empty. Text has no box here."""
    match figure:
        case Shape():
            return figure.outline.box
        case Picture():
            x, y, width, height = figure.box
            return x, y, x + width, y + height
        case Group():
            found: list[tuple[float, float]] = []
            for child in figure.children:
                inner = box_of(child)
                if inner is not None:
                    x0, y0, x1, y1 = inner
                    corners = ((x0, y0), (x1, y0), (x1, y1), (x0, y1))
                    found += [_moved(figure.matrix, *corner) for corner in corners]
            if found:
                xs, ys = zip(*found, strict=True)
                return min(xs), min(ys), max(xs), max(ys)
    return None


def _moved(matrix: Matrix | None, x: float, y: float) -> tuple[float, float]:
    if matrix is None:
        return x, y
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f
