"""Laws that hold on every board: text goes round, pictures of the board shift and turn with it, garbage is told."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from games.scenes import BOOK, every_option, random_layout
from questpress.diagnostics import Failed
from questpress.games.escort_quest.board import DIRECTIONS, STEPS, Board
from questpress.games.escort_quest.layout import Layout, Placed
from questpress.games.escort_quest.puzzle import EscortPuzzle
from questpress.games.escort_quest.reading import layout_of
from questpress.games.escort_quest.rules import Rules
from questpress.games.escort_quest.tiles import Tile
from questpress.play.solver import Verdict, solve

OPTIONS = list(every_option())
SEEDS = st.integers(0, 10**6)
LIMIT = 1500  # positions; boards that need more are left out


def moved(layout: Layout, place, turn) -> Layout:
    """The layout with every cell at `place(cell)` and every direction turned by `turn`."""

    def tile(old: Tile) -> Tile:
        return old if old.arrow is None else Tile(old.kind, turn(old.arrow))

    tiles = tuple(sorted((Placed(place(at), tile(old)) for at, old in layout.tiles), key=lambda p: p.at[::-1]))
    barriers = {place(at): frozenset(map(turn, ways)) for at, ways in layout.board.barriers.items()}
    columns, rows = layout.board.columns, layout.board.rows
    tokens = {token: place(at) for token, at in layout.tokens.items()}
    return replace(layout, board=Board(columns, rows, barriers), tiles=tiles, tokens=tokens)


def mirrored(layout: Layout) -> Layout:
    """Left and right changed."""
    flip = {way: DIRECTIONS[-way % 8] for way in DIRECTIONS}
    return moved(layout, lambda at: (layout.board.columns - 1 - at[0], at[1]), flip.__getitem__)


def upside_down(layout: Layout) -> Layout:
    flip = {way: DIRECTIONS[(4 - way) % 8] for way in DIRECTIONS}
    return moved(layout, lambda at: (at[0], layout.board.rows - 1 - at[1]), flip.__getitem__)


def shifted(layout: Layout, across: int, down: int) -> Layout:
    columns, rows = layout.board.columns, layout.board.rows
    return moved(layout, lambda at: ((at[0] + across) % columns, (at[1] + down) % rows), lambda way: way)


def depth(layout: Layout) -> tuple:
    solution = solve(EscortPuzzle(Rules(layout)), limit=LIMIT)
    return solution.verdict, solution.depth


@given(st.integers(3, 9), st.integers(3, 9), st.data())
@settings(max_examples=40, deadline=None)
def test_a_step_and_the_step_back_return_and_columns_steps_go_round(columns, rows, data):
    board = Board(columns, rows, {})
    cell = data.draw(st.sampled_from(list(board.cells)))
    for way in DIRECTIONS:
        there = board.neighbours[cell][way]
        assert board.neighbours[there][(way + 4) % 8] == cell
        column, row = board.pair(cell)
        assert board.pair(there) == ((column + STEPS[way][0]) % columns, (row + STEPS[way][1]) % rows)
        round_trip = cell
        for _ in range(columns * rows):
            round_trip = board.neighbours[round_trip][way]
        assert round_trip == cell


@given(SEEDS, st.sampled_from(OPTIONS), st.integers(3, 7), st.integers(3, 7))
@settings(max_examples=40, deadline=None)
def test_a_layouts_text_reads_back_to_the_same_layout(seed, options, columns, rows):
    layout = random_layout(seed, (columns, rows), options)
    assert layout_of(layout.text(), BOOK) == layout


@given(SEEDS, st.sampled_from([o for o in OPTIONS if o.goblin_ties != "clockwise"]))
@settings(max_examples=25, deadline=None)
def test_mirror_images_have_one_depth_where_no_tie_goes_by_the_clock(seed, options):
    layout = random_layout(seed, (5, 4), options)
    known = depth(layout)
    if known[0] is not Verdict.UNDECIDED:
        assert depth(mirrored(layout)) == known
        assert depth(upside_down(layout)) == known


@given(
    SEEDS,
    st.sampled_from([o for o in OPTIONS if o.goblin_sight == "torus"]),
    st.integers(0, 4),
    st.integers(0, 3),
)
@settings(max_examples=25, deadline=None)
def test_shifted_boards_have_one_depth_where_the_goblin_sees_over_the_edges(seed, options, across, down):
    layout = random_layout(seed, (5, 4), options)
    known = depth(layout)
    if known[0] is not Verdict.UNDECIDED:
        assert depth(shifted(layout, across, down)) == known


@given(SEEDS, st.sampled_from(OPTIONS), st.lists(st.integers(0, 10**6), max_size=12))
@settings(max_examples=60, deadline=None)
def test_play_goes_by_the_listed_plies_and_says_how_it_ended(seed, options, lots):
    rules = Rules(random_layout(seed, (5, 4), options))
    position = rules.start()
    for lot in lots:
        plies = rules.plies(position)
        assert bool(plies) == (rules.outcome(position) is None)
        assert rules.show(position) and rules.view(position)["columns"] == 5
        if not plies:
            break
        position = rules.play(position, plies[lot % len(plies)])


@given(
    st.text(
        alphabet=st.sampled_from(list("game: escort-quest\n{}[],.VSXAG*↑|-#'\"tilesbordkn0123 \t&!%")), max_size=200
    )
)
@settings(max_examples=150, deadline=None)
def test_garbage_is_told_and_never_crashes(text):
    try:
        layout_of(text, BOOK)
    except Failed as failed:
        assert failed.diagnostics


@given(st.text(max_size=60), st.sampled_from(["tiles", "board", "tokens", "options", "title", "tilesheet"]))
@settings(max_examples=100, deadline=None)
def test_a_garbled_value_is_told_and_never_crashes(value, key):
    shown = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\r", "\\r")
    text = f'game: escort-quest\nboard: {{columns: 3, rows: 3}}\ntokens: {{}}\n{key}2: 1\n"{key}": "{shown}"\n'
    try:
        layout_of(text, BOOK)
    except Failed as failed:
        assert failed.diagnostics
