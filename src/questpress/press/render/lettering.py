"""Text in a face: glyph runs as the text engine writes them, and plain <text>, which it sets for us."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol
from xml.etree.ElementTree import Element

from questpress.press.render import vocabulary as v
from questpress.press.render.figures import Figure, Gradient, Tiling, Words, group
from questpress.press.render.lint import Fault
from questpress.press.render.style import SLOT, Style, number, painted, visible
from questpress.press.render.tree import Scope, local
from questpress.press.render.viewport import Area
from questpress.press.text.ink import Box
from questpress.press.text.markup import Slip
from questpress.press.text.run import Run, RunError, decode
from questpress.press.text.svglook import own_properties

if TYPE_CHECKING:
    from questpress.press.render.mend import Mender

_HANDED = v.INHERITED[v.INHERITED.index("font-family") :]


class TextMender(Protocol):
    """Sets plain <text>: questpress.press.text.svgtext.SvgText."""

    def runs(
        self,
        element: Element,
        inherited: Mapping[str, str],
        declared: Callable[[Element], Mapping[str, str]] | None = None,
    ) -> tuple[list[Element], list[Slip]]: ...

    def ink(self, run: Run) -> list[Box]: ...


def _plain(mender: Mender, element: Element, style: Style, scope: Scope, area: Area) -> Figure | None:
    """Text without glyph runs: set by the text engine, then drawn like all text."""
    for inner in element.iter():
        if inner is not element and isinstance(inner.tag, str) and local(inner) in v.GEOMETRY:
            mender.own(inner, scope)
    if mender.words is None:
        scope.fault(element, Fault("T080", "plain <text> where no fonts are known", "use label() or textbox()"))
        return None

    def stated(inner: Element) -> dict[str, str]:
        own = own_properties(inner)
        return {**own, **dict(scope.tree.declared(inner)), **own_properties(_styled(inner))}

    handed = {name: str(style[SLOT[name]]) for name in _HANDED if style[SLOT[name]] is not None}
    made, slips = mender.words.runs(element, handed, stated)
    for slip in slips:
        scope.fault(element, Fault(slip.code, slip.message, slip.remedy))
    figures: list[Figure] = []
    for each in made:
        own = mender.own(each, scope)
        figure = lettered(mender, each, mender.style(style, own, each, scope, area), scope, area, element)
        figure = mender.placed(figure, each, own, scope, area) if figure is not None else None
        if figure is not None:
            figures.append(figure)
    return group(tuple(figures)) if figures else None


def lettered(
    mender: Mender, element: Element, style: Style, scope: Scope, area: Area, origin: Element | None = None
) -> Figure | None:
    """The figure of a text element; `origin` is the face's element that it was made from, if another."""
    if not visible(style):
        return None
    data = element.get("data-run")
    if data is None:
        return _plain(mender, element, style, scope, area)
    try:
        runs = decode(data)
    except RunError as error:
        scope.fault(element, Fault("T080", f"glyph runs that cannot be read: {error}", "use label() or textbox()"))
        return None
    fill, stroke = painted(style)
    if not runs or (fill is None and stroke is None):
        return None
    for paint in (fill, stroke.paint if stroke else None):
        if isinstance(paint, (Gradient, Tiling)) and paint.boxed:
            help_ = 'measure the gradient in millimetres: gradientUnits="userSpaceOnUse"'
            scope.fault(element, Fault("T063", "text painted with a gradient measured on its box", help_))
            return None
    words = Words(
        runs,
        fill,
        number(style, "fill-opacity"),
        stroke,
        number(style, "stroke-opacity"),
        1 + len(runs),
    )
    if mender.origins is not None:
        mender.origins[words] = scope.place if scope.place is not None else origin if origin is not None else element
    return words


def _styled(element: Element) -> Element:
    """A stand-in that has only the element's style attribute."""
    return Element(element.tag, {"style": element.get("style", "")})
