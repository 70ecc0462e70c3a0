"""Faces to one multi-page PDF: inspected, mended, and what they share drawn once.

A chunk is a fixed set of faces that share one document: fonts a subset each, pictures once. The same faces give the
same bytes, in any process. How faces are cut into chunks is the caller's; it must not depend on the number of jobs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from questpress.diagnostics import Diagnostic, Failed, Span
from questpress.press.render.inspect import Face, Page, Sharp, inspect, rooted
from questpress.press.render.lettering import TextMender
from questpress.press.render.mend import Mender
from questpress.press.render.pictures import Pictures
from questpress.press.render.stills import share


@dataclass(frozen=True, slots=True)
class Drawn:
    """A chunk's PDF. `boxes` are the faces' exact places on its pages (x0, y0, x1, y1 in points), since cairo's own
    page boxes are whole points: whoever reads the PDF takes these for MediaBox. `art` are the files that each face
    shows, `sharp` those that are pixels, with the least pixels an inch. `warnings` are findings that do not stop the
    press."""

    pdf: bytes
    boxes: tuple[tuple[float, float, float, float], ...]
    art: tuple[tuple[Path, ...], ...]
    warnings: tuple[Diagnostic, ...] = ()
    sharp: tuple[Sharp, ...] = ()


def draw(
    pages: Sequence[Page],
    fonts: Mapping[str, Path],
    root: Path | None = None,
    words: TextMender | None = None,
) -> Drawn:
    """One PDF with a page for each face, in order; equal input gives equal bytes.

    `fonts` maps the names in glyph runs to font files, `root` is the folder that art is read from, `words` (an
    SvgText) makes glyph runs of <text> elements. Raises Failed with the findings of all faces if one of them cannot
    be drawn as it is written, or with M001 where libcairo is missing.
    """
    pictures = Pictures(root)
    faces = _looked_at(pages, pictures, words)
    findings = [finding for face in faces for finding in face.findings]
    if any(finding.is_error for finding in findings):
        raise Failed(findings)
    book = _book(fonts, pictures)
    from cairocffi import CairoError

    for page, face, figure in zip(pages, faces, share([face.figure for face in faces]), strict=True):
        try:
            book.add(dict(rooted(page, face)), figure)
        except Failed as failed:
            raise Failed(_of(page, finding) for finding in failed.diagnostics) from None
        except CairoError as error:
            message = f"cairo gave up on this face: {error.args[0]}"
            raise Failed([_of(page, Diagnostic("T082", message, help="look for numbers out of all measure"))]) from None
    art, sharp = tuple(face.art for face in faces), tuple(face.sharp for face in faces)
    return Drawn(book.finish(), tuple(book.boxes), art, tuple(findings), sharp)


def check(pages: Sequence[Page], root: Path | None = None, words: TextMender | None = None) -> list[Diagnostic]:
    """Everything that is wrong with the faces, without drawing them. Works without libcairo."""
    faces = look(pages, root, words)
    return [finding for face in faces for finding in face.findings]


def look(pages: Sequence[Page], root: Path | None = None, words: TextMender | None = None) -> list[Face]:
    """The faces of the pages, each with its findings and the art it shows, not drawn. Works without libcairo."""
    return _looked_at(pages, Pictures(root), words)


def _looked_at(pages: Sequence[Page], pictures: Pictures, words: TextMender | None) -> list[Face]:
    mender = Mender(pictures, words)
    return [inspect(page, mender) for page in pages]


def _of(page: Page, finding: Diagnostic) -> Diagnostic:
    span = finding.span or (Span(page.template) if page.template else None)
    return Diagnostic(
        finding.code, finding.message, span, finding.help, finding.severity, finding.subject or page.subject
    )


def _book(fonts: Mapping[str, Path], pictures: Pictures):  # type: ignore[no-untyped-def]
    """A Book; libcairo is looked for only now."""
    try:
        from questpress.press.render.surface import Book
    except OSError as error:
        message = f"the cairo library cannot be loaded: {str(error).splitlines()[0]}"
        raise Failed(
            [Diagnostic("M001", message, help="Debian and Ubuntu: `sudo apt-get install libcairo2`")]
        ) from None
    return Book(fonts, pictures)
