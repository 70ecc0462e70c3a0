"""Simple players on a corridor where every number is known: what they win is what they should."""

from collections.abc import Sequence

from questpress.play.playtest import win_rates


class Corridor:
    """Cells 0 to `length`; a ply goes back or on; the last cell wins, a hole loses. The adversary may hold one back."""

    def __init__(self, length: int, hole: int | None = None, drags: bool = False, start: int = 1) -> None:
        self.length, self.hole, self.drags, self._start = length, hole, drags, start

    def start(self) -> int:
        return self._start

    def answers(self, position: int) -> Sequence[Sequence[int]]:
        ahead = (position + 1, position) if self.drags else (position + 1,)
        return [(max(position - 1, 0),), ahead]

    def ended(self, position: int) -> bool | None:
        return True if position == self.length else False if position == self.hole else None

    def near(self, position: int) -> float:
        return float(position)


def test_a_player_who_looks_ahead_walks_straight_home() -> None:
    rates = win_rates(Corridor(6), 8, seed=1, plays=200)
    assert rates["greedy"] == rates["two_ply"] == 100
    assert rates["random"] < 30


def test_nobody_wins_what_cannot_be_won_in_time() -> None:
    assert set(win_rates(Corridor(30), 8, seed=1, plays=50).values()) == {0}


def test_greedy_does_not_step_into_a_hole_that_it_sees_and_turns_back_before_it() -> None:
    rates = win_rates(Corridor(6, hole=3), 20, seed=1, plays=50)
    assert rates["greedy"] == rates["two_ply"] == 0  # home lies behind the hole; they wait before it


def test_one_ply_is_not_enough_where_two_are() -> None:
    class Bait(Corridor):
        """At 1 the first ply leads to 9, which looks nearer than 2 and from which only a loss follows."""

        def answers(self, position: int) -> Sequence[Sequence[int]]:
            return {1: [(9,), (2,)], 9: [(8,)], 2: [(4,)]}[position]

        def ended(self, position: int) -> bool | None:
            return {4: True, 8: False}.get(position)

    rates = win_rates(Bait(4), 5, seed=1, plays=400)
    assert rates["greedy"] == 0 and rates["two_ply"] == 100
    assert 35 < rates["random"] < 65


def test_the_same_seed_gives_the_same_rates_and_another_seed_others() -> None:
    trial = Corridor(4, drags=True, start=2)
    one = win_rates(trial, 6, seed=5, plays=500)
    assert one == win_rates(Corridor(4, drags=True, start=2), 6, seed=5, plays=500)
    assert one != win_rates(trial, 6, seed=6, plays=500)
