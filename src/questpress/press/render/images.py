"""Pictures as cairo sees them: each file once in a document, JPEG bytes untouched, transparency kept."""

from __future__ import annotations

from io import BytesIO

import cairocffi
from PIL import Image, ImageChops

from questpress.diagnostics import Diagnostic, Failed
from questpress.press.render.figures import Matrix
from questpress.press.render.pictures import Art, Pictures

_UNIQUE = "application/x-cairo.uuid"  # CAIRO_MIME_TYPE_UNIQUE_ID: equal ids are one object in the PDF
_JPEG = "image/jpeg"
_PLAIN_JPEG = frozenset({"L", "RGB", "CMYK"})


class Images:
    """cairo surfaces for the art of one document."""

    def __init__(self, pictures: Pictures) -> None:
        self._pictures = pictures
        self._surfaces: dict[str, cairocffi.ImageSurface] = {}

    def art(self, key: str) -> Art:
        """The picture with that key."""
        return self._pictures.art[key]

    def surface(self, key: str) -> cairocffi.ImageSurface:
        """The picture as a surface; made once."""
        found = self._surfaces.get(key)
        if found is None:
            art = self._pictures.art[key]
            found = _passed_through(art) if art.kind == "jpeg" and art.mode in _PLAIN_JPEG else _decoded(art)
            found.set_mime_data(_UNIQUE, key.encode())
            self._surfaces[key] = found
        return found


def upright(art: Art) -> tuple[float, float, Matrix | None]:
    """Width and height as the camera meant them, and the matrix that turns the stored picture so (EXIF 2.3)."""
    w, h = float(art.width), float(art.height)
    match art.turn:
        case 2:
            return w, h, (-1, 0, 0, 1, w, 0)
        case 3:
            return w, h, (-1, 0, 0, -1, w, h)
        case 4:
            return w, h, (1, 0, 0, -1, 0, h)
        case 5:
            return h, w, (0, 1, 1, 0, 0, 0)
        case 6:
            return h, w, (0, 1, -1, 0, h, 0)
        case 7:
            return h, w, (0, -1, -1, 0, h, w)
        case 8:
            return h, w, (0, -1, 1, 0, 0, w)
    return w, h, None


def _passed_through(art: Art) -> cairocffi.ImageSurface:
    """A surface that carries the JPEG file itself; cairo copies its bytes into the PDF and never looks at pixels.

    The pixels are still there for cairo (an empty image of the same size), so a picture that cairo cannot pass
    through, as in a fallback image, would come out black; the tests draw every way in which faces use pictures.
    """
    surface = cairocffi.ImageSurface(cairocffi.FORMAT_RGB24, art.width, art.height)
    surface.set_mime_data(_JPEG, art.read())
    return surface


def _decoded(art: Art) -> cairocffi.ImageSurface:
    """A surface with the picture's pixels, alpha premultiplied as cairo wants it. Raises Failed (T077)."""
    try:
        with Image.open(BytesIO(art.read())) as opened:
            opened.seek(0)
            deep = opened.mode.startswith("I")
            # 16 bits a grey: PIL would cut them off at 255
            image = opened.point(lambda value: value / 257, "L").convert("RGBA") if deep else opened.convert("RGBA")
    except (OSError, ValueError, SyntaxError, EOFError) as error:
        name = art.path.name if art.path else "an embedded picture"
        raise Failed([Diagnostic("T077", f"{name} cannot be decoded: {error}", help="export it again")]) from None
    red, green, blue, alpha = image.split()
    if alpha.getextrema() == (255, 255):
        bands, form = (blue, green, red), cairocffi.FORMAT_RGB24
    else:
        blue, green, red = (ImageChops.multiply(band, alpha) for band in (blue, green, red))
        bands, form = (blue, green, red), cairocffi.FORMAT_ARGB32
    data = bytearray(Image.merge("RGBA", (*bands, alpha)).tobytes())
    return cairocffi.ImageSurface.create_for_data(data, form, image.width, image.height)
