"""Pictures in a face: raster art, and art that is SVG itself, drawn in place."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from questpress.press.render.figures import Figure, Picture
from questpress.press.render.lint import Fault, Own
from questpress.press.render.pictures import Art
from questpress.press.render.style import SLOT, Style, visible
from questpress.press.render.tree import Tree, Unreadable
from questpress.press.render.viewport import Area, drawing

if TYPE_CHECKING:
    from questpress.press.render.mend import Mender, Scope

_SMOOTH = {"pixelated": False, "crisp-edges": False, "optimizeSpeed": False}


def pictured(mender: Mender, element: Element, own: Own, style: Style, scope: Scope, area: Area) -> Figure | None:
    if "href" not in own.own:
        scope.fault(element, Fault("T075", "an image without a file name", 'write href="art/…"'))
        return None
    art = mender.pictures.find(str(own.own["href"]))
    if isinstance(art, Fault):
        scope.fault(element, art)
        return None
    mender.shown.append(art)
    if "width" not in own.own or "height" not in own.own:
        scope.fault(element, Fault("T064", "an image without width or height", "write both, in millimetres"))
        return None
    box = (
        mender.measure(own, "x", area.width),
        mender.measure(own, "y", area.height),
        mender.measure(own, "width", area.width),
        mender.measure(own, "height", area.height),
    )
    if box[2] <= 0 or box[3] <= 0 or not visible(style):
        return None
    align = str(own.own.get("preserveAspectRatio", "xMidYMid meet"))
    if art.kind == "svg":
        return _drawing(mender, art, box, align, element, scope)
    return Picture(art.key, box, align, 1.0, _SMOOTH.get(str(style[SLOT["image-rendering"]]), True))


def _drawing(
    mender: Mender, art: Art, box: tuple[float, float, float, float], align: str, element: Element, scope: Scope
) -> Figure | None:
    """Art that is SVG itself: drawn in place, with ids of its own."""
    try:
        inner = Scope(Tree(art.read().decode("utf-8-sig")), element)
        figure = drawing(mender, inner, box, align)
    except Unreadable as error:
        inner = None
        scope.fault(element, Fault(error.fault.code, f"{_name(art)}: {error.fault.message}", error.fault.help))
    except (UnicodeDecodeError, OSError):
        inner = None
        scope.fault(element, Fault("T077", f"{_name(art)} is not UTF-8 text", "export it again as SVG"))
    if inner is None:
        return None
    for _, fault in inner.findings:
        message = f"{_name(art)}: {fault.message}"
        scope.fault(element, Fault(fault.code, message, fault.help, fault.warning))
    return figure


def _name(art: Art) -> str:
    return art.path.name if art.path is not None else "the embedded drawing"
