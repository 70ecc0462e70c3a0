"""One token's steps on one ground: nodes, landings, and a row for each node, filled when it is first needed.

A *node* is what rules.py calls a Standing, as a number: what is owed × cells + the cell, so that a token that is owed
nothing has its cell's own number. A *landing* is what a step onto a cell comes to. Most tiles act alike from every
direction, so their landings are made once for a size of board, and a row is picked together from the eight cells
around; amulets and warp tiles are asked for each direction.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any, Protocol

from questpress.games.escort_quest.board import DIRECTIONS, STEPS, Board, Cell
from questpress.games.escort_quest.fast.effects import (
    CLOSED,
    GOES_ON,
    IS_LATE,
    LOST,
    NOTHING,
    WARP_DEAD,
    WARP_EXIT,
    WARP_SAME,
    WON,
    Effect,
    effects_under,
)
from questpress.games.escort_quest.fast.ground import AMULET, VILLAGE, WARP, Ground
from questpress.games.escort_quest.goblin import sight_on
from questpress.games.escort_quest.options import ADVERSARY, CLOCKWISE, LOSS, PLAYER, Options
from questpress.games.escort_quest.rules import BOUND, FROZEN, LATE, Standing

ESCORT, VILLAGER, GOBLIN = range(3)
STAYS = len(STEPS)  # the place in a row of "the escort took no step"
ENDED = -1  # instead of a node: the game is over
BY_DIRECTION: Any = object()  # instead of a landing: it hangs on the direction
OWED = IS_LATE + len(STEPS)  # what can be owed: nothing, bound, frozen, late in one of eight directions
ALL_WAYS = (1 << len(STEPS)) - 1
_BARRED = [tuple(way for way in range(len(STEPS)) if not allowed >> way & 1) for allowed in range(ALL_WAYS + 1)]
_WORDS = (None, BOUND, FROZEN, LATE)

# Node or ENDED (then it is won), cell, whether a guardian was met, the cells entered (none where capture is ignored).
# None where the game is lost.
Landing = tuple[int, int, bool, tuple[int, ...]] | None
Row = tuple[Landing, ...]  # by the escort's direction, last where it took no step


class Terms:
    """What all grounds of one size under the same options share. Get one from `terms_of`."""

    def __init__(self, columns: int, rows: int, options: Options) -> None:
        self.cells = cells = columns * rows
        self.neighbours = Board(columns, rows, {}).neighbours
        self.around = [itemgetter(*around) for around in self.neighbours]  # picks eight values from a list by cell
        self.rings = [sum(1 << cell for cell in around) for around in self.neighbours]  # the same cells, bit by bit
        self.effects = effects_under(options)
        self.captures = options.capture == LOSS
        self.clockwise = options.goblin_ties == CLOCKWISE
        self.adversary = options.goblin_ties == ADVERSARY
        self.picks = options.goblin_ties == PLAYER
        self.sight = sight_on(columns, rows, options.goblin_sight)
        # The goblin's ways by its cell × cells + the villager's, as far as they were asked for: free and bound.
        self.ways: tuple[dict[int, tuple[int, ...]], ...] = ({}, {})
        self.shift = (cells * OWED).bit_length()  # of bits, enough for any node
        # By cell and tile, for the three tokens the landings that do not hang on the direction, else BY_DIRECTION.
        self.landings = [
            tuple(zip(*[self._landings(token, cell) for token in (ESCORT, VILLAGER, GOBLIN)], strict=True))
            for cell in range(cells)
        ]
        self._known: dict[tuple, Landing] = {}
        self.warps = range(WARP, WARP + len(STEPS))  # their codes, by arrow
        # By the villager's node, as Tables.homes begins: on no bare cell, ask about all others.
        self.homes = bytearray(cells) + b"\2" * (cells * (OWED - 1))
        # By a tile's code, "1" where its landings hang on the direction.
        self.by_direction = bytes(49 if effect is None else 48 for effect in self.effects.simple[0]).ljust(256, b"0")
        chains = self.effects.landing(VILLAGER, 1, VILLAGE).end == WON
        self.last_tiles = (VILLAGE, AMULET) if chains else (VILLAGE,)  # onto which a last step home may go

    def _landings(self, token: int, cell: int) -> list:
        entered = (cell,) if self.captures else ()
        landings: list = []
        for effect in self.effects.simple[token]:
            if effect is None:
                landings.append(BY_DIRECTION)
            elif effect.end == GOES_ON:
                landings.append((node_of(cell, effect.debt, 0, self.cells), cell, effect.guardian, entered))
            else:
                landings.append((ENDED, cell, False, entered) if effect.end == WON else None)
        return landings

    def node(self, standing: Standing) -> int:
        """The node of a Standing of rules.py."""
        return node_of(standing.cell, _WORDS.index(standing.debt), standing.direction or 0, self.cells)

    def standing(self, node: int) -> Standing:
        """The Standing of a node."""
        owed, cell = divmod(node, self.cells)
        if owed < IS_LATE:
            return Standing(Cell(cell), _WORDS[owed])
        return Standing(Cell(cell), LATE, DIRECTIONS[owed - IS_LATE])

    def look(self, cell: int, villager: int, bound: bool) -> tuple[int, ...]:
        """The goblin's equally good steps (EQ-18 to EQ-20), with `clockwise` the first of them alone."""
        known = self.ways[bound]
        found = known.get(cell * self.cells + villager)
        if found is None:
            found = self.sight.ways(Cell(cell), Cell(villager), bound)
            if self.clockwise:
                found = found[:1]
            known[cell * self.cells + villager] = found
        return found

    def landing(
        self, token: int, row: int, end: int, cell: int, way: int, exits: Sequence[int], late: bool = False
    ) -> Landing:
        """What a situation comes to on a cell, for a token that goes in direction `way`; `late`, when it falls due."""
        key = (token, row, end, cell, way, late, exits[way] if end == WARP_EXIT else cell)
        found = self._known.get(key, BY_DIRECTION)
        if found is BY_DIRECTION:
            effects = self.effects
            effect = effects.late(token, row, end) if late else effects.landing(token, row, end)
            found = self._known[key] = self._landing(effect, cell, way, exits)
        return found

    def _landing(self, effect: Effect, cell: int, way: int, exits: Sequence[int]) -> Landing:
        if effect.end == LOST:
            return None
        entered = [cell]
        for _ in range(effect.carried):
            cell = self.neighbours[cell][way]
            entered.append(cell)
        if effect.jumps:
            cell = exits[way]
            entered.append(cell)
        met = tuple(entered) if self.captures else ()
        if effect.end == WON:
            return ENDED, cell, False, met
        return node_of(cell, effect.debt, way, self.cells), cell, effect.guardian, met


