"""Escort Quest in play, a test a clause: EQ-2 to EQ-5 and EQ-13 to EQ-20."""

from __future__ import annotations

import pytest

from games.scenes import after, names, scene, where
from questpress.games.escort_quest.board import NAMES, SIDES, closed_by_side
from questpress.games.escort_quest.rules import CAUGHT, ESCORT_SPIKED, RAIDED, RESCUED, VILLAGER_SPIKED

ALL = list(NAMES)


def test_eq2_directions_are_listed_clockwise_from_north():
    rules = scene()
    assert names(rules.plies(rules.start())) == ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]


def test_eq3_a_diagonal_step_wraps_in_both_coordinates_at_once():
    rules = scene(escort=(0, 0), villager=(6, 0), goblin=(3, 3), capture="ignored")
    assert where(rules, after(rules, "NW"))[:2] == ((6, 6), (5, 6))


def test_eq4_a_barrier_is_entered_freely_and_not_left_in_a_greyed_out_direction():
    rules = scene(escort=(1, 2), barriers={(1, 1): "N NE W"})
    inside = after(rules, "N")
    assert where(rules, inside)[0] == (1, 1)
    assert names(rules.plies(inside)) == ["E", "SE", "S", "SW", "NW"]


def test_eq4_a_grey_side_closes_itself_and_the_two_diagonals_that_touch_it():
    closed = {NAMES[side]: sorted(NAMES[way] for way in closed_by_side(side)) for side in SIDES}
    assert closed == {"N": ["N", "NE", "NW"], "E": ["E", "NE", "SE"], "S": ["S", "SE", "SW"], "W": ["NW", "SW", "W"]}


def test_eq5_a_tile_negates_the_barrier_below_it():
    rules = scene({(0, 0): "G"}, escort=(0, 0), barriers={(0, 0): "N S"})
    assert names(rules.plies(rules.start())) == ALL


def test_eq13_the_villager_acts_before_the_goblin():
    rules = scene({(4, 3): "V", (5, 5): "V"}, villager=(3, 3), goblin=(6, 6))
    assert after(rules, "E").outcome is RESCUED


def test_eq13_the_escort_acts_before_the_villager():
    rules = scene({(1, 0): "S", (4, 3): "V"}, escort=(0, 0), villager=(3, 3))
    assert after(rules, "E").outcome is ESCORT_SPIKED


def test_eq14_a_village_takes_effect_on_the_goblin():
    rules = scene({(5, 5): "V"}, villager=(2, 2), goblin=(6, 6))
    assert after(rules, "SE").outcome is RAIDED


def test_eq14_spikes_take_effect_on_the_villager():
    rules = scene({(3, 2): "S"}, villager=(3, 3))
    assert after(rules, "N").outcome is VILLAGER_SPIKED


def test_eq14_capture_loss_and_ignored():
    tokens = {"villager": (3, 3), "goblin": (4, 4)}
    assert after(scene(**tokens), "SE").outcome is CAUGHT
    assert after(scene(**tokens, capture="ignored"), "SE").outcome is None


def test_eq15_the_escort_may_not_pass():
    assert None not in scene().plies(scene().start())


def test_eq15_the_escort_stays_where_no_direction_is_allowed():
    rules = scene(escort=(0, 0), barriers={(0, 0): " ".join(ALL)})
    assert rules.plies(rules.start()) == (None,)
    assert where(rules, after(rules, None))[:2] == ((0, 0), (3, 3))


def test_eq16_the_villager_copies_the_step_and_not_the_amulets_extra_cell():
    rules = scene({(1, 0): "A"}, escort=(0, 0), villager=(3, 3))
    assert where(rules, after(rules, "E"))[:2] == ((2, 0), (4, 3))


def test_eq16_the_villager_copies_the_step_and_not_the_warps_jump():
    rules = scene({(1, 0): "↑", (5, 0): "→"}, escort=(0, 0), villager=(3, 3))
    assert where(rules, after(rules, "E"))[:2] == ((5, 0), (4, 3))


