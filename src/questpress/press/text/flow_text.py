"""Paragraphs, headings and list entries of a booklet into columns, line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from questpress.press.text.box import Row, draw_mark, place, spelt
from questpress.press.text.flow_blocks import LINK
from questpress.press.text.flow_page import EDGE, Column, Frame, Page, Spot
from questpress.press.text.flow_prepare import Shaped
from questpress.press.text.flow_style import BlockStyle
from questpress.press.text.fonts import FontLibrary
from questpress.press.text.glyphs import Glyphs
from questpress.press.text.icons import IconSet, NoIcon
from questpress.press.text.line import Line, assemble, write_line
from questpress.press.text.markup import Slip
from questpress.press.text.shape import Gap
from questpress.press.text.words import Chunk, Compositor
from questpress.press.text.wrap import even, too_wide, wrap
from questpress.units import describe, from_points

LOOSEST = 0.6  # em that justifying may add to a gap; a looser line is left ragged
MARKER_GAP = 0.5  # em between a bullet or number and its entry
LEAD_IN = 4  # lines; a longer paragraph that ends in a colon may part from what it leads to
NARROWEST = 7.5  # em; text does not squeeze itself beside a figure in less
SHORT = 3  # lines; a paragraph of no more stays whole, since its parts would be single lines
LEGEND = 0.4  # of the column: a figure no wider, with one paragraph of its own, makes a row with it,
LEGEND_HIGH = 2.4  # unless the paragraph is so many times higher than the figure
_LEADS_TO = ("list", "table", "definition", "code", "figure")


class Measure(NamedTuple):
    """A block's type in millimetres at the layout's scale."""

    em: float
    leading: float
    rise: float  # of the ascenders
    fall: float  # of the descenders

    def height(self, lines: int) -> float:
        return self.rise + self.fall + (lines - 1) * self.leading


class FlowRow(NamedTuple):
    """A line where it begins (mm), the room it has (em), and the chunk after its last."""

    line: Line
    x: float
    room: float
    stop: int


class TextLayout:
    """What a layout has and how it sets text; `flow_layout.Layout` adds the rest and runs it.

    After `run`: `pages`, `headings` as (title, level, page from 1, y), `slips` with source lines, `fonts`, `icons`.
    """

    def __init__(
        self,
        blocks: Sequence[Shaped],
        looks: Mapping[str, BlockStyle],
        scale: float,
        frames_of: Callable[[int], Sequence[Frame]],
        library: FontLibrary,
        icons: IconSet,
    ) -> None:
        self.blocks = blocks
        self.looks = looks
        self.scale = scale
        self.icon_set = icons
        self.shaper = Compositor.of(library).shaper
        self.headings: list[tuple[str, int, int, float]] = []
        self.slips: list[tuple[Slip, int]] = []
        self.fonts: set[str] = set()
        self.icons: set[str] = set()
        self.column = Column(frames_of)
        self.aside = 0
        self.aside_top = 0.0
        self.starts: dict[int, int] = {}  # block → page from 1
        self.targets: Sequence[str] = ()  # of links, by number
        self._link: tuple[str, float] | None = None  # the target of the link that the line is in, and where it began

    @property
    def pages(self) -> list[Page]:
        return self.column.pages

    def _text(self, index: int) -> None:
        made = self.blocks[index]
        column, style = self.column, made.style
        measure = self._measure(made)
        heading = made.block.kind.startswith("heading")
        if heading:
            column.clear()
        left = self._left(made)
        lead = measure.leading if self._term_stands_above(made, measure) else 0.0
        chunks = made.text.chunks
        start = 0
        while start < len(chunks):
            gap = column.gap(style.space_before * self.scale) if not start else 0.0
            top = column.y + gap + lead
            if self._too_narrow(left, top, measure):
                column.clear()
                top = column.y + lead
            row = self._legend(index) and not start
            rows = self._rows(made, chunks[start:], top, left, measure, row)
            if row:
                top += self._centred(len(rows), measure, index)
            take = self._that_fit(len(rows), top, measure)
            if take == len(rows) and not column.fresh and self._keeps(index, len(rows)):
                bottom = top + measure.height(take)
                if bottom + self._need(index + 1, style.space_after * self.scale) > self._limit + EDGE:
                    take = 0
            if not take:
                if not column.fresh:
                    self._leave()
                    continue
                take = max(1, int((self._limit - top - measure.height(1)) / measure.leading + 1 + EDGE))
            self._begins(index)
            self._write_rows(made, rows[:take], top, measure)
            if not start:
                if heading:
                    page = len(column.pages)
                    self.headings.append((made.block.words, made.block.level, page, column.y + gap))
                if made.marker is not None:
                    self._marker(made, left, top - lead, measure)
            start += rows[take - 1].stop
            lead = 0.0
            bottom = top + measure.height(take)
            column.stand(bottom, self._after(index), measure.leading - measure.rise - measure.fall)
            if start < len(chunks):
                self._leave()

    def _measure(self, made: Shaped, style: BlockStyle | None = None) -> Measure:
        style = style or made.style
        em = from_points(style.size) * self.scale
        return Measure(em, style.leading * em, made.font.ascent * em, made.font.descent * em)

    @property
    def _padding(self) -> float:
        return self.looks["aside"].indent * self.scale if self.aside else 0.0

    @property
    def _limit(self) -> float:
        return self.column.bottom - self._padding * 0.7

    def _left(self, made: Shaped) -> float:
        """How far a block's lines begin right of the frame's edge."""
        left = made.block.depth * self.looks["list"].indent * self.scale
        if self.aside:
            left += self._padding + self.looks["aside"].rule
        if made.block.kind in ("definition", "code"):
            left += made.style.indent * self.scale
        if made.block.widest > 1:
            left += (made.block.widest - 1) * 0.5 * from_points(made.style.size) * self.scale
        return left

    def _too_narrow(self, left: float, top: float, measure: Measure) -> bool:
        taken = sum(self.column.taken(top))
        return taken > 0 and self.column.width - left - self._padding - taken < NARROWEST * measure.em

    def _rows(
        self, made: Shaped, chunks: Sequence[Chunk], top: float, left: float, measure: Measure, row: bool
    ) -> list[FlowRow]:
        column, align = self.column, made.style.align
        tracking = made.style.tracking / 1000
        whole = column.width - left - self._padding
        widths: list[float] = []
        lefts: list[float] = []
        while any(taken := column.taken(top + len(widths) * measure.leading)) and len(widths) < 1000:
            widths.append((whole - sum(taken)) / measure.em + tracking)
            lefts.append(taken[0])
        full = whole / measure.em + tracking
        if row and widths:  # beside its figure to the end, not around it
            full, shift = widths[0], lefts[0]
            widths, lefts = [], []
        else:
            shift = 0.0
        wide = too_wide(chunks, min([full, *widths]))
        if wide is not None:
            message = f"'{spelt(wide)}' is {describe(wide.width * measure.em)} mm wide and does not fit its column"
            self._slip("T037", message, "shorten it, add a soft hyphen (&shy;), or a wider frame", made)
        lines = wrap(chunks, full, widths)
        if len(lines) > 1:
            lines = even(chunks, full, lines, align == "center", widths)
        rows = []
        for number_, (start, stop) in enumerate(lines):
            last = stop == len(chunks) or chunks[stop - 1].must
            line = assemble(chunks, start, stop, made.text.level, self.shaper, last)
            beside = number_ < len(widths)
            room = (widths[number_] if beside else full) - tracking
            begin = column.x + (lefts[number_] if beside else shift) + (left if not made.text.level else 0.0)
            rows.append(FlowRow(line, begin, room, stop))
        return rows

    def _that_fit(self, count: int, top: float, measure: Measure) -> int:
        """How many of a paragraph's lines go here, so that neither part is a single line."""
        fit = int((self._limit - top - measure.height(1)) / measure.leading + 1 + EDGE)
        if self._limit + EDGE < top + measure.height(1):
            fit = 0
        if fit >= count:
            return count
        fit = min(fit, count - 2)
        return 0 if fit < 2 or count <= SHORT else fit

    def _keeps(self, index: int, lines: int) -> bool:
        made = self.blocks[index]
        if made.block.kind.startswith("heading"):
            return True
        follows = self.blocks[index + 1].block.kind if index + 1 < len(self.blocks) else ""
        words = made.block.pieces[-1].text.rstrip() if made.block.pieces else ""
        return lines <= LEAD_IN and words.endswith(":") and follows in _LEADS_TO

    def _after(self, index: int) -> float:
        """The white under a block: less between the entries of a tight list, a paragraph's where a list ends."""
        made = self.blocks[index]
        follows = self.blocks[index + 1].block if index + 1 < len(self.blocks) else None
        if made.block.depth and (follows is None or not follows.depth or not made.block.tight):
            return self.looks["paragraph"].space_after * self.scale
        return made.style.space_after * self.scale

    def _legend(self, index: int) -> bool:
        """Whether block `index` is the one paragraph that belongs to a small figure beside it: they make a row."""
        if index >= len(self.blocks):
            return False
        before = self.blocks[index - 1] if index else None
        after = self.blocks[index + 1].block.kind if index + 1 < len(self.blocks) else ""
        alone = after in ("", "figure", "rule", "table") or after.startswith("heading")
        if before is None or before.block.kind != "figure" or before.block.side == "centre" or not alone:
            return False
        if before.figure[0] > self.column.width * LEGEND or self.blocks[index].block.kind != "paragraph":
            return False
        return self._legend_height(index) <= before.figure[1] * LEGEND_HIGH

    def _legend_height(self, index: int) -> float:
        """The height of paragraph `index` beside the figure before it."""
        made, before = self.blocks[index], self.blocks[index - 1]
        measure = self._measure(made)
        taken = before.figure[0] + before.style.indent * self.scale
        room = (self.column.width - self._left(made) - self._padding - taken) / measure.em
        return measure.height(len(wrap(made.text.chunks, room)))

    def _centred(self, lines: int, measure: Measure, index: int) -> float:
        """How far a row's text moves down to stand at the middle of its figure: from capitals to last baseline."""
        if not self.column.beside:
            return 0.0
        figure = self.column.beside[-1]
        font = self.blocks[index].font
        over = (font.ascent - font.cap_height) * measure.em
        seen = measure.height(lines) - over - measure.fall
        return max(0.0, (figure.bottom - figure.top - seen) / 2 - over)

    def _write_rows(self, made: Shaped, rows: Sequence[FlowRow], top: float, measure: Measure) -> None:
        baseline = top + measure.rise
        for row in rows:
            left, extra = place(Row(row.line, 0.0, row.room, 0.0), made.style.align)
            if extra > LOOSEST:
                extra = 0.0
            self._line(row.line, row.x + left * measure.em, baseline, measure.em, extra)
            baseline += measure.leading

    def _line(self, line: Line, x: float, y: float, em: float, extra: float = 0.0) -> None:
        page = self.column.page
        link = self._link[0] if self._link else ""
        start = x
        for mark in write_line(line, x, y, em, extra, page.runs):
            if mark.icon.startswith(LINK):
                at = x + mark.left * em
                if link:
                    page.spots.append(Spot(start, y - em, at - start, 1.25 * em, link))
                link = "" if mark.icon.startswith(f"{LINK}/") else self.targets[int(mark.icon[1:])]
                start = at
                continue
            self.icons.add(mark.icon)
            page.over.append(draw_mark(mark, x, y, em, self._icon))
        if link:
            page.spots.append(Spot(start, y - em, (line.width + extra * line.gaps) * em + x - start, 1.25 * em, link))
        self._link = (link, start) if link else None
        self.fonts.update(what.font.name for what, _, _, _ in line.units if isinstance(what, (Glyphs, Gap)))

    def _begins(self, index: int) -> None:
        """Notes the page on which a block begins."""
        self.starts.setdefault(index, len(self.column.pages))

    def _icon(self, name: str, x: float, y: float, size: float, fill: str) -> str:
        try:
            return self.icon_set.draw(name, x, y, size, fill)
        except NoIcon:
            self.icons.discard(name)  # told when the block was prepared
            return ""

    def _marker(self, made: Shaped, left: float, top: float, measure: Measure) -> None:
        """The bullet, number or term of an entry, on its first line."""
        assert made.marker is not None
        if not made.marker.chunks:
            return
        line = self._marker_line(made)
        width = line.width * measure.em
        column = self.column
        if made.block.kind == "definition":
            x = column.x + left - made.style.indent * self.scale
        elif made.text.level:
            x = column.x + column.width - left + MARKER_GAP * measure.em
        else:
            x = column.x + left - MARKER_GAP * measure.em - width
        self._line(line, x, top + measure.rise, measure.em)

    def _marker_line(self, made: Shaped) -> Line:
        assert made.marker is not None
        return assemble(made.marker.chunks, 0, len(made.marker.chunks), made.marker.level, self.shaper, True)

    def _term_stands_above(self, made: Shaped, measure: Measure) -> bool:
        if made.block.kind != "definition" or made.marker is None or not made.marker.chunks:
            return False
        return self._marker_line(made).width * measure.em > (made.style.indent - 1.0) * self.scale

    def _need(self, index: int, after: float, depth: int = 0) -> float:
        raise NotImplementedError

    def _leave(self) -> None:
        raise NotImplementedError

    def _slip(self, code: str, message: str, remedy: str, made: Shaped) -> None:
        entry = (Slip(code, message, remedy), made.block.line)
        if entry not in self.slips:
            self.slips.append(entry)
