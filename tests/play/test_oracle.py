"""The solver against a plain oracle: all positions of a tiny board, valued again and again until nothing changes."""

from __future__ import annotations

import pytest

from games.scenes import BOOK, every_option, random_layout
from questpress.games.escort_quest.puzzle import EscortPuzzle
from questpress.games.escort_quest.rules import Position, Rules
from questpress.play import solver
from questpress.play.solver import Verdict, decide, first_winning_plies, solve

MOST = 350  # positions; larger ones are left out, the solver is quick and the oracle is not
SIZES = [(3, 3), (3, 4), (5, 3), (4, 4), (5, 5)]


class Oracle:
    """Knows only plies, play and outcome. `turns(p)`: the fewest turns in which a win from `p` is certain, or None."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.after: dict[Position, list[Position]] = {}
        waiting = [rules.start()]
        while waiting and len(self.after) <= MOST:
            position = waiting.pop()
            if position not in self.after:
                self.after[position] = [rules.play(position, ply) for ply in rules.plies(position)]
                waiting += self.after[position]
        self.whole = len(self.after) <= MOST
        self.picks = rules.options.goblin_ties == "player"
        self.turns: dict[Position, int] = {}
        if self.whole:
            self._value()

    def _value(self) -> None:
        changed = True
        while changed:
            changed = False
            for position in self.after:
                value = self._worth(position)
                if value is not None and value < self.turns.get(position, 10**9):
                    self.turns[position] = value
                    changed = True

    def _worth(self, position: Position) -> int | None:
        outcome = self.rules.outcome(position)
        if outcome is not None:
            return 0 if outcome.won else None
        values = [self.turns.get(after) for after in self.after[position]]
        if position.ways and not self.picks:  # the goblin picks: the worst counts
            return None if None in values else max(values)
        best = min((value for value in values if value is not None), default=None)
        return best if best is None or position.ways else best + 1


@pytest.mark.parametrize("options", list(every_option()), ids=lambda o: "-".join(o.as_mapping().values()))
def test_every_combination_of_options_agrees_with_the_oracle(options, monkeypatch):
    compared = 0
    for seed in range(60):
        rules = Rules(random_layout(seed, SIZES[seed % len(SIZES)], options))
        oracle = Oracle(rules)
        if not oracle.whole:
            continue
        start = rules.start()
        expected = oracle.turns.get(start)
        solution = solve(EscortPuzzle(rules), strategy=True)
        assert solution.depth == expected, f"seed {seed}"
        assert solution.verdict is (Verdict.NOT_WINNABLE if expected is None else Verdict.WON)
        assert decide(EscortPuzzle(rules)).winnable is (expected is not None)
        with monkeypatch.context() as patch:  # the quick look for hopeless positions, from the first one on
            patch.setattr(solver, "LONG", -1)
            assert solve(EscortPuzzle(rules)).depth == expected
        plies, _, undecided = first_winning_plies(EscortPuzzle(rules))
        first = {ply[0] if isinstance(ply, tuple) else ply for ply in plies}
        winning = {
            way for way, after in zip(rules.plies(start), oracle.after[start], strict=True) if after in oracle.turns
        }
        assert not undecided and first == winning - {None}, f"seed {seed}"
        compared += 1
        if compared == 4:
            break
    assert compared >= 3


def follow(rules: Rules, strategy, position: Position, turns: int) -> int:
    """The most turns that play by the strategy takes, whatever the goblin does. Fails where it does not win."""
    outcome = rules.outcome(position)
    if outcome is not None:
        assert outcome.won
        return 0
    assert turns > 0
    ply = strategy[tuple(position[:5])]
    way, tie = ply if isinstance(ply, tuple) else (ply, None)
    after = rules.play(position, way)
    if not after.ways:
        return 1 + follow(rules, strategy, after, turns - 1)
    ties = after.ways if tie is None else (tie,)
    return 1 + max(follow(rules, strategy, rules.play(after, way), turns - 1) for way in ties)


@pytest.mark.parametrize("ties", BOOK.values["goblin_ties"])
@pytest.mark.parametrize("sight", BOOK.values["goblin_sight"])
def test_a_strategy_wins_in_exactly_its_depth_against_every_tie(ties, sight):
    won = 0
    for seed in range(40):
        options = BOOK.defaults.but(goblin_ties=ties, goblin_sight=sight)
        rules = Rules(random_layout(seed, (6, 6), options))
        solution = solve(EscortPuzzle(rules), limit=600, strategy=True)
        if solution.depth is not None:
            won += 1
            assert follow(rules, solution.strategy, rules.start(), solution.depth) == solution.depth
    assert won >= 10
