"""Names for puzzles that nobody has named: always the same for the same draw."""

from __future__ import annotations

import random
import re
from collections.abc import Container

_KINDS_OF = (
    "Broken Bramble Candlelit Cold Crooked Drowned Empty Forgotten Frosted Hidden Hollow Hungry Last Lonely Lost "
    "Moonlit Mossy Muddy Narrow Old Patient Quiet Restless Ringing Rusty Seventh Silent Silver Sleeping Stolen Sunken "
    "Thorny Tangled Twisted Unlit Wandering Whispering Wicker Winter"
).split()
_PLACES = (
    "Barrow Bell Bridge Burrow Cairn Candle Causeway Chapel Clearing Crossing Fence Ferry Ford Fox Gate Glade Hearth "
    "Hedge Hollow Lantern Ladder Larder Marsh Mill Milestone Oak Orchard Owl Path Pond Ring Root Shepherd Signpost "
    "Spring Stair Stile Stump Thicket Trail Well Willow"
).split()
_ALONG = "Across Around Behind Below Beyond Past Toward Under".split()
_HOURS = "at Dawn/at Dusk/at Midnight/at Moonrise/by Candlelight/by Starlight/in the Fog/in the Rain".split("/")


def name(draw: random.Random, taken: Container[str] = ()) -> str:
    """A name that is not among `taken` (names or their file names); after many tries one with a number."""
    for _ in range(200):
        found = _one(draw)
        if found not in taken and slug(found) not in taken:
            return found
    number = 2
    while f"{found} {number}" in taken or slug(f"{found} {number}") in taken:
        number += 1
    return f"{found} {number}"


def slug(title: str) -> str:
    """A title as a file's name: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower().replace("'", "").replace("’", "")).strip("-") or "puzzle"


def _one(draw: random.Random) -> str:
    place = draw.choice(_PLACES)
    sort = draw.randrange(8)
    if sort < 4:
        return f"The {draw.choice([word for word in _KINDS_OF if word != place])} {place}"
    if sort < 6:
        return f"{draw.choice(_ALONG)} the {place}"
    if sort == 6:
        return f"The {place} {draw.choice(_HOURS)}"
    return f"{place} and {draw.choice([word for word in _PLACES if word != place])}"
