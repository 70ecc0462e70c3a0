"""Optional content: which layers of a file are not shown as it opens (ISO 32000-1, 8.11)."""

from __future__ import annotations

from pikepdf import Array, Dictionary, Object, Pdf

MOST_LAYERS = 10000


class Layers:
    """The layers of one file, on or off in its default configuration; an expression over layers counts as shown."""

    def __init__(self, pdf: Pdf | None = None) -> None:
        self.stated: Object | None = None
        self._off: set[tuple[int, int]] = set()
        found = pdf.Root.get("/OCProperties") if pdf is not None else None
        shown = found.get("/D") if isinstance(found, Dictionary) else None
        if not isinstance(shown, Dictionary):
            return
        self.stated = found
        if str(shown.get("/BaseState", "/ON")) == "/OFF":
            self._off = _all(found.get("/OCGs")) - _all(shown.get("/ON"))
        else:
            self._off = _all(shown.get("/OFF"))

    def hide(self, found: Object | None) -> bool:
        """Whether what belongs to a layer, or to several, is not shown."""
        if not isinstance(found, Dictionary) or not self._off:
            return False
        if str(found.get("/Type")) != "/OCMD":
            return found.objgen in self._off
        held = found.get("/OCGs")
        layers = _all(held) if isinstance(held, Array) else {held.objgen} if isinstance(held, Dictionary) else set()
        if not layers or "/VE" in found:
            return False
        off = layers & self._off
        policy = str(found.get("/P", "/AnyOn"))
        if policy == "/AllOn":
            return bool(off)
        if policy == "/AnyOff":
            return not off
        return off != layers if policy == "/AllOff" else off == layers


def _all(found: Object | None) -> set[tuple[int, int]]:
    held = list(found)[:MOST_LAYERS] if isinstance(found, Array) else []
    return {one.objgen for one in held if isinstance(one, Dictionary)}
