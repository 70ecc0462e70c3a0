"""What a sheet says of itself, and where it says it: ruler and texts in the free bands around the pieces.

Pure geometry; the caller measures text. Nothing here ever overlaps a piece, a mark or another label: what finds no
room is set smaller, then said shorter, then left out in the order of `ORDER`, last first, and reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from questpress.press.arrange import Imposition, Remark, SheetSide
from questpress.press.box import NEAR, Box, around
from questpress.press.marks import CLEAR
from questpress.press.sheets import paper_title

SIZES = (7.0, 6.5, 6.0, 5.5, 5.0)  # points, the first that has room for everything
REGULAR = ("AlegreyaSans-Regular.ttf", "AlegreyaSans-Regular.greek.ttf", "AlegreyaSans-Regular.cyrillic.ttf")
BOLD = ("AlegreyaSans-Bold.ttf", "AlegreyaSans-Bold.greek.ttf", "AlegreyaSans-Bold.cyrillic.ttf")
ROW = 0.4  # millimetres of height for each point of type: ascenders to descenders of the label font
FROM_MARKS = 0.7  # millimetres between a label and a mark
BETWEEN = (2.5, 0.9)  # millimetres between labels, along and across their reading direction
STEP = 0.25  # millimetres between the rows that are tried
RULER = 50.0  # millimetres; what a print is measured against
RULER_ENDS = ("0", "50 mm")
RULER_GAP = 0.8  # between the ruler and what its ends say

ORDER = ("ruler", "sheet", "print", "version")
_PLACES = {  # where each label goes, best first: band, then which end of it
    "ruler": ("bottom start", "left end", "right end", "top start", "left start", "right start", "bottom end"),
    "sheet": ("top start", "left start", "bottom start", "right start", "top end", "left end"),
    "print": ("bottom end", "right start", "top end", "left end", "top start", "bottom start", "right end"),
    "version": ("top end", "right end", "bottom end", "left end", "bottom start", "top start", "right start"),
}


@dataclass(frozen=True, slots=True)
class Labels:
    """What the labels name: game, deck and version as people read them."""

    game: str
    deck: str
    version: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """A stretch of a label in one weight."""

    text: str
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A placed label: `upward` ones read from the bottom of the sheet to its top. The ruler has no words."""

    name: str
    box: Box
    upward: bool
    size: float
    words: tuple[Words, ...] = ()


Measure = Callable[[Sequence[Words], float], float]  # millimetres that words take at a size in points


def sayings(imposition: Imposition, side: SheetSide, labels: Labels) -> dict[str, tuple[tuple[Words, ...], ...]]:
    """The texts of one side by label name, each from its full form to its shortest."""
    paper = paper_title(imposition.paper)
    face = " · back" if side.back else ""
    of = f"sheet {side.number} of {imposition.sheets}{face}"
    of = f"{side.part} · {of}" if side.part else of
    game, deck = _plain(labels.game), _plain(labels.deck)
    rest = f" · {deck} · {of}" if deck and deck.casefold() != game.casefold() else f" · {of}"
    short = f" · {_cut(deck)} · {side.number}/{imposition.sheets}{face}"
    sheet = (
        (Words(game, True), Words(rest)),
        (Words(_cut(game), True), Words(short)),
        (Words(_cut(game, 12), True), Words(f" · {_cut(deck, 12)} · {side.number}/{imposition.sheets}{face}")),
    )
    hundred = "100\u00a0%"
    scale = [f"Print at {hundred}, not fitted to the page", f"Print at {hundred}", hundred]
    if imposition.fold != "none":
        scale = [
            f"Print at {hundred} on one side, fold on the dashed line, glue, then cut",
            f"{hundred}, one side; fold, glue, cut",
            f"{hundred}, fold on the line",
        ]
    elif imposition.stack:
        scale = _stacked(imposition, hundred)
    elif imposition.two_sided:
        scale = [
            f"Print at {hundred} on both sides, flip on the {imposition.flip} edge",
            f"{hundred}, two-sided, flip on {imposition.flip} edge",
            f"{hundred}, flip {imposition.flip} edge",
        ]
    version = f"version {_plain(labels.version)}" if labels.version else ""
    imprint = [" · ".join(filter(None, parts)) for parts in ((version, paper, imposition.target), (version, paper))]
    imprint.append(f"v{_cut(labels.version, 12)}" if labels.version else paper)
    return {
        "sheet": sheet,
        "print": tuple((Words(text),) for text in scale),
        "version": tuple((Words(text),) for text in imprint),
    }


