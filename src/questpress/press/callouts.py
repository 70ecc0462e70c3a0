"""A figure with numbered callouts: a real component, discs with numbers on it, and beside it what the numbers mean.

A booklet's file declares it under `figures:`; its text shows it like any other: `![The boss card](figure:boss-parts)`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from questpress.schema import Choice, Colour, Field, FileName, Length, ListOf, Number, Record, Text

if TYPE_CHECKING:  # the text engine is large; who only reads data does without it
    from questpress.press.text.tools import TextTools

RADIUS = 2.1  # millimetres, of a disc; reads at arm's length
RING = 0.35
LEADER = 0.3
GAP = 4.0  # between the component and the legend
MOST = 30

_POINT = ListOf(Number(), 2, 2)
CALLOUT = Record(
    {
        "at": Field(_POINT, help="the point meant, [x, y] in mm from the trim corner of the component"),
        "mark": Field(_POINT, None, help="where the number stands, if not there; a line leads from it to the point"),
        "says": Field(Text(), "", help="what the legend says of it"),
    },
    "a callout",
)
FIGURE = Record(
    {
        "of": Field(FileName(), help="the component: deck/id, deck/id/back, or an id that only one deck has"),
        "width": Field(Length(5, 500), None, help="of the component in the figure; else its true size"),
        "legend": Field(Choice(("right", "left", "none")), "right", help="where the legend stands"),
        "size": Field(Number(4, 30), 9, help="type of the legend, in points"),
        "least": Field(Number(4, 30), 7, help="how small it may get"),
        "fill": Field(Colour(), "#1c1815", help="of discs and lines"),
        "ink": Field(Colour(), "#ffffff", help="of the numbers and the discs' rings"),
        "text": Field(Colour(), "#000000", help="of the legend"),
        "callouts": Field(ListOf(CALLOUT, 1, MOST), help="the callouts in order, numbered from 1"),
    },
    "a figure with callouts",
)


@dataclass(frozen=True, slots=True)
class Callout:
    """A point on a component, where its number stands, and what it means; millimetres of the component."""

    at: tuple[float, float]
    mark: tuple[float, float]
    says: str


@dataclass(frozen=True, slots=True)
class CalledOut:
    """A declared figure with callouts."""

    of: str
    width: float | None
    legend: str
    size: float
    least: float
    fill: str
    ink: str
    text: str
    callouts: tuple[Callout, ...]


def called_out(values: dict) -> CalledOut:
    """The figure that the values of `FIGURE` state."""
    callouts = tuple(
        Callout(tuple(v["at"]), tuple(v["mark"] or v["at"]), v["says"])  # type: ignore[arg-type]
        for v in values["callouts"]
    )
    names = ("of", "width", "legend", "size", "least", "fill", "ink", "text")
    return CalledOut(**{name: values[name] for name in names}, callouts=callouts)


def draw_callouts(
    figure: CalledOut, trim: tuple[float, float], inner: str, whole: float | None, tools: TextTools
) -> tuple[float, float, str]:
    """Width, height and SVG of the figure, its corner at 0, 0. `inner` draws the component in its own millimetres.

    `whole` is the width that the booklet gives the figure, legend and all; without it the legend is as wide as the
    component. Faults of the legend's text go to `tools`.
    """
    wide = figure.width or trim[0]
    scale = wide / trim[0]
    marks = [(x * scale, y * scale) for x, y in (callout.mark for callout in figure.callouts)]
    reach = RADIUS + RING
    left = max(0.0, *(reach - x for x, _ in marks))
    right = max(0.0, *(x + reach - wide for x, _ in marks))
    top = max(0.0, *(reach - y for _, y in marks))
    high = trim[1] * scale
    bottom = max(0.0, *(y + reach - high for _, y in marks))
    said = figure.legend != "none" and any(callout.says for callout in figure.callouts)
    art_width, art_height = left + wide + right, top + high + bottom
    room = max((whole or 2 * art_width + GAP) - art_width - GAP, 5.0) if said else 0.0
    shift = room + GAP if said and figure.legend == "left" else 0.0
    parts = [f'<svg x="{number(shift + left)}" y="{number(top)}" width="{number(wide)}" height="{number(high)}"']
    parts.append(f' viewBox="0 0 {trim[0]:g} {trim[1]:g}">{inner}</svg>')
    parts.append(f'<g transform="translate({number(shift + left)} {number(top)})">')
    for index, (callout, mark) in enumerate(zip(figure.callouts, marks, strict=True), 1):
        point = callout.at[0] * scale, callout.at[1] * scale
        parts.append(_callout(index, mark, point, figure, tools))
    parts.append("</g>")
    if said:
        x = 0.0 if figure.legend == "left" else art_width + GAP
        parts.append(_legend(figure.callouts, x, room, art_height, figure, tools))
    return (art_width + (room + GAP if said else 0.0)), art_height, "".join(parts)


def _callout(
    index: int, mark: tuple[float, float], point: tuple[float, float], figure: CalledOut, tools: TextTools
) -> str:
    (x, y), (u, v) = mark, point
    leader = ""
    if mark != point:
        line = f"M{number(x)} {number(y)}L{number(u)} {number(v)}"
        leader = f'<path d="{line}" fill="none" stroke="{figure.ink}" stroke-width="{LEADER + 2 * RING}"/>'
        leader += f'<path d="{line}" fill="none" stroke="{figure.fill}" stroke-width="{LEADER}"/>'
        leader += _disc(u, v, 0.75, figure)
    figures = tools.label(
        index, x, y, font="Alegreya Sans", weight="bold", size=8.5, anchor="middle", baseline="cap-middle",
        features="lnum", fill=figure.ink,
    )  # fmt: skip
    return leader + _disc(x, y, RADIUS, figure) + figures


def number(value: float) -> str:
    """Millimetres as SVG writes them."""
    return f"{value:.3f}".rstrip("0").rstrip(".")


def _disc(x: float, y: float, radius: float, figure: CalledOut) -> str:
    place = f'cx="{number(x)}" cy="{number(y)}" r="{radius}"'
    return f'<circle {place} fill="{figure.fill}" stroke="{figure.ink}" stroke-width="{RING}"/>'


def _legend(
    callouts: Sequence[Callout], x: float, room: float, high: float, figure: CalledOut, tools: TextTools
) -> str:
    lines = [f"<b>{index}</b>\u2002{callout.says}" for index, callout in enumerate(callouts, 1) if callout.says]
    return tools.textbox(
        "\n\n".join(lines), x, 0, room, high, size=figure.size, min=min(figure.least, figure.size), valign="middle",
        features="lnum", fill=figure.text, field="figures",
    )  # fmt: skip
