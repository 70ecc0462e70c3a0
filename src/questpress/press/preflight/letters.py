"""Text and the knife: how far the ink of every letter keeps from the trim."""

from __future__ import annotations

import math
from collections.abc import Iterable

from questpress.press.box import Box
from questpress.press.preflight.facts import Fact
from questpress.press.preflight.findings import Ledger
from questpress.press.preflight.pages import PageFrame, Piece
from questpress.press.preflight.raster import Viewer
from questpress.press.preflight.state import Edges, meet
from questpress.press.preflight.wants import Wants
from questpress.units import describe

CUTTING = 1.5  # millimetres: cutting is off by one now and then; nearer text may lose a part
ROUND = 0.05
MOST_LETTERS = 100_000


def check_letters(
    number: int,
    facts: list[Fact],
    frame: PageFrame,
    pieces: list[Piece],
    viewer: Viewer,
    wants: Wants,
    ledger: Ledger,
) -> None:
    """Judges how near the letters of page `number` come to the trims that they lie in.

    Text whose line stays clear of the ring needs no look at its letters. Of the rest the ink of each letter counts, as
    far as its clip shows it.
    """
    near = [fact.box for fact in facts if fact.kind == "text" and _close(frame.place(fact.box), pieces)]
    if not near:
        return
    for place, letter in enumerate(viewer.letters(number)):
        if place > MOST_LETTERS:
            break
        if not _close(frame.place(letter), pieces):
            continue
        for box in _shown(letter, near):
            _judge(number, frame.place(box), pieces, wants, ledger)
            break


def _close(box: Box, pieces: list[Piece]) -> bool:
    """Whether the box comes nearer to the trim of a piece that it lies in than the piece's ring."""
    return any(box.overlaps(piece.trim, 0) and _distance(box, piece) < piece.safe for piece in pieces)


def _distance(box: Box, piece: Piece) -> float:
    """How far the box keeps from the trim, in millimetres; negative where it reaches over it."""
    trim = piece.trim
    if piece.outline:
        corners = ((box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
        return min(_depth(corner, piece.outline) for corner in corners)
    return min(box.left - trim.left, trim.right - box.right, box.top - trim.top, trim.bottom - box.bottom)


def _depth(point: tuple[float, float], line: tuple[tuple[float, float], ...]) -> float:
    """How far a point lies inside a closed line; negative outside of it."""
    x, y = point
    inside = False
    nearest = math.inf
    for (x0, y0), (x1, y1) in zip(line, line[1:] + line[:1], strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
        long = (x1 - x0) ** 2 + (y1 - y0) ** 2
        share = max(0.0, min(1.0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / long)) if long else 0.0
        nearest = min(nearest, math.hypot(x - x0 - share * (x1 - x0), y - y0 - share * (y1 - y0)))
    return nearest if inside else -nearest


def _shown(letter: Edges, near: Iterable[Edges]) -> Iterable[Edges]:
    """What is seen of a letter, by the lines that it may belong to."""
    x, y = (letter[0] + letter[2]) / 2, (letter[1] + letter[3]) / 2
    for line in near:
        seen = meet(letter, line)
        if seen is not None and line[0] - 1 <= x <= line[2] + 1 and line[1] - 1 <= y <= line[3] + 1:
            yield seen


def _judge(number: int, box: Box, pieces: list[Piece], wants: Wants, ledger: Ledger) -> None:
    for piece in pieces:
        if not box.overlaps(piece.trim, 0):
            continue
        distance = _distance(box, piece)
        if distance < -ROUND:
            message = f"text reaches {describe(-distance)} mm over the trim"
            help = "move it inward; it would be cut"
            ledger.add("P173", wants.fault(), message, help, number, box, piece.name, kind="cut", weight=-distance)
        elif distance < min(piece.safe, CUTTING) - ROUND:
            message = f"text {describe(max(0.0, distance))} mm from the trim; cutting may be off by as much"
            help = f"keep text {describe(piece.safe)} mm inside the trim"
            ledger.add("P172", wants.fault(), message, help, number, box, piece.name, kind="knife", weight=9 - distance)
        elif distance < piece.safe - ROUND:
            message = f"text {describe(distance)} mm from the trim, inside the ring of {describe(piece.safe)} mm"
            help = f"keep text {describe(piece.safe)} mm inside the trim"
            ledger.add("P172", wants.mild(), message, help, number, box, piece.name, kind="ring", weight=9 - distance)