@lru_cache(maxsize=16)
def terms_of(columns: int, rows: int, options: Options) -> Terms:
    """The terms of all grounds of that size under those options."""
    return Terms(columns, rows, options)


def node_of(cell: int, debt: int, way: int, cells: int) -> int:
    """The node of a token on `cell`; `way` matters only for what is late."""
    return (debt + way if debt == IS_LATE else debt) * cells + cell


class Setting(Protocol):
    """What the steps of all tokens on one ground share; tables.Tables is one."""

    ground: Ground
    terms: Terms
    closed: Sequence[int]  # by cell, the directions that a barrier closes
    exits: Sequence[int]  # by arrow, the cell of the warp tile, -1 where there is none
    by_directions: int  # the cells whose landings hang on the direction, bit by bit


class TokenSteps:
    """One token on one ground."""

    def __init__(self, token: int, tables: Setting, landings: Sequence) -> None:
        terms = tables.terms
        self.token = token
        self.tiles = tables.ground.tiles
        self.count = terms.cells
        self.terms = terms
        self.neighbours, self._around = terms.neighbours, terms.around
        self._free, self._rings = terms.effects.masks[NOTHING], terms.rings
        self.closed, self._exits = tables.closed, tables.exits
        self._by_directions = tables.by_directions
        self.rows: dict[int, Row] = {}
        self._by_direction: dict[int, Landing] = {}
        self.landings = landings  # by cell; BY_DIRECTION where it hangs on that

    # -- landings --------------------------------------------------------------------------------------------

    def land(self, cell: int, way: int) -> Landing:
        """What a step onto `cell` in direction `way` comes to."""
        landing = self.landings[cell]
        if landing is not BY_DIRECTION:
            return landing
        key = cell << 3 | way
        found = self._by_direction.get(key, BY_DIRECTION)
        if found is BY_DIRECTION:
            row, end = self._situation(cell, way)
            found = self._by_direction[key] = self.terms.landing(self.token, row, end, cell, way, self._exits)
        return found

    def _situation(self, cell: int, way: int) -> tuple[int, int]:
        """How many amulets follow each other from a cell, and what ends their row."""
        tiles = self.tiles
        tile, row, here = tiles[cell], 0, cell
        while tile == AMULET:
            row += 1
            here = self.neighbours[here][way]
            if here == cell:
                return row, CLOSED
            tile = tiles[here]
        if tile < WARP:
            return row, tile
        if tile == WARP + way:
            return row, WARP_SAME
        return row, WARP_EXIT if self._exits[way] >= 0 else WARP_DEAD

    # -- phases ----------------------------------------------------------------------------------------------

    def begin(self, node: int) -> tuple[Landing, int]:
        """How the phase of a token begins: where it is before it steps, and the directions in which it may step."""
        owed, cell = divmod(node, self.count)
        if owed < IS_LATE:
            return (cell, cell, False, ()), self.terms.effects.masks[owed] & ~self.closed[cell]
        way = owed - IS_LATE
        row, end = self._situation(cell, way)
        landing = self.terms.landing(self.token, row, end, cell, way, self._exits, late=True)
        if landing is None:
            return None, 0
        after, cell, guardian, entered = landing
        allowed = 0 if after == ENDED else self.terms.effects.masks[IS_LATE] & ~self.closed[cell]
        return (after, cell, guardian, entered[1:]), allowed

    def row(self, node: int) -> Row:
        """What each direction that the escort takes comes to: for the escort itself None also where it may not go."""
        if node < self.count:
            cell, allowed, guarded, before = node, self._free & ~self.closed[node], False, ()
            start: Landing = (cell, cell, False, ())
        else:
            start, allowed = self.begin(node)
            if start is None or start[0] == ENDED:
                row = self.rows[node] = (start,) * (STAYS + 1)
                return row
            _, cell, guarded, before = start
        # EQ-15: the escort stays only where no direction is allowed. EQ-16: the villager stays where it cannot follow.
        stays = None if self.token == ESCORT else start
        found: list[Landing] = [*self._around[cell](self.landings), start if not allowed else stays]
        if allowed != ALL_WAYS:
            for way in _BARRED[allowed]:
                found[way] = stays
        if self._rings[cell] & self._by_directions:
            for way, onto in enumerate(self.neighbours[cell]):
                if found[way] is BY_DIRECTION:
                    found[way] = self.land(onto, way)
        if guarded or before:
            for way, landing in enumerate(found):
                if landing is not None and landing is not start:
                    after, here, guardian, entered = landing
                    found[way] = (after, here, guarded or guardian, before + entered)
        row = self.rows[node] = tuple(found)
        return row
