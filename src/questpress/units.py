"""Lengths: millimetres inside, points at the PDF's edge. The only module where 25.4 and 72 appear."""

from __future__ import annotations

import re

MM_PER_INCH = 25.4
PT_PER_INCH = 72.0
MM_PER_PT = MM_PER_INCH / PT_PER_INCH
PT_PER_MM = PT_PER_INCH / MM_PER_INCH

_UNITS = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_PT}
_LENGTH = re.compile(r"([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*(mm|cm|in|pt|\")?")

# Finished paper sizes in millimetres, portrait (ISO 216, ISO 217 and ANSI/ASME Y14.1).
PAPERS: dict[str, tuple[float, float]] = {
    "letter": (8.5 * MM_PER_INCH, 11 * MM_PER_INCH),
    "legal": (8.5 * MM_PER_INCH, 14 * MM_PER_INCH),
    "tabloid": (11 * MM_PER_INCH, 17 * MM_PER_INCH),
    "a5": (148.0, 210.0),
    "a4": (210.0, 297.0),
    "a3": (297.0, 420.0),
    "sra3": (320.0, 450.0),
}


class LengthError(ValueError):
    """A text that is not a length; the message says what is wrong with it, `remedy` what to write."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


def millimetres(text: str, bare: str | None = None) -> float:
    """The length that `text` states, in millimetres: '63.5mm', '2.5 in', '8pt', '1cm'.

    A bare number takes the unit `bare`, or is refused where that is None. Nothing is rounded.
    Raises LengthError for anything else (a decimal comma, `px`, an unknown unit).
    """
    stripped = text.strip()
    match = _LENGTH.fullmatch(stripped)
    if match is None:
        if re.fullmatch(r"[+-]?\d+,\d+.*", stripped):
            raise LengthError(f"'{text}' has a decimal comma", f"write a point: {stripped.replace(',', '.', 1)}")
        if stripped.endswith("px"):
            raise LengthError(f"'{text}' is in pixels, which have no size on paper", "write mm, cm, in or pt")
        raise LengthError(f"'{text}' is not a length", "write a number with mm, cm, in or pt, for example 63.5mm")
    number, unit = match.groups()
    if unit == '"':
        unit = "in"
    if unit is None:
        if bare is None:
            raise LengthError(f"'{text}' has no unit", f"write {stripped}mm or {stripped}in")
        unit = bare
    return float(number) * _UNITS[unit]


def points(mm: float) -> float:
    """`mm` millimetres in PDF points."""
    return mm * PT_PER_MM


def from_points(pt: float) -> float:
    """`pt` PDF points in millimetres."""
    return pt * MM_PER_PT


def describe(mm: float) -> str:
    """`mm` as a person writes it: at most two decimals, no trailing zeros; no unit."""
    return f"{mm:.2f}".rstrip("0").rstrip(".")
