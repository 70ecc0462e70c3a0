"""All that section 4.1 counts besides cards: complete, in the palette, with the numbers of the rules."""

import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

from questpress.diagnostics import Report
from questpress.opening import open_game
from questpress.press import shapes
from questpress.press.contents import Contents
from questpress.press.model import Card
from questpress.press.render.template import Studio
from questpress.press.sources import context_of, trees_of
from questpress.project import Project
from questpress.seating import Seating

ROOT = Path(__file__).resolve().parents[2]
COLOURS = ("red", "green", "blue", "yellow", "orange")
KINDS = {
    "dungeon-tile", "player-mat", "villain-board", "relic-token", "player-token", "dungeon-token", "standee",
    "boss-standee", "combat-die", "dice-stickers", "marker",
}  # fmt: skip
THINNEST = 0.0882  # mm; 0.25 pt, look.md
SMALLEST = 6.5  # pt
LIVE = {"filter", "mask", "pattern", "image", "text", "tspan", "style", "foreignObject"}
HEAVY = 70_000  # bytes; a face stays below


@dataclass
class Face:
    """A face without its text, and what was said on it: (field, text, style)."""

    svg: str = ""
    said: list[tuple[str, str, dict[str, Any]]] = field(default_factory=list)

    def texts(self, name: str) -> list[str]:
        return [text for field, text, _ in self.said if field == name]


@pytest.fixture(scope="session")
def paint(contents: Contents) -> Callable[..., Face]:
    """Draws a face; `numbers` (dotted path → value) stand in for rule numbers."""
    at_work: list[Face] = []
    kept: dict[tuple[str, str, str, str], Face] = {}

    def say(text: Any, *place: Any, **style: Any) -> Markup:
        at_work[-1].said.append((style.get("field") or "", str(text), style))
        return Markup("")

    def icon(name: str, *place: Any, **style: Any) -> Markup:
        at_work[-1].said.append(("icon", name, {}))
        return Markup("")

    studio = Studio((ROOT / "templates",), {"textbox": say, "label": say, "icon": icon, "shapes": shapes}, ROOT)

    def paint(card: Card, side: str = "front", **numbers: int) -> Face:
        key = (card.deck, card.id, side, repr(numbers))
        if key not in kept:
            changed = {path.replace("__", "."): value for path, value in numbers.items()}
            rules = contents.rules
            known = {path: replace(rules.numbers[path], value=value) for path, value in changed.items()}
            one = replace(contents, rules=replace(rules, numbers={**rules.numbers, **known}))
            at_work.append(Face())
            context = {**context_of(trees_of(one, card), {}), "side": side}
            template = studio.find(card.faces[side], "meeple_quest")
            at_work[-1].svg = studio.render(template, context, card.name).svg
            kept[key] = at_work[-1]
        return kept[key]

    return paint


@pytest.fixture(scope="session")
def parts(contents: Contents) -> list[Card]:
    return [card for deck in contents.decks if deck.kind in KINDS for card in deck.cards if card.quantity]


@pytest.fixture(scope="session")
def faces(parts: list[Card], paint: Callable[..., Face]) -> dict[str, Face]:
    return {f"{card.name} {side}": paint(card, side) for card in parts for side in card.faces}


def named(parts: list[Card], deck: str, name: str) -> Card:
    return next(card for card in parts if card.deck == deck and card.id == name)


# --- the box of 4.1 -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ends", "pieces"),
    [(("tile",), 21), (("mat", "board"), 6), (("token",), 104), (("standee",), 34), (("marker",), 12), (("die",), 6)],
)
def test_the_box_holds_what_the_inventory_says(contents: Contents, ends: tuple[str, ...], pieces: int) -> None:
    found = {c.name: c.quantity for deck in contents.decks for c in deck.cards if c.kind.endswith(ends)}
    assert sum(found.values()) == pieces, found


