"""A content stream's operators with their operands and places, read as a stream: memory does not grow with it.

The content operators of ISO 32000-1, 7.8.2 and annex A. What makes no sense is passed over, as viewers do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pikepdf import Object

# Atomic and possessive throughout, so that no input takes more than linear time.
_TOKEN = re.compile(
    rb"""
    (?P<path>(?:(?:[-+.\d]++[\s\0]++)*+(?:re|[mlcvyh])[\s\0]++)++)
    |(?P<numbers>[-+.\d][-+.\d]*+(?:[\s\0]++[-+.\d][-+.\d]*+)*+)
    |(?P<name>/[^\s\0()<>\[\]{}/%]*+)
    |(?P<word>d[01](?![\d.])|[A-Za-z'"]++\*?)
    |(?P<string>\((?:[^()\\]++|\\.)*+\))
    |(?P<hex><[0-9A-Fa-f\s\0]*+>)
    |(?P<mark><<|>>|[\[\]{}])
    |(?P<comment>%[^\r\n]*+)
    |(?P<nested>\()
    """,
    re.S | re.X,
)
_ESCAPE = re.compile(rb"\\(?:([0-7]{1,3})|(\r\n|.))", re.S)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}
_END = re.compile(rb"[\s\0]EI(?=[\s\0]|$)")
_VALUES = frozenset((b"true", b"false", b"null"))

MOST_OPERANDS = 65536  # of one operator, in an array too

Operand = bytes | list[bytes]  # numbers in one run, a name, a string as it is written, or an array of these
PATH = b"path"  # in place of an operator: path construction operators in a row, as they are written, in one operand
Step = tuple[bytes, list[Operand], int, int]  # operator, operands, where the first of them begins, where it ends


def operators(data: bytes) -> Iterator[Step]:
    """Every operator of the content in order. An inline image is one step, `BI`: its dictionary's parts, its data."""
    operands: list[Operand] = []
    array: list[bytes] | None = None
    begun = -1
    place = 0
    scan = _TOKEN.search
    while True:
        match = scan(data, place)
        if match is None:
            return
        if begun < 0:
            begun = match.start()
        place = match.end()
        kind = match.lastgroup
        text = match[0]
        if kind == "path":
            yield PATH, [text], begun, place
            operands, array, begun = [], None, -1
        elif kind == "word":
            if text in _VALUES:
                (operands if array is None else array).append(text)
                continue
            if text == b"BI":
                operands, place = _inline(data, place)
            yield text, operands, begun, place
            operands, array, begun = [], None, -1
        elif kind == "mark":
            if text == b"[":
                array = []
            elif text == b"]" and array is not None:
                operands.append(array)
                array = None
            else:
                operands.append(text)
        elif kind == "comment":
            if not operands and array is None:
                begun = -1
        else:
            if kind == "nested":
                place = _closing(data, match.start())
                text = data[match.start() : place]
            held = operands if array is None else array
            if len(held) < MOST_OPERANDS:
                held.append(text)


def numbers(operands: list[Operand]) -> list[float]:
    """All numbers among the operands, in order; what is no number counts as 0."""
    found: list[float] = []
    for operand in operands:
        if isinstance(operand, bytes) and operand[:1] in b"+-.0123456789" and operand:
            try:
                found += map(float, operand.split())
            except ValueError:
                found += [_number(part) for part in operand.split()]
    return found


def _number(text: bytes) -> float:
    try:
        return float(text)
    except ValueError:
        match = re.match(rb"[-+]?\d*\.?\d*", text)
        try:
            return float(match[0]) if match else 0.0
        except ValueError:
            return 0.0


def string(operand: bytes) -> bytes:
    """The bytes that a string as it is written stands for."""
    if operand[:1] == b"<":
        digits = re.sub(rb"[^0-9A-Fa-f]", b"", operand)
        return bytes.fromhex((digits + b"0" * (len(digits) % 2)).decode())
    inside = operand[1:-1]
    return _ESCAPE.sub(_unescaped, inside) if b"\\" in inside else inside


def _unescaped(match: re.Match[bytes]) -> bytes:
    if match[1]:
        return bytes([int(match[1], 8) & 255])
    return _ESCAPED.get(match[2], match[2])


def _closing(data: bytes, start: int) -> int:
    """Where the string that begins at `start` ends, with the parentheses in it; the data's end where it does not."""
    depth = 0
    for match in re.compile(rb"\\.|[()]", re.S).finditer(data, start):
        if match[0] == b"(":
            depth += 1
        elif match[0] == b")":
            depth -= 1
            if depth == 0:
                return match.end()
    return len(data)


def _inline(data: bytes, place: int) -> tuple[list[Operand], int]:
    """An inline image's dictionary as flat operands, its data last; and where the image ends."""
    parts: list[Operand] = []
    array: list[bytes] | None = None
    while True:
        match = _TOKEN.search(data, place)
        if match is None:
            return [*parts, b""], len(data)
        place = match.end()
        if match[0] == b"ID":
            break
        if match[0] == b"[":
            array = []
        elif match[0] == b"]" and array is not None:
            parts.append(array)
            array = None
        else:
            held = parts if array is None else array
            if len(held) < MOST_OPERANDS:
                held.append(match[0])
    start = place + 1
    end = _END.search(data, start)
    if end is None:
        return [*parts, data[start:]], len(data)
    return [*parts, data[start : end.start()]], end.end()


def text_of(name: bytes) -> str:
    """A name as an object of the file calls it: escapes undone, bytes that are no UTF-8 kept apart."""
    return str(Object.parse(name)) if b"#" in name else name.decode("utf-8", "surrogateescape")
