"""A booklet's text to page bodies: its Markdown over the rule numbers, its figures made of real components."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from questpress.artifacts import digest
from questpress.diagnostics import Diagnostic, Failed, Report, Span
from questpress.press.callouts import CalledOut, draw_callouts
from questpress.press.contents import Contents
from questpress.press.drafting import Draughtsman
from questpress.press.model import SIDES, Deck, Face, Trim
from questpress.press.references import MOST_PASSES, References
from questpress.press.sources import common_trees, context_of, players_read
from questpress.press.stock import check_tables, plain
from questpress.press.text.flow import Flowed, flow
from questpress.press.text.tools import TextTools
from questpress.project import Project
from questpress.pseudo import pseudo
from questpress.units import describe

# Gives the digest and the SVG of a face's draft by the face's key, or None where there is none.
Drafts = Callable[[str], tuple[str, str] | None]
# Gives what was wrong with a face that has no draft, by the face's key.
Faults = Callable[[str], Sequence[Diagnostic]]

_ID = re.compile(r'(\bid=")([^"]+)"')
_REFERENCE = re.compile(r'(href="#|url\(#)([^")]+)')
_FIGURE = re.compile(r"figure:([^\s\"')>]+)")
_ROOT = re.compile(r"<svg\b[^>]*>(.*)</svg>\s*$", re.S)


@dataclass(frozen=True, slots=True)
class Composed:
    """A booklet set: its pages' bodies, bookmarks and links, and the sources that they were made from.

    `headings` are title, page from 0, and level; `links` are page from 0, x, y, width and height in mm from the trim
    corner, and where they lead: a page from 0, or an address.
    """

    bodies: tuple[str, ...]
    headings: tuple[tuple[str, int, int], ...]
    links: tuple[tuple[int, float, float, float, float, int | str], ...]
    sources: Mapping[str, str]


def compose(
    project: Project,
    contents: Contents,
    deck: Deck,
    draughtsman: Draughtsman,
    drafts: Drafts,
    report: Report,
    faults: Faults = lambda key: (),
) -> Composed | None:
    """The pages of `deck`, or None after every fault of its text has gone to `report`."""
    booklet = deck.booklet
    assert booklet is not None
    framed = list(_frames(deck))
    report.extend(framed)
    try:
        source = project.text(booklet.source)
    except Failed as failed:
        report.extend(failed.diagnostics)
        return None
    seen: dict[str, Any] = {}
    trees = common_trees(contents)
    language = contents.rules.language if booklet.translated else contents.tongue.source
    references = References(language, str(contents.words.get("page", "")))
    context = {**context_of(trees, seen), "page": references}
    sources = {f"file:{booklet.source}": project.digest(project.path(booklet.source)) or ""}
    made_up = contents.tongue.made_up
    fonts: set[str] = set()
    icons: set[str] = set()
    for _ in range(MOST_PASSES):
        own = Report()
        references.lost.clear()
        try:
            text = draughtsman.studio.expression(source, context, Span(booklet.source), deck.name)
        except Failed as failed:
            report.extend(failed.diagnostics)
            return None
        if not text.strip():
            report.error("T056", "the booklet has no text", Span(booklet.source), "write it, in Markdown", deck.name)
            return None
        if framed:  # what would be set into such frames says nothing
            return None
        place = _Places(booklet.source, source, text)
        tools = TextTools(
            draughtsman.library,
            draughtsman.icons,
            own,
            deck.name,
            lambda field: booklet.spans.get(field),
            language,
        )
        shown = _Figures(contents, booklet.figures, drafts, faults, sources, tools)
        flowed: Flowed = flow(
            text,
            booklet.frames,
            draughtsman.library,
            draughtsman.icons,
            shown,
            own,
            booklet.first_frames,
            booklet.styles,
            None if made_up else booklet.pages,  # how many there are is not what the made-up language tries
            language,
            deck.name,
            place,
            numbers=references.pages,
            refer=references.refer,
            say=pseudo if made_up else str,
        )
        own.extend(shown.faults)  # told already, but without these figures there are no pages
        fonts, icons = tools.fonts_used | flowed.fonts, tools.icons_used | flowed.icons
        if own.failed or not references.learn(text, flowed):
            break
    if booklet.translated and not made_up:
        check_tables(text, contents.decks, contents.kinds, place, deck.name, own)
    references.tell_lost(text, place, deck.name, own)
    report.extend(own.findings)
    if own.failed:
        return None
    seen |= players_read([source], trees)
    seen["words.page"] = contents.words.get("page")
    sources |= {key: digest(value) for key, value in seen.items()}
    sources |= {"booklet": booklet_digest(deck)}
    if "inventory" in text:
        sources["stock"] = stock_digest(contents, source)
    sources |= draughtsman.drawn_with(fonts, icons)
    headings = tuple((heading.title, heading.page - 1, heading.level) for heading in flowed.headings)
    links = []
    for page, spot in flowed.spots:
        leads = (references.page_of(spot.target[1:]) or 0) - 1 if spot.target.startswith("#") else spot.target
        if leads != -1:
            x, y, width, height = (round(side, 3) for side in spot[:4])
            links.append((page - 1, x, y, width, height, leads))
    return Composed(flowed.bodies, headings, tuple(links), sources)


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
    trim = deck.cards[0].trim  # frames must lie in it
    stated = [
        trim.width,
        trim.height,
        booklet.source,
        booklet.frames,
        booklet.first_frames,
        booklet.styles,
        booklet.pages,
    ]
    return digest([*stated, repr(booklet.figures), booklet.translated])


def stock_digest(contents: Contents, source: str) -> str:
    """The digest of what component tables in a booklet's text are held to: of titles only those that it may name."""
    said = source.casefold()
    stock = []
    for deck in contents.decks:
        pieces = [[c.id, c.title if plain(c.title) in said else "", c.quantity] for c in deck.cards]
        stock.append([deck.title, deck.kind, pieces])
    return digest(stock)


