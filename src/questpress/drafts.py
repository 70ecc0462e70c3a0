"""A game's faces as drafts, the SVG that is drawn; a kept one is taken while everything that it read is as it was."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from sys import intern
from typing import Any

from questpress.artifacts import Store, digest, engine_digest
from questpress.diagnostics import Diagnostic, Failed, Report, pack, unpack
from questpress.legend import icons_in, review_icons
from questpress.press.booklets import booklet_digest, compose, only_shown, stock_digest
from questpress.press.contents import Contents
from questpress.press.drafting import Draft, Draughtsman
from questpress.press.model import Deck, Face
from questpress.press.pieces import faces_of
from questpress.press.sources import CurrentSources, common_trees, placed
from questpress.press.text.tools import Drawn as SafeSvg
from questpress.project import Project

Step = Callable[[str, int, int], None]
Page = Mapping[str, Any]  # of a booklet: number, count, side, heading, chapter, body
Heading = tuple[str, int, int]  # title, page from 0, level
Link = tuple[int, float, float, float, float, int | str]  # page from 0, box in mm from the trim, page or address
BATCH = 8  # faces that a process drafts at a time


@dataclass(frozen=True, slots=True)
class Drafted:
    """A face's draft: its SVG's digest in the store, and the sources that it was made from.

    `drawing` names what is drawn: faces with the same SVG, letters and size are one drawing.
    """

    face: Face
    svg: str
    drawing: str
    sources: Mapping[str, str]
    page: Page | None = None


@dataclass(slots=True)
class Drafts:
    """The drafts of one game, by the faces' keys. Findings go to `report`."""

    project: Project
    contents: Contents
    store: Store
    report: Report
    faces: dict[str, Drafted] = field(default_factory=dict)
    pages: dict[str, int] = field(default_factory=dict)  # of booklets, by deck
    outlines: dict[str, list[Heading]] = field(default_factory=dict)  # of booklets, by deck
    links: dict[str, list[Link]] = field(default_factory=dict)  # of booklets, by deck
    explained: set[str] = field(default_factory=set)  # the icons in booklets' texts
    read: set[str] = field(default_factory=set)  # the files that went into the drafts, by name, absent ones too
    current: CurrentSources = field(init=False)
    _behind: dict[str, Mapping[str, str]] = field(default_factory=dict)  # sources of booklets' texts, by deck
    _faults: dict[str, tuple[Diagnostic, ...]] = field(default_factory=dict)  # of faces that have no draft
    _draughtsman: Draughtsman | None = None

    def __post_init__(self) -> None:
        self.current = CurrentSources(self.project, common_trees(self.contents), {"engine": engine_digest()})

    @property
    def draughtsman(self) -> Draughtsman:
        """Made when the first face has to be: with nothing changed, no font is opened."""
        if self._draughtsman is None:
            own = Report()
            self._draughtsman = Draughtsman(self.project, self.contents, own)
            sources = {**placed(self.project, own.findings), "fonts": self.current("fonts"), "engine": engine_digest()}
            self.store.remember("fonts", sources, [pack(found) for found in own.findings])
            self.report.extend(own.findings)
        return self._draughtsman

    @property
    def tongue(self) -> str:
        """Goes before the names of what is kept of a language; '' for the game's own."""
        label = self.contents.tongue.label
        return f"{label}:" if label else ""

    def _tell_of_fonts(self) -> None:
        """Reports what is wrong with the fonts, also where every draft is kept and none of them is opened."""
        kept = self.store.recall("fonts")
        if kept is None or kept.changed(self.current):
            self.draughtsman  # noqa: B018  # reads them
        else:
            self.report.extend(unpack(found) for found in kept.result)

    def make(self, step: Step, jobs: int) -> None:
        """Drafts every face of every deck, booklets last, since their figures are other faces."""
        self._tell_of_fonts()
        faces = [face for deck in self.contents.decks if deck.booklet is None for face in faces_of(deck)]
        faces += only_shown(self.project, self.contents)
        self._make([(face, None) for face in faces], step, jobs)
        for deck in self.contents.decks:
            if deck.booklet is not None and deck.cards:
                self._make_booklet(deck, step)
        if not self.report.failed:
            shown = {deck.name for deck in self.contents.decks if deck.sheet == "none"}  # pictures explain themselves
            drafts = [drafted for drafted in self.faces.values() if drafted.page is None]
            used = [(d.face.card.name, d.sources) for d in drafts if d.face.card.deck not in shown]
            review_icons(self.contents, used, self.explained, self.report)

    def svg(self, drafted: Drafted) -> str:
        """The draft's text; made again where the store has lost it."""
        stored = self.store.get(drafted.svg)
        return stored.decode() if stored is not None else self.draughtsman.draft(drafted.face, drafted.page).svg

    def _make(self, asked: Sequence[tuple[Face, Page | None]], step: Step, jobs: int) -> None:
        """Takes the kept drafts that still hold and makes the others, in batches, on `jobs` processes."""
        from questpress.press.render.pool import run

        stale = [(face, page) for face, page in asked if not self._recall(face, page)]
        if not stale:
            return
        draughtsman = self.draughtsman
        batches = [stale[start : start + BATCH] for start in range(0, len(stale), BATCH)]

        def work(number: int) -> list[tuple[str, Draft]]:
            return [self._stored(draughtsman.draft(face, page)) for face, page in batches[number]]

        title = f"{self.contents.rules.title}: faces"
        made = run(work, len(batches), jobs, lambda done, count: step(title, done, count))
        for batch, drafts in zip(batches, made, strict=True):
            for (face, page), (seal, draft) in zip(batch, drafts, strict=True):
                if draft.svg:  # the store did not take it
                    self.store.put(draft.svg.encode())
                if seal:
                    self._keep(face, page, seal, draft)
                else:
                    self.report.extend(draft.findings)
                    self._faults[face.key] = draft.findings

    def _stored(self, draft: Draft) -> tuple[str, Draft]:
        """The SVG's digest, and the draft without it, so that it does not travel between processes."""
        if not draft.svg:
            return "", draft
        seal = self.store.put(draft.svg.encode())
        return seal, replace(draft, svg="") if self.store.written(seal) else draft

    def _own_sources(self, face: Face, page: Page | None) -> dict[str, str]:
        """What a face is made from beside what its template reads."""
        own = {"template": digest(face.template)}
        return own if page is None else {**own, "page": digest(page)}

    def _recall(self, face: Face, page: Page | None) -> bool:
        """Takes the kept draft of `face` if it still holds."""
        kept = self.store.recall(f"draft:{self.tongue}{face.key}")
        if kept is None or kept.changed(self.current.of(face.card, self._own_sources(face, page))):
            return False
        if not self.store.has(kept.result["svg"]):
            return False
        self._take(face, page, kept.result, kept.sources)
        return True

    def _keep(self, face: Face, page: Page | None, seal: str, draft: Draft) -> None:
        made_from = {**draft.sources, **self._own_sources(face, page), "engine": engine_digest()}
        sources = {intern(name): intern(seal) for name, seal in made_from.items()}  # many faces share them
        result = {"svg": seal, "fonts": list(draft.fonts), "findings": [pack(found) for found in draft.findings]}
        self.store.remember(f"draft:{self.tongue}{face.key}", sources, result)
        self._take(face, page, result, sources)

    def _take(self, face: Face, page: Page | None, result: Mapping[str, Any], sources: Mapping[str, str]) -> None:
        self.report.extend(unpack(found) for found in result["findings"])
        width, height = face.card.trim.drawn
        trim = face.card.trim
        size = [round(width, 4), round(height, 4), trim.bleed, trim.safe, trim.corner, trim.shape, trim.outline]
        size += [face.side] if trim.outline else []  # its back is cut in the mirror
        drawing = digest([result["svg"], size, [self.current(name) for name in result["fonts"]]])
        behind = {} if page is None else self._behind[face.card.deck]
        self.faces[face.key] = Drafted(face, result["svg"], drawing, {**behind, **sources}, page)
        self._note(sources)

    def _note(self, sources: Mapping[str, str]) -> None:
        self.read.update(name[5:] for name in sources if name.startswith("file:"))

    def _make_booklet(self, deck: Deck, step: Step) -> None:
        """Sets a booklet's text, or takes the kept pages, and drafts the pages around it."""
        bodies = self._recall_booklet(deck) or self._compose(deck)
        if not bodies:
            return
        headings = self.outlines[deck.name]
        pages = [
            {
                "number": number,
                "count": len(bodies),
                "side": "right" if number % 2 else "left",
                "heading": _running(headings, number - 1, 2),
                "chapter": _running(headings, number - 1, 1),
                "body": SafeSvg(body.decode()),
            }
            for number, body in enumerate(bodies, 1)
        ]
        self._make(list(zip(faces_of(deck, len(bodies)), pages, strict=True)), step, 1)

    def _recall_booklet(self, deck: Deck) -> list[bytes]:
        """The kept pages' bodies if they still hold, else nothing."""
        kept = self.store.recall(f"booklet:{self.tongue}{deck.name}")
        figures = {f"figure:{key}": drafted.svg for key, drafted in self.faces.items()}
        given = {**figures, "booklet": booklet_digest(deck), "engine": engine_digest()}
        if kept is not None and "stock" in kept.sources:
            given["stock"] = self._stock_of(deck)
        if kept is None or kept.changed(CurrentSources(self.project, self.current.trees, given)):
            return []
        bodies = [self.store.get(blob) for blob in kept.result["bodies"]]
        whole = [body for body in bodies if body is not None]
        if len(whole) < len(bodies):
            return []
        self._take_booklet(deck, kept.result, kept.sources)
        return whole

    def _stock_of(self, deck: Deck) -> str:
        assert deck.booklet is not None
        try:
            return stock_digest(self.contents, self.project.text(deck.booklet.source))
        except Failed:
            return ""  # told when it is set anew

    def _compose(self, deck: Deck) -> list[bytes]:
        """The pages' bodies, set anew; nothing where the text has faults, which have been reported."""
        own = Report()
        composed = compose(self.project, self.contents, deck, self.draughtsman, self._figure, own, self._faults_of)
        if composed is None:
            self.report.extend(own.findings)
            return []
        bodies = [body.encode() for body in composed.bodies]
        result = {
            "bodies": [self.store.put(body) for body in bodies],
            "headings": [list(heading) for heading in composed.headings],
            "links": [list(link) for link in composed.links],
            "findings": [pack(found) for found in own.findings],
        }
        sources = {**composed.sources, **placed(self.project, own.findings), "engine": engine_digest()}
        sources["game.language"] = self.current("game.language")
        self.store.remember(f"booklet:{self.tongue}{deck.name}", sources, result)
        self._take_booklet(deck, result, sources)
        return bodies

    def _take_booklet(self, deck: Deck, result: Mapping[str, Any], sources: Mapping[str, str]) -> None:
        self.report.extend(unpack(found) for found in result["findings"])
        self._note(sources)
        self.explained |= icons_in(sources)
        self._behind[deck.name] = sources
        self.pages[deck.name] = len(result["bodies"])
        self.outlines[deck.name] = [tuple(heading) for heading in result["headings"]]
        self.links[deck.name] = [tuple(link) for link in result["links"]]

    def _figure(self, key: str) -> tuple[str, str] | None:
        drafted = self.faces.get(key)
        return (drafted.svg, self.svg(drafted)) if drafted is not None else None

    def _faults_of(self, key: str) -> tuple[Diagnostic, ...]:
        return self._faults.get(key, ())


def _running(headings: Sequence[Heading], page: int, deepest: int) -> str:
    """The running head of a page: its first heading down to a level, else the one that goes on from the page before."""
    said = ""
    for title, where, level in headings:
        if level <= deepest:
            if where > page:
                break
            if where == page:
                return title
            said = title
    return said
