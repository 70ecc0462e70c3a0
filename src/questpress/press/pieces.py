"""What is printed of a deck, in order: every copy of every component by the keys of its faces."""

from __future__ import annotations

from collections.abc import Mapping

from questpress.diagnostics import Report
from questpress.press.model import SIDES, Deck, Face, Trim


def faces_of(deck: Deck, pages: int = 0) -> list[Face]:
    """Every face that the deck prints, each once, in the order of its components; a booklet's by page.

    Components with a quantity of 0 are left out. `pages` is how many pages a booklet has.
    """
    if deck.booklet is not None:
        return [Face(deck.cards[0], "front", number) for number in range(1, pages + 1)]
    return [Face(card, side) for card in deck.cards if card.quantity for side in SIDES if side in card.faces]


def copies_of(deck: Deck, drawn: Mapping[str, str], pages: int = 0) -> list[tuple[str, str | None]]:
    """Front and back of every copy, as the keys that `drawn` gives their faces.

    A booklet's pages are printed two to a leaf: page 1 with page 2 on its back, and so on, once for each copy.
    """
    if deck.booklet is not None:
        keys = [drawn.get(face.key, "") for face in faces_of(deck, pages)]
        leaves = [(keys[n], keys[n + 1] if n + 1 < len(keys) else None) for n in range(0, len(keys), 2)]
        return leaves * deck.cards[0].quantity
    copies: list[tuple[str, str | None]] = []
    for card in deck.cards:
        front = drawn[Face(card, "front").key] if card.quantity else ""
        back = drawn[Face(card, "back").key] if card.quantity and "back" in card.faces else None
        copies += [(front, back)] * card.quantity
    return copies


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