def _stacked(imposition: Imposition, hundred: str) -> list[str]:
    """How to print a pile of fronts or of backs."""
    edge = imposition.flip
    if imposition.stack == "fronts":
        return [
            f"Print at {hundred}; then the file of the backs on the other side, turned over the {edge} edge",
            f"{hundred}; then the backs, turned over the {edge} edge",
            f"{hundred}, backs over {edge} edge",
        ]
    first = imposition.sides[0].number
    return [
        f"Print at {hundred} on the back of the fronts, sheet {first} first, turned over the {edge} edge",
        f"{hundred}, behind the fronts, sheet {first} first, {edge} edge",
        f"{hundred}, sheet {first} first, {edge} edge",
    ]


def place(
    imposition: Imposition, side: SheetSide, said: dict[str, tuple[tuple[Words, ...], ...]], measure: Measure
) -> tuple[tuple[Label, ...], tuple[str, ...]]:
    """The labels of one side with their places, and the names of those that found no room."""
    best: tuple[Label, ...] = ()
    for form in range(max(len(forms) for forms in said.values())):
        for size in SIZES:
            placed = _try(imposition, side, said, measure, form, size)
            if len(placed) == len(ORDER):
                return placed, ()
            best = placed if len(placed) > len(best) else best
    names = {label.name for label in best}
    return best, tuple(name for name in ORDER if name not in names)


def ruler_length(measure: Measure, size: float) -> float:
    """How long the ruler is with what stands at its ends, in millimetres."""
    return RULER + sum(measure((Words(end),), size) + RULER_GAP for end in RULER_ENDS)


def _try(
    imposition: Imposition,
    side: SheetSide,
    said: dict[str, tuple[tuple[Words, ...], ...]],
    measure: Measure,
    form: int,
    size: float,
) -> tuple[Label, ...]:
    bands = _bands(imposition, side)
    block = around(side.outlines)
    marks = [
        line.box.grown(FROM_MARKS) for line in (*side.marks, *side.folds, *side.glue) if not line.box.inside(block)
    ]
    remarks = [_around(remark, measure).grown(BETWEEN[1]) for remark in side.remarks]
    placed: list[Label] = []
    for name in ORDER:
        if name == "ruler":
            words, length = (), ruler_length(measure, size)
        else:
            words = said[name][min(form, len(said[name]) - 1)]
            length = measure(words, size)
        for where in _PLACES[name]:
            band_name, end = where.split()
            band = bands[band_name]
            taken = [
                Box(box.left - gap_x, box.top - gap_y, box.right + gap_x, box.bottom + gap_y)
                for label in placed
                for gap_x, gap_y in (BETWEEN[::-1] if label.upward else BETWEEN,)
                for box in (label.box,)
            ] + remarks
            found = band.spot(length, ROW * size, end, marks, taken)
            if found is not None:
                placed.append(Label(name, found, band.upward, size, words))
                break
    return tuple(placed)


def _around(remark: Remark, measure: Measure) -> Box:
    """The place that a remark takes."""
    length, row = measure((Words(remark.text, remark.bold),), remark.size), ROW * remark.size
    start = 0.0 if remark.anchor == "start" else length / 2
    if remark.upward:
        return Box(remark.x - row / 2, remark.y - length + start, remark.x + row / 2, remark.y + start)
    return Box(remark.x - start, remark.y - row / 2, remark.x - start + length, remark.y + row / 2)


