"""What an editor would find in a game's texts, tables, icons and components."""

from __future__ import annotations

import pytest

from .conftest import Press, write
from .test_fourth_game import text_of

GAME = {
    "rules/harbour.yaml": """\
game: harbour
title: Harbour
numbers:
  hand: {value: 5, means: cards in hand}
  dice: {value: 3, means: dice of a storm}
""",
    "templates/harbour/kinds.yaml": """\
kinds:
  ship-card:
    title: Ship card
    trim: [63.5mm, 88.9mm]
    sheet: poker
    faces: {front: ship.svg.j2}
    fields:
      name: text
      text: {type: text, default: ""}
      berths: {type: list, of: word, default: []}
      home: {type: word, optional: true}
    checks:
      - that: "not home or berths|reject('in', find('ships/' ~ home).berths)|list|length == 0"
        says: "{{ name }} lies where {{ home }} has no berth"
  page:
    trim: [100mm, 140mm]
    faces: {front: page.svg.j2}
""",
    "templates/harbour/ship.svg.j2": """\
{% extends "shared/face.svg.j2" %}
{% block art %}{{ textbox(card.text, 5, 40, 53, 35) }}{{ icon("arrow-north", 10, 10, 5) }}{% endblock %}
""",
    "templates/harbour/page.svg.j2": """\
{% extends "shared/face.svg.j2" %}
{% block art %}{{ page.body }}{% endblock %}
""",
    "cards/harbour/ships.yaml": """\
deck: ships
title: Ships
kind: ship-card
cards:
  - {id: sloop, name: Sloop, quantity: 2, berths: [a, b], text: "Draw {{ rules.hand }} cards."}
  - {id: brig, name: Brig, berths: [b], home: sloop}
""",
    "cards/harbour/rules.yaml": """\
booklet: leaflet
title: Leaflet
kind: page
source: rules/harbour.md
frames: [[8, 8, 84, 124]]
""",
    "rules/harbour.md": """\
# Harbour

1. Draw {{ rules.hand }} cards, {{ spelled(rules.dice) }} dice, {{ 5 }} times {{ "three" }} dice.
:arrow-north: is north.
There are {{ inventory.ships }} ships, {{ inventory.ship_card }} cards, {{ inventory.card }} in all,
{{ inventory["ships/sloop"] }} sloops.

<!-- inventory -->
| What | How many |
| --- | --- |
| Ships | {{ inventory.ships }} |
| Sloop | 2 |
| Leaflet | 1 |
""",
}


@pytest.fixture
def harbour(tmp_path) -> Press:
    return Press(write(tmp_path, GAME))


def findings(harbour, name: str, old: str, new: str) -> list[dict]:
    path = harbour.root / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return harbour.json("check")["games"][0]["diagnostics"]


def test_a_game_that_keeps_to_its_rules(harbour):
    report = harbour.build()
    assert report["diagnostics"] == []
    words = " ".join(text_of(harbour.root / "output/harbour/leaflet.pdf").split())
    assert "Draw 5 cards, three dice, 5 times three dice." in words
    assert "There are 3 ships, 3 cards, 3 in all, 2 sloops." in words


