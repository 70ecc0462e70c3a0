"""Builds for one table: pieces of players who are not there and of modules left out stay in the box."""

from __future__ import annotations

import pytest

from .conftest import Press, write
from .test_fourth_game import text_of

FLEET = {
    "rules/harbour.yaml": """\
game: harbour
title: Harbour & Sea
players: {least: 1, most: 3, fields: [owner, colour], seats: [red, green, blue]}
modules:
  storms: {means: bad weather}
  night_fog: {means: fog at night}
numbers:
  crates: {by_players: {1: 4, 2: 6, 3: 9}, means: crates on the quay, unit: crates}
""",
    "templates/harbour/kinds.yaml": """\
kinds:
  ship:
    trim: [40mm, 40mm]
    sheet: mini
    faces: {front: ship.svg.j2}
    fields:
      name: text
      colour: {type: choice, values: [red, green, blue, none], default: none}
""",
    "templates/harbour/ship.svg.j2": """\
{% extends "shared/face.svg.j2" %}
{% block art %}{{ label(card.name ~ ' for ' ~ players, 3, 10, max_width=34, min=3) }}
{% if modules.storms %}<rect x="2" y="30" width="9" height="5" fill="#1f5f8b"/>{% endif %}{% endblock %}
""",
    "cards/harbour/ships.yaml": """\
deck: ships
title: Ships
kind: ship
cards:
  - {id: red, name: Red, colour: red, quantity: 2}
  - {id: green, name: Green, colour: green}
  - {id: blue, name: Blue, colour: blue}
  - {id: gale, name: Gale, module: storms}
  - {id: murk, name: Murk, module: [storms, night_fog]}
  - {id: crate, name: "Crate of {{ rules.crates[2] }}", quantity: "{{ rules.crates[players] }}"}
  - {id: spare, name: Spare, colour: blue, quantity: "{{ 1 if seat == players + 2 else 0 }}"}
  - {id: "no", name: "For {{ rules.players.least }} to {{ rules.players.most }}"}
""",
}


@pytest.fixture
def fleet(tmp_path) -> Press:
    return Press(write(tmp_path, FLEET))


def needed(fleet, *options: str) -> dict[str, int]:
    return {c["id"]: c["quantity"] for c in fleet.json("inventory", *options)}


def test_the_box_holds_everything_of_the_largest_table(fleet):
    assert needed(fleet) == {"red": 2, "green": 1, "blue": 1, "gale": 1, "murk": 1, "crate": 9, "no": 1}


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--players", "3"], {"red": 2, "green": 1, "blue": 1, "gale": 1, "murk": 1, "crate": 9, "no": 1}),
        (["--players", "1"], {"red": 2, "gale": 1, "murk": 1, "crate": 4, "spare": 1, "no": 1}),
        (
            ["--players", "2", "--without", "night_fog"],
            {"red": 2, "green": 1, "gale": 1, "crate": 6, "no": 1},
        ),
        (["--without", "night_fog,storms"], {"red": 2, "green": 1, "blue": 1, "crate": 9, "no": 1}),
        (["--without", "storms", "--without", "night_fog"], {"red": 2, "green": 1, "blue": 1, "crate": 9, "no": 1}),
    ],
)
def test_what_a_table_needs(fleet, options, expected):
    assert needed(fleet, *options) == expected


def test_a_table_has_files_of_its_own_and_leaves_the_box_alone(fleet):
    whole = fleet.build()
    assert whole["good"], whole["diagnostics"]
    box = {f["path"]: (fleet.root / "output" / f["path"]).read_bytes() for f in whole["files"]}
    two = fleet.json("build", "--players", "2", "--without", "storms")["games"][0]
    assert [(f["path"], f["pieces"]) for f in two["files"]] == [("harbour/2-players-without-storms/ships.pdf", 10)]
    words = text_of(fleet.root / "output/harbour/2-players-without-storms/ships.pdf")
    assert "Red for 2" in words and "Blue" not in words and "Gale" not in words
    assert "2 players, without storms" in words
    assert {path: (fleet.root / "output" / path).read_bytes() for path in box} == box
    again = fleet.build()
    assert not any(f["written"] for f in again["files"]) and not again["redrawn"]
    assert fleet.json("build", "--players", "2", "--without", "storms")["games"][0]["redrawn"] == []


@pytest.mark.parametrize(
    ("options", "code", "words"),
    [
        (["--players", "4"], "D040", "1 to 3 players, found 4"),
        (["--without", "night-fog,strom"], "D041", "no module 'strom'"),
    ],
)
def test_what_a_game_does_not_know(fleet, options, code, words):
    for command in ("check", "build", "inventory"):
        assert fleet.code(command, *options) == 2
    found = fleet.json("check", *options)["diagnostics"]
    assert any(f["code"] == code and words in f["message"] for f in found), found
    assert not (fleet.root / "output").exists()


@pytest.mark.parametrize(
    ("name", "old", "new", "code", "words"),
    [
        ("rules/harbour.yaml", ", 3: 9", "", "D021", "numbers for 1, 2 players"),
        ("rules/harbour.yaml", "seats: [red, green, blue]", "seats: [red]", "D021", "1 seats for 3 players"),
        ("rules/harbour.yaml", "least: 1, most: 3", "least: 4, most: 3", "D021", "least is 4"),
        ("rules/harbour.yaml", "players: {least", "plaiers: {least", "D012", "plaiers"),
        ("cards/harbour/ships.yaml", "module: storms}", "module: stroms}", "D041", "no module 'stroms'"),
        ("cards/harbour/ships.yaml", "rules.crates[players]", "rules.crates[7]", "T003", "7"),
    ],
)
def test_faults_of_the_data(fleet, name, old, new, code, words):
    path = fleet.root / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    assert any(f["code"] == code and words in f["message"] and f["file"] == name for f in fleet.faults()), (
        fleet.faults()
    )


def test_of_several_games_those_that_know_it_take_it(fleet):
    write(
        fleet.root,
        {name.replace("harbour", "canal"): text for name, text in FLEET.items() if not name.startswith("rules/")},
    )
    path = fleet.root / "cards/canal/ships.yaml"
    path.write_text("deck: boats\nkind: ship\ncards: [{id: boat, name: Boat}]\n")
    (fleet.root / "templates/canal/ship.svg.j2").write_text(
        '{% extends "shared/face.svg.j2" %}{% block art %}{% endblock %}'
    )
    report = fleet.json("check", "--players", "2", "--without", "storms")
    assert [game["good"] for game in report["games"]] == [True, True], report
    assert fleet.code("check", "canal", "--players", "2") == 2
    assert fleet.code("check", "--without", "strom") == 2
