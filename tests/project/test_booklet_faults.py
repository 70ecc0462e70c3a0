"""A booklet of a game without Python: its frames, its page template, its text, and faults that are told once."""

from __future__ import annotations

import pytest

from .conftest import GAME, Press, write

SHIP, SHIPS, KINDS = "templates/harbour/ship.svg.j2", "cards/harbour/ships.yaml", "templates/harbour/kinds.yaml"
BOOKLET, TEXT, PAGE = "cards/harbour/rules.yaml", "rules/harbour.md", "templates/harbour/page.svg.j2"
COST = '{{ label(card.cost, 52, 30, size=20, anchor="end") }}'
KIND = """\
  page:
    trim: [100mm, 140mm]
    bleed: 0mm
    sheet: page
    faces: {front: page.svg.j2}
    fields: {heading: text}
"""
FILES = {
    **GAME,
    KINDS: GAME[KINDS] + KIND,
    BOOKLET: "booklet: rules\nkind: page\nsource: rules/harbour.md\nframes: [[10, 10, 80, 120]]\nheading: Rules\n",
    TEXT: '# Rules\n\nDraw {{ rules.hand }}\ncards.\n\n![The sloop](figure:ships/sloop "width=30mm")\n',
    PAGE: """\
{% extends "shared/face.svg.j2" %}
{% block art %}
{{ label(card.heading, 10, 8) }}
{{ page.body }}
{% endblock %}
""",
}


@pytest.fixture
def shop(tmp_path) -> Press:
    return Press(write(tmp_path, dict(FILES)))


def change(press: Press, name: str, old: str, new: str) -> None:
    path = press.root / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def told(press: Press, name: str, old: str, new: str, command: str = "check") -> list[tuple[str, str, int | None]]:
    change(press, name, old, new)
    faults = [f for f in press.json(command)["games"][0]["diagnostics"] if f["severity"] == "error"]
    return list(dict.fromkeys((fault["code"], fault["file"], fault["line"]) for fault in faults))


def test_it_prints(shop):
    assert shop.build()["good"]


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        (BOOKLET, "10, 10, 80, 120", "10, 10, 95, 120", ("T055", BOOKLET, 4)),
        (BOOKLET, "10, 10, 80, 120", "-1, 10, 80, 120", ("T055", BOOKLET, 4)),
        (BOOKLET, "10, 10, 80, 120", "10, 10, 80, 0", ("T055", BOOKLET, 4)),
        (BOOKLET, "heading", "first_frames: [[10, 40, 80, 101]]\nheading", ("T055", BOOKLET, 5)),
        (KINDS, "[100mm, 140mm]", "[88mm, 140mm]", ("T055", BOOKLET, 4)),
        (PAGE, "{{ page.body }}", "", ("T057", PAGE, None)),
        (PAGE, "{{ page.body }}", "{% if page.number > 1 %}{{ page.body }}{% endif %}", ("T057", PAGE, None)),
        (PAGE, "card.heading", "card.headng", ("T003", PAGE, 3)),
        (TEXT, FILES[TEXT], " \n", ("T056", TEXT, None)),
        (TEXT, "rules.hand }}", "rules.hand_sise }}", ("T003", TEXT, 3)),
        (TEXT, "{{ rules.hand", "{{\n  rules.hand_sise", ("T003", TEXT, 4)),
        (TEXT, "rules.hand }}", "rules.hand }", ("T013", TEXT, 3)),
    ],
)
def test_a_fault_is_told_at_its_place(shop, name, old, new, fault):
    assert told(shop, name, old, new) == [fault]


def test_a_fault_of_kept_pages_is_told_again(shop):
    assert shop.build()["good"]
    change(shop, KINDS, "[100mm, 140mm]", "[88mm, 140mm]")
    assert [fault["code"] for fault in shop.faults()] == ["T055"]


def test_a_card_that_cannot_be_made_is_no_missing_figure(shop):
    assert told(shop, SHIPS, "cards.", ":gold: cards.") == [("T039", SHIPS, 6)]


def test_a_figure_that_is_not_there_still_is(shop):
    assert told(shop, TEXT, "ships/sloop", "ships/slop") == [("T053", TEXT, 6)]


@pytest.mark.parametrize("command", ["check", "build"])
def test_a_fault_in_a_figure_is_told_of_its_component_alone(shop, command):
    assert told(shop, SHIP, COST, '<rect x="9" y="9" width="4" height="4" fill="rde"/>', command) == [("T065", SHIP, 6)]
