"""The board of Escort Quest: cells, directions, wrapping, barriers, distances. Knows no tiles and no tokens.

EQ-1 to EQ-4. A cell of a layout file is a pair `(column, row)`; a cell in play is its number, `row * columns +
column`, because a position is looked up thousands of times a second.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NewType

Cell = NewType("Cell", int)
Direction = NewType("Direction", int)
Pair = tuple[int, int]  # (column, row), on the board or not

# EQ-2: the order is clockwise from north, and it is the order in which everything is listed.
NAMES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
DIRECTIONS: tuple[Direction, ...] = tuple(Direction(number) for number in range(len(NAMES)))
N, NE, E, SE, S, SW, W, NW = DIRECTIONS
DIAGONALS = (NE, SE, SW, NW)
STEPS: tuple[Pair, ...] = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
SIDES = (N, E, S, W)


def direction(name: str) -> Direction:
    """The direction of that name, `N` to `NW`. Raises ValueError for any other text."""
    return DIRECTIONS[NAMES.index(name)]


def closed_by_side(side: Direction) -> frozenset[Direction]:
    """What a grey side closes: itself and the two diagonals that touch it (EQ-4)."""
    return frozenset(DIRECTIONS[(side + turn) % len(DIRECTIONS)] for turn in (-1, 0, 1))


@dataclass(frozen=True)
class Board:
    """A grid that wraps at every edge, with its barriers: cell → directions that a token may not leave in.

    Any size is accepted here; whether it is legal is for legality.py to say.
    """

    columns: int
    rows: int
    barriers: Mapping[Pair, frozenset[Direction]]

    def __contains__(self, pair: Pair) -> bool:
        return 0 <= pair[0] < self.columns and 0 <= pair[1] < self.rows

    def cell(self, pair: Pair) -> Cell:
        """The number of the cell at `pair`. The pair must be on the board."""
        if pair not in self:
            raise ValueError(f"cell off the {self.columns} × {self.rows} board: {list(pair)}")
        return Cell(pair[1] * self.columns + pair[0])

    def pair(self, cell: Cell) -> Pair:
        """The column and row of a cell."""
        row, column = divmod(cell, self.columns)
        return column, row

    @property
    def cells(self) -> range:
        """All cells, row by row."""
        return range(self.columns * self.rows)

    @cached_property
    def neighbours(self) -> tuple[tuple[Cell, ...], ...]:
        """For each cell the eight cells around it, in the order of EQ-2, wrapped (EQ-3)."""
        return _neighbours(self.columns, self.rows)

    def king_moves(self, a: Pair, b: Pair, wraps: bool) -> int:
        """The fewest king moves from `a` to `b`, over the edges too where `wraps`; barriers and tiles ignored."""
        across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
        if wraps:
            across, down = min(across, self.columns - across), min(down, self.rows - down)
        return max(across, down)


@lru_cache(maxsize=64)
def _neighbours(columns: int, rows: int) -> tuple[tuple[Cell, ...], ...]:
    return tuple(
        tuple(Cell((row + down) % rows * columns + (column + across) % columns) for across, down in STEPS)
        for row in range(rows)
        for column in range(columns)
    )
