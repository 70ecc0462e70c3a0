"""One line of chunks as glyph runs and icons: in visual order, justified, the gaps real spaces."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from questpress.press.text import bidi, run
from questpress.press.text.fontfile import FontFile
from questpress.press.text.glyphs import Glyphs, right_to_left_mark
from questpress.press.text.shape import Gap, Shaper
from questpress.press.text.words import ICON_EM, Bit, Chunk


class Mark(NamedTuple):
    """An icon in a line. `left` and `width` in em from the line's start; it is centred on the capitals."""

    icon: str
    left: float
    width: float
    fill: str
    cap_height: float


class Line(NamedTuple):
    """A line in em from its left end. `width` is without what justifying adds; `gaps` counts what can stretch."""

    units: tuple[tuple[object, float, int, str], ...]  # (Glyphs, Gap or Mark), width, level, fill
    width: float
    gaps: int
    last: bool  # the paragraph's last line, or one before a forced break: not justified
    level: int  # of the paragraph


def assemble(chunks: Sequence[Chunk], start: int, stop: int, level: int, shaper: Shaper, last: bool) -> Line:
    """Chunks `start` up to `stop` as a line of a paragraph of the given level. Words cut for wrapping grow together."""
    units: list[tuple[object, float, int, str]] = []
    final = chunks[stop - 1]
    tracking = 0.0
    carried: Bit | None = None
    for index in range(start, stop):
        chunk = chunks[index]
        bits = chunk.bits
        if carried is not None:
            grown = _grown(carried, bits[0], shaper)
            bits = [grown, *bits[1:]] if grown else [carried, *bits]
            carried = None
        if chunk.joined:
            if index + 1 < stop and bits[-1].shaped is not None:
                carried = bits[-1]
                bits = bits[:-1]
            elif index + 1 == stop and chunk.hyphen:
                hyphen = shaper.word("-", bits[-1].stack, bits[-1].setting, bool(bits[-1].level % 2))
                bits = [*bits, Bit(hyphen, bits[-1].stack, bits[-1].setting, bits[-1].level, bits[-1].fill, "", 0.0)]
        for bit in bits:
            tracking = bit.setting.tracking
            if bit.shaped is None:
                mark = Mark(bit.icon, 0.0, bit.width, bit.fill, bit.stack.first.cap_height)
                units.append((mark, bit.width, bit.level, bit.fill))
            else:
                for part in bit.shaped.parts:
                    units.append((part, part.advance / part.font.upem, bit.level, bit.fill))
        if chunk.gap is not None and chunk is not final:
            units.append((chunk.gap, chunk.space, chunk.gap_level, chunk.bits[-1].fill))
    levels = [unit[2] for unit in units]
    if any(levels):
        units = [units[index] for index in bidi.visual_order(levels)]
        if level:
            units = _marked(units)
    width = 0.0
    gaps = 0
    for unit in units:
        width += unit[1]
        gaps += type(unit[0]) is Gap
    return Line(tuple(units), width - tracking / 1000, gaps, last, level)


def _marked(units: list[tuple[object, float, int, str]]) -> list[tuple[object, float, int, str]]:
    """A right-to-left line with blank right-to-left marks after the numbers and Latin words in it.

    Without them PDF readers (poppler's reorderText) take the space or bracket that follows for a part of the number and
    put it on its other side. Not done at the line's very end, where a mark would part the full stop from its line.
    """
    marked = units[:1]
    for index in range(1, len(units)):
        what, _, level, fill = units[index]
        after = units[index + 1] if index + 1 < len(units) else None
        marked.append(units[index])
        if after is None or level % 2 == 0 or not isinstance(what, (Glyphs, Gap)):
            continue
        weak = after[2] % 2 == 0 or (isinstance(after[0], Glyphs) and not _is_letter(after[0].text[-1]))
        if weak and (isinstance(what, Gap) or not _is_letter(what.text[0])):
            mark = right_to_left_mark(what.font)
            if mark is not None:
                marked.append((mark, 0.0, level, fill))
    return marked


def _is_letter(character: str) -> bool:
    return unicodedata.bidirectional(character) in ("R", "AL", "NSM")