def test_eq16_the_villager_stays_where_its_barrier_greys_the_direction_out():
    rules = scene(villager=(3, 3), barriers={(3, 3): "E"})
    assert where(rules, after(rules, "E"))[1] == (3, 3)
    assert where(rules, after(rules, "S"))[1] == (3, 4)


def test_eq17_the_villager_is_caught_on_an_amulets_extra_cell():
    rules = scene({(4, 3): "A"}, villager=(3, 3), goblin=(5, 3))
    assert after(rules, "E").outcome is CAUGHT


def test_eq17_the_villager_is_caught_on_the_way_over_an_amulet():
    rules = scene({(4, 3): "A", (5, 3): "V"}, villager=(3, 3), goblin=(4, 3), amulet_landing="immediate")
    assert after(rules, "E").outcome is CAUGHT


def test_eq17_the_villager_is_caught_where_a_warp_arrives():
    rules = scene({(4, 3): "↑", (0, 6): "→"}, villager=(3, 3), goblin=(0, 6))
    assert after(rules, "E").outcome is CAUGHT


def test_eq17_capture_comes_before_the_tile():
    rules = scene({(4, 3): "V"}, villager=(3, 3), goblin=(4, 3))
    assert after(rules, "E").outcome is CAUGHT


def test_eq17_capture_holds_in_an_immune_turn():
    rules = scene({(1, 0): "G"}, escort=(0, 0), villager=(2, 3), goblin=(5, 3))
    immune = after(rules, "E")
    assert immune.immune and where(rules, immune)[1:] == ((3, 3), (4, 3))
    assert rules.play(immune, NAMES.index("E")).outcome is CAUGHT


def test_eq17_an_adjacent_pair_cannot_swap_unseen():
    rules = scene(villager=(3, 3), goblin=(4, 3))
    assert after(rules, "E").outcome is CAUGHT


def test_eq17_the_goblin_catches_by_its_own_step():
    rules = scene(villager=(3, 3), goblin=(4, 4), barriers={(3, 3): "E"})
    assert after(rules, "E").outcome is CAUGHT


def test_eq17_a_pair_that_starts_on_one_cell_has_not_entered_it():
    rules = scene(villager=(3, 3), goblin=(3, 3))
    assert rules.outcome(rules.start()) is None
    assert after(scene(villager=(3, 3), goblin=(3, 3), barriers={(3, 3): "E"}), "E").outcome is None


def test_eq17_escort_and_goblin_share_a_cell_freely():
    rules = scene(escort=(5, 6), villager=(3, 3), goblin=(6, 6))
    assert after(rules, "E").outcome is None


@pytest.mark.parametrize(
    ("goblin", "arrives"),
    [
        ((6, 4), (5, 4)),  # |dx| > |dy|: horizontally
        ((4, 6), (4, 5)),  # |dy| > |dx|: vertically
        ((6, 6), (5, 5)),  # equal: diagonally
        ((0, 3), (1, 3)),  # never across the edge that is nearer
    ],
)
def test_eq18_the_goblin_steps_along_the_longer_side(goblin, arrives):
    rules = scene(villager=(3, 3), goblin=goblin, barriers={(3, 3): " ".join(ALL)})
    assert where(rules, after(rules, "N"))[2] == arrives


def test_eq18_the_goblin_stays_where_its_barrier_greys_the_direction_out():
    rules = scene(villager=(3, 3), goblin=(6, 4), barriers={(3, 3): " ".join(ALL), (6, 4): "W"})
    assert where(rules, after(rules, "N"))[2] == (6, 4)


def test_eq18_a_goblin_on_the_villager_stays():
    rules = scene(villager=(3, 3), goblin=(3, 3), barriers={(3, 3): "N"}, capture="ignored")
    assert where(rules, after(rules, "N"))[2] == (3, 3)


def test_eq18_a_bound_goblin_on_the_villager_stays_too():
    # It lands on crosshairs at (4, 3), to which the villager then comes.
    rules = scene({(4, 3): "X"}, villager=(3, 3), goblin=(5, 3), barriers={(3, 3): "N"}, capture="ignored")
    bound = after(rules, "N")
    assert bound.goblin.debt == "bound"
    assert where(rules, rules.play(bound, NAMES.index("E")))[1:] == ((4, 3), (4, 3))


