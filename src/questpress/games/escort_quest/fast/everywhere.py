"""All placements of the three tokens on one ground: how deep each is, which are legal, which first plies still win."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from questpress.games.escort_quest.board import Cell
from questpress.games.escort_quest.fast.backward import Backward
from questpress.games.escort_quest.fast.compiled import MOST_CELLS_OF_A_PASS, CompiledPass
from questpress.games.escort_quest.fast.ground import Ground
from questpress.games.escort_quest.fast.kernel import load
from questpress.games.escort_quest.fast.tables import Tables
from questpress.games.escort_quest.puzzle import EscortPuzzle
from questpress.games.escort_quest.rules import Rules

Pairs = Sequence[tuple[int, Sequence[int]]]  # the villager's cells with the goblin's, as Ground.legal_pairs gives them
Placement = tuple[int, int, int]  # the cells of escort, villager and goblin
DepthOf = Callable[[tuple], int | None]  # of a position of rules.py; None where it is not winnable


class WholeBoard:
    """The answers for every placement, legal or not, on one ground."""

    def __init__(self, ground: Ground, compiled: bool | None = None) -> None:
        """`compiled`: with the kernel (ValueError where there is none), without it, or as it comes."""
        self.ground = ground
        self._pass: Backward | CompiledPass = _pass(ground, compiled)

    @property
    def positions(self) -> int:
        """How many positions the pass has settled."""
        return self._pass.positions

    def depth(self, escort: int, villager: int, goblin: int) -> int | None:
        """The depth of the placement on these cells, or None where it is not winnable."""
        return _depth(self._pass.won[villager], self._pass.bit(escort, goblin))

    def depth_of(self, position: tuple) -> int | None:
        """The depth of any position of rules.py that can come up, or None where it is not winnable."""
        return _depth(*self._pass.levels(position))

    def histogram(self, pairs: Pairs) -> dict[int | None, int]:
        """How many legal placements have each depth; under None those that are not winnable."""
        found: dict[int | None, int] = dict(self._count(pairs))
        lost = sum(self._legal(villager, goblins).bit_count() for villager, goblins in pairs) - sum(found.values())
        return {**found, None: lost} if lost else found

    def _count(self, pairs: Pairs) -> dict[int, int]:
        if isinstance(self._pass, CompiledPass):
            return self._pass.histogram(pairs)
        found: Counter[int] = Counter()
        for villager, goblins in pairs:
            legal = self._legal(villager, goblins)
            for depth, bits in self._pass.won[villager]:
                count = (bits & legal).bit_count()
                if count:
                    found[depth] += count
        return dict(sorted(found.items()))

    def deepest(self, pairs: Pairs) -> int:
        """The greatest depth of a legal placement; 0 where none is winnable."""
        return max(self._count(pairs), default=0)

    def placements(self, pairs: Pairs, depth: int) -> Iterator[Placement]:
        """The legal placements of that depth, by villager, escort, goblin."""
        if isinstance(self._pass, CompiledPass):
            yield from self._pass.placements(pairs, depth)
            return
        stride = self._pass.stride
        for villager, goblins in sorted(pairs):
            legal = self._legal(villager, goblins)
            for found, bits in self._pass.won[villager]:
                if found == depth:
                    bits &= legal
                    while bits:
                        escort, goblin = divmod((bits & -bits).bit_length() - 1, stride)
                        yield escort, villager, goblin
                        bits &= bits - 1

    def _legal(self, villager: int, goblins: Sequence[int]) -> int:
        stride, row = self._pass.stride, sum(1 << goblin for goblin in goblins)
        bits = 0
        for escort in range(self.ground.cells):
            if escort != villager:
                bits |= (row & ~(1 << escort)) << escort * stride
        return bits

    def first_winning_plies(self, escort: int, villager: int, goblin: int) -> tuple[Any, ...]:
        """Every first ply of that placement after which a win is still certain, in the order of the rules."""
        puzzle = EscortPuzzle(Rules(self.ground.layout(Cell(escort), Cell(villager), Cell(goblin))))
        return first_plies_by(puzzle, self.depth_of)


def _pass(ground: Ground, compiled: bool | None) -> Backward | CompiledPass:
    kernel = None if compiled is False else load(build=bool(compiled))
    if kernel is not None and ground.cells <= MOST_CELLS_OF_A_PASS:
        return CompiledPass(kernel, ground)
    if compiled:
        raise ValueError("there is no compiled kernel for this board here")
    return Backward(Tables(ground))


def first_plies_by(puzzle: EscortPuzzle, depth_of: DepthOf) -> tuple[Any, ...]:
    """The first winning plies of a puzzle whose positions' depths are known."""
    root = puzzle.root()
    found = dict.fromkeys(ply for ply in puzzle.winning_plies(root) if ply is not None)
    for ply, after in puzzle.choices(root):
        if ply is not None and ply not in found and all(depth_of(position) is not None for position in after):
            found[ply] = None
    return tuple(found)


def _depth(levels: list[tuple[int, int]], bit: int) -> int | None:
    return next((depth for depth, bits in levels if bits >> bit & 1), None)
