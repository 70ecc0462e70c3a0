"""Pictures in a face: raster art, and art that is SVG itself, drawn in place."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from questpress.press.render.figures import Figure, Picture
from questpress.press.render.lint import Fault, Own
from questpress.press.render.pictures import Art
from questpress.press.render.style import SLOT, Style, visible
from questpress.press.render.tree import Scope, Tree, Unreadable
from questpress.press.render.viewport import Area, Drawing, boxed, drawing

if TYPE_CHECKING:
    from questpress.press.render.mend import Mender

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
        found = _drawing(mender, art, element, scope)
        return boxed(found.children, box, found.view, align, False) if found else None
    return Picture(art.key, box, align, 1.0, _SMOOTH.get(str(style[SLOT["image-rendering"]]), True))


def _drawing(mender: Mender, art: Art, element: Element, scope: Scope) -> Drawing | None:
    """The content of art that is SVG itself, with ids of its own; made once for all its places."""
    key = ("drawing", art.key)
    if key in mender.made:
        return mender.made[key]  # type: ignore[return-value]
    if art.key in scope.inside:
        scope.fault(element, Fault("T071", f"{_name(art)} shows itself", "remove the image from it"))
        return None
    found = None
    faults: list[Fault] = []
    try:
        inner = Scope(Tree(art.read().decode("utf-8-sig")), element, scope.inside | {art.key})
        found = drawing(mender, inner)
        faults = [fault for _, fault in inner.findings]
    except Unreadable as error:
        faults = [error.fault]
    except UnicodeDecodeError:
        faults = [Fault("T077", "not UTF-8 text", "export it again as SVG")]
    except OSError as error:
        faults = [Fault("T075", f"it cannot be read: {error.strerror}")]
    for fault in faults:
        scope.fault(element, Fault(fault.code, f"{_name(art)}: {fault.message}", fault.help, fault.warning))
    if not faults:
        mender.made[key] = found
    return found


def _name(art: Art) -> str:
    return art.path.name if art.path is not None else "the embedded drawing"
