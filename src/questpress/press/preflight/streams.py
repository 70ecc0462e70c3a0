"""A stream's decoded bytes, never more than is asked for: a few bytes of a hostile file can stand for gigabytes."""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator

import pikepdf
from pikepdf import Array, Dictionary, Name, Stream

MOST_CONTENT = 16 << 20  # bytes of one content stream
MOST_OTHER_RAW = 4 << 20  # bytes of a stream in a filter that only qpdf decodes (LZW, run length)
TAKEN, STEP = 1 << 14, 1 << 20  # bytes that zlib is given, and gives, at a time

_SHORT = {
    "/Fl": "/FlateDecode",
    "/AHx": "/ASCIIHexDecode",
    "/A85": "/ASCII85Decode",
    "/LZW": "/LZWDecode",
    "/RL": "/RunLengthDecode",
    "/CCF": "/CCITTFaxDecode",
    "/DCT": "/DCTDecode",
}


class TooLarge(Exception):
    """The stream stands for more bytes than is looked at."""


class Unreadable(Exception):
    """The stream cannot be decoded."""


def filters_of(stream: Stream | Dictionary) -> list[str]:
    """The names of a stream's filters, in the order in which they are undone; short names in full."""
    found = stream.get("/Filter", stream.get("/F") if not isinstance(stream, Stream) else None)
    names = found if isinstance(found, Array) else [] if found is None else [found]
    return [_SHORT.get(str(name), str(name)) for name in names if isinstance(name, Name)]


def decoded(stream: Stream, most: int = MOST_CONTENT) -> bytes:
    """The stream's bytes, all filters undone. Raises TooLarge beyond `most`, Unreadable where it is damaged."""
    names = filters_of(stream)
    parms = stream.get("/DecodeParms")
    given = list(parms) if isinstance(parms, Array) else [parms] * len(names)
    plain = all(not isinstance(one, Dictionary) or int(one.get("/Predictor", 1)) == 1 for one in given)
    try:
        if plain and all(name in _UNDONE for name in names):
            data = stream.read_raw_bytes()
            if len(data) > most:
                raise TooLarge
            for name in names:
                data = _UNDONE[name](data, most)
            return data
        if names == ["/FlateDecode"]:  # with a predictor, which does not add bytes
            expanded(stream.read_raw_bytes(), most)
        elif len(stream.read_raw_bytes()) > MOST_OTHER_RAW:
            raise TooLarge
        data = stream.read_bytes()
    except (pikepdf.PdfError, ValueError, RuntimeError) as error:
        raise Unreadable(str(error)) from None
    if len(data) > most:
        raise TooLarge
    return data


def expanded(data: bytes, most: int) -> int:
    """How many bytes zlib's `data` stands for; they are not kept. Raises TooLarge beyond `most`."""
    try:
        return sum(map(len, _parts(data, most)))
    except zlib.error:
        return 0  # what damages it is qpdf's to tell


def _flate(data: bytes, most: int) -> bytes:
    parts: list[bytes] = []
    try:
        for part in _parts(data, most):
            parts.append(part)
    except zlib.error as error:
        if not parts:
            raise Unreadable(f"it is not what its filter says ({error})") from None
    return b"".join(parts)


def _parts(data: bytes, most: int) -> Iterator[bytes]:
    """What zlib's `data` stands for, piece by piece. Raises TooLarge beyond `most`, zlib.error where it is damaged."""
    undo = zlib.decompressobj()
    total = 0
    for start in range(0, len(data), TAKEN):
        taken = data[start : start + TAKEN]
        while taken and not undo.eof:
            part = undo.decompress(taken, STEP)
            taken = undo.unconsumed_tail
            total += len(part)
            if total > most:
                raise TooLarge
            yield part


def _ascii85(data: bytes, most: int) -> bytes:
    end = data.find(b"~>")
    return base64.a85decode(re.sub(rb"[\s\0]+", b"", data if end < 0 else data[:end]))


def _hex(data: bytes, most: int) -> bytes:
    digits = re.sub(rb"[^0-9A-Fa-f]", b"", data.partition(b">")[0])
    return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())


_UNDONE = {"/FlateDecode": _flate, "/ASCII85Decode": _ascii85, "/ASCIIHexDecode": _hex}
