"""The exploration deck: contents fit their tiles, totals are the table's, modules leave four cards of each type."""

import itertools
import shutil
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml

from questpress.diagnostics import Failed, Report
from questpress.opening import open_game
from questpress.press.contents import Contents
from questpress.press.model import Card
from questpress.project import Project

ROOT = Path(__file__).resolve().parents[2]
SQUARES = {  # 4.5: the squares of a type's tiles, in card frame
    "corridor": {"N", "C", "S"},
    "corner": {"C", "E", "S"},
    "tee": {"C", "E", "S", "W"},
    "cross": {"C", "N", "E", "S", "W"},
    "room": {"NW", "N", "NE", "W", "C", "E", "SW", "S", "SE"},
}
DOORS = {"corridor": "NS", "corner": "ES", "tee": "ESW", "cross": "NESW", "room": "S"}
TOKENS = ("relic", "chest", "portal", "villain_trap", "teleport")
MEEPLES = ("minion", "mini_boss", "boss", "princess")
TOTALS = {"relic": 16, "chest": 14, "portal": 9, "minion": 28, "mini_boss": 5, "villain_trap": 8, "teleport": 5}
MODULES = ("bosses", "magic_portals", "princess", "villain_traps")


@pytest.fixture(scope="module")
def exploration(cards: dict[str, Card]) -> dict[str, Card]:
    return {name: card for name, card in cards.items() if card.kind == "exploration-card"}


def test_there_are_six_cards_of_each_type_and_the_two_that_are_one_of_a_kind(exploration: dict[str, Card]) -> None:
    assert Counter(card.fields["tile"] for card in exploration.values()) == {
        "corridor": 6,
        "corner": 6,
        "tee": 6,
        "cross": 6,
        "room": 8,
    }
    assert [name for name, card in exploration.items() if card.fields["boss"]] == ["boss"]
    assert [name for name, card in exploration.items() if card.fields["princess"]] == ["rom7"]


def test_contents_lie_on_squares_that_the_tiles_of_the_type_have(exploration: dict[str, Card]) -> None:
    for name, card in exploration.items():
        assert set(card.fields["squares"]) == SQUARES[card.fields["tile"]], name
        for sort in (*TOKENS, *MEEPLES):
            assert set(card.fields[sort]) <= SQUARES[card.fields["tile"]], (name, sort)


def test_a_square_holds_no_more_than_it_may(exploration: dict[str, Card]) -> None:
    """At most three meeples, so that the hero has room to come in; one token of a sort, no trap beside a teleport."""
    for name, card in exploration.items():
        meeples = Counter(square for sort in MEEPLES for square in card.fields[sort])
        assert all(count <= 3 for count in meeples.values()), name
        marks = Counter(square for sort in (*TOKENS, *MEEPLES) for square in card.fields[sort])
        assert all(count <= 3 for count in marks.values()), name  # what the sketch has spots for
        for sort in TOKENS:
            assert len(set(card.fields[sort])) == len(card.fields[sort]), (name, sort)
        assert not set(card.fields["villain_trap"]) & set(card.fields["teleport"])


def test_nothing_waits_behind_the_door_of_the_arrow(exploration: dict[str, Card]) -> None:
    for card in exploration.values():
        assert card.fields["arrow"] == "S"
        assert not any("S" in card.fields[sort] for sort in (*TOKENS, *MEEPLES))


def test_sketched_doors_are_those_that_every_tile_of_the_type_has(exploration: dict[str, Card]) -> None:
    sheet = yaml.safe_load((ROOT / "layouts" / "meeple_quest" / "tilesheets" / "dungeon.yaml").read_text("utf-8"))
    for kind, doors in DOORS.items():
        tiles = [set(tile["doors"]) for tile in sheet["tiles"] if tile["tile"] == kind]
        assert set.intersection(*tiles) == set(doors)
    for card in exploration.values():
        assert set(card.fields["doors"]) == set(DOORS[card.fields["tile"]])


