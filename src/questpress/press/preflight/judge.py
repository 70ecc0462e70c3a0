"""Facts of a page's content become findings: colour, lines, text, images, transparency, each at its piece."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from questpress.diagnostics import Severity
from questpress.press.box import Box
from questpress.press.preflight.facts import Fact
from questpress.press.preflight.findings import Ledger
from questpress.press.preflight.pages import PageFrame, Piece
from questpress.press.preflight.wants import OPAQUE, Wants

SMALL_TEXT = 12.0  # points; under this a black of several inks shows coloured edges where plates are not in register
ROUND = 0.005  # points by which a value may miss its demand through rounding

Place = tuple[Box, str]
Rule = Callable[[Fact, Wants, Ledger, int, Place], None]


def judge(number: int, facts: list[Fact], frame: PageFrame, pieces: list[Piece], wants: Wants, ledger: Ledger) -> None:
    """Judges the facts of page `number`. What is seen only outside of all trims (marks, labels) is not judged for
    its size."""
    for fact in facts:
        box = frame.place(fact.box)
        piece = _piece_at(box, pieces)
        name = piece.name if piece else ""
        rule = _RULES.get(fact.kind)
        if rule is None or (fact.kind in _ONLY_INSIDE and pieces and piece is None):
            continue
        held = replace(wants, press=False) if piece and piece.figures and fact.kind in _FINE else wants
        rule(fact.in_points(frame.unit), held, ledger, number, (box, name))


def _piece_at(box: Box, pieces: list[Piece]) -> Piece | None:
    """The piece whose trim holds most of the box."""
    best, most = None, -1.0
    for piece in pieces:
        trim = piece.trim
        wide = min(box.right, trim.right) - max(box.left, trim.left)
        high = min(box.bottom, trim.bottom) - max(box.top, trim.top)
        if wide >= 0 and high >= 0 and wide * high > most:
            best, most = piece, wide * high
    return best


def _rgb(fact: Fact, wants: Wants, ledger: Ledger, page: int, place: Place) -> None:
    if wants.rgb and wants.press:
        return
    if not wants.press:
        help = "for a printer at home that is right; a print house would want CMYK"
        ledger.add("P140", Severity.NOTE, f"the file has RGB ({fact.detail})", help, page, *place, kind="rgb")
        return
    help = "convert it to CMYK with the press's profile, or declare its CMYK values"
    ledger.add("P140", Severity.ERROR, f"{fact.detail}: RGB has no place on a plate", help, page, *place)


def _line(fact: Fact, wants: Wants, ledger: Ledger, page: int, place: Place) -> None:
    if fact.value >= wants.least_line - ROUND:
        return
    found = f"{fact.value:.2f} pt" if fact.value >= 0.005 else "no width (as thin as the device can)"
    message = f"a line of {found}; a press holds {wants.least_line:g} pt"
    help = f"draw it with {wants.least_line:g} pt or more at printed size"
    ledger.add("P170", wants.fault(), message, help, page, *place, kind="line", weight=1000 - fact.value)


def _text(fact: Fact, wants: Wants, ledger: Ledger, page: int, place: Place) -> None:
    if fact.value >= wants.least_text - ROUND or fact.value <= 0:
        return
    message = f"text of {fact.value:.1f} pt; {wants.least_text:g} pt is the least"
    help = "set it larger"
    ledger.add("P171", wants.fault(), message, help, page, *place, kind="text", weight=1000 - fact.value)


def _rich(fact: Fact, wants: Wants, ledger: Ledger, page: int, place: Place) -> None:
    if fact.value >= SMALL_TEXT:
        return
    message = f"text of {fact.value:.1f} pt in a black of several inks ({fact.detail})"
    help = (
        "set small black text in K 100 alone: four plates never lie exactly on each other; in a file of ours a palette "
        'colour #000000 with several inks is likely the cause, since plain text has that colour: make it "#010101"'
    )
    ledger.add("P163", wants.fault(), message, help, page, *place, kind=fact.detail, weight=1000 - fact.value)


def _knockout(fact: Fact, wants: Wants, ledger: Ledger, page: int, place: Place) -> None:
    if not (wants.press and wants.overprint):
        return
    message = "black text does not overprint"
    help = "let K 100 text overprint, so that no white shows around it where plates are not in register"
    ledger.add("P164", Severity.WARNING, message, help, page, *place)


def _white(fact: Fact, wants: Wants, ledger: Ledger, page: int, place: Place) -> None:
    message = f"a white {fact.detail} overprints, so it is not printed at all"
    help = "switch overprint off for white, which is paper that is left free"
    ledger.add("P165", wants.fault(), message, help, page, *place)


def _image(fact: Fact, wants: Wants, ledger: Ledger, page: int, place: Place) -> None:
    if fact.value >= wants.good_ppi - 0.5:
        return
    coarse = fact.value < wants.least_ppi - 0.5
    asked = f"{wants.least_ppi} is the least" if coarse else f"{wants.good_ppi} is good"
    message = f"an image ({fact.detail}) prints at {fact.value:.0f} pixels an inch; {asked}"
    help = "place it smaller, or use art with more pixels"
    code, grade = ("P150", wants.fault()) if coarse else ("P151", wants.mild())
    ledger.add(code, grade, message, help, page, *place, kind=fact.detail, weight=10000 - fact.value)


def _misfit(fact: Fact, wants: Wants, ledger: Ledger, page: int, place: Place) -> None:
    help = "export it anew, or save the picture again in another format: as it is, it prints as noise or not at all"
    ledger.add("P152", Severity.ERROR, f"an image has {fact.detail}", help, page, *place)


def _live(fact: Fact, wants: Wants, ledger: Ledger, page: int, place: Place) -> None:
    if wants.pdfx in OPAQUE:
        message = f"{fact.detail}: PDF/{wants.pdfx.upper().replace('A', 'a')} forbids live transparency"
        ledger.add("P180", Severity.ERROR, message, "flatten it, or deliver PDF/X-4", page, *place)


def _forbidden(fact: Fact, wants: Wants, ledger: Ledger, page: int, place: Place) -> None:
    message = f"the page has {fact.detail}, which PDF/X forbids"
    ledger.add("P184", wants.fault(Severity.NOTE), message, "export the page without it", page, *place)


_RULES: dict[str, Rule] = {
    "rgb": _rgb,
    "line": _line,
    "text": _text,
    "rich": _rich,
    "knockout": _knockout,
    "white": _white,
    "image": _image,
    "misfit": _misfit,
    "live": _live,
    "forbidden": _forbidden,
}
_FINE = ("line", "text", "rich")  # what is fine in a figure of another piece is told, and passes
_ONLY_INSIDE = ("line", "text", "rich", "knockout", "white", "image")