def test_tokens_are_as_many_of_each_sort_as_the_inventory_says(parts: list[Card]) -> None:
    found: Counter[str] = Counter()
    for card in parts:
        if card.kind.endswith("token"):
            found[str(card.fields.get("relic") or f"{card.kind[0]} {card.fields['piece']}")] += card.quantity
    assert found == {
        "colour": 15, "golden": 5, "corrupted": 5,
        "p backpack": 5, "p trap": 20, "p teleport": 5, "p bonus": 5, "p blessing": 5,
        "d chest": 14, "d portal": 9, "d villain-trap": 8, "d teleport": 5,
        "d first-player": 1, "d evil-lord": 1, "d evil": 1,
    }  # fmt: skip


def test_figures_are_those_in_play_and_a_boss_for_each_card(contents: Contents, parts: list[Card]) -> None:
    found = Counter({str(c.fields["figure"]): 0 for c in parts if c.kind == "standee"})
    for card in parts:
        if card.kind == "standee":
            found[str(card.fields["figure"])] += card.quantity
    assert found == {"hero": 5, "minion": 12, "mini-boss": 6, "skeleton": 4, "princess": 1}
    cards = {c.id for deck in contents.decks if deck.kind == "boss-card" for c in deck.cards}
    assert {c.id for c in parts if c.kind == "boss-standee"} == cards


def test_every_player_has_the_same_pieces(parts: list[Card]) -> None:
    for kind in ("player-mat", "relic-token", "player-token", "standee", "marker"):
        shares = {
            colour: sorted(
                (c.id.replace(colour, "*"), c.quantity)
                for c in parts
                if c.kind == kind and c.fields.get("player") == colour
            )
            for colour in COLOURS
        }
        assert shares["red"], kind
        assert all(share == shares["red"] for share in shares.values()), kind


@pytest.mark.parametrize(
    ("module", "pieces"),
    [
        ("villain_traps", {"tokens/villain-trap"}),
        ("dark_side", {"tokens/evil"}),
        ("princess", {"standees/princess"}),
        ("magic_portals", {"tokens/neutral-teleport", *(f"player-tokens/{colour}-teleport" for colour in COLOURS)}),
    ],
)
def test_a_module_takes_its_pieces_along(parts: list[Card], module: str, pieces: set[str]) -> None:
    assert {f"{c.deck}/{c.id}" for c in parts if c.fields.get("module") == module} == pieces


def test_who_plays_alone_gets_a_bonus_of_another_colour() -> None:
    report = Report()
    alone = open_game(Project(ROOT), "meeple-quest", report, seating=Seating(players=1))
    found = [c for deck in alone.decks for c in deck.cards if c.fields.get("piece") == "bonus" and c.quantity]
    assert [(c.fields["player"], c.fields["nobody"]) for c in found] == [("red", None), (None, "green")]


# --- tiles, 4.5 ---------------------------------------------------------------------------------------------------

TILES = {
    "start": ({"NW", "N", "NE", "W", "C", "E", "SW", "S", "SE"}, ["NESW"]),
    "room": ({"NW", "N", "NE", "W", "C", "E", "SW", "S", "SE"}, ["NESW", "ESW", "ESW", "NS"]),
    "corridor": ({"N", "C", "S"}, ["NS"] * 4),
    "corner": ({"C", "E", "S"}, ["ES"] * 4),
    "tee": ({"C", "E", "S", "W"}, ["ESW"] * 4),
    "cross": ({"C", "N", "E", "S", "W"}, ["NESW"] * 4),
}


@pytest.mark.parametrize("kind", TILES)
def test_tiles_have_the_squares_and_doors_of_their_type(
    parts: list[Card], paint: Callable[..., Face], kind: str
) -> None:
    squares, doors = TILES[kind]
    tiles = [card for card in parts if card.kind == "dungeon-tile" and card.fields["tile"] == kind]
    assert sorted("".join(sorted(card.fields["doors"])) for card in tiles) == sorted("".join(sorted(d)) for d in doors)
    for card in tiles:
        svg = paint(card).svg
        assert card.quantity == 1
        assert set(re.findall(r'id="square-(\w+)"', svg)) == set(card.fields["squares"]) == squares
        assert set(re.findall(r'id="door-(\w)"', svg)) == set(card.fields["doors"])
        assert all(door in squares for door in card.fields["doors"])


