"""A ground: a board, its tiles and the options, without the tokens, as short byte strings.

It is what stays fixed in a whole-board pass and what a generator changes a cell at a time; a Layout says the same for
people. Cells are numbered as in board.py, tiles and directions by the orders below.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from questpress.games.escort_quest.board import DIRECTIONS, Board, Cell, Pair
from questpress.games.escort_quest.layout import TOKENS, Layout, Placed, Sheet
from questpress.games.escort_quest.options import TORUS, Options
from questpress.games.escort_quest.tiles import CHARACTERS, Tile

# A tile's code is its place here: 0 open, then the tiles in the order of their characters, V S X A G * and the arrows.
TILES: tuple[Tile | None, ...] = (None, *CHARACTERS.values())
CODE_OF: dict[Tile, int] = {tile: code for code, tile in enumerate(TILES) if tile is not None}
OPEN, VILLAGE, SPIKES, CROSSHAIRS, AMULET, GUARDIAN, SNOWFLAKE, WARP = range(8)  # a warp's code is WARP + its arrow


@dataclass(frozen=True, slots=True)
class Ground:
    """A board with its tiles under some options. Hashable; equal grounds have equal answers."""

    columns: int
    rows: int
    tiles: bytes  # a code for each cell
    walls: bytes  # for each cell the directions that its barrier closes, bit d for direction d; tiles do not matter
    options: Options

    @classmethod
    def of(cls, layout: Layout) -> Ground:
        """The ground of a layout. Raises ValueError where tile or barrier is off the board, or two share a cell."""
        board = layout.board
        columns, rows = board.columns, board.rows
        tiles, walls = bytearray(columns * rows), bytearray(columns * rows)
        codes = CODE_OF
        for (column, row), tile in layout.tiles:
            if not (0 <= column < columns and 0 <= row < rows):
                raise ValueError(f"{tile.name} at {[column, row]} is off the board (EQ-6)")
            tiles[row * columns + column] = codes[tile]
        if len(tiles) - tiles.count(OPEN) != len(layout.tiles):
            raise ValueError("two tiles lie on one cell (EQ-6)")
        if any([tiles.count(code) > 1 for code in range(WARP, len(TILES))]):
            raise ValueError("two warp tiles have the same arrow (EQ-6)")
        for pair, closed in board.barriers.items():
            walls[board.cell(pair)] = sum(1 << way for way in closed)
        return cls(columns, rows, bytes(tiles), bytes(walls), layout.options)

    def layout(
        self,
        escort: Cell,
        villager: Cell,
        goblin: Cell,
        title: str = "",
        board_name: str | None = None,
        sheet: Sheet | None = None,
        defaults: Options | None = None,
    ) -> Layout:
        """The layout with the tokens on those cells; names, sheet and defaults as `Layout` has them."""
        board = self.board
        tiles = tuple(Placed(board.pair(Cell(c)), TILES[code]) for c, code in enumerate(self.tiles) if code)
        tokens = dict(zip(TOKENS, map(board.pair, (escort, villager, goblin)), strict=True))
        return Layout(board, tiles, tokens, self.options, title, board_name, sheet, defaults)

    @property
    def board(self) -> Board:
        """The board with its barriers."""
        return board_of(self.columns, self.rows, self.walls)

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return len(self.tiles)

    def with_tiles(self, changes: Mapping[int, int]) -> Ground:
        """This ground with other tiles on some cells: cell → code."""
        tiles = bytearray(self.tiles)
        for cell, code in changes.items():
            tiles[cell] = code
        return replace(self, tiles=bytes(tiles))

    def legal_pairs(self, village_distance: int, goblin_distance: int) -> list[tuple[int, list[int]]]:
        """Each cell on which the villager may start (EQ-8), with the cells on which the goblin then may (EQ-9).

        With an escort on any third cell (EQ-7) these are the legal placements of the tokens.
        """
        wraps = self.options.village_distance == TORUS
        near = near_cells(self.columns, self.rows, village_distance, wraps)
        barred: set[int] = set()
        for cell, code in enumerate(self.tiles):
            if code == VILLAGE:
                barred.update(near[cell])
        diagonals = diagonal_cells(self.columns, self.rows, goblin_distance)
        return [(cell, diagonals[cell]) for cell in range(self.cells) if cell not in barred and diagonals[cell]]


@lru_cache(maxsize=64)
def board_of(columns: int, rows: int, walls: bytes) -> Board:
    """The board whose barriers close `walls`."""
    barriers: dict[Pair, frozenset] = {}
    for cell, closed in enumerate(walls):
        if closed:
            row, column = divmod(cell, columns)
            barriers[column, row] = frozenset(way for way in DIRECTIONS if closed >> way & 1)
    return Board(columns, rows, barriers)


@lru_cache(maxsize=32)
def near_cells(columns: int, rows: int, distance: int, wraps: bool) -> list[list[int]]:
    """For each cell those less than `distance` king moves away, itself among them."""
    board = Board(columns, rows, {})
    pairs = [board.pair(Cell(cell)) for cell in board.cells]
    return [[c for c, there in enumerate(pairs) if board.king_moves(here, there, wraps) < distance] for here in pairs]


@lru_cache(maxsize=32)
def diagonal_cells(columns: int, rows: int, distance: int) -> list[list[int]]:
    """For each cell those on its diagonals, `distance` steps away or more on the flat board."""
    pairs = [divmod(cell, columns) for cell in range(columns * rows)]
    return [
        [c for c, (y, x) in enumerate(pairs) if abs(x - column) == abs(y - row) >= max(distance, 1)]
        for row, column in pairs
    ]
