"""The checks that kinds declare: expressions over a component's fields which must hold (D047).

    checks:
      - that: "relics|reject('in', find('tiles/' ~ type).squares)|list|length == 0"
        says: "a relic lies off the squares of a {{ type }}"
        help: "name squares of the tile"

Without `help` the expression itself is shown.

An expression sees the component's fields by name and as `card`, `rules`, `options`, `modules`, `players`, and three
functions: `find` gives another component by `deck/id`, with its fields, `components` all those of a deck, `tally` how
often each value stands in a list.
Also held here: that no two decks have cards with one id (D050).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from questpress.diagnostics import Report
from questpress.press.contents import Contents
from questpress.press.expand import Evaluate
from questpress.press.model import Card
from questpress.press.stock import family
from questpress.values import Values


def check_kinds(contents: Contents, evaluate: Evaluate, report: Report) -> None:
    """Reports every component for which a check of its kind does not hold, or cannot be worked out."""
    looks = {"find": _finder(contents), "components": _lister(contents), "tally": _tally}
    for deck in contents.decks:
        kind = contents.kinds[deck.kind]
        if not kind.checks:
            continue
        for card in deck.cards:
            names = {**_fields(card), "card": Values(_fields(card), {}, "card"), **looks}
            for check in kind.checks:
                asked = replace(check.that, text="{{ 'yes' if (" + check.that.text + ") else 'no' }}")
                held = evaluate(asked, names, {}, report, card.name)
                if held == "no":
                    said = evaluate(check.says, names, {}, report, card.name)
                    help = evaluate(check.help, names, {}, report, card.name) if check.help else None
                    help = help or f"the kind {kind.name} asks: {' '.join(check.that.text.split())}"
                    report.error("D047", said or check.says.text, card.span, help, card.name)


def check_ids(contents: Contents, report: Report) -> None:
    """Warns (D050) of an id that two decks give to components of one family of kinds, as to two cards.

    Tilesheets and boards are free: sheets that can be used instead of each other call their tiles alike.
    """
    seen: dict[tuple[str, str], Card] = {}
    for deck in contents.decks:
        for card in deck.cards if deck.what == "deck" else ():
            first = seen.setdefault((family(card.kind), card.id.casefold()), card)
            if first.deck != card.deck:
                message = f"the id '{card.id}' is given in two decks, first in {first.span}"
                report.warning("D050", message, card.span, "give one of them another id", card.name)


def _fields(card: Card) -> dict[str, Any]:
    own = {"id": card.id, "kind": card.kind, "quantity": card.quantity, "title": card.title}
    return {**own, **{name: _readable(value) for name, value in card.fields.items()}}


def _readable(value: Any) -> Any:
    """Records with their members as attributes."""
    if isinstance(value, Mapping):
        return Values({key: _readable(member) for key, member in value.items()}, {}, "")
    if isinstance(value, list):
        return [_readable(member) for member in value]
    return value


def _tally(values: Iterable[Any]) -> dict[str, int]:
    """How often each value, as text, stands in a list."""
    return dict(Counter(str(value) for value in values))


def _finder(contents: Contents) -> Callable[[str], Values]:
    def find(name: str) -> Values:
        """The component called `deck/id`, or by an id that only one deck has."""
        card = contents.find(str(name))
        if card is None:
            raise ValueError(f"find: no component '{name}'")
        return Values(_fields(card), {}, str(name))

    return find


def _lister(contents: Contents) -> Callable[[str], list[Values]]:
    decks = {deck.name: deck for deck in contents.decks}

    def components(name: str) -> list[Values]:
        """All components of a deck, tilesheet or board sheet, in its order."""
        if str(name) not in decks:
            raise ValueError(f"components: no deck '{name}'")
        return [Values(_fields(card), {}, card.name) for card in decks[str(name)].cards]

    return components
