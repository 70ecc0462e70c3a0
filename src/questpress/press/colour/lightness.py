"""Lightness as eyes see it (CIE L*, 0 to 100), and colours made lighter or darker in their own hue."""

from __future__ import annotations

from functools import lru_cache

from questpress.press.colour.recipe import Rgb

_WEIGHTS = (0.2126, 0.7152, 0.0722)  # of linear light, sRGB (IEC 61966-2-1)


def linear(value: float) -> float:
    """IEC 61966-2-1: from encoded (0 to 1) to linear light."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def encoded(light: float) -> float:
    """IEC 61966-2-1: from linear light (0 to 1) to encoded."""
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def luminance(rgb: Rgb) -> float:
    """Relative luminance, 0 to 1."""
    return sum(linear(value / 255) * weight for value, weight in zip(rgb, _WEIGHTS, strict=True))


@lru_cache(4096)
def lightness(rgb: Rgb) -> float:
    """L* of an sRGB colour (CIE 15)."""
    light = luminance(rgb)
    return 116 * light ** (1 / 3) - 16 if light > 0.008856 else 903.3 * light


def light_of(lightness: float) -> float:
    """The relative luminance of a lightness L*."""
    return ((lightness + 16) / 116) ** 3 if lightness > 8 else lightness / 903.3


def mixed(rgb: Rgb) -> Rgb:
    """The colour mixed with white: dark ones to a fifth, pale ones to a half, so that neighbours stay apart."""
    share = 0.2 + 0.3 * min(1.0, max(0.0, (lightness(rgb) - 60) / 25))
    red, green, blue = (round(255 - (255 - value) * share) for value in rgb)
    return red, green, blue


def darkened(rgb: Rgb, wanted: float) -> Rgb:
    """The colour with less light, down to the lightness `wanted`, in its own hue; never lighter than it is."""
    light = luminance(rgb)
    share = min(1.0, light_of(wanted) / light) if light > 0 else 1.0
    red, green, blue = (round(255 * encoded(linear(value / 255) * share)) for value in rgb)
    return red, green, blue
