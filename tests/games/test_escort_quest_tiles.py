"""What the tiles of Escort Quest do, a test a clause: EQ-21 to EQ-29."""

from __future__ import annotations

from games.scenes import after, names, scene, where
from questpress.games.escort_quest.board import NAMES, direction
from questpress.games.escort_quest.rules import ESCORT_SPIKED, RAIDED, RESCUED, VILLAGER_SPIKED

ALL = " ".join(NAMES)
FAR = {"capture": "ignored"}  # where the goblin only watches


def test_a_starting_tile_does_not_act():
    rules = scene({(0, 0): "*", (3, 3): "V", (6, 6): "X"}, escort=(0, 0), villager=(3, 3), goblin=(6, 6))
    assert rules.outcome(rules.start()) is None
    assert names(rules.plies(rules.start())) == list(NAMES)
    assert where(rules, after(rules, "N"))[2] != (6, 6)


def test_a_token_that_stays_does_not_land_again():
    # The escort freezes on the snowflake for one turn only, although it stays on it in that turn.
    rules = scene({(1, 0): "*"}, escort=(0, 0), **FAR)
    frozen = after(rules, "E")
    assert rules.plies(frozen) == (None,)
    assert names(rules.plies(rules.play(frozen, None))) == list(NAMES)


def test_eq21_village():
    village = {(4, 3): "V"}
    assert after(scene(village, villager=(3, 3)), "E").outcome is RESCUED
    assert after(scene(village, escort=(3, 3), villager=(0, 0)), "E").outcome is None
    assert after(scene(village, villager=(0, 2), goblin=(5, 3)), "E").outcome is RAIDED


def test_eq22_spikes():
    spikes = {(4, 3): "S"}
    assert after(scene(spikes, escort=(3, 3), villager=(0, 0)), "E").outcome is ESCORT_SPIKED
    assert after(scene(spikes, villager=(3, 3)), "E").outcome is VILLAGER_SPIKED
    assert after(scene(spikes, villager=(0, 2), goblin=(5, 3)), "E").outcome is None


def test_eq23_crosshairs_bind_the_escort_in_the_next_turn_and_only_then():
    rules = scene({(1, 0): "X"}, escort=(0, 0), **FAR)
    bound = after(rules, "E")
    assert names(rules.plies(bound)) == ["NE", "SE", "SW", "NW"]
    assert names(rules.plies(rules.play(bound, direction("NE")))) == list(NAMES)


def test_eq23_a_bound_villager_does_not_bind_the_escort_and_does_not_follow_a_straight_step():
    rules = scene({(4, 3): "X"}, villager=(3, 3), **FAR)
    bound = after(rules, "E")
    assert names(rules.plies(bound)) == list(NAMES)
    assert where(rules, rules.play(bound, direction("N")))[1] == (4, 3)
    assert where(rules, rules.play(bound, direction("NE")))[1] == (5, 2)


def test_eq24_snowflake_freezes_the_villager_and_not_the_escort():
    rules = scene({(4, 3): "*"}, villager=(3, 3), **FAR)
    frozen = after(rules, "E")
    assert names(rules.plies(frozen)) == list(NAMES)
    assert where(rules, rules.play(frozen, direction("N")))[1] == (4, 3)
    assert where(rules, after(rules, "E", "N", "N"))[1] == (4, 2)


def test_eq24_snowflake_freezes_the_goblin_for_one_turn():
    rules = scene({(5, 3): "*"}, villager=(0, 3), goblin=(6, 3), barriers={(0, 3): ALL})
    assert [where(rules, after(rules, *["N"] * turns))[2] for turns in (1, 2, 3)] == [(5, 3), (5, 3), (4, 3)]


def test_eq25_amulet_carries_one_further_cell_at_once():
    rules = scene({(4, 3): "A"}, villager=(3, 3), **FAR)
    assert where(rules, after(rules, "E"))[1] == (5, 3)


def test_eq25_the_carry_wraps_and_takes_the_goblin_too():
    rules = scene({(5, 3): "A"}, villager=(0, 3), goblin=(6, 3), barriers={(0, 3): ALL})
    assert where(rules, after(rules, "N"))[2] == (4, 3)
    rules = scene({(6, 3): "A"}, villager=(5, 3), **FAR)
    assert where(rules, after(rules, "E"))[1] == (0, 3)


def test_eq26_guardian_makes_the_whole_next_turn_immune_and_no_other():
    rules = scene({(1, 0): "G", (2, 0): "S", (3, 0): "S"}, escort=(0, 0), **FAR)
    immune = after(rules, "E")
    assert immune.immune
    through = rules.play(immune, direction("E"))
    assert through.outcome is None and not through.immune
    assert rules.play(through, direction("E")).outcome is ESCORT_SPIKED


def test_eq26_the_rest_of_the_present_turn_is_played_as_usual():
    rules = scene({(1, 0): "G", (4, 3): "S"}, escort=(0, 0), villager=(3, 3))
    assert after(rules, "E").outcome is VILLAGER_SPIKED


