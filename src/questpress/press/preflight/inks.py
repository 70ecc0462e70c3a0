"""On which plates a painting operator leaves ink, and which it spares: overprint (ISO 32000-1, 8.6.7, 11.7.4)."""

from __future__ import annotations

from questpress.press.preflight.spaces import PROCESS, Space
from questpress.press.preflight.state import Paint, State

QUIET = ("gray", "cmyk")  # kinds of colour of which there is nothing to say
Touched = tuple[str, ...] | None  # the plates that are painted on; None: all


def touched(paint: Paint, over: bool, mode: int, image: bool = False) -> Touched:
    """The plates that painting with `paint` changes. Without overprint all, since what it does not ink it clears."""
    if not over:
        return None
    space = paint.space
    if space.kind == "indexed" and space.base is not None:
        space = space.base
    if space.kind in ("separation", "devicen"):
        return None if "All" in space.inks else tuple(name for name in space.inks if name != "None")
    if space.kind == "pattern":
        return None
    if space.device_cmyk and mode == 1 and not image:
        return tuple(name for name, part in zip(PROCESS, paint.parts, strict=False) if part > 0)
    return PROCESS


def vanishes(paint: Paint, over: bool, mode: int) -> bool:
    """Whether painting with `paint` leaves nothing at all: white in CMYK that overprints with mode 1."""
    return over and mode == 1 and paint.space.device_cmyk and not any(paint.parts) and not paint.pattern


def rich(paint: Paint) -> str:
    """The inks of a black that takes more than the black plate, as a person reads them; '' for any other colour."""
    if paint.space.kind != "cmyk" or len(paint.parts) != 4:
        return ""
    c, m, y, k = paint.parts
    dark = (k >= 0.85 and c + m + y >= 0.15) or min(c, m, y) >= 0.6
    return " ".join(f"{name}{part * 100:.0f}" for name, part in zip("CMYK", paint.parts, strict=True)) if dark else ""


def knocks_out(paint: Paint, over: bool, mode: int) -> bool:
    """Whether this is pure black that clears what lies under it instead of overprinting.

    Overprint alone does not see to that: grey, and CMYK without mode 1, clear the other process plates all the same.
    """
    space = paint.space
    if space.kind == "cmyk":
        black = len(paint.parts) == 4 and paint.parts[3] == 1 and not any(paint.parts[:3])
    else:
        black = (space.kind == "gray" and paint.parts == (0.0,)) or (space.inks, paint.parts) == (("Black",), (1.0,))
    return black and touched(paint, over, mode) != ("Black",)


def colourless(space: Space) -> bool:
    """Whether a colour in this space says nothing of itself: a pattern does."""
    return space.kind == "pattern"


Put = tuple[Touched, Touched, float, float]  # plates touched by fill and by stroke, their alphas


def wanted(state: State, fill: bool, stroke: bool, image: Space | None = None) -> Put:
    """The state in which the next painting operator leaves each plate right, see plates.py."""
    put_fill = state.put[0] if state.put else None
    put_stroke = state.put[1] if state.put else None
    if image is not None:
        put_fill = touched(Paint(image, ()), state.fill_over, state.over_mode, image=True)
    elif fill:
        put_fill = touched(state.fill, state.fill_over, state.over_mode)
    if stroke:
        put_stroke = touched(state.stroke, state.stroke_over, state.over_mode)
    return put_fill, put_stroke, state.fill_alpha, state.stroke_alpha
