"""Raster art is held against the target's resolution at the size at which it prints."""

from __future__ import annotations

import pytest
from PIL import Image

from .conftest import Press
from .test_booklet_faults import COST, KINDS, SHIP, SHIPS, change

ART = "art/old boat.png"


def saved(press: Press, width: int, height: int) -> None:
    path = press.root / ART
    path.parent.mkdir(exist_ok=True)
    Image.new("RGB", (width, height), "#1f5f8b").save(path)


def coarse(press: Press, command: str = "check", *more: str) -> list[dict]:
    found = press.json(command, *more)["games"][0]["diagnostics"]
    assert not [finding for finding in found if finding["severity"] == "error"]
    return [finding for finding in found if finding["code"] == "T083"]


@pytest.mark.parametrize(
    ("size", "art", "ppi"),
    [
        ((100, 100), f'{{{{ image("{ART}", 9, 30, 25.4, 25.4) }}}}', 100),
        ((100, 200), f'{{{{ image("{ART}", 9, 30, 25.4, 25.4) }}}}', 100),
        ((100, 200), f'{{{{ image("{ART}", 9, 30, 25.4, 25.4, fit="meet") }}}}', 200),
        ((300, 300), f'{{{{ image("{ART}", 9, 30, 25.4, 25.4) }}}}', None),
        ((300, 300), f'<g transform="scale(2)">{{{{ image("{ART}", 3, 15, 25.4, 25.4) }}}}</g>', 150),
        ((90, 90), f'<image href="{ART}" x="9" y="30" width="25.4" height="25.4" image-rendering="pixelated"/>', None),
    ],
)
def test_its_pixels_an_inch_are_those_of_the_printed_size(press, size, art, ppi):
    saved(press, *size)
    change(press, SHIP, COST, art)
    found = coarse(press)
    said = [f"'{ART}' prints at {ppi} pixels an inch, the target asks for 300"] * 3 if ppi else []
    assert [finding["message"] for finding in found] == said
    assert {(f["severity"], f["file"], f["line"]) for f in found} == ({("warning", SHIP, 6)} if ppi else set())


def test_art_of_a_field_is_told_at_the_field_by_build_and_check_at_every_run(press):
    saved(press, 100, 100)
    change(press, KINDS, "lang: {", "art: {type: image, optional: true}\n      lang: {")
    change(press, SHIPS, "id: raft,", f'id: raft, art: "{ART}",')
    change(press, SHIP, COST, "{% if card.art %}{{ image(card.art, 9, 30, 25.4, 25.4) }}{% endif %}")
    for command in ("check", "check", "build", "build"):
        (found,) = coarse(press, command)
        assert (found["file"], found["line"], found["subject"]) == (SHIPS, 8, "ships/raft, art")


def test_another_target_judges_what_is_drawn_already(press):
    saved(press, 300, 300)
    change(press, SHIP, COST, f'{{{{ image("{ART}", 9, 30, 25.4, 25.4) }}}}')
    target = press.root / "templates/sheets/targets/fine.yaml"
    target.parent.mkdir(parents=True)
    target.write_text("target: fine\npaper: letter\nmargin: 5mm\nbleed: 2mm\nppi: 600\n")
    assert coarse(press, "build") == []
    assert len(coarse(press, "build", "--target", "fine")) == 3
    target.write_text(target.read_text().replace("600", "250"))
    assert coarse(press, "build", "--target", "fine") == []
