"""Text that the knife would cut is an error, text in the safe ring a warning, wherever transforms have put it."""

from __future__ import annotations

import pytest

from .conftest import Press

SHIP, SHIPS, KINDS = "templates/harbour/ship.svg.j2", "cards/harbour/ships.yaml", "templates/harbour/kinds.yaml"
COST = '{{ label(card.cost, 52, 30, size=20, anchor="end") }}'


def written(press: Press, text: str, kind: str = "") -> list[dict]:
    """All findings on ships/raft with `text` in place of the cost's label; `kind` goes into kinds.yaml."""
    for name, old, new in ((SHIP, COST, text), (KINDS, "bleed: 3mm", f"bleed: 3mm\n    {kind}")):
        path = press.root / name
        source = path.read_text(encoding="utf-8")
        assert old in source
        path.write_text(source.replace(old, new, 1), encoding="utf-8")
    found = press.json("check")["games"][0]["diagnostics"]
    return [finding for finding in found if (finding["subject"] or "").startswith("ships/raft")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{{ label("gone", 200, 200) }}', "'gone' lies outside the trim"),
        ('{{ label("far too wide for its face", 20, 30, size=20) }}', "mm beyond the trim"),
        ('{{ textbox("outside the box", 50, 30, 40, 10) }}', "'outside the box' reaches"),
        ('<g transform="translate(60 0)">{{ label("moved", 0, 30) }}</g>', "'moved' reaches"),
        ('<g transform="rotate(90 31 44)">{{ label("turned", 60, 44, size=30) }}</g>', "'turned' reaches"),
        ('<text x="60" y="30" font-size="4" font-family="Cinzel">plain</text>', "'plain' reaches"),
        ('<defs><g id="g">{{ label("used", 0, 0) }}</g></defs><use href="#g" x="60" y="30"/>', "'used' reaches"),
    ],
)
def test_text_over_the_trim_is_an_error_at_the_templates_line(press, text, said):
    (fault,) = written(press, text)
    assert (fault["code"], fault["severity"], fault["file"], fault["line"]) == ("T046", "error", SHIP, 6)
    assert said in fault["message"]


def test_the_text_of_a_field_is_told_at_the_field(press):
    (fault,) = written(press, "{{ label(card.name, 62, 30) }}")
    assert (fault["code"], fault["file"], fault["line"], fault["subject"]) == ("T046", SHIPS, 8, "ships/raft, name")


@pytest.mark.parametrize(
    "text",
    [
        '<svg x="40" y="0" width="20" height="9" viewBox="0 0 40 18">{{ label("cut by a window", 0, 9) }}</svg>',
        '<rect x="-3" y="-3" width="40" height="4"/>',
        '{{ icon("boot", 1, 30, 5) }}',
        '{{ label("   ", 70, 30) }}',
        '{{ label("I", 0.1, 30) }}',
    ],
)
def test_what_is_no_text_over_the_trim_is_good(press, text):
    assert written(press, text) == []


def test_text_in_the_safe_ring_is_a_warning_where_the_kind_has_one(press):
    (finding,) = written(press, '{{ label("close", 1.5, 30) }}', "safe: 3mm")
    assert (finding["code"], finding["severity"], finding["line"]) == ("T047", "warning", 6)
    assert "mm into the safe ring" in finding["message"]
    assert press.code("check") == 0
    assert [f["code"] for f in press.json("build")["games"][0]["diagnostics"]].count("T047") == 3


def test_a_wider_safe_ring_is_noticed_by_the_next_build(press):
    assert written(press, '{{ label("close", 1.5, 30) }}', "safe: 1mm") == []
    assert press.build()["good"]
    path = press.root / KINDS
    path.write_text(path.read_text(encoding="utf-8").replace("safe: 1mm", "safe: 2mm"), encoding="utf-8")
    assert "T047" in [finding["code"] for finding in press.build()["diagnostics"]]


@pytest.mark.parametrize(("x", "y", "codes"), [(0.6, 2.6, ["T046"]), (4, 6, [])])
def test_round_corners_cut_too(press, x, y, codes):
    found = written(press, f'{{{{ label("X", {x}, {y}, size=6) }}}}', "corner: 6mm")
    assert [finding["code"] for finding in found] == codes


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{{ label("x", 8, 30, fill="rde") }}', "T065"),
        ('{{ textbox("x", 8, 30, 9, 9, fill="rde") }}', "T065"),
        ('{{ icon("boot", 8, 30, 4, fill="rde") }}', "T065"),
        ('{{ image("art/none.png", 8, 30, 4, 4) }}', "T075"),
        ('{{ image("cards/harbour/ships.yaml", 8, 30, 4, 4) }}', "T077"),
        ('{{ shapes.beads([[8, 30]], 1, "rde") }}', "T065"),
    ],
)
def test_what_a_function_wrote_is_told_at_the_line_that_calls_it(press, text, code):
    (fault,) = written(press, text)
    assert (fault["code"], fault["file"], fault["line"]) == (code, SHIP, 6)


def test_art_that_a_field_names_is_told_at_the_field(press):
    (fault,) = written(press, "{{ image(card.name, 8, 30, 4, 4) }}")
    assert (fault["code"], fault["file"], fault["line"], fault["subject"]) == ("T075", SHIPS, 8, "ships/raft, name")


@pytest.mark.parametrize("command", ["check", "build"])
def test_a_kept_warning_names_the_component_as_it_is_called_today(press, command):
    written(press, '{{ label("close", 1.5, 30) }}', "safe: 2mm")
    press.json(command)
    path = press.root / SHIPS
    path.write_text(path.read_text(encoding="utf-8").replace("id: raft", "id: boat"), encoding="utf-8")
    found = press.json(command)["games"][0]["diagnostics"]
    subjects = {finding["subject"].split(",")[0] for finding in found if finding["code"] == "T047"}
    assert subjects == {"ships/sloop", "ships/brig", "ships/boat"}
