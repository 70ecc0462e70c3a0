"""From one start forward: can the player win for certain, and in how many turns. On tables, with plain integers.

It is the search of questpress.play.solver, position for position, for what tables.py says of the tokens; the three
facts that make the answer exact are told there. A position is a number: the nodes of escort, villager and goblin, and
a bit for an immune turn.
"""

from __future__ import annotations

from typing import NamedTuple

from questpress.games.escort_quest.fast.tables import Tables
from questpress.games.escort_quest.fast.tokens import ENDED, STAYS


class Found(NamedTuple):
    """What a search from one start found. `depth` is None where it is not winnable, or where `stopped`."""

    depth: int | None
    positions: int  # examined: their steps were listed
    stopped: bool = False  # at the limit, undecided
    bound: int | None = None  # turns within which a win is certain, where stopped


class Search:
    """Searches on one ground. With `strategy` each layer is listed whole, so that `depth_of` knows all that matters."""

    def __init__(self, tables: Tables, strategy: bool = False) -> None:
        self.tables = tables
        self.strategy = strategy
        self.graph: dict[int, list[int | tuple[int, ...]]] = {}
        self.wins: set[int] = set()
        self.tied = False  # whether anything tied yet
        self._hopes: dict[int, tuple] = {}
        self._worth: dict[int, int] | None = None

    def code(self, escort: int, villager: int, goblin: int, immune: bool = False) -> int:
        """The number of a position, from its nodes; of an immune turn, from the cells."""
        shift = self.tables.shift
        return (immune << 3 * shift) | escort << 2 * shift | villager << shift | goblin

    def depth_of(self, position: tuple) -> int | None:
        """The depth of a position of rules.py, as far as the last search from a winnable root saw it."""
        if self._worth is None:
            self._worth = self.worth(None)
        return self._worth.get(self.code(*map(self.tables.terms.node, position[:3]), position[3]))

    def run(self, root: int, limit: int | None = None) -> Found:
        """The depth of `root`. Lists the choices of at most `limit` positions."""
        self._worth = None
        self.graph, self.wins = graph, wins = {}, set()
        self.tied = False
        if self.wins_now(root):
            wins.add(root)
            return Found(1, 0)
        keep = self.strategy or self.tables.may_tie
        single = {root: True}  # every position met; whether a line without ties first led to it, a turn a layer
        layer, turns, weighed, positions, bound = [root], 1, 0, 0, None
        while layer:
            if not self.strategy and self._line_ahead(layer, single):
                # Strategies through ties of fewer turns need no choice that is not listed yet.
                fewer = self.worth(root).get(root) if self.tied else None
                return Found(fewer or turns + 1, positions)
            ahead: list[int] = []
            for position in layer:
                if positions == limit:
                    return Found(None, positions, True, bound)
                positions += 1
                exits = self._expand(position, single, ahead)
                if keep:
                    graph[position] = exits
            turns += 1
            if wins and keep:
                ends = not ahead or self.strategy
                if ends or bound is not None or len(single) * 4 >= weighed * 5:
                    weighed = len(single)
                    bound = self.worth(root).get(root)
                    if bound is not None and (bound <= turns or not ahead):
                        return Found(bound, positions)
            layer = ahead
        return Found(None, positions)

    def _expand(self, position: int, single: dict[int, bool], ahead: list[int]) -> list[int | tuple[int, ...]]:
        """What may follow each choice in a position: a position, or where it ties several. New ones go `ahead`."""
        tables, strategy, wins, wins_now = self.tables, self.strategy, self.wins, self.wins_now
        shift, cells, guard, picks = tables.shift, tables.cells, tables.guard, tables.terms.picks
        shift2, mask, immune, homes = 2 * shift, guard - 1, 1 << 3 * shift, tables.homes
        alone = single[position]
        if position >= immune:
            exits = self._immune_exits(position ^ immune)
        else:
            exits = []
            escort, villager, goblin = position >> shift2, position >> shift & mask, position & mask
            cell, goblin_key, goblin_rows = goblin % cells, goblin << shift, tables.goblin_rows
            steps = tables.escort.rows.get(escort) or tables.escort.row(escort)
            follows = tables.villager.rows.get(villager) or tables.villager.row(villager)
            for step, follow in zip(steps, follows, strict=True):
                if step is None or follow is None:
                    continue
                villager_after, villager_cell, guarded, entered = follow
                if cell in entered or villager_after == ENDED:
                    continue
                escort_after, escort_cell, escort_guarded, _ = step
                after = goblin_rows.get(goblin_key | villager_cell)
                if after is None:
                    after = tables.goblin_row(goblin, villager_cell)
                if type(after) is int:
                    if after == ENDED:
                        continue
                    if escort_guarded or guarded or after >= guard:
                        after = immune | escort_cell << shift2 | villager_cell << shift | (after & mask) % cells
                    else:
                        after |= escort_after << shift2 | villager_after << shift
                    exits.append(after)
                    continue
                if not picks and ENDED in after:
                    continue
                several: list[int] = []
                for one in after:
                    if one == ENDED:
                        continue
                    if escort_guarded or guarded or one >= guard:
                        one = immune | escort_cell << shift2 | villager_cell << shift | (one & mask) % cells
                    else:
                        one |= escort_after << shift2 | villager_after << shift
                    if one not in several:
                        several.append(one)
                if picks:
                    exits += several
                else:
                    exits.append(tuple(several) if len(several) > 1 else several[0])
        if tuple not in map(type, exits):
            fresh = [after for after in exits if after not in single]
            single.update(dict.fromkeys(fresh, alone))
            ahead += dict.fromkeys(fresh)
            # A line without ties that wins in the next turn was looked for before.
            if strategy or not alone:
                wins.update([after for after in fresh if homes[after >> shift & mask] and wins_now(after)])
            return exits
        self.tied = True
        for after in exits:
            for one in (after,) if type(after) is int else after:
                if one not in single:
                    single[one] = straight = alone and one is after
                    ahead.append(one)
                    if (strategy or not straight) and homes[one >> shift & mask] and wins_now(one):
                        wins.add(one)
        return exits

    def _line_ahead(self, layer: list[int], single: dict[int, bool]) -> bool:
        """Whether a line without ties goes on from some position of a layer to one that wins in the turn after."""
        tables, wins_now, hopes = self.tables, self.wins_now, self._hopes
        shift, cells, guard, picks = tables.shift, tables.cells, tables.guard, tables.terms.picks
        shift2, mask, immune = 2 * shift, guard - 1, 1 << 3 * shift
        escort_rows, goblin_rows, homes = tables.escort.rows, tables.goblin_rows, tables.homes
        for position in layer:
            if not single[position]:
                continue
            villager = position >> shift & mask
            if position >= immune:
                if homes[villager] or any([homes[cell] for cell in tables.neighbours[villager]]):
                    exits = self._immune_exits(position ^ immune)
                    if any([type(after) is int and wins_now(after) for after in exits]):
                        return True
                continue
            hope = hopes.get(villager)
            if hope is None:
                hope = self._hope(villager)
            if not hope:
                continue
            escort, goblin = position >> shift2, position & mask
            cell, goblin_key = goblin % cells, goblin << shift
            steps = escort_rows.get(escort) or tables.escort.row(escort)
            for way, villager_after, villager_cell, entered in hope:
                step = steps[way]
                if step is None or step[2] or cell in entered:
                    continue
                after = goblin_rows.get(goblin_key | villager_cell)
                if after is None:
                    after = tables.goblin_row(goblin, villager_cell)
                start = step[0] << shift2 | villager_after << shift
                if type(after) is int:
                    if 0 <= after < guard and wins_now(start | after):
                        return True
                elif picks and any(0 <= one < guard and wins_now(start | one) for one in after):
                    return True
        return False

    def _hope(self, villager: int) -> tuple:
        """The steps after which a villager may come home in the next turn: direction, node, cell, cells entered."""
        tables = self.tables
        row = tables.villager.rows.get(villager) or tables.villager.row(villager)
        found = self._hopes[villager] = tuple(
            [
                (way, follow[0], follow[1], follow[3])
                for way, follow in enumerate(row)
                if follow is not None and follow[0] >= 0 and not follow[2] and tables.homes[follow[0]]
            ]
        )
        return found

    def wins_now(self, position: int) -> bool:
        """Whether the player can win in this very turn."""
        tables = self.tables
        shift = tables.shift
        mask = (1 << shift) - 1
        escort, villager = position >> 2 * shift, position >> shift & mask
        if escort > mask:  # immune
            return False
        if not tables.is_home_near(villager):
            return False
        cell = (position & mask) % tables.cells
        steps = tables.escort.rows.get(escort) or tables.escort.row(escort)
        follows = tables.villager.rows.get(villager) or tables.villager.row(villager)
        for step, follow in zip(steps, follows, strict=True):
            if step is not None and follow is not None and follow[0] == ENDED and cell not in follow[3]:
                return True
        return False

    def _immune_exits(self, position: int) -> list[int | tuple[int, ...]]:
        """What may follow each step of the escort in an immune turn: a position, or where it ties several."""
        tables = self.tables
        shift = tables.shift
        mask = (1 << shift) - 1
        escort, villager, goblin = position >> 2 * shift, position >> shift & mask, position & mask
        around, closed = tables.neighbours, tables.closed
        picks = tables.terms.picks
        found: list[int | tuple[int, ...]] = []
        for way in [way for way in range(STAYS) if not closed[escort] >> way & 1] or [STAYS]:
            escort_after, villager_after = escort, villager
            if way != STAYS:
                escort_after = around[escort][way]
                if not closed[villager] >> way & 1:
                    villager_after = around[villager][way]
                    if tables.captures and villager_after == goblin:
                        continue
            after = tables.immune_goblin(goblin, villager_after)
            if ENDED in after:
                if not picks:
                    continue
                after = tuple(one for one in after if one != ENDED)
            start = escort_after << 2 * shift | villager_after << shift
            several = tuple([start | one for one in after])
            if picks or len(several) == 1:
                found += several
            else:
                found.append(several)
        return found

    def worth(self, root: int | None) -> dict[int, int]:
        """The depth of each position of the kept graph that is winnable within it; stops once `root` has one."""
        parents: dict[int, list] = {}
        for position, exits in self.graph.items():
            for after in exits:
                if type(after) is int:
                    if after in parents:
                        parents[after].append(position)
                    else:
                        parents[after] = [position]
                else:
                    waiting = [position, len(after)]  # a tie is won when all its positions are
                    for one in after:
                        if one in parents:
                            parents[one].append(waiting)
                        else:
                            parents[one] = [waiting]
        depth = dict.fromkeys(self.wins, 1)
        front, turns = list(self.wins), 1
        while front and root not in depth:
            turns += 1
            found = []
            for position in front:
                for parent in parents.get(position, ()):
                    if type(parent) is list:
                        parent[1] -= 1
                        if parent[1]:
                            continue
                        parent = parent[0]
                    if parent not in depth:
                        depth[parent] = turns
                        found.append(parent)
            front = found
        return depth
