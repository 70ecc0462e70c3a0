"""Paragraphs in a box: sized to fit, placed from font metrics, written as runs and icons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from questpress.press.text.fit import largest, sizes
from questpress.press.text.fontfile import FontFile
from questpress.press.text.glyphs import Glyphs, Setting
from questpress.press.text.line import Line, Mark, assemble, icon_place, write_line
from questpress.press.text.markup import Slip
from questpress.press.text.run import element
from questpress.press.text.shape import Shaper
from questpress.press.text.words import Chunk, Prepared
from questpress.press.text.wrap import SLACK, even, too_wide, wrap
from questpress.units import describe, from_points

APART = 0.5  # em between paragraphs with a blank line between them, beyond the leading
ENTRY_APART = 0.12  # em before a list entry
BULLET = "•"
BULLET_GAP = 0.42  # em between bullet and text
ALIGNS = ("left", "start", "center", "right", "end", "justify")
VALIGNS = ("top", "middle", "bottom")

DrawIcon = Callable[[str, float, float, float, str], str]


class Box(NamedTuple):
    """A text box: width and height in millimetres, the sizes to try in points, leading in em."""

    width: float
    height: float
    size: float
    least: float
    leading: float
    align: str
    valign: str


class Row(NamedTuple):
    """A line in its box, in em: where its room starts, how wide that is, its baseline under the first ascender."""

    line: Line
    indent: float
    room: float
    baseline: float


class Bullet(NamedTuple):
    glyphs: Glyphs
    width: float
    baseline: float
    level: int


class Laid(NamedTuple):
    """What a box came to. `size` in points; `bottom` in em, from the first ascender to the last descender."""

    rows: tuple[Row, ...]
    bullets: tuple[Bullet, ...]
    size: float
    bottom: float
    slips: tuple[Slip, ...]


class _Measures:
    """The widths and heights that a box's paragraphs need, in em."""

    def __init__(
        self, paragraphs: Sequence[Prepared], box: Box, font: FontFile, bullet: float, tracking: float
    ) -> None:
        self.paragraphs = paragraphs
        self.box = box
        self.font = font
        self.indent = bullet + BULLET_GAP if bullet else 0.0
        self.tracking = tracking  # after a line's last letter it takes no room
        self.gaps = sum(gap_before(paragraph, number) for number, paragraph in enumerate(paragraphs))

    def room(self, paragraph: Prepared, size: float) -> float:
        return self.box.width / from_points(size) - (self.indent if paragraph.bullet else 0.0) + self.tracking

    def fits(self, size: float) -> bool:
        rows = 0
        for paragraph in self.paragraphs:
            room = self.room(paragraph, size)
            if paragraph.widest > room + SLACK:
                return False
            rows += len(wrap(paragraph.chunks, room))
        height = self.font.ascent + self.font.descent + (rows - 1) * self.box.leading + self.gaps
        return not rows or height * from_points(size) <= self.box.height + SLACK


def lay(
    paragraphs: Sequence[Prepared], font: FontFile, bullet: Glyphs, setting: Setting, box: Box, shaper: Shaper
) -> Laid:
    """The lines of `paragraphs` at the largest of the box's sizes at which they fit, or at its least with slips.

    The size is monotone in the box's width and height. `font` gives the metrics, also of lines in other fonts. Overflow
    is T036 with the lines and millimetres that are too many, a word wider than the box T037.
    """
    paragraphs = [paragraph for paragraph in paragraphs if paragraph.chunks]
    listed = any(paragraph.bullet for paragraph in paragraphs)
    sign = bullet.advance / bullet.font.upem if listed else 0.0
    measures = _Measures(paragraphs, box, font, sign, setting.tracking / 1000)
    size = largest(sizes(box.size, box.least), measures.fits)
    fitted = size is not None
    if size is None:
        size = min(box.size, box.least)
    rows: list[Row] = []
    bullets: list[Bullet] = []
    baseline = font.ascent - box.leading
    for number, paragraph in enumerate(paragraphs):
        room = measures.room(paragraph, size)
        indent = measures.indent if paragraph.bullet else 0.0
        baseline += gap_before(paragraph, number)
        if paragraph.bullet:
            bullets.append(Bullet(bullet, sign, baseline + box.leading, paragraph.level))
        for line in lines(paragraph, room, box.align, shaper):
            baseline += box.leading
            rows.append(Row(line, indent, room - measures.tracking, baseline))
    bottom = baseline + font.descent if rows else 0.0
    slips: list[Slip] = []
    if not fitted:
        slips = [*_overflow(rows, bottom, box, size, font.descent), *_wide(measures, size)]
    return Laid(tuple(rows), tuple(bullets), size, bottom, tuple(slips))


def count_lines(paragraphs: Sequence[Prepared], font: FontFile, bullet: Glyphs, setting: Setting, room: float) -> int:
    """How many lines `paragraphs` take in a box `room` em wide, as `lay` would break them."""
    sign = bullet.advance / bullet.font.upem if any(paragraph.bullet for paragraph in paragraphs) else 0.0
    box = Box(from_points(1) * room, 0.0, 1.0, 1.0, 1.0, "left", "top")
    measures = _Measures(paragraphs, box, font, sign, setting.tracking / 1000)
    return sum(len(wrap(paragraph.chunks, measures.room(paragraph, 1.0))) for paragraph in paragraphs)