def test_no_two_tiles_are_alike(parts: list[Card], paint: Callable[..., Face]) -> None:
    tiles = [paint(card).svg for card in parts if card.kind == "dungeon-tile"]
    assert len(set(tiles)) == len(tiles) == 21


def test_only_the_starting_tile_has_stairs(parts: list[Card], paint: Callable[..., Face]) -> None:
    for card in parts:
        if card.kind == "dungeon-tile":
            stairs = set(re.findall(r'id="stair-(\w+)"', paint(card).svg))
            assert stairs == ({"NW", "NE", "SW", "SE"} if card.id == "start" else set()), card.id


# --- numbers of the rules -----------------------------------------------------------------------------------------


def test_mats_print_the_tracks_and_the_usual_starts(parts: list[Card], paint: Callable[..., Face]) -> None:
    for colour in COLOURS:
        mat = paint(named(parts, "mats", colour))
        assert mat.texts("life") == [str(n) for n in range(1, 11)]
        assert mat.texts("power") == [str(n) for n in range(0, 21)]
        assert golden(mat.svg, "life") == 3  # 7, 9 and 10
        assert golden(mat.svg, "power") == 3  # 6, 8 and 10


def golden(svg: str, track: str) -> int:
    """How many boxes of a track are marked as usual starts."""
    tracks = next(e for e in ET.fromstring(svg).iter() if e.get("id") == f"track-{track}")
    boxes = [e.get("fill") for e in tracks.iter() if e.tag.endswith("rect") and e.get("rx") == ".9"]
    return sum(fill != max(set(boxes), key=boxes.count) for fill in boxes)


def test_a_rule_number_moves_mats_boards_and_tokens(parts: list[Card], paint: Callable[..., Face]) -> None:
    longer = paint(named(parts, "mats", "blue"), heroes__power_most=24, heroes__life_most=12, heroes__mage__life=12)
    assert longer.texts("power")[-1] == "24" and longer.texts("life")[-1] == "12"
    assert golden(longer.svg, "life") == 4  # 7, 9, 10 and 12
    board = paint(named(parts, "villain-board", "descent"), evil__eye=10, evil__boss_life_most=8)
    assert board.texts("evil") == [str(n) for n in range(1, 10)]
    assert board.texts("boss_life") == [str(n) for n in range(8, 0, -1)]
    assert "+2" in [
        text for _, text, _ in paint(named(parts, "player-tokens", "red-blessing"), blessings__might_dice=2).said
    ]
    foot = paint(named(parts, "standees", "minion"), villains__minion__dice=4)
    assert foot.texts("die") == ["4", "4"]


def test_evil_walks_from_the_players_boxes_to_the_eye(parts: list[Card], paint: Callable[..., Face]) -> None:
    board = paint(named(parts, "villain-board", "descent"))
    assert board.texts("evil") == [str(n) for n in range(1, 14)]
    assert [text for name, text, _ in board.said if name == "icon"].count("meeple") == 1 + 2 + 3 + 4 + 5
    assert board.texts("boss_life") == [str(n) for n in range(10, 0, -1)]


def test_a_wounded_mini_boss_has_one_life_less(parts: list[Card], paint: Callable[..., Face]) -> None:
    assert paint(named(parts, "standees", "mini-boss")).texts("heart") == ["2", "1"]
    assert paint(named(parts, "standees", "minion")).texts("heart") == ["1", "1"]


# --- backs and signs ----------------------------------------------------------------------------------------------


def test_relics_cannot_be_told_by_their_backs(parts: list[Card], paint: Callable[..., Face]) -> None:
    assert len({paint(card, "back").svg for card in parts if card.kind == "relic-token"}) == 1


