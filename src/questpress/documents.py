"""Drawn chunks to finished files: a PDF a deck or a picture a face, written only where something is different."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from questpress.artifacts import digest, engine_digest
from questpress.colouring import Colours
from questpress.diagnostics import Failed, Report, nearest, pack, unpack
from questpress.facepictures import FacePicture, FacePictures, face_pictures, pixels_of
from questpress.fingerprint import digest_of
from questpress.outputs import Output
from questpress.preflighting import Preflights
from questpress.press.alone import proof_canvas
from questpress.press.arrange import Imposition, SheetSide, arrange
from questpress.press.bleeds import enough
from questpress.press.calibration import Calibration, choose, lies
from questpress.press.colour.recipe import Recipe
from questpress.press.contours import scaled
from questpress.press.houses import House, canvas_on
from questpress.press.labels import BOLD, REGULAR
from questpress.press.leading import Bookmark, Link, on_paper, places_of
from questpress.press.model import Deck
from questpress.press.overrides import AS_STATED, Overrides
from questpress.press.pieces import Piece, faces_of, pieces_of, trim_of, white_edged
from questpress.press.places import Names
from questpress.press.preflight.wants import wants_of_target
from questpress.press.scaling import told
from questpress.press.stacks import stacked
from questpress.press.supplies import find_house, find_sheet
from questpress.press.targets import Target, file_names
from questpress.printing import Press
from questpress.project import shipped_templates
from questpress.safezones import outside_safe_zone

Step = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Arranged:
    """A deck, or the fronts or backs of one, with its places on paper, and the files that it becomes: one PDF, or a
    picture a face."""

    deck: Deck
    imposition: Imposition
    pieces: int
    path: str = ""
    faces: tuple[FacePicture, ...] = ()
    part: str = ""  # fronts or backs where that is all


@dataclass(slots=True)
class Documents:
    """The files of one game for one target. `overridden`: the target's paper was given on the command line."""

    press: Press
    target: Target
    overridden: bool
    out: Path
    overrides: Overrides = AS_STATED
    calibrations: Sequence[Calibration] = ()
    arranged: list[Arranged] = field(default_factory=list)
    colours: Colours | None = None  # of the drawn chunks; needed for writing
    house: House | None = None

    def arrange(self, report: Report, jobs: int = 1) -> None:
        """Places every copy of every deck that the target takes.

        What does not fit goes to `report`, also what a print house does not take, and art too coarse for the target.
        """
        decks = self.press.printed()
        scales = {deck.name: self.overrides.scale(deck.name, deck.booklet is not None) for deck in decks}
        report.extend(self.press.coarse(self.target.ppi, lambda deck: scales[deck]))
        self._judge_scales(decks, report)
        if self.calibrations and not self.target.imposed:
            message = f"the target '{self.target.name}' puts one component on a page, which no calibration moves"
            report.warning("S053", message, None, "a calibration is of the sheets of a printer; leave it out here")
        if not self._feasible(report):
            return
        try:
            if self.target.house is not None:
                self.house = find_house(self.press.project, self.target.house, self.target.places.get("house"))
            names = self._names(decks) if self.target.format == "pdf" else [""] * len(decks)
        except Failed as failed:
            report.extend(failed.diagnostics)
            return
        left_out: list[Deck] = []
        for deck, name in zip(decks, names, strict=True):
            try:
                self._take(deck, name, left_out, report)
            except Failed as failed:
                report.extend(failed.diagnostics)
        if left_out and not self.arranged and not report.failed:
            message = f"the target '{self.target.name}' takes nothing of {self.press.contents.rules.title}"
            report.error("S041", message, None, "the warnings say what each deck lacks")
        if self.house is not None and not report.failed:
            for arranged in self.arranged:
                faces = faces_of(arranged.deck, self.press.drafted.pages.get(arranged.deck.name, 0))
                drafts = [self.press.drafts[face.key] for face in faces]
                scale = scales[arranged.deck.name]
                report.extend(outside_safe_zone(self.press, drafts, self.house, scale, jobs))
        if self.target.format == "png":
            try:
                self._name_pictures()
            except Failed as failed:
                report.extend(failed.diagnostics)

    def _feasible(self, report: Report) -> bool:
        """Whether what the target asks for goes together; what does not is reported (S044)."""
        target = self.target
        asked = "format" if target.format == "png" else "proof" if target.proof else ""
        if asked and target.imposed:
            what = "pictures" if asked == "format" else "proofs"
            found = f"the target '{target.name}' asks for {what}, and for several components on a sheet"
            report.error("S044", found, target.places.get(asked), "write `imposed: false`")
            return False
        if target.format == "png" and target.cut:
            message = f"the target '{target.name}' makes pictures of faces: no cut files are made of them"
            report.note("S046", message, target.places.get("cut"), "ask for them with a target that makes PDFs")
        if target.format == "png" and target.proof:
            found = f"the target '{target.name}' asks for proofs and for pictures"
            report.error("S044", found, target.places.get("proof"), "leave one of the two out: a proof is a PDF")
            return False
        return True

    def _names(self, decks: Sequence[Deck]) -> list[str]:
        """The name of each deck's file. Raises Failed."""
        found = file_names(self.target, [self._named(deck) for deck in decks])
        return [self._below(name) for name in found]

    def _named(self, deck: Deck) -> dict[str, str]:
        return {"game": self.press.contents.game, "deck": deck.name, "kind": deck.kind, "sheet": deck.sheet}

    def _below(self, name: str) -> str:
        return "/".join(filter(None, (self.press.contents.game, self.press.variant, name)))

    def _name_pictures(self) -> None:
        """Gives every face's picture its name. Raises Failed."""
        faces = [(place, face) for place, arranged in enumerate(self.arranged) for face in arranged.faces]
        names = file_names(self.target, [{**self._named(self.arranged[n].deck), **face.named} for n, face in faces])
        named: list[list[FacePicture]] = [[] for _ in self.arranged]
        for (place, face), name in zip(faces, names, strict=True):
            named[place].append(replace(face, path=self._below(name)))
        self.arranged = [replace(a, faces=tuple(own)) for a, own in zip(self.arranged, named, strict=True)]

    def _take(self, deck: Deck, name: str, left_out: list[Deck], report: Report) -> None:
        """Places a deck, or adds it to `left_out` where the target does not take it. Raises Failed."""
        trim = trim_of(deck, report)
        scale = self.overrides.scale(deck.name, deck.booklet is not None)
        if trim is not None and scale != 1.0:
            trim = scaled(trim, scale)
            report.extend([told(self._drawn(deck), trim, scale, deck.span, deck.name)])
        pages = self.press.drafted.pages.get(deck.name, 0)
        if trim is None or (deck.booklet is not None and not pages):
            return
        count = sum(card.quantity for card in deck.cards)
        if not count:
            help = "state a quantity of 1 or more, or remove the file"
            report.note("S014", f"the {deck.what} prints nothing: all quantities are 0", deck.span, help, deck.name)
            return
        sheet = find_sheet(self.press.project, self.press.contents.game, deck.sheet, deck.sheet_span)
        meant = white_edged(deck, self.press.contents.kinds) or sheet.bleed == 0
        canvas = None
        if self.house is not None:
            canvas = canvas_on(self.house, trim, report, deck.span, deck.name)
        if (self.house is not None and canvas is None) or not enough(
            trim, self.target, meant, report, deck.span, deck.name
        ):
            left_out.append(deck)
            return
        sheet = self.overrides.sheet(sheet)
        if deck.booklet is not None:
            sheet = replace(sheet, fold="none")  # its pages are bound, not glued back to back
        keys = {key: drafted.drawing for key, drafted in self.press.drafts.items()}
        for face in faces_of(deck, pages):
            keys.setdefault(face.key, "")  # failed drafts: places are checked all the same
        alone = not self.target.imposed
        pieces = pieces_of(deck, keys, pages, once=alone and self.target.copies == "once")
        if self.target.proof:
            canvas = proof_canvas(trim, min(trim.bleed, self.target.bleed))
        imposition = arrange(
            trim,
            [piece.faces for piece in pieces],
            sheet,
            self.target,
            paper=self.target.paper if self.overridden else None,
            span=deck.sheet_span,
            subject=deck.name,
            copies=deck.cards[0].quantity if deck.booklet is not None else 1,
            canvas=canvas,
            split=deck.what == "board",
            scale=scale,
        )
        imposition = replace(imposition, scale=scale)
        report.extend(imposition.notes)
        if self.target.proof:
            sides = tuple(replace(side, caption=_caption(deck, pieces, side)) for side in imposition.sides)
            imposition = replace(imposition, sides=sides)
        imposition = self._calibrated(deck, imposition, report)
        stacks = stacked(imposition, self.target.stacks, self.target.back_order)
        if not stacks:
            help = "build without `--stacks backs`, or with `--stacks apart`, to print it"
            report.note("S052", "it has no backs, and nothing but backs is asked for", deck.span, help, deck.name)
        for part, sides in stacks:
            faces: tuple[FacePicture, ...] = ()
            path = f"{name.removesuffix('.pdf')}-{part}.pdf" if part and name else name
            if self.target.format == "png":
                pixels = canvas.pixels if canvas is not None else None
                faces = face_pictures(sides, pieces, pixels or pixels_of(imposition.paper, self.target.ppi))
            elif any(path.casefold() == other.path.casefold() for other in self.arranged):
                help = "rename the deck, or give the target another `file:` pattern"
                report.error("S007", f"two outputs would be written to '{path}'", deck.span, help, deck.name)
            self.arranged.append(Arranged(deck, sides, count, path, faces, part))

    def _drawn(self, deck: Deck) -> Iterator[str]:
        """The faces of a deck as SVG, each drawing once."""
        keys = [face.key for face in faces_of(deck, self.press.drafted.pages.get(deck.name, 0))]
        drafts = {self.press.drafts[key].drawing: self.press.drafts[key] for key in keys if key in self.press.drafts}
        return (self.press.drafted.svg(drafted) for drafted in drafts.values())

    def _judge_scales(self, decks: Sequence[Deck], report: Report) -> None:
        """Reports scales of decks that there are not (D015), and scales for pictures (S057)."""
        known = [deck.name for deck in decks]
        for name, factor in self.overrides.scales:
            if name and name not in known:
                close = nearest(name, known)
                help = f"did you mean '{close}'?" if close else "there are: " + ", ".join(known)
                report.error("D015", f"--scale: {self.press.contents.rules.title} has no deck '{name}'", None, help)
            elif factor != 1.0 and self.target.format != "pdf":
                message = f"the target '{self.target.name}' makes pictures of the size that components have"
                report.error("S057", message, None, "leave --scale out, or take another target")

    def _calibrated(self, deck: Deck, imposition: Imposition, report: Report) -> Imposition:
        """The imposition with its backs moved by the printer's calibration, where there is one for its sheets."""
        if not (self.calibrations and imposition.two_sided and self.target.imposed):
            return imposition
        chosen = choose(self.calibrations, imposition.paper, imposition.flip)
        if chosen is not None:
            return replace(imposition, moved=chosen.movement)
        lie = lies(imposition.paper)
        names = " and ".join(f"'{calibration.name}'" for calibration in self.calibrations)
        message = f"its sheets are {lie} and flip on the {imposition.flip} edge, {names} was measured on others"
        options = f"--flip {imposition.flip} --orientation {lie}"
        help = f"its backs are not moved; print `questpress calibrate sheet {options}` and set one more for these"
        report.warning("S053", message, deck.sheet_span, help, deck.name)
        return imposition

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
        """Gives the drawn chunks the target's colours. Raises Failed (T090); S034 goes to `report`."""
        self.colours = Colours(self.press, recipe)
        self.colours.make(step, jobs)
        if self.target.pdf == "x-1a":
            report.extend(self.colours.transparent())

    def write(self, report: Report, step: Step, jobs: int) -> Iterator[Output]:
        """Writes each file whose content or place is new, a deck after the other. Raises Failed where one cannot be."""
        title = self.press.contents.rules.title
        what = "sheets" if self.target.format == "pdf" else "pictures"
        for number, arranged in enumerate(self.arranged):
            step(f"{title}: {what}", number, len(self.arranged))
            if arranged.faces:
                assert self.colours is not None
                pictures = FacePictures(self.press, self.colours, arranged.deck, arranged.imposition, self.out)
                yield from pictures.write(arranged.faces, jobs)
            else:
                yield from self._write(arranged, report)
                if self.target.cut:
                    yield from self._cut(arranged)
        if self.arranged:
            step(f"{title}: {what}", len(self.arranged), len(self.arranged))

    def _write(self, arranged: Arranged, report: Report) -> Iterator[Output]:
        """Writes a deck's file; one for a press only where it passes preflight, and with its report."""
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
        preflights = self._preflights()
        names = self._named_faces(deck) if preflights else None
        noted = names and asdict(names)
        seal = digest([repr(imposition), [chunk.pdf for chunk in chunks], said, outline, links, letters, inks, noted])
        sources = {"content": seal, "engine": engine_digest()}
        name = f"document:{path.resolve().as_posix()}"
        kept = press.store.recall(name)
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
        if preflights and not preflights.settle(arranged.path, written.sha256, report):
            return
        result = {
            "pages": written.pages,
            "bytes": written.length,
            "sha256": written.sha256,
            "notes": [pack(note) for note in written.notes],
        }
        press.store.remember(name, sources, result)
        yield self._output(arranged, result, True)
        if preflights:
            yield from preflights.told(arranged.path, written.sha256, deck.name, report)

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


def _caption(deck: Deck, pieces: Sequence[Piece], side: SheetSide) -> str:
    """What a page of a proof shows: the component's name, its side, and how many are printed."""
    piece = pieces[side.number - 1]
    if deck.booklet is not None:
        page = piece.page + side.back
        return f"{deck.name}, page {page}"
    name = deck.name if deck.name == piece.name else f"{deck.name}/{piece.name}"
    return f"{name} · {'back' if side.back else 'front'} · {piece.quantity} ×"
