"""The furniture of sheets: crop marks, a ruler and labels, as one PDF page a side. With pen.py all that uses reportlab.

All of it is black in DeviceGray; fonts are embedded, and the file names no other. `impose.py` lays the pages over
the pieces.
"""

from __future__ import annotations

import functools
import io
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from questpress.diagnostics import Diagnostic, Failed, Report
from questpress.press import contours
from questpress.press.arrange import Imposition, SheetSide
from questpress.press.colour.recipe import REGISTRATION
from questpress.press.labels import BOLD, REGULAR, RULER, RULER_ENDS, RULER_GAP, Label, Labels, Words, place, sayings
from questpress.press.lining import DIGITS, lining_figures
from questpress.press.model import Trim
from questpress.units import from_points, points

MARK_WIDTH = 0.35  # points; a quarter point is the least that prints everywhere
FOLD_DASH = (4, 3)  # points drawn and left out
GLUE_WIDTH, GLUE_DASH = 1.0, (0.01, 2.2)  # points: round dots
SEAM_WIDTH = 0.7  # points
GROUND_WIDTH = 0.9  # points, of the white beneath a cut guide
RULER_WIDTH = 0.25  # points
CAP_HEIGHT = 0.64  # em, of Alegreya Sans; centres a line of mixed text in its row
DROPPED = {
    "ruler": "the ruler",
    "sheet": "the sheet's name",
    "print": "how to print it",
    "version": "the version",
}


@dataclass(frozen=True, slots=True)
class Furniture:
    """One page for each side, in the imposition's order, and what is worth knowing about them."""

    pdf: bytes
    notes: tuple[Diagnostic, ...]


def draw(imposition: Imposition, labels: Labels, fonts: Path, registered: bool = False) -> Furniture:
    """The furniture of every side. `fonts` is the folder with the label fonts. `registered`: marks are drawn with the
    key of the registration colour, for colour/registration.py.

    Same arguments, same bytes. Letters that the label fonts lack are left out with a warning (S012); labels that
    find no room are left out with a note (S009). Raises Failed (S015) where a font is missing.
    """
    report = Report()
    lettering = Lettering(fonts)
    out = io.BytesIO()
    size = (points(imposition.paper[0]), points(imposition.paper[1]))
    canvas = Canvas(out, pagesize=size, invariant=1, pageCompression=1, initialFontName=lettering.name)
    forms: dict[object, str] = {}
    for side in imposition.sides:
        if imposition.cut_guides and guided(imposition.trim):
            _draw_cuts(canvas, imposition, side)
        if side.marks:
            if side.marks not in forms:
                forms[side.marks] = f"marks{len(forms)}"
                canvas.beginForm(forms[side.marks], 0, 0, *size)
                _draw_marks(canvas, imposition, side, registered)
                canvas.endForm()
            canvas.doForm(forms[side.marks])
        _draw_folds(canvas, imposition, side)
        _draw_parts(canvas, imposition, side, lettering)
        said = sayings(imposition, side, labels)
        placed, dropped = place(imposition, side, said, lettering.measure)
        for label in placed:
            _draw_label(canvas, imposition, lettering, label)
        for name in () if imposition.folded else dropped:  # its pages fill the paper, and it names itself
            message = f"no room on the {'backs' if side.back else 'fronts'} of {labels.deck} for {DROPPED[name]}"
            report.note("S009", message, None, "leave more room around the pieces: fewer of them, or larger paper")
        canvas.showPage()
    canvas.save()
    if lettering.missing:
        letters = ", ".join(f"U+{ord(c):04X}" for c in sorted(lettering.missing)[:8])
        message = f"the sheet labels of {labels.deck} lack letters that their font does not have: {letters}"
        report.warning("S012", message, None, "the pieces are not touched; give the deck a title in Latin letters")
    return Furniture(out.getvalue(), tuple(report.findings))


