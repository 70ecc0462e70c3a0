"""Inherited properties: a Style holds the value of each, in the order of vocabulary.INHERITED."""

from __future__ import annotations

from questpress.press.render import vocabulary as v
from questpress.press.render.figures import Paint, Solid, Stroke
from questpress.press.render.lint import NONE

Style = tuple[object, ...]
SLOT = {name: index for index, name in enumerate(v.INHERITED)}

_INITIAL: dict[str, object] = {
    "fill": (0.0, 0.0, 0.0, 1.0),
    "fill-opacity": 1.0,
    "fill-rule": "nonzero",
    "stroke": NONE,
    "stroke-width": 1.0,
    "stroke-opacity": 1.0,
    "stroke-linecap": "butt",
    "stroke-linejoin": "miter",
    "stroke-miterlimit": 4.0,
    "stroke-dasharray": (),
    "stroke-dashoffset": 0.0,
    "clip-rule": "nonzero",
    "visibility": "visible",
    "color": (0.0, 0.0, 0.0, 1.0),
}
INITIAL: Style = tuple(_INITIAL.get(name) for name in v.INHERITED)
"""What a property is where nobody says anything (SVG 1.1, property index)."""

_CAPS = {"butt": 0, "round": 1, "square": 2}  # cairo_line_cap_t
_JOINS = {"miter": 0, "round": 1, "bevel": 2}  # cairo_line_join_t


def visible(style: Style) -> bool:
    return style[SLOT["visibility"]] == "visible"


def number(style: Style, name: str) -> float:
    """The value of a property that is a number."""
    return float(style[SLOT[name]])  # type: ignore[arg-type]


def painted(style: Style) -> tuple[Paint | None, Stroke | None]:
    """Fill and stroke of a style; None for what is not painted."""
    fill = _paint(style[SLOT["fill"]])
    paint = _paint(style[SLOT["stroke"]])
    width = number(style, "stroke-width")
    if paint is None or width <= 0:
        return fill, None
    stroke = Stroke(
        paint,
        width,
        _CAPS[str(style[SLOT["stroke-linecap"]])],
        _JOINS[str(style[SLOT["stroke-linejoin"]])],
        number(style, "stroke-miterlimit"),
        style[SLOT["stroke-dasharray"]],  # type: ignore[arg-type]
        number(style, "stroke-dashoffset"),
    )
    return fill, stroke


def _paint(value: object) -> Paint | None:
    if value == NONE or value is None:
        return None
    if isinstance(value, tuple):
        return Solid(*value) if value[3] > 0 else None
    return value  # type: ignore[return-value]
