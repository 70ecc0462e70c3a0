"""The benchmark's own project is one that the press accepts. Nothing is timed here."""

from __future__ import annotations

from pathlib import Path

from benchmarks.deck import make_project

from .conftest import Press


def test_the_big_deck_is_a_good_project(tmp_path: Path):
    press = Press(make_project(tmp_path, cards=6, pictures=2))
    report = press.json("check")["games"][0]
    assert report["good"] and report["faces"] == 12 and not report["diagnostics"]


def test_no_two_cards_of_the_big_deck_are_alike(tmp_path: Path):
    press = Press(make_project(tmp_path, cards=6, pictures=2))
    report = press.build()
    assert {face["side"] for face in report["redrawn"]} == {"front", "back"}
    assert len({path.name for path in (tmp_path / "art").iterdir()}) == 2
    deck = (tmp_path / "cards/big_deck/units.yaml").read_text(encoding="utf-8")
    texts = [line for line in deck.splitlines() if line.startswith("    text:")]
    assert len(texts) == len(set(texts)) == 6
