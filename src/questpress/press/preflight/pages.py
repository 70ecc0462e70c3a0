"""Pages and what lies on them: boxes, and the pieces with their trims; in millimetres from the page's top left."""

from __future__ import annotations

from dataclasses import dataclass

from pikepdf import Array, Dictionary, Object

from questpress.press.box import Box
from questpress.press.places import PRIVATE
from questpress.press.preflight.state import Edges
from questpress.units import from_points

MOST_PIECES = 2000
MOST_CORNERS = 20000
LEAST = 0.1  # points a side of a TrimBox that holds something
LARGEST = 14400.0  # points a side (ISO 32000-1, annex C.2)


@dataclass(frozen=True, slots=True)
class Piece:
    """One component on a page: its trim, what is shown of its bleed, the ring that text keeps out of.

    `name` is empty for a stranger's page, which is one piece. `outline` is the line along which it is cut, where that
    is not its trim's box. `white` True: its edges are meant to be white.
    """

    name: str
    trim: Box
    shown: Box
    safe: float
    outline: tuple[tuple[float, float], ...] = ()
    white: bool = False
    figures: bool = False  # it shows other pieces in small
    alone: bool = False  # the page is this component with its bleed, no sheet on which several may lie


@dataclass(frozen=True, slots=True)
class PageFrame:
    """A page's boxes in points as the file states them; `/Rotate` and `/UserUnit` taken into account by `place`.

    `sizeless`: a TrimBox is stated that holds nothing; it counts as none, so that all of the page is looked at.
    """

    media: Edges
    crop: Edges
    trim: Edges | None
    bleed: Edges | None
    turn: int = 0
    unit: float = 1.0
    sizeless: bool = False

    def place(self, edges: Edges) -> Box:
        """A box of the page's content where a reader sees it: millimetres from the top left corner."""
        left, bottom, right, top = (v * self.unit for v in self.media)
        x0, y0, x1, y1 = (v * self.unit for v in edges)
        box = (x0 - left, top - y1, x1 - left, top - y0)
        wide, high = right - left, top - bottom
        if self.turn == 90:
            box = (high - box[3], box[0], high - box[1], box[2])
        elif self.turn == 180:
            box = (wide - box[2], high - box[3], wide - box[0], high - box[1])
        elif self.turn == 270:
            box = (box[1], wide - box[2], box[3], wide - box[0])
        return Box(*(from_points(v) for v in box))

    @property
    def paper(self) -> Box:
        return self.place(self.media)


def frame_of(page: Dictionary) -> PageFrame | None:
    """The page's boxes; None where its MediaBox makes no sense."""
    media = edges_of(page.get("/MediaBox"))
    if media is None or not (0 < media[2] - media[0] <= LARGEST * 10 and 0 < media[3] - media[1] <= LARGEST * 10):
        return None
    crop = edges_of(page.get("/CropBox")) or media
    turn = page.get("/Rotate", 0)
    unit = page.get("/UserUnit", 1)
    try:
        turn, unit = int(turn) % 360, float(unit)
    except (TypeError, ValueError):
        turn, unit = 0, 1.0
    trim = edges_of(page.get("/TrimBox"))
    sizeless = trim is not None and min(trim[2] - trim[0], trim[3] - trim[1]) < LEAST
    bleed = edges_of(page.get("/BleedBox"))
    return PageFrame(media, crop, None if sizeless else trim, bleed, turn, unit if unit > 0 else 1.0, sizeless)


def edges_of(found: Object | None) -> Edges | None:
    """A box as a file states it, its corners in order; None for anything else."""
    if not isinstance(found, Array) or len(found) != 4:
        return None
    try:
        x0, y0, x1, y1 = (float(v) for v in found)  # type: ignore[attr-defined]
    except (TypeError, ValueError):
        return None
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def pieces_of(page: Dictionary, frame: PageFrame, bleed: float, safe: float) -> list[Piece]:
    """What lies on the page: the components that our own files state, or the page's trim as one nameless piece."""
    held = _private(page)
    if held:
        return held
    if frame.trim is None:
        return []
    trim = frame.place(frame.trim)
    shown = trim.grown(bleed)
    return [Piece("", trim, shown, safe)]


def _private(page: Dictionary) -> list[Piece]:
    found: list[Piece] = []
    try:
        private = page.PieceInfo[PRIVATE].Private  # type: ignore[index]
        alone = bool(private.get("/Alone", False))
        for place in list(private.Places)[:MOST_PIECES]:
            trim = Box(*(float(v) for v in place.Trim))
            shown = Box(*(float(v) for v in place.Shown))
            name = str(place.Name)[:200]
            safe = float(place.Safe)
            line = [float(value) for value in place.get("/Outline", ())][: 2 * MOST_CORNERS]
            outline = tuple(zip(line[::2], line[1::2], strict=False))
            white, figures = (bool(place.get(key, False)) for key in ("/White", "/Figures"))
            found.append(Piece(name, trim, shown, safe, outline, white, figures, alone))
    except (AttributeError, KeyError, TypeError, ValueError):
        return []
    return found
