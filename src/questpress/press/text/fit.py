"""The largest type size that fits: quantised, found by halving, dependent on nothing but its arguments."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

STEP = 0.05  # points; 1/1440 inch, finer than any reader sees


@lru_cache(256)
def sizes(largest: float, least: float) -> tuple[float, ...]:
    """The sizes to try, in points, falling: `largest`, then the multiples of STEP below it, then `least`."""
    if least >= largest:
        return (largest,)
    first = int((largest - 1e-9) / STEP)
    last = int(least / STEP) + 1
    between = [round(count * STEP, 2) for count in range(first, last - 1, -1)]
    return (largest, *(size for size in between if least < size < largest), least)


def largest(tried: tuple[float, ...], fits: Callable[[float], bool]) -> float | None:
    """The first of the falling sizes `tried` for which `fits`, or None. `fits` must hold below wherever it holds."""
    if fits(tried[0]):
        return tried[0]
    if len(tried) == 1 or not fits(tried[-1]):
        return None
    low, high = 0, len(tried) - 1  # tried[high] fits, tried[low] does not
    while high - low > 1:
        middle = (low + high) // 2
        if fits(tried[middle]):
            high = middle
        else:
            low = middle
    return tried[high]