def only_shown(project: Project, contents: Contents) -> list[Face]:
    """The faces that booklets show of components that are not printed themselves, such as those of absent players."""
    names: set[str] = set()
    for deck in contents.decks:
        if deck.booklet is not None and project.exists(deck.booklet.source):
            names.update(_FIGURE.findall(project.text(deck.booklet.source)))
            names.update(figure.of for figure in deck.booklet.figures.values())
    found: dict[str, Face] = {}
    for name in sorted(names):
        face = face_named(contents, name)
        if face is not None and not face.card.quantity:
            found[face.key] = face
    return list(found.values())


def face_named(contents: Contents, name: str) -> Face | None:
    """The face called `deck/id`, `deck/id/back`, or by an id that only one deck has; None where there is none."""
    base, _, last = name.rpartition("/")
    card, side = contents.find(name), "front"
    if card is None and last in SIDES:
        card, side = contents.find(base), last
    return Face(card, side) if card is not None and side in card.faces else None  # type: ignore[arg-type]


class _Figures:
    """Figures by name: components, called `deck/id`, `deck/id/back`, or by an id that only one deck has, and those with
    callouts that the booklet declares."""

    def __init__(
        self,
        contents: Contents,
        declared: Mapping[str, CalledOut],
        drafts: Drafts,
        faults_of: Faults,
        sources: dict[str, str],
        tools: TextTools,
    ) -> None:
        self.contents = contents
        self.declared = declared
        self.drafts = drafts
        self.faults_of = faults_of
        self.faults: list[Diagnostic] = []
        self.sources = sources
        self.tools = tools
        self.count = 0

    def __call__(self, name: str, width: float | None) -> tuple[float, float, str] | None:
        """Width, height and SVG of a figure with its corner at 0, 0; None where nothing has that name."""
        called = self.declared.get(name)
        if called is not None:
            found = self._component(called.of)
            if found is None:
                return None
            trim, body = found
            return draw_callouts(called, (trim.width, trim.height), body, width, self.tools)
        found = self._component(name)
        if found is None:
            return None
        trim, body = found
        wide = width if width is not None else trim.width
        high = wide * trim.height / trim.width
        box = f'width="{wide:.4f}" height="{high:.4f}" viewBox="0 0 {trim.width:g} {trim.height:g}"'
        return wide, high, f"<svg {box}>{body}</svg>"

    def _component(self, name: str) -> tuple[Trim, str] | None:
        """A component's trim, and what draws it with names that nothing else on the page has."""
        face = face_named(self.contents, name)
        if face is None:
            return None
        card = face.card
        draft = self.drafts(face.key)
        if draft is None:
            faults = self.faults_of(face.key)
            self.faults += faults  # told already, but without the figure there is no page
            return (card.trim, "") if faults else None
        seal, svg = draft
        self.sources[f"figure:{face.key}"] = seal
        inner = _ROOT.search(svg)
        if inner is None:
            return None
        self.count += 1
        mark = f"f{self.count}-"  # the same id in two figures of a page would name two things
        body = _REFERENCE.sub(rf"\g<1>{mark}\g<2>", _ID.sub(rf'\g<1>{mark}\g<2>"', inner[1]))
        return card.trim, body


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
