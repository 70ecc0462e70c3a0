"""The puzzles of a project as a list: what their files state, sorted by grade and depth. Nothing is solved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from questpress.diagnostics import Diagnostic, Failed
from questpress.play.game import Engine


@dataclass(frozen=True)
class Catalogue:
    """A game's puzzles, the easiest first, and what could not be read. Each entry is what `Engine.summary` tells."""

    game: str
    grades: tuple[str, ...]
    entries: tuple[Mapping[str, Any], ...] = ()
    findings: tuple[Diagnostic, ...] = field(default=())

    @property
    def counts(self) -> dict[str | None, int]:
        """How many puzzles each grade has; under None those without one."""
        found = Counter(entry["grade"] for entry in self.entries)
        counts: dict[str | None, int] = {grade: found.pop(grade, 0) for grade in self.grades}
        rest = sum(found.values())
        return {**counts, None: rest} if rest else counts


def read_catalogue(engine: Engine, project: Any, files: Sequence[str]) -> Catalogue:
    """The catalogue of the layouts `files`. Raises Failed where the game's rules file is broken."""
    grades = tuple(engine.grades(project))
    entries: list[Mapping[str, Any]] = []
    findings: list[Diagnostic] = []
    for file in files:
        try:
            entries.append(engine.summary(project, file))
        except Failed as failed:
            findings += failed.diagnostics
    places = {grade: number for number, grade in enumerate(grades)}
    entries.sort(key=lambda entry: (places.get(entry["grade"], len(places)), entry["depth"] or 0, entry["name"]))
    return Catalogue(engine.NAME, grades, tuple(entries), tuple(findings))
