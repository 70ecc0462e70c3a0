"""A winning strategy told turn by turn: the main line with every cell that a token enters, and where it branches.

The main line takes, at each tie of the goblin, the step that holds the player up longest. A branch is what the
strategy does after another step, until it meets the main line again or wins. Nothing here decides anything: the
strategy comes from a solver, what happens in a turn from rules.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from questpress.games.escort_quest.board import NAMES, Cell, Direction
from questpress.games.escort_quest.layout import TOKENS
from questpress.games.escort_quest.rules import BOUND, FROZEN, LATE, Phase, Rules, Standing
from questpress.games.escort_quest.tiles import WARP
from questpress.play.game import Outcome

MOST_BRANCHES = 60  # told; a strategy may have many more
MOST_TURNS = 1000  # no strategy is longer; a plan that leads in circles is noticed


class Leg(NamedTuple):
    """What one token did in a turn: the cells that it was on, the first where it stood, and how its phase ended."""

    token: str
    cells: tuple[Cell, ...]
    owed: int  # how many of the moves were owed from the turn before: a late carry or jump
    way: Direction | None  # the step taken; None where it took none
    before: Standing
    after: Standing
    guardian: bool = False


class Turn(NamedTuple):
    """One turn of a line. `ties` are the goblin's equally good steps where there are several, `took` the one taken."""

    number: int
    position: tuple
    way: Direction | None
    legs: tuple[Leg, ...]
    ties: tuple[Direction, ...]
    took: Direction | None
    outcome: Outcome | None
    after: tuple


class Branch(NamedTuple):
    """What to do where the goblin leaves the main line: its other steps with their turns, then the escort's ways.

    Of several in `took` all but the last belong to an earlier branch, which this one leaves. `rejoins` is the number
    of the main line's turn that comes next, or None where the branch ends in a win.
    """

    took: tuple[tuple[int, Direction], ...]
    ways: tuple[Direction | None, ...]
    rejoins: int | None


class Trail(NamedTuple):
    """A strategy as a main line with its branches; `untold` counts branches beyond the number that is told."""

    turns: tuple[Turn, ...]
    branches: tuple[Branch, ...]
    untold: int = 0


def trail(rules: Rules, plan: Mapping[tuple, Any]) -> Trail:
    """The trail of the strategy `plan` (position → ply, as EscortPuzzle has them) from the layout's start.

    Raises KeyError where the plan lacks a position that can come up, ValueError where it does not lead to a win.
    """
    teller = _Teller(rules, plan)
    line = teller.line(tuple(rules.start()[:5]))
    numbers = {turn.position: turn.number for turn in line}
    branches: list[Branch] = []
    waiting: list[tuple[tuple[tuple[int, Direction], ...], tuple[Turn, ...]]] = [((), line)]
    while waiting and len(branches) <= MOST_BRANCHES:
        left, told = waiting.pop(0)
        for turn in told:
            for took in turn.ties:
                after = teller.after(turn.position, took)
                if after == turn.after:
                    continue
                rest = teller.line(after, turn.number + 1) if after[4] is None else ()
                met = next((place for place, one in enumerate(rest) if one.position in numbers), None)
                own = rest if met is None else rest[:met]
                path = (*left, (turn.number, took))
                rejoins = None if met is None else numbers[rest[met].position]
                branches.append(Branch(path, tuple(one.way for one in own), rejoins))
                waiting.append((path, own))
    branches.sort(key=lambda branch: branch.took)
    return Trail(line, tuple(branches[:MOST_BRANCHES]), max(len(branches) - MOST_BRANCHES, 0))


class _Teller:
    def __init__(self, rules: Rules, plan: Mapping[tuple, Any]) -> None:
        self.rules = rules
        self.plan = plan
        self._rest: dict[tuple, int] = {}

    def line(self, position: tuple, number: int = 1) -> tuple[Turn, ...]:
        """The turns from `position` to the win, at each tie the longest way."""
        turns: list[Turn] = []
        while True:
            turn = self._turn(position, number)
            turns.append(turn)
            if turn.outcome is not None:
                return tuple(turns)
            position, number = turn.after, number + 1
            if len(turns) > MOST_TURNS:
                raise ValueError("the strategy does not lead to a win")

    def after(self, position: tuple, took: Direction) -> tuple:
        """The position where the goblin takes the step `took`."""
        _, phases, after = self._played(position)
        return next(one for phase, one in zip(phases, after, strict=True) if phase.way == took)

    def _played(self, position: tuple) -> tuple[Direction | None, tuple[Phase, ...], tuple[tuple, ...]]:
        ply = self.plan[position]
        way, picked = ply if isinstance(ply, tuple) else (ply, None)
        for taken, phases, after in self.rules.turn(position):
            if taken == way:
                if picked is not None:
                    place = next(number for number, phase in enumerate(phases) if phase.way == picked)
                    return way, phases[place : place + 1], after[place : place + 1]
                return way, phases, after
        raise ValueError("the strategy names a step that is not allowed")

    def _turn(self, position: tuple, number: int) -> Turn:
        way, phases, after = self._played(position)
        place = max(range(len(after)), key=lambda one: (self._left(after[one]), -one))
        steps = [phase.way for phase in phases if phase.way is not None]
        distinct = len(set(after)) > 1
        legs = legs_of(self.rules, position, way, phases[place] if phases else None)
        took = phases[place].way if phases else None
        return Turn(number, position, way, legs, tuple(steps) if distinct else (), took, after[place][4], after[place])

    def _left(self, position: tuple) -> int:
        """How many turns the strategy needs from `position`, the worst tie counting."""
        stack = [position]
        while stack:
            top = stack[-1]
            if top in self._rest or top[4] is not None:
                stack.pop()
                continue
            children = [one for one in self._played(top)[2] if one[4] is None]
            missing = [one for one in children if one not in self._rest]
            if missing:
                stack += missing
                if len(stack) > 10 * MOST_TURNS:
                    raise ValueError("the strategy does not lead to a win")
                continue
            self._rest[top] = 1 + max((self._rest[one] for one in children), default=0)
            stack.pop()
        return self._rest.get(position, 0)


