"""The canonical form: the same for a puzzle mirrored, turned and shifted as its options allow, and for nothing else."""

import random
from dataclasses import replace

import pytest

from questpress.games.escort_quest.canonical import canonical, changes
from questpress.games.escort_quest.fast.everywhere import WholeBoard
from questpress.games.escort_quest.fast.ground import WARP, Ground
from questpress.games.escort_quest.layout import Layout

from .scenes import BOOK

CODES = [1, 2, 2, 3, 3, 4, 4, 5, 6, 6, *range(WARP, WARP + 8)]


def drawn(seed: int, **options: str) -> tuple[Ground, tuple[int, int, int]]:
    draw = random.Random(seed)
    columns, rows = draw.choice([(5, 6), (6, 7), (5, 5)])
    cells = columns * rows
    tiles = bytearray(cells)
    for cell, code in zip(draw.sample(range(cells), cells // 2), CODES, strict=False):
        tiles[cell] = code
    walls = bytes(draw.choice([0, 0, 0, 0b111, 0b11100, 0b11000001, 0b101]) for _ in range(cells))
    ground = Ground(columns, rows, bytes(tiles), walls, BOOK.defaults.but(**options))
    return ground, tuple(draw.sample(range(cells), 3))


def changed(ground: Ground, places: tuple[int, ...], change) -> tuple[Ground, tuple[int, ...]]:
    columns, rows, origins, ways = change
    tiles = (ground.tiles[cell] for cell in origins)
    walls = (sum(1 << ways[way] for way in range(8) if ground.walls[cell] >> way & 1) for cell in origins)
    turned = bytes(WARP + ways[code - WARP] if code >= WARP else code for code in tiles)
    other = Ground(columns, rows, turned, bytes(walls), ground.options)
    return other, tuple(origins.index(place) for place in places)


def shifted(ground: Ground, places: tuple[int, ...], across: int, down: int) -> tuple[Ground, tuple[int, ...]]:
    columns, rows = ground.columns, ground.rows
    to = [(c // columns + down) % rows * columns + (c % columns + across) % columns for c in range(ground.cells)]
    tiles, walls = bytearray(ground.cells), bytearray(ground.cells)
    for cell, target in enumerate(to):
        tiles[target], walls[target] = ground.tiles[cell], ground.walls[cell]
    return replace(ground, tiles=bytes(tiles), walls=bytes(walls)), tuple(to[place] for place in places)


def form(ground: Ground, places: tuple[int, ...]) -> str:
    return canonical(ground.layout(*places))


@pytest.mark.parametrize("ties", ["adversary", "player"])
@pytest.mark.parametrize("sight", ["planar", "torus"])
@pytest.mark.parametrize("seed", range(4))
def test_mirrors_and_turns_are_one_puzzle_with_one_depth(seed: int, sight: str, ties: str) -> None:
    ground, places = drawn(seed, goblin_sight=sight, goblin_ties=ties)
    depth = WholeBoard(ground).depth(*places)
    every = changes(ground.columns, ground.rows, True)
    assert len({change[2:] for change in every}) == 8
    for change in every:
        other, there = changed(ground, places, change)
        assert form(other, there) == form(ground, places)
        assert WholeBoard(other).depth(*there) == depth  # it is the same puzzle indeed


@pytest.mark.parametrize("seed", range(4))
def test_shifts_are_one_puzzle_only_where_the_goblin_looks_over_the_edges(seed: int) -> None:
    for sight in ("torus", "planar"):
        ground, places = drawn(seed, goblin_sight=sight)
        other, there = shifted(ground, places, 2, 3)
        same = form(other, there) == form(ground, places)
        assert same is (sight == "torus")
        if same:
            assert WholeBoard(other).depth(*there) == WholeBoard(ground).depth(*places)


def test_a_mirror_is_another_puzzle_where_ties_are_settled_clockwise() -> None:
    ground, places = drawn(1, goblin_ties="clockwise")
    mirror, there = changed(ground, places, changes(ground.columns, ground.rows, True)[4])
    assert form(mirror, there) != form(ground, places)


def test_titles_and_barriers_below_tiles_do_not_count_but_a_tile_a_token_and_an_option_do() -> None:
    ground, places = drawn(2)
    laid: Layout = ground.layout(*places)
    covered = next(cell for cell, code in enumerate(ground.tiles) if code)
    walled = replace(ground, walls=ground.walls[:covered] + b"\x07" + ground.walls[covered + 1 :])
    assert form(walled, places) == canonical(replace(laid, title="Another")) == canonical(laid)
    assert form(ground.with_tiles({covered: 0}), places) != canonical(laid)
    assert form(ground, (places[1], places[0], places[2])) != canonical(laid)
    assert canonical(replace(laid, options=laid.options.but(capture="ignored"))) != canonical(laid)
