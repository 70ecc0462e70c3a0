"""Image objects of a drawn page in a target's colours. JPEGs stay JPEGs, CMYK JPEGs keep every byte."""

from __future__ import annotations

import hashlib
import io
import zlib
from collections import OrderedDict

import pikepdf
from pikepdf import Array, Name, Object, Stream
from pikepdf.models.image import ImageDecompressionError, UnsupportedImageTypeError
from PIL import Image

from questpress.press.colour.content import Unsupported
from questpress.press.colour.paints import COMPONENTS, Paints

QUALITY = 92  # of JPEGs that are written anew, without subsampling: type and edges in art stay clean
LEVEL = 6
HELD = 32 * 1024 * 1024  # bytes of pictures that are remembered, since the chunks of a deck show the same art
INVERTED = Array([1, 0] * 4)
DEVICES = {"RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK", "L": "/DeviceGray"}  # by the mode of a picture's samples
UNDECODED = (NotImplementedError, ValueError, pikepdf.PdfError, UnsupportedImageTypeError, ImageDecompressionError)


class Pictures:
    """Pictures for one kind of paints, each converted once."""

    def __init__(self, paints: Paints) -> None:
        self.paints = paints
        self._made: OrderedDict[bytes, tuple[str, bytes]] = OrderedDict()
        self._held = 0

    def recolour(self, image: Stream, space: str) -> None:
        """Gives `image`, whose colours are of `space` (rgb, grey, cmyk), the target's. Raises Unsupported."""
        if isinstance(image.get("/Mask"), Array):
            raise Unsupported("a picture in which one colour is see-through")
        jpeg = image.get("/Filter") in (Name.DCTDecode, Array([Name.DCTDecode]))
        stays = self.paints.space in ("rgb", space)
        if jpeg and space == "cmyk" and "/Decode" not in image and b"Adobe" in image.read_raw_bytes()[:4096]:
            # Adobe stores inks inverted; who decodes with Adobe's marker turns them, a PDF must be told (TN 5116)
            image.Decode = INVERTED
        if stays:
            return
        if not jpeg and isinstance(image.ColorSpace, Array) and image.ColorSpace[0] == Name.Indexed:
            _indexed(image, space, self.paints)
            return
        mode, data = self._converted(image, jpeg)
        for key in ("/DecodeParms", "/Decode"):
            if key in image:
                del image[key]
        image.write(data, filter=Name.DCTDecode if jpeg else Name.FlateDecode)
        image.ColorSpace = Name(DEVICES[mode])
        image.BitsPerComponent = 8
        if jpeg and mode == "CMYK":
            image.Decode = INVERTED  # Pillow writes what Adobe does

    def _converted(self, image: Stream, jpeg: bool) -> tuple[str, bytes]:
        """The picture's mode and data in the target's colours: a grey picture stays grey, for the black plate alone."""
        raw = image.read_raw_bytes()
        entries = pikepdf.Dictionary({key: value for key, value in image.items() if key != "/SMask"})
        key = hashlib.sha256(entries.unparse(resolved=True) + raw).digest()
        if key in self._made:
            self._made.move_to_end(key)
            return self._made[key]
        if jpeg:
            with Image.open(io.BytesIO(raw)) as opened:
                profile = opened.info.get("icc_profile") if opened.mode == "RGB" else None
                made = self.paints.picture(opened, profile)
            out = io.BytesIO()
            made.save(out, "JPEG", quality=QUALITY, subsampling=0, icc_profile=None)
            data = out.getvalue()
        else:
            made = self.paints.picture(_decoded(image), None)
            data = zlib.compress(made.tobytes(), LEVEL)
        found = self._made[key] = made.mode, data
        self._held += len(data)
        while self._held > HELD and len(self._made) > 1:
            self._held -= len(self._made.popitem(last=False)[1][1])
        return found


def _decoded(image: Stream) -> Image.Image:
    """The picture without its masks, which stay as they are, as RGB, CMYK or grey."""
    masks = {key: image[key] for key in ("/SMask", "/Mask") if key in image}
    try:
        for key in masks:
            del image[key]
        found = pikepdf.PdfImage(image).as_pil_image()
    except UNDECODED as error:
        raise Unsupported(f"a picture that cannot be decoded ({error})") from None
    finally:
        for key, mask in masks.items():
            image[key] = mask
    if found.mode == "I;16":
        return found.convert("I").point(lambda value: value / 257 + 0.5).convert("L")  # Pillow would clip at 255
    return found if found.mode in ("RGB", "CMYK", "L") else found.convert("L" if found.mode == "1" else "RGB")


def _indexed(image: Stream, space: str, paints: Paints) -> None:
    """A picture with a table of colours: only the table is written anew, each entry as a colour of its own."""
    _, _, highest, table = image.ColorSpace
    raw = table.read_bytes() if isinstance(table, Stream) else bytes(table)
    width = COMPONENTS[space]
    entries = [raw[place : place + width] for place in range(0, width * (int(highest) + 1), width)]
    if any(len(entry) < width for entry in entries):
        raise Unsupported("a picture whose table of colours is cut off")
    tones = [paints.plain(tuple(part / 255 for part in entry), space) for entry in entries]  # type: ignore[arg-type]
    lookup = bytes(round(255 * part) for tone in tones for part in tone)
    image.ColorSpace = Array([Name.Indexed, Name(paints.device), highest, pikepdf.String(lookup)])


def inline(found: Object, pdf: pikepdf.Pdf) -> Stream:
    """A picture that stands inside a content stream, as an object of its own. Raises Unsupported."""
    try:
        picture = found.as_pil_image()  # type: ignore[operator]
    except UNDECODED as error:
        raise Unsupported(f"a picture that cannot be decoded ({error})") from None
    stencil = picture.mode == "1"
    mode = picture.mode if picture.mode in ("RGB", "CMYK", "L", "1") else "RGB"
    picture = picture.convert(mode)
    made = pdf.make_stream(zlib.compress(picture.tobytes(), LEVEL))
    made.Filter = Name.FlateDecode
    made.Type, made.Subtype = Name.XObject, Name.Image
    made.Width, made.Height = picture.size
    made.BitsPerComponent = 1 if stencil else 8
    made.ColorSpace = Name({"RGB": "/DeviceRGB", "CMYK": "/DeviceCMYK"}.get(mode, "/DeviceGray"))
    return made
