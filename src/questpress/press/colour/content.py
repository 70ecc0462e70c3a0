"""Content streams with other colours: only colour operators are read and written, all else passes as it stands.

A drawing is mostly path data, so the stream is searched for the few operators that matter and copied in between.
Operators and their operands: ISO 32000-1, 8.6.8 and annex A.
"""

from __future__ import annotations

import re
from typing import Protocol

from questpress.press.colour.paints import COMPONENTS, Paints, Space, Tone, shown
from questpress.press.colour.recipe import Tint
from questpress.press.palette import Spot

_STRING = rb"\((?:[^()\\]|\\[\s\S]|\((?:[^()\\]|\\[\s\S])*\))*\)|<[0-9A-Fa-f\s]*>|%[^\r\n]*|\(|\sBI(?=\s)"
_COLOURS = rb"rg|RG|[gGkKqQ]|cs|CS|scn?|SCN?|BT|ET"
_PAINTING = rb"[fB]\*?|b\*?|[FSs]|Do"
_BEFORE, _AFTER = rb"[\s\])>}]", rb"(?=[\s\[(</%])"
_SEARCH = re.compile(_STRING + rb"|" + _BEFORE + rb"(" + _COLOURS + rb")" + _AFTER)
_SEARCH_PAINTING = re.compile(_STRING + rb"|" + _BEFORE + rb"(" + _COLOURS + rb"|" + _PAINTING + rb")" + _AFTER)
_REACH = 160  # bytes before an operator in which its operands stand
_SPACES: dict[bytes, tuple[Space, int]] = {b"rg": ("rgb", 3), b"g": ("grey", 1), b"k": ("cmyk", 4)}
_WITHOUT_FILL = {b"f": b"n", b"F": b"n", b"f*": b"n", b"B": b"S", b"B*": b"S", b"b": b"s", b"b*": b"s"}
_WITHOUT_STROKE = {b"S": b"n", b"s": b"n", b"B": b"f", b"B*": b"f*", b"b": b"f", b"b*": b"f*"}


class Odd(Exception):
    """A stream written in a way that is not read here: inline pictures, parentheses deep inside strings."""


class Unsupported(ValueError):
    """A drawing that has no like in the target's colours; the message says what it is."""


class Resources(Protocol):
    """What a stream's names stand for, and names for what is added."""

    def space(self, name: str) -> str:
        """rgb, grey, cmyk; the same after 'pattern-'; or kept, for what may stay."""

    def overprint(self, fills: bool, strokes: bool) -> bytes:
        """The name of a graphics state that switches overprinting of fills (and text) and of strokes on or off."""

    def separation(self, spot: Spot) -> bytes:
        """The name of the colour space of a spot colour."""

    def stencil(self, name: str) -> bool:
        """Whether an XObject is a stencil, which is painted in the fill's colour."""


class _Pen:
    """What a fill or stroke is painted with at a place of the stream."""

    __slots__ = ("black", "hidden", "space", "spot")

    def __init__(self, space: str, black: bool) -> None:
        self.space, self.black, self.spot, self.hidden = space, black, False, False

    def copy(self) -> _Pen:
        other = _Pen(self.space, self.black)
        other.spot, other.hidden = self.spot, self.hidden
        return other


class Recolouring:
    """Streams in the colours of `paints`; what tones have been found is remembered for the next stream."""

    def __init__(self, paints: Paints) -> None:
        self.paints = paints
        self.spots = any(isinstance(ink, Tint) for ink in paints.recipe.exact.values())
        self._tones: dict[tuple[bytes, Space], Tone] = {}
        self._written: dict[tuple[bytes, Space, bool], bytes] = {}

    def stream(self, data: bytes, resources: Resources, page: bool) -> bytes:
        """The stream in other colours. `page`: it begins with black, and not with what surrounds it.

        Raises Odd for what must be written otherwise first, Unsupported for what cannot be done.
        """
        try:
            return _Run(self, resources, page).over(data, _SEARCH)
        except _Hides:
            return _Run(self, resources, page, hiding=True).over(data, _SEARCH_PAINTING)

    def tone(self, operands: list[bytes], space: Space) -> tuple[bytes, Tone]:
        key = b" ".join(operands)
        try:
            return key, self._tones[key, space]
        except KeyError:
            pass
        try:
            values = tuple(float(operand) for operand in operands)
        except ValueError:
            raise Odd from None
        tone = self._tones[key, space] = self.paints.tone(values, space)
        return key, tone

    def written(self, key: bytes, space: Space, tone: tuple[float, ...], fill: bool) -> bytes:
        """The operator that sets a process colour."""
        found = self._written.get((key, space, fill))
        if found is None:
            operator = self.paints.fill if fill else self.paints.stroke
            found = self._written[key, space, fill] = f"{' '.join(map(_number, tone))} {operator}".encode()
        return found


