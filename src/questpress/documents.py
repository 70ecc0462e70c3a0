"""Drawn chunks to finished PDFs: one a deck, arranged on sheets, written only where something is different."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from questpress.artifacts import digest, engine_digest
from questpress.diagnostics import Diagnostic, Failed, Report, pack, unpack
from questpress.fingerprint import digest_of
from questpress.press.arrange import Imposition, arrange
from questpress.press.labels import BOLD, REGULAR
from questpress.press.leading import Bookmark, Link, on_paper, places_of
from questpress.press.model import Deck
from questpress.press.overrides import AS_STATED, Overrides
from questpress.press.pieces import copies_of, faces_of, trim_of
from questpress.press.stacks import stacked
from questpress.press.supplies import find_sheet
from questpress.press.targets import Target, file_names
from questpress.printing import Press
from questpress.project import shipped_templates

Step = Callable[[str, int, int], None]
Made = tuple[str, int, int, int, int, str, bool]  # path, pages, sheets, pieces, bytes, sha256, written


@dataclass(frozen=True, slots=True)
class Arranged:
    """A deck, or the fronts or backs of one, with its places on paper."""

    deck: Deck
    path: str
    imposition: Imposition
    pieces: int
    part: str = ""  # fronts or backs where that is all


@dataclass(slots=True)
class Documents:
    """The PDFs of one game for one target. `overridden`: the target's paper was given on the command line."""

    press: Press
    target: Target
    overridden: bool
    out: Path
    overrides: Overrides = AS_STATED
    arranged: list[Arranged] = field(default_factory=list)

    def arrange(self, report: Report) -> None:
        """Places every copy of every deck; what does not fit, and art too coarse for the target, goes to `report`."""
        report.extend(self.press.coarse(self.target.ppi))
        game = self.press.contents.game
        decks = self.press.printed()
        try:
            names = file_names(
                self.target,
                [{"game": game, "deck": deck.name, "kind": deck.kind, "sheet": deck.sheet} for deck in decks],
            )
        except Failed as failed:
            report.extend(failed.diagnostics)
            return
        for deck, name in zip(decks, names, strict=True):
            path = "/".join(filter(None, (game, self.press.variant, name)))
            try:
                imposition = self._arrange(deck, report)
            except Failed as failed:
                report.extend(failed.diagnostics)
                continue
            if imposition is not None:
                report.extend(imposition.notes)
                self._take(deck, path, imposition, report)

    def _take(self, deck: Deck, path: str, imposition: Imposition, report: Report) -> None:
        """Takes the file of a deck, or those of its fronts and its backs."""
        pieces = sum(card.quantity for card in deck.cards)
        stacks = stacked(imposition, self.target.stacks, self.target.back_order)
        if not stacks:
            help = "build without `--stacks backs`, or with `--stacks apart`, to print it"
            report.note("S052", "it has no backs, and nothing but backs is asked for", deck.span, help, deck.name)
        for part, sides in stacks:
            name = f"{path.removesuffix('.pdf')}-{part}.pdf" if part else path
            if any(name.casefold() == other.path.casefold() for other in self.arranged):
                help = "rename the deck, or give the target another `file:` pattern"
                report.error("S007", f"two outputs would be written to '{name}'", deck.span, help, deck.name)
            self.arranged.append(Arranged(deck, name, sides, pieces, part))

    def _arrange(self, deck: Deck, report: Report) -> Imposition | None:
        trim = trim_of(deck, report)
        pages = self.press.drafted.pages.get(deck.name, 0)
        if trim is None or (deck.booklet is not None and not pages):
            return None
        if not sum(card.quantity for card in deck.cards):
            help = "state a quantity of 1 or more, or remove the file"
            report.note("S014", f"the {deck.what} prints nothing: all quantities are 0", deck.span, help, deck.name)
            return None
        sheet = find_sheet(self.press.project, self.press.contents.game, deck.sheet, deck.sheet_span)
        sheet = self.overrides.sheet(sheet)
        if deck.booklet is not None:
            sheet = replace(sheet, fold="none")  # its pages are bound, not glued back to back
        keys = {key: drafted.drawing for key, drafted in self.press.drafts.items()}
        for face in faces_of(deck, pages):
            keys.setdefault(face.key, "")  # failed drafts: places are checked all the same
        copies = copies_of(deck, keys, pages)
        paper = self.target.paper if self.overridden else None
        count = deck.cards[0].quantity if deck.booklet is not None else 1
        return arrange(
            trim, copies, sheet, self.target, paper=paper, span=deck.sheet_span, subject=deck.name, copies=count
        )

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
                box = on_paper(placement, imposition.trim, x, y, width, height)
                links.append((number, box, first[leads] if isinstance(leads, int) else leads))
        return outline, links

    def write(self, report: Report, step: Step) -> Iterator[Made]:
        """Writes each PDF whose content or place is new, one after the other. Raises Failed where one cannot be."""
        title = self.press.contents.rules.title
        for number, arranged in enumerate(self.arranged):
            step(f"{title}: sheets", number, len(self.arranged))
            yield self._write(arranged, report)
        if self.arranged:
            step(f"{title}: sheets", len(self.arranged), len(self.arranged))

    def _write(self, arranged: Arranged, report: Report) -> Made:
        press, deck = self.press, arranged.deck
        imposition = replace(arranged.imposition, notes=())  # they have been told
        rules = press.contents.rules
        path = self.out / arranged.path
        title = f"{rules.title}: {deck.title}" + (f", {arranged.part}" if arranged.part else "")
        chunks = press.chunks[deck.name]
        version = " · ".join(filter(None, (rules.version, rules.table.seating.words)))
        said = [rules.title, deck.title, version, rules.author, rules.language, rules.date, self.target.title]
        outline, links = self._leading(deck, imposition)
        fonts = shipped_templates() / "fonts"
        letters = [press.project.digest(fonts / name) for name in (*REGULAR, *BOLD)]
        seal = digest([repr(imposition), [chunk.pdf for chunk in chunks], said, outline, links, letters])
        sources = {"content": seal, "engine": engine_digest()}
        name = f"document:{path.resolve().as_posix()}"
        kept = press.store.recall(name)
        if kept is not None and kept.sources == sources and digest_of(path) == kept.result["sha256"]:
            result = kept.result
            report.extend(unpack(note) for note in result["notes"])
            return (
                arranged.path,
                result["pages"],
                imposition.sheets,
                arranged.pieces,
                result["bytes"],
                result["sha256"],
                False,
            )
        from questpress.press.impose import Chunk
        from questpress.press.labels import Labels
        from questpress.press.write import Meta, sheets_pdf

        drawn = (Chunk(self._drawn(chunk.pdf), chunk.drawings, chunk.boxes) for chunk in chunks)
        written = sheets_pdf(
            path,
            imposition,
            drawn,
            Labels(rules.title, deck.title, version),
            Meta(title, rules.author, self.target.title, rules.language, rules.date),
            fonts,
            outline=outline,
            links=links,
            name=arranged.path,
        )
        report.extend(written.notes)
        result = {
            "pages": written.pages,
            "bytes": written.length,
            "sha256": written.sha256,
            "notes": [pack(note) for note in written.notes],
        }
        press.store.remember(name, sources, result)
        return (arranged.path, written.pages, imposition.sheets, arranged.pieces, written.length, written.sha256, True)

    def _drawn(self, pdf: str) -> bytes:
        """A chunk's PDF. Raises Failed where somebody has emptied or damaged the store since it was drawn."""
        content = self.press.store.get(pdf)
        if content is None:
            found = f"{self.press.store.folder.name}: a drawn part vanished from the store while it was being printed"
            raise Failed([Diagnostic("D001", found, None, "build once more")])
        return content