SHIPS, BOOK, RULES = "cards/harbour/ships.yaml", "rules/harbour.md", "rules/harbour.yaml"


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "line", "words", "help"),
    [
        (SHIPS, "{{ rules.hand }} cards", "5 cards", "D046", 5, "the number 5", "{{ rules.hand }}"),
        (BOOK, "{{ 5 }} times", "5 times", "D046", 3, "the number 5", "{{ 5 }}"),
        (BOOK, '{{ "three" }} dice', "three dice", "D046", 3, "the number three", "{{ rules.dice }}"),
        (SHIPS, "home: sloop", "home: sloop, quantity: 2", "D048", None, "", ""),
        (SHIPS, "berths: [b]", "berths: [b, c]", "D047", 6, "Brig lies where sloop has no berth", "ship-card asks"),
        (SHIPS, "home: sloop", "home: slop", "T005", None, "no component 'ships/slop'", ""),
        (
            BOOK,
            "| Sloop | 2 |",
            "| Sloop | 4 |",
            "D048",
            12,
            "says 4 of 'Sloop', 2 are printed",
            'inventory["ships/sloop"]',
        ),
        (BOOK, "| Sloop | 2 |", "| Sloops at sea <!-- ships/sloop --> | 2 | 2 |", None, None, "", ""),
        (BOOK, "| Sloop | 2 |", "| Slope | 2 |", "D048", 12, "called 'Slope'", "sloop"),
        (BOOK, "| Leaflet | 1 |\n", "", "D048", 8, "leaves out what is printed: Leaflet", ""),
        (BOOK, "inventory.ships", "inventory.shps", "T003", None, "shps", ""),
        (BOOK, ":arrow-north: is north.", "", "D049", None, "arrow-north (on ships/sloop)", "legend"),
    ],
)
def test_what_is_found(harbour, name, old, new, code, line, words, help):
    found = findings(harbour, name, old, new)
    if code is None or (name == SHIPS and code == "D048"):
        assert [f for f in found if f["code"].startswith("D")] == []
        return
    match = [f for f in found if f["code"] == code and words in f["message"]]
    assert match, found
    assert help in (match[0]["help"] or "")
    if line:
        assert (match[0]["file"], match[0]["line"]) == (name, line)


def test_a_table_is_held_to_what_is_printed_now(harbour):
    harbour.build()
    found = findings(harbour, SHIPS, "quantity: 2", "quantity: 3")
    assert [f["code"] for f in found if f["severity"] == "error"] == ["D048"]


def test_a_legend_explains_icons_too(harbour):
    write(harbour.root, {"cards/harbour/text.en.yaml": "text: en\nlegend: {arrow-north: north}\n"})
    assert findings(harbour, BOOK, ":arrow-north: is north.", "{{ legend['arrow-north'] }}") == []


def test_a_number_that_no_rule_has_is_free(harbour):
    assert findings(harbour, SHIPS, "{{ rules.hand }} cards", "7 cards") == []
    assert [f["code"] for f in findings(harbour, RULES, "value: 3", "value: 7")] == ["D046"]


def test_two_cards_with_one_id_are_told(harbour):
    (harbour.root / "cards/harbour/captains.yaml").write_text(
        "deck: captains\ntitle: Captains\nkind: ship-card\ncards: [{id: Brig, name: Old Brig}]\n", encoding="utf-8"
    )
    path = harbour.root / BOOK
    path.write_text(path.read_text().replace("| Leaflet", "| Captains | 1 |\n| Leaflet"), encoding="utf-8")
    found = [f for f in harbour.json("check")["games"][0]["diagnostics"] if f["code"] == "D050"]
    assert [(f["severity"], f["file"], f["line"], f["subject"]) for f in found] == [
        ("warning", "cards/harbour/ships.yaml", 6, "ships/brig")
    ]
    assert "first in cards/harbour/captains.yaml:4" in found[0]["message"]


def test_tiles_of_sheets_that_stand_for_each_other_may_share_ids(harbour):
    for name in ("north", "south"):
        sheet = f"tilesheet: {name}\ntitle: {name}\nkind: ship-card\ntiles: [{{id: buoy, name: Buoy}}]\n"
        path = harbour.root / f"layouts/harbour/{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(sheet, encoding="utf-8")
    codes = {f["code"] for f in harbour.json("check")["games"][0]["diagnostics"]}
    assert "D050" not in codes


def test_a_check_sees_all_components_of_a_deck(harbour):
    asked = "components('ships')|selectattr('name', 'equalto', name)|list|length == 1"
    kinds = harbour.root / "templates/harbour/kinds.yaml"
    text = kinds.read_text(encoding="utf-8")
    kinds.write_text(text.replace("    checks:\n", f'    checks:\n      - {{that: "{asked}", says: twice}}\n'))
    assert "D047" not in {f["code"] for f in harbour.json("check")["games"][0]["diagnostics"]}
    found = findings(harbour, SHIPS, "name: Brig", "name: Sloop")
    assert [f["message"] for f in found if f["code"] == "D047"].count("twice") == 2
