"""Ink on paper: how much lies at one place, added up over the plates, inside what is cut out."""

from __future__ import annotations

from dataclasses import dataclass

import numpy
from PIL import Image, ImageDraw

from questpress.press.box import Box
from questpress.press.preflight.findings import Ledger
from questpress.press.preflight.pages import Piece
from questpress.press.preflight.raster import Grey
from questpress.press.preflight.wants import Wants
from questpress.units import MM_PER_INCH

PPI = 100.0  # of plates; a pixel is a quarter of a millimetre
SHARE = 0.999  # of the pixels that must keep to the limit
ROUND = 1.0  # per cent: four plates in steps of 0.4 %


@dataclass(slots=True)
class Inks:
    """All plates of a page together, as a reader sees the page: ink in 255ths of a plate, `scale` pixels a mm."""

    total: numpy.ndarray
    scale: float = PPI / MM_PER_INCH

    @classmethod
    def of(cls, drawn: list[Grey], turn: int) -> Inks:
        """The sum of plates, turned as the page is shown."""
        total = numpy.zeros(drawn[0].shape, numpy.uint16)
        for grey in drawn:
            total += 255 - grey
        return cls(numpy.rot90(total, -(turn // 90)))

    def within(self, piece: Piece) -> tuple[numpy.ndarray, int, int]:
        """The pixels that lie inside a piece's trim (those outside of its outline are 0), the first row and column."""
        trim = piece.trim
        top, left = max(0, int(numpy.ceil(trim.top * self.scale))), max(0, int(numpy.ceil(trim.left * self.scale)))
        bottom, right = max(top, int(trim.bottom * self.scale)), max(left, int(trim.right * self.scale))
        part = self.total[top:bottom, left:right]
        if piece.outline and part.size:
            line = [(x * self.scale - left - 0.5, y * self.scale - top - 0.5) for x, y in piece.outline]
            mask = Image.new("1", (part.shape[1], part.shape[0]))
            ImageDraw.Draw(mask).polygon(line, fill=1)
            part = numpy.where(numpy.asarray(mask), part, 0)
        return part, top, left


def check_coverage(number: int, inks: Inks, pieces: list[Piece], wants: Wants, ledger: Ledger) -> dict[str, float]:
    """Judges the ink inside the trims of page `number`; gives the most, and what 99.9 % of a piece keep to."""
    worst = {"most": 0.0, "p99_9": 0.0}
    for piece in pieces:
        part, top, left = inks.within(piece)
        if not part.size:
            continue
        counts = numpy.bincount(part.ravel())
        most = percent(len(counts) - 1)
        share = percent(int(numpy.searchsorted(numpy.cumsum(counts), SHARE * part.size)))
        worst = {"most": max(worst["most"], most), "p99_9": max(worst["p99_9"], share)}
        if most <= wants.ink_limit + ROUND:
            continue
        over = numpy.argwhere(part > (wants.ink_limit + ROUND) * 2.55)
        (y0, x0), (y1, x1) = over.min(axis=0), over.max(axis=0) + 1
        scale = inks.scale
        box = Box((left + x0) / scale, (top + y0) / scale, (left + x1) / scale, (top + y1) / scale)
        help = "take ink out there: less of all colours under a dark black, or a profile with a lower limit"
        limit = f"{wants.ink_limit:g} % is the limit"
        if share > wants.ink_limit + ROUND:
            message = f"{most:.0f} % of ink at one place ({share:.0f} % on a thousandth of the piece); {limit}"
            ledger.add("P160", wants.fault(), message, help, number, box, piece.name, kind="ink", weight=share)
        else:
            message = f"up to {most:.0f} % of ink in spots; {limit}"
            ledger.add("P161", wants.mild(), message, help, number, box, piece.name, kind="ink", weight=most)
    return {name: round(value, 1) for name, value in worst.items()}


def percent(value: int) -> float:
    """A sum of plates in per cent."""
    return value / 2.55
