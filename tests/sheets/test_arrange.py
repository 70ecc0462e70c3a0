"""Pieces on sheets: laws that hold for every size, golden numbers for poker cards, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from questpress.codes import CODES
from questpress.diagnostics import Failed
from questpress.press.arrange import Imposition, SheetSide, arrange, mirror_of
from questpress.press.box import Box
from questpress.press.labels import ORDER, Labels, place, sayings
from questpress.press.model import Trim
from questpress.press.sheets import Sheet, Slot
from questpress.press.targets import Target
from questpress.units import PAPERS

LETTER, A4 = PAPERS["letter"], PAPERS["a4"]
HOME = Target("home")
POKER = Sheet("poker", gutter=4, least_gutter=2)
CARD = Trim(63.5, 88.9, 3)
HALF_MARK = 0.1  # millimetres; more than half the width of a mark


def deck(count: int, backs: bool = True) -> list[tuple[str, str | None]]:
    return [(f"f{i}", f"b{i}" if backs else None) for i in range(count)]


def refused(*arguments: object, **options: object) -> dict[str, str]:
    """The codes with message and help of what `arrange` refuses."""
    with pytest.raises(Failed) as caught:
        arrange(*arguments, **options)  # type: ignore[arg-type]
    found = {d.code: f"{d.message} / {d.help}" for d in caught.value.diagnostics if d.is_error}
    assert set(found) <= set(CODES)
    return found


@st.composite
def impositions(draw: st.DrawFn) -> Imposition:
    length = st.integers(30, 240).map(lambda half: half / 2)
    trim = Trim(
        draw(length),
        draw(length),
        draw(st.sampled_from([0, 1, 2, 3.175])),
        shape=draw(st.sampled_from(["rect", "circle"])),
    )
    gutter = draw(st.sampled_from([0, 0.4, 2, 4, 5.5, 9]))
    sheet = Sheet(
        "any",
        gutter=gutter,
        least_gutter=draw(st.sampled_from([None, 0, gutter / 2])),
        bleed=draw(st.sampled_from([None, 0, 1.5])),
        marks=draw(st.sampled_from(["crop", "cut-lines", "none"])),
        flip=draw(st.sampled_from(["long", "short"])),
        align=draw(st.sampled_from(["center", "pieces", "top-left"])),
        order=draw(st.sampled_from(["rows", "columns"])),
        orientation=draw(st.sampled_from(["auto", "portrait", "landscape"])),
    )
    paper = draw(st.sampled_from([LETTER, A4, PAPERS["a3"], (200.0, 200.0), (120.0, 400.0)]))
    pieces = [(f"f{i}", f"b{i}" if draw(st.booleans()) else None) for i in range(draw(st.integers(1, 14)))]
    try:
        return arrange(trim, pieces, sheet, HOME, paper=paper)
    except Failed:
        assume(False)
        raise


def close(one: Box, other: Box) -> bool:
    return one.inside(other, 1e-6) and other.inside(one, 1e-6)


def pairs(found: Imposition) -> list[tuple[SheetSide, SheetSide]]:
    """Front and back of every sheet; without backs each front with itself mirrored is no pair."""
    fronts = [side for side in found.sides if not side.back]
    backs = [side for side in found.sides if side.back]
    return list(zip(fronts, backs, strict=True)) if found.two_sided else []


@settings(max_examples=60, deadline=None)
@given(impositions())
def test_trims_are_exact_apart_and_inside_the_margin(found: Imposition) -> None:
    paper = Box(0, 0, *found.paper)
    for side in found.sides:
        for i, one in enumerate(side.placements):
            size = (found.trim.width, found.trim.height)
            assert (one.trim.width, one.trim.height) == pytest.approx(size, abs=1e-6)
            assert one.trim.inside(paper.grown(-found.margin))
            assert one.trim.inside(one.shown) and one.shown.inside(one.trim.grown(found.bleed))
            assert one.shown.inside(paper)
            for other in side.placements[i + 1 :]:
                assert not one.shown.overlaps(other.shown)


@settings(max_examples=60, deadline=None)
@given(impositions())
def test_backs_lie_behind_their_fronts(found: Imposition) -> None:
    mirror = mirror_of(found.flip, found.paper)
    for front, back in pairs(found):
        behind = {p.face: p for p in back.placements}
        for one in front.placements:
            other = behind.pop("b" + one.face[1:], None)
            if other is not None:
                assert close(other.trim.mirrored(found.paper, mirror), one.trim)
                assert close(other.shown.mirrored(found.paper, mirror), one.shown)
                assert (one.turn + other.turn) % 360 == (0 if mirror == "columns" else 180)
        assert not behind
        seen = [line.mirrored(found.paper, mirror).box for line in back.marks]
        assert len(seen) == len(front.marks)
        assert all(close(a, b.box) for a, b in zip(seen, front.marks, strict=True))


@settings(max_examples=60, deadline=None)
@given(impositions())
def test_marks_touch_no_piece(found: Imposition) -> None:
    paper = Box(0, 0, *found.paper)
    hidden = any(note.code == "S011" for note in found.notes)
    for side in found.sides:
        for line in side.marks:
            assert line.box.inside(paper if hidden else paper.grown(-found.margin), 1e-3)
            assert not any(line.box.grown(HALF_MARK).overlaps(p.shown) for p in side.placements)


@settings(max_examples=40, deadline=None)
@given(impositions(), st.sampled_from(["Tiles", "A deck with quite a long name that goes on and on"]))
def test_labels_touch_nothing_and_lie_inside_the_margin(found: Imposition, title: str) -> None:
    free = Box(0, 0, *found.paper).grown(-found.margin)
    for side in found.sides:
        said = sayings(found, side, Labels("A game", title, "1.0"))
        placed, dropped = place(found, side, said, lambda words, size: sum(len(w.text) for w in words) * size * 0.17)
        assert {label.name for label in placed} | set(dropped) == set(ORDER)
        for i, label in enumerate(placed):
            assert label.box.inside(free)
            others = [p.shown for p in side.placements] + [line.box for line in side.marks]
            others += [other.box for other in placed[i + 1 :]]
            assert not any(label.box.overlaps(other) for other in others)


@pytest.mark.parametrize(
    ("paper", "gutter", "first", "shown"),
    [
        (LETTER, (4.0, 2.0), (8.7, 4.35), (6.7, 2.35, 74.2, 94.25)),
        (A4, (2.0, 4.0), (7.75, 11.15), (5.75, 9.15, 72.25, 102.05)),
    ],
)
def test_poker_cards_nine_up(paper: tuple[float, float], gutter: object, first: object, shown: object) -> None:
    # Letter: 279.4 − 3 × 88.9 − 2 × 2 = 8.7, so 4.35 mm above and below, where the printer leaves 4.2 mm white.
    # A4: 210 − 3 × 63.5 − 2 × 2 = 15.5; 2 mm between columns leave room for printable marks, 4 mm would not.
    found = arrange(CARD, deck(9), POKER, HOME, paper=paper)
    assert (found.columns, found.rows) == (3, 3)
    assert found.gutter == pytest.approx(gutter)
    card = found.sides[0].placements[0]
    assert (card.trim.left, card.trim.top) == pytest.approx(first)
    assert (card.shown.left, card.shown.top, card.shown.right, card.shown.bottom) == pytest.approx(shown)


@pytest.mark.parametrize("count", range(1, 10))
@pytest.mark.parametrize("flip", ["long", "short"])
def test_partial_sheets_have_backs_behind_fronts(count: int, flip: str) -> None:  # pitfalls 25 and 26
    found = arrange(CARD, deck(count), Sheet("poker", gutter=4, least_gutter=2, flip=flip), HOME)
    front, back = found.sides
    width, height = found.paper
    for one, other in zip(front.placements, back.placements, strict=True):
        if flip == "long":
            assert (other.trim.left, other.turn) == pytest.approx((width - one.trim.right, 0))
            assert other.trim.top == one.trim.top
        else:
            assert (other.trim.top, other.turn) == pytest.approx((height - one.trim.bottom, 180))
            assert other.trim.left == one.trim.left
    assert found.duplex == ("DuplexFlipLongEdge" if flip == "long" else "DuplexFlipShortEdge")


def test_a_landscape_sheet_turns_over_the_edge_that_is_long() -> None:
    found = arrange(Trim(60, 60), deck(2), Sheet("s", orientation="landscape", flip="long"), HOME)
    front, back = found.sides
    assert found.paper[0] > found.paper[1]
    assert back.placements[0].trim.left == front.placements[0].trim.left
    assert back.placements[0].turn == 180


@pytest.mark.parametrize(("count", "pages"), [(9, 2), (10, 4), (18, 4), (19, 6)])
def test_no_blank_page_after_whole_sheets(count: int, pages: int) -> None:  # pitfall 32
    assert len(arrange(CARD, deck(count), POKER, HOME).sides) == pages
    assert len(arrange(CARD, deck(count, backs=False), POKER, HOME).sides) == pages // 2


def test_a_deck_where_only_some_cards_have_backs() -> None:
    found = arrange(CARD, [("f0", None), ("f1", "b1"), ("f2", None)], POKER, HOME)
    front, back = found.sides
    assert [p.face for p in back.placements] == ["b1"]
    assert back.placements[0].trim.left == pytest.approx(found.paper[0] - front.placements[1].trim.right)


def test_a_few_pieces_stand_evenly_in_the_middle() -> None:
    sheet = Sheet("poker", gutter=4, least_gutter=2, align="pieces")
    shapes = {count: arrange(CARD, deck(count), sheet, HOME) for count in (1, 2, 4, 5, 9, 13)}
    assert {n: (f.columns, f.rows) for n, f in shapes.items()} == {
        1: (1, 1), 2: (2, 1), 4: (2, 2), 5: (3, 2), 9: (3, 3), 13: (3, 3),
    }  # fmt: skip
    assert shapes[4].gutter == (4, 4) and not shapes[4].notes  # all marks are printable
    block = [p.trim for p in shapes[4].sides[0].placements]
    assert block[0].left + block[3].right == pytest.approx(LETTER[0])


def test_too_many_columns_name_the_largest_grid() -> None:  # pitfall 24
    card = Trim(3.5 * 25.4, 5 * 25.4)
    found = refused(card, deck(9), Sheet("nine", grid=(3, 3)), HOME, paper=A4)
    assert "largest grid that fits is 2 × 2 on A4" in found["S001"]
    assert "88.9 × 127 mm" in found["S001"]
    good = arrange(card, deck(9), Sheet("auto"), HOME, paper=A4)
    assert (good.columns, good.rows) == (2, 2)
    assert good.sheets == 3


def test_the_slot_is_checked_against_the_trim() -> None:  # pitfall 31: trim and bleed would not fit nine times
    card = Trim(63.5, 88.9, 3)
    assert 3 * (card.height + 6) > LETTER[1]
    assert arrange(card, deck(9), Sheet("s", grid=(3, 3), gutter=2), HOME).sheets == 1


def test_a_piece_larger_than_the_paper() -> None:
    found = refused(Trim(300, 400), deck(1), Sheet("page", grid=(1, 1)), HOME)
    assert "300 × 400 mm is larger than Letter" in found["S002"]
    bare = refused(Trim(*LETTER), deck(1), Sheet("page", grid=(1, 1)), HOME)
    assert "margin: 0mm" in bare["S002"]
    whole = arrange(Trim(*LETTER), deck(1, False), Sheet("page", grid=(1, 1), margin=0), HOME)
    assert close(whole.sides[0].placements[0].shown, Box(0, 0, *LETTER))


def test_slots_stand_where_they_say_and_turn() -> None:
    slots = (Slot(20, 30), Slot(100, 30, 90))
    found = arrange(Trim(40, 60, 2), deck(2), Sheet("s", slots=slots), HOME, paper=A4)
    front, back = found.sides
    assert front.placements[0].trim == Box(20, 30, 60, 90)
    assert front.placements[1].trim == Box(100, 30, 160, 70)
    assert (back.placements[1].trim.left, back.placements[1].turn) == (pytest.approx(50), 270)


def test_bad_slots() -> None:
    slots = (Slot(20, 30), Slot(50, 30), Slot(190, 30), Slot(1, 200))
    found = refused(Trim(40, 60), deck(2), Sheet("s", slots=slots), HOME, paper=A4)
    assert "slots 1 and 2 overlap" in found["S003"]
    assert "beyond the margin" in found["S004"]
    assert "S013" in refused(Trim(40, 60), deck(1), Sheet("s", slots=slots[:1], grid=(1, 1)), HOME)


def test_gutters_that_contradict_and_empty_decks() -> None:
    assert "S006" in refused(CARD, deck(1), Sheet("s", gutter=1, least_gutter=2), HOME)
    assert "S014" in refused(CARD, [], POKER, HOME)


def test_marks_meet_when_the_block_is_not_in_the_middle() -> None:  # pitfall 29
    sheet = Sheet("s", align="top-left", gutter=6, grid=(2, 3))
    found = arrange(Trim(30, 40, 2), deck(5), sheet, HOME)
    front, back = found.sides
    width = found.paper[0]
    assert front.marks and min(line.x for line in front.marks) != pytest.approx(
        width - max(line.u for line in front.marks)
    )
    seen = sorted((width - line.u, line.y, width - line.x, line.v) for line in back.marks)
    wanted = sorted((line.x, line.y, line.u, line.v) for line in front.marks)
    assert [v for line in seen for v in line] == pytest.approx([v for line in wanted for v in line])


def test_gapless_grids_are_ticked_at_the_ends_of_every_cut() -> None:
    found = arrange(Trim(24, 24, 2), deck(40, False), Sheet("tiles", grid=(8, 10), gutter=0, bleed=0), HOME)
    marks = found.sides[0].marks
    cuts = {round(line.x, 3) for line in marks if line.x == line.u}
    assert len(cuts) == 9
    assert len([line for line in marks if line.y == line.v]) == 2 * 6  # 40 of 80 places: five rows, six cuts
    assert all(p.shown == p.trim for p in found.sides[0].placements)


def test_marks_stand_in_gutters_only_where_there_is_room() -> None:
    def between(gutter: float) -> int:
        found = arrange(Trim(25, 25, 2), deck(4, False), Sheet("s", grid=(2, 2), gutter=gutter), HOME)
        first, last = found.sides[0].placements[0].shown, found.sides[0].placements[3].shown
        block = Box(first.left, first.top, last.right, last.bottom)
        return sum(line.box.inside(block) for line in found.sides[0].marks)

    assert between(4.0) == 0
    assert between(6.0) == 8


def test_pages_in_the_order_that_the_target_wants() -> None:
    plain = arrange(CARD, deck(18), POKER, HOME)
    piled = arrange(CARD, deck(18), POKER, Target("home", pages="fronts-backs"))
    assert [s.back for s in plain.sides] == [False, True, False, True]
    assert [s.back for s in piled.sides] == [False, False, True, True]
    assert piled.duplex == "Simplex"


def test_one_component_a_page() -> None:
    found = arrange(CARD, deck(2), POKER, Target("press", imposed=False, bleed=3))
    assert found.paper == pytest.approx((69.5, 94.9))
    assert [p.face for s in found.sides for p in s.placements] == ["f0", "b0", "f1", "b1"]
    assert not any(side.marks for side in found.sides)


def test_one_sided_sheets_say_that_backs_are_left_out() -> None:
    found = arrange(CARD, deck(2), Sheet("s", sides="one"), HOME)
    assert [note.code for note in found.notes if note.code == "S016"] == ["S016"]
    assert len(found.sides) == 1


def test_a_single_piece_lies_the_way_in_which_its_marks_have_room():
    target = Target("shop", paper=(320.0, 450.0), margin=5.0, bleed=3.0)
    for trim, paper in ((Trim(310, 260, 3.0), (450.0, 320.0)), (Trim(300, 260, 3.0), (320.0, 450.0))):
        for grid in (None, (1, 1)):
            found = arrange(trim, [("a", None)], Sheet("page", grid=grid), target)
            assert found.paper == paper and not found.notes, (trim, found.notes)
    found = arrange(Trim(310, 320, 3.0), [("a", None)], Sheet("page"), target)
    (note,) = found.notes
    assert note.code == "S011" and "larger paper" in note.help and "fewer" not in note.help
