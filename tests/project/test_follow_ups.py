"""What follows from a fault that has been told is not told again."""

from __future__ import annotations

import pytest

from .test_booklet_faults import COST, SHIP, SHIPS, change

FONT = "templates/fonts/Harbour-Bold.ttf"
RULES = "rules/harbour.yaml"


def codes(press, *command: str) -> list[tuple[str, str]]:
    return [(fault["code"], fault["file"]) for fault in press.faults(*command)]


@pytest.mark.parametrize("manifest", ["", "families:\n  Harbour: {regular: Harbour-Bold.ttf}\n"])
@pytest.mark.parametrize(
    "text",
    [
        '{{ label("x", 9, 30, font="Harbour") }}',
        '{{ textbox("<b>x</b>", 9, 30, 20, 9, font="Harbour") }}',
        '<text x="9" y="30" font-family="Harbour" font-size="4">x</text>',
    ],
)
def test_a_broken_font_is_told_alone_and_at_every_run(press, manifest, text):
    change(press, SHIP, COST, text)
    (press.root / FONT).parent.mkdir()
    (press.root / FONT).write_bytes(b"no font")
    if manifest:
        (press.root / "templates/fonts/fonts.yaml").write_text(manifest)
    for _ in range(2):
        assert codes(press) == [("T030", "templates/fonts/fonts.yaml" if manifest else FONT)]


def test_a_font_that_nobody_broke_is_still_missed(press):
    change(press, SHIP, COST, '{{ label("x", 9, 30, font="Harbor") }}')
    (press.root / FONT).parent.mkdir()
    (press.root / FONT).write_bytes(b"no font")
    assert {code for code, _ in codes(press)} == {"T030", "T033"}


def test_a_broken_font_that_characters_fall_back_to(press):
    change(press, SHIPS, "cards.", "龍 cards.")
    (press.root / FONT).parent.mkdir()
    (press.root / FONT).write_bytes(b"no font")
    assert {code for code, _ in codes(press)} == {"T030", "T035"}
    (press.root / "templates/fonts/fonts.yaml").write_text("fallback: [Harbour]\n")
    assert {code for code, _ in codes(press)} == {"T030"}


@pytest.mark.parametrize(("old", "new"), [("numbers:", "numbers: ["), ("value: 5", "valu: 5")])
def test_a_broken_rules_file_is_not_the_cards_fault(press, old, new):
    change(press, RULES, old, new)
    assert {file for _, file in codes(press)} == {RULES}


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        (SHIP, COST, "{% if options.fog == 'thik' %}{% endif %}"),
        (SHIP, COST, "{% if options.fog in ('on', 'of') %}{% endif %}"),
        (SHIPS, "Fog is {{ options.fog }}.", "{{ 'x' if options.fog != 'thik' else '' }}"),
    ],
)
def test_an_option_is_not_compared_with_what_it_cannot_be(press, name, old, new):
    change(press, name, old, new)
    fault = press.faults()[0]
    assert (fault["code"], fault["file"]) == ("T003", name)
    assert "the option 'fog' is never" in fault["message"] and "off, thick" in fault["help"]


def test_an_option_is_compared_with_what_it_can_be(press):
    change(press, SHIP, COST, "{{ label('thick' if options.fog == 'thick' else 'thin', 9, 30) }}")
    assert press.faults() == []
    assert press.faults("check", "--set", "fog=thick") == []
