"""What a face is made from, by name, and what each of these sources is today.

A source's name is `card.<field>`, `rules.<path>`, `options.<name>`, `modules.<name>`, `palette.<colour>`,
`game.<name>`, `words.<name>`, `legend.<icon>`, `inventory.<name>`, `trim.<name>`, `table.players`,
`file:<project file>` or `fonts`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from questpress.artifacts import digest
from questpress.diagnostics import Diagnostic
from questpress.opening import title_of
from questpress.press.contents import Contents
from questpress.press.model import Card
from questpress.press.stock import counts
from questpress.press.text.field import FieldText
from questpress.project import Project
from questpress.rules import settings_of
from questpress.values import NAMES, Values, look_up, tree

_PLAYERS = re.compile(r"(?<![\w.])players(?!\w)")


def trees_of(contents: Contents, card: Card) -> dict[str, Mapping[str, Any]]:
    """Every named value that a face of `card` may read, by the first part of its name."""
    return {**common_trees(contents), **own_trees(card)}


def own_trees(card: Card) -> dict[str, Mapping[str, Any]]:
    """The values that the faces of one card alone have."""
    return {"card": _fields(card), "trim": _trim(card)}


def common_trees(contents: Contents) -> dict[str, Mapping[str, Any]]:
    """The values that all faces of a game share."""
    rules = contents.rules
    title = title_of(rules)
    return {
        "rules": tree({path: number.value for path, number in rules.numbers.items()}),
        "options": settings_of(rules),
        "modules": rules.table.modules_in,
        "table": {"players": rules.table.players},
        "game": {name: getattr(title, name) for name in title.__slots__},
        "palette": dict(contents.palette),
        "words": dict(contents.words),
        "legend": dict(contents.legend),
        "inventory": counts(contents.decks),
    }


def context_of(trees: Mapping[str, Mapping[str, Any]], seen: dict[str, Any]) -> dict[str, Any]:
    """The names that a template or text sees; what it reads of them is noted in `seen`.

    `players` is a plain number, whose reading cannot be noted: `players_read` tells it from the text.
    """
    context: dict[str, Any] = {name: Values(values, seen, name) for name, values in trees.items()}
    context["players"] = context.pop("table").players
    seen.pop("table.players", None)
    return context


def players_read(texts: Iterable[str], trees: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """What to note where one of `texts`, of templates or booklets, names `players`."""
    return {"table.players": trees["table"]["players"]} if any(map(_PLAYERS.search, texts)) else {}


def _fields(card: Card) -> dict[str, Any]:
    own = {"id": card.id, "kind": card.kind, "quantity": card.quantity, "title": card.title}
    return {**own, **{name: _named(value, name) for name, value in card.fields.items()}}


def _named(value: Any, name: str) -> Any:
    """Texts that know their field, so that a fault in them names it."""
    if isinstance(value, str):
        return FieldText(value, name)
    if isinstance(value, list):
        return [_named(member, f"{name}[{number}]") for number, member in enumerate(value, 1)]
    if isinstance(value, Mapping):
        return {key: _named(member, f"{name}.{key}") for key, member in value.items()}
    return value


def _trim(card: Card) -> dict[str, Any]:
    trim = card.trim
    names = ("width", "height", "bleed", "safe", "corner", "shape", "outline")
    return {name: getattr(trim, name) for name in names}


OWN = ("card.", "trim.")  # names that mean another thing for each card


class CurrentSources:
    """Gives the digest that a source has today; '' for a file that is not there.

    `given` states digests of sources that neither are files nor stand in `trees`.
    """

    def __init__(
        self, project: Project, trees: Mapping[str, Mapping[str, Any]], given: Mapping[str, str] | None = None
    ) -> None:
        self.project = project
        self.trees = trees
        self.given = given or {}
        self._known: dict[str, str] = {}

    def __call__(self, name: str) -> str:
        found = self._known.get(name)
        if found is None:
            found = self._known[name] = self._find(name)
        return found

    def _find(self, name: str) -> str:
        if name in self.given:
            return self.given[name]
        if name.startswith("file:"):
            return self.project.digest(self.project.path_of(name.removeprefix("file:"))) or ""
        if name == "fonts":
            return fonts_digest(self.project)
        return digest(look_up(self.trees, name))

    def of(self, card: Card, given: Mapping[str, str] | None = None) -> Callable[[str], str]:
        """The same for the faces of `card`, whose own fields and `given` come before what all faces share."""
        trees = own_trees(card)
        more = given or {}

        def current(name: str) -> str:
            if name in more:
                return more[name]
            if name.startswith(OWN):
                return digest(look_up(trees, name))
            return self(name)

        return current


_OTHERS = {
    "fonts": "the fonts of the project changed",
    "engine": "questpress itself changed",
    "page": "the text on this page changed",
    "template": "it has another template",
    "booklet": "frames, styles or pages of the booklet changed",
}


def why(last: Mapping[str, str], now: Mapping[str, str], card: Card) -> str:
    """In words: which sources of a face of `card` are others than at the last print, and which came and went.

    '' where all are the same.
    """
    changed: list[str] = []
    moved: list[str] = []
    for name in {**last, **now}:
        before, today = last.get(name, ""), now.get(name, "")  # '' for a file that was looked for and is not there
        if before == today:
            continue
        if name in _OTHERS:
            changed.append(_OTHERS[name])
        elif before and today:
            changed.append(f"{_called(name)} changed{_place(name, card)}")
        elif not name.endswith(f".{NAMES}"):  # what was found instead says more
            moved.append(("no longer uses " if before else "now uses ") + _called(name))
    # A group that was passed through says less than the value that was found in it.
    moved = [reason for reason in moved if not any(other.startswith(f"{reason}.") for other in moved)]
    told = changed + moved or ["other names of the rules or of the card are there"]
    return "; ".join(dict.fromkeys(told)) if last != now else ""


def _called(name: str) -> str:
    """A source as messages call it."""
    sort, _, rest = name.partition(":")
    if sort == "file":
        return rest
    if sort == "figure":
        return f"the picture of {rest}"
    return name.split(".")[1] if name.startswith("card.") else name


def _place(name: str, card: Card) -> str:
    """Where a field of the card stands, in brackets."""
    place = card.spans.get(name.split(".")[1]) if name.startswith("card.") else None
    return f" ({place.file}:{place.line})" if place else ""


def placed(project: Project, findings: Iterable[Diagnostic]) -> dict[str, str]:
    """The files that findings point into, as sources: what is kept must not point to a line that has moved."""
    names = {finding.span.file for finding in findings if finding.span is not None}
    return {f"file:{name}": project.digest(project.path_of(name)) or "" for name in sorted(names)}


def fonts_digest(project: Project) -> str:
    """The digest of all font folders: every file's name and content, since any of them may be asked for a glyph."""
    seal: list[Any] = []
    for top in project.template_folders():
        folder = top / "fonts"
        paths = sorted(folder.iterdir()) if folder.is_dir() else []
        seal.append([[path.name, project.digest(path)] for path in paths])
    return digest(seal)
