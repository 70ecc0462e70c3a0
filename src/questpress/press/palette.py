"""A game's colours: what screens show and what presses print, side by side, and its spot colours. No I/O.

Templates draw with sRGB values. Each is the key of what is printed for it: exactly the inks that the palette states.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from questpress.diagnostics import Report, Span, nearest
from questpress.schema import INVALID, Colour, Field, Flag, ListOf, MapOf, Number, Reader, Record, Text
from questpress.source import Map, Node, Scalar

Cmyk = tuple[float, float, float, float]  # each 0 to 1

MAGENTA: Cmyk = (0.0, 1.0, 0.0, 0.0)  # what screens show of a cut's plate where the palette states nothing
BLACK = "#000000"  # what text is drawn with that states no colour
RESERVED = ("All", "None", "Cyan", "Magenta", "Yellow", "Black")  # ISO 32000-1, 8.6.6.4: process plates, and no plate

INK = Record(
    {
        "srgb": Field(Colour(), help="how screens and home printers show it"),
        "cmyk": Field(ListOf(Number(0, 100), 4, 4), None, help="per cent of cyan, magenta, yellow, black"),
        "spot": Field(Text(), None, help="the spot colour that it is printed with, of those below `spots:`"),
        "tint": Field(Number(0, 100), 100, help="per cent of the spot colour"),
        "low_ink": Field(Colour(), None, help="what low-ink targets print for it, wherever it stands"),
        "ink": Field(Number(0, 400), None, help="sum of the four, per cent"),
        "use": Field(Text(), "", help="where it is used"),
    },
    "a colour",
)
SPOT = Record(
    {
        "cmyk": Field(ListOf(Number(0, 100), 4, 4), help="per cent of the four inks that stand for it on screens"),
        "overprint": Field(Flag(), True, help="false: it knocks out the inks below it"),
        "use": Field(Text(), "", help="what it is for"),
    },
    "a spot colour",
)
PALETTE = Record(
    {
        "profile": Field(Text(), "", help="the printing condition that the values were made for"),
        "colours": Field(MapOf(INK), help="the colours by name"),
        "spots": Field(MapOf(SPOT), {}, help="spot colours by the name of their plate: CutContour, White, a foil"),
    },
    "a palette",
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A plate of its own beside the four: a cut line, white ink, a foil. `alternative` is what screens show."""

    name: str
    alternative: Cmyk
    overprint: bool = True


@dataclass(frozen=True, slots=True)
class Swatch:
    """A named colour. `cmyk` None: the output profile decides; `spot` names its plate, with `tint` 0 to 1."""

    name: str
    srgb: str
    cmyk: Cmyk | None = None
    spot: str = ""
    tint: float = 1.0
    low_ink: str = ""
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Palette:
    """A game's swatches by name and its spot colours by plate."""

    swatches: Mapping[str, Swatch] = field(default_factory=dict)
    spots: Mapping[str, Spot] = field(default_factory=dict)

    @property
    def screen(self) -> dict[str, str]:
        """The sRGB values by name, as templates call them."""
        return {name: swatch.srgb for name, swatch in self.swatches.items()}

    def judge(self, limit: float, report: Report) -> None:
        """Reports what a CMYK target cannot print as stated: ink over `limit` per cent (D061), a key twice (D062).

        Warns (D064) of inks beside black for #000000, in which all text is drawn that states no colour.
        """
        first: dict[str, Swatch] = {}
        for swatch in self.swatches.values():
            other = first.setdefault(swatch.srgb, swatch)
            if (other.cmyk, other.spot, other.tint) != (swatch.cmyk, swatch.spot, swatch.tint):
                message = f"'{other.name}' and '{swatch.name}' are both {swatch.srgb} and print with different inks"
                report.error("D062", message, swatch.span, "change one by a step, so that each is its own key")
            if swatch.srgb == BLACK and (swatch.spot or (swatch.cmyk is not None and any(swatch.cmyk[:3]))):
                inks = f"the spot colour '{swatch.spot}'" if swatch.spot else "more inks than black"
                message = f"'{swatch.name}' gives #000000 {inks}, and with it all text that states no colour"
                help = 'write `srgb: "#010101"` for it: #000000 is then black ink alone, as text should be'
                report.warning("D064", message, swatch.span, help)
            if swatch.cmyk is not None and not swatch.spot:
                _limited(f"'{swatch.name}'", swatch.cmyk, limit, swatch.span, report)


def _limited(what: str, cmyk: Cmyk, limit: float, span: Span | None, report: Report) -> None:
    total = 100 * sum(cmyk)
    if total > limit + 0.05:
        help = "take grey out of cyan, magenta and yellow into black, or choose a lighter colour"
        report.error("D061", f"{what} takes {total:.0f} % ink, the target at most {limit:.0f} %", span, help)


def palette_of(node: Node, report: Report) -> Palette:
    """The palette that a file states; faults go to `report` (D060: a spot that is not declared), empty where faulty."""
    values = PALETTE.read(node, Reader(report))
    if values is INVALID:
        return Palette()
    spots = {name: Spot(name, _shares(said["cmyk"]), said["overprint"]) for name, said in values["spots"].items()}
    declared = node.get("spots") if isinstance(node, Map) else None
    for name in sorted(set(spots) & set(RESERVED)):
        place = declared.keys[name].span if isinstance(declared, Map) else None
        report.error(
            "D063", f"a spot colour cannot be called '{name}'", place, "name its plate as your print house does"
        )
    swatches: dict[str, Swatch] = {}
    for name, ink in values["colours"].items():
        swatches[name] = Swatch(
            name,
            ink["srgb"],
            None if ink["cmyk"] is None else _shares(ink["cmyk"]),
            ink["spot"] or "",
            ink["tint"] / 100,
            ink["low_ink"] or "",
            _place(node, name, "cmyk", "srgb"),
        )
        if ink["spot"] and ink["spot"] not in spots:
            close = nearest(ink["spot"], spots)
            help = f"did you mean '{close}'?" if close else f"add `spots: {{{ink['spot']}: {{cmyk: [0, 100, 0, 0]}}}}`"
            message = f"'{name}' prints with the spot colour '{ink['spot']}', which is not declared"
            report.error("D060", message, _place(node, name, "spot"), help)
    return Palette(swatches, spots)


def _shares(values: list[float]) -> Cmyk:
    cyan, magenta, yellow, black = (value / 100 for value in values)
    return cyan, magenta, yellow, black


def _place(node: Node, name: str, *keys: str) -> Span | None:
    """Where the palette states one of `keys` of a colour, else the colour."""
    colours = node.get("colours") if isinstance(node, Map) else None
    swatch = colours.get(name) if isinstance(colours, Map) else None
    for key in keys:
        found = swatch.get(key) if isinstance(swatch, Map) else None
        if found is not None and not (isinstance(found, Scalar) and found.is_null):
            return found.span
    return swatch.span if swatch is not None else None
