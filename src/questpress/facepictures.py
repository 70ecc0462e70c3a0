"""One picture a face, of exactly the pixels that a print house asks for; only what is different is made again."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from questpress.artifacts import digest, engine_digest
from questpress.colouring import Colours
from questpress.diagnostics import Diagnostic, Report, Severity, pack, unpack
from questpress.fingerprint import digest_of
from questpress.outputs import Output
from questpress.press.arrange import Imposition, SheetSide
from questpress.press.box import NEAR, Box, Size
from questpress.press.houses import House
from questpress.press.model import Deck
from questpress.press.pieces import Piece
from questpress.press.render.margins import EXACT
from questpress.printing import ChunkKept, Press, edge_of
from questpress.units import MM_PER_INCH, describe

if TYPE_CHECKING:
    from questpress.press.raster import Letter

SHARED = "all"  # what a file name calls the component where all of a deck have one back


@dataclass(frozen=True, slots=True)
class FacePicture:
    """One picture: what is drawn on it, its width and height in pixels, and what its name may be made of."""

    drawing: str
    pixels: tuple[int, int]
    named: dict[str, str]
    path: str = ""


def pixels_of(paper: Size, ppi: int) -> tuple[int, int]:
    """Width and height of a page in whole pixels."""
    return round(paper[0] / MM_PER_INCH * ppi), round(paper[1] / MM_PER_INCH * ppi)


def face_pictures(imposition: Imposition, pieces: Sequence[Piece], pixels: tuple[int, int]) -> tuple[FacePicture, ...]:
    """A picture for every page that shows something, in page order. A back that all of several components share is
    one picture, of the component `all`, where no component comes more than once."""
    alike = len({piece.back for piece in pieces}) == 1 and pieces[0].back is not None
    shared = alike and len(pieces) > 1 and len({piece.name for piece in pieces}) == len(pieces)
    wide = len(str(len(pieces)))
    pictures: list[FacePicture] = []
    told = False
    for side in imposition.sides:
        if not side.placements or (side.back and shared and told):
            continue
        piece = pieces[side.number - 1]
        named = {
            "component": piece.name,
            "side": "back" if side.back else "front",
            "number": str(side.number).zfill(wide),
            "copy": str(piece.copy),
            "quantity": str(piece.quantity),
        }
        if side.back and shared:
            told = True
            total = sum(each.quantity for each in pieces)
            named |= {"component": SHARED, "number": "0".zfill(wide), "quantity": str(total)}
        pictures.append(FacePicture(side.placements[0].face, pixels, named))
    return tuple(pictures)


@dataclass(slots=True)
class FacePictures:
    """The pictures of one deck's faces below `out`."""

    press: Press
    colours: Colours
    deck: Deck
    imposition: Imposition
    house: House | None
    out: Path

    def write(self, pictures: Sequence[FacePicture], report: Report, jobs: int) -> Iterator[Output]:
        """Writes each picture whose content or place is new. Raises Failed (S010) where one cannot be written."""
        seals = self._seals()
        kept: dict[str, dict[str, Any]] = {}  # by path
        waiting: dict[str, list[FacePicture]] = {}  # by drawing
        for picture in pictures:
            found = self._kept(picture, seals[picture.drawing])
            if found is None:
                waiting.setdefault(picture.drawing, []).append(picture)
            else:
                kept[picture.path] = found
        made = self._make(waiting, jobs)
        for picture in pictures:
            written = picture.path in made
            result = made[picture.path] if written else kept[picture.path]
            if written:
                sources = self._sources(picture, seals[picture.drawing])
                self.press.store.remember(self._name(picture), sources, result)
            report.extend(unpack(found) for found in result["findings"])
            yield Output(
                *(picture.path, 1, 1, 1, result["bytes"], result["sha256"], written, self.deck.name, "png"),
                picture.pixels,
            )

    def _seals(self) -> dict[str, str]:
        """What decides how each drawing looks on its page, by drawing."""
        page = repr(replace(self.imposition, sides=(), notes=()))
        safe = [self.house.title, self.house.safe] if self.house is not None else None
        recipe = self.colours.recipe
        colours = [] if recipe.idle else recipe.seal
        seals: dict[str, str] = {}
        for chunk in self.colours.chunks[self.deck.name]:
            for drawing, art in zip(chunk.drawings, self.press.shows(chunk), strict=True):
                seals[drawing] = digest([drawing, art, page, repr(self.imposition.trim_box), safe, colours])
        return seals

    def _name(self, picture: FacePicture) -> str:
        return f"document:{(self.out / picture.path).resolve().as_posix()}"

    def _sources(self, picture: FacePicture, seal: str) -> dict[str, str]:
        return {"content": digest([seal, picture.pixels]), "engine": engine_digest()}

    def _kept(self, picture: FacePicture, seal: str) -> dict[str, Any] | None:
        """What is remembered of a picture that is still in its place and still right."""
        kept = self.press.store.recall(self._name(picture))
        if kept is None or kept.sources != self._sources(picture, seal):
            return None
        return kept.result if digest_of(self.out / picture.path) == kept.result["sha256"] else None

    def _make(self, waiting: dict[str, list[FacePicture]], jobs: int) -> dict[str, dict[str, Any]]:
        """Draws and writes pictures; what is to be remembered of each, by path."""
        from questpress.press.render.pool import run

        batches: list[tuple[ChunkKept, list[str]]] = []
        taken: set[str] = set()
        for chunk in self.colours.chunks[self.deck.name]:
            drawings = [drawing for drawing in chunk.drawings if drawing in waiting and drawing not in taken]
            taken.update(drawings)
            if drawings:
                batches.append((chunk, drawings))

        def work(number: int) -> dict[str, dict[str, Any]]:
            return self._batch(*batches[number], waiting)

        return {path: result for made in run(work, len(batches), jobs) for path, result in made.items()}

    def _batch(
        self, chunk: ChunkKept, drawings: Sequence[str], waiting: dict[str, list[FacePicture]]
    ) -> dict[str, dict[str, Any]]:
        from questpress.press.impose import Chunk
        from questpress.press.raster import pictures
        from questpress.press.write import bare_bytes, put

        placed = next(p for side in self.imposition.sides for p in side.placements)
        sides = tuple(
            SheetSide(number, False, (replace(placed, face=drawing),)) for number, drawing in enumerate(drawings, 1)
        )
        pages = bare_bytes(
            replace(self.imposition, sides=sides), [Chunk(self.press.drawn(chunk.pdf), chunk.drawings, chunk.boxes)]
        )
        made: dict[str, dict[str, Any]] = {}
        sizes = [waiting[drawing][0].pixels for drawing in drawings]
        for drawing, drawn in zip(drawings, pictures(pages, sizes, letters=self._safe is not None), strict=True):
            findings = [pack(found) for found in self._near_the_cut(drawing, drawn.letters)]
            for picture in waiting[drawing]:
                seal = put(self.out / picture.path, drawn.png, picture.path)
                made[picture.path] = {"bytes": len(drawn.png), "sha256": seal, "findings": findings}
        return made

    @property
    def _safe(self) -> float | None:
        """The house's safe zone where it is more than the component's own, of which the drawing has been told."""
        safe = self.house.safe if self.house is not None else None
        return safe if safe is not None and safe > self.imposition.trim.safe + NEAR else None

    def _near_the_cut(self, drawing: str, letters: Sequence[Letter]) -> list[Diagnostic]:
        """What is told (S045) of the text that reaches farthest into the house's safe zone."""
        trim, safe = self.imposition.trim, self._safe
        if safe is None or not letters:
            return []
        face = next(drafted.face for drafted in self.press.drafts.values() if drafted.drawing == drawing)
        edge = edge_of(trim, face.side)
        reach = [edge.reach(self._on_trim(letter.box))[1] for letter in letters]
        worst = max(range(len(letters)), key=lambda number: reach[number])
        if not EXACT - safe < reach[worst]:
            return []
        first = last = worst
        while first > 0 and reach[first - 1] > EXACT - safe:
            first -= 1
        while last + 1 < len(letters) and reach[last + 1] > EXACT - safe:
            last += 1
        said = " ".join("".join(letter.text for letter in letters[first : last + 1]).split())
        card = face.card
        assert self.house is not None
        short = f"{said[:30]}…" if len(said) > 31 else said
        where = f"the safe zone of {self.house.title}, {describe(safe)} mm inside the trim"
        message = f"'{short}' reaches {describe(reach[worst] + safe)} mm into {where}"
        help = "move the text inward, or state that `safe` for the kind, so that every build tells of it"
        return [Diagnostic("S045", message, card.span, help, Severity.WARNING, card.name)]

    def _on_trim(self, box: Box) -> list[tuple[float, float]]:
        """The corners of a box on the page as they lie on the component, from its trim's corner."""
        trim, (middle_x, middle_y) = self.imposition.trim, self.imposition.trim_box.centre
        angle = math.radians(next(p.turn for side in self.imposition.sides for p in side.placements))
        cos, sin = round(math.cos(angle)), round(math.sin(angle))
        corners = []
        for x in (box.left - middle_x, box.right - middle_x):
            for y in (box.top - middle_y, box.bottom - middle_y):
                corners.append((trim.width / 2 + cos * x + sin * y, trim.height / 2 - sin * x + cos * y))
        return corners
