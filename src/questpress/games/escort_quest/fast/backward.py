"""The whole-board pass in plain Python: from what is won in the very turn backward to all that is won at all.

What is won is kept in long integers, one for each node of the villager: a bit for every escort and goblin, row by
row, a row for each node of the escort. So a step of the goblin, which depends on the villager's cell alone, is a few
shifts of the whole integer, and a step of the escort is another order of its rows. A tie of the goblin belongs to one
pair of villager and goblin, so an adversary's tie is an AND of shifted bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from questpress.games.escort_quest.fast.ground import GUARDIAN
from questpress.games.escort_quest.fast.shifts import GoblinPhase, Rows
from questpress.games.escort_quest.fast.tables import Tables
from questpress.games.escort_quest.fast.tokens import ALL_WAYS, ENDED, STAYS, TokenSteps

Level = tuple[int, int]  # a depth, and the bits of the positions that have it


class Backward:
    """One finished pass. `won[villager]` and `immune[cell]` list the levels of turns that are not, and are, immune."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        # The nodes that can come up, the bare cells first; a node's place there is its number in this pass.
        self.escort_nodes = _closed(tables.escort, tables.cells)
        self.villager_nodes = _closed(tables.villager, tables.cells)
        self.goblin_nodes = _closed(tables.goblin, tables.cells)
        self.outcomes = _outcomes(tables, self.goblin_nodes)
        self.escort_places = {node: place for place, node in enumerate(self.escort_nodes)}
        self.villager_places = {node: place for place, node in enumerate(self.villager_nodes)}
        self.goblin_places = {node: place for place, node in enumerate(self.goblin_nodes)}
        self.row_bytes = -(-len(self.goblin_nodes) // 8)
        self.stride = 8 * self.row_bytes  # bits in a row
        self.won: list[list[Level]] = [[] for _ in self.villager_nodes]
        self.immune: list[list[Level]] = [[] for _ in range(tables.cells)]
        _Run(self).run()

    def levels(self, position: tuple) -> tuple[list[Level], int]:
        """The levels of the villager of a position of rules.py, and the position's bit in them."""
        escort, villager, goblin, immune = position[:4]
        if immune:
            return self.immune[villager.cell], self.bit(escort.cell, goblin.cell)
        node = self.tables.terms.node
        place = self.villager_places.get(node(villager))
        row = self.escort_places.get(node(escort))
        column = self.goblin_places.get(node(goblin))
        if place is None or row is None or column is None:
            raise ValueError(f"no play leads to this position: {position}")
        return self.won[place], self.bit(row, column)

    @property
    def positions(self) -> int:
        """How many positions there are: every node of each token, and every cell again in immune turns."""
        of_cells = self.tables.cells**3 if GUARDIAN in self.tables.ground.tiles else 0
        return len(self.escort_nodes) * len(self.villager_nodes) * len(self.goblin_nodes) + of_cells

    def bit(self, escort: int, goblin: int) -> int:
        """Where a position stands in the integers of its villager."""
        return escort * self.stride + goblin


def _closed(steps: TokenSteps, cells: int) -> list[int]:
    """The bare cells and every node that steps lead to from there. Fills their rows."""
    nodes = dict.fromkeys(range(cells))
    waiting = list(nodes)
    for node in waiting:
        for landing in steps.rows.get(node) or steps.row(node):
            if landing is not None and landing[0] not in nodes and landing[0] != ENDED:
                nodes[landing[0]] = None
                waiting.append(landing[0])
    return waiting


def _outcomes(tables: Tables, goblins: Sequence[int]) -> list[list[tuple[int, ...]]]:
    """By the villager's cell what the goblin's phase leads to, in the order of the goblin's nodes."""
    row = tables.goblin_row
    outcomes: list[list[tuple[int, ...]]] = []
    for cell in range(tables.cells):
        after = [row(node, cell) for node in goblins]
        outcomes.append([(one,) if type(one) is int else one for one in after])
    return outcomes


class _Run:
    """The pass while it runs."""

    def __init__(self, result: Backward) -> None:
        self.result = result
        tables = self.tables = result.tables
        cells = self.cells = tables.cells
        self.escorts, self.villagers = len(result.escort_nodes), len(result.villager_nodes)
        self.ones = sum(1 << row * result.stride for row in range(self.escorts))  # the first bit of each row
        self.bare = (1 << cells * result.stride) - 1  # the rows of escorts that are owed nothing
        self.guarded = GUARDIAN in tables.ground.tiles
        shape = Rows(self.ones, cells, tables.guard, result.goblin_places, tables.terms.adversary)
        self.phases = [GoblinPhase(after, shape, False) for after in result.outcomes]
        if self.guarded:
            self.guarded_phases = [GoblinPhase(after, shape, True) for after in result.outcomes]
            after = [[tables.immune_goblin(goblin, cell) for goblin in range(cells)] for cell in range(cells)]
            self.immune_phases = [GoblinPhase(one, shape, False) for one in after]
        self.on_cell = [0] * cells  # the goblins on a cell, in every row
        for goblin, node in enumerate(result.goblin_nodes):
            self.on_cell[node % cells] |= self.ones << goblin
        self.rows_of_villager = [self._row_of_villager(node) for node in result.villager_nodes]
        self._order_rows()

    def _row_of_villager(self, node: int) -> list[tuple[int, int, bool, tuple[int, ...]]]:
        """The steps that do not lose: direction, number of the villager after it or ENDED, guardian, cells entered."""
        places, found = self.result.villager_places, []
        for way, landing in enumerate(self.tables.villager.rows[node]):
            if landing is not None:
                after, _, guarded, entered = landing
                found.append((way, ENDED if after == ENDED else places[after], guarded, entered))
        return found

    def _order_rows(self) -> None:
        """For each step of the escort the rows to be taken: of won positions, after them of guarded ones, then none."""
        escorts, cells, tables, result = self.escorts, self.cells, self.tables, self.result
        none = escorts + cells
        orders = [[none] * escorts for _ in range(STAYS + 1)]
        self.steppers = [0] * (STAYS + 1)  # the escorts that may take a step: the first bit of their rows
        for escort, node in enumerate(result.escort_nodes):
            for way, step in enumerate(tables.escort.rows[node]):
                if step is not None:
                    after, cell, guarded, _ = step
                    orders[way][escort] = escorts + cell if guarded else result.escort_places[after]
                    self.steppers[way] |= 1 << escort * result.stride
        self.orders = [itemgetter(*order) for order in orders]
        guards = [escorts + node % cells for node in result.escort_nodes] + list(range(escorts, none + 1))
        self.guarded_orders = [itemgetter(*[guards[one] for one in order]) for order in orders]
        if not self.guarded:
            return
        self.widen = itemgetter(*[node % cells for node in result.escort_nodes])
        immune = [
            [cells if tables.closed[cell] >> way & 1 else around[way] for cell, around in enumerate(tables.neighbours)]
            for way in range(STAYS)
        ]
        immune.append([cell if tables.closed[cell] == ALL_WAYS else cells for cell in range(cells)])
        self.immune_orders = [itemgetter(*order) for order in immune]

    def run(self) -> None:
        """Goes backward, a turn at a time, until nothing new is won."""
        result = self.result
        won, immune = [0] * self.villagers, [0] * self.cells
        new, new_immune = self._first(), {}
        rows: list[list[bytes]] = [[]] * self.villagers  # before the goblin's phase, by villager
        immune_rows: list[list[bytes]] = [[]] * self.cells
        nothing = bytes(result.row_bytes)
        guarded_rows = [[nothing] * (self.cells + 1) for _ in range(self.cells)]
        wide = [0] * self.cells
        depth = 0
        while new or new_immune:
            depth += 1
            for villager, bits in new.items():
                won[villager] |= bits
                result.won[villager].append((depth, bits))
            for cell, bits in new_immune.items():
                immune[cell] |= bits
                result.immune[cell].append((depth, bits))
                guarded = self._rows(self.guarded_phases[cell].before(0, immune[cell]), self.cells)
                guarded_rows[cell] = [*guarded, nothing]
                if self.phases[cell].uses_immune:
                    wide[cell] = self._joined(self.widen(self._rows(immune[cell], self.cells)))
            changed = set(new)
            for villager, node in enumerate(result.villager_nodes):
                cell = node % self.cells
                if villager in new or cell in new_immune:
                    before = self.phases[cell].before(won[villager], wide[cell])
                    rows[villager] = self._rows(before, self.escorts) + guarded_rows[cell]
                    changed.add(villager)
            changed_immune = set()
            if self.guarded:
                for cell in range(self.cells):
                    if cell in new:
                        before = self.immune_phases[cell].before(won[cell] & self.bare, 0)
                        immune_rows[cell] = [*self._rows(before, self.cells), nothing]
                        changed_immune.add(cell)
            new = self._before_escort(changed, rows, won)
            new_immune = self._before_immune_escort(changed_immune, immune_rows, immune)

    def _first(self) -> dict[int, int]:
        """What is won in the very turn, by villager."""
        found = {}
        all_goblins = (1 << len(self.result.goblin_nodes)) - 1
        for villager, row in enumerate(self.rows_of_villager):
            bits = 0
            for way, after, _, entered in row:
                if after == ENDED:
                    bits |= self._uncaught(self.steppers[way] * all_goblins, entered)
            if bits:
                found[villager] = bits
        return found

    def _before_escort(self, changed: set[int], rows: list[list[bytes]], won: list[int]) -> dict[int, int]:
        """From what is won before the goblin's phase to what is newly won before the escort's."""
        found = {}
        taken: dict[tuple[int, int, bool], int] = {}
        for villager, row in enumerate(self.rows_of_villager):
            bits = 0
            for way, after, guarded, entered in row:
                if after not in changed:
                    continue
                before = taken.get((after, way, guarded))
                if before is None:
                    order = self.guarded_orders[way] if guarded else self.orders[way]
                    before = taken[after, way, guarded] = self._joined(order(rows[after]))
                bits |= self._uncaught(before, entered)
            bits &= ~won[villager]
            if bits:
                found[villager] = bits
        return found

    def _before_immune_escort(self, changed: set[int], rows: list[list[bytes]], immune: list[int]) -> dict[int, int]:
        """The same for an immune turn, in which tokens are cells and only barriers and capture hold (EQ-26)."""
        tables, found = self.tables, {}
        if not changed:
            return found
        for cell in range(self.cells):
            bits = 0
            for way in range(STAYS + 1):
                stays = way == STAYS or tables.closed[cell] >> way & 1
                after = cell if stays else tables.neighbours[cell][way]
                if after in changed:
                    before = self._joined(self.immune_orders[way](rows[after]))
                    entered = () if stays or not tables.captures else (after,)
                    bits |= self._uncaught(before, entered)
            bits &= ~immune[cell]
            if bits:
                found[cell] = bits
        return found

    def _uncaught(self, bits: int, entered: tuple[int, ...]) -> int:
        """Without the goblins on cells that the villager enters (EQ-17)."""
        for cell in entered:
            bits &= ~self.on_cell[cell]
        return bits

    def _rows(self, bits: int, count: int) -> list[bytes]:
        width = self.result.row_bytes
        joined = bits.to_bytes(count * width, "little")
        return [joined[at : at + width] for at in range(0, count * width, width)]

    @staticmethod
    def _joined(rows: Iterable[bytes]) -> int:
        return int.from_bytes(b"".join(rows), "little")
