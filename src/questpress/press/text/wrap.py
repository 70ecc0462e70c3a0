"""Chunks into lines: greedy, and the evenest lines of the same number."""

from __future__ import annotations

from collections.abc import Sequence

from questpress.press.text.words import Chunk

SLACK = 1e-6  # em; sums of floats are not exact
RUNT = 0.4  # weight of a last line under a third full against the squares of the white on the others
Lines = list[tuple[int, int]]  # of each line: its first chunk and the one after its last


def wrap(chunks: Sequence[Chunk], width: float, early: Sequence[float] = ()) -> Lines:
    """The fewest lines that hold `chunks` in `width` em, each as long as can be; `early` are the first lines' widths.

    A chunk wider than a line gets a line of its own and sticks out: `too_wide` names it.
    """
    lines: Lines = []
    count = len(chunks)
    limit = (early[0] if early else width) + SLACK
    start = index = 0
    used = 0.0
    end = -1  # where this line may end
    while index < count:
        chunk = chunks[index]
        if used + chunk.width > limit and index > start:
            stop = end + 1 if end >= start else index
            lines.append((start, stop))
            start = index = stop
            used, end, limit = 0.0, -1, _width(width, early, len(lines)) + SLACK
            continue
        used += chunk.width
        if not chunk.hyphen or used + chunk.hyphen <= limit:
            end = index
        used += chunk.space
        index += 1
        if chunk.must:
            lines.append((start, index))
            start = index
            used, end, limit = 0.0, -1, _width(width, early, len(lines)) + SLACK
    if start < count:
        lines.append((start, count))
    return lines


def _width(width: float, early: Sequence[float], line: int) -> float:
    return early[line] if line < len(early) else width


def too_wide(chunks: Sequence[Chunk], width: float) -> Chunk | None:
    """The widest chunk that no line of `width` em can hold, or None."""
    widest = max(chunks, key=lambda chunk: chunk.width, default=None)
    return widest if widest is not None and widest.width > width + SLACK else None


def even(chunks: Sequence[Chunk], width: float, greedy: Lines, last_counts: bool, early: Sequence[float] = ()) -> Lines:
    """As many lines as `greedy` has, broken so that they are as equally full as can be.

    The measure is the sum of the squares of the white left on each line; the last line of a paragraph counts only with
    `last_counts` (for centred text), else just so far as it is not left with one short word.
    """
    result: Lines = []
    begin = 0
    for number, (_, stop) in enumerate(greedy):
        last = number + 1 == len(greedy)
        if not last and not chunks[stop - 1].must:
            continue
        segment = greedy[len(result) : number + 1]
        if len(segment) > 1:
            segment = _even(chunks, begin, stop, width, segment, last_counts, early[len(result) :])
        result.extend(segment)
        begin = stop
    return result


def _even(
    chunks: Sequence[Chunk],
    begin: int,
    stop: int,
    width: float,
    greedy: Lines,
    last_counts: bool,
    early: Sequence[float],
) -> Lines:
    """Dynamic programming over the places where lines may end (Knuth and Plass 1981, with squares for badness).

    Fewer lines come before less white at every place: a way that is longer somewhere is longer at the end, so no way of
    the fewest lines is missed, and one pass does, however long the paragraph.
    """
    count = stop - begin
    rows = [0] + [count + 1] * count  # to each place: the fewest lines, their least white, where the last begins
    costs = [0.0] * (count + 1)
    starts = [0] * (count + 1)
    for start in range(count):
        row = rows[start]
        if row > count:
            continue
        limit = _width(width, early, row) + SLACK
        base = costs[start]
        used = 0.0
        for index in range(start, count):
            chunk = chunks[begin + index]
            if used + chunk.width > limit and index > start:
                break
            used += chunk.width
            end = index + 1
            full = used + chunk.hyphen if chunk.joined else used
            used += chunk.space
            if full > limit and index > start:
                continue
            white = (limit - full) / limit if full < limit else 0.0
            if end < count or last_counts:
                price = base + white * white
            else:
                price = base + (RUNT * (white - 0.7) if white > 0.7 else 0.0)
            if row + 1 < rows[end] or (row + 1 == rows[end] and price < costs[end]):
                rows[end], costs[end], starts[end] = row + 1, price, start
    if rows[count] != len(greedy):
        return greedy
    lines: Lines = []
    end = count
    while end:
        lines.append((begin + starts[end], begin + end))
        end = starts[end]
    return lines[::-1]
