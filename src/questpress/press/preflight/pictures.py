"""Images as tints: their samples decoded once, each component a plate's grey."""

from __future__ import annotations

import io
from collections import OrderedDict
from dataclasses import dataclass

import numpy
import pikepdf
from pikepdf import Array, Dictionary, Stream, String
from PIL import Image

from questpress.press.preflight.spaces import CMYK, GRAY, RGB, Space
from questpress.press.preflight.streams import TooLarge, Unreadable, decoded, filters_of
from questpress.press.preflight.walk import Walker

KEPT_BYTES = 24 << 20  # of decoded images that are kept for further pages
MOST_SAMPLES = 400_000_000  # bytes of one image
_DAMAGED = (OSError, ValueError, TypeError, KeyError, IndexError, AttributeError, RuntimeError, SyntaxError)
ENOUGH = 1_200_000  # pixels; a larger image is averaged down, plates are coarser than it

Samples = numpy.ndarray  # rows, columns, components; bytes


@dataclass(frozen=True, slots=True)
class Tints:
    """An image in a space of inks; `shape` is the width, height and alpha of what a colour key leaves."""

    space: Space
    samples: Samples
    shape: tuple[int, int, bytes] | None = None

    def channels(self, places: list[int | None]) -> tuple[int, int, bytes]:
        """Width, height and RGB samples of the components at up to three places: 255 where there is no ink."""
        if all(place is None for place in places):
            return 1, 1, b"\xff\xff\xff"
        high, wide, _ = self.samples.shape
        shown = numpy.full((high, wide, 3), 255, numpy.uint8)
        for channel, place in enumerate(places):
            if place is not None:
                samples = self.samples[:, :, place]
                shown[:, :, channel] = samples if self.space.kind == "gray" else 255 - samples
        return wide, high, shown.tobytes()


