"""The winning line told turn by turn is one that the readable rules play, and every branch of it wins too."""

from pathlib import Path

import pytest

from questpress.games.escort_quest import bank
from questpress.games.escort_quest.bank import describe, open_puzzle
from questpress.games.escort_quest.board import NAMES, direction
from questpress.games.escort_quest.layout import TOKENS
from questpress.games.escort_quest.puzzle import EscortPuzzle
from questpress.games.escort_quest.rules import Position, Rules
from questpress.games.escort_quest.trail import leg_in_words, legs_of, segments, trail
from questpress.play.solver import solve
from questpress.project import Project

from .scenes import scene

PROJECT = Project(Path(__file__).resolve().parents[2])
FILES = PROJECT.files("layouts/escort_quest/puzzles", ".yaml")


def opened(file: str):
    return open_puzzle(PROJECT.load(file), file, PROJECT, {})


@pytest.mark.parametrize("file", FILES[:: max(1, len(FILES) // 12)])
def test_the_line_is_played_by_the_rules_to_a_win(file: str) -> None:
    puzzle = opened(file)
    rules, found = puzzle.rules, puzzle.trail
    position = rules.start()
    for turn in found.turns:
        assert tuple(position[:5]) == turn.position
        position = rules.play(position, turn.way)
        if position.ways:
            assert set(turn.ties) <= set(position.ways) or not turn.ties
            position = rules.play(position, turn.took)
        for leg, standing in zip(turn.legs, position[:3], strict=False):
            assert leg.cells[-1] == standing.cell, leg.token
    assert rules.outcome(position).won
    assert len(found.turns) == bank.summary(PROJECT, file)["depth"]


@pytest.mark.parametrize("file", FILES[:: max(1, len(FILES) // 12)])
def test_every_branch_wins_in_no_more_turns_than_the_line(file: str) -> None:
    puzzle = opened(file)
    rules, found = puzzle.rules, puzzle.trail
    numbers = {turn.number: turn for turn in found.turns}
    for branch in found.branches:
        left = dict(branch.took)
        position, turn = rules.start(), 0
        ways = {number: one.way for number, one in numbers.items()}
        plan = puzzle.stored
        while rules.outcome(position) is None:
            turn += 1
            ply = plan[tuple(position[:5])]
            if turn <= branch.took[-1][0]:
                assert turn in left or len(left) > 1 or ply == ways[turn]
            else:
                place = turn - branch.took[-1][0] - 1
                if place < len(branch.ways):
                    assert branch.ways[place] == ply
            position = rules.play(position, ply)
            if position.ways:
                position = rules.play(position, left[turn] if turn in left else worst(rules, plan, position))
            assert turn <= len(found.turns)
        assert rules.outcome(position).won


def worst(rules: Rules, plan, position: Position) -> int:
    def turns(after: Position) -> int:
        if rules.outcome(after) is not None:
            return 0
        ply = plan[tuple(after[:5])]
        last = rules.play(after, ply)
        return 1 + max(turns(rules.play(last, way)) for way in last.ways) if last.ways else 1 + turns(last)

    return max(position.ways, key=lambda way: turns(rules.play(position, way)))


def leg(rules: Rules, token: str, way: str | None):
    position = tuple(rules.start()[:5])
    taken = None if way is None else direction(way)
    phase = next(phases[0] if phases else None for one, phases, _ in rules.turn(position) if one == taken)
    return legs_of(rules, position, taken, phase)[TOKENS.index(token)]


def test_a_step_over_the_edge_is_told_as_one() -> None:
    rules = scene({}, escort=(0, 0), villager=(3, 3), goblin=(6, 6))
    found = segments(rules, leg(rules, "escort", "NW"))
    assert found == [{"from": [0, 0], "to": [6, 6], "sort": "step", "way": "NW", "wraps": True}]
    assert leg_in_words(rules, leg(rules, "escort", "NW")) == "escort NW to [6, 6] over the edge"


def test_an_amulet_carries_and_a_warp_makes_it_jump() -> None:
    rules = scene({(1, 0): "A", (3, 4): "↑", (5, 5): "↓"}, escort=(0, 0), villager=(3, 3), goblin=(6, 0))
    east = segments(rules, leg(rules, "escort", "E"))
    assert [(part["sort"], part["to"]) for part in east] == [("step", [1, 0]), ("carry", [2, 0])]
    south = segments(rules, leg(rules, "villager", "S"))
    assert [(part["sort"], part["to"]) for part in south] == [("step", [3, 4]), ("jump", [5, 5])]
    assert leg_in_words(rules, leg(rules, "villager", "S")) == "villager S to [3, 4], warps to [5, 5]"


def test_a_late_carry_comes_before_the_step_and_is_no_step() -> None:
    rules = scene({(1, 1): "A", (2, 1): "A"}, escort=(0, 1), villager=(3, 4), goblin=(6, 6))
    first = rules.play(rules.start(), direction("E"))
    assert first.escort.debt == "late"
    parts = segments(rules, legs_of(rules, tuple(first[:5]), direction("S"), None)[0])
    assert [(part["sort"], part["way"]) for part in parts] == [("carry", "E"), ("step", "S")]


def test_a_frozen_token_stays_and_says_why() -> None:
    rules = scene({(1, 0): "*"}, escort=(0, 0), villager=(3, 3), goblin=(6, 0))
    position = rules.play(rules.start(), direction("E"))
    told = leg_in_words(rules, legs_of(rules, tuple(position[:5]), None, None)[0])
    assert told == "escort stays, frozen"


def test_the_described_card_holds_the_exact_board_and_line() -> None:
    file = "layouts/escort_quest/puzzles/nine-bells.yaml"
    told = describe(PROJECT, file, {})
    puzzle = opened(file)
    fields = told.fields
    assert fields is not None
    assert [(tuple(t["at"]), t["tile"], t.get("arrow")) for t in fields["tiles"]] == [
        (at, tile.kind, None if tile.arrow is None else NAMES[tile.arrow]) for at, tile in puzzle.layout.tiles
    ]
    assert {t["figure"]: tuple(t["at"]) for t in fields["tokens"]} == dict(puzzle.layout.tokens)
    assert fields["turns"] == len(fields["line"]) == solve(EscortPuzzle(puzzle.rules)).depth
    assert file in told.files and told.values["options.capture"] == "loss"


def test_a_strategy_that_lacks_a_position_or_leads_in_circles_is_not_told() -> None:
    puzzle = opened("layouts/escort_quest/puzzles/nine-bells.yaml")
    plan = dict(puzzle.stored)
    start = tuple(puzzle.rules.start()[:5])
    with pytest.raises(KeyError):
        trail(puzzle.rules, {start: plan[start]})
