"""Chunks into lines: greedy, and the evenest lines of the same number."""

from __future__ import annotations

from collections.abc import Sequence

from questpress.press.text.words import Chunk

SLACK = 1e-6  # em; sums of floats are not exact
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
        segment = [line for line in greedy[len(result) : number + 1]]
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
    """Dynamic programming over the places where lines may end (Knuth and Plass 1981, with squares for badness)."""
    worst = float("inf")
    best: dict[tuple[int, int], tuple[float, int]] = {(begin, 0): (0.0, -1)}
    total = len(greedy)
    reach = {begin}
    for row in range(1, total + 1):
        limit = _width(width, early, row - 1) + SLACK
        ends: set[int] = set()
        for start in sorted(reach):
            cost = best[start, row - 1][0]
            used = 0.0
            for index in range(start, stop):
                chunk = chunks[index]
                if used + chunk.width > limit and index > start:
                    break
                used += chunk.width
                end = index + 1
                full = used + (chunk.hyphen if chunk.joined else 0.0)
                used += chunk.space
                if (row == total) != (end == stop) or (full > limit and index > start):
                    continue
                white = max(0.0, limit - full) / limit
                if row < total:
                    price = white * white
                else:
                    price = white * white if last_counts else (0.15 * max(0.0, white - 0.75))
                if price + cost < best.get((end, row), (worst, 0))[0]:
                    best[end, row] = (price + cost, start)
                    ends.add(end)
        reach = ends
    if (stop, total) not in best:
        return greedy
    lines: Lines = []
    end, row = stop, total
    while row:
        start = best[end, row][1]
        lines.append((start, end))
        end, row = start, row - 1
    return lines[::-1]
