"""Words as glyphs: HarfBuzz at work, with the next font for what a font lacks, everything remembered.

A word is shaped once in font units, whatever size it is set in. Kerning and ligatures work inside a word and across its
punctuation, not with the space beside it (none of the shipped text fonts kerns with the space by more than 1/100 em).
"""

from __future__ import annotations

import re
import unicodedata

from questpress.press.text.breaks import break_offsets
from questpress.press.text.fontfile import FontFile
from questpress.press.text.fonts import Stack
from questpress.press.text.glyphs import LOOKALIKES, Glyphs, Setting, shape

MOST_REMEMBERED = 40_000  # shaped words; some 1 kB each

# Never drawn and never a reason to look in another font: joiners, direction marks, variation selectors.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0100-\U000e01ef]"
)
_SPACES = frozenset("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000")


class Shaped:
    """A word in one style: its glyphs in reading order of stretches, its width in em, what no font has."""

    __slots__ = ("breaks", "missing", "parts", "text", "width")

    def __init__(self, text: str, parts: tuple[Glyphs, ...], missing: tuple[str, ...]) -> None:
        self.text = text
        self.parts = parts
        self.width = sum(part.advance / part.font.upem for part in parts)
        self.missing = missing
        self.breaks = break_offsets(text)


class Gap:
    """The space between words in one font. `width` in em."""

    __slots__ = ("code", "font", "glyph", "width")

    def __init__(self, font: FontFile, width: float, glyph: int) -> None:
        self.font = font
        self.width = width
        self.glyph = glyph  # 0 where the font has none: then the gap is left white
        self.code = f"{glyph},{round(width * font.upem, 2):g}"  # as a run writes it, where nothing widens it


class Shaper:
    """Shaped words, remembered by style. One for a font library; what it gives never changes."""

    def __init__(self) -> None:
        self._words: dict[tuple[Stack, Setting, bool], dict[str, Shaped]] = {}
        self._gaps: dict[tuple[FontFile, Setting], Gap] = {}
        self._count = 0

    def words(self, stack: Stack, setting: Setting, rtl: bool = False) -> dict[str, Shaped]:
        """The words shaped so far in one style; `word` adds to it. For loops that must be fast."""
        key = (stack, setting, rtl)
        found = self._words.get(key)
        if found is None:
            found = self._words[key] = {}
        return found

    def word(self, text: str, stack: Stack, setting: Setting, rtl: bool = False) -> Shaped:
        """`text` (without spaces and line breaks) as glyphs of the first fonts of `stack` that have its characters."""
        words = self.words(stack, setting, rtl)
        found = words.get(text)
        if found is None:
            if self._count >= MOST_REMEMBERED:
                for each in self._words.values():
                    each.clear()
                self._count = 0
            self._count += 1
            found = words[text] = _shape_word(text, stack, setting, rtl)
        return found

    def gap(self, font: FontFile, setting: Setting) -> Gap:
        """The space of `font`, tracked like its letters."""
        found = self._gaps.get((font, setting))
        if found is None:
            glyph = font.font.get_nominal_glyph(0x20) or 0
            width = font.font.get_glyph_h_advance(glyph) / font.upem if glyph else 0.25
            found = self._gaps[font, setting] = Gap(font, width + setting.tracking / 1000, glyph)
        return found


def clusters(text: str) -> list[str]:
    """`text` cut between the characters a reader sees: an accent stays with its letter (UAX #29, its common cases)."""
    found: list[str] = []
    for character in text:
        if found and _continues(found[-1], character):
            found[-1] += character
        else:
            found.append(character)
    return found


def _continues(before: str, character: str) -> bool:
    code = ord(character)
    if unicodedata.category(character)[0] == "M" or code in (0x200C, 0x200D) or 0x1F3FB <= code <= 0x1F3FF:
        return True
    if before[-1] == "\u200d" and not character.isalpha():
        return True
    if 0x1F1E6 <= code <= 0x1F1FF:  # the second half of a flag
        return len(before) == 1 and 0x1F1E6 <= ord(before) <= 0x1F1FF
    return 0x1160 <= code <= 0x11FF and 0x1100 <= ord(before[0]) <= 0x11FF  # conjoining Hangul


def has(font: FontFile, cluster: str) -> bool:
    """Whether `font` can draw `cluster`, composed or decomposed if need be."""
    known = font.characters
    for form in (cluster, unicodedata.normalize("NFC", cluster), unicodedata.normalize("NFD", cluster)):
        if all(ord(character) in known or _spare(character, known) for character in form):
            return True
    return False


def _spare(character: str, known: frozenset[int]) -> bool:
    if character in _SPACES:
        return 0x20 in known
    if character in LOOKALIKES:
        return any(ord(other) in known for other in LOOKALIKES[character])
    return _INVISIBLE.match(character) is not None


def _shape_word(text: str, stack: Stack, setting: Setting, rtl: bool) -> Shaped:
    first = stack.first
    if first.characters.issuperset(map(ord, text)):
        return Shaped(text, (shape(text, first, setting, rtl),), ())
    stretches: list[tuple[FontFile, str]] = []
    missing: list[str] = []
    for cluster in clusters(text):
        font = next((font for font in stack.fonts if has(font, cluster)), None)
        if font is None:
            missing.append(cluster)
            font = first
        elif stretches and _INVISIBLE.fullmatch(cluster):
            font = stretches[-1][0]
        if stretches and stretches[-1][0] is font:
            stretches[-1] = (font, stretches[-1][1] + cluster)
        else:
            stretches.append((font, cluster))
    parts = tuple(shape(stretch, font, setting, rtl) for font, stretch in stretches)
    return Shaped(text, parts, tuple(dict.fromkeys(missing)))
