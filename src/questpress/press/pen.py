"""Draws pages in millimetres from their top left corner, y down: lines, rings, contours and words in the label fonts.

For pages that show no piece, such as test sheets, in black only; and for what lies over proofs.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from questpress.press.box import Size
from questpress.press.furniture import Lettering
from questpress.press.labels import Words
from questpress.press.movement import Movement
from questpress.press.render import outline
from questpress.units import from_points, points

LINE = 0.35  # points; a quarter point is the least that prints everywhere
Colour = tuple[float, float, float]  # red, green, blue from 0 to 1
LEADING = 1.3  # baseline to baseline, in sizes of the type


class Pen:
    """Pages of one paper. Same calls, same bytes."""

    def __init__(self, paper: Size, fonts: Path) -> None:
        self.paper = paper
        self.lettering = Lettering(fonts)
        self._out = io.BytesIO()
        size = points(paper[0]), points(paper[1])
        name = self.lettering.name
        self._canvas = Canvas(self._out, pagesize=size, invariant=1, pageCompression=1, initialFontName=name)

    def move(self, movement: Movement) -> None:
        """Everything that is drawn from here to the page's end is moved."""
        self._canvas.transform(*movement.matrix(self.paper))

    def end_page(self) -> None:
        self._canvas.showPage()

    def finish(self) -> bytes:
        """The PDF of all pages."""
        self._canvas.save()
        return self._out.getvalue()

    def line(
        self,
        x: float,
        y: float,
        u: float,
        v: float,
        width: float = LINE,
        grey: float = 0.0,
        dash: Sequence[float] = (),
    ) -> None:
        """A line from (x, y) to (u, v); `width` and `dash` in points, `grey` from 0 (black) to 1."""
        self._canvas.saveState()
        self._canvas.setLineWidth(width)
        self._canvas.setStrokeGray(grey)
        self._canvas.setDash(list(dash))
        self._canvas.line(points(x), self._y(y), points(u), self._y(v))
        self._canvas.restoreState()

    def ring(self, x: float, y: float, radius: float, width: float = LINE) -> None:
        self._canvas.setLineWidth(width)
        self._canvas.setStrokeGray(0)
        self._canvas.circle(points(x), self._y(y), points(radius), stroke=1, fill=0)

    def trace(
        self,
        segments: Sequence[outline.Segment],
        width: float,
        colour: Colour,
        dash: Sequence[float] = (),
    ) -> None:
        """A contour, `width` points thick, on a wider line of white, so that it is seen on any ground."""
        self._canvas.saveState()
        for more, (red, green, blue) in ((0.8, (1.0, 1.0, 1.0)), (0.0, colour)):
            self._canvas.setStrokeColorRGB(red, green, blue)
            self._canvas.setLineWidth(width + more)
            self._canvas.setDash(list(dash) if not more else [])
            self._canvas.drawPath(self._path(segments), stroke=1, fill=0)
        self._canvas.restoreState()

    def band(self, segments: Sequence[outline.Segment], width: float, colour: Colour, tint: float) -> None:
        """What of a line `width` millimetres thick along a contour lies inside it; `tint` 1 hides what is below."""
        if width <= 0:
            return
        self._canvas.saveState()
        self._canvas.clipPath(self._path(segments), stroke=0, fill=0, fillMode=0)
        self._canvas.setStrokeColorRGB(*colour)
        self._canvas.setStrokeAlpha(tint)
        self._canvas.setLineWidth(points(width))
        self._canvas.drawPath(self._path(segments), stroke=1, fill=0)
        self._canvas.restoreState()

    def _path(self, segments: Sequence[outline.Segment]) -> PDFPathObject:
        path = self._canvas.beginPath()
        steps = {
            outline.MOVE: path.moveTo,
            outline.LINE: path.lineTo,
            outline.CURVE: path.curveTo,
            outline.CLOSE: path.close,
        }
        for segment in segments:
            numbers = [self._y(v) if n % 2 else points(v) for n, v in enumerate(segment[1:])]
            steps[int(segment[0])](*numbers)
        return path

    def wide(self, text: str, size: float, bold: bool = False) -> float:
        """How wide a line of text gets, in millimetres."""
        return from_points(self._width((Words(text, bold),), size))

    def write(self, text: str, x: float, y: float, size: float, bold: bool = False, anchor: str = "start") -> None:
        """One line with its baseline at y; `anchor` start, middle or end at x."""
        words = (Words(text, bold),)
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * self._width(words, size)
        self._canvas.setFillGray(0)
        at = points(x) - shift
        for font, run in self.lettering.runs(words):
            self._canvas.setFont(font.fontName, size)
            self._canvas.drawString(at, self._y(y), run)
            at += font.stringWidth(run, size)

    def flow(self, text: str, x: float, y: float, width: float, size: float, bold: bool = False) -> float:
        """Text in lines of `width`, the first baseline at y; gives the baseline of the line after the last one."""
        line = ""
        step = from_points(size * LEADING)
        for word in [*text.split(" "), ""]:  # not at hard spaces
            longer = f"{line} {word}".strip()
            if line and (not word or self._width((Words(longer, bold),), size) > points(width)):
                self.write(line, x, y, size, bold)
                line, y = word, y + step
            else:
                line = longer
        return y

    def _width(self, words: Sequence[Words], size: float) -> float:
        return sum(font.stringWidth(run, size) for font, run in self.lettering.runs(words))

    def _y(self, y: float) -> float:
        return points(self.paper[1] - y)