def legs_of(rules: Rules, position: tuple, way: Direction | None, goblin: Phase | None) -> tuple[Leg, ...]:
    """What escort, villager and goblin do in the turn in which the escort takes `way` and the goblin `goblin`.

    A token whose phase does not come, because the game has ended, has no leg.
    """
    immune = position[3]
    escort, villager, hunter = (Standing(*one) for one in position[:3])
    first = next(phase for phase in rules.escort_phases(escort, immune) if phase.way == way)
    legs = [_leg(rules, TOKENS[0], escort, first, immune)]
    if first.outcome is None:
        legs.append(_leg(rules, TOKENS[1], villager, rules.villager_phases(villager, immune)[way], immune))
    if goblin is not None:
        legs.append(_leg(rules, TOKENS[2], hunter, goblin, immune))
    return tuple(legs)


def _leg(rules: Rules, token: str, before: Standing, phase: Phase, immune: bool) -> Leg:
    owed = len(rules.falling_due(token, before, immune)[0].entered)
    way = phase.way if len(phase.entered) > owed else None
    return Leg(token, (before.cell, *phase.entered), owed, way, before, phase.after, phase.guardian)


def segments(rules: Rules, leg: Leg) -> list[dict[str, Any]]:
    """The leg cell by cell as plain values: from, to, `sort` (step, carry or jump), `way` (None for a jump), `wraps`.

    A carry is an amulet's doing, a jump a warp's; `wraps` says that the way leads over an edge of the board.
    """
    told = []
    for place, (here, there) in enumerate(zip(leg.cells, leg.cells[1:], strict=False)):
        came = leg.before.direction if place < leg.owed else leg.way
        tile = rules.tile(here)
        moved = place > leg.owed or place < leg.owed  # by a tile, not by its own step
        jumps = moved and tile is not None and tile.kind == WARP
        a, b = rules.board.pair(here), rules.board.pair(there)
        told.append(
            {
                "from": list(a),
                "to": list(b),
                "sort": "jump" if jumps else "carry" if moved else "step",
                "way": None if jumps or came is None else NAMES[came],
                "wraps": not jumps and max(abs(a[0] - b[0]), abs(a[1] - b[1])) > 1,
            }
        )
    return told


def leg_in_words(rules: Rules, leg: Leg) -> str:
    """What a token did, in words: `villager NE to [4, 2], carried NE to [5, 1]; bound to diagonals next turn`."""
    words = leg.token
    parts = segments(rules, leg)
    if leg.way is None and leg.owed == len(parts):
        words += " stays" + {FROZEN: ", frozen", BOUND: ", bound to diagonals"}.get(leg.before.debt or "", "")
    for part in parts:
        verb = {"step": f" {part['way']} to", "carry": f", carried {part['way']} to", "jump": ", warps to"}[
            part["sort"]
        ]
        words += f"{verb} [{part['to'][0]}, {part['to'][1]}]" + (" over the edge" if part["wraps"] else "")
    if leg.guardian:
        words += "; wakes the guardian: no tile acts next turn"
    elif leg.after.debt:
        owed = {
            FROZEN: "frozen next turn",
            BOUND: "bound to diagonals next turn",
            LATE: "the tile there acts next turn",
        }
        words += f"; {owed[leg.after.debt]}"
    return words


def turn_in_words(rules: Rules, turn: Turn) -> list[str]:
    """A turn as lines: what each token does, the goblin's tie where there is one, and the ending."""
    lines = [leg_in_words(rules, leg) for leg in turn.legs]
    if turn.ties:
        others = ", ".join(NAMES[way] for way in turn.ties if way != turn.took)
        lines[-1] += f" (it might as well go {others})"
    if turn.outcome is not None:
        lines.append(("won: " if turn.outcome.won else "lost: ") + turn.outcome.reason)
    return lines


def branch_in_words(branch: Branch) -> str:
    """A branch as a line: `turn 5, goblin NW: SE, stay, E, then as from turn 8`."""
    ways = ", ".join("stay" if way is None else NAMES[way] for way in branch.ways)
    rest = f"then as from turn {branch.rejoins}" if branch.rejoins else "and home"
    left = "; ".join(f"turn {turn}, goblin {NAMES[took]}" for turn, took in branch.took)
    return f"{left}: {ways + ', ' if ways else ''}{rest}"
