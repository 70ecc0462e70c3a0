"""Pages as pixels: pictures of exactly the size that is asked for. pdfium draws.

Colours are sRGB, as everything that is drawn here; a PDF in other colours is shown by pdfium's own tables.
"""

from __future__ import annotations

import ctypes
import io
from collections.abc import Iterator, Sequence

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image, PngImagePlugin

from questpress.units import MM_PER_INCH, from_points

PERCEPTUAL = b"\0"  # rendering intent of the sRGB chunk (PNG, 11.3.2.5)


def pictures(pdf: bytes, sizes: Sequence[tuple[int, int]]) -> Iterator[bytes]:
    """Each page of `pdf` as a PNG of the width and height in pixels that `sizes` gives it: RGB, on white.

    The whole page fills the whole picture. Same arguments, same bytes, for the same versions of pypdfium2, Pillow and
    zlib. A picture says how many pixels it has to a metre and that its colours are sRGB.
    """
    document = pypdfium2.PdfDocument(pdf)
    try:
        for number, size in enumerate(sizes):
            page = document[number]
            try:
                yield _png(_drawn(page, size), size, from_points(page.get_width()))
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
