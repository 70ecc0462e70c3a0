"""Printed pages as rasters at 300 dpi, held against each other as a person holds paper to light."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pikepdf
import pypdfium2
from PIL import Image

from questpress.press.arrange import Imposition
from questpress.press.box import Box
from questpress.press.impose import Chunk
from questpress.press.model import Trim
from questpress.press.write import Written, sheets_pdf
from questpress.units import points
from tests.sheets.drawn_faces import FONTS, LABELS, META

DPI = 300
DARK = 60  # the flag of a drawn face is darker, its ground lighter


def draw(trim: Trim, faces: Sequence[str]) -> Chunk:
    """A page for every key with a leaning flag on a ground that fills the bleed; keys in 'b' show it from behind.

    It leans, since pdfium sets upright rectangles to whole pixels.
    """
    wide, high = (points(length) for length in trim.drawn)
    with pikepdf.new() as pdf:
        for face in faces:
            behind = f"-1 0 0 1 {wide} 0 cm" if face.startswith("b") else ""
            content = f"""0.7 g 0 0 {wide} {high} re f {behind} 0.99518 0.09802 -0.09802 0.99518 {wide * 0.06} 0 cm
                0.1 g {wide * 0.25} {high * 0.2} {wide * 0.1} {high * 0.6} re f
                {wide * 0.25} {high * 0.55} {wide * 0.45} {high * 0.2} re f"""
            pdf.add_blank_page(page_size=(wide, high)).Contents = pdf.make_stream(content.encode())
        out = io.BytesIO()
        pdf.save(out, deterministic_id=True)
    return Chunk(out.getvalue(), tuple(faces))


def write(path: Path, found: Imposition) -> Written:
    return sheets_pdf(path, found, [draw(found.trim, found.faces)], LABELS, META, FONTS)


def rasters(path: Path, dpi: float = DPI) -> list[Image.Image]:
    """Every page in greys."""
    pdf = pypdfium2.PdfDocument(path)
    try:
        # A hair less, or a page of whole pixels would be stretched to one more.
        return [page.render(scale=dpi / 72 * (1 - 1e-9), grayscale=True).to_pil() for page in pdf]
    finally:
        pdf.close()


def mirrored(image: Image.Image, mirror: str) -> Image.Image:
    """The page seen from its other side."""
    transposed = Image.Transpose.FLIP_LEFT_RIGHT if mirror == "columns" else Image.Transpose.FLIP_TOP_BOTTOM
    return image.transpose(transposed)


def flag(image: Image.Image, box: Box) -> tuple[float, float, float]:
    """Where the dark flag in a box of the page (mm) has its middle, and how large it is, in pixels with fractions."""
    area = tuple(round(edge * DPI / 25.4) for edge in (box.left, box.top, box.right, box.bottom))
    crop = image.crop(area)
    # Ink from 0 to 1: the ground, which is 0.6 or lighter, is none; edges count in part.
    ink = crop.point([max(0, min(255, round(255 * (140 - grey) / (140 - 26)))) for grey in range(256)])
    total = sum(level * count for level, count in enumerate(ink.histogram())) / 255
    exact = ink.convert("F")
    columns = exact.resize((ink.width, 1), Image.Resampling.BOX).tobytes()
    rows = exact.resize((1, ink.height), Image.Resampling.BOX).tobytes()
    middle = []
    for profile, start in ((columns, area[0]), (rows, area[1])):
        values = memoryview(profile).cast("f")
        middle.append(start + sum((n + 0.5) * value for n, value in enumerate(values)) / sum(values))
    return middle[0], middle[1], total


def same_flag(front: Image.Image, back: Image.Image, box: Box, slack: float = 0.5) -> bool:
    """Whether the flags in `box` of a front and of what lies behind it coincide within `slack` pixels."""
    x, y, size = flag(front, box)
    u, v, other = flag(back, box)
    area = tuple(round(edge * DPI / 25.4) for edge in (box.left, box.top, box.right, box.bottom))
    pairs = zip(front.crop(area).tobytes(), back.crop(area).tobytes(), strict=True)
    unlike = sum((one < DARK and other > 255 - DARK) or (other < DARK and one > 255 - DARK) for one, other in pairs)
    assert size > 500, "there is no flag to see"
    return abs(x - u) < slack and abs(y - v) < slack and abs(size - other) < 0.01 * size and unlike == 0
