"""Whether a stored strategy wins: replayed by the readable rules alone, every tie of the goblin answered.

No solver is asked. A fault names the clause, the cell and the place in the strategy; all that are found by one replay
are told, one for each line that goes wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from questpress.games.escort_quest.board import NAMES, Cell, Direction, Pair
from questpress.games.escort_quest.certificate import Certificate, Ply, ply_word
from questpress.games.escort_quest.options import PLAYER
from questpress.games.escort_quest.rules import (
    CAUGHT,
    ESCORT_SPIKED,
    RAIDED,
    RESCUED,
    VILLAGER_SPIKED,
    Position,
    Rules,
)
from questpress.play.game import Outcome

MOST_STEPS = 50_000  # turns replayed; a strategy that needs more says so
MOST_FAULTS = 20

WRONG, CUT_SHORT, TURNS = "L022", "L023", "L025"
# By outcome: the clause, and the token on whose cell it happened.
_ENDINGS: dict[Outcome, tuple[str, int]] = {
    RESCUED: ("EQ-21", 1),
    RAIDED: ("EQ-21", 2),
    ESCORT_SPIKED: ("EQ-22", 0),
    VILLAGER_SPIKED: ("EQ-22", 1),
    CAUGHT: ("EQ-17", 1),
}


@dataclass(frozen=True)
class Fault:
    """What is wrong with a strategy, at a ply (from 0) of a line (from 0)."""

    code: str
    clause: str
    cell: Pair | None
    message: str
    line: int
    ply: int

    def as_json(self) -> dict[str, Any]:
        """Plain values; line and ply are counted from 1."""
        return {
            "code": self.code,
            "clause": self.clause,
            "cell": list(self.cell) if self.cell else None,
            "message": self.message,
            "line": self.line + 1,
            "ply": self.ply + 1,
        }


@dataclass(frozen=True)
class Replay:
    """A strategy replayed. `turns` are those of its longest play; `plan` has the ply of each position met."""

    faults: tuple[Fault, ...]
    turns: int
    positions: int
    plan: dict[tuple, Any]

    @property
    def wins(self) -> bool:
        """Whether it wins in the turns that it says."""
        return not self.faults


def replay(rules: Rules, certificate: Certificate) -> Replay:
    """What comes of the strategy on the rules' layout, from the start."""
    run = _Run(rules, certificate)
    turns = run.play()
    faults = run.faults
    if not faults and turns != certificate.turns:
        found = f"the strategy says that it wins in {certificate.turns} turns, it takes {turns}"
        faults.append(Fault(TURNS, "EQ-14", None, found, 0, len(certificate.lines[0].plies)))
    return Replay(tuple(faults[:MOST_FAULTS]), turns, len(run.plan), run.plan)


