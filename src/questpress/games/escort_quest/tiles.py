"""The tiles of Escort Quest and the characters that stand for them in a text grid (EQ-5)."""

from __future__ import annotations

from typing import NamedTuple

from questpress.games.escort_quest.board import DIRECTIONS, NAMES, Direction

VILLAGE, SPIKES, CROSSHAIRS, AMULET, GUARDIAN, SNOWFLAKE, WARP = (
    "village",
    "spikes",
    "crosshairs",
    "amulet",
    "guardian",
    "snowflake",
    "warp",
)
KINDS = (VILLAGE, SPIKES, CROSSHAIRS, AMULET, GUARDIAN, SNOWFLAKE, WARP)
ARROWS = "↑↗→↘↓↙←↖"  # in the order of EQ-2
OPEN = "."


class Tile(NamedTuple):
    """A tile: its kind, and for a warp tile its arrow."""

    kind: str
    arrow: Direction | None = None

    @property
    def name(self) -> str:
        """The tile as a person says it: `spikes`, `warp NE`."""
        return self.kind if self.arrow is None else f"{self.kind} {NAMES[self.arrow]}"


CHARACTERS: dict[str, Tile] = {
    "V": Tile(VILLAGE),
    "S": Tile(SPIKES),
    "X": Tile(CROSSHAIRS),
    "A": Tile(AMULET),
    "G": Tile(GUARDIAN),
    "*": Tile(SNOWFLAKE),
    **{character: Tile(WARP, arrow) for character, arrow in zip(ARROWS, DIRECTIONS, strict=True)},
}
CHARACTER_OF: dict[Tile, str] = {tile: character for character, tile in CHARACTERS.items()}
