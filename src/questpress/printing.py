"""A game's faces from data to drawn chunks; what is kept from earlier builds and still right is not made again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from questpress.artifacts import Store, digest, engine_digest
from questpress.diagnostics import Diagnostic, Failed, Report, Span, pack, unpack
from questpress.press.booklets import booklet_digest, compose, only_shown
from questpress.press.contents import Contents
from questpress.press.drafting import Draft, Draughtsman
from questpress.press.model import Deck, Face
from questpress.press.pieces import faces_of
from questpress.press.render.chunk import Drawn
from questpress.press.render.inspect import Page
from questpress.press.sources import CurrentSources, common_trees, trees_of, why
from questpress.press.text.svgtext import SvgText
from questpress.press.text.tools import Drawn as SafeSvg
from questpress.project import Project

Step = Callable[[str, int, int], None]
CHUNK = 24  # faces that share a document; fixed, so that the bytes do not depend on how many processes draw
BATCH = 8  # faces that a process drafts at a time
FONTS = (".ttf", ".otf", ".ttc")


@dataclass(frozen=True, slots=True)
class Drafted:
    """A face's draft: its SVG's digest in the store, the font files it draws with, and why it was made anew."""

    face: Face
    svg: str
    fonts: tuple[str, ...]
    why: str  # '' where the kept draft still holds
    page: Mapping[str, Any] | None = None  # of a booklet

    @property
    def drawing(self) -> str:
        """Names what is drawn: faces with the same SVG and size are one drawing."""
        width, height = self.face.card.trim.drawn
        return digest([self.svg, round(width, 4), round(height, 4), self.face.card.trim.bleed])


@dataclass(frozen=True, slots=True)
class ChunkKept:
    """A drawn chunk in the store: its PDF's digest, the drawings on its pages, their boxes in points."""

    pdf: str
    drawings: tuple[str, ...]
    boxes: tuple[tuple[float, float, float, float], ...]


