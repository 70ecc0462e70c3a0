"""Finished PDFs: sides and furniture put together, print preferences set, written so that no half file is ever seen."""

from __future__ import annotations

import hashlib
import io
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from glob import escape
from pathlib import Path
from typing import IO

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from questpress.diagnostics import Diagnostic, Failed, Span
from questpress.press import furniture
from questpress.press.arrange import Imposition
from questpress.press.impose import Chunk, Forms, add_links, add_sides, titles
from questpress.press.labels import Labels
from questpress.press.leading import Bookmark, Link
from questpress.press.meta import Meta
from questpress.press.pdfx import Standard, stamp
from questpress.press.places import Names, note_places

VERSION = "1.7"  # the least that knows /Duplex and /PickTrayByPDFSize (ISO 32000-1, table 150)


@dataclass(frozen=True, slots=True)
class Imposed:
    """A finished file's bytes, its number of pages, and what is worth knowing."""

    content: bytes
    pages: int
    notes: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Written:
    """A finished file: its length in bytes, the SHA-256 of its bytes, its pages, and what is worth knowing."""

    path: Path
    length: int
    sha256: str
    pages: int
    notes: tuple[Diagnostic, ...] = ()


def sheets_bytes(
    imposition: Imposition,
    chunks: Iterable[Chunk],
    labels: Labels,
    meta: Meta,
    fonts: Path,
    *,
    outline: Sequence[Bookmark] = (),
    links: Sequence[Link] = (),
    standard: Standard | None = None,
) -> Imposed:
    """The imposed file in memory; what `sheets_pdf` says about its arguments holds. Nothing is written."""
    with pikepdf.new() as pdf:
        notes = _compose(pdf, imposition, chunks, labels, meta, fonts, outline, links, standard)
        out = io.BytesIO()
        _save(pdf, out, standard)
        return Imposed(out.getvalue(), len(pdf.pages), notes)


def bare_bytes(imposition: Imposition, chunks: Iterable[Chunk]) -> bytes:
    """The pages of an imposition without marks and labels, in memory. Raises ValueError where a face is missing."""
    with pikepdf.new() as pdf:
        forms = Forms(pdf)
        wanted = frozenset(imposition.faces)
        for chunk in chunks:
            forms.add(chunk, wanted)
        add_sides(pdf, imposition, forms, None)
        out = io.BytesIO()
        _save(pdf, out)
        return out.getvalue()


def sheets_pdf(
    path: Path,
    imposition: Imposition,
    chunks: Iterable[Chunk],
    labels: Labels,
    meta: Meta,
    fonts: Path,
    *,
    outline: Sequence[Bookmark] = (),
    links: Sequence[Link] = (),
    name: str = "",
    standard: Standard | None = None,
    names: Names | None = None,
) -> Written:
    """The imposed file at `path`: every side a page of the paper's exact size, printed unscaled.

    `chunks` may be a generator, each is read once and let go; faces that are not placed are left out, and faces that
    are equal are stored once. `fonts` is the folder of the label fonts. `name` is how messages call the output. Same
    arguments, same bytes, for the same versions of pikepdf, reportlab and zlib.

    A `standard` asks for a file in inks, of which the chunks are already: marks and labels are too, and the file says
    what it is built to. PDF/X files have no links. With `names` its pages say what lies where, see places.py.

    Raises Failed where the file cannot be written (S010) or a label font is missing (S015): what was there before
    stays. ValueError where a face is missing or its page is not the trim and bleed.
    """
    with pikepdf.new() as pdf:
        notes = _compose(pdf, imposition, chunks, labels, meta, fonts, outline, links, standard)
        if names is not None:
            note_places(pdf, imposition, names, meta.date)
        length, digest = save(pdf, path, name or path.name, standard)
        return Written(path, length, digest, len(pdf.pages), notes)


def pages_pdf(path: Path, pages: bytes, duplex: str, meta: Meta, name: str = "") -> Written:
    """Pages that are drawn already at `path`, to be printed unscaled. Raises Failed (S010)."""
    with pikepdf.open(io.BytesIO(pages)) as pdf:
        del pdf.docinfo
        _prefer(pdf, duplex, meta)
        length, digest = save(pdf, path, name or path.name)
        return Written(path, length, digest, len(pdf.pages))


