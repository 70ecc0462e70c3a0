"""A paragraph as chunks: what a line may not break, each with its width in em and the gap that follows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from questpress.press.text import bidi
from questpress.press.text.breaks import break_offsets
from questpress.press.text.fonts import FontLibrary, NoFont, Stack
from questpress.press.text.glyphs import Setting
from questpress.press.text.markup import LINE_BREAK, Paragraph, Piece, Slip
from questpress.press.text.shape import Gap, Shaped, Shaper

ICON = "\ufffc"  # U+FFFC OBJECT REPLACEMENT CHARACTER: what an icon is to the bidirectional algorithm
ICON_EM = 0.84  # side of the square an icon gets: with its usual white border a little taller than the capitals
IconWidth = Callable[[str], float]


class Voice(NamedTuple):
    """How text sounds on paper: family, weight, slant, glyph setting, colours (SVG paint)."""

    family: str
    weight: str
    italic: bool
    setting: Setting
    fill: str
    icon_fill: str


class Bit:
    """Text of one style and direction, or an icon (then `shaped` is None)."""

    __slots__ = ("fill", "icon", "level", "setting", "shaped", "stack", "width")

    def __init__(
        self, shaped: Shaped | None, stack: Stack, setting: Setting, level: int, fill: str, icon: str, width: float
    ) -> None:
        self.shaped = shaped
        self.stack = stack
        self.setting = setting
        self.level = level
        self.fill = fill
        self.icon = icon
        self.width = width


class Chunk:
    """Bits that stay on one line. A line may end after every chunk, and must where `must` is set.

    `gap` follows it where a space does; `joined` says that the next chunk goes on with the same word; `hyphen` is the
    width of the hyphen to add when the line ends here at a soft one.
    """

    __slots__ = ("bits", "gap", "gap_level", "hyphen", "joined", "must", "space", "width")

    def __init__(self, bits: list[Bit]) -> None:
        self.bits = bits
        width = 0.0
        for bit in bits:
            width += bit.width
        self.width = width
        self.space = 0.0
        self.gap: Gap | None = None
        self.gap_level = 0
        self.joined = False
        self.must = False
        self.hyphen = 0.0


class Prepared(NamedTuple):
    """A paragraph ready for wrapping. `level` 1: it runs right to left. `slips` hold missing glyphs and styles."""

    chunks: tuple[Chunk, ...]
    level: int
    bullet: bool
    apart: bool
    slips: tuple[Slip, ...]
    icons: tuple[str, ...]
    widest: float  # em: of its widest chunk


class Compositor:
    """Turns paragraphs into chunks with the fonts of one library; remembers the words it shaped."""

    def __init__(self, library: FontLibrary) -> None:
        self.library = library
        self.shaper = Shaper()

    @classmethod
    def of(cls, library: FontLibrary) -> Compositor:
        """The one compositor that belongs to `library`, so that all faces share what was shaped."""
        found = library.remembered.get("compositor")
        if not isinstance(found, Compositor):
            found = library.remembered["compositor"] = cls(library)
        return found

    def prepare(self, paragraph: Paragraph, voice: Voice, icon_width: IconWidth) -> Prepared:
        """`paragraph` as chunks. A style the family lacks and glyphs no font has are slips; the text is whole."""
        return _Composing(self, voice, icon_width).run(paragraph)


class _Composing:
    """One paragraph on its way; kept apart so that a compositor holds nothing of a single text."""

    def __init__(self, owner: Compositor, voice: Voice, icon_width: IconWidth) -> None:
        self.library = owner.library
        self.shaper = owner.shaper
        self.voice = voice
        self.icon_width = icon_width
        self.chunks: list[Chunk] = []
        self.word: list[Bit] = []
        self.slips: list[Slip] = []
        self.missing: dict[str, Stack] = {}
        self.icons: list[str] = []
        self.levels: list[int] | None = None
        self.at = 0

    def run(self, paragraph: Paragraph) -> Prepared:
        base = 0
        if any(bidi.needed(piece.text) for piece in paragraph.pieces):
            whole = "".join(ICON if piece.icon else piece.text for piece in paragraph.pieces)
            self.levels, base = bidi.levels(whole)
        for piece in paragraph.pieces:
            stack = self._stack(piece)
            if piece.icon:
                self._icon(piece, stack)
            else:
                self._text(piece, stack)
        self._end_word()
        if self.chunks:
            last = self.chunks[-1]
            last.must, last.gap, last.space = False, None, 0.0
        self._report_missing()
        widest = 0.0
        for chunk in self.chunks:
            if chunk.width > widest:
                widest = chunk.width
        return Prepared(
            tuple(self.chunks), base, paragraph.bullet, paragraph.apart, tuple(self.slips), tuple(self.icons), widest
        )

    def _stack(self, piece: Piece) -> Stack:
        voice = self.voice
        family = piece.family or voice.family
        try:
            if piece.bold or piece.italic:
                return self.library.emphasised(family, voice.weight, voice.italic, piece.bold, piece.italic)
            if piece.family:
                return self.library.nearest_stack(family, voice.weight, voice.italic)
            return self.library.stack(family, voice.weight, voice.italic)
        except NoFont as absent:
            slip = Slip(absent.code, str(absent), absent.remedy)
            if slip not in self.slips and not absent.told:
                self.slips.append(slip)
            return self.library.nearest_stack(voice.family, voice.weight, voice.italic)

    def _icon(self, piece: Piece, stack: Stack) -> None:
        level = self.levels[self.at] if self.levels else 0
        width = self.icon_width(piece.icon) * ICON_EM
        fill = piece.fill or self.voice.icon_fill
        self.word.append(Bit(None, stack, self.voice.setting, level, fill, piece.icon, width))
        self.icons.append(piece.icon)
        self.at += 1

    def _text(self, piece: Piece, stack: Stack) -> None:
        setting = self.voice.setting
        fill = piece.fill or self.voice.fill
        words = self.shaper.words(stack, setting)
        fresh = self.shaper.word
        gap = self.shaper.gap(stack.first, setting)
        for number, line in enumerate(piece.text.split(LINE_BREAK)):
            if number:
                self._end_word()
                self.at += 1
                if self.chunks:
                    self.chunks[-1].must = True
            for place, text in enumerate(line.split(" ")):
                if place:
                    if self.word:
                        self._end_word()
                    if self.chunks:
                        self._space(gap)
                    self.at += 1
                if not text:
                    continue
                if self.levels is not None:
                    self._directed(text, stack, setting, fill)
                else:
                    shaped = words.get(text) or fresh(text, stack, setting)
                    if shaped.missing:
                        self._note(shaped, stack)
                    self.word.append(Bit(shaped, stack, setting, 0, fill, "", shaped.width))
                self.at += len(text)

    def _directed(self, text: str, stack: Stack, setting: Setting, fill: str) -> None:
        """Adds `text` cut where its direction changes."""
        assert self.levels is not None
        start = 0
        for index in range(1, len(text) + 1):
            level = self.levels[self.at + start]
            if index == len(text) or self.levels[self.at + index] != level:
                shaped = self.shaper.word(text[start:index], stack, setting, bool(level % 2))
                if shaped.missing:
                    self._note(shaped, stack)
                self.word.append(Bit(shaped, stack, setting, level, fill, "", shaped.width))
                start = index

    def _space(self, gap: Gap) -> None:
        chunk = self.chunks[-1]
        if chunk.gap is None and not chunk.must:
            last = chunk.bits[-1].shaped
            if last is not None and last.parts and last.parts[-1].font is not gap.font:
                other = self.shaper.gap(last.parts[-1].font, chunk.bits[-1].setting)
                if other.glyph and self.levels is not None:  # inside Hebrew or Arabic the space is theirs
                    gap = other
            chunk.gap = gap
            chunk.space = gap.width
            chunk.gap_level = self.levels[self.at] if self.levels else 0

    def _end_word(self) -> None:
        word = self.word
        if not word:
            return
        self.word = []
        if len(word) == 1 and (word[0].shaped is None or not word[0].shaped.breaks):
            self.chunks.append(Chunk(word))
            return
        text = "".join(ICON if bit.shaped is None else bit.shaped.text for bit in word)
        offsets = break_offsets(text)
        if not offsets:
            self.chunks.append(Chunk(word))
            return
        start = 0
        pieces = [(begin, stop) for begin, stop in zip((0, *offsets), (*offsets, len(text)), strict=True)]
        for begin, stop in pieces:
            bits = []
            start = 0
            for bit in word:
                length = 1 if bit.shaped is None else len(bit.shaped.text)
                left, right = max(begin, start), min(stop, start + length)
                if left < right:
                    bits.append(self._cut(bit, left - start, right - start))
                start += length
            chunk = Chunk([bit for bit in bits if bit is not None])
            chunk.joined = stop < len(text)
            if text[stop - 1] == "\u00ad" and chunk.bits:
                last = chunk.bits[-1]
                chunk.hyphen = self.shaper.word("-", last.stack, last.setting, bool(last.level % 2)).width
            if chunk.bits:
                self.chunks.append(chunk)

    def _cut(self, bit: Bit, start: int, stop: int) -> Bit | None:
        if bit.shaped is None:
            return bit
        text = bit.shaped.text[start:stop].replace("\u00ad", "").replace("\u200b", "")
        if not text:
            return None
        shaped = self.shaper.word(text, bit.stack, bit.setting, bool(bit.level % 2))
        return Bit(shaped, bit.stack, bit.setting, bit.level, bit.fill, "", shaped.width)

    def _note(self, shaped: Shaped, stack: Stack) -> None:
        for cluster in shaped.missing:
            self.missing.setdefault(cluster, stack)

    def _report_missing(self) -> None:
        by_stack: dict[Stack, list[str]] = {}
        for cluster, stack in self.missing.items():
            by_stack.setdefault(stack, []).append(cluster)
        if not self.library.wanting:
            self.slips.extend(missing_glyphs(found, stack) for stack, found in by_stack.items())


def missing_glyphs(found: Sequence[str], stack: Stack) -> Slip:
    """What to say of clusters that no font of `stack` has."""
    named = ", ".join(f"'{cluster}' ({' '.join(f'U+{ord(c):04X}' for c in cluster)})" for cluster in found)
    remedy = "put a font that has it into templates/fonts/ and name its family under `fallback`"
    if any(ord(cluster[0]) >= 0x1F000 for cluster in found):
        remedy = "draw it as an icon in templates/icons/ and write :icon-name:, or " + remedy
    return Slip("T035", f"no font has {named}; tried {stack.tried()}", remedy)
