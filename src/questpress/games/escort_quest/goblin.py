"""Which way the goblin goes: EQ-18 (its step), EQ-19 (its sight) and what is a tie (EQ-20).

The goblin looks along the longer side of the triangle between itself and the villager, and steps that way; where
both sides are equal it steps diagonally. Bound by crosshairs it weighs the four diagonal steps by where they arrive,
and an arrival is a cell of the wrapped board, so a bound goblin may gain by crossing an edge that it does not look
across. Who settles a tie is not decided here.
"""

from __future__ import annotations

from functools import lru_cache

from questpress.games.escort_quest.board import DIAGONALS, DIRECTIONS, STEPS, Board, Cell, Direction
from questpress.games.escort_quest.options import TORUS

_BY_STEP = {step: way for way, step in zip(DIRECTIONS, STEPS, strict=True)}


class Sight:
    """The goblin's view of boards of one size. `ways` gives its equally good steps."""

    def __init__(self, columns: int, rows: int, sight: str) -> None:
        self._columns, self._rows = columns, rows
        self._neighbours = Board(columns, rows, {}).neighbours
        self._wraps = sight == TORUS
        self._ways: dict[tuple[Cell, Cell, bool], tuple[Direction, ...]] = {}

    @property
    def may_tie_unbound(self) -> bool:
        """Whether the goblin can have equally good steps without crosshairs: two ways round are equally long."""
        return self._wraps and (self._columns % 2 == 0 or self._rows % 2 == 0)

    def ways(self, goblin: Cell, villager: Cell, bound: bool) -> tuple[Direction, ...]:
        """The steps that are equally good for the goblin, in the order of EQ-2; none where it is on the villager."""
        if goblin == villager:
            return ()  # EQ-18: dx = dy = 0, it stays, bound or not
        ways = self._ways.get((goblin, villager, bound))
        if ways is None:
            ways = self._bound(goblin, villager) if bound else self._free(goblin, villager)
            self._ways[goblin, villager, bound] = ways
        return ways

    def _free(self, goblin: Cell, villager: Cell) -> tuple[Direction, ...]:
        across, across_signs, down, down_signs = self._difference(goblin, villager)
        if across > down:  # EQ-18: the longer side
            steps = [(sign, 0) for sign in across_signs]
        elif down > across:
            steps = [(0, sign) for sign in down_signs]
        else:  # EQ-18: equal sides, a diagonal
            steps = [(one, other) for one in across_signs for other in down_signs]
        return tuple(sorted(_BY_STEP[step] for step in steps))

    def _bound(self, goblin: Cell, villager: Cell) -> tuple[Direction, ...]:
        def square(way: Direction) -> int:
            across, _, down, _ = self._difference(self._neighbours[goblin][way], villager)
            return across * across + down * down

        nearest = min(square(way) for way in DIAGONALS)
        return tuple(way for way in DIAGONALS if square(way) == nearest)

    def _difference(self, goblin: Cell, villager: Cell) -> tuple[int, tuple[int, ...], int, tuple[int, ...]]:
        """|dx| and its candidate signs, |dy| and its candidate signs (EQ-19)."""
        goblin_row, goblin_column = divmod(goblin, self._columns)
        row, column = divmod(villager, self._columns)
        return (
            *_side(column - goblin_column, self._columns, self._wraps),
            *_side(row - goblin_row, self._rows, self._wraps),
        )


@lru_cache(maxsize=8)
def sight_on(columns: int, rows: int, sight: str) -> Sight:
    """The goblin's view of boards of that size; layouts share it, since neither tiles nor barriers change it."""
    return Sight(columns, rows, sight)


def _side(difference: int, around: int, wraps: bool) -> tuple[int, tuple[int, ...]]:
    """The length of one side of the triangle and the signs of the equally short ways along it."""
    if not wraps or difference == 0:
        return abs(difference), ((difference > 0) - (difference < 0),)
    ahead, back = difference % around, -difference % around
    if ahead == back:  # EQ-19: both ways are equally long, a tie
        return ahead, (1, -1)
    return (ahead, (1,)) if ahead < back else (back, (-1,))
