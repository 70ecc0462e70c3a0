"""Sheet furniture in inks: marks on every plate, so that each can be laid on the others; words in black alone."""

from __future__ import annotations

from questpress.press.colour.convert import Colouring
from questpress.press.colour.recipe import REGISTRATION, Recipe, Tint
from questpress.press.palette import Spot
from questpress.press.profiles import Profile

_EVERY = Spot("All", (1.0, 1.0, 1.0, 1.0), overprint=False)  # ISO 32000-1, 8.6.6.4: every plate that there is


def registered(furniture: bytes, profile: Profile) -> bytes:
    """The furniture's pages in inks: what is drawn with REGISTRATION on every plate, the rest on the black one."""
    return Colouring(Recipe("cmyk", profile, exact={REGISTRATION: Tint(_EVERY)})).convert(furniture).pdf