@dataclass(frozen=True, slots=True)
class _Band:
    """A free strip between the margin and the pieces, in its reading direction: `area` with rows from top to bottom.

    Upward bands are turned to lie level, so that everything below thinks in rows. `block` is from where to where
    the pieces lie along it; `inner_low` says that the pieces are at the far end of the rows.
    """

    area: Box
    block: tuple[float, float]
    inner_low: bool
    upward: bool
    height: float  # of the paper

    def spot(self, length: float, row: float, end: str, marks: list[Box], taken: list[Box]) -> Box | None:
        """A free place as near to the pieces as can be: beyond the marks, else between them."""
        area = self.area
        if area.height < row - NEAR or area.width < length - NEAR:
            return None
        level_marks, level_taken = [self._level(b) for b in marks], [self._level(b) for b in taken]
        start = self.block[0] if end == "start" else self.block[1] - length
        start = min(max(start, area.left), area.right - length)
        span = min(start, self.block[0]), max(start + length, self.block[1])
        for top in self._rows(row):
            label = Box(start, top, start + length, top + row)
            if _hits(Box(span[0], top, span[1], top + row), level_marks):
                continue
            if not _hits(label, level_taken):
                return self._back(label)
            if end == "end":  # no room beside the other label: below it, and in line with its start
                end, start = "start", max(area.left, min(self.block[0], area.right - length))
                span = min(start, self.block[0]), max(start + length, self.block[1])
        top = (area.top + area.bottom - row) / 2
        start_at = _gap(Box(area.left, top, area.right, top + row), self.block, length, end, level_marks + level_taken)
        return None if start_at is None else self._back(Box(start_at, top, start_at + length, top + row))

    def _rows(self, row: float) -> Iterable[float]:
        count = int((self.area.height - row + NEAR) / STEP) + 1
        tops = (self.area.top + i * STEP for i in range(count))
        return [self.area.bottom - row - i * STEP for i in range(count)] if self.inner_low else tops

    def _level(self, box: Box) -> Box:
        return Box(self.height - box.bottom, box.left, self.height - box.top, box.right) if self.upward else box

    def _back(self, box: Box) -> Box:
        return Box(box.top, self.height - box.right, box.bottom, self.height - box.left) if self.upward else box


def _bands(imposition: Imposition, side: SheetSide) -> dict[str, _Band]:
    width, height = imposition.paper
    free = Box(0, 0, width, height).grown(-imposition.margin)
    block = around(side.outlines)
    inner = block.grown(CLEAR)
    trims = (block.left, block.right)
    upward_block = (height - block.bottom, height - block.top)
    low, high = height - free.bottom, height - free.top
    return {
        "top": _Band(Box(free.left, free.top, free.right, inner.top), trims, True, False, height),
        "bottom": _Band(Box(free.left, inner.bottom, free.right, free.bottom), trims, False, False, height),
        "left": _Band(Box(low, free.left, high, inner.left), upward_block, True, True, height),
        "right": _Band(Box(low, inner.right, high, free.right), upward_block, False, True, height),
    }


def _hits(box: Box, others: list[Box]) -> bool:
    return any(box.overlaps(other) for other in others)


def _gap(row: Box, block: tuple[float, float], length: float, end: str, taken: list[Box]) -> float | None:
    """Where in the row a label of `length` fits between what is taken; within the block, else anywhere."""
    blocked = sorted((box.left, box.right) for box in taken if row.overlaps(box))
    for low, high in (block, (row.left, row.right)):
        low, high = max(low, row.left), min(high, row.right)
        free, at = [], low
        for left, right in [*blocked, (high, high)]:
            if min(left, high) - at >= length - NEAR:
                free.append((at, min(left, high)))
            at = max(at, right)
        if free:
            return free[0][0] if end == "start" else free[-1][1] - length
    return None


def _plain(text: str) -> str:
    """The text on one line, without what cannot be printed."""
    return " ".join("".join(c if c.isprintable() or c.isspace() else "" for c in text).split())


def _cut(text: str, most: int = 28) -> str:
    text = _plain(text)
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
