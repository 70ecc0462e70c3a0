"""Colour spaces of a PDF as values: what sort, how many components, which inks."""

from __future__ import annotations

from dataclasses import dataclass

from pikepdf import Array, Dictionary, Name, Object, Stream

DEEPEST = 6  # spaces within spaces
PROCESS = ("Cyan", "Magenta", "Yellow", "Black")


@dataclass(frozen=True, slots=True)
class Space:
    """A colour space. `kind`: gray, rgb, cmyk, lab, separation, devicen, indexed, pattern or unknown.

    `said` is the name that the file uses (DeviceRGB, ICCBased …), `inks` the colorants of a separation or DeviceN,
    `base` the space under an index, a pattern or a separation's alternate.
    """

    kind: str
    count: int
    said: str
    inks: tuple[str, ...] = ()
    base: Space | None = None

    @property
    def device_cmyk(self) -> bool:
        return self.said == "DeviceCMYK"

    @property
    def first(self) -> tuple[float, ...]:
        """The colour that is current when the space is chosen (ISO 32000-1, 8.6.8)."""
        if self.device_cmyk:
            return (0.0, 0.0, 0.0, 1.0)
        return ((1.0 if self.kind in ("separation", "devicen") else 0.0),) * self.count

    def rgb(self) -> str:
        """The name of the RGB or Lab space in this one, '' where there is none."""
        if self.kind in ("rgb", "lab"):
            return self.said
        return self.base.rgb() if self.base is not None else ""


GRAY = Space("gray", 1, "DeviceGray")
RGB = Space("rgb", 3, "DeviceRGB")
CMYK = Space("cmyk", 4, "DeviceCMYK")
PATTERN = Space("pattern", 0, "Pattern")
UNKNOWN = Space("unknown", 1, "an unknown colour space")

_NAMED = {
    "/DeviceGray": GRAY,
    "/G": GRAY,
    "/DeviceRGB": RGB,
    "/RGB": RGB,
    "/DeviceCMYK": CMYK,
    "/CMYK": CMYK,
    "/Pattern": PATTERN,
}
_BY_COUNT = {1: "gray", 3: "rgb", 4: "cmyk"}


def space_of(found: Object | None, named: Object | None = None, depth: int = 0) -> Space:
    """The space that an object states; `named` is the resources' /ColorSpace. UNKNOWN for what makes no sense."""
    try:
        return _space_of(found, named, depth)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        return UNKNOWN


def _space_of(found: Object | None, named: Object | None, depth: int) -> Space:
    if depth > DEEPEST or found is None:
        return UNKNOWN
    if isinstance(found, Name):
        if isinstance(named, Dictionary) and found in named and named[found] != found:
            return space_of(named[found], named, depth + 1)
        return _NAMED.get(str(found), UNKNOWN)
    if not isinstance(found, Array) or len(found) == 0:
        return UNKNOWN
    kind = str(found[0])
    if kind in _NAMED and len(found) == 1:
        return _NAMED[kind]
    if kind == "/ICCBased" and isinstance(found[1], Stream):
        count = int(found[1].get("/N", 0))
        return Space(_BY_COUNT.get(count, "unknown"), count, "ICCBased " + {1: "grey", 3: "RGB", 4: "CMYK"}[count])
    if kind == "/CalRGB":
        return Space("rgb", 3, "CalRGB")
    if kind == "/CalGray":
        return Space("gray", 1, "CalGray")
    if kind == "/Lab":
        return Space("lab", 3, "Lab")
    if kind in ("/Indexed", "/I"):
        return Space("indexed", 1, "Indexed", base=space_of(found[1], named, depth + 1))
    if kind == "/Pattern":
        return Space("pattern", 0, "Pattern", base=space_of(found[1], named, depth + 1))
    if kind == "/Separation":
        return Space("separation", 1, "Separation", (ink(found[1]),), space_of(found[2], named, depth + 1))
    if kind == "/DeviceN":
        inks = tuple(ink(one) for one in found[1])
        return Space("devicen", len(inks), "DeviceN", inks, space_of(found[2], named, depth + 1))
    return UNKNOWN


def ink(name: Object) -> str:
    """A colorant's name without its slash."""
    return str(name)[1:]
