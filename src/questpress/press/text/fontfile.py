"""One font file: what characters it has, how tall its letters are, whether it may be embedded."""

from __future__ import annotations

import struct
from functools import cached_property
from pathlib import Path

import uharfbuzz as hb

MOST_BYTES = 40_000_000  # the largest CJK fonts have some 20 MB
SUFFIXES = (".ttf", ".otf")
WEB_SUFFIXES = (".woff", ".woff2", ".eot", ".ttc", ".otc", ".pfb", ".svg")

# OpenType specification, OS/2 table, fsType: embedding licensing rights.
_RESTRICTED, _NO_SUBSETTING, _BITMAPS_ONLY = 0x0002, 0x0100, 0x0200
_FAMILY_NAMES = (16, 1)  # OpenType name table: typographic family, then the four-style family


class BadFont(ValueError):
    """A font file that cannot be used; `code` is the diagnostic, `remedy` what to do."""

    def __init__(self, code: str, message: str, remedy: str) -> None:
        super().__init__(message)
        self.code = code
        self.remedy = remedy


class FontFile:
    """A TrueType or OpenType file, opened. All measures are in em unless `units` is in the name.

    Glyphs are not checked one by one. Raises BadFont for a file that is no such font, has no outlines (bitmap emoji),
    or forbids embedding.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.name = path.name
        if path.suffix.lower() not in SUFFIXES:
            raise BadFont("T030", f"'{path.name}' is not a .ttf or .otf file", "convert it to .ttf or .otf")
        try:
            size = path.stat().st_size
            if size > MOST_BYTES:
                raise BadFont("T030", f"'{path.name}' has {size} bytes, more than {MOST_BYTES}", "subset the font")
            with path.open("rb") as opened:
                head = opened.read(4)
        except OSError as error:
            reason = error.strerror or str(error)
            raise BadFont("T031", f"font file '{path.name}' cannot be read: {reason}", "put the file there") from None
        if head not in (b"\0\1\0\0", b"OTTO", b"true"):
            raise BadFont("T030", f"'{path.name}' is not a TrueType or OpenType font", "replace the file")
        self.face = hb.Face(hb.Blob.from_file_path(str(path)))
        tables = set(self.face.table_tags)
        missing = [tag for tag in ("cmap", "head", "hhea", "hmtx", "maxp") if tag not in tables]
        if missing or not self.face.glyph_count:
            what = f"has no table {', '.join(missing)}" if missing else "has no glyphs"
            raise BadFont("T030", f"'{path.name}' is a damaged font: it {what}", "replace the file")
        if not tables & {"glyf", "CFF ", "CFF2"}:
            raise BadFont(
                "T030",
                f"'{path.name}' has no outlines, only pictures, which print as coarse bitmaps",
                "use a font with outlines, or an SVG icon in templates/icons/",
            )
        self.upem = self.face.upem
        self.font = hb.Font(self.face)
        self._read_os2()

    def _read_os2(self) -> None:
        """Sets weight and slant. OpenType specification, OS/2: usWeightClass 4, fsType 8, fsSelection 62."""
        os2 = self.face.reference_table("OS/2").data
        self.weight, self.italic, rights = 400, False, 0
        if len(os2) >= 64:
            self.weight = min(900, max(100, struct.unpack(">H", os2[4:6])[0]))
            rights = struct.unpack(">H", os2[8:10])[0]
            self.italic = bool(struct.unpack(">H", os2[62:64])[0] & 0x201)  # ITALIC or OBLIQUE
        if rights & (_NO_SUBSETTING | _BITMAPS_ONLY) or rights & 0xF == _RESTRICTED:
            raise BadFont(
                "T032",
                f"'{self.name}' forbids embedding a subset in a PDF (fsType {rights:#06x})",
                "use another font, or one licensed for embedding",
            )

    @cached_property
    def family(self) -> str:
        """The family's name as the file itself states it, or the file's name where it states none."""
        names = {int(entry.name_id): entry.language for entry in self.face.list_names()}
        for wanted in _FAMILY_NAMES:
            if wanted in names and (found := self.face.get_name(wanted, names[wanted])):
                return found
        return self.path.stem

    @cached_property
    def characters(self) -> frozenset[int]:
        return frozenset(self.face.unicodes)

    @cached_property
    def cap_height(self) -> float:
        return self._top("HEIT") or self.ascent

    @cached_property
    def x_height(self) -> float:
        return self._top("xzv") or self.cap_height * 0.7

    @cached_property
    def ascent(self) -> float:
        """How far the tallest plain letters rise over the baseline."""
        found = max(self._top("dlbk"), self._top("HEIT"))
        return found or min(1.0, self.line_ascent)

    @cached_property
    def descent(self) -> float:
        """How far plain letters hang under the baseline, as a positive number."""
        found = max((-bottom for bottom in (self._extent(letter)[1] for letter in "pgqy")), default=0.0)
        return found if found > 0 else min(0.4, self.line_descent)

    @cached_property
    def line_ascent(self) -> float:
        """The font's own line above the baseline (hhea or OS/2), which CSS and SVG call its ascent."""
        return self.font.get_font_extents("ltr").ascender / self.upem

    @cached_property
    def line_descent(self) -> float:
        """The font's own line under the baseline, as a positive number."""
        return -self.font.get_font_extents("ltr").descender / self.upem

    def ink(self, glyph: int) -> tuple[float, float, float, float] | None:
        """Left, bottom, right, top of a glyph's outline from its origin, in em, y upwards; None for a blank."""
        extents = self.font.get_glyph_extents(glyph)
        if extents is None or not extents.width or not extents.height:
            return None
        left, top = extents.x_bearing, extents.y_bearing
        box = (left, top + extents.height, left + extents.width, top)
        return tuple(side / self.upem for side in box)  # type: ignore[return-value]

    def _extent(self, letter: str) -> tuple[float, float]:
        glyph = self.font.get_nominal_glyph(ord(letter))
        extents = self.font.get_glyph_extents(glyph) if glyph else None
        if extents is None:
            return 0.0, 0.0
        return extents.y_bearing / self.upem, (extents.y_bearing + extents.height) / self.upem

    def _top(self, letters: str) -> float:
        """The height of the flattest of `letters`: round ones overshoot, so the least counts."""
        tops = [top for top in (self._extent(letter)[0] for letter in letters) if top > 0]
        return min(tops, default=0.0)
