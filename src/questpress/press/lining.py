"""The lining figures of a TrueType font, read from its GSUB table; for drawing code that does not shape text."""

from __future__ import annotations

import struct
from collections.abc import Mapping

DIGITS = "0123456789"


def lining_figures(font: bytes, glyphs: Mapping[int, int]) -> dict[int, int]:
    """Character code → glyph for the digits that have a lining form, `glyphs` being the font's own character map.

    Empty where the font has no feature `lnum`, or one of a form not read here (OpenType specification, GSUB: only
    single substitutions, also as extensions). A damaged table gives an empty answer, not an error.
    """
    try:
        changes = _single_substitutions(font, b"lnum")
    except (struct.error, IndexError):
        return {}
    codes = {ord(digit): glyphs[ord(digit)] for digit in DIGITS if ord(digit) in glyphs}
    return {code: changes[glyph] for code, glyph in codes.items() if glyph in changes}


def _single_substitutions(font: bytes, feature: bytes) -> dict[int, int]:
    table = _table(font, b"GSUB")
    if table is None:
        return {}
    features, lookups = struct.unpack_from(">HH", table, 6)
    wanted: list[int] = []
    for record in range(_u16(table, features)):
        tag, offset = struct.unpack_from(">4sH", table, features + 2 + 6 * record)
        if tag == feature:
            place = features + offset
            wanted += [_u16(table, place + 4 + 2 * i) for i in range(_u16(table, place + 2))]
    changes: dict[int, int] = {}
    for index in dict.fromkeys(wanted):
        lookup = lookups + _u16(table, lookups + 2 + 2 * index)
        kind, _, count = struct.unpack_from(">HHH", table, lookup)
        for number in range(count):
            place = lookup + _u16(table, lookup + 6 + 2 * number)
            inner = kind
            if kind == 7:  # an extension: the real kind and where it lies
                _, inner, further = struct.unpack_from(">HHI", table, place)
                place += further
            if inner == 1:
                _read_single(table, place, changes)
    return changes


def _read_single(table: bytes, place: int, changes: dict[int, int]) -> None:
    form, coverage = struct.unpack_from(">HH", table, place)
    covered = _coverage(table, place + coverage)
    if form == 1:
        step = struct.unpack_from(">h", table, place + 4)[0]
        changes.update({glyph: (glyph + step) % 65536 for glyph in covered})
    elif form == 2:
        changes.update({glyph: _u16(table, place + 6 + 2 * i) for i, glyph in enumerate(covered)})


def _coverage(table: bytes, place: int) -> list[int]:
    form, count = struct.unpack_from(">HH", table, place)
    if form == 1:
        return list(struct.unpack_from(f">{count}H", table, place + 4))
    ranges = [struct.unpack_from(">HHH", table, place + 4 + 6 * i) for i in range(count)]
    return [glyph for first, last, _ in ranges for glyph in range(first, last + 1)]


def _table(font: bytes, tag: bytes) -> bytes | None:
    for index in range(_u16(font, 4)):
        name, _, offset, length = struct.unpack_from(">4sIII", font, 12 + 16 * index)
        if name == tag:
            return font[offset : offset + length]
    return None


def _u16(table: bytes, place: int) -> int:
    return int(struct.unpack_from(">H", table, place)[0])
