"""Every text that a data file prints, as the author wrote it, with its address: what translators and editors read.

An address is the path to a text: `heroes/red-warrior/flavour`, `heroes/class=warrior/skills/1` for what a matrix's
axis gives several cards, `heroes/defaults/name`, `heroes/title`. Members of lists count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from questpress.press.kinds import Kind
from questpress.schema import AnyOf, ListOf, MapOf, Record, Text, Type
from questpress.source import Map, Node, Scalar, Seq

_NOT_WORDS = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|</?[bi]>|:[a-z][a-z0-9]*(?:-[a-z0-9]+)*:|&#?\w+;", re.S)
_LETTER = re.compile(r"[^\W\d_]")
_LISTS = ("cards", "pieces", "tiles")


@dataclass(slots=True)
class Saying:
    """A text and where it stands: the mapping or list that holds it, and under which key."""

    address: tuple[str, ...]
    scalar: Scalar
    holder: Map | Seq
    key: str | int
    section: str = "decks"

    @property
    def name(self) -> str:
        return "/".join(self.address if self.section == "decks" else (self.section, *self.address))

    @property
    def text(self) -> str:
        return self.scalar.text.rstrip("\n")

    def replace(self, scalar: Scalar) -> None:
        """Puts another text in this one's place."""
        if isinstance(self.holder, Map):
            self.holder.entries[str(self.key)] = scalar
        else:
            self.holder.items[int(self.key)] = scalar
        self.scalar = scalar


def has_words(text: str) -> bool:
    """Whether anything is left to say once expressions, icons and markup are taken out."""
    return _LETTER.search(_NOT_WORDS.sub(" ", text)) is not None


def sayings_of(node: Map, name: str, head: Mapping[str, Type], fields: Mapping[str, Type]) -> list[Saying]:
    """All texts of a deck, board or booklet called `name`; each once, though an alias may show it in several places.

    `head` are the types of the file's own keys, `fields` those of its components.
    """
    found: list[Saying] = []
    seen: set[tuple[int, str | int]] = set()
    for saying in _walk(node, (name,), head, fields):
        place = id(saying.holder), saying.key
        if place not in seen:
            seen.add(place)
            found.append(saying)
    return found


def _walk(
    node: Map, address: tuple[str, ...], head: Mapping[str, Type], fields: Mapping[str, Type]
) -> Iterator[Saying]:
    yield from members(node, address, head)
    defaults = node.get("defaults")
    if isinstance(defaults, Map):
        yield from members(defaults, (*address, "defaults"), fields)
    matrix = node.get("matrix")
    axes = matrix.get("axes") if isinstance(matrix, Map) else None
    for axis, values in axes.entries.items() if isinstance(axes, Map) else ():
        for value, entry in values.entries.items() if isinstance(values, Map) else ():
            if isinstance(entry, Map):
                yield from members(entry, (*address, f"{axis}={value}"), fields)
    for key in _LISTS:
        part = node.get(key)
        if isinstance(part, Map):
            for ident, entry in part.entries.items():
                if isinstance(entry, Map):
                    yield from members(entry, (*address, _step(ident)), fields)
        elif isinstance(part, Seq):
            for number, entry in enumerate(part.items, 1):
                if isinstance(entry, Map):
                    ident = entry.get("id")
                    step = _step(ident.text) if isinstance(ident, Scalar) else f"#{number}"
                    yield from members(entry, (*address, step), fields)


def kind_sayings(kinds: Mapping[str, Kind]) -> Iterator[Saying]:
    """The texts that kinds give to fields which a component leaves out."""
    for kind in kinds.values():
        for name, spec in kind.fields.items():
            default = spec.default
            if default is not None:
                holder = Map(default.source, default.line, default.column, default.end_column, {name: default})
                for saying in members(holder, (kind.name,), {name: spec.type}):
                    yield replace(saying, section="kinds")


def _step(ident: str) -> str:
    return f"id={ident}" if ident in ("title", "defaults") else ident


def members(node: Map, address: tuple[str, ...], fields: Mapping[str, Type]) -> Iterator[Saying]:
    """The texts of a mapping with such fields."""
    for name, kind in fields.items():
        if name in node:
            yield from _of(kind, node.entries[name], node, name, (*address, name))


def _of(kind: Type, node: Node, holder: Map | Seq, key: str | int, address: tuple[str, ...]) -> Iterator[Saying]:
    if isinstance(kind, Text):
        if isinstance(node, Scalar) and not node.is_null and has_words(node.text):
            yield Saying(address, node, holder, key)
    elif isinstance(kind, ListOf) and isinstance(node, Seq):
        for number, item in enumerate(node.items):
            yield from _of(kind.of, item, node, number, (*address, str(number + 1)))
    elif isinstance(kind, Record) and isinstance(node, Map):
        yield from members(node, address, {name: declared.type for name, declared in kind.fields.items()})
    elif isinstance(kind, MapOf) and isinstance(node, Map):
        for name, entry in node.entries.items():
            yield from _of(kind.of, entry, node, name, (*address, name))
    elif isinstance(kind, AnyOf):
        for one in kind.types:
            yield from _of(one, node, holder, key, address)
