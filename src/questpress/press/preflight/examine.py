"""The whole preflight of one file: opened, judged page by page, and the verdict."""

from __future__ import annotations

from pathlib import Path

import pikepdf
from pikepdf import Dictionary, Pdf

from questpress.diagnostics import Severity
from questpress.press.preflight.boxes import check_boxes
from questpress.press.preflight.findings import Ledger, Verdict
from questpress.press.preflight.forbidden import check_document, check_notes, check_objects
from questpress.press.preflight.identity import check_identity, claim_of
from questpress.press.preflight.judge import judge
from questpress.press.preflight.meter import Meter
from questpress.press.preflight.opening import check_syntax, open_pdf
from questpress.press.preflight.pages import frame_of, pieces_of
from questpress.press.preflight.spaces import PROCESS
from questpress.press.preflight.walk import Walker
from questpress.press.preflight.wants import Wants, wants_of_claim

MOST_PAGES = 5000
DAMAGED = "export the PDF anew; its structure is not what the format says"
# What reading a file raises whose objects are not what the format says; RuntimeError is also too deep a recursion.
BROKEN = (
    *(pikepdf.PdfError, RuntimeError, ValueError, TypeError, AttributeError, KeyError, IndexError),
    *(ArithmeticError, OSError, MemoryError),
)
_TROUBLE = {"loop": "P104", "large": "P105", "broken": "P103"}


def examine(path: Path, wants: Wants | None = None) -> Verdict:
    """The verdict on the PDF at `path`, held against `wants`, or without them against what the file claims to be.

    Never raises for what a file holds: what cannot be read is a finding.
    """
    ledger = Ledger()
    pdf = open_pdf(path, ledger)
    if pdf is None:
        return Verdict("" if wants is None else wants.title, findings=ledger.findings())
    with pdf:
        wants = wants or wants_of_claim(_claim(pdf))
        verdict = Verdict(wants.title)
        try:
            _examine(pdf, path, wants, ledger, verdict)
        except BROKEN as error:
            ledger.add("P103", Severity.ERROR, f"the file is damaged: {_said(error, path)}", DAMAGED)
    verdict.findings = ledger.findings()
    return verdict


def _said(error: Exception, path: Path) -> str:
    return (str(error).replace(str(path), "the file") or type(error).__name__).splitlines()[0][:200]


def _claim(pdf: Pdf) -> str:
    try:
        return claim_of(pdf)
    except (pikepdf.PdfError, RuntimeError, ValueError, TypeError, AttributeError):
        return ""


def _examine(pdf: Pdf, path: Path, wants: Wants, ledger: Ledger, verdict: Verdict) -> None:
    if not check_syntax(pdf, path, ledger):
        return
    check_identity(pdf, wants, ledger)
    check_document(pdf, wants, ledger)
    check_objects(pdf, wants, ledger)
    verdict.pages = len(pdf.pages)
    if not verdict.pages:
        ledger.add("P103", Severity.ERROR, "the file has no page", "export it anew")
    if verdict.pages > MOST_PAGES:
        message = f"the file has {verdict.pages:,} pages; the first {MOST_PAGES:,} were looked at"
        ledger.add("P105", Severity.ERROR, message, "split the file")
    walker, meter = Walker(pdf), Meter(path, wants, ledger, verdict.measured)
    try:
        for number in range(1, min(verdict.pages, MOST_PAGES) + 1):
            try:
                _page(pdf, number, walker, meter, wants, ledger)
            except BROKEN as error:
                ledger.add("P103", Severity.ERROR, f"the page is damaged: {_said(error, path)}", DAMAGED, number)
    finally:
        meter.close()
    verdict.plates = meter.names()
    for name in verdict.plates:
        if wants.spots is not None and name not in (*PROCESS, *wants.spots):
            help = "declare it in the target's `spots:`, or draw it with process colours"
            message = f"the spot colour '{name}' is a plate that is not asked for"
            ledger.add("P141", wants.fault(), message, help)
    for kind, message, page in walker.trouble:
        ledger.add(_TROUBLE[kind], Severity.ERROR, message, _MEND[kind], page, kind=kind)
    _fonts(walker, wants, ledger)


def _page(pdf: Pdf, number: int, walker: Walker, meter: Meter, wants: Wants, ledger: Ledger) -> None:
    page = pdf.pages[number - 1].obj
    frame = frame_of(page)
    if frame is None:
        ledger.add("P121", Severity.ERROR, "the page has no MediaBox that makes sense", "export it anew", number)
        return
    pieces = pieces_of(page, frame, wants.bleed, wants.safe)
    check_boxes(number, frame, pieces, wants, ledger)
    check_notes(number, page, frame, wants, ledger)
    resources = page.get("/Resources")
    if not isinstance(resources, Dictionary):
        resources = Dictionary()
    walked = walker.walk_page(number, page, resources, frame.media)
    judge(number, walked.facts.found, frame, pieces, wants, ledger)
    meter.page(number, walker, walked, frame, pieces)


_MEND = {
    "loop": "export the PDF anew; drawings that contain themselves have no end",
    "large": "flatten or simplify the page; what was not looked at is not judged",
    "broken": "export the PDF anew",
}


def _fonts(walker: Walker, wants: Wants, ledger: Ledger) -> None:
    """Judges the fonts that show something."""
    for font, page in walker.used.values():
        if font.sort == "Type3":
            continue
        if not font.embedded:
            help = "embed it: without it another font is printed in its place"
            ledger.add("P130", Severity.ERROR, f"the font {font.name} is not embedded", help, page)
            continue
        if not font.readable:
            message = f"text in the font {font.name} cannot be read as text: it has no ToUnicode table"
            ledger.add("P132", wants.mild(), message, "export with one", page)
        if not font.subset:
            message = f"the font {font.name} is embedded whole"
            ledger.add("P131", Severity.NOTE, message, "a subset is smaller and says what is used", page)