def test_eq18_a_bound_goblin_may_gain_by_crossing_an_edge_that_it_does_not_look_across():
    # On the top row, looking for the villager on the bottom row: SW and SE arrive at row 1, NW and NE at row 6.
    walls = {(3, 6): " ".join(ALL)}
    rules = scene({(1, 0): "X"}, villager=(3, 6), goblin=(1, 6), barriers=walls, capture="ignored")
    position = rules.start()._replace(goblin=rules.start().goblin._replace(cell=rules.board.cell((1, 0)), debt="bound"))
    assert where(rules, rules.play(position, 0))[2] == (2, 6)


def test_eq19_planar_sight_looks_across_the_flat_board():
    rules = scene(villager=(0, 3), goblin=(6, 3), barriers={(0, 3): "N"})
    assert where(rules, after(rules, "N"))[2] == (5, 3)


def test_eq19_torus_sight_looks_the_shorter_way_round():
    rules = scene(villager=(0, 3), goblin=(5, 3), barriers={(0, 3): "N"}, goblin_sight="torus")
    assert where(rules, after(rules, "N"))[2] == (6, 3)


def test_eq19_two_ways_of_one_length_are_a_tie():
    rules = scene(size=(8, 7), villager=(0, 3), goblin=(4, 3), barriers={(0, 3): "N"}, goblin_sight="torus")
    assert names(rules.plies(after(rules, "N"))) == ["E", "W"]


def test_eq19_a_tied_shorter_side_does_not_matter():
    rules = scene(
        size=(9, 4), escort=(4, 3), villager=(0, 0), goblin=(3, 2), barriers={(0, 0): "N"}, goblin_sight="torus"
    )
    assert where(rules, after(rules, "N"))[2] == (2, 2)


def tie(**options):
    """The goblin, bound, has two equally good steps: (3, 5) and (3, 3) are as near to the villager at (1, 4)."""
    rules = scene({(4, 4): "X"}, villager=(1, 4), goblin=(5, 4), barriers={(1, 4): " ".join(ALL)}, **options)
    return rules, after(rules, "N", "N")


def test_eq20_adversary_and_player_leave_the_tie_to_be_picked():
    for ties in ("adversary", "player"):
        rules, position = tie(goblin_ties=ties)
        assert names(rules.plies(position)) == ["SW", "NW"]
        assert where(rules, rules.play(position, NAMES.index("NW")))[2] == (3, 3)
        assert where(rules, rules.play(position, NAMES.index("SW")))[2] == (3, 5)


def test_eq20_clockwise_takes_the_first_in_order():
    rules, position = tie(goblin_ties="clockwise")
    assert where(rules, position)[2] == (3, 5)


def test_eq20_clockwise_stays_if_a_barrier_greys_the_first_one_out():
    walls = {(0, 3): "N", (4, 3): "E"}
    rules = scene(
        size=(8, 7), villager=(0, 3), goblin=(4, 3), barriers=walls, goblin_sight="torus", goblin_ties="clockwise"
    )
    assert where(rules, after(rules, "N"))[2] == (4, 3)


def test_eq20_a_greyed_out_step_stays_a_candidate():
    walls = {(0, 3): "N", (4, 3): "E"}
    rules = scene(size=(8, 7), villager=(0, 3), goblin=(4, 3), barriers=walls, goblin_sight="torus")
    position = after(rules, "N")
    assert names(rules.plies(position)) == ["E", "W"]
    assert where(rules, rules.play(position, NAMES.index("E")))[2] == (4, 3)


def test_eq20_steps_that_lead_to_the_same_cell_are_one():
    walls = {(0, 3): "N", (4, 3): "E W"}
    rules = scene(size=(8, 7), villager=(0, 3), goblin=(4, 3), barriers=walls, goblin_sight="torus")
    assert where(rules, after(rules, "N"))[2] == (4, 3)  # no tie: it stays either way


def test_a_ply_that_is_not_allowed_is_refused():
    rules = scene(escort=(0, 0), barriers={(0, 0): "E"})
    with pytest.raises(ValueError, match="not a ply here"):
        after(rules, "E")