class Lettering:
    """The label fonts: what is drawn with which, and how wide it gets."""

    def __init__(self, folder: Path) -> None:
        self.missing: set[str] = set()
        self._fonts = {False: _fonts(folder, REGULAR), True: _fonts(folder, BOLD)}
        self._widest = {
            bold: max((font.face.charWidths.get(ord(digit), 0), digit) for digit in DIGITS for font in fonts[:1])[1]
            for bold, fonts in self._fonts.items()
        }
        self.name = self._fonts[False][0].fontName

    def runs(self, words: Sequence[Words]) -> list[tuple[TTFont, str]]:
        """The words in stretches of one font each; letters that no font has are left out and remembered."""
        runs: list[tuple[TTFont, str]] = []
        for part in words:
            for letter in unicodedata.normalize("NFC", part.text):
                font = next((f for f in self._fonts[part.bold] if ord(letter) in f.face.charToGlyph), None)
                if font is None:
                    self.missing.add(letter)
                elif runs and runs[-1][0] is font:
                    runs[-1] = (font, runs[-1][1] + letter)
                else:
                    runs.append((font, letter))
        return runs

    def measure(self, words: Sequence[Words], size: float) -> float:
        """How wide the words are at `size` points, in millimetres, were every digit the widest one.

        So all sheets of a deck are laid out alike.
        """
        return self._measured(tuple(words)) * size

    @functools.lru_cache(maxsize=512)  # noqa: B019 (lives as long as one drawing)
    def _measured(self, words: tuple[Words, ...]) -> float:
        wide = [Words(re.sub("[0-9]", self._widest[part.bold], part.text), part.bold) for part in words]
        return from_points(sum(font.stringWidth(text, 1.0) for font, text in self.runs(wide)))


def _fonts(folder: Path, names: Sequence[str]) -> list[TTFont]:
    fonts = []
    for name in names:
        path = folder / name
        if not path.is_file() and name != names[0]:
            continue
        try:
            font = TTFont(path.stem, str(path), asciiReadable=0, shapable=False)
        except (TTFError, OSError) as error:
            message = f"the label font '{name}' cannot be used: {error}"
            raise Failed(
                [Diagnostic("S015", message, None, "put it back into templates/fonts/, where it ships")]
            ) from None
        face = font.face
        for code, glyph in lining_figures(path.read_bytes(), face.charToGlyph).items():
            face.charToGlyph[code] = glyph
            face.charWidths[code] = face.hmetrics[glyph][0] * 1000 / face.unitsPerEm
        pdfmetrics.registerFont(font)
        fonts.append(font)
    return fonts


def _draw_marks(canvas: Canvas, imposition: Imposition, side: SheetSide, registered: bool) -> None:
    high = imposition.paper[1]
    if registered:
        canvas.setStrokeColorRGB(*(value / 255 for value in REGISTRATION))
    else:
        canvas.setStrokeGray(0)
    canvas.setLineWidth(MARK_WIDTH)
    canvas.setLineCap(0)
    path = canvas.beginPath()
    for line in side.marks:
        path.moveTo(points(line.x), points(high - line.y))
        path.lineTo(points(line.u), points(high - line.v))
    canvas.drawPath(path, stroke=1, fill=0)


def _draw_folds(canvas: Canvas, imposition: Imposition, side: SheetSide) -> None:
    """Draws the lines to fold along, dashed, so that nobody cuts there."""
    for line in side.folds:
        canvas.saveState()
        canvas.setStrokeGray(0)
        canvas.setLineWidth(MARK_WIDTH)
        canvas.setDash(*FOLD_DASH)
        high = imposition.paper[1]
        canvas.line(points(line.x), points(high - line.y), points(line.u), points(high - line.v))
        canvas.restoreState()


def _draw_parts(canvas: Canvas, imposition: Imposition, side: SheetSide, lettering: Lettering) -> None:
    """Draws what puts the pages of a board together: marks to glue by, dotted, seams on a plan, and words."""
    high = imposition.paper[1]
    for lines, strokes in (
        (side.glue, ((0.0, GLUE_WIDTH, GLUE_DASH),)),
        (side.seams, ((1.0, 3 * SEAM_WIDTH, ()), (0.0, SEAM_WIDTH, ()))),
    ):
        for line in lines:
            for grey, width, dash in strokes:
                canvas.saveState()
                canvas.setStrokeGray(grey)
                canvas.setLineWidth(width)
                canvas.setDash(list(dash))
                canvas.setLineCap(1 if dash else 0)
                canvas.line(points(line.x), points(high - line.y), points(line.u), points(high - line.v))
                canvas.restoreState()
    for remark in side.remarks:
        words = (Words(remark.text, remark.bold),)
        length = points(lettering.measure(words, remark.size))
        canvas.saveState()
        canvas.translate(points(remark.x), points(high - remark.y))
        if remark.upward:
            canvas.rotate(90)
        start = 0.0 if remark.anchor == "start" else -length / 2
        if remark.plate:
            canvas.setFillGray(1)
            pad = remark.size * 0.3
            canvas.roundRect(
                start - pad, -remark.size * 0.6, length + 2 * pad, remark.size * 1.2, pad, stroke=0, fill=1
            )
        canvas.setFillGray(0)
        _write(canvas, lettering, words, start, -CAP_HEIGHT * remark.size / 2, remark.size)
        canvas.restoreState()


