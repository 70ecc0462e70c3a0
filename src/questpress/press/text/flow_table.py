"""A table's columns and rows, in millimetres from its left upper corner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from questpress.press.text.box import Row, lines, place
from questpress.press.text.fontfile import FontFile
from questpress.press.text.line import Line
from questpress.press.text.shape import Shaper
from questpress.press.text.words import Prepared

VERTICAL = 0.55  # white above and under a row's text, as a share of the padding beside it


@dataclass(frozen=True)
class TableRow:
    """One row set: its lines as (line, x of its start, baseline, extra em a gap), and its height."""

    lines: tuple[tuple[Line, float, float, float], ...]
    height: float


def column_widths(rows: Sequence[Sequence[Prepared]], room: float, em: float, padding: float) -> list[float] | None:
    """The columns' widths in millimetres, filling `room`; None where even the longest words do not fit.

    Columns get what they need on one line where that fits; else narrow ones do, and wide ones share the rest by need.
    """
    count = max(len(row) for row in rows)
    least = [0.0] * count
    most = [0.0] * count
    for row in rows:
        for index, cell in enumerate(row):
            least[index] = max(least[index], max((chunk.width for chunk in cell.chunks), default=0.0))
            most[index] = max(most[index], _natural(cell))
    least = [width * em + 2 * padding + 0.01 for width in least]
    most = [width * em + 2 * padding + 0.01 for width in most]
    if sum(least) > room:
        return None
    if sum(most) <= room:
        spare = room - sum(most)
        return [width + spare * width / sum(most) for width in most]
    widths = list(least)
    left, open_columns = room, sorted(range(count), key=lambda index: (most[index], index))
    while open_columns:
        index = open_columns[0]
        others = sum(least[other] for other in open_columns[1:])
        if most[index] > max(left / len(open_columns), least[index]) or most[index] > left - others:
            break
        widths[index] = most[index]  # a narrow column keeps its lines whole
        left -= most[index]
        open_columns.pop(0)
    spare = left - sum(least[index] for index in open_columns)
    need = sum(most[index] - least[index] for index in open_columns)
    for index in open_columns:
        widths[index] += spare * (most[index] - least[index]) / need
    return widths


def _natural(cell: Prepared) -> float:
    widest = used = 0.0
    for chunk in cell.chunks:
        widest = max(widest, used + chunk.width)
        used = 0.0 if chunk.must else used + chunk.width + chunk.space
    return widest


def set_row(
    cells: Sequence[Prepared],
    widths: Sequence[float],
    aligns: Sequence[str],
    font: FontFile,
    em: float,
    leading: float,
    padding: float,
    shaper: Shaper,
) -> TableRow:
    """The cells' lines, each cell aligned in its column and all standing on the same first baseline."""
    found: list[tuple[Line, float, float, float]] = []
    left = 0.0
    tallest = 1
    for cell, width, align in zip(cells, widths, aligns, strict=False):
        room = (width - 2 * padding) / em
        set_lines = lines(cell, room, align, shaper) if cell.chunks else []
        tallest = max(tallest, len(set_lines))
        for number, line in enumerate(set_lines):
            start, extra = place(Row(line, 0.0, room, 0.0), align)
            baseline = padding * VERTICAL + (font.ascent + number * leading) * em
            found.append((line, left + padding + start * em, baseline, extra))
        left += width
    height = 2 * padding * VERTICAL + (font.ascent + font.descent + (tallest - 1) * leading) * em
    return TableRow(tuple(found), height)