def test_eq26_no_village_acts_in_an_immune_turn():
    rules = scene({(1, 0): "G", (5, 3): "V"}, escort=(0, 0), villager=(3, 3), goblin=(3, 6))
    stands = after(rules, "E", "E")
    assert stands.outcome is None and where(rules, stands)[1] == (5, 3)


def test_eq26_what_was_to_bind_or_freeze_in_the_immune_turn_does_not():
    rules = scene({(1, 0): "*", (4, 3): "G"}, escort=(0, 0), villager=(3, 3), **FAR)
    assert names(rules.plies(after(rules, "E"))) == list(NAMES)


def test_eq26_nothing_binds_or_freezes_after_an_immune_turn():
    rules = scene({(1, 0): "G", (2, 0): "*"}, escort=(0, 0), **FAR)
    assert names(rules.plies(after(rules, "E", "E"))) == list(NAMES)


def test_eq26_barriers_hold_in_an_immune_turn():
    rules = scene({(1, 0): "G"}, escort=(0, 0), villager=(2, 3), barriers={(3, 3): "E"}, **FAR)
    assert where(rules, after(rules, "E", "E"))[1] == (3, 3)


def test_eq26_immunity_never_prolongs_itself():
    rules = scene({(1, 0): "G", (2, 0): "G"}, escort=(0, 0), **FAR)
    assert not after(rules, "E", "E").immune


def test_eq26_amulets_and_warps_do_not_act_in_an_immune_turn():
    rules = scene({(1, 0): "G", (2, 0): "A", (4, 3): "↓", (0, 6): "→"}, escort=(0, 0), villager=(2, 3), **FAR)
    assert where(rules, after(rules, "E", "E"))[:2] == ((2, 0), (4, 3))


def test_eq26_a_late_landing_that_falls_due_in_an_immune_turn_is_void():
    rules = scene({(1, 0): "A", (2, 0): "S", (4, 3): "G"}, escort=(0, 0), villager=(3, 3), **FAR)
    immune = after(rules, "E")
    assert immune.immune and rules.outcome(immune) is None
    assert rules.outcome(rules.play(immune, direction("E"))) is None


def test_eq26_the_goblin_may_meet_the_guardian_too():
    rules = scene({(5, 3): "G"}, villager=(0, 3), goblin=(6, 3), barriers={(0, 3): ALL})
    assert after(rules, "N").immune


def test_eq27_warp_jumps_to_the_tile_with_the_arrow_of_the_direction():
    rules = scene({(4, 3): "↑", (0, 6): "→"}, villager=(3, 3), **FAR)
    assert where(rules, after(rules, "E"))[1] == (0, 6)


def test_eq27_warp_entered_in_its_own_direction_does_nothing():
    rules = scene({(4, 3): "→"}, villager=(3, 3), **FAR)
    assert where(rules, after(rules, "E"))[1] == (4, 3)


def test_eq27_without_a_tile_of_that_arrow_nothing_happens():
    rules = scene({(4, 3): "↑"}, villager=(3, 3), **FAR)
    assert where(rules, after(rules, "E"))[1] == (4, 3)


def test_eq27_the_tile_at_the_other_end_does_not_act():
    rules = scene({(4, 3): "↑", (0, 6): "→"}, villager=(3, 3), **FAR)
    stands = after(rules, "E")
    assert stands.villager.debt is None
    assert where(rules, after(rules, "E", "W"))[1] == (6, 6)


def test_eq28_next_turn_late_village_wins_before_the_villager_moves():
    rules = scene({(4, 3): "A", (5, 3): "V"}, villager=(3, 3), goblin=(0, 6))
    late = after(rules, "E")
    assert late.outcome is None and late.villager.debt == "late"
    assert rules.play(late, direction("N")).outcome is RESCUED


def test_eq28_next_turn_late_village_loses_where_the_goblin_was_carried():
    rules = scene({(5, 3): "A", (4, 3): "V"}, villager=(0, 3), goblin=(6, 3), barriers={(0, 3): ALL})
    assert after(rules, "N", "N").outcome is RAIDED


def test_eq28_next_turn_late_spikes_end_the_game_before_the_player_picks():
    rules = scene({(1, 0): "A", (2, 0): "S"}, escort=(0, 0))
    late = after(rules, "E")
    assert late.outcome is None
    assert rules.outcome(late) is ESCORT_SPIKED and rules.plies(late) == ()


def test_eq28_next_turn_late_spikes_under_the_villager():
    rules = scene({(4, 3): "A", (5, 3): "S"}, villager=(3, 3), goblin=(0, 6))
    assert after(rules, "E", "N").outcome is VILLAGER_SPIKED


def test_eq28_next_turn_late_warp_jumps_by_the_direction_of_the_carry_and_then_the_token_moves():
    rules = scene({(1, 0): "A", (2, 0): "↑", (5, 5): "→"}, escort=(0, 0), **FAR)
    assert where(rules, after(rules, "E"))[0] == (2, 0)
    assert where(rules, after(rules, "E", "S"))[0] == (5, 6)


