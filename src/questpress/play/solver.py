"""Can the player win for certain, in how many turns, and how: for any `questpress.play.game.Puzzle`.

The search goes forward from the root, a layer a turn, and remembers who leads where. A position in which the player
wins at once has depth 1; a choice is worth one turn more than the worst position it may lead to; a position is worth
its best choice. Three facts make the answer exact:

* A strategy of depth d only meets positions of layers 0 to d - 1. So once the choices of layers 0 to k are known (and
  which positions of layer k + 1 win at once), every strategy of depth k + 2 or less can be seen.
* A line without ties of some length does not settle the depth: a strategy through ties may be shorter. So before such
  a line is believed, the graph seen so far is weighed (`_worth`).
* With ties the depth may exceed the number of layers, because a tie may lead back. So the weighing does not stop at
  the last layer: it goes on until nothing changes.

The verdict has three values. UNDECIDED is given only where a limit was set and reached.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from questpress.play.game import Puzzle

# After so many positions a search is long, and the puzzle's quick look for hopeless positions pays. Measured on 8 × 10
# boards: the look costs as much as some thousands of positions, once.
LONG = 3000


class Verdict(enum.Enum):
    WON = "won"
    NOT_WINNABLE = "not winnable"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Solution:
    """What the solver found. `depth` is None unless WON by `solve`; `positions` were examined (choices listed).

    `strategy` gives the ply for each position that can come up, where it was asked for; `line` the plies from the
    root as long as nothing ties.
    """

    verdict: Verdict
    positions: int
    depth: int | None = None
    reason: str = ""
    strategy: Mapping[Hashable, Any] = field(default_factory=dict)
    line: tuple[Any, ...] = ()

    @property
    def winnable(self) -> bool | None:
        """True, False, or None where it is undecided."""
        return None if self.verdict is Verdict.UNDECIDED else self.verdict is Verdict.WON


class _Limit(Exception):
    pass


class Count:
    """Positions examined, and how many may be."""

    def __init__(self, limit: int | None) -> None:
        self.limit = limit
        self.positions = 0

    def one(self) -> None:
        if self.limit is not None and self.positions >= self.limit:
            raise _Limit
        self.positions += 1

    @property
    def reason(self) -> str:
        """Why a verdict is undecided."""
        return f"the limit of {self.limit} positions was reached"


def decide(puzzle: Puzzle, limit: int | None = None) -> Solution:
    """Whether the root is winnable, without its depth: stops at the first proof."""
    count = Count(limit)
    try:
        won = _Search(puzzle, count).run(puzzle.root(), exact=False) is not None
    except _Limit:
        return Solution(Verdict.UNDECIDED, count.positions, reason=count.reason)
    return Solution(Verdict.WON if won else Verdict.NOT_WINNABLE, count.positions)


def solve(puzzle: Puzzle, limit: int | None = None, strategy: bool = False) -> Solution:
    """The verdict with its exact depth, and the strategy where it is asked for (it costs some time and memory)."""
    count = Count(limit)
    search = _Search(puzzle, count, keep=strategy)
    try:
        depth = search.run(puzzle.root(), exact=True)
    except _Limit:
        reason = count.reason
        if search.bound is not None:
            reason += f"; a win within {search.bound} turns is certain, the fewest are not known"
        return Solution(Verdict.UNDECIDED, count.positions, reason=reason)
    if depth is None:
        return Solution(Verdict.NOT_WINNABLE, count.positions)
    if not strategy:
        return Solution(Verdict.WON, count.positions, depth)
    plan, line = search.plan(puzzle.root())
    return Solution(Verdict.WON, count.positions, depth, strategy=plan, line=line)


def first_winning_plies(puzzle: Puzzle, limit: int | None = None) -> tuple[tuple[Any, ...], Count, bool]:
    """Every first ply after which a win is still certain, in the order of the rules, however long it takes.

    With it the positions examined, and whether the limit left some ply undecided. None, the ply of a player who
    cannot act, is never listed.
    """
    count = Count(limit)
    root = puzzle.root()
    found = dict.fromkeys(ply for ply in puzzle.winning_plies(root) if ply is not None)
    search = _Search(puzzle, count)
    undecided = False
    for ply, positions in puzzle.choices(root):
        if ply is None or ply in found:
            continue
        try:
            if all(search.run(position, exact=False) is not None for position in positions):
                found[ply] = None
        except _Limit:
            undecided = True
    return tuple(found), count, undecided


class _Search:
    """Searches that share what they have settled. One search's graph is forgotten when the next one begins."""

    def __init__(self, puzzle: Puzzle, count: Count, keep: bool = False) -> None:
        self.puzzle = puzzle
        self.count = count
        self.keep = keep or puzzle.may_tie
        self.won: set[Hashable] = set()  # settled by earlier searches
        self.lost: set[Hashable] = set()
        self.bound: int | None = None  # turns within which a win is certain, while the fewest are not known
        # This search's graph: a choice is its position, or the list of them where it ties.
        self.graph: dict[Hashable, list[Any]] = {}
        self.wins: set[Hashable] = set()

    def run(self, root: Hashable, exact: bool) -> int | None:
        """The depth of `root` (any number where not `exact`), or None where it is not winnable."""
        if root in self.won or self.puzzle.wins_now(root):
            self.wins = {root}
            self.graph = {}
            return 1
        if root in self.lost:
            return None
        choices, wins_now, hopeless = self.puzzle.choices, self.puzzle.wins_now, self.puzzle.hopeless
        won, lost, keep, one = self.won, self.lost, self.keep, self.count.one
        graph = self.graph = {}
        wins = self.wins = set()
        self.bound = None
        single = {root: True}  # every position met; whether a line without ties first led to it, a turn a layer
        layer, turns, weighed = [root], 1, 0
        long = False
        while layer:
            if not long and self.count.positions > LONG:
                long = True
                if hopeless(root):
                    return None
                layer = [position for position in layer if not hopeless(position)]
            ahead: list[Hashable] = []
            line_found = False
            for position in layer:
                one()
                alone = single[position]
                exits: list[Any] = []
                for _, after in choices(position):
                    if (long or lost) and any(child in lost or (long and hopeless(child)) for child in after):
                        continue
                    exits.append(after[0] if len(after) == 1 else list(after))
                    straight = alone and len(after) == 1
                    for child in after:
                        if child not in single:
                            single[child] = straight
                            ahead.append(child)
                            if child in won or wins_now(child):
                                wins.add(child)
                                line_found = line_found or straight
                if keep:
                    graph[position] = exits
                if line_found:
                    break
            turns += 1  # a position of `ahead` that wins now is a win in so many turns
            if line_found and not keep:
                return turns
            last = not ahead or line_found
            if wins and keep and (last or self.bound is not None or len(single) * 4 >= weighed * 5):
                weighed = len(single)
                self.bound = self._worth(root).get(root)
                # Layers 0 to turns - 2 are listed; the last one perhaps in part, but then a line of `turns` was found
                # there, and the bound is no greater.
                if self.bound is not None and (not exact or self.bound <= turns or not ahead):
                    return self.bound
            layer = ahead
        self._settle(single)
        return None

    def _worth(self, root: Hashable | None) -> dict[Hashable, int]:
        """The depth of each position of the graph that is winnable within it; stops early once `root` has one."""
        parents: dict[Hashable, list[Any]] = {}
        for position, exits in self.graph.items():
            for choice in exits:
                if type(choice) is list:
                    waiting = [position, len(choice)]  # a tie is won when all its positions are
                    for child in choice:
                        parents.setdefault(child, []).append(waiting)
                else:
                    parents.setdefault(choice, []).append(position)
        depth = dict.fromkeys(self.wins, 1)
        front, turns = list(self.wins), 1
        while front and root not in depth:
            turns += 1
            found = []
            for child in front:
                for parent in parents.get(child, ()):
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

    def _settle(self, met: Mapping[Hashable, bool]) -> None:
        """After a search that met everything: what is not winnable in its graph is not winnable at all."""
        winnable = self._worth(None) if self.wins else {}
        self.won.update(winnable)
        self.lost.update(position for position in met if position not in winnable)

    def plan(self, root: Hashable) -> tuple[dict[Hashable, Any], tuple[Any, ...]]:
        """A strategy of the fewest turns, the first such ply in the order of the rules; and its tie-free beginning."""
        depth = self._worth(None)
        plan: dict[Hashable, Any] = {}
        line: list[Any] = []
        open_positions = [root]
        straight = True
        while open_positions:
            position = open_positions.pop()
            if position in plan:
                continue
            turns = depth[position]
            if turns == 1:
                plan[position] = self.puzzle.winning_plies(position)[0]
                after: tuple[Hashable, ...] = ()
            else:
                plan[position], after = next(
                    (ply, after)
                    for ply, after in self.puzzle.choices(position)
                    if all(depth.get(child, turns) < turns for child in after)
                )
            if straight:
                line.append(plan[position])
            straight = straight and len(after) == 1
            open_positions += after
        return plan, tuple(line)
