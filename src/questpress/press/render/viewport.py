"""Areas inside a face: nested svg elements, symbols and drawings, fitted into their boxes and clipped to them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from questpress.press.render.figures import Box, Clip, ClipPart, Figure, Group, Matrix, group
from questpress.press.render.lint import Fault, Own, Percent, length_or_fault
from questpress.press.render.outline import rectangle
from questpress.press.render.style import INITIAL, Style
from questpress.press.render.tree import Scope

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from questpress.press.render.mend import Mender


class Area(NamedTuple):
    """A viewport's size in its own user units: what percentages are of."""

    width: float
    height: float

    @property
    def diagonal(self) -> float:
        """What percentages of neither width nor height are of (SVG 1.1, 7.10)."""
        return ((self.width**2 + self.height**2) / 2) ** 0.5


def fitted(view: Box, width: float, height: float, align: str) -> Matrix:
    """The matrix that lays `view` into a box of that size at the origin, as preserveAspectRatio says."""
    x, y, view_width, view_height = view
    across, down = width / view_width, height / view_height
    place, _, way = align.partition(" ")
    if place == "none":
        return (across, 0.0, 0.0, down, -x * across, -y * down)
    scale = max(across, down) if way == "slice" else min(across, down)
    free_x, free_y = width - view_width * scale, height - view_height * scale
    shares = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    return (
        scale,
        0.0,
        0.0,
        scale,
        free_x * shares[place[1:4]] - x * scale,
        free_y * shares[place[5:8]] - y * scale,
    )


def boxed(children: tuple[Figure, ...], box: Box, view: Box | None, align: str, overflow: bool) -> Group | None:
    """`children` of an area laid into `box`; cut off at its edges unless they may overflow."""
    if not children:
        return None
    x, y, width, height = box
    matrix = fitted(view, width, height, align) if view else (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    a, _, _, d, e, f = matrix
    clips: tuple[Clip, ...] = ()
    if not overflow:
        edge = rectangle(-e / a, -f / d, width / a, height / d)
        clips = (Clip((ClipPart(edge, None, False),)),)
    return group(children, (a, 0.0, 0.0, d, e + x, f + y), clips)


def framed(
    mender: Mender, element: Element, own: Own, outer: Own, style: Style, scope: Scope, area: Area
) -> Group | None:
    """The figure of a nested svg or symbol. `outer` states the size: the use that refers to it, or itself."""

    def side(name: str, full: float) -> float:
        for who in (outer, own):
            value = who.own.get(name)
            if isinstance(value, str):
                value = length_or_fault(name, value)
                if isinstance(value, Fault):
                    scope.fault(element, value)
                    return full
            if isinstance(value, Percent):
                return value.share * full
            if isinstance(value, float):
                return value
        return full

    x = y = 0.0
    if own.tag == "svg":
        x, y = mender.measure(own, "x", area.width), mender.measure(own, "y", area.height)
    width, height = side("width", area.width), side("height", area.height)
    if width <= 0 or height <= 0:
        return None
    view: Box | None = own.own.get("viewBox")  # type: ignore[assignment]
    inner = Area(view[2], view[3]) if view else Area(width, height)
    align = str(own.own.get("preserveAspectRatio", "xMidYMid meet"))
    overflow = own.own.get("overflow", "hidden") in ("visible", "auto")
    return boxed(mender.children(element, style, scope, inner), (x, y, width, height), view, align, overflow)


@dataclass(frozen=True, slots=True)
class Drawing:
    """The content of a whole SVG document, not yet laid into a box."""

    children: tuple[Figure, ...]
    view: Box


def drawing(mender: Mender, scope: Scope) -> Drawing | None:
    """What a document (art that is named by an image) draws; None, with findings in `scope`, where it cannot be."""
    root = scope.tree.root
    for element, fault in scope.tree.faults():
        scope.fault(element, fault)
    scope.tree.key(root, mender.keys)
    own = mender.own(root, scope)
    view: Box | None = own.own.get("viewBox")  # type: ignore[assignment]
    if view is None:
        sides = [length_or_fault(name, str(own.own.get(name, ""))) for name in ("width", "height")]
        if not all(isinstance(side, float) and side > 0 for side in sides):
            scope.fault(root, Fault("T060", "a drawing needs a viewBox", 'write viewBox="0 0 width height"'))
            return None
        view = (0.0, 0.0, sides[0], sides[1])  # type: ignore[assignment]
    inner = Area(view[2], view[3])
    style = mender.style(INITIAL, own, root, scope, inner)
    return Drawing(mender.children(root, style, scope, inner), view)