def _compose(
    pdf: Pdf,
    imposition: Imposition,
    chunks: Iterable[Chunk],
    labels: Labels,
    meta: Meta,
    fonts: Path,
    outline: Sequence[Bookmark],
    links: Sequence[Link],
    standard: Standard | None,
) -> tuple[Diagnostic, ...]:
    """Fills the empty `pdf`; gives what is worth knowing."""
    notes = imposition.notes
    drawn: bytes | None = None
    if imposition.furnished:
        made = furniture.draw(imposition, labels, fonts, registered=standard is not None)
        drawn = made.pdf
        if standard is not None:
            from questpress.press.colour.registration import registered

            drawn = registered(drawn, standard.profile)
        notes = (*notes, *made.notes)
    elif imposition.proof:
        from questpress.press.proofs import draw_proof

        drawn = draw_proof(imposition, labels, fonts)
    forms = Forms(pdf)
    wanted = frozenset(imposition.faces)
    for chunk in chunks:
        forms.add(chunk, wanted)
    add_sides(pdf, imposition, forms, drawn)
    if outline:
        titles(pdf, outline)
    if standard is not None and standard.claims:
        pdf.Root.Lang = String(meta.language)
        pdf.Root.ViewerPreferences = Dictionary(DisplayDocTitle=True)
        stamp(pdf, standard, meta)
    else:
        add_links(pdf, imposition.paper[1], links)
        _prefer(pdf, imposition.duplex, meta)
    return notes


def _prefer(pdf: Pdf, duplex: str, meta: Meta) -> None:
    """Sets what viewers and print dialogues are asked for, and what the document says of itself."""
    pdf.Root.Lang = String(meta.language)
    pdf.Root.ViewerPreferences = Dictionary(
        PrintScaling=Name("/None"),
        Duplex=Name(f"/{duplex}"),
        PickTrayByPDFSize=True,
        DisplayDocTitle=True,
        Enforce=Array([Name.PrintScaling]),
    )
    said = {"/Title": meta.title, "/Author": meta.author, "/Subject": meta.subject, "/Producer": meta.producer}
    for key, text in said.items():
        if text:
            pdf.docinfo[key] = String(text)
    if meta.date:
        pdf.docinfo["/CreationDate"] = String(f"D:{meta.date.replace('-', '')}000000Z")


def save(pdf: Pdf, path: Path, name: str, standard: Standard | None = None) -> tuple[int, str]:
    """Writes `pdf` beside `path` and puts it in place at once; gives length and SHA-256 of its bytes.

    Folders are made where they lack. Raises Failed (S010) and leaves what is at `path` where that cannot be done.
    """
    made = io.BytesIO()  # qpdf ends the whole process where a full disk does not take what it writes
    _save(pdf, made, standard)
    content = made.getbuffer()
    return len(content), put(path, content, name)


def put(path: Path, content: bytes | memoryview, name: str) -> str:
    """Writes bytes beside `path` and puts them in place at once; gives their SHA-256. Raises Failed (S010)."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_dir():
            raise IsADirectoryError(21, "a folder with this name is in the way")
        for left in path.parent.glob(f".{escape(path.name)}.*.part"):
            left.unlink(missing_ok=True)  # of a run that was killed
        try:
            with beside.open("wb") as stream:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
            os.replace(beside, path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise Failed([cannot_write(name, path, error)]) from None
    return hashlib.sha256(content).hexdigest()


def _save(pdf: Pdf, stream: IO[bytes], standard: Standard | None = None) -> None:
    claims = standard is not None and standard.claims
    packs = standard is None or standard.part != "x-1a"  # object streams are of PDF 1.5
    pdf.save(
        stream,
        deterministic_id=True,
        min_version="" if claims else VERSION,
        force_version=standard.version if standard is not None and claims else "",
        object_stream_mode=pikepdf.ObjectStreamMode.generate if packs else pikepdf.ObjectStreamMode.disable,
        compress_streams=True,
    )


def cannot_write(name: str, path: Path, error: OSError) -> Diagnostic:
    """The finding that an output could not be written, with path and reason."""
    reason = error.strerror or str(error)
    help = "choose another folder with --out, or make room and rights there"
    if isinstance(error, PermissionError):
        help = "close programs that have the file open, or choose another folder with --out"
    elif isinstance(error, NotADirectoryError | FileExistsError):
        help = "a file stands where a folder is needed; move it, or choose another folder with --out"
    return Diagnostic("S010", f"cannot write {path.as_posix()}: {reason}", Span(name), help)
