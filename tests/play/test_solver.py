"""The solver on toy puzzles whose answers can be seen: depth, ties, limits, and the two traps of solver.py."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from questpress.play.solver import Verdict, decide, first_winning_plies, solve


class Toy:
    """A puzzle as a table: position → choices, each a text of the positions that may follow; `win` wins at once."""

    def __init__(self, table: Mapping[str, list[str]], wins: str) -> None:
        self.table = table
        self.wins = set(wins.split())
        self.may_tie = any(" " in after for choices in table.values() for after in choices)

    def root(self) -> str:
        return "a"

    def wins_now(self, position: str) -> bool:
        return position in self.wins

    def winning_plies(self, position: str) -> list[str]:
        return ["win"] if position in self.wins else []

    def hopeless(self, position: str) -> bool:
        return False

    def choices(self, position: str):
        for after in self.table.get(position, []):
            yield after, tuple(dict.fromkeys(after.split()))


def test_a_root_that_wins_at_once_has_depth_1_and_examines_nothing():
    solution = solve(Toy({}, "a"), strategy=True)
    assert (solution.verdict, solution.depth, solution.positions, solution.line) == (Verdict.WON, 1, 0, ("win",))


def test_a_line_has_a_turn_a_step():
    solution = solve(Toy({"a": ["b"], "b": ["c"], "c": []}, "c"), strategy=True)
    assert (solution.depth, solution.line) == (3, ("b", "c", "win"))


def test_going_round_for_ever_is_not_winning():
    assert solve(Toy({"a": ["b"], "b": ["a"]}, "")).verdict is Verdict.NOT_WINNABLE


def test_a_tie_must_be_won_whichever_is_taken_and_the_worst_counts():
    both = Toy({"a": ["b c"], "b": ["d"], "c": [], "d": []}, "c d")
    assert solve(both).depth == 3
    one = Toy({"a": ["b c"], "b": [], "c": []}, "c")
    assert solve(one).verdict is Verdict.NOT_WINNABLE


def test_trap_1_the_depth_may_exceed_the_number_of_layers():
    # From a the tie leads to b or c; b leads back to c by another tie, c on to d. Layers: a | b c | d, depth 4.
    toy = Toy({"a": ["b c"], "b": ["c d"], "c": ["d"], "d": []}, "d")
    assert solve(toy).depth == 4


def test_trap_2_a_line_without_ties_may_hide_a_shorter_strategy_through_ties():
    # The line a f g h wins in 4 turns; the tie b c wins in 3.
    table = {"a": ["f", "b c"], "f": ["g"], "g": ["h"], "b": ["d"], "c": ["e"]}
    assert solve(Toy(table, "h d e")).depth == 3


def test_a_position_first_reached_through_a_tie_does_not_lend_its_layer_to_a_later_line():
    # x is in layer 1 through a tie; by the line a y x w it is one later. The line a s v is the shortest.
    table = {"a": ["y", "x z", "s"], "y": ["x"], "x": ["w"], "s": ["v"]}
    assert solve(Toy(table, "w v")).depth == 3


def test_a_tie_that_leads_back_to_the_root_is_no_progress():
    assert solve(Toy({"a": ["a b"], "b": []}, "b")).verdict is Verdict.NOT_WINNABLE


def test_the_strategy_answers_every_tie():
    solution = solve(Toy({"a": ["b c"], "b": ["d"], "c": []}, "c d"), strategy=True)
    assert solution.strategy == {"a": "b c", "b": "d", "c": "win", "d": "win"}
    assert solution.line == ("b c",)


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_limit_that_is_reached_leaves_it_undecided_with_the_reason(limit):
    chain = {str(n): [str(n + 1)] for n in range(10)} | {"a": ["0"]}
    for solution in (solve(Toy(chain, "9"), limit), decide(Toy(chain, "9"), limit)):
        assert (solution.verdict, solution.winnable, solution.depth) == (Verdict.UNDECIDED, None, None)
        assert solution.positions == limit and str(limit) in solution.reason


def test_a_limit_that_is_not_reached_changes_nothing():
    chain = {"a": ["b"], "b": ["c"]}
    assert solve(Toy(chain, "c"), 2).depth == 3


def test_decide_stops_at_the_first_proof():
    wide = {"a": [f"b{n}" for n in range(50)], **{f"b{n}": [f"c{n}"] for n in range(50)}}
    solution = decide(Toy(wide, "c0"))
    assert solution.verdict is Verdict.WON and solution.depth is None and solution.positions == 2


def test_first_winning_plies_are_all_that_still_win_however_long_it_takes():
    table = {"a": ["b", "c", "d", "e f", "e g"], "b": [], "c": ["h"], "h": ["i"], "d": ["a"], "g": []}
    plies, _, undecided = first_winning_plies(Toy(table, "b e f i"))
    assert (plies, undecided) == (("b", "c", "d", "e f"), False)


def test_first_winning_plies_know_when_the_limit_left_one_open():
    chain = {str(n): [str(n + 1)] for n in range(10)} | {"a": ["0", "w"]}
    plies, count, undecided = first_winning_plies(Toy(chain, "w"), 3)
    assert (plies, count.positions, undecided) == (("w",), 3, True)


def test_the_answer_is_the_same_every_time():
    table = {"a": ["b c", "d"], "b": ["e"], "c": ["e f"], "d": ["b"], "e": [], "f": ["e"]}
    assert len({repr(solve(Toy(table, "e"), strategy=True)) for _ in range(5)}) == 1


def test_a_long_search_looks_for_hopeless_positions(monkeypatch):
    monkeypatch.setattr("questpress.play.solver.LONG", 4)
    toy = Toy({"a": ["a1"]} | {f"a{n}": [f"a{n + 1}"] for n in range(1, 100)}, "")
    toy.hopeless = lambda position: True
    solution = solve(toy)
    assert (solution.verdict, solution.positions) == (Verdict.NOT_WINNABLE, 5)