def test_eq28_next_turn_late_amulet_carries_again_and_lands_late_again():
    rules = scene({(1, 0): "A", (2, 0): "A", (3, 0): "S"}, escort=(0, 0), **FAR)
    # Carried from (2, 0) onto the spikes at (3, 0), and gone before they fall due (EQ-29).
    second = after(rules, "E", "S")
    assert where(rules, second)[0] == (3, 1) and rules.outcome(second) is None


def test_eq28_next_turn_crosshairs_under_a_carry_bind_in_the_next_turn():
    rules = scene({(1, 0): "A", (2, 0): "X"}, escort=(0, 0), **FAR)
    assert names(rules.plies(after(rules, "E"))) == ["NE", "SE", "SW", "NW"]


def test_eq28_crosshairs_reached_by_a_late_carry_bind_in_the_following_turn():
    # The villager is carried onto crosshairs at the start of its phase; the escort, frozen, gives it no step to copy.
    tiles = {(4, 3): "A", (5, 3): "A", (6, 3): "X", (1, 0): "*"}
    rules = scene(tiles, escort=(0, 0), villager=(3, 3), **FAR)
    stands = after(rules, "E", None)
    assert where(rules, stands)[1] == (6, 3) and stands.villager.debt == "bound"
    # With a step to copy it is not bound yet.
    free = scene({key: tiles[key] for key in tiles if key != (1, 0)}, escort=(0, 0), villager=(3, 3), **FAR)
    assert where(free, after(free, "E", "S"))[1] == (6, 4)


def test_eq28_guardian_under_a_carry_makes_the_next_turn_immune():
    assert after(scene({(1, 0): "A", (2, 0): "G"}, escort=(0, 0), **FAR), "E").immune


def test_eq28_the_barrier_asked_is_that_of_the_cell_where_the_token_now_is():
    rules = scene({(1, 0): "A", (2, 0): "A"}, escort=(0, 0), barriers={(3, 0): "N"}, **FAR)
    assert "N" not in names(rules.plies(after(rules, "E")))


def test_eq28_an_escort_that_was_carried_and_cannot_step_took_no_step():
    rules = scene({(1, 0): "A", (2, 0): "A"}, escort=(0, 0), villager=(3, 3), barriers={(3, 0): ALL}, **FAR)
    carried = after(rules, "E")
    assert rules.plies(carried) == (None,)
    assert where(rules, rules.play(carried, None))[:2] == ((3, 0), (4, 3))


def test_eq28_immediate_the_tile_acts_at_once():
    now = {"amulet_landing": "immediate"}
    assert after(scene({(4, 3): "A", (5, 3): "V"}, villager=(3, 3), goblin=(0, 6), **now), "E").outcome is RESCUED
    assert after(scene({(1, 0): "A", (2, 0): "S"}, escort=(0, 0), **now), "E").outcome is ESCORT_SPIKED
    rules = scene({(1, 0): "A", (2, 0): "↑", (5, 5): "→"}, escort=(0, 0), **FAR, **now)
    assert where(rules, after(rules, "E"))[0] == (5, 5)


def test_eq28_immediate_chains_keep_the_direction():
    rules = scene(
        {(1, 1): "A", (2, 2): "A", (3, 3): "A"}, escort=(0, 0), villager=(0, 3), amulet_landing="immediate", **FAR
    )
    assert where(rules, after(rules, "SE"))[0] == (4, 4)


def test_eq28_immediate_a_warps_jump_ends_a_chain():
    tiles = {(1, 0): "A", (2, 0): "↑", (5, 5): "→", (6, 5): "A"}
    rules = scene(tiles, escort=(0, 0), amulet_landing="immediate", **FAR)
    assert where(rules, after(rules, "E"))[0] == (5, 5)


def test_eq28_immediate_a_chain_stops_on_an_amulet_that_it_has_used():
    ring = {(column, 0): "A" for column in range(7)}
    rules = scene(ring, escort=(0, 0), amulet_landing="immediate", **FAR)
    # (0, 0) was merely stood on: it counts as unused, and the chain stops on (1, 0), the first that it used.
    assert where(rules, after(rules, "E"))[0] == (1, 0)


def test_eq29_entering_any_cell_forgets_what_was_pending():
    # The villager lands late on spikes at (5, 3); the goblin has nothing to do with it.
    rules = scene({(4, 3): "A", (5, 3): "A", (6, 3): "S"}, villager=(3, 3), goblin=(0, 6))
    assert after(rules, "E", "N").outcome is None


def test_eq29_what_falls_due_is_over_after_the_phase():
    # A bound villager that stays is free in the turn after.
    rules = scene({(4, 3): "X"}, villager=(3, 3), **FAR)
    assert where(rules, after(rules, "E", "N", "N"))[1] == (4, 2)


def test_eq29_a_guardians_immunity_stays_when_the_token_moves_on():
    rules = scene({(1, 0): "A", (2, 0): "G"}, escort=(0, 0), amulet_landing="immediate", **FAR)
    assert after(rules, "E").immune