def _grown(before: Bit, after: Bit, shaper: Shaper) -> Bit | None:
    """Two neighbouring bits of one style as one, shaped together; None where they differ."""
    if before.shaped is None or after.shaped is None:
        return None
    if (before.stack, before.setting, before.level, before.fill) != (
        after.stack,
        after.setting,
        after.level,
        after.fill,
    ):
        return None
    text = before.shaped.text + after.shaped.text
    shaped = shaper.word(text, before.stack, before.setting, bool(before.level % 2))
    return Bit(shaped, before.stack, before.setting, before.level, before.fill, "", shaped.width)


class _Open:
    """A run that still grows."""

    __slots__ = ("clusters", "codes", "count", "fill", "font", "left", "offsets", "plain", "rtl", "texts")

    def __init__(self, font: FontFile, rtl: bool, fill: str, left: float) -> None:
        self.font = font
        self.rtl = rtl
        self.fill = fill
        self.left = left
        self.texts: list[str] = []
        self.codes: list[str] = []
        self.clusters: list[tuple[str, int]] = []
        self.offsets: list[str] = []
        self.count = 0
        self.plain = True


def write_line(line: Line, x: float, y: float, size: float, extra: float, into: dict[str, list[str]]) -> list[Mark]:
    """Adds the line's runs, by fill, to `into`, and gives its icons, still in em.

    `x`, `y`, `size` in user units: the line's left end, its baseline, the em; each gap is widened by `extra` em.
    """
    marks: list[Mark] = []
    pen = 0.0
    current: _Open | None = None
    for what, width, level, fill in line.units:
        kind = type(what)
        if kind is Glyphs:
            rtl = level % 2 == 1
            font = what.font  # type: ignore[attr-defined]
            if current is None or current.font is not font or current.rtl is not rtl or current.fill != fill:
                if current is not None:
                    _close(current, x, y, size, into)
                current = _Open(font, rtl, fill, pen)
            _add(current, what)  # type: ignore[arg-type]
        elif kind is Gap:
            width += extra
            gap: Gap = what  # type: ignore[assignment]
            same = current is not None and current.font is gap.font and current.rtl is (level % 2 == 1)
            if same and gap.glyph:
                assert current is not None
                _add_gap(current, gap, width)
            else:
                if current is not None:
                    _close(current, x, y, size, into)
                    current = None
                if gap.glyph:
                    current = _Open(gap.font, level % 2 == 1, fill, pen)
                    _add_gap(current, gap, width)
        else:
            if current is not None:
                _close(current, x, y, size, into)
                current = None
            marks.append(what._replace(left=pen))  # type: ignore[attr-defined]
        pen += width
    if current is not None:
        _close(current, x, y, size, into)
    return marks


def _add_gap(current: _Open, gap: Gap, width: float) -> None:
    current.texts.append(" ")
    current.codes.append(gap.code if width == gap.width else f"{gap.glyph},{round(width * gap.font.upem, 2):g}")
    current.clusters.append(("", 1))
    current.count += 1


def _add(current: _Open, glyphs: Glyphs) -> None:
    current.texts.append(glyphs.text)
    current.codes.append(glyphs.code)
    current.clusters.append((glyphs.clusters, glyphs.count))
    if glyphs.clusters:
        current.plain = False
    for index, dx, dy in glyphs.offsets:
        current.offsets.append(f"{current.count + index},{dx},{dy}")
    current.count += glyphs.count


def _close(current: _Open, x: float, y: float, size: float, into: dict[str, list[str]]) -> None:
    texts, clusters = current.texts, current.clusters
    if texts == [" "]:
        return
    if current.rtl:  # drawn from left to right, read from right to left
        texts, clusters = texts[::-1], clusters[::-1]
    grouped = ""
    if not current.plain:
        grouped = ",".join([code or ",".join(["1,1"] * count) for code, count in clusters if code or count])
    font = current.font
    into.setdefault(current.fill, []).append(
        run.write(
            font.name,
            size,
            x + current.left * size,
            y,
            current.rtl,
            font.upem,
            "".join(texts),
            ",".join([code for code in current.codes if code]),
            grouped,
            ",".join(current.offsets),
        )
    )


def icon_place(mark: Mark, x: float, y: float, size: float) -> tuple[float, float, float]:
    """Centre and side, in user units, of an icon in a line that starts at `x` and stands on `y`."""
    centre = y - mark.cap_height / 2 * size
    return x + (mark.left + mark.width / 2) * size, centre, ICON_EM * size
