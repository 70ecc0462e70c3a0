"""The glyph runs that text becomes: how they are written into an SVG attribute and read back. The only place for both.

A face carries its text as ``<text data-run='[[…],…]' fill="#…"/>``: one element, one fill, one or more runs.
A run is a JSON list, in this order::

    file      font file's name (a key of FontLibrary.paths); never a path
    size      user units (millimetres)
    x, y      the run's left end on its baseline, user units
    rtl       1 where the text runs right to left, else 0
    upem      the font's units per em; advances and offsets count in these
    text      the characters, in reading order
    glyphs    [glyph, advance, glyph, advance, …] in visual order, left to right
    clusters  0 where every character has one glyph, else [characters, glyphs, …] in reading order
    offsets   0, or [index, dx, dy, …] for the glyphs that do not sit on the pen (marks); dy upwards

Advances stay in font units, so that a word shaped once is written with the same text at every size.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from itertools import accumulate

MOST_GLYPHS = 20_000  # in one attribute; a page of small print has under 8,000


class RunError(ValueError):
    """A `data-run` attribute that does not hold glyph runs; the message says where it breaks off."""


@dataclass(frozen=True, slots=True)
class Run:
    """One line's worth of glyphs of one font, ready to draw. Positions are absolute, user units, y downwards.

    `clusters` are (UTF-8 bytes, glyphs) in reading order, as cairo wants them; with `rtl` they map to the glyphs
    from the end to the start (CAIRO_TEXT_CLUSTER_FLAG_BACKWARD).
    """

    font: str
    size: float
    x: float
    y: float
    text: str
    glyphs: tuple[tuple[int, float, float], ...]
    clusters: tuple[tuple[int, int], ...]
    rtl: bool


def number(value: float) -> str:
    """`value` with at most four decimals (0.1 µm) and no trailing zeros."""
    return f"{value:.4f}".rstrip("0").rstrip(".") if value % 1 else str(int(value))


_ESCAPES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;", "\u2028": "\\u2028", "\u2029": "\\u2029"}
)


_SIZE = re.compile(r'\["[^"\\]+",(\d+(?:\.\d+)?),')
_FONT = re.compile(r'\["([^"\\]+)",')


def write(
    file: str,
    size: float,
    x: float,
    y: float,
    rtl: bool,
    upem: int,
    text: str,
    glyphs: str,
    clusters: str = "",
    offsets: str = "",
) -> str:
    """One run as JSON text; `glyphs`, `clusters` and `offsets` are comma-separated numbers. Not escaped for XML."""
    words = json.dumps(text, ensure_ascii=False)
    return (
        f'["{file}",{number(size)},{number(x)},{number(y)},{1 if rtl else 0},{upem},{words},[{glyphs}],'
        f"{'[' + clusters + ']' if clusters else 0},{'[' + offsets + ']' if offsets else 0}]"
    )


def element(runs: list[str], fill: str) -> str:
    """The `<text>` element that holds `runs` (as `write` gives them), painted `fill`; nothing for no runs."""
    if not runs:
        return ""
    return f"<text data-run='{encode(runs)}' fill=\"{fill}\"/>"


def encode(runs: list[str]) -> str:
    """The value of a `data-run` attribute in single quotes, escaped for XML."""
    return f"[{','.join(runs)}]".translate(_ESCAPES)


def fonts_of(svg: str) -> set[str]:
    """The font files that an SVG's runs name; more at most, where a text reads like the beginning of a run."""
    return set(_FONT.findall(svg))


def sizes_of(svg: str) -> set[float]:
    """The sizes of an SVG's runs in its user units, before any transform around them."""
    return {float(size) for size in _SIZE.findall(svg)}


def decode(value: str) -> tuple[Run, ...]:
    """The runs in a `data-run` attribute (already unescaped by the XML parser).

    Raises RunError for anything that is not such a list, and where glyphs, characters and clusters do not add up, so
    that nothing reaches cairo that it would choke on.
    """
    try:
        entries = json.loads(value, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise RunError(f"not JSON: {error}") from None
    if not isinstance(entries, list):
        raise RunError("expected a list of runs")
    runs = tuple(_read(entry) for entry in entries)
    if sum(len(run.glyphs) for run in runs) > MOST_GLYPHS:
        raise RunError(f"more than {MOST_GLYPHS} glyphs in one element")
    return runs


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is no position")


def _read(entry: object) -> Run:
    try:
        file, size, x, y, rtl, upem, text, codes, grouped, moved = entry  # type: ignore[misc]
        glyphs, advances = codes[::2], codes[1::2]
        scale = size / upem
        pens = [0, *accumulate(advances)]
        if moved:
            places = [[glyph, x + pen * scale, y] for glyph, pen in zip(glyphs, pens, strict=False)]
            for index, dx, dy in zip(moved[::3], moved[1::3], moved[2::3], strict=True):
                places[index][1] += dx * scale
                places[index][2] -= dy * scale
            drawn = tuple((glyph, left, base) for glyph, left, base in places)
        else:
            drawn = tuple([(glyph, x + pen * scale, y) for glyph, pen in zip(glyphs, pens, strict=False)])
        if grouped:
            clusters = _clusters(text, grouped)
        elif text.isascii():
            clusters = ((1, 1),) * len(text)
        else:
            clusters = tuple([(len(character.encode()), 1) for character in text])
        total = sum([count for _, count in clusters])
    except (TypeError, ValueError, KeyError, IndexError, AttributeError, ZeroDivisionError, OverflowError) as error:
        raise RunError(f"a run that cannot be read: {error}") from None
    if total != len(drawn) or len(glyphs) != len(advances):
        raise RunError(f"{len(drawn)} glyphs for clusters of {total}")
    if not (isinstance(file, str) and all(type(glyph) is int and 0 <= glyph < 65536 for glyph in glyphs)):
        raise RunError("a font or a glyph that cannot be")
    return Run(file, float(size), float(x), float(y), text, drawn, clusters, bool(rtl))


def _clusters(text: str, grouped: list[int]) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    start = 0
    for characters, glyphs in zip(grouped[::2], grouped[1::2], strict=True):
        if characters < 0 or glyphs < 0:
            raise ValueError("a negative cluster")
        found.append((len(text[start : start + characters].encode()), glyphs))
        start += characters
    if start != len(text):
        raise ValueError(f"clusters of {start} characters for a text of {len(text)}")
    return tuple(found)
