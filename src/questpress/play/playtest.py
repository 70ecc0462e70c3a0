"""How often simple players win: playing to learn about a puzzle, seeded, the same numbers on every machine.

Three players. *random* takes any ply. *greedy* takes the ply after which it seems nearest to the win, the worst of the
adversary's answers counting; it never walks into a loss that it can see in this turn, nor past a win. *two-ply* looks
one turn further the same way. Where several plies seem equally good, one of them is drawn. The adversary's answers are
drawn too. A play that is not won after so many turns is given up.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Protocol

PLAYS = 2000
WON, LOST = 1e9, -1e9


class Trial(Protocol):
    """A puzzle as the players see it. Positions are hashable; `answers` never fails for a position that goes on."""

    def start(self) -> Hashable:
        """Where a play begins."""

    def answers(self, position: Any) -> Sequence[Sequence[Hashable]]:
        """For each ply of the player, in the order of the rules, the positions that may follow."""

    def ended(self, position: Any) -> bool | None:
        """Whether the position is won or lost; None while the game goes on."""

    def near(self, position: Any) -> float:
        """How near a position that goes on seems to the win; more is nearer."""


def win_rates(trial: Trial, most_turns: int, seed: int, plays: int = PLAYS) -> Mapping[str, float]:
    """The share of plays that each player wins, in per cent, by `random`, `greedy` and `two_ply`."""
    view = _View(trial)
    players: dict[str, Callable[[Any], Sequence[int]]] = {
        "random": lambda position: range(len(view.answers(position))),
        "greedy": view.greedy,
        "two_ply": view.two_ply,
    }
    rates = {}
    for number, (name, choose) in enumerate(players.items()):
        draw = random.Random(seed * 3 + number).random
        won = sum(_play(view, choose, most_turns, draw) for _ in range(plays))
        rates[name] = round(100 * won / plays, 1)
    return rates


def _play(view: _View, choose: Callable[[Any], Sequence[int]], most_turns: int, draw: Callable[[], float]) -> bool:
    position = view.trial.start()
    for _ in range(most_turns):
        plies = choose(position)
        if not plies:
            return False
        answers = view.answers(position)[plies[int(draw() * len(plies))]]
        position = answers[int(draw() * len(answers))] if len(answers) > 1 else answers[0]
        ended = view.ended(position)
        if ended is not None:
            return ended
    return False


class _View:
    """What the players have seen of a puzzle; each position is looked at once."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self._answers: dict[Hashable, Sequence[Sequence[Hashable]]] = {}
        self._ended: dict[Hashable, bool | None] = {}
        self._worth: dict[Hashable, float] = {}
        self._ahead: dict[Hashable, float] = {}
        self._greedy: dict[Hashable, Sequence[int]] = {}
        self._two_ply: dict[Hashable, Sequence[int]] = {}

    def answers(self, position: Hashable) -> Sequence[Sequence[Hashable]]:
        found = self._answers.get(position)
        if found is None:
            found = self._answers[position] = self.trial.answers(position)
        return found

    def ended(self, position: Hashable) -> bool | None:
        if position not in self._ended:
            self._ended[position] = self.trial.ended(position)
        return self._ended[position]

    def greedy(self, position: Hashable) -> Sequence[int]:
        """The plies that seem best at a look of one turn."""
        found = self._greedy.get(position)
        if found is None:
            found = self._greedy[position] = self._best(position, self._seems)
        return found

    def two_ply(self, position: Hashable) -> Sequence[int]:
        """The plies that seem best at a look of two turns."""
        found = self._two_ply.get(position)
        if found is None:
            found = self._two_ply[position] = self._best(position, self._after_next)
        return found

    def _best(self, position: Hashable, worth: Callable[[Hashable], float]) -> Sequence[int]:
        seen = [min(map(worth, answers)) for answers in self.answers(position)]
        top = max(seen, default=0.0)
        return [number for number, one in enumerate(seen) if one == top]

    def _seems(self, position: Hashable) -> float:
        found = self._worth.get(position)
        if found is None:
            ended = self.ended(position)
            found = self.trial.near(position) if ended is None else WON if ended else LOST
            self._worth[position] = found
        return found

    def _after_next(self, position: Hashable) -> float:
        """The best that the next turn can bring, seen from now; a win at once is better than one to come."""
        ended = self.ended(position)
        if ended is not None:
            return 2 * WON if ended else 2 * LOST
        found = self._ahead.get(position)
        if found is None:
            ahead = [min(map(self._seems, answers)) for answers in self.answers(position)]
            found = self._ahead[position] = max(ahead, default=LOST)
        return found
