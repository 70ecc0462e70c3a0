"""Gutterfold: laws of its geometry, what is drawn, and that the folded halves coincide."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pikepdf
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from questpress.diagnostics import Failed
from questpress.press.arrange import Imposition, arrange, mirror_of
from questpress.press.box import Box, Mirror
from questpress.press.labels import Labels, Words, place, sayings
from questpress.press.model import Trim
from questpress.press.sheets import Sheet, Slot
from questpress.press.targets import Target
from questpress.units import PAPERS
from tests.duplex.rasters import mirrored, rasters, same_flag, write

SMALL = (121.92, 101.6)  # paper of whole pixels at 300 dpi, so small that rasters are made quickly


def deck(count: int, without: int = -1) -> list[tuple[str, str | None]]:
    return [(f"f{n}", None if n == without else f"b{n}") for n in range(count)]


def mirror_at(fold: str) -> Mirror:
    return "columns" if fold == "vertical" else "rows"


def close(one: Box, other: Box) -> bool:
    return one.inside(other, 1e-6) and other.inside(one, 1e-6)


@st.composite
def folded(draw: st.DrawFn) -> tuple[Imposition, list[tuple[str, str | None]]]:
    length = st.integers(30, 180).map(lambda half: half / 2)
    trim = Trim(draw(length), draw(length), draw(st.sampled_from([0, 2, 3.175])))
    gutter = draw(st.sampled_from([0, 2, 4, 9]))
    sheet = Sheet(
        "any",
        gutter=gutter,
        least_gutter=draw(st.sampled_from([None, 0, gutter / 2])),
        marks=draw(st.sampled_from(["crop", "cut-lines", "none"])),
        align=draw(st.sampled_from(["center", "pieces", "top-left"])),
        order=draw(st.sampled_from(["rows", "columns"])),
        orientation=draw(st.sampled_from(["auto", "portrait", "landscape"])),
        fold=draw(st.sampled_from(["vertical", "horizontal"])),
    )
    pieces = deck(draw(st.integers(1, 14)), draw(st.integers(1, 20)))
    paper = draw(st.sampled_from([PAPERS["letter"], PAPERS["a4"], (200.0, 200.0), (120.0, 400.0)]))
    try:
        return arrange(trim, pieces, sheet, Target("home"), paper=paper), pieces
    except Failed:
        assume(False)
        raise


@settings(max_examples=80, deadline=None)
@given(folded())
def test_every_back_lies_behind_its_front_when_the_sheet_is_folded(
    case: tuple[Imposition, list[tuple[str, str | None]]],
) -> None:
    found, pieces = case
    mirror = mirror_at(found.fold)
    paper = Box(0, 0, *found.paper)
    assert found.duplex == "Simplex" and not found.two_sided and len(found.sides) == found.sheets
    placed = []
    for side in found.sides:
        assert not side.back
        places = {p.face: p for p in side.placements}
        backs = {key: p for key, p in places.items() if key.startswith("b")}
        for key, front in places.items():
            if key.startswith("f"):
                placed.append(key)
                line = found.paper[0 if mirror == "columns" else 1] / 2
                assert (front.shown.right if mirror == "columns" else front.shown.bottom) <= line + 1e-6
                back = backs.pop("b" + key[1:], None)
                if back is not None:
                    assert close(back.trim.mirrored(found.paper, mirror), front.trim)
                    assert close(back.shown.mirrored(found.paper, mirror), front.shown)
                    assert (front.turn + back.turn) % 360 == (0 if mirror == "columns" else 180)
        assert not backs
        for n, one in enumerate(side.placements):
            assert one.trim.inside(paper.grown(-found.margin)) and one.trim.inside(one.shown)
            for other in side.placements[n + 1 :]:
                assert not one.shown.overlaps(other.shown)
        for crease in side.folds:
            assert crease.box.inside(paper.grown(-found.margin)) and crease.box.inside(Box(*_middle(found)))
            assert not any(crease.box.grown(0.2).overlaps(one.shown) for one in side.placements)
        if found.gutter[0 if found.fold == "vertical" else 1] >= 2:
            assert len(side.folds) == 1  # from end to end
        seen = [mark.mirrored(found.paper, mirror).box for mark in side.marks]
        assert all(any(close(one, mark.box) for mark in side.marks) for one in seen)
        for mark in side.marks:
            for one in side.placements:
                assert not mark.box.grown(0.1).overlaps(one.shown)
    assert placed == [front for front, _ in pieces]
    assert [key for _, key in pieces if key] == [
        key
        for front, _ in pieces
        for side in found.sides
        for key in [p.face for p in side.placements]
        if key == "b" + front[1:]
    ]


def _middle(found: Imposition) -> tuple[float, float, float, float]:
    wide, high = found.paper
    return (wide / 2, 0, wide / 2, high) if found.fold == "vertical" else (0, high / 2, wide, high / 2)


@pytest.mark.parametrize("fold", ["vertical", "horizontal"])
def test_folded_halves_coincide_within_half_a_pixel(tmp_path: Path, fold: str) -> None:
    sheet = Sheet("s", gutter=5, fold=fold, align="pieces")
    found = arrange(Trim(22, 31, 2), deck(2), sheet, Target("home"), paper=SMALL)
    write(tmp_path / "a.pdf", found)
    (page,) = rasters(tmp_path / "a.pdf")
    other = mirrored(page, mirror_at(fold))
    fronts = [p for p in found.sides[0].placements if p.face.startswith("f")]
    assert len(fronts) == 2
    for placement in fronts:
        assert same_flag(page, other, placement.trim.grown(-0.5))


@pytest.mark.parametrize("flip", ["long", "short"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_two_sides_coincide_within_half_a_pixel(tmp_path: Path, flip: str, orientation: str) -> None:
    sheet = Sheet("s", gutter=5, align="top-left", orientation=orientation)
    found = arrange(Trim(22, 31, 2), deck(3), sheet, Target("home", flip=flip), paper=SMALL)
    write(tmp_path / "a.pdf", found)
    front, back = rasters(tmp_path / "a.pdf")
    other = mirrored(back, mirror_of(flip, found.paper))
    for placement in found.sides[0].placements:
        assert same_flag(front, other, placement.trim.grown(-0.5))


def test_the_fold_line_is_drawn_dashed_and_pages_are_single(tmp_path: Path) -> None:
    found = arrange(Trim(22, 31, 2), deck(2), Sheet("s", gutter=5, fold="vertical"), Target("home"), paper=SMALL)
    write(tmp_path / "a.pdf", found)
    with pikepdf.open(tmp_path / "a.pdf") as pdf:
        assert len(pdf.pages) == 1 and pdf.Root.ViewerPreferences.Duplex == "/Simplex"
        furniture = pdf.pages[0].Resources.XObject["/Furniture"].read_bytes().decode()
    assert "[4 3] 0 d" in furniture
    (page,) = rasters(tmp_path / "a.pdf")
    line = page.crop((page.width // 2 - 2, 0, page.width // 2 + 2, page.height))
    dark = [min(line.crop((0, y, 4, y + 1)).tobytes()) < 128 for y in range(page.height)]
    (crease,) = found.sides[0].folds
    assert crease.x == SMALL[0] / 2
    assert 0.4 < sum(dark) / ((crease.v - crease.y) * 300 / 25.4) < 0.75


@settings(max_examples=40, deadline=None)
@given(folded())
def test_labels_keep_off_the_fold_line(case: tuple[Imposition, list[tuple[str, str | None]]]) -> None:
    def measure(words: Sequence[Words], size: float) -> float:
        return sum(len(part.text) for part in words) * size * 0.17

    found, _ = case
    for side in found.sides:
        labels, _ = place(found, side, sayings(found, side, Labels("A Game", "A Deck", "1.0")), measure)
        for label in labels:
            for line in (*side.folds, *side.marks):
                assert not label.box.overlaps(line.box.grown(0.2))
            assert not any(label.box.overlaps(placed.shown) for placed in side.placements)
            if label.name == "print" and len(label.words[0].text) > 40:
                assert "fold" in label.words[0].text


def test_slots_state_the_fronts() -> None:
    slots = (Slot(8, 10), Slot(10, 55, 90))
    found = arrange(Trim(22, 31), deck(2), Sheet("s", slots=slots, fold="vertical"), Target("home"), paper=SMALL)
    places = {p.face: (p.trim.left, p.trim.top, p.turn) for p in found.sides[0].placements}
    assert {key: pytest.approx(place) for key, place in places.items()} == {
        "f0": (8, 10, 0),
        "b0": (91.92, 10, 0),
        "f1": (10, 55, 90),
        "b1": (80.92, 55, 270),
    }
    with pytest.raises(Failed) as failure:
        arrange(
            Trim(22, 31), deck(1), Sheet("s", slots=(Slot(45.96, 10),), fold="vertical"), Target("home"), paper=SMALL
        )
    (finding,) = failure.value.diagnostics
    assert finding.code == "S051" and "7 mm beyond the fold line" in finding.message and "left half" in finding.help


def test_what_cannot_be_folded() -> None:
    with pytest.raises(Failed) as failure:
        arrange(Trim(22, 31), deck(1), Sheet("s", grid=(3, 2), fold="vertical"), Target("home"))
    assert [(f.code, "found 3" in f.message) for f in failure.value.diagnostics] == [("S050", True)]
    large = Trim(90, 40)
    with pytest.raises(Failed) as failure:
        arrange(large, deck(1), Sheet("s", fold="vertical"), Target("home"), paper=SMALL)
    assert failure.value.diagnostics[0].code == "S050" and "horizontal fold" in failure.value.diagnostics[0].help
    # The target's wish gives way with a warning, and pieces without backs have nothing to fold.
    found = arrange(large, deck(1), Sheet("s"), Target("home", fold="vertical"), paper=SMALL)
    assert [note.code for note in found.notes if note.severity.value == "warning"] == ["S050"]
    assert found.fold == "none" and found.two_sided
    alone = arrange(large, [("f", None)], Sheet("s"), Target("home", fold="vertical"), paper=SMALL)
    assert alone.fold == "none" and not any(note.code == "S050" for note in alone.notes)
