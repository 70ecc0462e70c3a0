"""Escort Quest as the solver sees it (`questpress.play.game.Puzzle`). No rule stands here: it sorts what Rules tells.

A position is the first five fields of a `rules.Position` as a plain tuple. A ply is the escort's direction (None
where it cannot step); where the player picks the goblin's tie, a pair of it and the goblin's direction.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from questpress.games.escort_quest.alone import Pair, pairs_that_get_home
from questpress.games.escort_quest.options import PLAYER
from questpress.games.escort_quest.rules import RESCUED, Rules
from questpress.play.game import Choice


class EscortPuzzle:
    """The puzzle that a layout sets under its options."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._turn = rules.turn
        self._start = tuple(rules.start()[:5])
        self._picks = rules.options.goblin_ties == PLAYER
        self.wins_now = rules.wins_now
        self.may_tie = rules.may_tie
        self._looked = False
        self._hopeful: set[Pair] | None = None

    def root(self) -> tuple:
        """The layout's starting position."""
        return self._start

    def winning_plies(self, position: tuple) -> list[Any]:
        """The escort's directions with which a village takes effect on the villager in this turn."""
        return [way for way, _, after in self._turn(position) if after[0][4] is RESCUED]

    def hopeless(self, position: tuple) -> bool:
        """Whether the villager would not even get home without a goblin (alone.py); False proves nothing."""
        if not self._looked:
            self._looked, self._hopeful = True, pairs_that_get_home(self._rules)
        return self._hopeful is not None and (position[0], position[1], position[3]) not in self._hopeful

    def choices(self, position: tuple) -> Iterator[Choice]:
        """The escort's directions after which the game goes on, each with the positions that a tie may lead to."""
        for way, phases, after in self._turn(position):
            if len(after) == 1:
                if after[0][4] is None:
                    yield way, after
            elif self._picks:  # EQ-20 `player`
                for phase, one in zip(phases, after, strict=True):
                    if one[4] is None:
                        yield (way, phase.way), (one,)
            elif all(one[4] is None for one in after):  # EQ-20 `adversary`
                yield way, tuple(dict.fromkeys(after))