class _Run:
    def __init__(self, rules: Rules, certificate: Certificate) -> None:
        self.rules = rules
        self.lines = certificate.lines
        self.faults: list[Fault] = []
        self.plan: dict[tuple, Any] = {}
        self._picks = rules.options.goblin_ties == PLAYER
        self._steps = 0

    def play(self) -> int:
        """The turns of the longest play. Lines lead to later ones only, so they are replayed from the last on."""
        start = (0, self.rules.start())
        met = {start: None}
        waiting = [start]
        leads: dict[tuple[int, Position], tuple[int, list[tuple[int, Position]]]] = {}
        while waiting:
            one = waiting.pop()
            leads[one] = self._line(*one)
            fresh = [after for after in leads[one][1] if after not in met]
            met.update(dict.fromkeys(fresh))
            waiting += fresh
        turns: dict[tuple[int, Position], int] = {}
        for one in sorted(leads, key=lambda one: -one[0]):
            own, after = leads[one]
            turns[one] = own + max((turns[other] for other in after), default=0)
        return turns[start]

    def _line(self, number: int, position: Position) -> tuple[int, list[tuple[int, Position]]]:
        """How many turns a line takes from a position, and which lines go on from where."""
        line = self.lines[number]
        for place, ply in enumerate(line.plies):
            self._steps += 1
            if self._steps > MOST_STEPS:
                if self._steps == MOST_STEPS + 1:
                    found = f"the strategy is too long, after {MOST_STEPS} turns the replay was given up"
                    self._tell(WRONG, "EQ-14", None, found, number, place)
                return place, []
            after = self._turn(number, place, position, ply)
            if after is None:
                return place, []
            self.plan[tuple(position[:5])] = ply[0] if ply[1] is None else ply
            last = place + 1 == len(line.plies)
            won = [one for one in after.values() if self.rules.outcome(one) == RESCUED]
            if won:
                if not last or line.ties:
                    found = f"the game is won after {ply_word(ply)}, the strategy goes on"
                    self._tell(WRONG, "EQ-21", self._cell(won[0], 1), found, number, place + 1)
                return place + 1, []
            distinct = set(after.values())
            if last and line.ties:
                return place + 1, list(self._answers(number, place, position, after))
            if len(distinct) > 1:
                ways = ", ".join(NAMES[way] for way in after if way is not None)
                found = f"the goblin's steps {ways} are equally good and lead apart, the strategy does not answer them"
                self._tell(CUT_SHORT if last else WRONG, "EQ-20", self._cell(position, 2), found, number, place + 1)
                return place + 1, []
            position = next(iter(distinct))
        found = "the strategy ends here, the game is not won"
        self._tell(CUT_SHORT, "EQ-14", self._cell(position, 1), found, number, len(line.plies))
        return len(line.plies), []

    def _turn(self, number: int, place: int, position: Position, ply: Ply) -> dict[Direction | None, Position] | None:
        """By the goblin's step the positions that may follow a ply, or None after a fault has been told."""
        rules = self.rules
        way, picked = ply
        if way not in rules.plies(position):
            self._tell(WRONG, "EQ-15", self._cell(position, 0), self._not_a_ply(position, way), number, place)
            return None
        middle = rules.play(position, way)
        if not middle.ways:
            after = {None: middle}
        elif picked is not None:
            if picked not in middle.ways or not self._picks:
                found = (
                    f"{NAMES[picked]} is not for the player to pick"
                    if not self._picks
                    else (
                        f"the goblin's step {NAMES[picked]} is not among {', '.join(NAMES[one] for one in middle.ways)}"
                    )
                )
                self._tell(WRONG, "EQ-20", self._cell(position, 2), found, number, place)
                return None
            after = {picked: rules.play(middle, picked)}
        else:
            after = {one: rules.play(middle, one) for one in middle.ways}
        for step, one in after.items():
            outcome = rules.outcome(one)
            if outcome is not None and not outcome.won:
                clause, token = _ENDINGS[outcome]
                tie = "" if step is None or len(after) == 1 else f", if the goblin goes {NAMES[step]}"
                found = f"after {ply_word(ply)}{tie} the game is lost: {outcome.reason}"
                self._tell(WRONG, clause, self._cell(one, token), found, number, place)
                return None
        return after

    def _answers(
        self, number: int, place: int, position: Position, after: dict[Direction | None, Position]
    ) -> Iterator[tuple[int, Position]]:
        """The lines that go on after a tie."""
        ties = self.lines[number].ties
        for step, one in after.items():
            if step not in ties:
                which = "does not tie here" if step is None else f"may go {NAMES[step]} too"
                code = WRONG if step is None else CUT_SHORT
                found = f"the goblin {which}, the strategy has no line for that"
                self._tell(code, "EQ-20", self._cell(position, 2), found, number, place + 1)
            else:
                yield ties[step], one
        for way in ties:
            if way not in after and None not in after:
                found = f"the goblin cannot go {NAMES[way]} here"
                self._tell(WRONG, "EQ-20", self._cell(position, 2), found, number, place + 1)

    def _not_a_ply(self, position: Position, way: Direction | None) -> str:
        allowed = [NAMES[one] for one in self.rules.plies(position) if one is not None]
        at = list(self._cell(position, 0))
        if way is None:
            return f"the escort at {at} must step, it may go {', '.join(allowed)}"
        if not allowed:
            return f"the escort at {at} cannot step, found {NAMES[way]}"
        return f"the escort at {at} may not go {NAMES[way]}, only {', '.join(allowed)}"

    def _cell(self, position: Position, token: int) -> Pair:
        return self.rules.board.pair(Cell(position[token].cell))

    def _tell(self, code: str, clause: str, cell: Pair | None, found: str, line: int, ply: int) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(code, clause, cell, found, line, ply))
