"""A layout solved the fast way, with the answer that questpress.play.solver gives: verdict, depth, strategy.

A start is searched forward. A search that grows past some share of all positions is given up for a whole-board pass,
which is cheaper from there. A strategy is read off with the readable rules: they list what may follow, the search or
the pass only says how deep it is.
"""

from __future__ import annotations

from typing import Any

from questpress.games.escort_quest.fast.everywhere import DepthOf, WholeBoard, first_plies_by
from questpress.games.escort_quest.fast.ground import Ground
from questpress.games.escort_quest.fast.search import Search
from questpress.games.escort_quest.fast.tables import Tables
from questpress.games.escort_quest.layout import TOKENS, Layout
from questpress.games.escort_quest.puzzle import EscortPuzzle
from questpress.games.escort_quest.rules import Rules
from questpress.play.solver import Solution, Verdict
from questpress.play.solver import first_winning_plies as slow_first_winning_plies

# A pass holds cells³ positions. Beyond this many cells that is too much memory for a person's machine.
MOST_CELLS = 150
# Of positions, by cells²: after so many a pass is cheaper. Measured on 8 × 10 in plain Python, where a pass takes as
# long as some 30,000 positions searched.
LONG = 4


def solve(layout: Layout, limit: int | None = None, strategy: bool = False) -> Solution:
    """The verdict with its exact depth, as `questpress.play.solver.solve`; `positions` are counted differently.

    The strategy, where it is asked for, maps positions of rules.py (their first five fields) to plies of
    EscortPuzzle. Raises ValueError where the layout breaks EQ-1, EQ-4 or EQ-6.
    """
    ground = Ground.of(layout)
    search = Search(Tables(ground), keep=strategy)
    root = search.code(*_cells(layout))
    long = LONG * ground.cells**2 if ground.cells <= MOST_CELLS else None
    found = search.run(root, limit if long is None else long if limit is None else min(limit, long))
    depth_of: DepthOf = search.depth_of
    depth, positions = found.depth, found.positions
    if found.stopped and found.positions != limit:
        whole = WholeBoard(ground)
        if limit is None or positions + whole.positions <= limit:
            depth, positions = whole.depth(*_cells(layout)), positions + whole.positions
            depth_of = whole.depth_of
        else:
            found = search.run(root, limit)
            depth, positions = found.depth, found.positions
    if found.stopped and positions == limit:
        reason = f"the limit of {limit} positions was reached"
        if found.bound is not None:
            reason += f"; a win within {found.bound} turns is certain, the fewest are not known"
        return Solution(Verdict.UNDECIDED, positions, reason=reason)
    if depth is None:
        return Solution(Verdict.NOT_WINNABLE, positions)
    if not strategy:
        return Solution(Verdict.WON, positions, depth)
    plan, line = plan_of(EscortPuzzle(Rules(layout)), depth_of)
    return Solution(Verdict.WON, positions, depth, strategy=plan, line=line)


def first_winning_plies(layout: Layout, limit: int | None = None) -> tuple[tuple[Any, ...], int, bool]:
    """Every first ply after which a win is still certain, in the order of the rules; the positions examined; whether
    the limit left some ply undecided. None, the ply of an escort that cannot step, is never listed."""
    ground = Ground.of(layout)
    puzzle = EscortPuzzle(Rules(layout))
    if limit is not None or ground.cells > MOST_CELLS:
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
    escort, villager, goblin = (layout.board.cell(layout.tokens[token]) for token in TOKENS)
    return escort, villager, goblin
