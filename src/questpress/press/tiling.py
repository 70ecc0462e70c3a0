"""A board larger than the paper as windows that overlap: where each page's part of it lies. Pure geometry, millimetres.

All windows of a board are equally large and all overlaps equally wide, so that every join is made in one way.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from questpress.press.box import NEAR, Box, Size

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # of columns; a board of more is a slip of the pen
MOST_PAGES = 200


@dataclass(frozen=True, slots=True)
class Tile:
    """One page's part of a board: column and row from 0, and its window from the trim's top left corner."""

    column: int
    row: int
    window: Box

    @property
    def name(self) -> str:
        """Its coordinates: the column's letter and the row's number, A1 at the top left."""
        return f"{LETTERS[self.column]}{self.row + 1}"


@dataclass(frozen=True, slots=True)
class Tiling:
    """A board of `board` millimetres with `bleed` around it, in columns and rows of windows that overlap."""

    board: Size
    bleed: float
    overlap: float
    columns: int
    rows: int

    @property
    def window(self) -> Size:
        """Width and height of every window."""
        wide, high = (side + 2 * self.bleed for side in self.board)
        return (
            (wide + (self.columns - 1) * self.overlap) / self.columns,
            (high + (self.rows - 1) * self.overlap) / self.rows,
        )

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The windows row by row."""
        wide, high = self.window
        found = []
        for row in range(self.rows):
            for column in range(self.columns):
                x = column * (wide - self.overlap) - self.bleed
                y = row * (high - self.overlap) - self.bleed
                found.append(Tile(column, row, Box(x, y, x + wide, y + high)))
        return tuple(found)

    def cut(self, tile: Tile) -> Box:
        """What is left of a page when it is cut: at its window's edge within the board, at the trim outside."""
        box = tile.window
        return Box(
            box.left if tile.column else 0.0,
            box.top if tile.row else 0.0,
            box.right if tile.column < self.columns - 1 else self.board[0],
            box.bottom if tile.row < self.rows - 1 else self.board[1],
        )


def tiling(board: Size, bleed: float, free: Size, overlap: float) -> Tiling | None:
    """The fewest windows no larger than `free` that show the whole board; None where `free` is hardly two overlaps."""
    if min(free) < 2 * overlap + 10:
        return None
    columns, rows = (
        max(1, math.ceil((side + 2 * bleed - overlap) / (room - overlap) - NEAR))
        for side, room in zip(board, free, strict=True)
    )
    return Tiling(board, bleed, overlap, columns, rows)