class _Hides(Exception):
    """The stream paints with a spot colour that is not printed, so its painting operators matter too."""


class _Run:
    """One walk through one stream."""

    def __init__(self, recolouring: Recolouring, resources: Resources, page: bool, hiding: bool = False) -> None:
        self.rules, self.paints, self.resources = recolouring, recolouring.paints, resources
        self.page, self.hiding = page, hiding
        self.pens = {True: _Pen("grey", page), False: _Pen("grey", page)}  # by whether it is the fill's
        self.stack: list[dict[bool, _Pen]] = []
        self.text = False
        self.over_print = False  # whether text overprints just now
        self.out: list[bytes] = []

    def over(self, data: bytes, search: re.Pattern[bytes]) -> bytes:
        data = b"\n" + data + b"\n"
        out = self.out
        if self.page and isinstance(self.paints.black, tuple):
            for fill in (True, False):
                out.append(self.rules.written(b"black", self.paints.space, self.paints.black, fill) + b" ")
        elif self.rules.spots:
            out.append(self._switched()[1:] + b" ")  # what shows a form may just paint with a spot that overprints
        last = 0
        for match in search.finditer(data):
            operator = match[1]
            if operator is None:
                if match[0] == b"(" or match[0][1:] == b"BI":
                    raise Odd
                continue
            start = match.start()
            cut, wanted = self._change(operator, data, start)
            if wanted is not None:
                out.append(data[last:cut])
                out.append(b" " + wanted)
                last = match.end()
        out.append(data[last:])
        return b"".join(out)

    def _change(self, operator: bytes, data: bytes, end: int) -> tuple[int, bytes | None]:
        """From where, and by what, the operator that stands at `end` is replaced; None: it stays."""
        lower = operator.lower()
        if lower in _SPACES:
            space, count = _SPACES[lower]
            operands, start = _operands(data, end, count)
            return start, self._colour(operands, space, operator == lower)
        match operator:
            case b"q":
                self.stack.append({fill: pen.copy() for fill, pen in self.pens.items()})
            case b"Q":
                if self.stack:
                    self.pens = self.stack.pop()
            case b"BT" | b"ET":
                return end, self._text(operator == b"BT")
            case b"cs" | b"CS":
                operands, start = _operands(data, end, 1)
                return start, self._space(operands[0], operator == lower)
            case b"sc" | b"scn" | b"SC" | b"SCN":
                return self._components(operator, data, end)
            case _:
                return self._painting(operator, data, end)
        return end, None

    def _colour(self, operands: list[bytes], space: Space, fill: bool) -> bytes:
        """The operators that set a colour given in `space`."""
        key, tone = self.rules.tone(operands, space)
        pen = self.pens[fill]
        was_hidden = pen.hidden
        pen.space = space
        pen.black, pen.hidden = False, tone is None
        if tone is None:
            if not self.hiding:
                raise _Hides
            self.paints.left_out.add(shown(tuple(map(float, operands))))
            return b"3 Tr" if self.text and fill else b""
        seen = b"0 Tr " if was_hidden and self.text and fill else b""
        if isinstance(tone, Tint):
            return seen + self._spot(tone, fill)
        pen.black = tone == self.paints.black
        written = seen + self.rules.written(key, space, tone, fill)
        if pen.spot:
            pen.spot = False
            written += self._switched()
        if self.text and fill and self.paints.overprints and pen.black != self.over_print:
            self.over_print = pen.black
            written += self._switched()
        return written

    def _spot(self, tint: Tint, fill: bool) -> bytes:
        name = self.resources.separation(tint.spot)
        space, set_it = (b"cs", b"scn") if fill else (b"CS", b"SCN")
        written = b"/%s %s %s %s" % (name, space, _number(tint.amount).encode(), set_it)
        if tint.spot.overprint != self.pens[fill].spot:
            self.pens[fill].spot = tint.spot.overprint
            written += self._switched()
        return written

    def _switched(self) -> bytes:
        """The operator that has overprinting as it is wanted now."""
        fills = self.pens[True].spot or self.over_print
        return b" /%s gs" % self.resources.overprint(fills, self.pens[False].spot)

    def _text(self, begins: bool) -> bytes | None:
        """Around text: black letters overprint, those of a colour that is not printed are not drawn."""
        self.text = begins
        pen = self.pens[True]
        wanted = begins and pen.black and self.paints.overprints
        switched = b""
        if wanted != self.over_print:
            self.over_print = wanted
            switched = self._switched()
        if begins and pen.hidden:
            return b"3 Tr BT"
        if not begins and pen.hidden:
            return b"ET 0 Tr" + switched
        if not switched:
            return None
        return switched[1:] + b" BT" if begins else b"ET" + switched

    def _space(self, operand: bytes, fill: bool) -> bytes | None:
        """A colour space is chosen: its first colour is black (ISO 32000-1, 8.6.5)."""
        pen = self.pens[fill]
        pen.space = self.resources.space(operand.decode("latin-1"))
        pen.black = pen.hidden = False
        if pen.space in ("rgb", "grey"):
            count = COMPONENTS[pen.space]
            return self._colour([b"0"] * count, pen.space, fill)  # type: ignore[arg-type]
        if pen.space == "cmyk":
            return self._colour([b"0", b"0", b"0", b"1"], "cmyk", fill)
        if pen.spot:
            pen.spot = False
            return operand + (b" cs" if fill else b" CS") + self._switched()
        return None

    def _components(self, operator: bytes, data: bytes, end: int) -> tuple[int, bytes | None]:
        """`sc` and `scn`: components of the space that `cs` has chosen, or a pattern."""
        fill = operator.islower()
        space = self.pens[fill].space
        if space in COMPONENTS:
            operands, start = _operands(data, end, COMPONENTS[space])
            return start, self._colour(operands, space, fill)  # type: ignore[arg-type]
        if space.startswith("pattern-"):
            under: Space = space.removeprefix("pattern-")  # type: ignore[assignment]
            operands, start = _operands(data, end, COMPONENTS[under] + 1)
            values = tuple(float(operand) for operand in operands[:-1])
            tone = self.paints.plain(values, under)
            return start, " ".join(map(_number, tone)).encode() + b" %s %s" % (operands[-1], operator)
        return end, None

    def _painting(self, operator: bytes, data: bytes, end: int) -> tuple[int, bytes | None]:
        """A painting operator of a stream in which some colours are not printed."""
        wanted = operator
        if operator == b"Do":
            operands, start = _operands(data, end, 1)
            gone = self.pens[True].hidden and self.resources.stencil(operands[0].decode("latin-1"))
            return (start, b"") if gone else (end, None)
        if self.pens[True].hidden:
            wanted = _WITHOUT_FILL.get(wanted, wanted)
        if self.pens[False].hidden:
            wanted = _WITHOUT_STROKE.get(wanted, wanted)
        return end, None if wanted == operator else wanted


def _operands(data: bytes, end: int, count: int) -> tuple[list[bytes], int]:
    """The `count` operands before `end`, and where the first of them begins (with the space before it)."""
    begin = max(0, end - _REACH)
    parts = data[begin:end].rsplit(None, count)
    if len(parts) == count:
        return parts, begin
    if len(parts) < count:
        raise Odd
    return parts[1:], begin + len(parts[0])


def _number(value: float) -> str:
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
