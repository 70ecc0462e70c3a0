"""A layout solved the fast way, with the answer that questpress.play.solver gives: verdict, depth, strategy.

A start is searched forward. A search that grows past some share of all positions is given up for a whole-board pass,
which is cheaper from there. A strategy is read off with the readable rules: they list what may follow, the search or
the pass only says how deep it is.
"""

from __future__ import annotations

from typing import Any

from questpress.games.escort_quest.fast.compiled import MOST_CELLS_OF_A_PASS, first
from questpress.games.escort_quest.fast.everywhere import DepthOf, WholeBoard, first_plies_by
from questpress.games.escort_quest.fast.ground import Ground
from questpress.games.escort_quest.fast.kernel import Kernel, load
from questpress.games.escort_quest.fast.search import Found, Search
from questpress.games.escort_quest.fast.tables import Tables
from questpress.games.escort_quest.layout import TOKENS, Layout
from questpress.games.escort_quest.puzzle import EscortPuzzle
from questpress.games.escort_quest.rules import Rules
from questpress.play.solver import Solution, Verdict
from questpress.play.solver import first_winning_plies as slow_first_winning_plies

# Of positions, by cells²: after so many a pass is cheaper. Measured on 8 × 10 in plain Python, where a pass takes as
# long as some 30,000 positions searched.
LONG = 4


def solve(layout: Layout, limit: int | None = None, strategy: bool = False, compiled: bool | None = None) -> Solution:
    """The verdict with its exact depth, as `questpress.play.solver.solve`; `positions` may be counted otherwise.

    The strategy, where it is asked for, maps positions of rules.py (their first five fields) to plies of
    EscortPuzzle. With the kernel or without it the answer is the same; `compiled` as WholeBoard takes it. Raises
    ValueError where the layout breaks EQ-1, EQ-4 or EQ-6.
    """
    ground, start = Ground.of(layout), _cells(layout)
    kernel = None if compiled is False else load(build=bool(compiled))
    long = LONG * ground.cells**2 if ground.cells <= MOST_CELLS_OF_A_PASS else None
    most = limit if long is None else long if limit is None else min(limit, long)
    found, depth_of = _search(ground, start, most, strategy, kernel)
    if found.stopped and found.positions != limit:
        whole = WholeBoard(ground, compiled)
        positions = found.positions + whole.positions
        if limit is None or positions <= limit:
            found, depth_of = Found(whole.depth(*start), positions), whole.depth_of
        else:
            found, depth_of = _search(ground, start, limit, strategy, kernel)
    depth, positions = found.depth, found.positions
    if found.stopped:
        reason = f"the limit of {limit} positions was reached"
        if found.bound is not None:
            reason += f"; a win within {found.bound} turns is certain, the fewest are not known"
        return Solution(Verdict.UNDECIDED, positions, reason=reason)
    if depth is None:
        return Solution(Verdict.NOT_WINNABLE, positions)
    if not strategy or depth_of is None:
        return Solution(Verdict.WON, positions, depth)
    plan, line = plan_of(EscortPuzzle(Rules(layout)), depth_of)
    return Solution(Verdict.WON, positions, depth, strategy=plan, line=line)


def _search(
    ground: Ground, start: tuple[int, int, int], limit: int | None, strategy: bool, kernel: Kernel | None
) -> tuple[Found, DepthOf | None]:
    """What a search forward finds, and for a strategy the depths that it has seen, which the kernel does not tell."""
    if kernel is not None and not strategy:
        found = first(kernel, ground, start, limit)
        if found is not None:
            return found, None
    search = Search(Tables(ground), strategy)
    return search.run(search.code(*start), limit), search.depth_of


def first_winning_plies(layout: Layout, limit: int | None = None) -> tuple[tuple[Any, ...], int, bool]:
    """Every first ply after which a win is still certain, in the order of the rules; the positions examined; whether
    the limit left some ply undecided. None, the ply of an escort that cannot step, is never listed."""
    ground = Ground.of(layout)
    puzzle = EscortPuzzle(Rules(layout))
    if limit is not None or ground.cells > MOST_CELLS_OF_A_PASS:
        plies, count, undecided = slow_first_winning_plies(puzzle, limit)
        return plies, count.positions, undecided
    whole = WholeBoard(ground)
    return first_plies_by(puzzle, whole.depth_of), whole.positions, False


def plan_of(puzzle: EscortPuzzle, depth_of: DepthOf) -> tuple[dict[tuple, Any], tuple[Any, ...]]:
    """A strategy of the fewest turns, everywhere the first such ply in the order of the rules; and the plies from the
    root as long as nothing ties. The root must be winnable."""
    plan: dict[tuple, Any] = {}
    line: list[Any] = []
    waiting, straight = [puzzle.root()], True
    while waiting:
        position = waiting.pop()
        if position in plan:
            continue
        turns = depth_of(position)
        assert turns is not None
        after: tuple = ()
        if turns == 1:
            plan[position] = puzzle.winning_plies(position)[0]
        else:
            plan[position], after = next(
                (ply, after)
                for ply, after in puzzle.choices(position)
                if all((depth_of(child) or turns) < turns for child in after)
            )
        if straight:
            line.append(plan[position])
        straight = straight and len(after) == 1
        waiting += after
    return plan, tuple(line)


def _cells(layout: Layout) -> tuple[int, int, int]:
    columns = layout.board.columns
    (a, b), (c, d), (e, f) = (layout.tokens[token] for token in TOKENS)
    return b * columns + a, d * columns + c, f * columns + e
