"""Proofs: each component on a page with room around it, its bleed, trim and safe zone drawn over the art, and its name.

Colours are of the screen (DeviceRGB): a proof is looked at, not printed from.
"""

from __future__ import annotations

from pathlib import Path

from questpress.press.alone import FRAME
from questpress.press.arrange import Imposition
from questpress.press.box import Box
from questpress.press.contours import placed
from questpress.press.labels import Labels
from questpress.press.pen import Pen
from questpress.press.render.outline import CLOSE, LINE, MOVE, Segment
from questpress.units import describe

BLEED, TRIM, SAFE = (0.0, 0.45, 0.85), (0.85, 0.0, 0.1), (0.0, 0.5, 0.2)  # red, green, blue from 0 to 1
WIDTH, DASH = 0.75, (3.0, 1.5)  # points
TINT = 0.35  # how much of the safe zone's ring is its colour; the art shows through
NAME, LEGEND = 9.0, 7.0  # points


def draw_proof(imposition: Imposition, labels: Labels, fonts: Path) -> bytes:
    """What lies over the art: a page for every side of a proof, in order.

    Same arguments, same bytes. Raises Failed (S015) where a label font is missing.
    """
    pen = Pen(imposition.paper, fonts)
    trim = imposition.trim
    for side in imposition.sides:
        for placement in side.placements:
            cut = placed(trim, placement)
            pen.band(cut, 2 * trim.safe, SAFE, TINT)
            pen.trace(_edges(placement.shown), WIDTH, BLEED, DASH)
            pen.trace(cut, WIDTH, TRIM)
            _say(pen, imposition, placement.shown, side.caption, labels)
        pen.end_page()
    return pen.finish()


def _say(pen: Pen, imposition: Imposition, shown: Box, caption: str, labels: Labels) -> None:
    """The name, set smaller where the page is narrow, and the legend in one line below."""
    left, room = FRAME, imposition.paper[0] - 2 * FRAME
    size = min(NAME, NAME * room / max(pen.wide(caption, NAME, True), 0.01))
    pen.write(caption, left, shown.bottom + 6, size, True)
    of = f"{labels.game} · {labels.deck}"
    pen.write(of, left, shown.bottom + 10, min(LEGEND, LEGEND * room / max(pen.wide(of, LEGEND), 0.01)))
    trim = imposition.trim
    bleed = imposition.trim_box.left - shown.left
    said = (
        (f"bleed {describe(bleed)}", BLEED, DASH),
        (f"trim {describe(trim.width)} × {describe(trim.height)}", TRIM, ()),
        (f"safe {describe(trim.safe)} mm", SAFE, None),
    )
    x, y = left, shown.bottom + 15
    for text, colour, dash in said:
        sample = Box(x, y - 1.8, x + 4, y + 0.2)
        if dash is None:
            pen.band(_edges(sample), sample.height * 2, colour, TINT)
        else:
            pen.trace(((MOVE, x, y - 0.8), (LINE, x + 4, y - 0.8)), WIDTH, colour, dash)
        pen.write(text, x + 5, y, LEGEND)
        x += 5 + pen.wide(text, LEGEND) + 3


def _edges(box: Box) -> tuple[Segment, ...]:
    corners = ((box.right, box.top), (box.right, box.bottom), (box.left, box.bottom))
    return ((MOVE, box.left, box.top), *((LINE, *corner) for corner in corners), (CLOSE,))
