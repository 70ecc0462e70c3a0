"""Blocks into columns at one scale: where every line, rule and figure of a booklet stands."""

from __future__ import annotations

from questpress.press.text.box import Row, place
from questpress.press.text.flow_page import EDGE, Beside, Spot, rectangle
from questpress.press.text.flow_prepare import Shaped
from questpress.press.text.flow_style import BlockStyle
from questpress.press.text.flow_table import TableRow, column_widths, set_row
from questpress.press.text.flow_text import SHORT, Measure, TextLayout
from questpress.press.text.line import assemble
from questpress.press.text.run import number
from questpress.press.text.wrap import even, wrap
from questpress.units import describe

CONTENTS_GAP = 1.5  # em that stay free before a page number in the contents
DOTS = 1.5  # millimetres from dot to dot


class Layout(TextLayout):
    """One try at setting the blocks, with every size and white multiplied by `scale`.

    After `run`: `pages`, `headings` as (title, level, page from 1, y), `slips` with source lines, `fonts`, `icons`.
    """

    def run(self) -> None:
        """Places all blocks; stops at a number of pages that no booklet has."""
        for index, made in enumerate(self.blocks):
            if self.column.full:
                break
            self._turn_aside(made.block.aside, index)
            own = {"figure": self._figure, "table": self._table, "rule": self._rule, "contents": self._contents}
            place_block = own.get(made.block.kind, self._text)
            place_block(index)
        self._turn_aside(0, len(self.blocks))
        self.column.note_used()

    def _need(self, index: int, after: float, depth: int = 0) -> float:
        """The least height that block `index` needs under what stands before it."""
        if index >= len(self.blocks) or depth > 3:
            return 0.0
        made = self.blocks[index]
        gap = max(after, made.style.space_before * self.scale)
        kind = made.block.kind
        if kind == "figure":
            return gap + self._figure_need(index)[1]
        if kind == "rule":
            return gap
        measure = self._measure(made)
        if kind == "table":
            return gap + sum(row.height for row in self._table_rows(made, measure)[0][:2])
        lines = len(wrap(made.text.chunks, (self.column.width - self._left(made)) / measure.em))
        if kind.startswith("heading"):
            return gap + measure.height(lines) + self._need(index + 1, made.style.space_after * self.scale, depth + 1)
        return gap + measure.height(lines if lines <= SHORT else 2)

    def _figure_need(self, index: int) -> tuple[list[tuple[int, int]], float]:
        """The lines of a figure's caption, and the height that the figure needs with it and what explains it."""
        made = self.blocks[index]
        width, height, _ = made.figure
        caption = self._measure(made, self.looks["caption"])
        chunks = made.text.chunks
        whole = self.column.width - self._left(made) - self._padding
        room = (whole if made.block.side == "centre" else width) / caption.em
        rows = wrap(chunks, room)
        if len(rows) > 1:
            rows = even(chunks, room, rows, True)
        need = height + (0.9 * self.scale + caption.height(len(rows)) if chunks else 0.0)
        return rows, max(need, self._legend_height(index + 1)) if self._legend(index + 1) else need

    def _figure(self, index: int) -> None:
        made = self.blocks[index]
        column, style, side = self.column, made.style, made.block.side
        width, height, svg = made.figure
        caption = self._measure(made, self.looks["caption"])
        column.clear("" if side == "centre" else side)
        left = self._left(made)
        whole = column.width - left - self._padding
        if width > whole + 0.01:
            message = f"figure '{made.block.name}' is {describe(width)} mm wide, its column {describe(whole)} mm"
            self._slip("T052", message, "give it a smaller width", made)
        chunks = made.text.chunks
        room = (whole if side == "centre" else width) / caption.em
        rows, need = self._figure_need(index)
        under = 0.9 * self.scale + caption.height(len(rows)) if chunks else 0.0
        if height + under > column.height + 0.01:
            message = f"figure '{made.block.name}' is {describe(height + under)} mm high, its frame"
            self._slip("T052", f"{message} {describe(column.height)} mm", "give it a smaller width", made)
        gap = column.gap(style.space_before * self.scale)
        if column.y + gap + need > self._limit + EDGE and not column.fresh:
            self._leave()
            gap = 0.0
        self._begins(index)
        top = column.y + gap
        start = column.x + left
        x = start if side == "left" else start + whole - width if side == "right" else start + (whole - width) / 2
        column.page.over.append(f'<g transform="translate({number(x)} {number(top)})">{svg}</g>')
        align = self.looks["caption"].align
        for number_, (begin, stop) in enumerate(rows):
            line = assemble(chunks, begin, stop, made.text.level, self.shaper, True)
            shift, _ = place(Row(line, 0.0, room, 0.0), align)
            edge = start if side == "centre" else x
            base = top + height + 0.9 * self.scale + caption.rise + number_ * caption.leading
            self._line(line, edge + shift * caption.em, base, caption.em)
        bottom = top + height + under
        if side == "centre":
            after = self.looks["caption"].space_after if chunks else style.space_after
            column.stand(bottom, after * self.scale)
        else:
            taken = width + style.indent * self.scale
            column.beside.append(Beside(side, taken, top, top + height, bottom + style.space_after * self.scale))
            column.stand(top, 0.0)
            column.flush = True

    def _contents(self, index: int) -> None:
        """An entry of the contents: the heading, dots, its page at the column's edge; the whole line leads there."""
        made = self.blocks[index]
        column, style = self.column, made.style
        column.clear()
        measure = self._measure(made)
        assert made.marker is not None
        number_ = assemble(made.marker.chunks, 0, len(made.marker.chunks), 0, self.shaper, True)
        left = made.block.depth * style.indent * self.scale
        room = column.width - left - (number_.width + CONTENTS_GAP) * measure.em
        rows = wrap(made.text.chunks, room / measure.em)
        gap = column.gap(style.space_before * self.scale)
        if column.y + gap + measure.height(len(rows)) > self._limit + EDGE and not column.fresh:
            self._leave()
            gap = 0.0
        self._begins(index)
        top = column.y + gap
        base, end = top + measure.rise, column.x
        for start, stop in rows:
            line = assemble(made.text.chunks, start, stop, made.text.level, self.shaper, True)
            self._line(line, column.x + left, base, measure.em)
            end = column.x + left + line.width * measure.em
            base += measure.leading
        base -= measure.leading
        edge = column.x + column.width - number_.width * measure.em
        if style.rule and edge - end > 3 * measure.em:
            dots = f'stroke-width="{number(style.rule)}" stroke-linecap="round" stroke-dasharray="0.01 {DOTS}"'
            line_ = f"M{number(edge - measure.em / 2)} {number(base - style.rule / 2)}H{number(end + measure.em / 2)}"
            column.page.under.append(f'<path d="{line_}" fill="none" stroke="{style.fill}" {dots}/>')
        self._line(number_, edge, base, measure.em)
        bottom = top + measure.height(len(rows))
        spot = Spot(column.x + left, top, column.width - left, bottom - top, f"#{made.block.target}")
        column.page.spots.append(spot)
        column.stand(bottom, self._after(index), measure.leading - measure.rise - measure.fall)

    def _table_rows(self, made: Shaped, measure: Measure) -> tuple[list[TableRow], float]:
        padding = made.style.indent * self.scale
        room = self.column.width - self._left(made) - self._padding
        widths = column_widths(made.cells, room, measure.em, padding)
        if widths is None:
            message = f"the longest words of the table's columns are wider than its {describe(room)} mm"
            self._slip("T052", message, "shorten them, or use fewer columns", made)
            widths = [room / len(made.cells[0])] * len(made.cells[0])
        rows = [
            set_row(cells, widths, made.block.aligns, made.font, measure.em, made.style.leading, padding, self.shaper)
            for cells in made.cells
        ]
        return rows, room

    def _table(self, index: int) -> None:
        made = self.blocks[index]
        column, style = self.column, made.style
        column.clear()
        measure = self._measure(made)
        (head, *rows), width = self._table_rows(made, measure)
        gap = column.gap(style.space_before * self.scale)
        if column.y + gap + head.height + sum(row.height for row in rows[:1]) > self._limit and not column.fresh:
            self._leave()
            gap = 0.0
        self._begins(index)
        x = column.x + self._left(made)
        y = self._table_head(head, x, column.y + gap, width, made)
        for number_, row in enumerate(rows):
            if y + row.height > self._limit + EDGE and number_:
                self._rule_at(x, y, width, style.rule * 1.6, style)
                column.stand(y, 0.0)
                self._leave()
                x = column.x + self._left(made)
                y = self._table_head(head, x, column.y, width, made)
            if y + row.height > self._limit + EDGE:
                message = f"a table row is {describe(row.height)} mm high, more than its frame holds"
                self._slip("T052", message, "shorten it, or a higher frame", made)
            for line, left, base, extra in row.lines:
                self._line(line, x + left, y + base, measure.em, extra)
            y += row.height
            last = number_ + 1 == len(rows)
            self._rule_at(x, y, width, style.rule * (1.6 if last else 0.4), style)
        column.stand(y, style.space_after * self.scale)

    def _table_head(self, head: TableRow, x: float, y: float, width: float, made: Shaped) -> float:
        self._rule_at(x, y, width, made.style.rule * 1.6, made.style)
        for line, left, base, extra in head.lines:
            self._line(line, x + left, y + base, self._measure(made).em, extra)
        self._rule_at(x, y + head.height, width, made.style.rule, made.style)
        self.column.stand(y + head.height, 0.0)
        return y + head.height

    def _rule_at(self, x: float, y: float, width: float, thickness: float, style: BlockStyle) -> None:
        if thickness > 0:
            self.column.page.under.append(rectangle(x, y - thickness / 2, width, thickness, style.rule_fill))

    def _rule(self, index: int) -> None:
        made = self.blocks[index]
        column, style = self.column, made.style
        column.clear()
        gap = column.gap(style.space_before * self.scale)
        if column.y + gap + style.rule + self._need(index + 1, style.space_after * self.scale) > self._limit:
            self._leave()
            return  # at the top of a frame a rule parts nothing
        left = self._left(made)
        self._rule_at(column.x + left, column.y + gap, column.width - left - self._padding, style.rule, style)
        column.stand(column.y + gap, style.space_after * self.scale)

    def _turn_aside(self, wanted: int, index: int) -> None:
        """Closes the aside that ends before block `index` and opens the one that begins there."""
        if wanted == self.aside:
            return
        column, style = self.column, self.looks["aside"]
        if self.aside:
            self._draw_aside()
            column.stand(column.y, style.space_after * self.scale)
        self.aside = 0
        if not wanted:
            return
        column.clear()
        gap = column.gap(style.space_before * self.scale)
        padding = style.indent * self.scale * 0.7
        if column.y + gap + 2 * padding + self._need(index, 0.0) > column.bottom and not column.fresh:
            column.leave()
            gap = 0.0
        self.aside = wanted
        self._open_aside(column.y + gap)

    def _open_aside(self, top: float) -> None:
        self.aside_top = top
        self.column.y = top + self._padding * 0.7
        self.column.flush = True

    def _draw_aside(self) -> None:
        column, style = self.column, self.looks["aside"]
        column.clear()
        bottom = column.y + self._padding * 0.7
        height = bottom - self.aside_top
        if style.ground:
            column.page.under.append(rectangle(column.x, self.aside_top, column.width, height, style.ground))
        if style.rule:
            column.page.under.append(rectangle(column.x, self.aside_top, style.rule, height, style.rule_fill))
        column.y = bottom

    def _leave(self) -> None:
        """Goes to the next frame; an aside is closed and goes on there."""
        if self.aside and not self.column.fresh:
            self._draw_aside()
        self.column.leave()
        if self.aside:
            self._open_aside(self.column.y)
