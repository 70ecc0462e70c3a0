"""Every breach of a layout at once: EQ-1, EQ-4 and EQ-6 to EQ-12, counted as the rules page counts them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.scenes import BOOK, layout
from questpress.games.escort_quest.layout import Layout, Placed, Sheet
from questpress.games.escort_quest.legality import status
from questpress.games.escort_quest.tiles import CHARACTERS

# Legal: the villager three steps from the village also over the edges, the goblin on its diagonal.
LEGAL = {"villager": (3, 3), "goblin": (5, 5), "escort": (0, 3)}


def breaches(of: Layout, numbers=BOOK.numbers) -> list[tuple[str, tuple | None]]:
    return [(breach.clause, breach.cell) for breach in status(of, numbers) if not breach.is_advice]


def test_a_legal_layout_has_no_breach():
    assert breaches(layout({(0, 0): "V"}, **LEGAL)) == []


@pytest.mark.parametrize("size", [(2, 7), (7, 2), (1, 1), (0, 5)])
def test_eq1_a_board_too_small_is_one_breach_without_a_cell(size):
    found = breaches(layout(size=size, escort=(0, 0), villager=(0, 0), goblin=(0, 0)))
    assert [breach for breach in found if breach[0] == "EQ-1"] == [("EQ-1", None)]


def test_eq1_the_smallest_board_has_three_cells_a_side():
    assert "EQ-1" not in dict(breaches(layout(size=(3, 3), villager=(1, 1), goblin=(2, 2))))


def test_eq4_each_barrier_off_the_board():
    board = layout({(0, 0): "V"}, barriers={(7, 0): "N", (0, -1): "E", (6, 6): "S"}, **LEGAL)
    assert breaches(board) == [("EQ-4", (7, 0)), ("EQ-4", (0, -1))]


def test_eq6_tiles_and_tokens_off_the_board():
    tokens = {"villager": (3, 3), "goblin": (5, 5), "escort": (7, 0)}
    assert breaches(layout({(0, 0): "V", (9, 1): "S"}, **tokens)) == [("EQ-6", (9, 1)), ("EQ-6", (7, 0))]


def test_eq6_two_tiles_on_one_cell():
    plain = layout({(0, 0): "V"}, **LEGAL)
    double = replace(plain, tiles=(*plain.tiles, Placed((0, 0), CHARACTERS["S"])))
    assert breaches(double) == [("EQ-6", (0, 0))]


def test_eq6_one_breach_for_all_cells_of_an_arrow():
    board = layout({(0, 0): "V", (1, 1): "↑", (2, 2): "↑", (4, 4): "↑", (5, 1): "→", (6, 1): "→"}, **LEGAL)
    found = status(board, BOOK.numbers)
    assert breaches(board) == [("EQ-6", (1, 1)), ("EQ-6", (5, 1))]
    assert "[1, 1], [2, 2], [4, 4]" in found[0].message


def test_eq7_one_breach_a_pair():
    assert breaches(layout({(0, 0): "V"}, villager=(3, 3), goblin=(5, 5), escort=(3, 3))) == [("EQ-7", (3, 3))]
    three = breaches(layout({(0, 0): "V"}, villager=(3, 3), goblin=(3, 3), escort=(3, 3)))
    assert [clause for clause, _ in three] == ["EQ-7", "EQ-7", "EQ-7", "EQ-9"]


def test_eq8_one_breach_a_village_that_is_too_near_naming_it():
    board = layout({(0, 0): "V", (5, 3): "V", (3, 4): "V"}, **LEGAL)
    assert breaches(board) == [("EQ-8", (5, 3)), ("EQ-8", (3, 4))]
    assert "[5, 3]" in status(board, BOOK.numbers)[0].message


def test_eq8_village_distance_torus_counts_steps_over_the_edge_and_planar_does_not():
    tokens = {"villager": (0, 3), "goblin": (2, 5), "escort": (3, 0)}
    assert breaches(layout({(6, 3): "V"}, **tokens)) == [("EQ-8", (6, 3))]
    assert breaches(layout({(6, 3): "V"}, **tokens, village_distance="planar")) == []


def test_eq8_a_diagonal_step_counts_one():
    assert breaches(layout({(0, 0): "V"}, **LEGAL)) == []
    assert breaches(layout({(1, 1): "V"}, **LEGAL)) == [("EQ-8", (1, 1))]


@pytest.mark.parametrize("goblin", [(5, 4), (3, 5), (0, 1)])
def test_eq9_the_goblin_starts_on_a_diagonal_of_the_flat_board(goblin):
    assert breaches(layout({(0, 0): "V"}, villager=(3, 3), goblin=goblin, escort=(6, 1))) == [("EQ-9", goblin)]


def test_eq10_no_village_is_one_breach_without_a_cell():
    assert breaches(layout({(0, 0): "S"}, **LEGAL)) == [("EQ-10", None)]


def test_eq11_no_more_tiles_of_a_kind_or_an_arrow_than_the_sheet_holds():
    sheet = Sheet("small", {CHARACTERS["V"]: 1, CHARACTERS["S"]: 1})
    board = replace(layout({(0, 0): "V", (6, 0): "S", (0, 6): "S", (1, 6): "↑"}, **LEGAL), sheet=sheet)
    assert breaches(board) == [("EQ-11", (0, 6)), ("EQ-11", (1, 6))]
    assert "2 × spikes" in status(board, BOOK.numbers)[0].message


@pytest.mark.parametrize(("tiles", "warned"), [(19, True), (20, False), (29, False), (30, True)])
def test_eq12_advice_under_40_and_over_60_per_cent(tiles, warned):
    cells = [(column, row) for row in range(7) for column in range(7)]
    board = layout({at: "S" if at != (0, 0) else "V" for at in cells[:tiles]}, **LEGAL)
    found = status(board, BOOK.numbers)
    assert [breach.clause for breach in found if breach.is_advice] == ["EQ-12"] * warned
    assert breaches(board) == []


def test_all_breaches_come_at_once_and_in_the_order_of_the_clauses():
    board = layout(
        {(3, 2): "V", (1, 1): "↑", (2, 2): "↑"}, villager=(3, 3), goblin=(3, 5), escort=(3, 3), barriers={(8, 8): "N"}
    )
    clauses = [breach.clause for breach in status(board, BOOK.numbers)]
    assert clauses == ["EQ-4", "EQ-6", "EQ-7", "EQ-8", "EQ-9", "EQ-12"]


def test_the_numbers_are_those_of_the_rules_file():
    near = layout({(1, 1): "V"}, **LEGAL)
    assert breaches(near, replace(BOOK.numbers, village_distance=2)) == []
    assert breaches(near, replace(BOOK.numbers, village_distance=4)) == [("EQ-8", (1, 1))]
    assert breaches(near, replace(BOOK.numbers, village_distance=2, villages=2)) == [("EQ-10", None)]
