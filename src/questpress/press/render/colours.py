"""Colours as CSS writes them to red, green, blue and opacity, each 0 to 1. Unknown syntax is None, never black."""

from __future__ import annotations

import re
from functools import lru_cache

from PIL.ImageColor import colormap

Colour = tuple[float, float, float, float]

_HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})")
_CALL = re.compile(r"(rgba?|hsla?)\(\s*([^()]*?)\s*\)")
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?")


@lru_cache(maxsize=4096)
def colour(text: str) -> Colour | None:
    """The colour that `text` names: hex with 3, 4, 6 or 8 digits, rgb(), rgba(), hsl(), hsla(), a CSS name.

    None for everything else; `none` and `currentColor` are the caller's.
    """
    text = text.strip().lower()
    if text == "transparent":
        return (0.0, 0.0, 0.0, 0.0)
    named = colormap.get(text)
    if isinstance(named, tuple):  # PIL keeps what it has once converted
        return (named[0] / 255, named[1] / 255, named[2] / 255, 1.0)
    if named is not None:
        text = named
    if match := _HEX.fullmatch(text):
        digits = match.group(1)
        if len(digits) < 6:
            digits = "".join(digit * 2 for digit in digits)
        red, green, blue, alpha = (int(digits[i : i + 2] or "ff", 16) / 255 for i in (0, 2, 4, 6))
        return (red, green, blue, alpha)
    if match := _CALL.fullmatch(text):
        parts = _parts(match.group(2))
        if parts is None:
            return None
        try:
            alpha = _share(parts[3], 1.0) if len(parts) == 4 else 1.0
            if match.group(1).startswith("rgb"):
                red, green, blue = (_share(part, 255.0) for part in parts[:3])
            else:
                red, green, blue = _from_hsl(_turn(parts[0]), _percent(parts[1]), _percent(parts[2]))
        except ValueError:
            return None
        return (red, green, blue, alpha)
    return None


def _parts(text: str) -> list[str] | None:
    """Three or four values, with commas or in the modern form with spaces and a slash."""
    if "," in text:
        parts = [part.strip() for part in text.split(",")]
    else:
        colour_part, slash, alpha = text.partition("/")
        parts = colour_part.split() + ([alpha.strip()] if slash else [])
        if len(parts) == 4 and not slash:
            return None
    return parts if len(parts) in (3, 4) and all(parts) else None


def _number(text: str) -> float:
    if not _NUMBER.fullmatch(text):
        raise ValueError(text)
    return float(text)


def _share(text: str, full: float) -> float:
    value = _number(text[:-1]) / 100 if text.endswith("%") else _number(text) / full
    return max(0.0, min(1.0, value))


def _percent(text: str) -> float:
    return max(0.0, min(1.0, _number(text.removesuffix("%")) / 100))


def _turn(text: str) -> float:
    for unit, full in (("deg", 360.0), ("turn", 1.0), ("grad", 400.0), ("rad", 6.283185307179586)):
        if text.endswith(unit):
            return _number(text.removesuffix(unit)) / full % 1.0
    return _number(text) / 360.0 % 1.0


def _from_hsl(hue: float, saturation: float, lightness: float) -> tuple[float, float, float]:
    """CSS Color 4, 7.1."""

    def channel(n: int) -> float:
        k = (n + hue * 12) % 12
        return lightness - saturation * min(lightness, 1 - lightness) * max(-1, min(k - 3, 9 - k, 1))

    return channel(0), channel(8), channel(4)
