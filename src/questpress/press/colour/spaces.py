"""Which of the three families a colour space of a PDF belongs to (ISO 32000-1, 8.6.3 and 8.6.4)."""

from __future__ import annotations

from pikepdf import Array, Name, Object, Stream

from questpress.press.colour.content import Unsupported

_DEVICE = {
    "/DeviceRGB": "rgb",
    "/CalRGB": "rgb",
    "/RGB": "rgb",
    "/DeviceGray": "grey",
    "/CalGray": "grey",
    "/G": "grey",
    "/DeviceCMYK": "cmyk",
    "/CMYK": "cmyk",
}
_BY_COUNT = {1: "grey", 3: "rgb", 4: "cmyk"}


def family(space: Object) -> str:
    """rgb, grey or cmyk; 'pattern-' and one of them; 'pattern' or 'plate' for what carries no colour of these.

    Indexed spaces are of their base's family. Raises Unsupported for Lab and for what is damaged.
    """
    if isinstance(space, Name):
        name = str(space)
        if name == "/Pattern":
            return "pattern"
        if name in _DEVICE:
            return _DEVICE[name]
    elif isinstance(space, Array) and len(space):
        name = str(space[0])
        if name in _DEVICE:
            return _DEVICE[name]
        if name == "/ICCBased" and len(space) > 1 and isinstance(space[1], Stream):
            return _BY_COUNT[int(space[1].N)]
        if name in ("/Indexed", "/I") and len(space) == 4:
            return family(space[1])
        if name == "/Pattern":
            return "pattern" if len(space) < 2 else f"pattern-{family(space[1])}"
        if name in ("/Separation", "/DeviceN"):
            return "plate"
    raise Unsupported(f"the colour space {space if isinstance(space, Name) else name_of(space)}")


def name_of(space: Object) -> str:
    return str(space[0]) if isinstance(space, Array) and len(space) else "of an unknown kind"