def test_a_blessing_has_another_on_its_back(parts: list[Card], paint: Callable[..., Face]) -> None:
    card = named(parts, "player-tokens", "green-blessing")
    assert [t for _, t, _ in paint(card).said if t[0] in "+−"] == ["+1"]
    assert [t for _, t, _ in paint(card, "back").said if t[0] in "+−"] == ["−1"]


def test_every_piece_of_a_player_shows_his_crest(parts: list[Card], paint: Callable[..., Face]) -> None:
    source = (ROOT / "templates/meeple_quest/tokens/signs.svg.j2").read_text(encoding="utf-8")
    crests = dict(re.findall(r"^  '(\w+)': '(M[^']{20,})", source, re.MULTILINE))
    star = shapes.star_path(0, 0, 8, 10.4, 6)
    crests["yellow"] = star
    assert set(crests) == set(COLOURS)
    for card in parts:
        player = card.fields.get("player")
        if player and card.fields.get("relic") != "golden":
            for side in card.faces:
                svg = paint(card, side).svg
                other = [c for c in COLOURS if c != player and crests[c] in svg]
                assert other == [], (card.name, side, other)
                assert crests[player] in svg or (card.kind == "relic-token" and side == "back"), (card.name, side)


# --- the hand -----------------------------------------------------------------------------------------------------


def test_parts_are_painted_in_the_palette_and_nothing_is_live(faces: dict[str, Face], contents: Contents) -> None:
    allowed = {value.lower() for value in contents.palette.values()} | {"none"}
    for name, face in faces.items():
        assert len(face.svg.encode()) < HEAVY, (name, len(face.svg.encode()))
        for element in ET.fromstring(face.svg).iter():
            assert element.tag.rsplit("}", 1)[-1] not in LIVE, (name, element.tag)
            assert not {key for key in element.keys() if "opacity" in key or key in ("filter", "mask", "style")}, name
            for key in ("fill", "stroke", "stop-color"):
                value = element.get(key, "none").lower()
                assert value in allowed or value.startswith("url(#"), (name, element.tag, key, value)


def test_ids_are_single_and_whatever_is_referred_to_is_there(faces: dict[str, Face]) -> None:
    for name, face in faces.items():
        ids = re.findall(r'\bid="([^"]+)"', face.svg)
        assert len(ids) == len(set(ids)), (name, {one for one in ids if ids.count(one) > 1})
        asked = set(re.findall(r'href="#([^"]+)"', face.svg)) | set(re.findall(r"url\(#([^)]+)\)", face.svg))
        assert asked <= set(ids), (name, asked - set(ids))


def strokes(element: ET.Element, scale: float = 1.0, width: float = 1.0) -> Iterator[tuple[str, float]]:
    for name, values in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
        if name == "scale":
            scale *= min(abs(float(value)) for value in re.split(r"[\s,]+", values.strip()))
    width = float(element.get("stroke-width", width))
    if element.get("stroke", "none") != "none":
        yield element.get("id") or element.get("d") or element.tag, width * scale
    for child in element:
        yield from strokes(child, scale, width)


def test_strokes_print_and_no_text_is_too_small(faces: dict[str, Face]) -> None:
    for name, face in faces.items():
        for place, width in strokes(ET.fromstring(face.svg)):
            assert width >= THINNEST, (name, place, width)
        for text_field, text, style in face.said:
            if text_field != "icon":
                assert (style.get("min") or style["size"]) >= SMALLEST, (name, text)


def test_art_covers_trim_and_bleed(faces: dict[str, Face], parts: list[Card]) -> None:
    """A ground as large as the face, or of figures that are cut by their own outline, panels as wide."""
    for card in parts:
        if card.trim.bleed and "standee" not in card.kind:
            wide, high = card.trim.width + 2 * card.trim.bleed, card.trim.height + 2 * card.trim.bleed
            rects = [e for e in ET.fromstring(faces[f"{card.name} front"].svg).iter() if e.tag.endswith("rect")]
            sizes = {(float(e.get("width", 0)), float(e.get("height", 0))) for e in rects}
            assert (wide, high) in sizes or card.kind == "villain-board", card.name
