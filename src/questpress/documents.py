"""Drawn chunks to finished files: a PDF a deck or a picture a face, written only where something is different."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from questpress.artifacts import digest, engine_digest
from questpress.colouring import Colours
from questpress.diagnostics import Report, pack, unpack
from questpress.facepictures import FacePictures
from questpress.fingerprint import digest_of
from questpress.outputs import Output
from questpress.placing import Arranged
from questpress.preflighting import Preflights
from questpress.press.arrange import Imposition
from questpress.press.colour.recipe import Recipe
from questpress.press.labels import BOLD, REGULAR
from questpress.press.leading import Bookmark, Link, on_paper, places_of
from questpress.press.model import Deck
from questpress.press.pieces import faces_of, white_edged
from questpress.press.places import Names
from questpress.press.preflight.wants import wants_of_target
from questpress.press.targets import Target
from questpress.printing import Press
from questpress.project import shipped_templates

Step = Callable[[str, int, int], None]


@dataclass(slots=True)
class Documents:
    """The files of one game for one target, of decks that have been placed; `colours` are needed for writing."""

    press: Press
    target: Target
    out: Path
    arranged: Sequence[Arranged]
    colours: Colours | None = None
    _waiting: list[tuple[Arranged, dict[str, str], dict[str, Any]]] = field(default_factory=list)  # to be put in place
    _rejected: bool = False  # whether preflight found errors in a file

    def _leading(self, deck: Deck, imposition: Imposition) -> tuple[list[Bookmark], list[Link]]:
        """A booklet's bookmarks and links, by the pages of the finished file."""
        drafted = self.press.drafted
        faces = [self.press.drafts[face.key].drawing for face in faces_of(deck, drafted.pages.get(deck.name, 0))]
        places = places_of(imposition)
        if deck.booklet is None or any(face not in places for face in faces):
            return [], []
        first = [places[face][0][0] for face in faces]
        outline = [(title, first[page], level) for title, page, level in drafted.outlines.get(deck.name, [])]
        links: list[Link] = []
        for page, x, y, width, height, leads in drafted.links.get(deck.name, []):
            for number, placement in places[faces[page]]:
                f = imposition.scale
                box = on_paper(placement, imposition.trim, x * f, y * f, width * f, height * f)
                if imposition.sides[number].back:
                    box = imposition.moved.box(box, imposition.paper)
                links.append((number, box, first[leads] if isinstance(leads, int) else leads))
        return outline, links

    def colour(self, recipe: Recipe, report: Report, step: Step, jobs: int) -> None:
        """Gives the drawn chunks the target's colours. Raises Failed (T090); S034 and S036 go to `report`."""
        self.colours = Colours(self.press, recipe)
        self.colours.make(step, jobs)
        report.extend(self.colours.missing(self.target))
        if self.target.pdf == "x-1a":
            report.extend(self.colours.transparent())

    def write(self, report: Report, step: Step, jobs: int) -> Iterator[Output]:
        """Writes each file whose content or place is new, a deck after the other. Raises Failed where one cannot be.

        Files for a press are put in place together, and none is where preflight rejects one.
        """
        preflights = self._preflights()
        if preflights is None:
            yield from self._write_all(None, report, step, jobs)
            return
        try:
            yield from self._write_all(preflights, report, step, jobs)
            yield from self._place(preflights, report)
        finally:
            preflights.drop(arranged.path for arranged in self.arranged)

    def _write_all(self, preflights: Preflights | None, report: Report, step: Step, jobs: int) -> Iterator[Output]:
        title = self.press.contents.rules.title
        what = "sheets" if self.target.format == "pdf" else "pictures"
        for number, arranged in enumerate(self.arranged):
            step(f"{title}: {what}", number, len(self.arranged))
            if arranged.faces:
                assert self.colours is not None
                pictures = FacePictures(self.press, self.colours, arranged.deck, arranged.imposition, self.out)
                yield from pictures.write(arranged.faces, jobs)
            else:
                yield from self._write(arranged, preflights, report)
                if self.target.cut and preflights is None:
                    yield from self._cut(arranged)
        if self.arranged:
            step(f"{title}: {what}", len(self.arranged), len(self.arranged))

    def _place(self, preflights: Preflights, report: Report) -> Iterator[Output]:
        """Puts the files that wait in place, with their reports; none where one was rejected."""
        if self._rejected:
            return
        for arranged, sources, result in self._waiting:
            preflights.place(arranged.path)
            self._remember(arranged, sources, result)
            yield self._output(arranged, result, True)
            yield from preflights.told(arranged.path, result["sha256"], arranged.deck.name, report)
        if self.target.cut:
            for arranged in self.arranged:
                yield from self._cut(arranged)

    def _write(self, arranged: Arranged, preflights: Preflights | None, report: Report) -> Iterator[Output]:
        """Writes a deck's file; one for a press, once it has passed preflight, waits to be put in place."""
        press, deck = self.press, arranged.deck
        imposition = replace(arranged.imposition, notes=())  # they have been told
        rules = press.contents.rules
        path = self.out / arranged.path
        title = f"{rules.title}: {deck.title}" + (f", {arranged.part}" if arranged.part else "")
        assert self.colours is not None
        chunks = self.colours.chunks[deck.name]
        version = " · ".join(filter(None, (rules.version, rules.table.seating.words)))
        said = [rules.title, deck.title, version, rules.author, rules.language, rules.date, self.target.title]
        outline, links = self._leading(deck, imposition)
        fonts = shipped_templates() / "fonts"
        letters = [press.project.digest(fonts / name) for name in (*REGULAR, *BOLD)]
        inks = self._inks()
        names = self._named_faces(deck) if preflights else None
        noted = names and asdict(names)
        seal = digest([repr(imposition), [chunk.pdf for chunk in chunks], said, outline, links, letters, inks, noted])
        sources = {"content": seal, "engine": engine_digest()}
        kept = press.store.recall(_document(path))
        if kept is not None and kept.sources == sources and digest_of(path) == kept.result["sha256"]:
            report.extend(unpack(note) for note in kept.result["notes"])
            yield self._output(arranged, kept.result, False)
            if preflights:
                yield from preflights.told(arranged.path, kept.result["sha256"], deck.name, report)
            return
        from questpress.press.impose import Chunk
        from questpress.press.labels import Labels
        from questpress.press.pdfx import Standard
        from questpress.press.write import Meta, sheets_pdf

        profile = self.colours.recipe.profile
        standard = Standard(self.target.pdf, profile, seal) if profile is not None else None
        drawn = (Chunk(press.drawn(chunk.pdf), chunk.drawings, chunk.boxes) for chunk in chunks)
        written = sheets_pdf(
            preflights.waiting(arranged.path) if preflights else path,
            imposition,
            drawn,
            Labels(rules.title, deck.title, version),
            Meta(title, rules.author, self.target.title, rules.language, rules.date),
            fonts,
            outline=outline,
            links=links,
            name=arranged.path,
            standard=standard,
            names=names,
        )
        report.extend(written.notes)
        result = {
            "pages": written.pages,
            "bytes": written.length,
            "sha256": written.sha256,
            "notes": [pack(note) for note in written.notes],
        }
        if preflights is None:
            self._remember(arranged, sources, result)
            yield self._output(arranged, result, True)
        elif preflights.judge(arranged.path, written.sha256, report):
            self._waiting.append((arranged, sources, result))
        else:
            self._rejected = True

    def _remember(self, arranged: Arranged, sources: dict[str, str], result: dict[str, Any]) -> None:
        self.press.store.remember(_document(self.out / arranged.path), sources, result)

    def _cut(self, arranged: Arranged) -> Iterator[Output]:
        """Writes the cut files of a deck, one a side of a sheet; of bare pages, which are all alike, one."""
        from questpress.press.cutfile import cut_svg
        from questpress.press.write import put

        imposition = arranged.imposition
        sides = imposition.sides if imposition.furnished or imposition.folded else imposition.sides[:1]
        wide = len(str(imposition.sheets))
        for side in sides:
            if side.part and side.cut is None:
                continue  # the plan of a split board
            face = ("-back" if side.back else "-front") if imposition.two_sided else ""
            sheet = f"-{str(side.number).zfill(wide)}{face}" if len(sides) > 1 else ""
            path = f"{arranged.path.removesuffix('.pdf')}-cut{sheet}.svg"
            content = cut_svg(imposition, side, f"{arranged.deck.title}, sheet {side.number}{face.replace('-', ', ')}")
            written = digest_of(self.out / path) != digest(content)
            if written:
                put(self.out / path, content, path)
            pieces = len(side.placements)
            yield Output(path, 1, 1, pieces, len(content), digest(content), written, arranged.deck.name, "svg")

    def _preflights(self) -> Preflights | None:
        """How the target's files are preflighted; None where they are not for a press."""
        if not self.target.for_press:
            return None
        return Preflights(self.press.store, wants_of_target(self.target), self.out)

    def _named_faces(self, deck: Deck) -> Names:
        """What the deck's drawings show, so that the file can say what lies where."""
        found: dict[str, str] = {}
        for face in faces_of(deck, self.press.drafted.pages.get(deck.name, 0)):
            which = f"page {face.page}" if face.page else face.side
            found.setdefault(self.press.drafts[face.key].drawing, f"{face.card.name} {which}")
        white = white_edged(deck, self.press.contents.kinds)
        return Names(found, white, figures=deck.booklet is not None)

    def _inks(self) -> list[object] | None:
        """What a file for a press is built to besides its drawings' colours; None for other files."""
        assert self.colours is not None
        profile = self.colours.recipe.profile
        return None if profile is None else [self.target.pdf, digest(profile.icc), profile.title, profile.condition]

    def _output(self, arranged: Arranged, made: Mapping[str, Any], written: bool) -> Output:
        pages, length, seal = made["pages"], made["bytes"], made["sha256"]
        sheets = arranged.imposition.sheets
        return Output(arranged.path, pages, sheets, arranged.pieces, length, seal, written, arranged.deck.name)


def _document(path: Path) -> str:
    """What the store calls the file at `path`."""
    return f"document:{path.resolve().as_posix()}"
