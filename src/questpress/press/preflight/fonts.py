"""Fonts as a file has them: embedded or not, subset, readable as text, and how far their glyphs advance."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from pikepdf import Array, Dictionary, Name, Object, Stream

from questpress.press.preflight.state import SAME, Matrix

_READABLE = ("/WinAnsiEncoding", "/MacRomanEncoding", "/StandardEncoding", "/MacExpertEncoding")
_SUBSET = re.compile(r"/?[A-Z]{6}\+")
_FILES = ("/FontFile", "/FontFile2", "/FontFile3")
MOST_WIDTHS = 70000


@dataclass(slots=True)
class Font:
    """One font. `low` and `high` are how far below and above the baseline its ink may reach, in ems."""

    name: str
    sort: str = "Type1"
    embedded: bool = True
    subset: bool = True
    readable: bool = True
    wide: bool = False  # two bytes a character
    widths: dict[int, float] = field(default_factory=dict)  # in ems
    usual: float = 0.5
    low: float = -0.3
    high: float = 1.0
    matrix: Matrix = SAME  # of Type 3 glyphs
    glyphs: Any = None  # a Type 3 font's dictionary

    def advance(self, text: bytes, spacing: float, wordspacing: float, size: float) -> float:
        """How far showing `text` moves, in text space before the horizontal stretch."""
        widths, usual = self.widths, self.usual
        if self.wide:
            count = len(text) // 2
            total = sum(widths.get(text[n] << 8 | text[n + 1], usual) for n in range(0, count * 2, 2))
            return total * size + count * spacing
        total = sum(widths.get(byte, usual) for byte in text)
        return total * size + len(text) * spacing + text.count(b" ") * wordspacing


def font_of(found: Object | None) -> Font:
    """The font of a font dictionary; one that makes no sense counts as not embedded."""
    if not isinstance(found, Dictionary):
        return Font("(no font)", embedded=False, subset=False, readable=False)
    try:
        return _font_of(found)
    except (TypeError, ValueError, KeyError, IndexError, AttributeError):
        return Font(_named(found), embedded=False, subset=False, readable=False)


def _named(font: Dictionary) -> str:
    return str(font.get("/BaseFont", font.get("/Name", "/(unnamed)"))).lstrip("/")


def _font_of(found: Dictionary) -> Font:
    name = _named(found)
    sort = str(found.get("/Subtype", "/Type1"))[1:]
    font = Font(re.sub(r"^[A-Z]{6}\+", "", name), sort)
    if sort == "Type3":
        font.matrix = tuple(float(v) for v in found.FontMatrix)  # type: ignore[assignment]
        font.glyphs = found
        scale = abs(font.matrix[0]) or 0.001
        font.widths = {code: width * 1000 * scale for code, width in _simple_widths(found).items()}
        font.readable = "/ToUnicode" in found
        return font
    inner = found
    if sort == "Type0":
        inner = found.DescendantFonts[0]
        font.wide = True
        font.usual = float(inner.get("/DW", 1000)) / 1000
        font.widths = _wide_widths(inner.get("/W"))
    else:
        font.widths = _simple_widths(found)
    described = inner.get("/FontDescriptor")
    font.embedded = isinstance(described, Dictionary) and any(isinstance(described.get(key), Stream) for key in _FILES)
    font.subset = bool(_SUBSET.match(name))
    font.readable = _readable(found, sort)
    if isinstance(described, Dictionary):
        if "/MissingWidth" in described and not font.wide:
            font.usual = float(described.MissingWidth) / 1000
        box = [float(v) / 1000 for v in described.get("/FontBBox", [])]
        if len(box) == 4 and -3 < box[1] < box[3] < 3:
            font.low, font.high = box[1], box[3]
    return font


def _readable(font: Dictionary, sort: str) -> bool:
    """Whether a reader can tell which letters are meant (ISO 32000-1, 9.10.2)."""
    if "/ToUnicode" in font:
        return True
    encoding = font.get("/Encoding")
    if sort == "Type0":
        return isinstance(encoding, Name) and not str(encoding).startswith("/Identity")
    if isinstance(encoding, Name):
        return str(encoding) in _READABLE
    if isinstance(encoding, Dictionary):
        names = [str(one) for one in encoding.get("/Differences", []) if isinstance(one, Name)]
        return not any(re.fullmatch(r"/(g|glyph|cid|G)\d+", one) for one in names)
    return sort == "Type1"


def _simple_widths(font: Dictionary) -> dict[int, float]:
    first = int(font.get("/FirstChar", 0))
    widths = font.get("/Widths")
    if not isinstance(widths, Array):
        return {}
    return {first + n: float(width) / 1000 for n, width in enumerate(list(widths)[:256])}


def _wide_widths(found: Object | None) -> dict[int, float]:
    """A CIDFont's /W: runs of widths, and ranges of one width."""
    widths: dict[int, float] = {}
    parts = list(found) if isinstance(found, Array) else []
    place = 0
    while place + 1 < len(parts) and len(widths) < MOST_WIDTHS:
        first, second = int(parts[place]), parts[place + 1]
        if isinstance(second, Array):
            widths.update((first + n, float(width) / 1000) for n, width in enumerate(second))
            place += 2
        elif place + 2 < len(parts):
            last = min(int(second), first + MOST_WIDTHS)
            width = float(parts[place + 2]) / 1000
            widths.update((code, width) for code in range(first, last + 1))
            place += 3
        else:
            break
    return widths
