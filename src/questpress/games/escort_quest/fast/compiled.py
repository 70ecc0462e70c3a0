"""The compiled kernel's answers in the form of the plain ones: a search from one start, and a whole-board pass."""

from __future__ import annotations

import ctypes
import weakref
from array import array
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from questpress.games.escort_quest.fast.effects import CLOSED, ENDS, Effects
from questpress.games.escort_quest.fast.ground import AMULET, CROSSHAIRS, GUARDIAN, Ground
from questpress.games.escort_quest.fast.kernel import Kernel
from questpress.games.escort_quest.fast.search import Found
from questpress.games.escort_quest.fast.tokens import Terms, terms_of
from questpress.games.escort_quest.rules import Standing

MOST_CELLS = 900  # of a search; a place has 16 bits
MOST_CELLS_OF_A_PASS = 150  # it holds cells³ positions; more is too much memory for a person's machine


class _Ground(ctypes.Structure):
    """`Ground` of tables.h."""

    _fields_ = (
        ("cells", ctypes.c_int32),
        ("amulets", ctypes.c_int32),
        ("captures", ctypes.c_int32),
        ("adversary", ctypes.c_int32),
        ("may_tie", ctypes.c_int32),
        ("tiles", ctypes.c_char_p),
        ("walls", ctypes.c_char_p),
        ("around", ctypes.c_void_p),
        ("effects", ctypes.c_void_p),
        ("ways", ctypes.c_void_p * 2),
        ("masks", ctypes.c_uint8 * 4),
    )


class _Fixed:
    """What the kernel is given that grounds of one size and the same options share."""

    def __init__(self, terms: Terms) -> None:
        cells = terms.cells
        self._terms = terms
        self._around = array("H", [cell for around in terms.neighbours for cell in around])
        self._ways = (bytearray(cells * cells), bytearray(cells * cells))
        self._pointers = [(ctypes.c_char * (cells * cells)).from_buffer(ways) for ways in self._ways]
        self._bound_filled: set[int] = set()
        self.around = self._around.buffer_info()[0]
        self.ways = (ctypes.c_void_p * 2)(*map(ctypes.addressof, self._pointers))
        self.masks = (ctypes.c_uint8 * 4)(*terms.effects.masks)
        for goblin in range(cells):
            self._fill(goblin, False)

    def look_from(self, tiles: bytes) -> None:
        """Fills in how a bound goblin looks from each cell with crosshairs; no other goblin is bound."""
        cell = tiles.find(CROSSHAIRS)
        while cell >= 0:
            if cell not in self._bound_filled:
                self._bound_filled.add(cell)
                self._fill(cell, True)
            cell = tiles.find(CROSSHAIRS, cell + 1)

    def _fill(self, goblin: int, bound: bool) -> None:
        ways, cells = self._terms.look, self._terms.cells
        row = [sum(1 << way for way in ways(goblin, villager, bound)) for villager in range(cells)]
        self._ways[bound][goblin * cells : (goblin + 1) * cells] = bytes(row)


@lru_cache(maxsize=16)
def _fixed(terms: Terms) -> _Fixed:
    return _Fixed(terms)


@lru_cache(maxsize=256)
def _effects(effects: Effects, amulets: int) -> array:
    """All effects of situations with at most so many amulets, as tables.h lays them out."""
    flat = array("h")
    for ask in (effects.landing, effects.late):
        for token in range(3):
            for row in range(amulets + 1):
                for end in range(ENDS):
                    possible = end != AMULET and (row > 0 or end != CLOSED)
                    flat.extend(map(int, ask(token, row, end)) if possible else (0, 0, 0, 0, 0))
    return flat


def _handed(ground: Ground, terms: Terms) -> _Ground:
    """The ground as the kernel reads it; alive as long as the ground and what `_fixed` and `_effects` keep."""
    fixed, amulets = _fixed(terms), ground.tiles.count(AMULET)
    if CROSSHAIRS in ground.tiles:
        fixed.look_from(ground.tiles)
    return _Ground(
        terms.cells,
        amulets,
        terms.captures,
        terms.adversary,
        terms.adversary and (terms.sight.may_tie_unbound or CROSSHAIRS in ground.tiles),
        ground.tiles,
        ground.walls,
        fixed.around,
        _effects(terms.effects, amulets).buffer_info()[0],
        fixed.ways,
        fixed.masks,
    )


def first(kernel: Kernel, ground: Ground, start: tuple[int, int, int], limit: int | None = None) -> Found | None:
    """What `search.Search.run` finds from a start, cells of escort, villager, goblin. None where memory ran out."""
    if ground.cells > MOST_CELLS:
        return None
    handed = _handed(ground, terms_of(ground.columns, ground.rows, ground.options))
    positions, bound = ctypes.c_int64(), ctypes.c_int64()
    most = ctypes.c_int64(-1 if limit is None else limit)
    depth = kernel.first(ctypes.byref(handed), *start, most, ctypes.byref(positions), ctypes.byref(bound))
    if depth == -2:
        return None
    return Found(max(depth, 0) or None, positions.value, depth == -1, (bound.value or None) if depth == -1 else None)


