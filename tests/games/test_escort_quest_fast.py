"""The fast path held equal to the readable rules: rows, depths and whole boards, under every combination of options.

By default 1,008 layouts: for each of 24 combinations 20 row by row, 14 searched, 8 passed over whole with 12 starts
each. QUESTPRESS_MANY=20 in the environment makes it twenty times as many.
"""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.scenes import BOOK, every_option, layout, random_layout
from questpress.games.escort_quest.board import DIRECTIONS
from questpress.games.escort_quest.fast.everywhere import WholeBoard
from questpress.games.escort_quest.fast.ground import TILES, Ground
from questpress.games.escort_quest.fast.search import Search
from questpress.games.escort_quest.fast.solving import first_winning_plies, solve
from questpress.games.escort_quest.fast.tables import Tables
from questpress.games.escort_quest.fast.tokens import ENDED, STAYS
from questpress.games.escort_quest.legality import status
from questpress.games.escort_quest.options import UNDERSTOOD
from questpress.games.escort_quest.puzzle import EscortPuzzle
from questpress.games.escort_quest.rules import Rules, Standing
from questpress.play import solver
from questpress.play.solver import Verdict

OPTIONS = list(every_option())
MANY = int(os.environ.get("QUESTPRESS_MANY", "1"))
SIZES = [(3, 3), (3, 5), (4, 3), (4, 4), (5, 4), (5, 5), (6, 4)]
AMULETS = "VSXAAAAAAAAG*↑→↘"  # chains of amulets, which go round on small boards
LIMIT = 3000  # positions; the readable solver leaves larger ones out


def drawn(number: int, options) -> object:
    """The `number`th random layout for these options: some with mostly amulets, barriers on many."""
    size = SIZES[number % len(SIZES)]
    if number % 4 == 3:
        return random_layout(7000 + number, size, options, AMULETS)
    return random_layout(number, size, options)


def named(options) -> str:
    return "-".join(options.as_mapping().values())


@pytest.mark.parametrize("options", OPTIONS, ids=named)
def test_every_row_says_what_the_rules_say(options):
    for number in range(20 * MANY):
        rules = Rules(drawn(number, options))
        tables = Tables(Ground.of(rules.layout))
        lot = random.Random(number)
        for standing in standings(rules, lambda rules, one: rules.escort_phases(one, False)):
            same_escort_row(rules, tables, standing)
        for standing in standings(rules, lambda rules, one: rules.villager_phases(one, False).values()):
            same_villager_row(rules, tables, standing)
        cells = list(rules.board.cells)
        for standing in standings(rules, goblin_phases):
            for villager in lot.sample(cells, min(6, len(cells))):
                same_goblin_row(rules, tables, standing, villager)


def goblin_phases(rules: Rules, standing: Standing) -> list:
    return [phase for cell in rules.board.cells for phase in rules.goblin_phases(standing, cell, False)]


def standings(rules: Rules, phases) -> list[Standing]:
    """All standings of a token that its phases lead to from the bare cells."""
    found = dict.fromkeys(Standing(cell) for cell in rules.board.cells)
    waiting = list(found)
    for standing in waiting:
        for phase in phases(rules, standing):
            if phase.outcome is None and phase.after not in found:
                found[phase.after] = None
                waiting.append(phase.after)
    return waiting


def same_escort_row(rules: Rules, tables: Tables, standing: Standing) -> None:
    row = tables.escort.row(tables.terms.node(standing))
    allowed = {STAYS if p.way is None else p.way: p for p in rules.escort_phases(standing, False)}
    for way, landing in enumerate(row):
        phase = allowed.get(way)
        if phase is None or phase.outcome is not None:
            assert landing is None
        else:
            assert landing[:3] == (tables.terms.node(phase.after), phase.after.cell, phase.guardian)


def same_villager_row(rules: Rules, tables: Tables, standing: Standing) -> None:
    row = tables.villager.row(tables.terms.node(standing))
    phases = rules.villager_phases(standing, False)
    for way, landing in zip((*DIRECTIONS, None), row, strict=True):
        phase = phases[way]
        if phase.outcome is not None and not phase.outcome.won:
            assert landing is None
            continue
        node = ENDED if phase.outcome else tables.terms.node(phase.after)
        assert landing[0] == node and landing[3] == (phase.entered if tables.captures else ())
        if node != ENDED:
            assert landing[1:3] == (phase.after.cell, phase.guardian)


