"""The tables of one ground: the steps of its three tokens, and what depends on two of them, the goblin's phase.

Where tokens meet (capture, the goblin's way, the guardian's immunity) is settled here for the goblin, and in search.py
and backward.py for the turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from questpress.games.escort_quest.fast.effects import IS_BOUND, NOTHING
from questpress.games.escort_quest.fast.ground import CROSSHAIRS, Ground
from questpress.games.escort_quest.fast.tokens import (
    BY_DIRECTION,
    ENDED,
    Landing,
    TokenSteps,
    terms_of,
)


class Tables:
    """What a search on one ground looks up. Rows are filled as they are asked for."""

    def __init__(self, ground: Ground) -> None:
        tiles = ground.tiles
        self.ground = ground
        self.terms = terms = terms_of(ground.columns, ground.rows, ground.options)
        self.cells = terms.cells
        self.neighbours = terms.neighbours
        self.closed: Sequence[int] = ground.walls
        if ground.walls.strip(b"\0"):
            # EQ-5: a tile negates the barrier below it.
            self.closed = bytes([0 if tile else wall for tile, wall in zip(tiles, ground.walls, strict=True)])
        self.exits = [tiles.find(tile) for tile in terms.warps]
        self.by_directions = int(tiles.translate(terms.by_direction)[::-1], 2)
        landings = zip(*[every[tile] for every, tile in zip(terms.landings, tiles, strict=True)], strict=True)
        self.escort, self.villager, self.goblin = (TokenSteps(token, self, one) for token, one in enumerate(landings))
        self.captures = terms.captures
        self.may_tie = terms.adversary and (terms.sight.may_tie_unbound or CROSSHAIRS in tiles)
        self.shift = terms.shift
        self.guard = 1 << self.shift  # added to a goblin's node where a guardian was met
        self.goblin_rows: dict[int, int | tuple[int, ...]] = {}  # by goblin << shift | villager's cell
        self._free = terms.effects.masks[NOTHING]
        self._starts: dict[int, tuple[Landing, int]] = {}
        # By the villager's node, whether some step brings it home if nothing else stops it: 0 no, 1 yes, 2 ask.
        self.homes = terms.homes[:]
        for last in terms.last_tiles:
            cell = tiles.find(last)
            while cell >= 0:
                for around in self.neighbours[cell]:
                    self.homes[around] = 2
                cell = tiles.find(last, cell + 1)

    def is_home_near(self, villager: int) -> bool:
        """Whether some step brings the villager home if nothing else stops it."""
        found = self.homes[villager]
        if found == 2:
            row = self.villager.rows.get(villager) or self.villager.row(villager)
            found = self.homes[villager] = any(landing is not None and landing[0] == ENDED for landing in row)
        return bool(found)

    # -- the goblin ------------------------------------------------------------------------------------------

    def goblin_row(self, node: int, villager: int) -> int | tuple[int, ...]:
        """What the goblin's phase leads to with the villager on a cell: a node, ENDED, or where it ties all of them.

        A node has `guard` added where a guardian was met; ENDED is a loss.
        """
        steps, captures, guard = self.goblin, self.captures, self.guard
        start = None
        if node < self.cells:
            cell, bound, allowed, stays, guarded = node, False, self._free & ~self.closed[node], node, 0
        else:
            start, allowed = self._starts.get(node) or self._start(node)
            if start is None or (captures and villager in start[3]):
                self.goblin_rows[node << self.shift | villager] = ENDED
                return ENDED
            bound, cell, guarded = node // self.cells == IS_BOUND, start[1], guard if start[2] else 0
            stays = start[0] | guarded
        around = self.neighbours[cell]
        ways = self.terms.ways[bound].get(cell * self.cells + villager)
        if ways is None:
            ways = self.terms.look(cell, villager, bound)
        landings = steps.landings
        if len(ways) == 1 and allowed >> ways[0] & 1:
            way = ways[0]
            landing = landings[around[way]]
            if landing is BY_DIRECTION:
                landing = steps.land(around[way], way)
            if landing is None or (captures and villager in landing[3]):
                to = ENDED
            else:
                to = landing[0] | (guard if landing[2] else guarded)
            self.goblin_rows[node << self.shift | villager] = to
            return to
        found: list[int] = []
        for way in ways:
            if not allowed >> way & 1:
                to = stays  # EQ-18: greyed out, or frozen
            else:
                landing = landings[around[way]]
                if landing is BY_DIRECTION:
                    landing = steps.land(around[way], way)
                if landing is None or (captures and villager in landing[3]):
                    to = ENDED
                else:
                    to = landing[0] | (guard if landing[2] else guarded)
            if to not in found:
                found.append(to)
        # EQ-18: without a way it is on the villager's cell, and stays.
        result = found[0] if len(found) == 1 else tuple(found) if found else stays
        self.goblin_rows[node << self.shift | villager] = result
        return result

    def _start(self, node: int) -> tuple[Landing, int]:
        found = self._starts[node] = self.goblin.begin(node)
        return found

    def immune_goblin(self, cell: int, villager: int) -> tuple[int, ...]:
        """The goblin's cells after its phase of an immune turn (EQ-26); ENDED where it catches the villager."""
        found: list[int] = []
        for way in self.terms.look(cell, villager, False):
            to = cell if self.closed[cell] >> way & 1 else self.neighbours[cell][way]
            if to == villager and self.captures and to != cell:
                to = ENDED
            if to not in found:
                found.append(to)
        return tuple(found) or (cell,)
