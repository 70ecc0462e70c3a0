"""Arithmetic of the four inks: each 0 to 1, together at most a limit. Pure."""

from __future__ import annotations

from questpress.press.palette import Cmyk

NONE: Cmyk = (0.0, 0.0, 0.0, 0.0)
BLACK: Cmyk = (0.0, 0.0, 0.0, 1.0)


def limited(ink: Cmyk, limit: float) -> Cmyk:
    """The inks with at most `limit` (1 to 4) together; what is under it already comes back as it is.

    The grey in cyan, magenta and yellow goes to the black plate (grey component removal). Where black is full, more
    grey is left away, and what has no grey left loses colour evenly. Black never gets less.
    """
    cyan, magenta, yellow, black = ink
    over = cyan + magenta + yellow + black - limit
    if over <= 0:
        return ink
    moved = min(over / 2, cyan, magenta, yellow, 1 - black)  # three inks less, one more
    left_away = min(max(0.0, over - 2 * moved) / 3, min(cyan, magenta, yellow) - moved)
    cyan, magenta, yellow = (part - moved - left_away for part in (cyan, magenta, yellow))
    black += moved
    colour, room = cyan + magenta + yellow, limit - black
    share = min(1.0, room / colour) if colour > 0 else 0.0
    return cyan * share, magenta * share, yellow * share, black
