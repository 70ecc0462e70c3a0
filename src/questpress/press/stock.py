"""How many of everything a game prints: for texts, as `inventory.<name>`, and for tables of components in booklets.

A name is a deck's (`heroes`), a kind's (`hero-card`), the last word of kinds (`card`: all kinds that end in it), or one
component's (`inventory["tokens/chest"]`); `-` may be written `_`. A table below `<!-- inventory -->` is held to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from questpress.diagnostics import Report, Span, nearest
from questpress.press.kinds import Kind
from questpress.press.model import Deck

_TABLE = re.compile(r"<!--\s*inventory\s*-->[^\n]*\n\s*((?:[^\n]*\|[^\n]*(?:\n|$))+)")
_RULE = re.compile(r"[\s|:\-]+")
_NAMED = re.compile(r"<!--\s*([\w./\-]+)\s*-->")
_MARKS = re.compile(r"<!--.*?-->|:[a-z][a-z0-9\-]*:|[*_`]")


def printed(decks: Iterable[Deck]) -> list[Deck]:
    """The decks that count: what is printed on sheets of its own."""
    return [deck for deck in decks if deck.sheet != "none"]


def counts(decks: Iterable[Deck]) -> dict[str, int]:
    """The number of pieces by name; a deck's name goes before a kind's, a kind's before that of all such kinds."""
    by_deck: dict[str, int] = {}
    by_kind: dict[str, int] = {}
    by_family: dict[str, int] = {}
    by_component: dict[str, int] = {}
    for deck in printed(decks):
        for card in deck.cards:
            for table, name in ((by_deck, deck.name), (by_kind, card.kind), (by_family, family(card.kind))):
                table[name] = table.get(name, 0) + card.quantity
            by_component[f"{deck.name}/{card.id}"] = card.quantity
    found = {**by_component, **by_family, **by_kind, **by_deck}
    found = {name.replace(".", "_"): count for name, count in found.items()}  # a point would part groups
    return {**{name.replace("-", "_"): count for name, count in found.items()}, **found}


def family(kind: str) -> str:
    """The last word of a kind's name: `card` of `hero-card`."""
    return re.split(r"[-_]", kind)[-1]


def check_tables(
    text: str,
    decks: Iterable[Deck],
    kinds: Mapping[str, Kind],
    span_of: Callable[[int], Span | None],
    subject: str,
    report: Report,
) -> None:
    """Holds every component table of a booklet's text, expressions filled in, to what is printed (D048).

    A row's name is a title, or a name of the inventory in a comment: `| Cubes <!-- cube --> | 10 |`; its number is the
    row's last one. Numbers that differ and unknown names are errors, decks that no row covers a warning.
    """
    decks = printed(decks)
    tables = list(_TABLE.finditer(text))
    if not tables:
        return
    known = counts(decks)
    covers = _coverage(decks)
    titles = _titles(decks, kinds)
    covered: set[str] = set()
    for table in tables:
        first = text.count("\n", 0, table.start(1)) + 1
        for number, row in enumerate(table[1].splitlines()):
            span = span_of(first + number)
            cells = [cell.strip() for cell in row.strip().strip("|").split("|")]
            if number == 0 or _RULE.fullmatch(row) or not any(_digits(cell) for cell in cells[1:]):
                continue
            stated = int(next(_digits(cell) for cell in reversed(cells) if _digits(cell)))
            comment = _NAMED.search(row)
            said = comment[1] if comment else " ".join(_MARKS.sub("", cells[0]).split())
            name = said if said in known else titles.get(plain(said))
            if name is None:
                close = nearest(plain(said), titles)
                help = f"did you mean '{close}'?" if close else "name it in a comment: <!-- deck, kind or deck/id -->"
                report.error("D048", f"nothing that is printed is called '{said}'", span, help, subject)
                continue
            covered |= covers.get(name, set())
            if stated != known[name]:
                message = f"the table says {stated} of '{said}', {known[name]} are printed"
                report.error("D048", message, span, f"write {{{{ {_written(name)} }}}}", subject)
    missing = [deck.title for deck in decks if deck.name not in covered and sum(c.quantity for c in deck.cards)]
    if missing:
        message = "the component table leaves out what is printed: " + ", ".join(missing)
        report.warning("D048", message, span_of(text.count("\n", 0, tables[0].start()) + 1), "add a row", subject)


def _digits(cell: str) -> str:
    plain = _MARKS.sub("", cell).strip()
    return plain if plain.isdecimal() else ""


def _coverage(decks: list[Deck]) -> dict[str, set[str]]:
    """The decks that a name covers as a whole; one component covers its deck too, the rest is the author's."""
    covers: dict[str, set[str]] = {}
    for deck in decks:
        names = {deck.name, deck.kind, family(deck.kind), *(f"{deck.name}/{card.id}" for card in deck.cards)}
        for name in names | {name.replace("-", "_") for name in names}:
            covers.setdefault(name, set()).add(deck.name)
    return covers


def _titles(decks: list[Deck], kinds: Mapping[str, Kind]) -> dict[str, str]:
    """Names by title as people write it; what is called alike counts by the first of deck, kind, family, component."""
    found: dict[str, str] = {}
    for deck in decks:
        found.setdefault(plain(deck.title), deck.name)
    for deck in decks:
        kind = kinds.get(deck.kind)
        if kind is not None and kind.title:
            found.setdefault(plain(kind.title), kind.name)
    for deck in decks:
        found.setdefault(plain(family(deck.kind)), family(deck.kind))
    for deck in decks:
        for card in deck.cards:
            found.setdefault(plain(card.title), f"{deck.name}/{card.id}")
    return found


def plain(title: str) -> str:
    """A title as rows of tables are looked up by: in small letters, without the s of many."""
    return title.strip().lower().removesuffix("s")


def _written(name: str) -> str:
    plain = name.replace("-", "_")
    return f"inventory.{plain}" if plain.isidentifier() else f'inventory["{name}"]'
