"""A PDF opened, or the reason why it cannot be: no PDF, encrypted, cut off, damaged, or larger than it seems."""

from __future__ import annotations

import re
from pathlib import Path

import pikepdf
from pikepdf import Array, Pdf, Stream

from questpress.diagnostics import Severity
from questpress.press.preflight.findings import Ledger
from questpress.press.preflight.streams import MOST_CONTENT, TooLarge, Unreadable, decoded, expanded, filters_of

HEAD = TAIL = 1024  # bytes in which a file's first and last line lie (ISO 32000-1, annex H)
SUSPICIOUS = 128 << 10  # bytes of a compressed stream that may stand for a hundred megabytes and more
MOST_EXPANDED = 512 << 20  # bytes that one stream may stand for
MOST_SAID = 5  # of qpdf's complaints that are told one by one
_BEGINNINGS = (  # of the files that are taken for a PDF
    (rb"\x89PNG\r\n", "a PNG picture"),
    (rb"\xff\xd8\xff", "a JPEG picture"),
    (rb"II\*\0|MM\0\*", "a TIFF picture"),
    (rb"GIF8", "a GIF picture"),
    (rb"RIFF....WEBP", "a WebP picture"),
    (rb"8BPS", "a Photoshop file"),
    (rb"PK\x03\x04", "a ZIP archive, or a document that is packed as one"),
    (rb"%!PS|\xc5\xd0\xd3\xc6", "PostScript"),
    (rb"(\xef\xbb\xbf)?\s*(<[?!][^>]*>\s*)*<svg\b", "an SVG drawing"),
    (rb"(?i)\s*<(!doctype html|html)\b", "a web page"),
)
REMEDY = "export the PDF anew; a file that viewers still show may stop a print house's software"


def open_pdf(path: Path, ledger: Ledger) -> Pdf | None:
    """The file, opened for reading; None where that cannot be, with the reason in `ledger`."""
    try:
        with path.open("rb") as stream:
            head = stream.read(HEAD)
            stream.seek(0, 2)
            stream.seek(max(0, stream.tell() - TAIL))
            tail = stream.read()
    except OSError as error:
        reason = error.strerror or str(error)
        ledger.add("P100", Severity.ERROR, f"the file cannot be read: {reason}", "check the path and its rights")
        return None
    if b"%PDF-" not in head:
        ledger.add("P100", Severity.ERROR, f"the file is no PDF: {_instead(head)}", "give a PDF file")
        return None
    if b"%%EOF" not in tail:
        help = "copy or export it again; a transfer that broke off leaves such a file"
        ledger.add("P102", Severity.ERROR, "the file is cut off: its last line, %%EOF, is missing", help)
    try:
        pdf = pikepdf.open(path)
    except pikepdf.PasswordError:
        help = "save it without a password; PDF/X forbids encryption"
        ledger.add("P101", Severity.ERROR, "the file is encrypted and cannot be opened without its password", help)
        return None
    except (pikepdf.PdfError, ValueError, RuntimeError, OSError) as error:
        ledger.add("P103", Severity.ERROR, f"the file cannot be read as a PDF: {_said(error, path)}", REMEDY)
        return None
    if pdf.is_encrypted:
        help = "save it without a password and restrictions; PDF/X forbids encryption"
        ledger.add("P101", Severity.ERROR, "the file is encrypted", help)
    return pdf


def _instead(head: bytes) -> str:
    """What a file that begins with `head` is, where it is no PDF."""
    if not head:
        return "it is empty"
    for pattern, what in _BEGINNINGS:
        if re.match(pattern, head, re.DOTALL):
            return f"it is {what}"
    text = head.decode("utf-8", "ignore")  # a letter of several bytes may be cut in two
    plain = len(text.encode()) >= len(head) - 3 and all(letter.isprintable() or letter.isspace() for letter in text)
    return "it is text" if plain else "it does not begin with %PDF-"


def check_syntax(pdf: Pdf, path: Path, ledger: Ledger) -> bool:
    """Lets qpdf look at the whole file. False where that is not done, since a stream stands for far too much."""
    try:
        for found in pdf.objects:
            if isinstance(found, Stream):
                _weigh(found)
        for page in pdf.pages:
            held = page.obj.get("/Contents")
            for part in held if isinstance(held, Array) else (held,):
                if isinstance(part, Stream):
                    _content(part)
    except TooLarge:
        help = f"streams are looked at up to {MOST_EXPANDED >> 20} MB, page content to {MOST_CONTENT >> 20} MB"
        ledger.add("P105", Severity.ERROR, "a stream stands for far more bytes than the file has", help)
        return False
    except (pikepdf.PdfError, ValueError, RuntimeError) as error:
        ledger.add("P103", Severity.ERROR, f"the file is damaged: {_said(error, path)}", REMEDY)
        return True
    try:
        said = list(dict.fromkeys(_said(one, path) for one in (*pdf.get_warnings(), *pdf.check_pdf_syntax())))
    except (pikepdf.PdfError, ValueError, RuntimeError) as error:
        said = [_said(error, path)]
    for one in said[:MOST_SAID]:
        ledger.add("P103", Severity.ERROR, f"the file is damaged: {one}", REMEDY)
    if len(said) > MOST_SAID:
        more = len(said) - MOST_SAID
        message = f"the file is damaged in {more} more way{'s' if more > 1 else ''}"
        ledger.add("P103", Severity.ERROR, message, REMEDY)
    return True


def _content(stream: Stream) -> None:
    """Raises TooLarge where qpdf, which reads page content token by token, would be long about it."""
    try:
        decoded(stream, MOST_CONTENT)
    except Unreadable:
        pass  # which is qpdf's to tell


def _weigh(stream: Stream) -> None:
    """Raises TooLarge where the stream stands for more than is looked at."""
    names = filters_of(stream)
    packing = [name for name in names if name in ("/FlateDecode", "/LZWDecode", "/RunLengthDecode")]
    if not packing:
        return
    data = stream.read_raw_bytes()
    if len(packing) > 1 and (len(packing) > 2 or len(data) > SUSPICIOUS):
        raise TooLarge  # nobody packs twice, let alone three times
    if len(data) > SUSPICIOUS and names[0] == "/FlateDecode":
        expanded(data, MOST_EXPANDED)


def _said(error: object, path: Path) -> str:
    """What qpdf says, without the file's path in front."""
    text = str(error).replace(str(path), "").strip()
    return re.sub(r"^(WARNING:|ERROR:)?\s*[:(]?\s*", "", text).splitlines()[0][:200] if text else "no reason given"
