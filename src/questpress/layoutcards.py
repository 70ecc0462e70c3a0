"""Cards made from layouts: what a game's engine tells of each layout enters a deck as data. Joins press and play.

A deck names a folder with `from:`; here its layouts become the entries of that deck, as if someone had written them.
What an engine told is kept until something that it rests on changes, since telling may mean solving.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from questpress.artifacts import Store, digest, engine_digest
from questpress.diagnostics import Report, nearest, pack, unpack
from questpress.games import engine
from questpress.press.sources import CurrentSources
from questpress.project import Project, folder_name, shipped_rules
from questpress.rules import Rules
from questpress.source import Map, Node, Scalar, Seq, Text
from questpress.values import look_up, tree


@dataclass(slots=True)
class LayoutCards:
    """Gives the entries of a folder of layouts. Without a store everything is asked of the engine anew.

    With `tells` the findings of layouts that make no card are reported; a build leaves them to `verdicts`.
    """

    project: Project
    settings: Mapping[str, str] = field(default_factory=dict)
    store: Store | None = None
    tells: bool = False
    _known: dict[str, list[Map]] = field(default_factory=dict)

    def __call__(self, rules: Rules, folder: Scalar, report: Report) -> list[Map]:
        """The entries of the layouts below `folder`, easiest first, each with its `number` from 1.

        A game without an engine, a folder without layouts: reported at the folder's name.
        """
        place = folder.text.strip("/")
        if place not in self._known:
            self._known[place] = self._entries(rules, place, folder, report)
        return self._known[place]

    def _entries(self, rules: Rules, place: str, folder: Scalar, report: Report) -> list[Map]:
        module = engine(rules.game)
        if module is None:
            help = "cards can be made from the layouts of games that have a rules engine"
            report.error("D016", f"no rules are known here for the game '{rules.game}'", folder.span, help)
            return []
        top = f"layouts/{folder_name(rules.game)}"
        files = [name for name in self.project.files(top, ".yaml", ".yml") if module.is_layout(name)]
        found = [name for name in files if name.startswith(place + "/")]
        if not found:
            folders = sorted({name.rpartition("/")[0] for name in files})
            close = nearest(place, folders)
            help = f"did you mean '{close}'?" if close else "folders with layouts: " + (", ".join(folders) or "none")
            report.error("D015", f"no layouts of {rules.title} below '{place}'", folder.span, help)
            return []
        told = [(name, self._told(module, rules, name, report)) for name in found]
        cards = sorted((one[0], name, one[1]) for name, one in told if one is not None)
        return [
            _entry(Text(name, tuple(self.project.text(name).splitlines())), {**fields, "number": number})
            for number, (_, name, fields) in enumerate(cards, 1)
        ]

    def _told(self, module: Any, rules: Rules, name: str, report: Report) -> tuple[list[Any], dict[str, Any]] | None:
        known = {key: value for key, value in self.settings.items() if rules.chosen.get(key) == value}
        trees = {
            "rules": tree({path: number.value for path, number in rules.numbers.items()}),
            "options": dict(rules.chosen),
        }
        shipped = shipped_rules(rules.game)
        given = {"engine": engine_digest(), "shipped rules": (shipped and self.project.digest(shipped)) or ""}
        key = f"card:{name}:{digest(known)[:8]}"
        kept = self.store.recall(key) if self.store else None
        if kept is not None and not kept.changed(CurrentSources(self.project, trees, given)):
            result, findings = kept.result["card"], [unpack(one) for one in kept.result["findings"]]
        else:
            described = module.describe(self.project, name, known)
            result = None if described.fields is None else [list(described.order), dict(described.fields)]
            findings = list(described.diagnostics)
            if self.store:
                sources = {f"file:{one}": self.project.digest(self.project.root / one) or "" for one in described.files}
                values = described.values.items()
                sources |= {path: digest(value) for path, value in values if look_up(trees, path) is not None}
                self.store.remember(
                    key, {**sources, **given}, {"card": result, "findings": [pack(f) for f in findings]}
                )
        if result is None:
            if self.tells:
                report.extend(findings)
            return None
        return result[0], result[1]


def _entry(source: Text, fields: Mapping[str, Any]) -> Map:
    """The fields as an entry; what the layout's file states under the same name has its place there."""
    lines = {line.partition(":")[0]: place for place, line in reversed(list(enumerate(source.lines)))}
    entry = Map(source, 0, 0, len(source.lines[0]) if source.lines else 1)
    for key, value in fields.items():
        line = lines.get(key, 0)
        entry.entries[key] = _node(source, line, value)
        entry.keys[key] = Scalar(source, line, 0, len(key), key, True)
    return entry


def _node(source: Text, line: int, value: Any) -> Node:
    """A plain value as a node on a line of the layout's file."""
    place = (source, line, 0, len(source.lines[line]) if line < len(source.lines) else 1)
    if isinstance(value, Mapping):
        found = Map(*place)
        found.entries = {key: _node(source, line, member) for key, member in value.items()}
        found.keys = {key: Scalar(*place, key, True) for key in value}
        return found
    if isinstance(value, list | tuple):
        return Seq(*place, [_node(source, line, member) for member in value])
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Scalar(*place, text, isinstance(value, str))
