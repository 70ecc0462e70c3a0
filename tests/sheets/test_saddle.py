"""Folded booklets: laid in each other and folded, the sheets read in order."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questpress.diagnostics import Failed
from questpress.press.arrange import Imposition, SheetSide, arrange, mirror_of
from questpress.press.model import Trim
from questpress.press.sheets import Sheet
from questpress.press.targets import Target
from questpress.units import PAPERS

HOME = Target("home")
FOLDED = Sheet("booklet", imposition="saddle", flip="short")
PAGE = Trim(139.7, 210, 0)


def leaves(count: int) -> list[tuple[str, str | None]]:
    pages = [f"p{n}" for n in range(1, count + 1)]
    return [(pages[n], pages[n + 1] if n + 1 < count else None) for n in range(0, count, 2)]


def halves(side: SheetSide, paper: tuple[float, float]) -> tuple[str, str]:
    """The pages on the left and the right of a side, '' where it is blank."""
    found = {placement.trim.centre[0] > paper[0] / 2: placement.face for placement in side.placements}
    return found.get(False, ""), found.get(True, "")


def read(found: Imposition) -> list[str]:
    """The pages in the order in which the folded booklet shows them."""
    fronts = [side for side in found.sides if not side.back]
    backs = [side for side in found.sides if side.back]
    upright = mirror_of(found.flip, found.paper) == "columns"
    leaves_ahead, leaves_behind = [], []
    for front, back in zip(fronts, backs, strict=True):  # outermost first
        left, right = halves(front, found.paper)
        back_left, back_right = halves(back, found.paper)
        if not upright:  # seen after the sheet was turned over its long edge, a back stands on its head
            back_left, back_right = back_right, back_left
        leaves_ahead.append((right, back_left))
        leaves_behind.insert(0, (back_right, left))
    return [page for leaf in (*leaves_ahead, *leaves_behind) for page in leaf]


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 40), st.sampled_from(["short", "long"]), st.sampled_from(["letter", "a4"]), st.integers(1, 3))
def test_it_reads_in_order(count: int, flip: str, paper: str, copies: int) -> None:
    sheet = Sheet("booklet", imposition="saddle", flip=flip)
    found = arrange(PAGE, leaves(count) * copies, sheet, HOME, paper=PAPERS[paper], copies=copies)
    each = -(-count // 4)
    assert found.sheets == each * copies and len(found.sides) == 2 * found.sheets
    if copies == 1:
        pages = read(found)
        assert pages[:count] == [f"p{n}" for n in range(1, count + 1)] and not any(pages[count:])
    assert found.paper[0] > found.paper[1]
    assert found.duplex == ("DuplexFlipShortEdge" if flip == "short" else "DuplexFlipLongEdge")
    for side in found.sides:
        turned = side.back and flip == "long"
        for placement in side.placements:
            assert placement.turn == (180 if turned else 0)
            assert (placement.trim.width, placement.trim.height) == pytest.approx((139.7, 210))
            spine = found.paper[0] / 2
            assert min(abs(placement.trim.left - spine), abs(placement.trim.right - spine)) < 1e-6


def test_bleed_shows_on_the_sides_that_are_cut_only() -> None:
    found = arrange(Trim(100, 140, 3), leaves(8), FOLDED, HOME, paper=PAPERS["a4"])
    left, right = sorted(found.sides[0].placements, key=lambda placement: placement.trim.left)
    assert left.shown.right == left.trim.right and right.shown.left == right.trim.left
    assert left.shown.left == left.trim.left - 2 and right.shown.bottom == right.trim.bottom + 2
    assert found.furnished and found.sides[0].marks
    whole = arrange(Trim(139.7, 215.9), leaves(8), FOLDED, HOME)
    assert not whole.furnished


def test_pages_that_are_too_large() -> None:
    with pytest.raises(Failed) as failure:
        arrange(Trim(148, 210), leaves(8), FOLDED, HOME, paper=PAPERS["letter"])
    (finding,) = failure.value.diagnostics
    assert finding.code == "S017" and "Letter landscape" in finding.message and "139.7 × 215.9" in finding.help
    assert arrange(Trim(148.5, 210), leaves(8), FOLDED, HOME, paper=PAPERS["a4"]).sheets == 2
    assert arrange(Trim(139.7, 215.9), leaves(8), FOLDED, HOME, paper=PAPERS["letter"]).sheets == 2


def test_other_targets_get_single_pages() -> None:
    found = arrange(PAGE, leaves(5), FOLDED, Target("house", imposed=False))
    faces = [side.placements[0].face if side.placements else "" for side in found.sides]
    assert faces == ["p1", "p2", "p3", "p4", "p5", ""]