def test_icons_in_the_deck_are_as_many_as_the_table_says(exploration: dict[str, Card]) -> None:
    found = {sort: sum(len(card.fields[sort]) for card in exploration.values()) for sort in TOTALS}
    assert found == TOTALS


def test_the_box_holds_a_token_for_every_icon(exploration: dict[str, Card], contents: Contents) -> None:
    tokens = {card.id: card.quantity for deck in contents.decks if deck.name == "tokens" for card in deck.cards}
    for sort, piece in (("chest", "chest"), ("portal", "portal"), ("villain_trap", "villain-trap")):
        assert tokens[piece] == TOTALS[sort]
    assert tokens["neutral-teleport"] == TOTALS["teleport"]


def test_cards_with_a_removable_icon_name_its_module(exploration: dict[str, Card]) -> None:
    for name, card in exploration.items():
        needs = {
            module
            for sort, module in (
                ("villain_trap", "villain_traps"),
                ("teleport", "magic_portals"),
                ("princess", "princess"),
                ("boss", "bosses"),
            )
            if card.fields[sort]
        }
        assert needs == ({card.fields["module"]} if card.fields["module"] else set()), name
        assert bool(card.fields["line"]) == bool(needs), name


def test_every_choice_of_modules_leaves_four_cards_of_each_type(exploration: dict[str, Card]) -> None:
    for size in range(len(MODULES) + 1):
        for off in itertools.combinations(MODULES, size):
            left = Counter(c.fields["tile"] for c in exploration.values() if c.fields["module"] not in off)
            assert all(left[kind] >= 4 for kind in SQUARES), off


def test_the_sketch_shows_every_icon_on_its_square_and_the_plank_counts_them(
    exploration: dict[str, Card], draw: Callable
) -> None:
    icons = {"villain_trap": "trap", "mini_boss": "mini-boss"}
    for name, card in exploration.items():
        face = draw(card)
        for sort in (*TOKENS, *MEEPLES):
            there = len(card.fields[sort])
            drawn = sum(1 for field, text in face.said if field == "icon" and text == icons.get(sort, sort))
            per = 2 if sort in ("mini_boss", "boss", "princess") else 1  # figures have a painted edge behind them
            assert drawn == (there + 1) * per if there else drawn == 0, (name, sort)
            assert [text for field, text in face.said if field == sort] == ([str(there)] if there else []), (name, sort)


@pytest.mark.parametrize(
    ("old", "new", "says", "remedy"),
    [
        (
            "relic: [N], minion: [C]}",
            "relic: [NE], minion: [C]}",
            "something lies on NE, which a corridor does not have",
            "put it on one of N C S",
        ),
        (
            "squares: &corner [C, E, S]",
            "squares: &corner [C, W, S]",
            "the corner tiles have other squares than C W S",
            "a corner has C E S: mend the card here, or its tiles in layouts/",
        ),
        (
            "defaults: {arrow: S}",
            "defaults: {arrow: W}",
            "the arrow comes in by W, where a corridor may have no door",
            "let it come in by N or S",
        ),
        (
            "doors: &corridor_doors [N, S]",
            "doors: &corridor_doors [N, E, S]",
            "not every corridor tile has doors at N E S",
            "name the doors that all tiles of the type have",
        ),
        (
            "relic: [N], minion: [C]}",
            "relic: [N], minion: [C, C, C, C]}",
            "4 things lie on C",
            "a square of the sketch shows 3 at the most: put some elsewhere",
        ),
    ],
)
def test_a_card_that_does_not_fit_its_tile_is_told(tmp_path: Path, old: str, new: str, says: str, remedy: str) -> None:
    for folder in ("cards", "layouts", "rules", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    file = tmp_path / "cards/meeple_quest/exploration.yaml"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    report = Report()
    with pytest.raises(Failed):
        open_game(Project(tmp_path), "meeple-quest", report)
        report.stop_if_failed()
    assert (says, remedy) in {(found.message, found.help) for found in report.findings if found.code == "D047"}
