"""The bleed as it is printed: whether art that reaches the trim goes on beyond it.

Judged is what is seen. Where there is ink at the cut and none beyond, a knife that is a little off leaves white. An
edge that is white on both sides is left alone: in a stranger's file nobody can tell whether that is meant, and nothing
goes wrong in cutting. Pieces of ours that declare white edges are not judged. Bleed that repeats or mirrors the art is
bleed.
"""

from __future__ import annotations

import numpy

from questpress.press.box import Box
from questpress.press.preflight.coverage import Inks
from questpress.press.preflight.findings import Ledger
from questpress.press.preflight.pages import Piece
from questpress.press.preflight.wants import Wants
from questpress.units import describe

INK = 5  # 255ths of a plate: 2 %, what counts as ink
LEAST_RUN = 2.0  # millimetres along an edge; less is an ornament's tip, or the knife's own doubt


def check_bleed(number: int, inks: Inks, pieces: list[Piece], wants: Wants, ledger: Ledger) -> None:
    """Judges the bleed around every piece of page `number`."""
    ink = inks.total >= INK
    for piece in pieces:
        if piece.white:
            continue
        short = _shortest(ink, inks.scale, piece)
        if short is None:
            continue
        reach, needed, box = short
        help = "let the art go on beyond the trim; stretched or mirrored art will do"
        if reach <= 0.5:
            message = f"art ends at the trim: {describe(needed)} mm of bleed are asked for, and it is white there"
            ledger.add("P174", wants.fault(), message, help, number, box, piece.name, kind="none", weight=needed)
        else:
            message = f"{describe(round(reach, 1))} mm of bleed, {describe(needed)} mm are asked for"
            ledger.add("P175", wants.fault(), message, help, number, box, piece.name, kind="short", weight=9 - reach)


def _shortest(ink: numpy.ndarray, scale: float, piece: Piece) -> tuple[float, float, Box] | None:
    """How far the art reaches beyond the trim where it does so least, how far it should, and where; None: it does."""
    worst: tuple[float, float, Box] | None = None
    for starts, normal, needed in _sides(piece, scale):
        if needed * scale < 2:
            continue
        steps = int(needed * scale - 0.5)
        inside = _at(ink, starts - normal * 1.5) & _at(ink, starts - normal * 0.75)
        reach = numpy.zeros(len(starts), int)
        going = inside.copy()
        for step in range(1, steps):
            going &= _at(ink, starts + normal * (step + 0.25))
            reach += going
        short = inside & (reach < steps - 1)
        first, length = _longest(short)
        if length / scale < LEAST_RUN:
            continue
        run = slice(first, first + length)
        found = float(numpy.median(reach[run])) / scale
        if worst is None or found < worst[0]:
            points = numpy.concatenate([starts[run], (starts + normal * needed * scale)[run]]) / scale
            (left, top), (right, bottom) = points.min(axis=0), points.max(axis=0)
            worst = found, needed, Box(float(left), float(top), float(right), float(bottom))
    return worst


def _sides(piece: Piece, scale: float):  # type: ignore[no-untyped-def]
    """Every edge of the trim: points on it a pixel apart, the way outward at each, and the bleed in millimetres."""
    trim, shown = piece.trim, piece.shown
    sides = trim.top - shown.top, shown.bottom - trim.bottom, trim.left - shown.left, shown.right - trim.right
    if piece.outline:
        starts, normal = _along(numpy.array(piece.outline) * scale)
        yield starts, normal, min(sides)
        return
    across = numpy.arange(trim.left * scale + 1, trim.right * scale - 1)
    down = numpy.arange(trim.top * scale + 1, trim.bottom * scale - 1)
    for y, way, bleed in ((trim.top, -1.0, sides[0]), (trim.bottom, 1.0, sides[1])):
        yield numpy.stack([across, numpy.full_like(across, y * scale)], axis=1), numpy.array([0.0, way]), bleed
    for x, way, bleed in ((trim.left, -1.0, sides[2]), (trim.right, 1.0, sides[3])):
        yield numpy.stack([numpy.full_like(down, x * scale), down], axis=1), numpy.array([way, 0.0]), bleed


def _along(corners: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Points a pixel apart on a closed line, and the way outward at each."""
    steps = numpy.roll(corners, -1, axis=0) - corners
    lengths = numpy.hypot(steps[:, 0], steps[:, 1])
    clockwise = (
        corners[:, 0] * numpy.roll(corners[:, 1], -1) - numpy.roll(corners[:, 0], -1) * corners[:, 1]
    ).sum() > 0
    ends = numpy.cumsum(lengths)
    at = numpy.arange(0.5, ends[-1], 1.0)
    edge = numpy.minimum(numpy.searchsorted(ends, at, side="right"), len(corners) - 1)
    along = steps[edge] / numpy.maximum(lengths[edge], 1e-9)[:, None]
    starts = corners[edge] + along * (at - (ends - lengths)[edge])[:, None]
    turned = numpy.stack([along[:, 1], -along[:, 0]], axis=1)
    return starts, turned if clockwise else -turned


def _at(ink: numpy.ndarray, points: numpy.ndarray) -> numpy.ndarray:
    """Whether there is ink at points of pixels; what lies beyond the page counts as ink, since nobody sees it."""
    columns, rows = numpy.floor(points).astype(int).T
    known = (rows >= 0) & (rows < ink.shape[0]) & (columns >= 0) & (columns < ink.shape[1])
    found = numpy.ones(len(points), bool)
    found[known] = ink[rows[known], columns[known]]
    return found


def _longest(flags: numpy.ndarray) -> tuple[int, int]:
    """Where the longest run of True begins, and its length."""
    ends = numpy.flatnonzero(numpy.diff(numpy.concatenate([[0], flags.astype(numpy.int8), [0]])))
    if not len(ends):
        return 0, 0
    lengths = ends[1::2] - ends[0::2]
    place = int(lengths.argmax())
    return int(ends[0::2][place]), int(lengths[place])
