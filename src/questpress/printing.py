"""A game's faces from drafts to drawn chunks; what is kept from earlier builds and still right is not drawn again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from questpress.artifacts import Artifact, Store, digest, engine_digest
from questpress.diagnostics import Diagnostic, Failed, Report, Severity, Span, pack, unpack
from questpress.drafts import Drafted, Drafts
from questpress.press.contents import Contents
from questpress.press.contours import polygons
from questpress.press.drafting import field_place
from questpress.press.model import Deck, Face, Trim
from questpress.press.pieces import faces_of
from questpress.press.render.chunk import Drawn
from questpress.press.render.inspect import Page, Sharp
from questpress.press.render.margins import Edge
from questpress.press.sources import placed, why
from questpress.press.text.svgtext import SvgText
from questpress.project import Project

Step = Callable[[str, int, int], None]
CHUNK = 24  # faces that share a document; fixed, so that the bytes do not depend on how many processes draw
BATCH = 8  # faces that a process looks at at a time


@dataclass(frozen=True, slots=True)
class ChunkKept:
    """A drawn chunk in the store: its name there, its PDF, the drawings on its pages, their boxes in points."""

    name: str
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
    drafted: Drafts = field(init=False)
    chunks: dict[str, list[ChunkKept]] = field(default_factory=dict)  # by deck
    art: set[str] = field(default_factory=set)  # files that faces show or findings point into, by name
    sharp: dict[str, list[list[Any]]] = field(default_factory=dict)  # by drawing: raster art's file, pixels an inch

    def __post_init__(self) -> None:
        self.drafted = Drafts(self.project, self.contents, self.store, self.report)

    @property
    def drafts(self) -> Mapping[str, Drafted]:
        """The drafts by their faces' keys."""
        return self.drafted.faces

    @property
    def read(self) -> set[str]:
        """The names of all files that the faces were made from; absent ones where their coming would change a face."""
        return self.drafted.read | self.art

    @property
    def variant(self) -> str:
        """The folder, below the game's, of one language and table; '' for the whole box as it was written."""
        return "-".join(filter(None, (self.contents.tongue.label, self.contents.rules.table.seating.label)))

    def printed(self) -> list[Deck]:
        """The decks that are printed on sheets of their own."""
        return [deck for deck in self.contents.decks if deck.sheet != "none" and deck.cards]

    def draft(self, step: Step, jobs: int) -> None:
        """Makes the drafts of all faces."""
        self.drafted.make(step, jobs)

    def page(self, drafted: Drafted) -> Page:
        """The face as the renderer takes it; findings name their template's lines."""
        card = drafted.face.card
        width, height = card.trim.drawn
        template = self.project.template(drafted.face.template)
        name = self.project.name_of(template) if template else drafted.face.template
        provenance = _Provenance(self.drafted, drafted.face, drafted.page)
        edge = edge_of(card.trim, drafted.face.side)
        return Page(self.drafted.svg(drafted), width, height, card.name, name, card.trim.bleed, provenance, edge)

    def inspect(self, step: Step, jobs: int) -> None:
        """Judges every draft that has not been found good before, without drawing it. Needs no cairo."""
        from questpress.press.render.chunk import look
        from questpress.press.render.pool import run

        waiting: list[Drafted] = []
        for drafted in _unique(self.drafts.values()):
            kept = self.store.recall(f"inspected:{drafted.drawing}")
            if kept is not None and not kept.changed(self.drafted.current):
                self._note(kept.sources)
                self.sharp[drafted.drawing] = kept.result["sharp"]
                names = {kept.result["name"]: drafted.face.card.name}
                self.report.extend(_renamed(unpack(found), names) for found in kept.result["findings"])
            else:
                waiting.append(drafted)
        if not waiting:
            return
        batches = [waiting[start : start + BATCH] for start in range(0, len(waiting), BATCH)]
        words = SvgText(self.drafted.draughtsman.library, self.contents.rules.language)

        def work(number: int) -> list[tuple[tuple[Path, ...], tuple[Diagnostic, ...], bool, Sharp]]:
            faces = look([self.page(drafted) for drafted in batches[number]], self.project.root, words)
            return [(face.art, face.findings, face.failed, face.sharp) for face in faces]

        title = f"{self.contents.rules.title}: looking at faces"
        found = run(work, len(batches), jobs, lambda done, count: step(title, done, count))
        for batch, seen in zip(batches, found, strict=True):
            for drafted, (art, findings, failed, sharp) in zip(batch, seen, strict=True):
                self.sharp[drafted.drawing] = self._named(sharp)
                self.report.extend(findings)
                if not failed:
                    sources = self._sources(art, findings)
                    result = {
                        "findings": [pack(found) for found in findings],
                        "name": drafted.face.card.name,
                        "sharp": self._named(sharp),
                    }
                    self.store.remember(f"inspected:{drafted.drawing}", sources, result)
        self._drop_echoes()

    def _named(self, sharp: Sharp) -> list[list[Any]]:
        return [[self.project.name_of(path), ppi] for path, ppi in sharp]

    def coarse(self, least: int, scale: Callable[[str], float] = lambda deck: 1.0) -> Iterator[Diagnostic]:
        """A warning (T083) for each picture that prints with fewer than `least` pixels an inch, its deck at a scale."""
        printed = {deck.name for deck in self.printed()}
        for drafted in _unique(self.drafts.values()):
            if drafted.face.card.deck not in printed:
                continue
            for name, drawn in self.sharp.get(drafted.drawing, ()):
                ppi = drawn / scale(drafted.face.card.deck)
                if ppi < least:
                    span, said = self._shown_at(drafted, name)
                    message = f"'{name}' prints at {ppi:.0f} pixels an inch, the target asks for {least}"
                    help = f"export it {least / ppi:.1f} times as wide and high in pixels, or print it smaller"
                    yield Diagnostic("T083", message, span, help, Severity.WARNING, said)

    def _shown_at(self, drafted: Drafted, name: str) -> tuple[Span, str]:
        """Where a face names a file of art, in a field or in one of its templates, and what the finding is about."""
        card = drafted.face.card
        for key, value in card.fields.items():
            if isinstance(value, str) and unquote(value) == name and key in card.spans:
                return card.spans[key], f"{card.name}, {key}"
        files = [source[5:] for source in drafted.sources if source.startswith("file:") and source.endswith(".j2")]
        for file in sorted(files):
            try:
                lines = self.project.path_of(file).read_text(encoding="utf-8-sig").splitlines()
            except (OSError, ValueError):
                continue
            for number, line in enumerate(lines, 1):
                if name in unquote(line):
                    return Span(file, number, 1, 0, line), card.name
        template = self.project.template(drafted.face.template)
        return Span(self.project.name_of(template) if template else drafted.face.template), card.name

    def _drop_echoes(self) -> None:
        """Takes back what was found in a booklet's page, of a picture in it, and has been told of that component."""
        findings = self.report.findings
        echoes = [found for found in findings if found.span is not None and "page.body" in found.span.text]
        told = {(found.code, found.message) for found in findings if found not in echoes}
        findings[:] = [found for found in findings if found not in echoes or (found.code, found.message) not in told]

    def draw(self, step: Step, jobs: int) -> None:
        """Draws every chunk that is not in the store, on `jobs` processes."""
        parts: dict[str, list[Drafted]] = {}
        order: list[tuple[str, str]] = []  # deck and chunk
        for deck in self.printed():
            keys = [face.key for face in faces_of(deck, self.drafted.pages.get(deck.name, 0))]
            drafts = _unique(self.drafts[key] for key in keys if key in self.drafts)
            for start in range(0, len(drafts), CHUNK):
                part = drafts[start : start + CHUNK]
                name = f"chunk:{digest([drafted.drawing for drafted in part])}"
                order.append((deck.name, name))
                parts[name] = part
        self._draw({name: part for name, part in parts.items() if self._recall(name) is None}, step, jobs)
        if self.report.failed:
            self.inspect(step, jobs)  # also what is only a picture in a booklet, at its own place
        else:
            self._take(order, parts)

    def _recall(self, name: str) -> Artifact | None:
        """A kept chunk that still holds."""
        kept = self.store.recall(name)
        if kept is None or kept.changed(self.drafted.current) or self.store.get(kept.result["pdf"]) is None:
            return None
        return kept

    def _draw(self, waiting: Mapping[str, list[Drafted]], step: Step, jobs: int) -> None:
        from questpress.press.render.chunk import draw
        from questpress.press.render.pool import run

        if not waiting:
            return
        parts = list(waiting.values())
        library = self.drafted.draughtsman.library
        words = SvgText(library, self.contents.rules.language)

        def work(number: int) -> tuple[str, Drawn] | tuple[Diagnostic, ...]:
            pages = [self.page(drafted) for drafted in parts[number]]
            try:
                return self._stored(draw(pages, library.paths, self.project.root, words))
            except Failed as failed:  # told with those of the other chunks
                return failed.diagnostics

        title = f"{self.contents.rules.title}: drawing"
        results = run(work, len(parts), jobs, lambda done, count: step(title, done, count))
        for name, part, result in zip(waiting, parts, results, strict=True):
            match result:
                case (str() as seal, Drawn() as drawn):
                    self._keep(name, part, seal, drawn)
                case _:
                    self.report.extend(result)  # type: ignore[arg-type]

    def _stored(self, drawn: Drawn) -> tuple[str, Drawn]:
        """The PDF's digest, and what was drawn without it, so that it does not travel between processes."""
        seal = self.store.put(drawn.pdf, level=0)  # its streams are compressed already
        return seal, replace(drawn, pdf=b"") if self.store.written(seal) else drawn

    def _keep(self, name: str, part: list[Drafted], seal: str, drawn: Drawn) -> None:
        if drawn.pdf:  # the store did not take it
            self.store.put(drawn.pdf)
        sources = self._sources({path for paths in drawn.art for path in paths}, drawn.warnings)
        result = {
            "pdf": seal,
            "drawings": [drafted.drawing for drafted in part],
            "names": [drafted.face.card.name for drafted in part],
            "boxes": [list(box) for box in drawn.boxes],
            "art": [[f"file:{self.project.name_of(path)}" for path in paths] for paths in drawn.art],
            "findings": [pack(found) for found in drawn.warnings],
            "sharp": [self._named(sharp) for sharp in drawn.sharp],
            "told": False,
        }
        self.store.remember(name, sources, result)

    def _take(self, order: list[tuple[str, str]], parts: Mapping[str, list[Drafted]]) -> None:
        """Takes the chunks of every deck."""
        for deck, name in order:
            kept = self.store.recall(name)
            assert kept is not None
            result = kept.result
            self._note(kept.sources)
            names = dict(zip(result["names"], [drafted.face.card.name for drafted in parts[name]], strict=True))
            self.report.extend(_renamed(unpack(found), names) for found in result["findings"])
            self.sharp.update(zip(result["drawings"], result["sharp"], strict=True))
            boxes = tuple(tuple(box) for box in result["boxes"])
            self.chunks.setdefault(deck, []).append(
                ChunkKept(name, result["pdf"], tuple(result["drawings"]), boxes)  # type: ignore[arg-type]
            )

    def drawn(self, pdf: str) -> bytes:
        """A chunk's PDF. Raises Failed where somebody has emptied or damaged the store since it was drawn."""
        content = self.store.get(pdf)
        if content is None:
            found = f"{self.store.folder.name}: a drawn part vanished from the store while it was being printed"
            raise Failed([Diagnostic("D001", found, None, "build once more")])
        return content

    def shows(self, chunk: ChunkKept) -> list[list[str]]:
        """For each drawing of a chunk, the art that it shows and the art's digest, in one list."""
        kept = self.store.recall(chunk.name)
        assert kept is not None
        return [[part for name in names for part in (name, self.drafted.current(name))] for names in kept.result["art"]]

    def redrawn(self) -> list[tuple[Face, str]]:
        """The faces that were drawn for this print and look unlike the last one, and what of theirs had changed.

        Asked once, when everything has been printed; a print that failed does not count as the last one.
        """
        if self.report.failed:
            return []
        art: dict[str, list[str]] = {}  # by drawing
        fresh: set[str] = set()
        for chunk in (chunk for chunks in self.chunks.values() for chunk in chunks):
            kept = self.store.recall(chunk.name)
            assert kept is not None
            art.update(zip(chunk.drawings, kept.result["art"], strict=True))
            if not kept.result["told"]:
                fresh.update(chunk.drawings)
                self.store.remember(chunk.name, kept.sources, {**kept.result, "told": True})
        drafts = [(key, drafted) for key, drafted in self.drafts.items() if drafted.drawing in art]
        told = [self._compare(key, drafted, art[drafted.drawing], fresh) for key, drafted in drafts]
        return [(drafted.face, reason) for (_, drafted), reason in zip(drafts, told, strict=True) if reason]

    def _compare(self, key: str, drafted: Drafted, art: list[str], fresh: set[str]) -> str:
        """Why a face looks unlike its last print, '' where it does not; remembers it as the last one."""
        shown = {name: self.drafted.current(name) for name in art}
        sources = {**drafted.sources, **shown}
        look = digest([drafted.drawing, shown])
        last = self.store.recall(f"printed:{self.drafted.tongue}{key}")
        reason = ""
        if drafted.drawing in fresh and last is None:
            reason = "new"
        elif drafted.drawing in fresh and last is not None and last.result != look:
            reason = why(last.sources, sources, drafted.face.card)
        if last is None or last.sources != sources or last.result != look:
            self.store.remember(f"printed:{self.drafted.tongue}{key}", sources, look)
        return reason

    def _sources(self, art: Iterable[Path], findings: Iterable[Diagnostic]) -> dict[str, str]:
        """What a drawing is made from beside its draft: the art that it shows, and where its findings point."""
        shown = {f"file:{self.project.name_of(path)}": self.project.digest(path) or "" for path in sorted(art)}
        sources = {**shown, **placed(self.project, findings), "engine": engine_digest()}
        self._note(sources)
        return sources

    def _note(self, sources: Mapping[str, str]) -> None:
        self.art.update(name[5:] for name in sources if name.startswith("file:"))


