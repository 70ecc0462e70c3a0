"""Opens a game: its rules, its contents with every `{{ … }}` worked out, and the expressions' memory."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from questpress.diagnostics import Failed, Report
from questpress.numerals import spelled
from questpress.press.checking import check_ids, check_kinds
from questpress.press.contents import Contents, Supply, read_contents
from questpress.project import Project
from questpress.rules import Rules, load_rules, modules_view, options_view
from questpress.seating import BOX, Seating
from questpress.source import Scalar
from questpress.translation import open_tongue, read_words, word_sayings
from questpress.values import Values, tree

_PLAIN = re.compile(r"\{\{ *((?:rules|options|words|legend)(?:\.[A-Za-z]\w*)+) *\}\}")


@dataclass(frozen=True, slots=True)
class GameTitle:
    """The game as templates see it."""

    name: str
    title: str
    version: str
    language: str
    author: str
    date: str


def title_of(rules: Rules) -> GameTitle:
    """What templates may print of a game."""
    return GameTitle(rules.game, rules.title, rules.version, rules.language, rules.author, rules.date)


class Expressions:
    """Works out `{{ … }}` in data files. Jinja is imported when the first one is met."""

    def __init__(self, rules: Rules, root: Path, faulty: bool = False) -> None:
        self._rules = rules
        self._faulty = faulty  # the rules' file has faults, told already: what it lacks is not the card's fault
        self._root = root
        self._studio: Any = None
        self._numbers = tree({path: number.value for path, number in rules.numbers.items()})
        self.said: dict[str, Any] = {}  # the words of templates and the legend

    def __call__(
        self, scalar: Scalar, names: Mapping[str, Any], reads: dict[str, Any], report: Report, subject: str
    ) -> str | None:
        """The scalar's text with its expressions replaced, or None after the fault has been reported."""
        plain = self._plainly(scalar.text, reads)
        if plain is not None:
            return plain
        if self._studio is None:
            from questpress.press.render.template import Studio

            language = self._rules.language
            self._studio = Studio((), {"spelled": lambda number: spelled(number, language)}, root=self._root)
        context = {
            **names,
            "rules": Values(self._numbers, reads, "rules"),
            "options": options_view(self._rules, reads),
            "modules": modules_view(self._rules, reads),
            "players": self._rules.table.players,
            **{name: Values(words, reads, name) for name, words in self.said.items()},
            "game": title_of(self._rules),
        }
        try:
            return self._studio.expression(scalar.text, context, scalar.span, subject)
        except Failed as failed:
            if not (self._faulty and ("rules." in scalar.text or "options." in scalar.text)):
                report.extend(failed.diagnostics)
            return None

    def _plainly(self, text: str, reads: dict[str, Any]) -> str | None:
        """The text where all its expressions are names of whole numbers and words of the rules; else None.

        Most are, and Jinja takes a hundred times as long to read one.
        """
        if "{%" in text or "{#" in text or text.count("{{") != len(_PLAIN.findall(text)):
            return None
        seen: dict[str, Any] = {}
        views = {"rules": Values(self._numbers, seen, "rules"), "options": options_view(self._rules, seen)}
        views |= {name: Values(words, seen, name) for name, words in self.said.items()}

        def value(match: re.Match[str]) -> str:
            first, *names = match[1].split(".")
            found: Any = views[first]
            for name in names:
                found = found[name]
            if type(found) not in (int, str):
                raise KeyError(match[1])
            return str(found)

        try:
            said = _PLAIN.sub(value, text)
        except (KeyError, TypeError):
            return None
        reads.update(seen)
        return said

    def worked_out(self, words: Any, name: str, report: Report) -> Any:
        """A tree of scalars as a tree of texts."""
        if isinstance(words, Mapping):
            return {key: self.worked_out(value, f"{name}.{key}", report) for key, value in words.items()}
        assert isinstance(words, Scalar)
        text = self(words, {}, {}, report, name) if "{{" in words.text else words.text
        return (text or "").rstrip("\n")


def open_game(
    project: Project,
    game: str,
    report: Report,
    settings: Mapping[str, str] | None = None,
    seating: Seating = BOX,
    language: str | None = None,
    supply: Supply | None = None,
) -> Contents:
    """The contents of `game` under `settings`, for the table of `seating`, in `language`; faults go to `report`.

    `supply` makes cards from layouts.
    """
    own = Report()
    try:
        rules = load_rules(project, game, own, settings, seating)
    except Failed as failed:
        own.extend(failed.diagnostics)
        rules = Rules(game, game.replace("-", " ").title())
    report.extend(own.findings)
    faulty = any(finding.is_error and finding.code != "D027" for finding in own.findings)  # D027: only a setting
    title = rules.title
    tongue = open_tongue(project, game, rules, language, report)
    rules = replace(rules, title=tongue.text(("game", "title"), title))
    if not tongue.made_up:
        rules = replace(rules, language=tongue.language)
    expressions = Expressions(rules, project.root, faulty)
    said = read_words(project, game, tongue, report)
    expressions.said = {name: expressions.worked_out(words, name, report) for name, words in said.items()}
    contents = read_contents(project, game, rules, expressions, report, tongue, supply)
    tongue.close(title, report)
    words = [saying for name, part in said.items() for saying in word_sayings(part, name)]
    contents = replace(contents, sayings=(*contents.sayings, *words), **expressions.said)
    check_ids(contents, report)
    check_kinds(contents, expressions, report)
    return contents
