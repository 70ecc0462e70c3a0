"""Mistakes in a template's calls are told once, at the template's line; faults of a text at the card's field."""

from __future__ import annotations

import pytest

from .conftest import Press

SHIP, SHIPS = "templates/harbour/ship.svg.j2", "cards/harbour/ships.yaml"
COST = '{{ label(card.cost, 52, 30, size=20, anchor="end") }}'


def written(press: Press, text: str) -> list[dict]:
    """The errors of the game with `text` in place of the cost's label, line 6 of its template."""
    path = press.root / SHIP
    source = path.read_text(encoding="utf-8")
    assert source.splitlines()[5] == COST
    path.write_text(source.replace(COST, text), encoding="utf-8")
    return press.faults()


@pytest.mark.parametrize(
    ("call", "code", "said"),
    [
        ('label("a", 1, 1, color="red")', "T042", "no argument 'color', did you mean 'fill'?"),
        ('label("a", 1)', "T042", "label() needs 'y'"),
        ('label("a", 1, 1, x=2)', "T042", "'x' twice"),
        ("textbox(" + "1, " * 30 + ")", "T042", "at most 18 values"),
        ('icon("boot", 1, 1, 5, colour="x")', "T042", "no argument 'colour', did you mean 'fill'?"),
        ('image("a.png", 1, 1)', "T042", "image() needs 'w' and 'h'"),
        ('image("a.png", 1, none, 2, 2)', "T042", "y: expected a number"),
        ('image("a.png", 1, 1, 2, 2, fit="cover")', "T042", "fit: expected slice, meet"),
        ("shapes.star_path(1, 2)", "T042", "needs 'points'"),
        ('shapes.star_path(1, 2, "a", 3, 4)', "T005", "not supported"),
        ('line_count("a", 0)', "T042", "w: expected a number above 0"),
        ('line_count("a", 20, font="Cinzl")', "T033", "Cinzl"),
        ("textbx()", "T003", "no name 'textbx', did you mean 'textbox'?"),
        ("icon(7, 1, 1, 5)", "T039", "no icon '7'"),
        ('label("a", 1, 1, size=1e9)', "T042", "from -100000 to 100000"),
        ('label("a", 1, 1, size=0)', "T042", "above 0"),
        ('label("a", 1, 1, anchor="center")', "T042", "anchor: expected"),
        ('label("a", 1, 1, font="Cinzl")', "T033", "Cinzl"),
        ('label("a", 1, 1, weight="blod")', "T034", "blod"),
        ("card.name|uper", "T001", "uper"),
    ],
)
def test_a_wrong_call_is_told_at_the_templates_line(press, call, code, said):
    faults = written(press, f"{{{{ {call} }}}}")
    assert {(fault["code"], fault["file"], fault["line"]) for fault in faults} == {(code, SHIP, 6)}
    assert all(said in fault["message"] for fault in faults)
    assert len({fault["message"] for fault in faults}) == 1, "a mistake of the template is one for all cards"
    assert len(faults) == 3


@pytest.mark.parametrize("argument", ["font=card.name", "weight=card.name"])
def test_an_argument_from_a_field_is_told_at_the_field(press, argument):
    faults = written(press, f'{{{{ label("a", 1, 1, {argument}) }}}}')
    assert [(fault["file"], fault["line"]) for fault in faults] == [(SHIPS, 6), (SHIPS, 7), (SHIPS, 8)]
    assert faults[0]["subject"] == "ships/sloop, name"


def test_the_icon_of_a_field_is_told_at_the_field(press):
    faults = written(press, "{{ icon(card.name, 5, 5, 3) }}")
    assert [(fault["code"], fault["file"], fault["line"]) for fault in faults[:1]] == [("T039", SHIPS, 6)]


def test_a_name_on_a_later_line_of_a_call(press):
    fault = written(press, "{{ label(\n  card.nmae, 1, 1) }}")[0]
    assert (fault["code"], fault["line"], fault["column"]) == ("T003", 7, 8)


def test_an_undefined_value_given_to_a_macro_is_told_at_the_caller(press):
    call = '{% import "shared/macros.svg.j2" as parts with context %}\n{{ parts.ground(palette.rde) }}'
    fault = written(press, call)[0]
    assert (fault["code"], fault["file"], fault["line"]) == ("T003", SHIP, 7)


@pytest.mark.parametrize(
    ("text", "code", "help"),
    [
        ("{{ card.name|uper }}", "T001", "did you mean 'upper'?"),
        ("{% iff card.cost %}{% endif %}", "T001", "did you mean 'if'?"),
        ("{% if card.cost %}", "T001", "{% endif %}"),
        ('{{ label("a", 1, 1 }}', "T001", "missing ')'"),
        ("{{ card.cost + 'a' }}", "T005", "`~`"),
        ("{{ 1 / 0 }}", "T005", "ask first"),
        ("<g>", "T010", "close every element"),
        ('<rect x=1 y="1"/>', "T010", "quote every attribute"),
    ],
)
def test_messages_of_libraries_come_with_a_remedy(press, text, code, help):
    fault = written(press, text)[0]
    assert (fault["code"], fault["file"]) == (code, SHIP)
    assert help in fault["help"]
