"""Text that the knife would cut: where the ink of a face's text lies, against the trim and the safe ring inside it.

Only text counts: art runs over the trim as it should. The whole face is judged by one box first, which equal parts of
faces share; which text it is, and by how much, is asked only where that box reaches too far.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from questpress.press.render.figures import Clip, Figure, Group, Matrix, Still, Words, times
from questpress.press.render.lint import Fault
from questpress.press.render.tree import Scope
from questpress.press.render.viewport import Area
from questpress.press.text.ink import Box
from questpress.units import describe

if TYPE_CHECKING:
    from questpress.press.render.mend import Mender

EXACT = 0.02  # mm; a hundredth of what a cutter misses
_PLAIN: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Edge:
    """The trim of a face in mm, corner at 0, 0: a rectangle whose corners are rounded by `corner`; half its side makes
    a circle. `polygons` are any other shape, with holes where they lie in each other. `safe` is the ring inside it that
    text keeps out of."""

    width: float
    height: float
    corner: float = 0.0
    safe: float = 0.0
    polygons: tuple[tuple[tuple[float, float], ...], ...] = ()

    def beyond(self, x: float, y: float) -> float:
        """How far a point lies outside the trim, in mm; inside it is negative."""
        if self.polygons:
            return _beyond(self.polygons, x, y)
        radius = min(self.corner, self.width / 2, self.height / 2)
        across = abs(x - self.width / 2) - self.width / 2 + radius
        down = abs(y - self.height / 2) - self.height / 2 + radius
        return hypot(max(across, 0.0), max(down, 0.0)) + min(max(across, down), 0.0) - radius

    def reach(self, points: list[tuple[float, float]]) -> tuple[float, float]:
        """How far the nearest and the farthest of some points lie outside the trim."""
        distances = [self.beyond(x, y) for x, y in points]
        return min(distances), max(distances)


def _beyond(polygons: tuple[tuple[tuple[float, float], ...], ...], x: float, y: float) -> float:
    """The distance of a point to the nearest edge of any polygon, negative where an odd number of them hold it."""
    inside, least = False, float("inf")
    for polygon in polygons:
        for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
            along_x, along_y = bx - ax, by - ay
            long = along_x * along_x + along_y * along_y
            share = min(1.0, max(0.0, ((x - ax) * along_x + (y - ay) * along_y) / long)) if long else 0.0
            least = min(least, hypot(x - ax - share * along_x, y - ay - share * along_y))
            if (ay > y) != (by > y) and x < ax + (y - ay) / along_y * along_x:
                inside = not inside
    return -least if inside else least


def judge(mender: Mender, scope: Scope, figure: Group, area: Area, to_trim: Matrix, edge: Edge) -> None:
    """Notes every text of a face whose ink lies outside the trim (T046) or in the safe ring (T047).

    `to_trim` leads from the root's user space to mm from the trim's corner.
    """
    if mender.words is None:
        return
    whole = _box(mender, figure)
    if whole is None or edge.reach(_corners(whole, to_trim))[1] <= EXACT - edge.safe:
        return
    for element, text, least, most in _texts(mender, scope, area, to_trim, edge):
        if least > 0:
            message = f"{text} lies outside the trim, {describe(least)} mm beyond it"
            scope.fault(element, Fault("T046", message, "move it into the face"))
        elif most > EXACT:
            message = f"{text} reaches {describe(max(most, 0.01))} mm beyond the trim"
            scope.fault(element, Fault("T046", message, "move it, shorten it, or give its label a `max_width`"))
        elif most > EXACT - edge.safe:
            message = f"{text} reaches {describe(max(most + edge.safe, 0.01))} mm into the safe ring"
            help_ = f"keep text {describe(edge.safe)} mm inside the trim, or state a smaller `safe` for the kind"
            scope.fault(element, Fault("T047", message, help_, warning=True))


def _texts(
    mender: Mender, scope: Scope, area: Area, to_trim: Matrix, edge: Edge
) -> Iterator[tuple[Element, str, float, float]]:
    """The text elements of the face with the words that reach farthest, and how far its nearest and farthest ink lies
    outside the trim."""
    again = mender.again()
    figure = again.face(Scope(scope.tree), area).figure
    if figure is None:
        return
    for words, matrix, clip in _words(figure, to_trim, None):
        nearest, farthest, said = 1e9, -1e9, ""
        for run in words.runs:
            for box in mender.words.ink(run):  # type: ignore[union-attr]
                corners = _corners(_grown(box, words), matrix)
                if clip is not None:
                    cut = _met(_around(corners), clip)
                    if cut is None:
                        continue
                    corners = _corners(cut, _PLAIN) if cut != _around(corners) else corners
                least, most = edge.reach(corners)
                nearest = min(nearest, least)
                if most > farthest:
                    farthest, said = most, run.text
        element = again.origins.get(words) if again.origins is not None else None
        if element is not None and farthest > -1e9:
            short = " ".join(said.split())
            yield element, f"'{short[:30]}…'" if len(short) > 31 else f"'{short}'", nearest, farthest


def _words(figure: Figure, matrix: Matrix, clip: Box | None) -> Iterator[tuple[Words, Matrix, Box | None]]:
    """The text below `figure`, with the matrix that leads to the trim, and the box there that it is cut to."""
    match figure:
        case Words():
            yield figure, matrix, clip
        case Group():
            inner = times(figure.matrix, matrix) if figure.matrix is not None else matrix
            for cut in figure.clips:
                box = _clip_box(cut)
                if box is not None:
                    cut_box = _around(_corners(box, inner))
                    clip = cut_box if clip is None else _met(clip, cut_box)
                    if clip is None:
                        return
            for child in figure.children:
                yield from _words(child, inner, clip)
        case Still():
            for child in figure.children:
                yield from _words(child, matrix, clip)


def _box(mender: Mender, figure: Figure) -> Box | None:
    """The box of all text below `figure`, in the space that the figure stands in; equal figures are asked once."""
    if not isinstance(figure, (Words, Group, Still)):
        return None
    if figure in mender.inked:
        return mender.inked[figure]
    found: Box | None = None
    if isinstance(figure, Words):
        assert mender.words is not None
        found = _union([_grown(box, figure) for run in figure.runs for box in mender.words.ink(run)])
    else:
        found = _union([box for box in [_box(mender, child) for child in figure.children] if box is not None])
        if found is not None and isinstance(figure, Group):
            for clip in figure.clips:
                cut = _clip_box(clip)
                found = _met(found, cut) if found is not None and cut is not None else found
            if found is not None and figure.matrix is not None:
                found = _around(_corners(found, figure.matrix))
    mender.inked[figure] = found
    return found


def _clip_box(clip: Clip) -> Box | None:
    """The box of a clip in the space of what it clips; None where it depends on that."""
    if clip.boxed:
        return None
    points: list[tuple[float, float]] = []
    for part in clip.parts:
        if part.outline.box is not None:
            points += _corners(part.outline.box, part.matrix or _PLAIN)
    return _around(points) if points else (0.0, 0.0, 0.0, 0.0)


def _grown(box: Box, words: Words) -> Box:
    more = words.stroke.width / 2 if words.stroke is not None else 0.0
    return (box[0] - more, box[1] - more, box[2] + more, box[3] + more) if more else box


def _corners(box: Box, matrix: Matrix) -> list[tuple[float, float]]:
    x0, y0, x1, y1 = box
    a, b, c, d, e, f = matrix
    return [(a * x + c * y + e, b * x + d * y + f) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1))]


def _around(points: list[tuple[float, float]]) -> Box:
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _union(boxes: list[Box]) -> Box | None:
    if not boxes:
        return None
    return (
        min([box[0] for box in boxes]),
        min([box[1] for box in boxes]),
        max([box[2] for box in boxes]),
        max([box[3] for box in boxes]),
    )


def _met(one: Box, other: Box) -> Box | None:
    """What two boxes share; None where they do not meet."""
    met = (max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3]))
    return met if met[0] < met[2] and met[1] < met[3] else None