@dataclass(slots=True)
class Press:
    """Everything between a game's contents and its drawn chunks. `report` collects all findings."""

    project: Project
    contents: Contents
    store: Store
    report: Report
    drafts: dict[str, Drafted] = field(default_factory=dict)  # by the face's key
    pages: dict[str, int] = field(default_factory=dict)  # of booklets, by deck
    outlines: dict[str, list[tuple[str, int]]] = field(default_factory=dict)  # of booklets: heading, page from 0
    chunks: dict[str, list[ChunkKept]] = field(default_factory=dict)  # by deck
    art: set[str] = field(default_factory=set)  # art files shown, by name
    _draughtsman: Draughtsman | None = None
    _redrawn: set[str] = field(default_factory=set)  # drawings made by this run

    @property
    def draughtsman(self) -> Draughtsman:
        """Made when the first face has to be: with nothing changed, no font is opened."""
        if self._draughtsman is None:
            self._draughtsman = Draughtsman(self.project, self.contents, self.report)
        return self._draughtsman

    @property
    def variant(self) -> str:
        """The folder, below the game's, of what is printed for one table; '' for the whole box."""
        return self.contents.rules.table.asked.label

    def printed(self) -> list[Deck]:
        """The decks that are printed on sheets of their own."""
        return [deck for deck in self.contents.decks if deck.sheet != "none" and deck.cards]

    # -- drafts ----------------------------------------------------------------------------------------------

    def draft(self, step: Step, jobs: int) -> None:
        """Drafts every face of every deck, booklets last, since their figures are other faces."""
        faces = [face for deck in self.contents.decks if deck.booklet is None for face in faces_of(deck)]
        faces += only_shown(self.project, self.contents)
        self._draft([(face, None) for face in faces], {}, step, jobs)
        for deck in self.contents.decks:
            if deck.booklet is not None and deck.cards:
                self._draft_booklet(deck, step)

    def _draft(
        self, asked: Sequence[tuple[Face, Mapping[str, Any] | None]], given: Mapping[str, str], step: Step, jobs: int
    ) -> None:
        """Takes the kept drafts that still hold and makes the others, in batches, on `jobs` processes."""
        from questpress.press.render.pool import run

        stale: list[tuple[Face, Mapping[str, Any] | None, str, dict[str, str]]] = []
        for face, page in asked:
            extra = {**given, "engine": engine_digest()}
            if page is not None:
                extra["page"] = digest(page)
            reason = self._recalled(face, page, extra)
            if reason:
                stale.append((face, page, reason, extra))
        if not stale:
            return
        draughtsman = self.draughtsman
        batches = [stale[start : start + BATCH] for start in range(0, len(stale), BATCH)]

        def work(number: int) -> list[Draft]:
            return [draughtsman.draft(face, page) for face, page, _, _ in batches[number]]

        title = f"{self.contents.rules.title}: faces"
        made = run(work, len(batches), jobs, lambda done, count: step(title, done, count))
        for batch, drafts in zip(batches, made, strict=True):
            for (face, page, reason, extra), draft in zip(batch, drafts, strict=True):
                self._keep_draft(face, page, reason, extra, draft)

    def _recalled(self, face: Face, page: Mapping[str, Any] | None, extra: Mapping[str, str]) -> str:
        """Takes the kept draft of `face` if it still holds; else says why it does not."""
        kept = self.store.recall(f"draft:{face.key}")
        if kept is None:
            return "new"
        changed = kept.changed(CurrentSources(self.project, trees_of(self.contents, face.card), extra))
        if not changed and self.store.has(kept.result["svg"]):
            self._take(face, kept.result, kept.sources, "", page)
            return ""
        return why(changed, face.card) or "its kept draft is missing"

    def _keep_draft(
        self, face: Face, page: Mapping[str, Any] | None, reason: str, extra: Mapping[str, str], draft: Draft
    ) -> None:
        if not draft.svg:
            self.report.extend(draft.findings)
            return
        sources = {**draft.sources, **extra}
        result = {"svg": self.store.put(draft.svg.encode()), "findings": [pack(found) for found in draft.findings]}
        self.store.remember(f"draft:{face.key}", sources, result)
        self._take(face, result, sources, reason, page)

    def _take(
        self,
        face: Face,
        result: Mapping[str, Any],
        sources: Mapping[str, str],
        reason: str,
        page: Mapping[str, Any] | None,
    ) -> None:
        self.report.extend(unpack(found) for found in result["findings"])
        fonts = tuple(sorted(name for name in sources if name.startswith("file:") and name.endswith(FONTS)))
        self.drafts[face.key] = Drafted(face, result["svg"], fonts, reason, page)

    def _draft_booklet(self, deck: Deck, step: Step) -> None:
        """Sets a booklet's text, or takes the kept pages, and drafts the pages around it."""
        name = f"booklet:{deck.name}"
        figures = {f"figure:{key}": drafted.svg for key, drafted in self.drafts.items()}
        given = {**figures, "booklet": booklet_digest(deck), "engine": engine_digest()}
        kept = self.store.recall(name)
        current = CurrentSources(self.project, common_trees(self.contents), given)
        if kept is not None and not kept.changed(current):
            bodies = [self.store.get(blob) for blob in kept.result["bodies"]]
            headings, sources = kept.result["headings"], kept.sources
        else:
            composed = compose(self.project, self.contents, deck, self.draughtsman, self._drafted_svg, self.report)
            if composed is None:
                return
            bodies = [body.encode() for body in composed.bodies]
            headings, sources = composed.headings, {**composed.sources, "engine": engine_digest()}
            blobs = [self.store.put(body) for body in bodies]
            self.store.remember(name, sources, {"bodies": blobs, "headings": headings})
        self.pages[deck.name] = len(bodies)
        self.outlines[deck.name] = [(title, page) for title, page in headings]
        fonts = {source: seal for source, seal in sources.items() if source.endswith(FONTS)}
        pages = [
            {"number": number, "count": len(bodies), "body": SafeSvg(body.decode())}
            for number, body in enumerate(bodies, 1)
        ]
        self._draft(list(zip(faces_of(deck, len(bodies)), pages, strict=True)), fonts, step, 1)

    def _drafted_svg(self, key: str) -> tuple[str, str] | None:
        drafted = self.drafts.get(key)
        content = self.store.get(drafted.svg) if drafted else None
        return (drafted.svg, content.decode()) if drafted and content is not None else None

    # -- inspection and drawing ------------------------------------------------------------------------------

    def page(self, drafted: Drafted) -> Page:
        """The face as the renderer takes it; findings name their template's lines."""
        card = drafted.face.card
        svg = (self.store.get(drafted.svg) or b"").decode()
        width, height = card.trim.drawn
        template = self.project.template(drafted.face.template)
        name = self.project.name_of(template) if template else drafted.face.template
        provenance = _Provenance(self, drafted.face, drafted.page)
        return Page(svg, width, height, card.name, name, card.trim.bleed, provenance)

    def inspect(self, step: Step, jobs: int) -> None:
        """Judges every draft that has not been found good before, without drawing it. Needs no cairo."""
        from questpress.press.render.chunk import look
        from questpress.press.render.pool import run

        waiting: list[Drafted] = []
        for drafted in _unique(self.drafts.values()):
            kept = self.store.recall(f"inspected:{drafted.drawing}")
            if kept is not None and not kept.changed(self._art_digest):
                self._shown(kept.sources)
                self.report.extend(unpack(found) for found in kept.result)
            else:
                waiting.append(drafted)
        if not waiting:
            return
        batches = [waiting[start : start + BATCH] for start in range(0, len(waiting), BATCH)]
        words = SvgText(self.draughtsman.library, self.contents.rules.language)

        def work(number: int) -> list[tuple[tuple[Path, ...], tuple[Diagnostic, ...], bool]]:
            faces = look([self.page(drafted) for drafted in batches[number]], self.project.root, words)
            return [(face.art, face.findings, face.failed) for face in faces]

        title = f"{self.contents.rules.title}: looking at faces"
        found = run(work, len(batches), jobs, lambda done, count: step(title, done, count))
        for batch, seen in zip(batches, found, strict=True):
            for drafted, (art, findings, failed) in zip(batch, seen, strict=True):
                self.report.extend(findings)
                if not failed:
                    sources = {**self._art_sources(art), "engine": engine_digest()}
                    self._shown(sources)
                    self.store.remember(f"inspected:{drafted.drawing}", sources, [pack(found) for found in findings])

    def draw(self, step: Step, jobs: int) -> None:
        """Draws every chunk that is not in the store, on `jobs` processes."""
        from questpress.press.render.chunk import draw
        from questpress.press.render.pool import run

        waiting: list[tuple[str, list[Drafted]]] = []
        order: list[tuple[str, str]] = []  # deck and chunk
        for deck in self.printed():
            keys = [face.key for face in faces_of(deck, self.pages.get(deck.name, 0))]
            drafts = _unique(self.drafts[key] for key in keys if key in self.drafts)
            for start in range(0, len(drafts), CHUNK):
                part = drafts[start : start + CHUNK]
                name = f"chunk:{self._chunk_digest(part)}"
                order.append((deck.name, name))
                kept = self.store.recall(name)
                if kept is None or kept.changed(self._art_digest) or not self.store.has(kept.result["pdf"]):
                    waiting.append((name, part))
        if waiting:
            library = self.draughtsman.library
            words = SvgText(library, self.contents.rules.language)

            def work(number: int) -> Drawn | tuple[Diagnostic, ...]:
                pages = [self.page(drafted) for drafted in waiting[number][1]]
                try:
                    return draw(pages, library.paths, self.project.root, words)
                except Failed as failed:  # told with those of the other chunks
                    return failed.diagnostics

            title = f"{self.contents.rules.title}: drawing"
            results = run(work, len(waiting), jobs, lambda done, count: step(title, done, count))
            for (name, part), result in zip(waiting, results, strict=True):
                if isinstance(result, tuple):
                    self.report.extend(result)
                else:
                    self._keep_chunk(name, part, result)
        if not self.report.failed:
            for deck_name, name in order:
                self.chunks.setdefault(deck_name, []).append(self._chunk(name))

    def _keep_chunk(self, name: str, part: list[Drafted], drawn: Drawn) -> None:
        sources = self._art_sources(sorted({path for paths in drawn.art for path in paths}))
        kept = {
            "pdf": self.store.put(drawn.pdf),
            "drawings": [drafted.drawing for drafted in part],
            "boxes": [list(box) for box in drawn.boxes],
            "findings": [pack(found) for found in drawn.warnings],
        }
        self.store.remember(name, {**sources, "engine": engine_digest()}, kept)
        self._redrawn.update(kept["drawings"])

    def _chunk(self, name: str) -> ChunkKept:
        kept = self.store.recall(name)
        assert kept is not None
        self._shown(kept.sources)
        self.report.extend(unpack(found) for found in kept.result["findings"])
        boxes = tuple(tuple(box) for box in kept.result["boxes"])
        return ChunkKept(kept.result["pdf"], tuple(kept.result["drawings"]), boxes)  # type: ignore[arg-type]

    def redrawn(self) -> list[Drafted]:
        """The faces that were drawn anew because something that they read had changed."""
        return [drafted for drafted in self.drafts.values() if drafted.why and drafted.drawing in self._redrawn]

    def _chunk_digest(self, part: list[Drafted]) -> str:
        fonts = sorted({name for drafted in part for name in drafted.fonts})
        return digest([[drafted.drawing for drafted in part], [self._art_digest(name[5:]) for name in fonts]])

    def _art_sources(self, paths: Iterable[Path]) -> dict[str, str]:
        return {self.project.name_of(path): self.project.digest(path) or "" for path in paths}

    def _art_digest(self, name: str) -> str:
        return engine_digest() if name == "engine" else self.project.digest(self.project.path_of(name)) or ""

    def _shown(self, sources: Mapping[str, str]) -> None:
        self.art.update(name for name in sources if name != "engine")


def _unique(drafts: Iterable[Drafted]) -> list[Drafted]:
    """The drafts, each drawing once, in order."""
    return list({drafted.drawing: drafted for drafted in drafts}.values())


@dataclass(frozen=True, slots=True)
class _Provenance:
    """Where the elements of a draft come from."""

    press: Press
    face: Face
    shown: Mapping[str, Any] | None

    def marked(self) -> str:
        return self.press.draughtsman.marked(self.face, self.shown)

    def span(self, name: str, line: int) -> Span:
        return self.press.draughtsman.studio.span_of(name, line)
