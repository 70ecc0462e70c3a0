"""What is printed of a deck, in order: every copy of every component by the keys of its faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from questpress.diagnostics import Diagnostic, Report, nearest
from questpress.press.contents import Contents
from questpress.press.kinds import Kind
from questpress.press.model import SIDES, Deck, Face, Trim


def requested(contents: Contents, names: Sequence[str], report: Report) -> Contents:
    """The contents with the decks that are to be printed: without `names`, all but those printed on request.

    With them, the named cards of the decks on request and nothing else, each as a deck of its own called
    `<deck>-<card>`, since their sizes may differ. A name that no such deck has is reported (D015).
    """
    if not names:
        return replace(contents, decks=tuple(deck for deck in contents.decks if not deck.on_request))
    decks: list[Deck] = []
    for name in dict.fromkeys(names):
        found = [(deck, card) for deck in contents.decks if deck.on_request for card in deck.cards if card.id == name]
        for deck, card in found:
            alone = f"{deck.name}-{card.id}"
            decks.append(replace(deck, name=alone, title=card.title, cards=(replace(card, deck=alone),)))
        if not found:
            known = [card.id for deck in contents.decks if deck.on_request for card in deck.cards]
            close = nearest(name, known)
            help = f"did you mean '{close}'?" if close else f"there are: {', '.join(known) or 'none'}"
            report.extend([Diagnostic("D015", f"{contents.rules.title} has no puzzle '{name}' to print", None, help)])
    return replace(contents, decks=tuple(decks))


def faces_of(deck: Deck, pages: int = 0) -> list[Face]:
    """Every face that the deck prints, each once, in the order of its components; a booklet's by page.

    Components with a quantity of 0 are left out. `pages` is how many pages a booklet has.
    """
    if deck.booklet is not None:
        return [Face(deck.cards[0], "front", number) for number in range(1, pages + 1)]
    return [Face(card, side) for card in deck.cards if card.quantity for side in SIDES if side in card.faces]


@dataclass(frozen=True, slots=True)
class Piece:
    """One printed copy: the keys of its faces, the component's id (of a booklet's leaf its first page), which copy it
    is, from 1, and of how many."""

    front: str
    back: str | None
    name: str
    copy: int
    quantity: int
    page: int = 0  # of a booklet, from 1: the leaf's first

    @property
    def faces(self) -> tuple[str, str | None]:
        return self.front, self.back


def pieces_of(deck: Deck, drawn: Mapping[str, str], pages: int = 0, once: bool = False) -> list[Piece]:
    """Every copy of every component with the keys that `drawn` gives its faces; `once`: each component one time.

    A booklet's pages are printed two to a leaf: page 1 with page 2 on its back, and so on, once for each copy.
    """
    pieces: list[Piece] = []
    if deck.booklet is not None:
        quantity = deck.cards[0].quantity
        keys = [drawn.get(face.key, "") for face in faces_of(deck, pages)]
        for copy in range(1, 2 if once else quantity + 1):
            for page in range(0, len(keys), 2):
                back = keys[page + 1] if page + 1 < len(keys) else None
                pieces.append(Piece(keys[page], back, f"page-{page + 1}", copy, quantity, page + 1))
        return pieces
    for card in deck.cards:
        front = drawn[Face(card, "front").key] if card.quantity else ""
        back = drawn[Face(card, "back").key] if card.quantity and "back" in card.faces else None
        for copy in range(1, min(card.quantity, 1 if once else card.quantity) + 1):
            pieces.append(Piece(front, back, card.id, copy, card.quantity))
    return pieces


def white_edged(deck: Deck, kinds: Mapping[str, Kind]) -> bool:
    """Whether the deck means to be white beyond the trim: its kind says so, or each of its components."""
    kind = kinds.get(deck.kind)
    if kind is not None and kind.white_edge:
        return True
    return bool(deck.cards) and all(card.fields.get("white_edge") is True for card in deck.cards)


def trim_of(deck: Deck, report: Report) -> Trim | None:
    """The trim that all components of the deck share; another one is reported (D028)."""
    trims: dict[Trim, str] = {}
    for card in deck.cards:
        trims.setdefault(card.trim, card.id)
    if len(trims) > 1:
        (first, one), (second, other) = list(trims.items())[:2]
        sizes = f"{one} is {first.width:g} × {first.height:g} mm, {other} {second.width:g} × {second.height:g} mm"
        help = "components of one deck share a trim: make a deck for each size"
        report.error("D028", f"components of different sizes in one deck: {sizes}", deck.span, help, deck.name)
        return None
    return next(iter(trims), None)