class CompiledPass:
    """One finished pass, with what backward.Backward offers, and `histogram` besides. Raises MemoryError."""

    def __init__(self, kernel: Kernel, ground: Ground) -> None:
        self._kernel = kernel
        self._terms = terms = terms_of(ground.columns, ground.rows, ground.options)
        handed = _handed(ground, terms)
        self._board = ctypes.c_void_p(kernel.all(ctypes.byref(handed)))
        if not self._board:
            raise MemoryError("the whole-board pass needs more memory")
        # What a later question looks up, the log and the nodes, does not lie in what was handed over.
        weakref.finalize(self, kernel.close, self._board)
        counts = (ctypes.c_int64 * 7)()
        kernel.counts(self._board, counts)
        self._escorts, self._villagers, self._goblins, self._words, self._depths = counts[:5]
        of_cells = terms.cells**3 if GUARDIAN in ground.tiles else 0
        self.positions = self._escorts * self._villagers * self._goblins + of_cells
        self.stride = 64 * self._words
        self.won = _Levels(self, False)
        self.immune = _Levels(self, True)
        self._places: list[dict[int, int]] | None = None

    def bit(self, escort: int, goblin: int) -> int:
        """Where a position stands in the integers of its villager."""
        return escort * self.stride + goblin

    def levels(self, position: tuple) -> tuple[list[tuple[int, int]], int]:
        """The levels of the villager of a position of rules.py, and the position's bit in them."""
        if position[3]:
            return self.immune[position[1].cell], self.bit(position[0].cell, position[2].cell)
        escort, villager, goblin = (self._place(token, position[token]) for token in range(3))
        return self.won[villager], self.bit(escort, goblin)

    def _place(self, token: int, standing: Standing) -> int:
        if self._places is None:
            counts = (self._escorts, self._villagers, self._goblins)
            self._places = [
                {node: place for place, node in enumerate(self._kernel.nodes(self._board, number)[:count])}
                for number, count in enumerate(counts)
            ]
        place = self._places[token].get(self._terms.node(standing))
        if place is None:
            raise ValueError(f"no play leads to this standing: {standing}")
        return place

    def entries(self, immune: bool, villager: int) -> list[tuple[int, int]]:
        """The levels of one villager: a depth, and the bits of the positions that have it."""
        count = self._kernel.levels(self._board, int(immune), villager, None, None, None)
        depths, escorts = (ctypes.c_int32 * count)(), (ctypes.c_int32 * count)()
        bits = ctypes.create_string_buffer(count * self._words * 8)
        self._kernel.levels(self._board, int(immune), villager, depths, escorts, bits)
        width, found, rows = self._words * 8, {}, memoryview(bits)
        for at, (depth, escort) in enumerate(zip(depths, escorts, strict=True)):
            row = int.from_bytes(rows[at * width : (at + 1) * width], "little")
            found[depth] = found.get(depth, 0) | row << escort * self.stride
        return list(found.items())

    def histogram(self, pairs: Sequence[tuple[int, Sequence[int]]]) -> Counter[int]:
        """How many of the placements of `pairs`, with any escort on a third cell, have each depth."""
        found = (ctypes.c_int64 * (self._depths + 1))()
        if not self._kernel.histogram(self._board, *self._asked(pairs), found):
            raise MemoryError("the whole-board pass needs more memory")
        return Counter({depth: count for depth, count in enumerate(found) if count})

    def placements(self, pairs: Sequence[tuple[int, Sequence[int]]], depth: int) -> list[tuple[int, int, int]]:
        """The placements among those that have this depth: cells of escort, villager and goblin."""
        asked, most = self._asked(pairs), self.histogram(pairs)[depth]
        found = (ctypes.c_int32 * (3 * most))()
        count = self._kernel.placements(self._board, *asked, depth, found, ctypes.c_int64(most))
        if count != most:
            raise MemoryError("the whole-board pass needs more memory")
        return list(zip(found[::3], found[1::3], found[2::3], strict=True))

    def _asked(self, pairs: Sequence[tuple[int, Sequence[int]]]) -> tuple[ctypes.Array, int, bytes]:
        """Villagers and goblins as the kernel reads them."""
        villagers = (ctypes.c_int32 * len(pairs))(*[villager for villager, _ in pairs])
        width = self._words * 8
        goblins = b"".join([_bits(tuple(goblins)).to_bytes(width, "little") for _, goblins in pairs])
        return villagers, len(pairs), goblins


class _Levels:
    """Levels by villager, asked of the kernel when they are wanted."""

    def __init__(self, of: CompiledPass, immune: bool) -> None:
        self._of = weakref.ref(of)
        self._immune = immune
        self._known: dict[int, list[tuple[int, int]]] = {}

    def __getitem__(self, villager: int) -> list[tuple[int, int]]:
        if villager not in self._known:
            of = self._of()
            assert of is not None
            self._known[villager] = of.entries(self._immune, villager)
        return self._known[villager]


@lru_cache(maxsize=4096)
def _bits(cells: tuple[int, ...]) -> int:
    return sum(1 << cell for cell in cells)
