"""Pages two to a side, so that the sheets, laid in each other, folded and stapled in the fold, are a booklet.

A sheet carries four pages; what lacks to a multiple of four stays blank at the end. How far inner sheets creep out of
the fold is left to the knife.
"""

from __future__ import annotations

from collections.abc import Sequence

from questpress.diagnostics import Report, Span
from questpress.press.arrange import (
    LABEL_ROOM,
    Imposition,
    Placement,
    SheetSide,
    behind,
    draw_marks,
    duplex_of,
    mirror_of,
    ordered,
)
from questpress.press.box import Box, Size
from questpress.press.marks import CLEAR
from questpress.press.model import Trim
from questpress.press.sheets import Sheet, paper_title
from questpress.press.targets import Target
from questpress.units import describe

SLACK = 0.05  # millimetres by which two pages may be wider than the paper: half letter, in rounded millimetres
FURNISHED = 2 * (LABEL_ROOM + CLEAR)  # millimetres that must be free beside the pages for marks and labels


def fold(
    trim: Trim,
    booklets: Sequence[Sequence[str]],
    sheet: Sheet,
    target: Target,
    paper: Size,
    span: Span | None,
    subject: str,
    report: Report,
) -> Imposition:
    """The sides of `booklets`, each the keys of its pages in reading order; paper lies across.

    Backs stand so that the sheet, turned over the edge that the sheet or target says, reads on. Raises Failed (S017)
    where two pages do not fit side by side.
    """
    wide, high = max(paper), min(paper)
    if 2 * trim.width > wide + SLACK or trim.height > high + SLACK:
        pages = f"two pages of {describe(trim.width)} × {describe(trim.height)} mm"
        message = f"{pages} do not fit side by side on {paper_title((wide, high))}"
        help = f"pages of {describe(wide / 2)} × {describe(high)} mm do; or a sheet of one page"
        report.error("S017", message, span, help, subject)
    report.stop_if_failed()
    across = (wide, high)
    flip = sheet.flip or target.flip
    mirror = mirror_of(flip, across)
    bleed = min(trim.bleed, target.bleed if sheet.bleed is None else sheet.bleed)
    middle, top = wide / 2, (high - trim.height) / 2
    left = Box(middle - trim.width, top, middle, top + trim.height)
    right = Box(middle, top, middle + trim.width, top + trim.height)
    edge = Box(0, 0, wide, high)
    shown = (_within(left, bleed, edge, right_side=False), _within(right, bleed, edge, right_side=True))
    room = max(wide - 2 * trim.width, high - trim.height) - 2 * bleed >= FURNISHED
    margin = target.margin if sheet.margin is None else sheet.margin
    kind = (sheet.marks or target.marks) if room else "none"
    lines = draw_marks(kind, [left, right], list(shown), "rect", across, margin).lines
    seen = tuple(line.mirrored(across, mirror) for line in lines)
    fronts, backs = [], []
    for pages in booklets:
        for first, second, third, last in _sheets(pages):
            number = len(fronts) + 1
            front = [Placement(key, box, seen_) for key, box, seen_ in _pairs(left, right, shown, last, first)]
            back = []
            for key, box, seen_ in _pairs(left, right, shown, third, second):
                there, turn = behind(box, 0, across, mirror)
                back.append(Placement(key, there, seen_.mirrored(across, mirror), turn))
            fronts.append(SheetSide(number, False, tuple(front), lines, shown))
            outlines = tuple(box.mirrored(across, mirror) for box in shown)
            backs.append(SheetSide(number, True, tuple(back), seen, outlines))
    return Imposition(
        across,
        margin,
        trim,
        bleed if room else 0.0,
        ordered(fronts, backs, True, target.pages),
        len(fronts),
        2,
        1,
        (0.0, 0.0),
        True,
        flip,
        duplex_of(True, flip, target.pages),
        furnished=room,
        target=target.name,
        notes=tuple(report.findings),
        folded=True,
    )


def _sheets(pages: Sequence[str]) -> list[tuple[str, str, str, str]]:
    """Four keys a sheet, from the outermost: front right, behind it, behind front left, front left; '' is blank."""
    count = -(-len(pages) // 4) * 4
    padded = [*pages, *[""] * (count - len(pages))]
    return [
        (padded[2 * n], padded[2 * n + 1], padded[count - 2 - 2 * n], padded[count - 1 - 2 * n])
        for n in range(count // 4)
    ]


def _pairs(left: Box, right: Box, shown: tuple[Box, Box], on_left: str, on_right: str) -> list[tuple[str, Box, Box]]:
    both = ((on_left, left, shown[0]), (on_right, right, shown[1]))
    return [(key, box, seen) for key, box, seen in both if key]


def _within(trim: Box, bleed: float, paper: Box, right_side: bool) -> Box:
    """What shows of a page: its bleed on the three sides that are cut, as far as there is paper."""
    box = trim.grown(bleed)
    left = trim.left if right_side else max(box.left, paper.left)
    right = min(box.right, paper.right) if right_side else trim.right
    return Box(left, max(box.top, paper.top), right, min(box.bottom, paper.bottom))
