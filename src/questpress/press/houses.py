"""What a print house has in stock, and which of it a component is printed on. Values and their schema; no I/O.

A house file (`templates/sheets/houses/<name>.yaml`) lists trims as the house cuts them; a target names its house.
Lengths are millimetres, canvases pixels at the house's resolution.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from questpress.diagnostics import Report, Span
from questpress.press.arrange import Canvas
from questpress.press.box import NEAR, Size
from questpress.press.model import SHAPES, Trim
from questpress.schema import Choice, Field, Length, ListOf, Record, Text, Whole, Word
from questpress.units import MM_PER_INCH, describe

MOST_PIXELS = 20_000  # along one side of a canvas; 400 megapixels take 1.2 GB


@dataclass(frozen=True, slots=True)
class Stock:
    """One thing that a house prints on; `canvas` in pixels where the house states it, else trim plus bleed."""

    name: str
    trim: Size
    shape: str = "rect"
    canvas: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class House:
    """A print house: its stocks in the order in which it prefers them, and what holds for all of them.

    A component goes onto a stock of its shape whose trim differs by `tolerance` or less on both sides. `safe` is the
    ring inside the trim that the house wants free of text; None: it states none.
    """

    name: str
    title: str
    stocks: tuple[Stock, ...]
    bleed: float
    safe: float | None = None
    ppi: int = 300
    tolerance: float = 0.5

    def paper(self, stock: Stock) -> Size:
        """Width and height of the stock's canvas in millimetres."""
        if stock.canvas is not None:
            return stock.canvas[0] / self.ppi * MM_PER_INCH, stock.canvas[1] / self.ppi * MM_PER_INCH
        return stock.trim[0] + 2 * self.bleed, stock.trim[1] + 2 * self.bleed


@dataclass(frozen=True, slots=True)
class Match:
    """The stock that is nearest to a trim; `across` where the trim lies across it; `off` is how much the trim's width
    and height have to grow for it, negative where they have to shrink."""

    stock: Stock
    across: bool
    off: Size
    fits: bool

    def change(self, shape: str) -> str:
        """What of a trim of `shape` would have to change, for a person."""
        parts = [
            f"{describe(abs(by))} mm {'more' if by > 0 else 'less'} {name}"
            for by, name in zip(self.off, ("width", "height"), strict=True)
            if abs(by) >= 0.005
        ]
        wanted = _across(self.stock.shape) if self.across else self.stock.shape
        if wanted != shape:
            parts.append(f"`shape: {wanted}`")
        return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1] if parts else "")))


def nearest_stock(house: House, trim: Trim) -> Match:
    """The stock nearest to `trim`: of its shape before all others, then by the greater difference of the two sides.

    Of equally near ones the first in the house's list, upright before across.
    """
    found: list[tuple[tuple[bool, float, bool], Match]] = []
    for stock in house.stocks:
        for across in (False, True):
            width, height = stock.trim[::-1] if across else stock.trim
            off = (width - trim.width, height - trim.height)
            alike = stock.shape == (_across(trim.shape) if across else trim.shape)
            far = max(map(abs, off))
            fits = alike and far <= house.tolerance + NEAR
            rank = (not alike, round(far, 2), across)
            found.append((rank, Match(stock, across, off, fits)))
    return min(found, key=lambda pair: pair[0])[1]


def canvas_on(house: House, trim: Trim, report: Report, span: Span | None, subject: str) -> Canvas | None:
    """The house's page for a trim, or None after it was reported that there is none (S040), with the nearest stock."""
    match = nearest_stock(house, trim)
    if not match.fits:
        stock = match.stock
        message = (
            f"{house.title} has no stock for {_named(trim.shape)} of {_size(trim.width, trim.height)}, so it is left "
            f"out; the nearest is {stock.name}, {_named(stock.shape)} of {_size(*stock.trim)}"
        )
        report.warning("S040", message, span, f"for {stock.name} it would need {match.change(trim.shape)}", subject)
        return None
    return Canvas(house.paper(match.stock), 90 if match.across else 0, True, match.stock.canvas)


def _size(width: float, height: float) -> str:
    return f"{describe(width)} × {describe(height)} mm"


def _named(shape: str) -> str:
    words = {"rect": "a rectangle", "circle": "a circle", "outline": "an outline of its own"}
    return words.get(shape, "a hexagon")


def _across(shape: str) -> str:
    """A shape that lies across: a hexagon that stood on a corner stands on an edge."""
    return {"hex-flat": "hex-pointy", "hex-pointy": "hex-flat"}.get(shape, shape)


STOCK = Record(
    {
        "stock": Field(Word(), help="what the house calls it"),
        "trim": Field(ListOf(Length(1, 5000), 2, 2), help="finished width and height"),
        "shape": Field(Choice(SHAPES), "rect", help="outline of the trim"),
        "canvas": Field(ListOf(Whole(1, MOST_PIXELS), 2, 2), None, help="pixels; else trim and bleed"),
    },
    "a stock",
)
HOUSE = Record(
    {
        "house": Field(Word(), help="the house's name, as targets call it"),
        "title": Field(Text(), "", help="how people call it"),
        "source": Field(Text(), "", help="where the figures are from"),
        "bleed": Field(Length(0, 20), help="art beyond the trim that the house asks for"),
        "safe": Field(Length(0, 50), None, help="ring inside the trim that the house wants free of text"),
        "ppi": Field(Whole(72, 2400), 300, help="resolution of the canvases"),
        "tolerance": Field(Length(0, 5), 0.5, help="by how much a trim may differ from the stock's, each side"),
        "stocks": Field(ListOf(STOCK, 1, 1000), help="what the house prints on, what it prefers first"),
    },
    "a print house",
)


def house_of(values: Mapping[str, Any]) -> House:
    """The House that the values of `HOUSE` state."""
    return House(
        name=values["house"],
        title=values["title"] or values["house"],
        stocks=tuple(_stock(stock) for stock in values["stocks"]),
        bleed=values["bleed"],
        safe=values["safe"],
        ppi=values["ppi"],
        tolerance=values["tolerance"],
    )


def _stock(values: Mapping[str, Any]) -> Stock:
    width, height = values["trim"]
    canvas = values["canvas"]
    return Stock(values["stock"], (width, height), values["shape"], (canvas[0], canvas[1]) if canvas else None)