def guided(trim: Trim) -> bool:
    """Whether cut guides draw the piece's own contour: straight cuts from edge to edge are lines already."""
    return trim.shape != "rect" or trim.corner > 0


def _draw_cuts(canvas: Canvas, imposition: Imposition, side: SheetSide) -> None:
    """The contour of every piece, black on white, so that it is seen on any ground."""
    high = imposition.paper[1]
    path = canvas.beginPath()
    for placement in side.placements:
        for segment in contours.placed(imposition.trim, placement):
            numbers = [points(high - v) if n % 2 else points(v) for n, v in enumerate(segment[1:])]
            match segment[0]:
                case 0:
                    path.moveTo(*numbers)
                case 1:
                    path.lineTo(*numbers)
                case 2:
                    path.curveTo(*numbers)
                case _:
                    path.close()
    canvas.saveState()
    for grey, wide in ((1, GROUND_WIDTH), (0, MARK_WIDTH)):
        canvas.setStrokeGray(grey)
        canvas.setLineWidth(wide)
        canvas.drawPath(path, stroke=1, fill=0)
    canvas.restoreState()


def _draw_label(canvas: Canvas, imposition: Imposition, lettering: Lettering, label: Label) -> None:
    """Draws a label with its reading direction to the right, turned as a whole where it reads upward."""
    box, high = label.box, imposition.paper[1]
    canvas.saveState()
    if label.upward:
        canvas.translate(points(box.left), points(high - box.bottom))
        canvas.rotate(90)
        row, length = box.width, box.height
    else:
        canvas.translate(points(box.left), points(high - box.top))
        row, length = box.height, box.width
    # Now the label reads along x from 0, and its row lies from y = 0 down to y = -row.
    canvas.setFillGray(0)
    baseline = -points(row) / 2 - CAP_HEIGHT * label.size / 2
    if label.name == "ruler":
        _draw_ruler(canvas, lettering, row, length, label.size, baseline)
    else:
        _write(canvas, lettering, label.words, 0.0, baseline, label.size)
    canvas.restoreState()


def _write(
    canvas: Canvas, lettering: Lettering, words: Sequence[Words], x: float, baseline: float, size: float
) -> None:
    for font, text in lettering.runs(words):
        canvas.setFont(font.fontName, size)
        canvas.drawString(x, baseline, text)
        x += font.stringWidth(text, size)


def _draw_ruler(canvas: Canvas, lettering: Lettering, row: float, length: float, size: float, baseline: float) -> None:
    """Fifty millimetres from the middle of the first tick to the middle of the last, with what they say."""
    zero, fifty = ((Words(text),) for text in RULER_ENDS)
    start = lettering.measure(zero, size) + RULER_GAP
    _write(canvas, lettering, zero, 0.0, baseline, size)
    _write(canvas, lettering, fifty, points(start + RULER + RULER_GAP), baseline, size)
    canvas.setStrokeGray(0)
    canvas.setLineWidth(RULER_WIDTH)
    tall = 0.8 * row  # of the ticks at full tens
    foot = -points((row + tall) / 2)
    path = canvas.beginPath()
    for millimetre in range(int(RULER) + 1):
        part = 1.0 if millimetre % 10 == 0 else 0.7 if millimetre % 5 == 0 else 0.45
        x = points(start + millimetre)
        path.moveTo(x, foot)
        path.lineTo(x, foot + points(tall * part))
    path.moveTo(points(start), foot)
    path.lineTo(points(start + RULER), foot)
    canvas.setLineCap(2)
    canvas.drawPath(path, stroke=1, fill=0)
    assert length > RULER
