"""Pages drawn by pdfium: the only place that knows it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy
import pypdfium2

from questpress.press.preflight.state import Edges

Grey = numpy.ndarray  # rows of bytes from the top of the page, 255 is white

MOST_PIXELS = 60_000_000


def pixels(media: Edges, ppi: float) -> int:
    """How many pixels a page comes to."""
    return round((media[2] - media[0]) * ppi / 72) * round((media[3] - media[1]) * ppi / 72)


def draw(pdf: bytes, ppi: float) -> Grey:
    """The first page of `pdf`: rows, columns, and its red, green and blue."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        page = document[0]
        bitmap = page.render(scale=ppi / 72, may_draw_forms=False, draw_annots=False, rev_byteorder=True)
        shown = bitmap.to_numpy()[:, :, :3].copy()
        bitmap.close()
        page.close()
    finally:
        document.close()
    return shown


class Viewer:
    """A file as a reader sees it: pages drawn in colour, and the boxes of their letters."""

    def __init__(self, path: Path) -> None:
        self._document = pypdfium2.PdfDocument(path)

    def darkness(self, number: int, media: Edges, ppi: float) -> Grey:
        """How far each pixel of page `number` (from 1) is from white, in bytes; the page as it is not turned."""
        page = self._document[number - 1]
        page.set_rotation(0)
        page.set_cropbox(*media)
        bitmap = page.render(scale=ppi / 72, may_draw_forms=False, draw_annots=False)
        shown = 255 - bitmap.to_numpy()[:, :, :3].min(axis=2)
        bitmap.close()
        page.close()
        return shown

    def letters(self, number: int) -> Iterator[Edges]:
        """The boxes around the ink of every letter on page `number` (from 1), in the page's own points."""
        page = self._document[number - 1]
        text = page.get_textpage()
        for place in range(text.count_chars()):
            left, bottom, right, top = text.get_charbox(place)
            if right > left and top > bottom:
                yield left, bottom, right, top
        text.close()
        page.close()

    def close(self) -> None:
        self._document.close()
