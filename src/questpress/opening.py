"""Opens a game: its rules, its contents with every `{{ … }}` worked out, and the expressions' memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from questpress.diagnostics import Failed, Report
from questpress.press.contents import Contents, Supply, read_contents
from questpress.project import Project
from questpress.rules import Rules, load_rules, numbers_view, options_view
from questpress.source import Scalar


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

    def __call__(
        self, scalar: Scalar, names: Mapping[str, Any], reads: dict[str, Any], report: Report, subject: str
    ) -> str | None:
        """The scalar's text with its expressions replaced, or None after the fault has been reported."""
        if self._studio is None:
            from questpress.press.render.template import Studio

            self._studio = Studio((), root=self._root)
        context = {
            **names,
            "rules": numbers_view(self._rules, reads),
            "options": options_view(self._rules, reads),
            "game": title_of(self._rules),
        }
        try:
            return self._studio.expression(scalar.text, context, scalar.span, subject)
        except Failed as failed:
            if not (self._faulty and ("rules." in scalar.text or "options." in scalar.text)):
                report.extend(failed.diagnostics)
            return None


def open_game(
    project: Project,
    game: str,
    report: Report,
    settings: Mapping[str, str] | None = None,
    supply: Supply | None = None,
) -> Contents:
    """The contents of `game` under `settings`; every fault goes to `report`. `supply` makes cards from layouts."""
    own = Report()
    try:
        rules = load_rules(project, game, own, settings)
    except Failed as failed:
        own.extend(failed.diagnostics)
        rules = Rules(game, game.replace("-", " ").title())
    report.extend(own.findings)
    faulty = any(finding.is_error and finding.code != "D027" for finding in own.findings)  # D027: only a setting
    return read_contents(project, game, rules, Expressions(rules, project.root, faulty), report, supply)
