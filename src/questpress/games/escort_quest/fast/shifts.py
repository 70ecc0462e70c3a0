"""The goblin's phase of a whole-board pass, backward, as shifts of the long integers of backward.py."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from questpress.games.escort_quest.fast.tokens import ENDED

Shifts = list[tuple[int, int]]  # by how much, and which bits of the result are meant


@dataclass(frozen=True)
class Rows:
    """How the integers are laid out, and what goblins there are."""

    ones: int  # the first bit of each row
    cells: int
    guard: int  # added to a goblin's node where a guardian was met
    places: dict[int, int]  # by node, the goblin's place in a row
    adversary: bool  # whether a tie is won only if all its outcomes are


class GoblinPhase:
    """The goblin's phase backward, with the villager on one cell: from what is won after it to what is won before."""

    def __init__(self, outcomes: Sequence[tuple[int, ...]], rows: Rows, guarded: bool) -> None:
        planes: list[list[tuple[int, int]]] = [[]]
        tied = 0
        for goblin, after in enumerate(outcomes):
            if rows.adversary:
                if ENDED in after:
                    continue
                planes[0].append((goblin, after[0]))
                if len(after) > 1:
                    tied |= 1 << goblin
                    while len(planes) < len(after):
                        planes.append([])
            else:
                planes[0] += [(goblin, one) for one in after if one != ENDED]
        for number, plane in enumerate(planes[1:], 1):
            for goblin, after in enumerate(outcomes):
                if tied >> goblin & 1:
                    plane.append((goblin, after[number] if number < len(after) else after[0]))
        self._tied = tied * rows.ones
        self._planes = [_shifts(plane, rows, guarded) for plane in planes]
        self.uses_immune = any(immune for _, immune in self._planes)

    def before(self, won: int, immune: int) -> int:
        """The positions before the phase from which a position of `won`, or of `immune` turns, is certain."""
        result = self._plane(0, won, immune)
        for number in range(1, len(self._planes)):
            # Where nothing ties, the first outcome is the only one.
            result &= self._plane(number, won, immune) | (result & ~self._tied)
        return result

    def _plane(self, number: int, won: int, immune: int) -> int:
        result = 0
        for shifts, bits in zip(self._planes[number], (won, immune), strict=True):
            if bits:
                for by, mask in shifts:
                    result |= (bits >> by if by >= 0 else bits << -by) & mask
        return result


def _shifts(moves: Iterable[tuple[int, int]], rows: Rows, guarded: bool) -> tuple[Shifts, Shifts]:
    """Moves of the goblin as shifts of won positions, and of immune won positions, which know only cells."""
    plain: dict[int, int] = defaultdict(int)
    immune: dict[int, int] = defaultdict(int)
    guard, places, cells = rows.guard, rows.places, rows.cells
    for goblin, after in moves:
        if guarded or after >= guard:
            immune[(after & guard - 1) % cells - goblin] |= 1 << goblin
        else:
            plain[places[after] - goblin] |= 1 << goblin
    ones = rows.ones
    return [(by, mask * ones) for by, mask in plain.items()], [(by, mask * ones) for by, mask in immune.items()]
