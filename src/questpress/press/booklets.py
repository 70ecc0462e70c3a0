"""A booklet's text to page bodies: its Markdown over the rule numbers, its figures made of real components."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from questpress.artifacts import digest
from questpress.diagnostics import Diagnostic, Failed, Report, Span
from questpress.press.contents import Contents
from questpress.press.drafting import Draughtsman
from questpress.press.model import Deck, Face
from questpress.press.sources import common_trees
from questpress.press.text.flow import Flowed, flow
from questpress.project import Project
from questpress.units import describe
from questpress.values import Values

# Gives the digest and the SVG of a face's draft by the face's key, or None where there is none.
Drafts = Callable[[str], tuple[str, str] | None]
# Gives what was wrong with a face that has no draft, by the face's key.
Faults = Callable[[str], Sequence[Diagnostic]]

_ID = re.compile(r'(\bid=")([^"]+)"')
_REFERENCE = re.compile(r'(href="#|url\(#)([^")]+)')
_ROOT = re.compile(r"<svg\b[^>]*>(.*)</svg>\s*$", re.S)


@dataclass(frozen=True, slots=True)
class Composed:
    """A booklet set: its pages' bodies and bookmarks, and the sources that they were made from."""

    bodies: tuple[str, ...]
    headings: tuple[tuple[str, int], ...]  # title, page from 0
    sources: Mapping[str, str]


def compose(
    project: Project,
    contents: Contents,
    deck: Deck,
    draughtsman: Draughtsman,
    drafts: Drafts,
    faults: Faults,
    report: Report,
) -> Composed | None:
    """The pages of `deck`, or None after every fault of its text has gone to `report`."""
    booklet = deck.booklet
    assert booklet is not None
    report.extend(_frames(deck))
    try:
        source = project.text(booklet.source)
    except Failed as failed:
        report.extend(failed.diagnostics)
        return None
    seen: dict[str, Any] = {}
    context = {name: Values(values, seen, name) for name, values in common_trees(contents).items()}
    try:
        text = draughtsman.studio.expression(source, context, Span(booklet.source), deck.name)
    except Failed as failed:
        report.extend(failed.diagnostics)
        return None
    if not text.strip():
        report.error("T056", "the booklet has no text", Span(booklet.source), "write it, in Markdown", deck.name)
        return None
    if report.failed:  # what would be set into such frames says nothing
        return None
    own = Report()
    sources = {f"file:{booklet.source}": project.digest(project.path(booklet.source)) or ""}
    shown = _Figures(contents, drafts, faults, sources)
    place = _Places(booklet.source, source, text)
    flowed: Flowed = flow(
        text,
        booklet.frames,
        draughtsman.library,
        draughtsman.icons,
        shown,
        own,
        booklet.first_frames,
        booklet.styles,
        booklet.pages,
        contents.rules.language,
        deck.name,
        place,
    )
    own.extend(shown.faults)  # told already, but without these figures there are no pages
    report.extend(own.findings)
    if own.failed:
        return None
    sources |= {key: digest(value) for key, value in seen.items()}
    sources |= {"booklet": booklet_digest(deck)}
    sources |= draughtsman.drawn_with(flowed.fonts, flowed.icons)
    headings = tuple((heading.title, heading.page - 1) for heading in flowed.headings if heading.level <= 2)
    return Composed(flowed.bodies, headings, sources)


def _frames(deck: Deck) -> Iterator[Diagnostic]:
    """What is wrong with the frames of a booklet: text in them would be cut."""
    booklet = deck.booklet
    assert booklet is not None
    trim = deck.cards[0].trim
    for name, frames in (("frames", booklet.frames), ("first_frames", booklet.first_frames or ())):
        for number, (x, y, width, height) in enumerate(frames, 1):
            span = booklet.spans.get(name) or deck.span
            if width <= 0 or height <= 0:
                message = f"frame {number} of {name} is {describe(width)} × {describe(height)} mm"
                yield Diagnostic("T055", message, span, "write [x, y, width, height]", subject=deck.name)
                continue
            over = {
                "left": -x,
                "top": -y,
                "right": x + width - trim.width,
                "bottom": y + height - trim.height,
            }
            past = [f"{describe(by)} mm past the {edge} edge" for edge, by in over.items() if by > 0.005]
            if past:
                message = f"frame {number} of {name} reaches {' and '.join(past)} of the page"
                help = f"[x, y, width, height] in mm; the page is {describe(trim.width)} × {describe(trim.height)} mm"
                yield Diagnostic("T055", message, span, help, subject=deck.name)


def booklet_digest(deck: Deck) -> str:
    """The digest of what a booklet's own file says of its frames, styles and pages."""
    booklet = deck.booklet
    assert booklet is not None
    trim = deck.cards[0].trim
    size = [trim.width, trim.height]  # frames must lie in it
    return digest([size, booklet.source, booklet.frames, booklet.first_frames, booklet.styles, booklet.pages])


class _Figures:
    """Components as figures, by name: `deck/id`, `deck/id/back`, or an id that only one deck has."""

    def __init__(self, contents: Contents, drafts: Drafts, faults_of: Faults, sources: dict[str, str]) -> None:
        self.contents = contents
        self.drafts = drafts
        self.faults_of = faults_of
        self.faults: list[Diagnostic] = []
        self.sources = sources
        self.count = 0

    def __call__(self, name: str, width: float | None) -> tuple[float, float, str] | None:
        """Width, height and SVG of a figure with its corner at 0, 0; None where nothing has that name."""
        base, _, last = name.rpartition("/")
        card, side = self.contents.find(name), "front"
        if card is None and last in ("front", "back"):
            card, side = self.contents.find(base), last
        if card is None or side not in card.faces:
            return None
        key = Face(card, side).key  # type: ignore[arg-type]
        trim = card.trim
        wide = width if width is not None else trim.width
        high = wide * trim.height / trim.width
        draft = self.drafts(key)
        if draft is None:
            faults = self.faults_of(key)
            self.faults += faults
            return (wide, high, "") if faults else None
        seal, svg = draft
        self.sources[f"figure:{card.deck}/{card.id}/{side}"] = seal
        inner = _ROOT.search(svg)
        if inner is None:
            return None
        self.count += 1
        mark = f"f{self.count}-"  # the same id in two figures of a page would name two things
        body = _REFERENCE.sub(rf"\g<1>{mark}\g<2>", _ID.sub(rf'\g<1>{mark}\g<2>"', inner[1]))
        box = f'width="{wide:.4f}" height="{high:.4f}" viewBox="0 0 {trim.width:g} {trim.height:g}"'
        return wide, high, f"<svg {box}>{body}</svg>"


class _Places:
    """The place in the source of a line of the filled-in text: the line that says the same, or begins alike."""

    def __init__(self, name: str, source: str, text: str) -> None:
        self.name = name
        self.lines = source.splitlines()
        self.text = text.splitlines()

    def __call__(self, line: int) -> Span | None:
        said = self.text[line - 1] if 0 < line <= len(self.text) else ""
        for length in (len(said), 40, 20):
            start = said[:length]
            if start.strip():
                for number, candidate in enumerate(self.lines, 1):
                    if candidate.startswith(start) and (length < len(said) or candidate == said):
                        return Span(self.name, number, 1, len(candidate) + 1, candidate)
        return Span(self.name)
