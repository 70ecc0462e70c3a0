"""What a target makes of a palette: the keys that are printed exactly, spots on and off, and the way for all else."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from questpress.press.palette import Cmyk, Palette, Spot
from questpress.press.profiles import Profile
from questpress.press.targets import Target

Rgb = tuple[int, int, int]
REGISTRATION: Rgb = (1, 255, 1)  # what marks are drawn with that go on every plate


@dataclass(frozen=True, slots=True)
class Tint:
    """A spot colour's plate with so much of it, 0 to 1."""

    spot: Spot
    amount: float = 1.0

    @property
    def inks(self) -> Cmyk:
        """The four inks that stand for it."""
        cyan, magenta, yellow, black = (self.amount * part for part in self.spot.alternative)
        return cyan, magenta, yellow, black


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a drawn chunk is coloured; equal recipes give equal bytes. `limit` is 1 to 4.

    `exact` are the inks and tints of sRGB keys, `hidden` the keys of spot colours that the target does not print,
    `pale` what low-ink targets print for a key. `overprint`: black text is printed over what lies beneath it.
    """

    colour: str
    profile: Profile | None = None
    limit: float = 4.0
    exact: Mapping[Rgb, Cmyk | Tint] = field(default_factory=dict)
    hidden: frozenset[Rgb] = frozenset()
    pale: Mapping[Rgb, Rgb] = field(default_factory=dict)
    overprint: bool = True

    @property
    def idle(self) -> bool:
        """Whether chunks stay as they are drawn."""
        return self.colour == "rgb" and not self.hidden

    @property
    def seal(self) -> list[object]:
        """Everything that the bytes depend on besides the chunk, as JSON values."""
        icc = hashlib.sha256(self.profile.icc).hexdigest() if self.profile else ""
        exact = sorted((key, repr(ink)) for key, ink in self.exact.items())
        return [self.colour, icc, self.limit, exact, sorted(self.hidden), sorted(self.pale.items()), self.overprint]


def recipe_of(target: Target, palette: Palette, profile: Profile | None) -> Recipe:
    """How the chunks of a game with that palette are coloured for the target."""
    exact: dict[Rgb, Cmyk | Tint] = {}
    hidden: set[Rgb] = set()
    pale: dict[Rgb, Rgb] = {}
    for swatch in palette.swatches.values():
        key = rgb_of(swatch.srgb)
        spot = palette.spots.get(swatch.spot)
        if spot is not None and spot.name not in target.spots:
            hidden.add(key)
        elif spot is not None:
            exact[key] = Tint(spot, swatch.tint)
        elif swatch.cmyk is not None:
            exact[key] = swatch.cmyk
        if swatch.low_ink:
            pale[key] = rgb_of(swatch.low_ink)
    cmyk, low = target.colour == "cmyk", target.colour == "low-ink"
    return Recipe(
        target.colour,
        profile if cmyk else None,
        target.ink_limit / 100 if cmyk else 4.0,
        exact if cmyk else {},
        frozenset(hidden),
        pale if low else {},
        target.overprint,
    )


def rgb_of(hex: str) -> Rgb:
    """'#rrggbb' as three numbers of 0 to 255."""
    return int(hex[1:3], 16), int(hex[3:5], 16), int(hex[5:7], 16)