def edge_of(trim: Trim, side: str = "front") -> Edge:
    """The trim as the text of a face is held to it; a back is cut in the mirror."""
    if trim.shape not in ("rect", "circle"):
        return Edge(trim.width, trim.height, 0.0, trim.safe, polygons(trim, mirrored=side == "back"))
    corner = min(trim.width, trim.height) / 2 if trim.shape == "circle" else trim.corner
    return Edge(trim.width, trim.height, corner, trim.safe)


def _renamed(finding: Diagnostic, names: Mapping[str, str]) -> Diagnostic:
    """A kept finding under the name that the component with this drawing has today."""
    name, comma, rest = finding.subject.partition(", ")
    return replace(finding, subject=f"{names[name]}{comma}{rest}") if name in names else finding


def _unique(drafts: Iterable[Drafted]) -> list[Drafted]:
    """The drafts, each drawing once, in order."""
    return list({drafted.drawing: drafted for drafted in drafts}.values())


@dataclass(frozen=True, slots=True)
class _Provenance:
    """Where the elements of a draft come from."""

    drafts: Drafts
    face: Face
    page: Mapping[str, Any] | None

    def marked(self) -> str:
        return self.drafts.draughtsman.marked(self.face, self.page)

    def span(self, name: str, line: int) -> Span:
        return self.drafts.draughtsman.studio.span_of(name, line)

    def field(self, name: str) -> Span | None:
        return field_place(self.face.card, name)
