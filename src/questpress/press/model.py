"""The press's own values: kinds, cards, decks and faces. Immutable; no I/O; lengths in millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from questpress.diagnostics import Span
from questpress.press.callouts import CalledOut

Side = Literal["front", "back"]
SIDES: tuple[Side, ...] = ("front", "back")
SHAPES = ("rect", "circle", "hex-flat", "hex-pointy", "outline")  # of a trim


@dataclass(frozen=True, slots=True)
class Trim:
    """The finished size of a component and what surrounds it.

    `bleed` is art beyond the trim, `safe` the ring inside it that text keeps out of, `corner` the radius that is
    cut; `shape` is one of SHAPES, `outline` the path data of a shape of its own, in millimetres from the trim's corner.
    """

    width: float
    height: float
    bleed: float = 0.0
    safe: float = 0.0
    corner: float = 0.0
    shape: str = "rect"
    outline: str = ""

    @property
    def drawn(self) -> tuple[float, float]:
        """Width and height of the art: trim plus bleed on every side."""
        return self.width + 2 * self.bleed, self.height + 2 * self.bleed


@dataclass(frozen=True, slots=True)
class Card:
    """One validated component: a card, tile, token, board, die, standee or the pages of a booklet.

    A `quantity` of 0: it stays in the box; figures may show it all the same.
    """

    game: str
    deck: str
    kind: str
    id: str
    title: str
    quantity: int
    fields: Mapping[str, Any]
    trim: Trim
    faces: Mapping[str, str]  # side → template name below templates/
    span: Span
    spans: Mapping[str, Span] = field(default_factory=dict)  # where each field's value stands
    reads: Mapping[str, Any] = field(default_factory=dict)  # rule values that its fields were made from

    @property
    def name(self) -> str:
        """How messages and figures call it: `deck/id`, or the id alone where the deck is that one component."""
        return self.id if self.deck == self.id else f"{self.deck}/{self.id}"


@dataclass(frozen=True, slots=True)
class Deck:
    """A set of components printed together: a deck of cards, a tilesheet, one board, a booklet.

    `what` is the file's first key: deck, tilesheet, board or booklet.
    """

    game: str
    name: str
    title: str
    what: str
    kind: str
    sheet: str
    cards: tuple[Card, ...]
    file: str
    span: Span
    sheet_span: Span | None = None  # where the sheet is named
    booklet: Booklet | None = None
    on_request: bool = False  # printed only where one of its cards is asked for


@dataclass(frozen=True, slots=True)
class Booklet:
    """The running text of a booklet: its source file and the frames that it flows through, in mm from the trim."""

    source: str
    frames: tuple[tuple[float, float, float, float], ...]
    first_frames: tuple[tuple[float, float, float, float], ...] | None
    styles: Mapping[str, Any]
    pages: int | None
    spans: Mapping[str, Span] = field(default_factory=dict)
    figures: Mapping[str, CalledOut] = field(default_factory=dict)  # with callouts, by name
    translated: bool = True  # false: its text is in the game's own language for want of one in that asked for


@dataclass(frozen=True, slots=True)
class Face:
    """One printable side of a component: what is drawn once and placed as often as the quantity says."""

    card: Card
    side: Side
    page: int = 0  # of a booklet, from 1; 0 elsewhere

    @property
    def key(self) -> str:
        """Names the face within its game."""
        page = f"#{self.page}" if self.page else ""
        return f"{self.card.deck}/{self.card.id}{page}/{self.side}"

    @property
    def template(self) -> str:
        return self.card.faces[self.side]
