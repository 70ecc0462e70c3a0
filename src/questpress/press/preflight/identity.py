"""What a file says it is: PDF/X version, document ID, metadata, trapping, output intent (ISO 15930-4 and -7)."""

from __future__ import annotations

import re

from pikepdf import Array, Dictionary, Name, Pdf, Stream

from questpress.diagnostics import Severity
from questpress.press.preflight import xmp
from questpress.press.preflight.findings import Ledger
from questpress.press.preflight.streams import TooLarge, Unreadable, decoded
from questpress.press.preflight.wants import VERSIONS, Wants

MOST_METADATA = 4 << 20
MOST_PROFILE = 32 << 20
_WANTED = {  # of PDF/X-4, in XMP (ISO 15930-7, 6.6)
    "xmp:CreateDate": f"{xmp.XMP}CreateDate",
    "xmp:ModifyDate": f"{xmp.XMP}ModifyDate",
    "xmp:MetadataDate": f"{xmp.XMP}MetadataDate",
    "dc:title": f"{xmp.DC}title",
    "xmpMM:DocumentID": f"{xmp.XMP_MM}DocumentID",
}
_NEWEST = {"x-1a": "1.4", "x-3": "1.4", "x-4": "1.6"}


def claim_of(pdf: Pdf) -> str:
    """The PDF/X version that the file claims in its metadata or, as older ones do, its document information."""
    said, _ = _metadata(pdf)
    for name in (f"{xmp.PDFXID}GTS_PDFXVersion", f"{xmp.PDFX}GTS_PDFXVersion"):
        if said.get(name):
            return said[name]
    told = [_told(pdf, "/GTS_PDFXConformance"), _told(pdf, "/GTS_PDFXVersion")]
    return next((one for one in told if one.startswith("PDF/X")), "")


def check_identity(pdf: Pdf, wants: Wants, ledger: Ledger) -> None:
    """Judges what PDF/X asks a file to say of itself; a plain file that claims nothing is asked for nothing."""
    if not wants.pdfx:
        return
    claim = claim_of(pdf)
    error = Severity.ERROR
    if VERSIONS.get(claim, ("",))[0] != wants.pdfx:
        asked = f"PDF/{wants.pdfx.upper().replace('A', 'a')}"
        found = f"it claims {claim}" if claim else "it claims no PDF/X"
        ledger.add("P110", error, f"{asked} is asked for, {found}", "export it as that, with an output intent")
    newest = VERSIONS[claim][1] if VERSIONS.get(claim, ("",))[0] == wants.pdfx else _NEWEST[wants.pdfx]
    if _version(pdf.pdf_version) > _version(newest):
        message = f"the file is PDF {pdf.pdf_version}; this PDF/X is at most PDF {newest}"
        ledger.add("P111", error, message, f"save it as PDF {newest}")
    found = pdf.trailer.get("/ID")
    if not isinstance(found, Array) or len(found) != 2:
        ledger.add("P112", error, "the file has no document ID in its trailer", "save it anew with one")
    _check_metadata(pdf, wants, ledger)
    _check_intents(pdf, ledger)


def _check_metadata(pdf: Pdf, wants: Wants, ledger: Ledger) -> None:
    said_there, fault = _metadata(pdf)
    if wants.pdfx == "x-4":
        if fault:
            ledger.add("P113", Severity.ERROR, fault, "PDF/X-4 states what it is in XMP; a PDF/X export writes it")
            return
        missing = [title for title, name in _WANTED.items() if name not in said_there]
        if missing:
            message = f"the XMP metadata lacks {', '.join(missing)}"
            ledger.add("P113", Severity.ERROR, message, "state them; a PDF/X export does")
    told = _told(pdf, "/Trapped")
    said = said_there.get(f"{xmp.PDF}Trapped", "")
    if told not in ("True", "False") and not (wants.pdfx == "x-4" and said in ("True", "False")):
        found = f"'{told or said}'" if told or said else "nothing"
        message = f"the file must say whether it is trapped (True or False), it says {found}"
        ledger.add("P114", Severity.ERROR, message, "set Trapped to False unless the art is trapped")
    elif told and said and told != said:
        message = f"the document information says Trapped {told}, the XMP metadata {said}"
        ledger.add("P114", Severity.ERROR, message, "let both say the same")


def _check_intents(pdf: Pdf, ledger: Ledger) -> None:
    held = pdf.Root.get("/OutputIntents")
    found = [one for one in held if isinstance(one, Dictionary)] if isinstance(held, Array) else []
    press = [one for one in found if one.get("/S") == Name.GTS_PDFX]
    error = Severity.ERROR
    if not press:
        ledger.add("P115", error, "the file has no PDF/X output intent", "export with the press's ICC profile")
        return
    if len(press) > 1:
        names = ", ".join(str(one.get("/OutputConditionIdentifier", "?")) for one in press)
        ledger.add(
            "P116", error, f"the file has {len(press)} PDF/X output intents ({names}), one is allowed", "keep one"
        )
    for intent in press:
        fault = _profile_fault(intent)
        if fault:
            ledger.add("P115", error, f"the output intent {fault}", "embed a CMYK output profile (class prtr)")


def _profile_fault(intent: Dictionary) -> str:
    """What is wrong with an output intent's profile; '' where nothing is."""
    if "/OutputConditionIdentifier" not in intent:
        return "names no output condition"
    profile = intent.get("/DestOutputProfile")
    if not isinstance(profile, Stream):
        return "has no ICC profile"
    try:
        head = decoded(profile, MOST_PROFILE)[:128]
    except (TooLarge, Unreadable):
        return "has an ICC profile that cannot be read"
    if len(head) < 128 or head[36:40] != b"acsp":
        return "has a profile that is no ICC profile"
    sort, space = head[12:16].decode("latin-1"), head[16:20].decode("latin-1").strip()
    if sort != "prtr":
        return f"has a profile of class '{sort.strip()}', not an output profile"
    if space != "CMYK":
        return f"has a profile for {space}, not for CMYK"
    count = profile.get("/N")
    if count != 4:
        return f"says that its profile has {count} components, CMYK has 4"
    return ""


def _metadata(pdf: Pdf) -> tuple[dict[str, str], str]:
    """What the file's XMP says, by name, and why it says nothing."""
    found = pdf.Root.get("/Metadata")
    if not isinstance(found, Stream):
        return {}, "the file has no XMP metadata"
    try:
        return xmp.properties(decoded(found, MOST_METADATA)), ""
    except (TooLarge, Unreadable):
        return {}, "the XMP metadata is too large or packed in a way that is not read"
    except xmp.NotXmp as error:
        return {}, f"the XMP metadata cannot be read: {error}"


def _told(pdf: Pdf, key: str) -> str:
    try:
        return str(pdf.docinfo.get(key, "")).lstrip("/") if "/Info" in pdf.trailer else ""
    except (TypeError, ValueError, AttributeError):
        return ""


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", text))