def lines(paragraph: Prepared, room: float, align: str, shaper: Shaper) -> list[Line]:
    """The lines of one paragraph in `room` em: as few as can be, and evenly filled."""
    chunks = paragraph.chunks
    broken = wrap(chunks, room)
    if len(broken) > 1:
        broken = even(chunks, room, broken, align == "center")
    return [
        assemble(chunks, start, stop, paragraph.level, shaper, stop == len(chunks) or chunks[stop - 1].must)
        for start, stop in broken
    ]


def gap_before(paragraph: Prepared, number: int) -> float:
    """White in em before the `number`th paragraph of a box, beyond the leading."""
    if not number:
        return 0.0
    return APART if paragraph.apart else ENTRY_APART


def _overflow(rows: Sequence[Row], bottom: float, box: Box, size: float, descent: float) -> list[Slip]:
    em = from_points(size)
    over = bottom * em - box.height
    if over <= SLACK:
        return []
    lost = sum(1 for row in rows if (row.baseline + descent) * em > box.height + SLACK)
    tried = f"{size:g} pt" if box.size <= size else f"{box.size:g} down to {size:g} pt"
    message = (
        f"the text is {describe(max(over, 0.01))} mm too high for its {describe(box.height)} mm: "
        f"{lost} of {len(rows)} {'line' if len(rows) == 1 else 'lines'} do not fit (tried {tried})"
    )
    return [Slip("T036", message, "shorten the text, make the box higher, or allow a smaller `min`")]


def _wide(measures: _Measures, size: float) -> list[Slip]:
    slips = []
    em = from_points(size)
    for paragraph in measures.paragraphs:
        room = measures.room(paragraph, size)
        chunk = too_wide(paragraph.chunks, room)
        if chunk is not None:
            over = max((chunk.width - room) * em, 0.01)
            message = (
                f"'{spelt(chunk)}' is {describe(chunk.width * em)} mm wide at {size:g} pt, "
                f"{describe(over)} mm more than its line"
            )
            slips.append(Slip("T037", message, "shorten it, add a soft hyphen (&shy;), or make the box wider"))
    return slips


def spelt(chunk: Chunk) -> str:
    """The characters of a chunk, icons as they are written."""
    return "".join(f":{bit.icon}:" if bit.shaped is None else bit.shaped.text for bit in chunk.bits)


def place(row: Row, align: str) -> tuple[float, float]:
    """Where a line starts, in em from the box's left edge, and what each of its gaps grows by."""
    line = row.line
    white = row.room - line.width
    rtl = line.level == 1
    left = 0.0 if rtl else row.indent  # the bullet hangs at the side where the paragraph starts
    if align == "justify" and not line.last and line.gaps and white > 0:
        return left, white / line.gaps
    if align == "center":
        return left + white / 2, 0.0
    to_right = {"left": False, "right": True, "end": not rtl}.get(align, rtl)
    return (left + white if to_right else left), 0.0


def write_box(laid: Laid, box: Box, x: float, y: float, font: FontFile, fill: str, draw: DrawIcon) -> str:
    """The box as SVG in user units: `<text data-run>` elements by fill in order of appearance, then icons."""
    if not laid.rows:
        return ""
    size = from_points(laid.size)
    top = y + _shift(laid, box, font, size)
    into: dict[str, list[str]] = {}
    icons: list[str] = []
    for bullet in laid.bullets:
        sign = Line(((bullet.glyphs, bullet.width, 0, fill),), bullet.width, 0, True, 0)
        left = box.width - bullet.width * size if bullet.level else 0.0
        write_line(sign, x + left, top + bullet.baseline * size, size, 0.0, into)
    for row in laid.rows:
        left, extra = place(row, box.align)
        base = top + row.baseline * size
        start = x + left * size
        for mark in write_line(row.line, start, base, size, extra, into):
            icons.append(draw_mark(mark, start, base, size, draw))
    return "".join([element(runs, paint) for paint, runs in into.items()]) + "".join(icons)


def draw_mark(mark: Mark, x: float, y: float, size: float, draw: DrawIcon) -> str:
    """The SVG of an icon in a line that starts at `x` and stands on `y`."""
    return draw(mark.icon, *icon_place(mark, x, y, size), mark.fill)


def _shift(laid: Laid, box: Box, font: FontFile, size: float) -> float:
    """How far under the box's top the first ascender stands, in user units.

    `middle` centres what the eye sees, from the first line's capitals to the last baseline, but never past the box.
    """
    white = box.height - laid.bottom * size
    if box.valign == "top" or white <= 0:
        return 0.0
    if box.valign == "bottom":
        return white
    over = font.ascent - font.cap_height
    seen = laid.bottom - over - font.descent
    return min(max((box.height - seen * size) / 2 - over * size, 0.0), white)
