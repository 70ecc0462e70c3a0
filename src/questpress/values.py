"""Values as templates see them, `group.name`, with a memory of which were read.

The memory is what makes a build incremental: a face is drawn again only when a value, a file or a name that it
read has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from questpress.diagnostics import nearest

# Under this name a Values notes that someone asked which names it has, in their order.
NAMES = "*"
# What is noted of a group that was passed through: that it is one.
GROUP = {"group": True}


class NoSuchValue(ValueError):
    """An option was compared with something that it can never be; `remedy` says what it can be."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


class Setting(str):
    """The value of a rule option. Compared with a text that the option cannot have it raises NoSuchValue: a misspelt
    value would be false in silence, and leave a rule out of what is printed."""

    __slots__ = ("name", "values")

    def __new__(cls, value: str, name: str, values: Iterable[str]) -> Setting:
        made = super().__new__(cls, value)
        made.name, made.values = name, tuple(values)
        return made

    def __getnewargs__(self) -> tuple[str, str, tuple[str, ...]]:
        return str(self), self.name, self.values

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str) and not any(str.__eq__(value, other) for value in self.values):
            message = f"the option '{self.name}' is never '{other}'"
            close = nearest(other, self.values)
            help_ = f"did you mean '{close}'? " if close else ""
            raise NoSuchValue(message, f"{help_}Its values are {', '.join(self.values)}")
        return str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


class Values:
    """A mapping whose members are read as attributes or items; each read is noted in `seen` by its dotted path.

    A group gives another Values; a missing name raises AttributeError or KeyError, and the names are noted, since
    the outcome depends on them. `dir()` gives the names.
    """

    __slots__ = ("_prefix", "_seen", "_tree")

    def __init__(self, tree: Mapping[str, Any], seen: dict[str, Any], prefix: str) -> None:
        self._tree, self._seen, self._prefix = tree, seen, prefix

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __getitem__(self, name: str | int) -> Any:
        if not isinstance(name, str):
            name = str(name)  # of a table by numbers of players
        if name not in self._tree:
            self._note_names()
            raise KeyError(name)
        value = self._tree[name]
        key = f"{self._prefix}.{name}"
        if isinstance(value, Mapping):
            self._seen[key] = GROUP
            return Values(value, self._seen, key)
        self._seen[key] = value
        if isinstance(value, list):
            return [_plain(member) for member in value]
        return value

    def __contains__(self, name: object) -> bool:
        self._note_names()
        return str(name) in self._tree

    def __iter__(self) -> Iterator[str]:
        self._note_names()
        return iter(self._tree)

    def __len__(self) -> int:
        self._note_names()
        return len(self._tree)

    def __dir__(self) -> list[str]:
        return list(self._tree)

    def __str__(self) -> str:
        raise TypeError(f"'{self._prefix}' is a group of values: name one of them")

    def __repr__(self) -> str:
        return f"<{self._prefix}>"

    def _note_names(self) -> None:
        self._seen[f"{self._prefix}.{NAMES}"] = list(self._tree)


def _plain(member: Any) -> Any:
    """A member of a list, records in it read as attributes; the list as a whole has been noted already."""
    if isinstance(member, Mapping):
        return Values(member, {}, "")
    if isinstance(member, list):
        return [_plain(inner) for inner in member]
    return member


def tree(flat: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted names as nested mappings."""
    root: dict[str, Any] = {}
    for path, value in flat.items():
        *groups, leaf = path.split(".")
        place = root
        for group in groups:
            place = place.setdefault(group, {})
        place[leaf] = value
    return root


def look_up(trees: Mapping[str, Mapping[str, Any]], key: str) -> Any:
    """The value that the noted `key` has today, None where it is gone; for a group GROUP, for its names their list."""
    prefix, *rest = key.split(".")
    place: Any = trees.get(prefix)
    for name in rest:
        if name == NAMES and isinstance(place, Mapping):
            return list(place)
        if not isinstance(place, Mapping) or name not in place:
            return None
        place = place[name]
    return GROUP if isinstance(place, Mapping) else place
