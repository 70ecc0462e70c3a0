"""Pages as pixels: pictures of exactly the size that is asked for, and the letters on them. pdfium draws.

Colours are sRGB, as everything that is drawn here; a PDF in other colours is shown by pdfium's own tables.
"""

from __future__ import annotations

import ctypes
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, PngImagePlugin

from questpress.press.box import Box
from questpress.units import MM_PER_INCH, from_points

PERCEPTUAL = b"\0"  # rendering intent of the sRGB chunk (PNG, 11.3.2.5)


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter on a page, with the box of its ink in millimetres from the page's top left corner."""

    text: str
    box: Box


@dataclass(frozen=True, slots=True)
class Picture:
    """A page as a PNG file of RGB pixels, and its letters where they were asked for."""

    png: bytes
    letters: tuple[Letter, ...] = ()


def pictures(pdf: bytes, sizes: Sequence[tuple[int, int]], letters: bool = False) -> Iterator[Picture]:
    """Each page of `pdf` as a picture of the width and height in pixels that `sizes` gives it, on white.

    The whole page fills the whole picture. Same arguments, same bytes, for the same versions of pypdfium2, Pillow and
    zlib. A picture says how many pixels it has to a metre and that its colours are sRGB.
    """
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number, size in enumerate(sizes):
            page = document[number]
            try:
                wide = from_points(page.get_width())
                yield Picture(_png(_drawn(page, size), size, wide), _letters(page) if letters else ())
            finally:
                page.close()
    finally:
        document.close()


def _drawn(page: pypdfium2.PdfPage, size: tuple[int, int]) -> Image.Image:
    wide, high = size
    bitmap = pypdfium2.PdfBitmap.new_native(wide, high, pdfium.FPDFBitmap_BGR)
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, wide, high, 0xFFFFFFFF)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, wide, high, 0, 0)
        view = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), bitmap.stride * high)
        return Image.frombytes("RGB", size, view, "raw", "BGR", bitmap.stride)
    finally:
        bitmap.close()


def _png(image: Image.Image, size: tuple[int, int], wide: float) -> bytes:
    said = PngImagePlugin.PngInfo()
    said.add(b"sRGB", PERCEPTUAL)
    out = io.BytesIO()
    per_inch = size[0] / wide * MM_PER_INCH
    image.save(out, "PNG", pnginfo=said, dpi=(per_inch, per_inch))
    return out.getvalue()


def _letters(page: pypdfium2.PdfPage) -> tuple[Letter, ...]:
    """The letters in the order of the page; those without ink are left out."""
    high = page.get_height()
    text = page.get_textpage()
    try:
        found = []
        for number in range(text.count_chars()):
            letter = chr(pdfium.FPDFText_GetUnicode(text, number))
            left, bottom, right, top = text.get_charbox(number)
            if letter.isspace() or right <= left or top <= bottom:
                continue
            edges = (left, high - top, right, high - bottom)
            found.append(Letter(letter, Box(*map(from_points, edges))))
        return tuple(found)
    finally:
        text.close()