def same_goblin_row(rules: Rules, tables: Tables, standing: Standing, villager: int) -> None:
    after = tables.goblin_row(tables.terms.node(standing), villager)
    told = set(after) if isinstance(after, tuple) else {after}
    want = {
        ENDED if p.outcome else tables.terms.node(p.after) | (tables.guard if p.guardian else 0)
        for p in rules.goblin_phases(standing, villager, False)
    }
    assert told == want
    if standing.debt is None:
        phases = rules.goblin_phases(standing, villager, True)
        assert set(tables.immune_goblin(standing.cell, villager)) == {
            ENDED if p.outcome else p.after.cell for p in phases
        }


@pytest.mark.parametrize("options", OPTIONS, ids=named)
def test_a_search_gives_the_depth_of_the_readable_solver(options):
    for number in range(14 * MANY):
        one = drawn(1000 + number, options)
        known = solver.solve(EscortPuzzle(Rules(one)), limit=LIMIT)
        if known.verdict is Verdict.UNDECIDED:
            continue
        found = solve(one, compiled=False)
        assert (found.verdict, found.depth) == (known.verdict, known.depth), one.text()


@pytest.mark.parametrize("options", OPTIONS, ids=named)
def test_a_whole_board_has_the_depth_of_every_search(options):
    for number in range(8 * MANY):
        ground = Ground.of(drawn(2000 + number, options))
        whole, search, lot = WholeBoard(ground, compiled=False), Search(Tables(ground)), random.Random(number)
        for _ in range(12):
            start = [lot.randrange(ground.cells) for _ in range(3)]
            assert whole.depth(*start) == search.run(search.code(*start)).depth, (ground.layout(*start).text(),)


@given(st.integers(0, 10**6), st.sampled_from(OPTIONS), st.lists(st.integers(0, 10**6), max_size=8))
@settings(max_examples=60, deadline=None)
def test_depths_are_one_more_than_the_best_choices_worst_answer(seed, options, lots):
    """Bellman's equation, by the readable rules, wherever play leads: no search is trusted."""
    one = random_layout(seed, (5, 4), options)
    puzzle, whole = EscortPuzzle(Rules(one)), WholeBoard(Ground.of(one), compiled=False)
    position = puzzle.root()
    for lot in lots:
        choices = list(puzzle.choices(position))
        if puzzle.wins_now(position):
            assert whole.depth_of(position) == 1
        else:
            worst = [[whole.depth_of(child) for child in after] for _, after in choices]
            best = min((max(depths) for depths in worst if None not in depths), default=None)
            assert whole.depth_of(position) == (None if best is None else best + 1)
        after = [child for _, children in choices for child in children]
        if not after:
            break
        position = after[lot % len(after)]


@given(st.integers(0, 10**6), st.sampled_from(OPTIONS), st.sampled_from([0.0, 4]))
@settings(max_examples=40, deadline=None)
def test_first_plies_and_strategies_are_those_of_the_readable_rules(seed, options, long):
    one = random_layout(seed, (4, 4), options)
    puzzle = EscortPuzzle(Rules(one))
    plies, count, undecided = solver.first_winning_plies(puzzle, LIMIT)
    if undecided or count.positions >= LIMIT:
        return
    assert first_winning_plies(one)[0] == plies
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("questpress.games.escort_quest.fast.solving.LONG", long)  # 0: the pass tells the strategy
        found = solve(one, strategy=True, compiled=False)
    assert bool(found.winnable) == bool(found.strategy)
    depths_of = WholeBoard(Ground.of(one), compiled=False).depth_of
    for position, ply in found.strategy.items():
        depth = depths_of(position)
        if depth == 1:
            assert ply in puzzle.winning_plies(position)
        else:
            after = next(after for taken, after in puzzle.choices(position) if taken == ply)
            assert all(child in found.strategy for child in after)
            assert max(depths_of(child) for child in after) == depth - 1


