"""What is printed of a deck, in order: every copy of every component by the keys of its faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from questpress.diagnostics import Diagnostic, Report, nearest
from questpress.press.contents import Contents
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
