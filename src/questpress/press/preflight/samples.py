"""Whether an image's data is as long as its size, its colour space and its bits ask: else it prints as noise."""

from __future__ import annotations

import io

from pikepdf import Stream
from PIL import Image

from questpress.press.preflight.spaces import Space
from questpress.press.preflight.streams import TooLarge, Unreadable, decoded, filters_of

OWN_LENGTH = ("/JPXDecode", "/CCITTFaxDecode", "/JBIG2Decode")  # formats that say themselves how much there is
COUNTS = (1, 3, 4)  # components of grey, RGB, CMYK
SPARE = 1 << 16  # bytes


def misfit(image: Stream, space: Space | None) -> str:
    """What is wrong with the data of an image in `space` (None: a stencil), '' where it fits or is not looked at.

    Data that goes on after the last row is ignored by readers and passes, unless it is just what another number of
    components would take.
    """
    if space is not None and (space.kind in ("unknown", "pattern") or space.count < 1):
        return ""
    filters = filters_of(image)
    if filters and filters[-1] in OWN_LENGTH:
        return ""
    count = 1 if space is None else space.count
    said = "a stencil" if space is None else space.said
    if filters and filters[-1] == "/DCTDecode":
        found = _bands(image) if len(filters) == 1 else count
        return "" if found in (0, count) else f"a JPEG of {found} components a pixel as {said}, which has {count}"
    wide, high = int(image.Width), int(image.Height)
    bits = 1 if space is None else int(image.get("/BitsPerComponent", 8))
    wanted = _length(wide, high, count, bits)
    try:
        found = len(decoded(image, wanted * max(COUNTS) + SPARE))
    except TooLarge:
        return ""  # longer than any of the counts would make it
    except Unreadable:
        return "data that cannot be decoded"
    others = {_length(wide, high, other, bits) for other in COUNTS if other > count}
    if found >= wanted and found not in others:
        return ""
    return f"{found:,} bytes of data, where {wide} × {high} pixels of {said} with {bits} bits take {wanted:,}"


def _length(wide: int, high: int, count: int, bits: int) -> int:
    """The bytes that an image takes: each row begins with a byte of its own (ISO 32000-1, 8.9.5.1)."""
    return (wide * count * bits + 7) // 8 * high


def _bands(image: Stream) -> int:
    """How many components a JPEG has; 0 where it cannot be opened."""
    try:
        with Image.open(io.BytesIO(image.read_raw_bytes()), formats=("JPEG",)) as opened:
            return len(opened.getbands())
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        return 0