def test_a_strategy_is_the_same_by_search_and_by_pass(monkeypatch):
    for number in range(60):
        one = drawn(3000 + number, OPTIONS[number % len(OPTIONS)])
        monkeypatch.setattr("questpress.games.escort_quest.fast.solving.LONG", 4)
        by_search = solve(one, strategy=True, compiled=False)
        monkeypatch.setattr("questpress.games.escort_quest.fast.solving.LONG", 0)
        by_pass = solve(one, strategy=True, compiled=False)
        assert (by_search.depth, by_search.line) == (by_pass.depth, by_pass.line)
        assert by_search.strategy == by_pass.strategy


def test_a_limit_leaves_a_search_undecided_and_says_so():
    one = next(one for one in map(lambda n: drawn(n, OPTIONS[0]), range(99)) if (solve(one).depth or 0) > 3)
    found = solve(one, limit=1, compiled=False)
    assert found.verdict is Verdict.UNDECIDED and found.positions == 1 and "limit of 1 positions" in found.reason


def test_tokens_on_one_cell_at_the_start_are_not_lost_yet():
    one = layout({(6, 3): "V"}, escort=(3, 3), villager=(3, 3), goblin=(3, 3), capture="loss")
    known = solver.solve(EscortPuzzle(Rules(one)), limit=LIMIT)
    assert solve(one, compiled=False).depth == known.depth


@given(st.integers(0, 10**6), st.sampled_from(sorted(UNDERSTOOD["village_distance"])))
@settings(max_examples=40, deadline=None)
def test_legal_pairs_are_the_placements_that_break_no_clause(seed, distance):
    ground = Ground.of(random_layout(seed, (7, 6), BOOK.defaults.but(village_distance=distance)))
    pairs = dict(ground.legal_pairs(BOOK.numbers.village_distance, BOOK.numbers.goblin_distance))
    lot = random.Random(seed)
    for _ in range(40):
        escort, villager, goblin = (lot.randrange(ground.cells) for _ in range(3))
        clauses = {breach.clause for breach in status(ground.layout(escort, villager, goblin), BOOK.numbers)}
        legal = goblin in pairs.get(villager, ()) and len({escort, villager, goblin}) == 3
        if ground.tiles.count(1):
            assert legal == (not clauses & {"EQ-7", "EQ-8", "EQ-9"})


@given(st.integers(0, 10**6), st.sampled_from(OPTIONS))
@settings(max_examples=40, deadline=None)
def test_a_ground_is_its_layout_without_the_tokens(seed, options):
    one = random_layout(seed, (5, 5), options)
    ground = Ground.of(one)
    again = ground.layout(*(one.board.cell(at) for at in one.tokens.values()))
    assert again.tiles == one.tiles and again.tokens == one.tokens and Ground.of(again) == ground
    assert {code for code in ground.tiles if code} == {TILES.index(placed.tile) for placed in one.tiles}
    assert ground.with_tiles({0: 1, 3: 0}).tiles[0] == 1 and again.options == options


def test_what_cannot_be_laid_out_is_no_ground():
    good = layout({(1, 1): "S"})
    off = layout({(7, 1): "S"})
    twice = layout({(1, 1): "↑", (2, 2): "↑"})
    assert Ground.of(good).tiles.count(2) == 1
    for bad in (off, twice):
        with pytest.raises(ValueError, match="EQ-6"):
            Ground.of(bad)


def test_a_histogram_counts_every_legal_placement_once():
    ground = Ground.of(random_layout(5, (7, 6), OPTIONS[0]))
    whole, pairs = WholeBoard(ground, compiled=False), ground.legal_pairs(2, 1)
    counts = whole.histogram(pairs)
    assert sum(counts.values()) == sum(len(goblins) for _, goblins in pairs) * (ground.cells - 2)
    deepest = whole.deepest(pairs)
    placed = list(whole.placements(pairs, deepest))
    assert len(placed) == counts[deepest] and max(d for d in counts if d is not None) == deepest
    assert all(whole.depth(*one) == deepest and one[1] in dict(pairs) for one in placed)
