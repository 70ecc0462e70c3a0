"""A layout of Escort Quest as a value: a board, its tiles, the three starting cells, and what the table chose.

A Layout may break any clause; legality.py says which. Its text form is the layout file (`text`, and
`reading.read_layout` for the way back) and the bare grid (`grid`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from questpress.games.escort_quest.board import DIRECTIONS, NAMES, Board, Pair
from questpress.games.escort_quest.options import NAME, Options
from questpress.games.escort_quest.tiles import CHARACTER_OF, OPEN, Tile

ESCORT, VILLAGER, GOBLIN = TOKENS = ("escort", "villager", "goblin")


class Placed(NamedTuple):
    """A tile and the cell on which it lies."""

    at: Pair
    tile: Tile


@dataclass(frozen=True)
class Sheet:
    """A tilesheet by name: how many of each tile it holds."""

    name: str
    holds: Mapping[Tile, int]


@dataclass(frozen=True)
class Layout:
    """What lies where at the start. `tiles` are in reading order; `tokens` has escort, villager and goblin."""

    board: Board
    tiles: tuple[Placed, ...]
    tokens: Mapping[str, Pair]
    options: Options
    title: str = ""
    board_name: str | None = None  # a board of layouts/escort_quest/boards/, or None where the board stands inline
    sheet: Sheet | None = None
    defaults: Options | None = field(default=None, compare=False)  # what the text form need not say

    def grid(self) -> str:
        """The tiles as a text grid, a row a line. Tiles off the board do not show."""
        rows = [[OPEN] * self.board.columns for _ in range(self.board.rows)]
        for (column, row), tile in self.tiles:
            if (column, row) in self.board:
                rows[row][column] = CHARACTER_OF[tile]
        return "\n".join(" ".join(row) for row in rows)

    def text(self) -> str:
        """The layout as a layout file, which reads back to an equal layout. Tiles off the board are lost."""
        lines = [f"game: {NAME}"]
        if self.title:
            lines.append("title: " + _quoted(self.title))
        if self.board_name is not None:
            lines.append(f"board: {self.board_name}")
        else:
            lines += ["board:", f"  columns: {self.board.columns}", f"  rows: {self.board.rows}"]
            if self.board.barriers:
                lines.append("  barriers:")
                for (column, row), blocked in sorted(self.board.barriers.items(), key=lambda item: item[0][::-1]):
                    names = ", ".join(NAMES[way] for way in DIRECTIONS if way in blocked)
                    lines.append(f"    - {{at: [{column}, {row}], blocked: [{names}]}}")
        if self.sheet is not None:
            lines.append(f"tilesheet: {self.sheet.name}")
        lines += ["tiles: |", *("  " + row for row in self.grid().split("\n"))]
        places = ", ".join(f"{token}: [{at[0]}, {at[1]}]" for token, at in self.tokens.items())
        lines.append(f"tokens: {{{places}}}")
        usual = self.defaults.as_mapping() if self.defaults else {}
        chosen = {name: value for name, value in self.options.as_mapping().items() if usual.get(name) != value}
        if chosen:
            lines.append("options: {" + ", ".join(f"{name}: {value}" for name, value in chosen.items()) + "}")
        return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """`text` as a double-quoted YAML scalar."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'
