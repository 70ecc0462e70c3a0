"""What is in the box: counts of tiles, barriers and pieces as escort-quest-components.md states them."""

from collections import Counter

import pytest

from questpress.press.contents import Contents
from questpress.press.model import Deck
from questpress.press.shapes import DIRECTIONS


def deck(contents: Contents, name: str) -> Deck:
    return next(deck for deck in contents.decks if deck.name == name)


@pytest.mark.parametrize("name", ["letter", "high-quality"])
def test_a_full_set_is_forty_tiles_with_one_warp_a_direction(contents: Contents, name: str) -> None:
    tiles = deck(contents, name).cards
    counts = Counter()
    for tile in tiles:
        counts[tile.fields["tile"]] += tile.quantity
    assert counts == {
        "village": 2,
        "spikes": 6,
        "crosshairs": 6,
        "amulet": 6,
        "guardian": 4,
        "snowflake": 8,
        "warp": 8,
    }
    warps = [tile for tile in tiles if tile.fields["tile"] == "warp"]
    assert sorted(tile.fields["arrow"] for tile in warps) == sorted(DIRECTIONS)
    assert {tile.quantity for tile in warps} == {1}


def test_the_large_tiles_are_larger_with_bleed_and_match_the_letter_set(contents: Contents) -> None:
    letter, large = deck(contents, "letter"), deck(contents, "high-quality")
    assert [(t.id, t.quantity) for t in letter.cards] == [(t.id, t.quantity) for t in large.cards]
    assert {(t.trim.width, t.trim.height, t.trim.bleed) for t in letter.cards} == {(24, 24, 0)}
    assert {(t.trim.width, t.trim.height, t.trim.bleed) for t in large.cards} == {(25, 25, 2)}
    assert (letter.sheet, large.sheet) == ("tiles", "tiles-hq")


def test_another_configuration_has_other_counts_and_no_arrow_twice(contents: Contents) -> None:
    tiles = deck(contents, "nightfall").cards
    assert sum(tile.quantity for tile in tiles) == 40
    assert [(t.id, t.quantity) for t in tiles] != [(t.id, t.quantity) for t in deck(contents, "letter").cards]
    arrows = [tile.fields["arrow"] for tile in tiles if tile.fields["tile"] == "warp"]
    assert len(arrows) == len(set(arrows))


def test_only_warps_carry_an_arrow(contents: Contents) -> None:
    for found in contents.decks:
        for card in found.cards:
            if card.kind in ("tile", "tile-hq"):
                assert (card.fields["arrow"] is not None) == (card.fields["tile"] == "warp"), card.name


def test_the_sample_board_has_4_4_3_3_barriers(contents: Contents) -> None:
    board = deck(contents, "sample-barriers").cards[0]
    sides = [barrier["sides"] for barrier in board.fields["barriers"]]
    opposite = [pair for pair in sides if sorted(pair) in (["N", "S"], ["E", "W"])]
    assert Counter(len(each) for each in sides) == {1: 4, 2: 7, 3: 3}
    assert len(opposite) == 3
    cells = [tuple(barrier["at"]) for barrier in board.fields["barriers"]]
    assert len(set(cells)) == 14
    assert all(0 <= column < board.fields["columns"] and 0 <= row < board.fields["rows"] for column, row in cells)


def test_boards_that_print_on_letter_and_a4_keep_their_frame(contents: Contents) -> None:
    for found in contents.decks:
        if found.what == "board":
            board = found.cards[0]
            width = board.fields["columns"] * board.fields["square"] + 6
            height = board.fields["rows"] * board.fields["square"] + 24
            assert (board.trim.width, board.trim.height) == (width, height)
            assert width <= 198 and height <= 264
    plain = deck(contents, "plain").cards[0]
    assert (plain.trim.width, plain.trim.height) == (198, 264)


def test_three_figures_as_flat_tokens_and_standees(contents: Contents) -> None:
    for name, faces in (("tokens", 2), ("standees", 1)):
        pieces = deck(contents, name).cards
        assert [piece.fields["figure"] for piece in pieces] == ["escort", "villager", "goblin"]
        assert {(piece.quantity, len(piece.faces)) for piece in pieces} == {(1, faces)}


def test_the_reference_card_explains_every_tile(contents: Contents) -> None:
    card = deck(contents, "reference").cards[0]
    told = [entry["tile"] for entry in card.fields["tiles"]]
    assert sorted(told) == sorted({tile.fields["tile"] for tile in deck(contents, "letter").cards})
    assert "barrier" in [note["picture"] for note in card.fields["notes"]]
    assert len(card.fields["turn"]) == 3 and len(card.faces) == 2
