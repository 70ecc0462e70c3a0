"""Image objects of a drawn page in a target's colours. JPEGs stay JPEGs, CMYK JPEGs keep every byte."""

from __future__ import annotations

import io
import zlib

import pikepdf
from pikepdf import Array, Name, Object, Stream
from PIL import Image

from questpress.press.colour.content import Unsupported
from questpress.press.colour.paints import Paints

QUALITY = 92  # of JPEGs that are written anew, without subsampling: type and edges in art stay clean
LEVEL = 6


def recolour(image: Stream, space: str, paints: Paints) -> None:
    """Gives `image`, whose colours are of `space` (rgb, grey, cmyk), the target's. Raises Unsupported."""
    if isinstance(image.get("/Mask"), Array):
        raise Unsupported("a picture in which one colour is see-through")
    if _is_jpeg(image):
        _jpeg(image, space, paints)
    elif isinstance(image.get("/ColorSpace"), Array) and image.ColorSpace[0] == Name.Indexed:
        _indexed(image, space, paints)
    elif not _stays(space, paints):
        _write(image, paints.picture(_decoded(image), None), paints)


def _stays(space: str, paints: Paints) -> bool:
    """Whether pictures of that space are left as they are."""
    return paints.space in ("rgb", space)


def _is_jpeg(image: Stream) -> bool:
    return image.get("/Filter") in (Name.DCTDecode, Array([Name.DCTDecode]))


def _jpeg(image: Stream, space: str, paints: Paints) -> None:
    with Image.open(io.BytesIO(image.read_raw_bytes())) as opened:
        if space == "cmyk" and "adobe" in opened.info and "/Decode" not in image:
            # Adobe stores inks inverted; Pillow turns them when it decodes, a PDF must be told (Adobe TN 5116)
            image.Decode = Array([1, 0] * 4)
        if _stays(space, paints):
            return
        profile = opened.info.get("icc_profile") if opened.mode == "RGB" else None
        made = paints.picture(opened, profile)
    out = io.BytesIO()
    made.save(out, "JPEG", quality=QUALITY, subsampling=0)
    for key in ("/DecodeParms", "/Decode"):
        if key in image:
            del image[key]
    image.write(out.getvalue(), filter=Name.DCTDecode)
    image.ColorSpace = Name(paints.device)
    image.BitsPerComponent = 8
    if made.mode == "CMYK":
        image.Decode = Array([1, 0] * 4)  # Pillow writes what Adobe does


def _decoded(image: Stream) -> Image.Image:
    try:
        found = pikepdf.PdfImage(image).as_pil_image()
    except (NotImplementedError, pikepdf.PdfError, ValueError) as error:
        raise Unsupported(f"a picture that cannot be decoded ({error})") from None
    return found if found.mode in ("RGB", "CMYK", "L") else found.convert("L" if found.mode == "1" else "RGB")


def _write(image: Stream, made: Image.Image, paints: Paints) -> None:
    for key in ("/DecodeParms", "/Decode"):
        if key in image:
            del image[key]
    image.write(zlib.compress(made.tobytes(), LEVEL), filter=Name.FlateDecode)
    image.ColorSpace = Name(paints.device)
    image.BitsPerComponent = 8


def _indexed(image: Stream, space: str, paints: Paints) -> None:
    """A picture with a table of colours: only the table is written anew, each entry as a colour of its own."""
    _, _, highest, table = image.ColorSpace
    raw = table.read_bytes() if isinstance(table, Stream) else bytes(table)
    width = {"rgb": 3, "grey": 1, "cmyk": 4}[space]
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
    except (NotImplementedError, pikepdf.PdfError, ValueError) as error:
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