class Pictures:
    """The images of one file, decoded as they are asked for; the last ones are kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Tints] = OrderedDict()
        self._bytes = 0

    def tints(self, number: int, found: Stream, walker: Walker, resources: Dictionary) -> Tints | None:
        """The image called `number` as tints; None where it is for pdfium to decode (fax, JBIG2), or damaged."""
        kept = self._kept.get(number)
        if kept is not None:
            self._kept.move_to_end(number)
            return kept
        try:
            made = _tints(found, walker, resources)
        except (TooLarge, Unreadable, pikepdf.PdfError, Image.DecompressionBombError, *_DAMAGED):
            return None
        if made is not None:
            self._kept[number] = made
            self._bytes += made.samples.nbytes
            while self._bytes > KEPT_BYTES and len(self._kept) > 1:
                self._bytes -= self._kept.popitem(last=False)[1].samples.nbytes
        return made


def _tints(found: Stream, walker: Walker, resources: Dictionary) -> Tints | None:
    wide, high = int(found.Width), int(found.Height)
    stated = found.get("/ColorSpace")
    space = walker.space(stated, resources) if stated is not None else None
    if space is not None and (space.rgb() and not space.inks):
        return Tints(Space("unknown", 1, "RGB"), numpy.zeros((1, 1, 1), numpy.uint8))
    filters = filters_of(found)
    last = filters[-1] if filters else ""
    if last in ("/CCITTFaxDecode", "/JBIG2Decode"):
        return None
    if wide * high * (space.count if space else 4) > MOST_SAMPLES:
        raise TooLarge
    bits = 8
    if last in ("/DCTDecode", "/JPXDecode"):
        samples, counted = _compressed(found, filters[:-1])
        space = space or counted
    else:
        if space is None:
            raise ValueError("samples without a colour space")
        bits = int(found.get("/BitsPerComponent", 8))
        samples = _unpacked(decoded(found, MOST_SAMPLES), wide, high, space.count, bits)
    if space is None or samples.shape[2] != space.count:
        raise ValueError("samples and colour space differ")
    shape = _key(found, samples)
    samples = _decode(found, samples, space, bits)
    if space.kind == "indexed" and isinstance(stated, Array) and space.base is not None:
        if space.base.rgb() and not space.base.inks:
            return Tints(Space("unknown", 1, "RGB"), numpy.zeros((1, 1, 1), numpy.uint8), shape)
        samples, space = _looked_up(samples, stated, space.base), space.base
    return Tints(space, _averaged(samples), shape)


def _compressed(found: Stream, before: list[str]) -> tuple[Samples, Space | None]:
    """The samples of a JPEG or JPEG 2000 as the format has them: Pillow turns CMYK over, which is undone."""
    raw = found.read_raw_bytes()
    if before:
        inner = pikepdf.new()
        stream = Stream(inner, raw)
        stream.Filter = Array([pikepdf.Name(name) for name in before])
        raw = decoded(stream, MOST_SAMPLES)
    with Image.open(io.BytesIO(raw), formats=("JPEG", "JPEG2000")) as picture:
        if picture.width * picture.height * 4 > MOST_SAMPLES:
            raise TooLarge
        if picture.mode not in ("L", "RGB", "CMYK"):
            picture = picture.convert("L" if picture.mode in ("1", "I;16", "LA") else "RGB")
        samples = numpy.asarray(picture)
        turned = picture.mode == "CMYK" and picture.format == "JPEG"
        mode = picture.mode
    samples = 255 - samples if turned else samples
    space = {"L": GRAY, "RGB": RGB, "CMYK": CMYK}[mode]
    return samples.reshape(samples.shape[0], samples.shape[1], -1), space


def _unpacked(data: bytes, wide: int, high: int, count: int, bits: int) -> Samples:
    """Packed samples as bytes; those of fewer bits keep their small values, of sixteen the high byte counts."""
    row = (wide * count * bits + 7) // 8
    held = numpy.frombuffer(data[: row * high].ljust(row * high, b"\0"), numpy.uint8).reshape(high, row)
    if bits == 16:
        held = held[:, 0::2]
    elif bits in (1, 2, 4):
        single = numpy.unpackbits(held, axis=1)[:, : wide * count * bits].reshape(high, wide * count, bits)
        weights = (1 << numpy.arange(bits - 1, -1, -1)).astype(numpy.uint8)
        held = (single * weights).sum(axis=2, dtype=numpy.uint8)
    elif bits != 8:
        raise ValueError(f"{bits} bits a component")
    return held[:, : wide * count].reshape(high, wide, count)


def _key(found: Stream, samples: Samples) -> tuple[int, int, bytes] | None:
    """What a colour key mask leaves of the image (ISO 32000-1, 8.9.6.4)."""
    mask = found.get("/Mask")
    if not isinstance(mask, Array) or len(mask) != 2 * samples.shape[2]:
        return None
    edges = [int(value) for value in mask]
    gone = numpy.ones(samples.shape[:2], bool)
    for place in range(samples.shape[2]):
        gone &= (samples[:, :, place] >= edges[2 * place]) & (samples[:, :, place] <= edges[2 * place + 1])
    return samples.shape[1], samples.shape[0], numpy.where(gone, 0, 255).astype(numpy.uint8).tobytes()


def _decode(found: Stream, samples: Samples, space: Space, bits: int) -> Samples:
    """Samples spread over bytes as the Decode array says; an index keeps its value."""
    most = 255 if bits in (8, 16) else (1 << bits) - 1
    stated = found.get("/Decode")
    ends = [float(value) for value in stated] if isinstance(stated, Array) else []
    if space.kind == "indexed":
        if len(ends) >= 2 and ends[0] > ends[1]:
            samples = most - samples
        return samples
    spread = samples if most == 255 else (samples.astype(numpy.uint16) * 255 // most).astype(numpy.uint8)
    if len(ends) < 2 * space.count or ends == [0.0, 1.0] * space.count:
        return spread
    made = numpy.empty_like(spread)
    for place in range(space.count):
        low, high = ends[2 * place], ends[2 * place + 1]
        table = numpy.clip((low + numpy.arange(256) / 255 * (high - low)) * 255 + 0.5, 0, 255).astype(numpy.uint8)
        made[:, :, place] = table[spread[:, :, place]]
    return made


def _looked_up(samples: Samples, stated: Array, base: Space) -> Samples:
    """An indexed image's colours in its base space."""
    held = stated[3]
    data = bytes(held) if isinstance(held, String) else decoded(held, 1 << 20)
    count = base.count
    table = numpy.zeros((256, count), numpy.uint8)
    entries = min(256, len(data) // count)
    table[:entries] = numpy.frombuffer(data[: entries * count], numpy.uint8).reshape(entries, count)
    return table[samples[:, :, 0]]


def _averaged(samples: Samples) -> Samples:
    """A large image with every few pixels averaged into one."""
    high, wide, count = samples.shape
    factor = int((wide * high / ENOUGH) ** 0.5)
    if factor < 2 or min(wide, high) < 4 * factor:
        return samples
    cut = samples[: high // factor * factor, : wide // factor * factor]
    blocks = cut.reshape(high // factor, factor, wide // factor, factor, count)
    return blocks.mean(axis=(1, 3)).astype(numpy.uint8)
