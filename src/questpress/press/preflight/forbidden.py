"""What PDF/X forbids outside of page content: actions, scripts, forms, notes on the print, LZW; spots that disagree."""

from __future__ import annotations

from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream

from questpress.diagnostics import Severity
from questpress.press.preflight.findings import Ledger
from questpress.press.preflight.pages import PageFrame, edges_of
from questpress.press.preflight.spaces import ink
from questpress.press.preflight.state import meet
from questpress.press.preflight.streams import filters_of
from questpress.press.preflight.wants import Wants

MOST_NOTES = 5000
_UNPRINTED = ("/Popup", "/TrapNet", "/PrinterMark")
_ROOT = {
    "/OpenAction": "an action that runs on opening",
    "/AA": "actions on events",
    "/AcroForm": "form fields",
    "/JavaScript": "scripts",
    "/XFA": "an XFA form",
}


_NAMES = {"/JavaScript": "scripts", "/EmbeddedFiles": "attached files"}


def check_document(pdf: Pdf, wants: Wants, ledger: Ledger) -> None:
    """Judges the catalog: actions, scripts, form fields, files in the file."""
    grade = wants.fault(Severity.NOTE)
    found = [said for key, said in _ROOT.items() if key in pdf.Root and not _a_place(pdf.Root[key])]
    names = pdf.Root.get("/Names")
    if isinstance(names, Dictionary):
        found += [said for key, said in _NAMES.items() if key in names]
    for said in dict.fromkeys(found):
        ledger.add("P181", grade, f"the file has {said}", "leave it out of a file for the press")


def check_objects(pdf: Pdf, wants: Wants, ledger: Ledger) -> None:
    """Judges every object: LZW, and spot colours of one name that are unlike each other."""
    spots: dict[str, set[bytes]] = {}
    lzw = 0
    for found in pdf.objects:
        if isinstance(found, Stream):
            lzw += "/LZWDecode" in filters_of(found)
            _spots(found.get("/ColorSpace"), spots)
        elif isinstance(found, Array):
            _spots(found, spots)
        elif isinstance(found, Dictionary):
            held = found.get("/ColorSpace")
            for one in held.values() if isinstance(held, Dictionary) else (held,):
                _spots(one, spots)
            inner = found.get("/Resources")
            named = inner.get("/ColorSpace") if isinstance(inner, Dictionary) else None
            for one in named.values() if isinstance(named, Dictionary) else ():
                _spots(one, spots)
    if lzw:
        message = f"{lzw} stream{'s use' if lzw > 1 else ' uses'} LZW compression"
        ledger.add("P183", wants.fault(Severity.NOTE), message, "save with Flate (ZIP) instead; PDF/X forbids LZW")
    for name, kinds in sorted(spots.items()):
        if len(kinds) > 1 and name not in ("All", "None"):
            message = f"the spot colour '{name}' is defined in {len(kinds)} different ways"
            help = "give it the same alternate colour everywhere, or names that differ"
            ledger.add("P142", wants.fault(), message, help)


def _spots(found: Object | None, spots: dict[str, set[bytes]]) -> None:
    if isinstance(found, Array) and len(found) >= 4 and found[0] == Name.Separation and isinstance(found[1], Name):
        kinds = spots.setdefault(ink(found[1]), set())
        if len(kinds) < 4:
            kinds.add(_look(found[2]) + b" " + _look(found[3]))


def _look(found: Object, depth: int = 0) -> bytes:
    """An object by value, so that equal definitions are equal however they are stored."""
    if depth > 6:
        return b"?"
    if isinstance(found, Stream):
        stored = ("/Length", "/Filter", "/DecodeParms")
        parts = [
            str(key).encode() + _look(value, depth + 1) for key, value in sorted(found.items()) if key not in stored
        ]
        return b"<" + b" ".join(parts) + b">" + found.read_raw_bytes()[:65536]
    if isinstance(found, Dictionary):
        return b"<" + b" ".join(str(k).encode() + _look(v, depth + 1) for k, v in sorted(found.items())) + b">"
    if isinstance(found, Array):
        return b"[" + b" ".join(_look(one, depth + 1) for one in found) + b"]"
    try:
        return b"%g" % float(found)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return str(found).encode("utf-8", "replace")


def check_notes(number: int, page: Dictionary, frame: PageFrame, wants: Wants, ledger: Ledger) -> None:
    """Judges a page's annotations and actions."""
    grade = wants.fault(Severity.NOTE)
    if "/AA" in page:
        ledger.add("P181", grade, "the page has actions", "leave them out of a file for the press", number)
    held = page.get("/Annots")
    for note in list(held)[:MOST_NOTES] if isinstance(held, Array) else ():
        if not isinstance(note, Dictionary) or str(note.get("/Subtype")) in _UNPRINTED:
            continue
        if "/A" in note or "/AA" in note:
            help = "leave links and actions out of a file for the press"
            ledger.add("P181", grade, "an annotation has an action", help, number)
        box = edges_of(note.get("/Rect"))
        printed = frame.bleed or frame.crop
        if box is not None and meet(box, printed) is not None:
            sort = str(note.get("/Subtype", "/?"))[1:]
            message = f"an annotation ({sort}) lies on what is printed"
            help = "remove it, or make what it shows part of the page"
            ledger.add("P182", grade, message, help, number, frame.place(box))


def _a_place(found: Object) -> bool:
    """Whether an /OpenAction only says where to begin, which is no action."""
    return isinstance(found, Array)
