"""What the cards say is what the rules say, and no two heroes are the same."""

from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from questpress.press.model import Card

ROOT = Path(__file__).resolve().parents[2]
RULES = yaml.safe_load((ROOT / "rules" / "meeple_quest.yaml").read_text(encoding="utf-8"))["numbers"]
COLOURS = ("red", "green", "blue", "yellow", "orange")
CLASSES = ("warrior", "mage", "priest", "rogue")


def number(*path: str) -> int:
    value = RULES
    for step in path:
        value = value[step]
    return value["value"]


def said(drawn: object, field: str) -> list[str]:
    return [text for name, text in drawn.said if name == field]  # type: ignore[attr-defined]


def test_there_is_one_hero_of_each_class_in_each_colour(heroes: dict[str, Card]) -> None:
    assert set(heroes) == {f"{colour}-{kind}" for colour in COLOURS for kind in CLASSES}
    assert len({card.fields["name"] for card in heroes.values()}) == 20


def test_each_colour_has_its_own_pattern(heroes: dict[str, Card]) -> None:
    pairs = {(card.fields["colour"], card.fields["pattern"]) for card in heroes.values()}
    assert len(pairs) == len({pattern for _, pattern in pairs}) == 5


@pytest.mark.parametrize("kind", CLASSES)
def test_heroes_print_the_numbers_of_the_rules(heroes: dict[str, Card], draw: Callable, kind: str) -> None:
    for colour in COLOURS:
        card = heroes[f"{colour}-{kind}"]
        face = draw(card)
        assert said(face, "name") == [card.fields["name"]]
        assert said(face, "class") == [kind.upper()]
        assert said(face, "life") == [str(number("heroes", kind, "life"))]
        assert said(face, "movement") == [str(number("heroes", "movement"))]
        assert said(face, "power") == [str(number("heroes", kind, "power"))]


@pytest.mark.parametrize(
    ("kind", "line", "numbers"),
    [
        ("warrior", 0, ["extra_dice"]),
        ("mage", 0, ["free_rerolls"]),
        ("mage", 1, ["reward_times"]),
        ("mage", 2, ["teleport_price"]),
        ("priest", 0, ["healed"]),
        ("rogue", 2, ["extra_squares"]),
    ],
)
def test_skills_print_the_numbers_of_the_rules(
    heroes: dict[str, Card], draw: Callable, kind: str, line: int, numbers: list[str]
) -> None:
    for colour in COLOURS:
        text = said(draw(heroes[f"{colour}-{kind}"]), "skills")[line]
        assert [int(c) for c in text if c.isdigit()] == [number("heroes", kind, name) for name in numbers], text


def test_lives_and_power_fit_the_tracks_of_the_mat(heroes: dict[str, Card]) -> None:
    for card in heroes.values():
        assert 1 <= card.fields["life"] <= number("heroes", "life_most")
        assert 0 <= card.fields["power"] <= number("heroes", "power_most")


BOSSES = {  # the numbers that a boss's skill states, in order
    "lich": [("bosses", "lich", "skeletons")],
    "ogre": [("bosses", "ogre", "toll"), ("toll",)],
    "spider": [("bosses", "spider", "web"), ("bosses", "spider", "web_least")],
    "countess": [("bosses", "countess", "leech"), ("bosses", "countess", "life")],
    "drake": [("bosses", "drake", "rolls")],
    "jester": [("bosses", "jester", "treasures")],
}


@pytest.mark.parametrize("boss", BOSSES)
def test_bosses_show_their_seven_fields(cards: dict[str, Card], draw: Callable, boss: str) -> None:
    card = cards[boss]
    face = draw(card)
    assert said(face, "name") == [card.fields["name"]]
    for field in ("dice", "life", "movement"):
        assert said(face, field) == [str(number("bosses", boss, field))]
    assert card.fields["attack"] in said(face, "icon")
    assert f'id="{boss}"' in face.svg
    digits = [int(c) for c in said(face, "skill")[0] if c.isdigit()]
    assert digits == [number(*path) for path in BOSSES[boss]]


def test_backs_of_one_colour_are_identical(heroes: dict[str, Card], draw: Callable) -> None:
    backs = {colour: {draw(heroes[f"{colour}-{kind}"], "back").svg for kind in CLASSES} for colour in COLOURS}
    assert all(len(faces) == 1 for faces in backs.values())
    assert len(set.union(*backs.values())) == 5


def test_the_bosses_share_their_back(cards: dict[str, Card], draw: Callable) -> None:
    assert len({draw(cards[boss], "back").svg for boss in BOSSES}) == 1


def test_words_stand_in_real_quotes_and_dashes(cards: dict[str, Card], draw: Callable) -> None:
    for card in cards.values():
        for field, text in draw(card).said:
            assert field == "icon" or not set(text) & {'"', "'", "`"}, text
            assert " - " not in text and " x " not in text, text
