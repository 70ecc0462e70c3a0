"""What a target takes of a game, and where each copy lies: decks become arrangements with the names of their files."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from questpress.diagnostics import Failed, Report, nearest
from questpress.facepictures import MOST_PIXELS, FacePicture, face_pictures, pixels_of
from questpress.press.alone import proof_canvas
from questpress.press.arrange import Canvas, Imposition, SheetSide, arrange
from questpress.press.bleeds import enough
from questpress.press.calibration import Calibration, choose, lies, moved_out
from questpress.press.contours import scaled
from questpress.press.houses import House, canvas_on
from questpress.press.model import Deck
from questpress.press.overrides import AS_STATED, Overrides
from questpress.press.palette import MAGENTA, RESERVED
from questpress.press.pieces import Piece, faces_of, pieces_of, trim_of, white_edged
from questpress.press.scaling import told
from questpress.press.stacks import stacked
from questpress.press.supplies import find_house, find_sheet
from questpress.press.targets import Target, file_names
from questpress.printing import Press
from questpress.safezones import outside_safe_zone


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
class Placing:
    """The decks of one game on the pages of one target. `overridden`: its paper was given on the command line."""

    press: Press
    target: Target
    overridden: bool
    overrides: Overrides = AS_STATED
    calibrations: Sequence[Calibration] = ()
    arranged: list[Arranged] = field(default_factory=list)
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
        if target.format == "png" and (target.cut or target.cut_spot is not None):
            at = target.places.get("cut" if target.cut else "cut_spot")
            message = f"the target '{target.name}' makes pictures of faces: they have neither cut files nor cut lines"
            report.note("S046", message, at, "ask for them with a target that makes PDFs")
        if target.cut_spot in RESERVED:
            found = f"'{target.cut_spot}' is a plate that every press has, no plate for the cut alone"
            report.error("S048", found, target.places.get("cut_spot"), "name it as the house does, such as CutContour")
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
        if canvas is None and alone and trim.bleed == sheet.bleed == 0:
            canvas = Canvas((trim.width, trim.height))  # cut at the art's edge, and meant to be
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
        if self.target.cut_spot is not None and self.target.format == "pdf":
            spot = self.press.contents.inks.spots.get(self.target.cut_spot)
            shown = spot.alternative if spot is not None else MAGENTA
            imposition = replace(imposition, cut_spot=(self.target.cut_spot, shown))
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
                stated = canvas.pixels if canvas is not None else None
                pixels = stated or pixels_of(imposition.paper, self.target.ppi)
                if pixels[0] * pixels[1] > MOST_PIXELS:
                    message = (
                        f"a picture of {pixels[0]} × {pixels[1]} pixels is more than {MOST_PIXELS // 10**6} megapixels"
                    )
                    help = "give the target a smaller `ppi`, or make the piece smaller"
                    report.error("S047", message, deck.span, help, deck.name)
                faces = face_pictures(sides, pieces, pixels, self.target.copies == "once")
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
            told = moved_out(imposition, chosen, deck.sheet_span, deck.name)
            report.extend([told] if told else [])
            return replace(imposition, moved=chosen.movement)
        lie = lies(imposition.paper)
        names = " and ".join(f"'{calibration.name}'" for calibration in self.calibrations)
        message = f"its sheets are {lie} and flip on the {imposition.flip} edge, {names} was measured on others"
        options = f"--flip {imposition.flip} --orientation {lie}"
        help = f"its backs are not moved; print `questpress calibrate sheet {options}` and set one more for these"
        report.warning("S053", message, deck.sheet_span, help, deck.name)
        return imposition


def _caption(deck: Deck, pieces: Sequence[Piece], side: SheetSide) -> str:
    """What a page of a proof shows: the component's name, its side, and how many are printed."""
    piece = pieces[side.number - 1]
    if deck.booklet is not None:
        page = piece.page + side.back
        return f"{deck.name}, page {page}"
    name = deck.name if deck.name == piece.name else f"{deck.name}/{piece.name}"
    return f"{name} · {'back' if side.back else 'front'} · {piece.quantity} ×"
