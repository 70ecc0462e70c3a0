"""What a tile does to a token, by situation: asked of the readable rules once, and remembered.

What happens to a token that enters a cell hangs on little: which tile lies there, how many amulets follow each other
in the token's direction, which tile ends their row, and for a warp tile whether it has an exit. That is a *situation*.
For each one a small board is laid out, rules.py plays the landing on it, and what it says is kept in terms of the
token's way: how many cells further it is carried, whether it jumps, what it is owed, how the game ends. An effect so
learnt holds wherever the situation comes up; tables.py spreads effects over a whole board.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from questpress.games.escort_quest.board import Board, E, N
from questpress.games.escort_quest.fast.ground import AMULET, TILES, WARP
from questpress.games.escort_quest.layout import TOKENS, Layout, Placed
from questpress.games.escort_quest.options import Options
from questpress.games.escort_quest.rules import BOUND, FROZEN, LATE, Phase, Rules, Standing
from questpress.games.escort_quest.tiles import WARP as WARP_KIND
from questpress.games.escort_quest.tiles import Tile

# How a row of amulets ends (without amulets: what lies on the cell itself): a tile's code below WARP, or one of these.
WARP_SAME = WARP  # a warp tile with the arrow of the token's own direction
WARP_EXIT = WARP + 1  # another arrow, and a warp tile with the token's direction is on the board
WARP_DEAD = WARP + 2  # another arrow, and there is none
CLOSED = WARP + 3  # no end: the amulets go round the board
ENDS = CLOSED + 1

# What a token is owed.
NOTHING, IS_BOUND, IS_FROZEN, IS_LATE = range(4)
_DEBTS = {None: NOTHING, BOUND: IS_BOUND, FROZEN: IS_FROZEN, LATE: IS_LATE}
GOES_ON, WON, LOST = range(3)


class Effect(NamedTuple):
    """What happens to a token, in terms of its way. It ends on the last cell that it entered."""

    carried: int = 0  # cells entered further along its direction
    jumps: bool = False  # then it enters the exit for its direction
    debt: int = NOTHING
    guardian: bool = False
    end: int = GOES_ON


class Effects:
    """The effects under one amulet_landing. `token` is 0, 1, 2 for escort, villager, goblin."""

    def __init__(self, options: Options) -> None:
        self._options = options
        self._landings: dict[tuple[int, int, int], Effect] = {}
        self._dues: dict[tuple[int, int, int], Effect] = {}
        # By what a token is owed, the directions in which it may step where no barrier is: bit d for direction d.
        self.masks = self._masks()
        # For each token and tile code the effect of a landing, None where it hangs on more than the tile.
        self.simple = [
            [None if code == AMULET or code >= WARP else self.landing(token, 0, code) for code in range(len(TILES))]
            for token in range(len(TOKENS))
        ]

    def landing(self, token: int, row: int, end: int) -> Effect:
        """What a token's own step onto a cell does where `row` amulets, counted from that cell, end in `end`."""
        effect = self._landings.get((token, row, end))
        if effect is None:
            rules, cell = _scene(self._options, row, end)
            phase = rules.landing(TOKENS[token], cell, E)
            effect = self._landings[token, row, end] = _effect(rules, phase, phase.entered[1:])
        return effect

    def late(self, token: int, row: int, end: int) -> Effect:
        """What a late landing does when it falls due on such a cell (EQ-28)."""
        effect = self._dues.get((token, row, end))
        if effect is None:
            rules, cell = _scene(self._options, row, end)
            phase, _ = rules.falling_due(TOKENS[token], Standing(cell, LATE, E), False)
            effect = self._dues[token, row, end] = _effect(rules, phase, phase.entered)
        return effect

    def _masks(self) -> tuple[int, int, int, int]:
        rules, cell = _scene(self._options, 0, 0)
        masks = []
        for debt in (None, BOUND, FROZEN):
            _, ways = rules.falling_due(TOKENS[0], Standing(cell, debt), False)
            masks.append(sum(1 << way for way in ways))
        return (*masks, masks[NOTHING])


@lru_cache(maxsize=8)
def effects_under(options: Options) -> Effects:
    """The effects under these options, shared by all grounds."""
    return Effects(options)


def _scene(options: Options, row: int, end: int) -> tuple[Rules, int]:
    """A board with the situation on it, for a token that goes east: the rules there, and the cell that it enters."""
    columns = row if end == CLOSED else row + 3
    tiles = [Placed((column, 1), TILES[AMULET]) for column in range(row)]
    if WARP <= end < CLOSED:
        arrow = E if end == WARP_SAME else N
        tiles.append(Placed((row, 1), Tile(WARP_KIND, arrow)))
        if end == WARP_EXIT:
            tiles.append(Placed((columns - 1, 3), Tile(WARP_KIND, E)))
    elif 0 < end < WARP:
        tiles.append(Placed((row, 1), TILES[end]))
    board = Board(columns, 5, {})
    layout = Layout(board, tuple(tiles), dict.fromkeys(TOKENS, (0, 0)), options)
    return Rules(layout), board.cell((0, 1))


def _effect(rules: Rules, phase: Phase, further: tuple[int, ...]) -> Effect:
    jumps = bool(further) and rules.board.pair(further[-1])[1] == 3
    if phase.outcome is not None:
        end = WON if phase.outcome.won else LOST
    else:
        end = GOES_ON
    return Effect(len(further) - jumps, jumps, _DEBTS[phase.after.debt], phase.guardian, end)
