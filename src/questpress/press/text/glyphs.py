"""A stretch of text in one font as glyphs: HarfBuzz's work, written so that a PDF reader gives the text back."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

import uharfbuzz as hb

from questpress.press.text.fontfile import FontFile

# A hyphen that must not break looks like one that may.
LOOKALIKES = {"\u2011": "-\u2010", "\u2010": "-", "\u02bc": "\u2019"}


# Tracking in em/1000 from which a word is one cluster: PDF readers take letters a tenth of an em apart for words of
# their own (poppler's minWordBreakSpace), unless the word is stated as a whole.
WIDE = 60


class Setting(NamedTuple):
    """What changes the glyphs of a word besides its font: OpenType features, tracking in em/1000, language."""

    features: tuple[tuple[str, int], ...] = ()
    tracking: float = 0.0
    language: str = "en"


class Glyphs:
    """A stretch of text in one font and one direction. `advance` counts font units; `code` is ready for a run."""

    __slots__ = ("advance", "clusters", "code", "count", "font", "offsets", "text")

    def __init__(
        self,
        font: FontFile,
        text: str,
        advance: float,
        count: int,
        code: str,
        clusters: str,
        offsets: tuple[tuple[int, int, int], ...],
    ) -> None:
        self.font = font
        self.text = text
        self.advance = advance
        self.count = count
        self.code = code
        self.clusters = clusters  # empty where each character has one glyph
        self.offsets = offsets


def read_features(text: str) -> tuple[tuple[str, int], ...] | None:
    """The OpenType features that `text` names ('lnum tnum', '-liga', 'ss01=2'), or None where one is no feature."""
    found: dict[str, int] = {}
    for word in text.replace(",", " ").split():
        match = re.fullmatch(r"([+-]?)([A-Za-z0-9]{4})(?:=(\d{1,3}))?", word)
        if match is None:
            return None
        sign, tag, value = match.groups()
        found[tag] = int(value) if value else int(sign != "-")
    return tuple(sorted(found.items()))


def shape(text: str, font: FontFile, setting: Setting, rtl: bool) -> Glyphs:
    """`text` in the glyphs of `font`; characters that it lacks become its box glyph."""
    drawn = text
    for character, others in LOOKALIKES.items():
        if character in drawn and ord(character) not in font.characters:
            drawn = drawn.replace(character, next((c for c in others if ord(c) in font.characters), character))
    buffer = hb.Buffer()
    buffer.add_str(drawn)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if rtl else "ltr"
    buffer.language = setting.language  # never the machine's
    features: dict[str, int] = dict(setting.features)
    if setting.tracking:
        features.setdefault("liga", 0)
        features.setdefault("clig", 0)
    hb.shape(font.font, buffer, features)
    infos, positions = buffer.glyph_infos, buffer.glyph_positions
    starts = [info.cluster for info in infos]
    drawn_glyphs = [
        _Drawn(info.codepoint, position.x_advance, position.x_offset, position.y_offset)
        for info, position in zip(infos, positions, strict=True)
    ]
    if setting.tracking:
        track = round(setting.tracking * font.upem / 1000, 2)
        for index, glyph in enumerate(drawn_glyphs):
            if index + 1 == len(starts) or starts[index + 1] != starts[index]:
                drawn_glyphs[index] = glyph._replace(advance=glyph.advance + track)
    moved = any(glyph.dx or glyph.dy for glyph in drawn_glyphs)
    simple = len(starts) == len(text) == len(set(starts))
    if moved or (rtl and not simple):
        carrier = font.font.get_nominal_glyph(0x20)
        if carrier:
            return _carried(text, font, drawn_glyphs, starts, rtl, carrier)
    offsets = [(index, glyph.dx, glyph.dy) for index, glyph in enumerate(drawn_glyphs) if glyph.dx or glyph.dy]
    clusters = "" if simple else _cluster_code(starts, len(text))
    if simple and setting.tracking > WIDE and not rtl:
        clusters = ",".join(f"{len(part)},{len(part)}" for part in re.findall(" |[^ ]+", text))
    return _glyphs(font, text, drawn_glyphs, clusters, offsets)


class _Drawn(NamedTuple):
    glyph: int
    advance: float
    dx: float
    dy: float


def _glyphs(
    font: FontFile, text: str, drawn: list[_Drawn], clusters: str, offsets: list[tuple[int, float, float]]
) -> Glyphs:
    advance = sum(glyph.advance for glyph in drawn)
    code = ",".join([f"{glyph.glyph},{glyph.advance:g}" for glyph in drawn])
    return Glyphs(font, text, advance, len(drawn), code, clusters, tuple(offsets))


def _cluster_code(starts: list[int], length: int) -> str:
    """HarfBuzz's cluster numbers as 'characters,glyphs,…' in reading order."""
    order = sorted(set(starts))
    pairs = zip(order, [*order[1:], length], strict=True)
    return ",".join(f"{stop - start},{starts.count(start)}" for start, stop in pairs)


# How far, in em, a carrier reaches back over the glyph before it. Between 0.1, under which poppler takes two characters
# for one drawn twice (dupMaxPriDelta), and 0.2, over which it parts the word (minDupBreakOverlap); TextOutputDev.cc.
_CARRIER_BACK = 0.13
_MARK_BACK = 0.105  # less, since what stands before a mark may be as narrow as a full stop


def _carried(text: str, font: FontFile, drawn: list[_Drawn], starts: list[int], rtl: bool, carrier: int) -> Glyphs:
    """Glyphs whose every character can be read back in order: accents on their letters, and Arabic lam-alef.

    A PDF reader takes characters by where they stand, and turns right-to-left lines over character by character; so a
    glyph that stands for two would come back reversed, and a raised mark as a line of its own. Here each cluster's
    widest glyph stands for its first character, blank carriers of no width stand for the others, and the marks
    themselves are drawn as glyphs that stand for nothing.
    """
    order = sorted(set(starts))
    reading: list[tuple[int, _Drawn]] = []  # characters, glyph
    back = -round(_CARRIER_BACK * font.upem)
    for start, stop in zip(order, [*order[1:], len(text)], strict=True):
        members = [index for index, own in enumerate(starts) if own == start]
        main = max(members, key=lambda index: drawn[index].advance)
        pen, left = 0.0, {}
        for index in members:
            left[index] = pen
            pen += drawn[index].advance
        behind = 0.0 if rtl else -pen  # reading left to right the pen is past the cluster when its marks are drawn
        glyph = drawn[main]
        reading.append((1, _Drawn(glyph.glyph, pen, glyph.dx + left[main], glyph.dy)))
        reading.extend([(1, _Drawn(carrier, 0, back, 0))] * (stop - start - 1))
        for index in members:
            if index != main:
                glyph = drawn[index]
                reading.append((0, _Drawn(glyph.glyph, 0, glyph.dx + left[index] + behind, glyph.dy)))
    visual = [glyph for _, glyph in (reversed(reading) if rtl else reading)]
    offsets = [(index, glyph.dx, glyph.dy) for index, glyph in enumerate(visual) if glyph.dx or glyph.dy]
    return _glyphs(font, text, visual, ",".join([f"{count},1" for count, _ in reading]), offsets)


@lru_cache(256)
def right_to_left_mark(font: FontFile) -> Glyphs | None:
    """U+200F on a blank glyph of no width, or None where the font has no space to carry it."""
    carrier = font.font.get_nominal_glyph(0x20)
    if not carrier:
        return None
    back = -round(_MARK_BACK * font.upem)
    return Glyphs(font, "\u200f", 0, 1, f"{carrier},0", "", ((0, back, 0),))
