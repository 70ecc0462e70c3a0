"""The treasure deck: thirty cards of twenty-two kinds, each with its own drawing, its numbers those of the rules."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from questpress.press.model import Card

ROOT = Path(__file__).resolve().parents[2]
RULES = yaml.safe_load((ROOT / "rules" / "meeple_quest.yaml").read_text(encoding="utf-8"))["numbers"]
ICONS = (ROOT / "templates" / "meeple_quest" / "icons", ROOT / "templates" / "icons")
TWICE = {"buckler", "war-axe", "throwing-knives", "power-potion", "holy-water", "power-up"}
SORTS = {"hand": 6, "two_hands": 3, "potion": 4, "one_use": 5, "event": 3, "coin": 1}


@pytest.fixture(scope="module")
def treasures(cards: dict[str, Card]) -> dict[str, Card]:
    return {name: card for name, card in cards.items() if card.kind == "treasure-card"}


def rule(name: str) -> dict[str, int]:
    return {key: entry["value"] for key, entry in RULES["treasure"].get(name.replace("-", "_"), {}).items()}


def test_copies_and_sorts_are_those_of_the_table(treasures: dict[str, Card]) -> None:
    assert len(treasures) == 22
    for name, card in treasures.items():
        assert card.quantity == (3 if name == "healing-potion" else 2 if name in TWICE else 1), name
    sorts = [card.fields["icon"] for card in treasures.values()]
    assert {sort: sorts.count(sort) for sort in SORTS} == SORTS


def test_treasures_print_the_numbers_of_the_rules(treasures: dict[str, Card], draw: Callable) -> None:
    for name, card in treasures.items():
        numbers = rule(name)
        assert card.fields["hands"] == numbers.pop("hands", 0), name
        coins = numbers.pop("coins", 0)
        assert card.fields["coins"] == coins, name
        face = draw(card)
        assert [text for field, text in face.said if field == "coins"] == ([str(coins)] if coins else []), name
        digits = [int(digit) for digit in re.findall(r"\d+", card.fields["effect"])]
        if name == "coin-chest":
            assert digits == [RULES["actions"]["coins"]["value"]]
        else:
            assert digits == list(numbers.values()), name


def test_hands_are_said_by_icon_and_number(treasures: dict[str, Card]) -> None:
    for name, card in treasures.items():
        hands = card.fields["hands"]
        assert (card.fields["icon"] in ("hand", "two_hands")) == bool(hands), name
        if hands:
            assert card.fields["icon"] == ("hand", "two_hands")[hands - 1]
            assert str(hands) in card.fields["note"]


def test_two_treasures_leave_with_their_modules(treasures: dict[str, Card]) -> None:
    modules = {name: card.fields["module"] for name, card in treasures.items() if card.fields["module"]}
    assert modules == {"dark-medallion": "dark_side", "coin-chest": "money"}


def test_each_treasure_has_its_own_drawing(treasures: dict[str, Card], draw: Callable) -> None:
    things = {draw(card).svg.split('<g id="thing"')[1].split('<g id="sort"')[0] for card in treasures.values()}
    assert len(things) == 22
    assert min(len(thing) for thing in things) > 2000  # nothing is a bare shape


def test_every_icon_that_a_card_uses_is_drawn(cards: dict[str, Card], draw: Callable) -> None:
    used = set()
    for card in cards.values():
        for side in card.faces:
            for field, text in draw(card, side).said:
                used |= {text} if field == "icon" else set(re.findall(r":([a-z][a-z0-9-]*):", text))
    assert {"relic", "mini-boss", "trap", "teleport", "coin"} <= used
    for name in used:
        assert any((folder / f"{name}.svg").is_file() for folder in ICONS), name


def test_no_art_is_printed_as_words(cards: dict[str, Card], draw: Callable) -> None:
    """A drawing joined to a plain string would be escaped and vanish."""
    for card in cards.values():
        for side in card.faces:
            assert "&lt;" not in draw(card, side).svg, card.id
