"""One picture a face, of exactly the pixels that a print house asks for; only what is different is made again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from questpress.artifacts import digest, engine_digest
from questpress.colouring import Colours
from questpress.fingerprint import digest_of
from questpress.outputs import Output
from questpress.press.arrange import Imposition, SheetSide
from questpress.press.box import Size
from questpress.press.model import Deck
from questpress.press.pieces import Piece
from questpress.printing import ChunkKept, Press
from questpress.units import MM_PER_INCH

MOST_PIXELS = 120_000_000  # of a picture; it takes nine bytes for each while it is made
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


def face_pictures(
    imposition: Imposition, pieces: Sequence[Piece], pixels: tuple[int, int], once: bool
) -> tuple[FacePicture, ...]:
    """A picture for every page that shows something, in page order.

    With `once`, a back that all of several components share is one picture, of the component `all`.
    """
    shared = once and len(pieces) > 1 and pieces[0].back is not None and len({piece.back for piece in pieces}) == 1
    wide = len(str(len(pieces)))
    pictures: list[FacePicture] = []
    told = False
    for side in imposition.sides:
        if not side.placements or (side.back and shared and told):
            continue
        piece = pieces[side.number - 1]
        named = {
            "component": f"page-{piece.page + side.back}" if piece.page else piece.name,
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
    out: Path

    def write(self, pictures: Sequence[FacePicture], jobs: int) -> Iterator[Output]:
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
            yield Output(
                *(picture.path, 1, 1, 1, result["bytes"], result["sha256"], written, self.deck.name, "png"),
                picture.pixels,
            )

    def _seals(self) -> dict[str, str]:
        """What decides how each drawing looks on its page, by drawing."""
        page = repr(replace(self.imposition, sides=(), notes=()))
        recipe = self.colours.recipe
        colours = [] if recipe.idle else recipe.seal
        seals: dict[str, str] = {}
        for chunk in self.colours.chunks[self.deck.name]:
            for drawing, art in zip(chunk.drawings, self.press.shows(chunk), strict=True):
                seals[drawing] = digest([drawing, art, page, repr(self.imposition.trim_box), colours])
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
        for drawing, png in zip(drawings, pictures(pages, sizes), strict=True):
            for picture in waiting[drawing]:
                seal = put(self.out / picture.path, png, picture.path)
                made[picture.path] = {"bytes": len(png), "sha256": seal}
        return made
