"""Equipment, princess and summary cards: numbers of the rules, one for every player, a white edge that means it."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from questpress.press.contents import Contents
from questpress.press.model import Card

ROOT = Path(__file__).resolve().parents[2]
RULES = yaml.safe_load((ROOT / "rules" / "meeple_quest.yaml").read_text(encoding="utf-8"))["numbers"]
COLOURS = ("red", "green", "blue", "yellow", "orange")
WEAPONS = {
    "warrior": ("sword", "kings_sword"),
    "mage": ("oak_staff", "staff_of_light"),
    "priest": ("mace", "hammer_of_dawn"),
    "rogue": ("dagger", "twin_daggers"),
}


def said(drawn: object, field: str) -> list[str]:
    return [text for name, text in drawn.said if name == field]  # type: ignore[attr-defined]


def deck(contents: Contents, name: str) -> tuple[Card, ...]:
    return next(one for one in contents.decks if one.name == name).cards


@pytest.mark.parametrize(
    ("name", "copies", "kind"),
    [
        ("heroes", 20, "hero-card"),
        ("equipment", 20, "equipment-card"),
        ("treasures", 30, "treasure-card"),
        ("exploration", 32, "exploration-card"),
        ("bosses", 6, "boss-card"),
        ("princess", 1, "princess-card"),
        ("summary", 5, "summary-card"),
    ],
)
def test_decks_hold_as_many_cards_as_the_box_needs(contents: Contents, name: str, copies: int, kind: str) -> None:
    cards = deck(contents, name)
    assert sum(card.quantity for card in cards) == copies
    assert {card.kind for card in cards} == {kind}


def test_the_box_holds_114_two_sided_cards(cards: dict[str, Card]) -> None:
    assert sum(card.quantity for card in cards.values()) == 114
    assert all(set(card.faces) == {"front", "back"} for card in cards.values())
    assert {(card.trim.width, card.trim.height, card.trim.bleed) for card in cards.values()} == {(63.5, 88.9, 3.0)}


@pytest.mark.parametrize("kind", WEAPONS)
@pytest.mark.parametrize("colour", COLOURS)
def test_weapons_print_the_numbers_of_the_rules(cards: dict[str, Card], draw: Callable, colour: str, kind: str) -> None:
    card = cards[f"{colour}-{kind}-weapon"]
    for side, weapon, own in (("front", WEAPONS[kind][0], ""), ("back", WEAPONS[kind][1], "advanced_")):
        rule = {name: entry["value"] for name, entry in RULES["equipment"][weapon].items()}
        face = draw(card, side)
        assert said(face, f"{own}dice") == [str(rule["dice"])]
        assert card.fields[f"{own}hands"] == rule["hands"]
        assert ("icon", "two-hands" if rule["hands"] == 2 else "hand") in face.said
        assert said(face, f"{own}cost") == ([str(rule["cost"])] if "cost" in rule else [])
        assert bool(said(face, f"{own}rerolls")) == ("rerolls" in rule)
        assert f'<g id="{weapon.replace("_", "-")}">' in face.svg
        assert ("icon", card.fields[f"{own}attack"]) in face.said
        digits = [int(c) for text in said(face, f"{own}effect") for c in text if c.isdigit()]
        assert digits == ([rule["healed"]] if "healed" in rule else [])
    assert [int("".join(c for c in text if c.isdigit())) for text in said(draw(card), "turn")] == [15]
    assert said(draw(card, "back"), "turn") == []


@pytest.mark.parametrize("colour", COLOURS)
def test_every_weapon_shows_the_face_of_its_own_hero(cards: dict[str, Card], draw: Callable, colour: str) -> None:
    for kind in WEAPONS:
        hero = cards[f"{colour}-{kind}"].fields["name"].lower()
        for side in ("front", "back"):
            assert f'<g id="{hero}">' in draw(cards[f"{colour}-{kind}-weapon"], side).svg


def test_the_basic_side_is_white_in_the_bleed_and_says_so(
    cards: dict[str, Card], draw: Callable, contents: Contents
) -> None:
    for card in cards.values():
        if card.kind == "equipment-card":
            assert card.fields["white_edge"] is True
            border = draw(card).svg.split('id="border"')[1].split("/>")[0]
            assert contents.palette["white"] in border
            assert contents.palette["white"] not in draw(card, "back").svg.split('id="border"')[1].split("/>")[0]


def test_cards_of_a_player_name_him(cards: dict[str, Card]) -> None:
    for kind in ("equipment-card", "summary-card"):
        owners = [card.fields["player"] for card in cards.values() if card.kind == kind]
        assert set(owners) == set(COLOURS)
        assert len({owners.count(colour) for colour in COLOURS}) == 1


def test_summaries_print_the_prices_of_the_rules(cards: dict[str, Card]) -> None:
    price = {name: entry["value"] for name, entry in RULES["actions"].items()}
    for colour in COLOURS:
        card = cards[f"{colour}-summary"]
        assert [row["price"] for row in card.fields["move"]] == [
            str(price["square"]),
            str(RULES["toll"]["value"]),
            str(price["teleport"]),
        ]
        assert {row["price"] for row in card.fields["attack"]} == {str(price["reroll"])}
        assert [row["price"] for row in card.fields["free"]] == [
            "–",
            str(price["portal"]),
            f"{price['backpack']} + {price['backpack_relic']}n",
            str(price["level_up"]),
            str(price["relic"]),
            f"{price['coins']} :coin:",
            str(RULES["heroes"]["mage"]["teleport_price"]["value"]),
        ]


def test_summaries_list_the_three_phases_and_six_steps(cards: dict[str, Card], draw: Callable) -> None:
    card = cards["red-summary"]
    assert len(card.fields["phases"]) == 3
    assert len(card.fields["corruption"]) == 6
    assert str(RULES["corruption"]["portal_alarm"]["value"]) in card.fields["corruption"][0]
    face = draw(card)
    assert said(face, "corruption") == list(card.fields["corruption"])
    assert [text for text in said(face, "phases")] == [
        f"{at} {name.upper()}" for at, name in enumerate(card.fields["phases"], 1)
    ]


def test_the_princess_and_the_bosses_leave_with_their_modules(cards: dict[str, Card]) -> None:
    assert cards["princess"].fields["module"] == "princess"
    assert {card.fields["module"] for card in cards.values() if card.kind == "boss-card"} == {"bosses"}


def test_backs_tell_nothing_but_the_deck(cards: dict[str, Card], draw: Callable) -> None:
    for kind in ("treasure-card", "exploration-card", "boss-card"):
        assert len({draw(card, "back").svg for card in cards.values() if card.kind == kind}) == 1
