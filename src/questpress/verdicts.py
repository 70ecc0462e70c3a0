"""Layouts judged by their game's engine: legal and winnable, each verdict kept until something it rests on changes.

Nothing here knows a game; a game without an engine has no verdicts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from questpress.artifacts import Store, digest, engine_digest
from questpress.diagnostics import Diagnostic, pack, unpack
from questpress.games import engine
from questpress.press.drafting import CurrentSources
from questpress.project import Project, folder_name
from questpress.rules import Rules
from questpress.values import tree

Step = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of one layout file; `kept` is true where nothing had to be solved for it."""

    file: str
    findings: tuple[Diagnostic, ...]
    kept: bool


def layout_files(project: Project, game: str) -> list[str]:
    """The names of a game's puzzle layouts."""
    return project.files(f"layouts/{folder_name(game)}/puzzles", ".yaml", ".yml")


def judge(project: Project, game: str, rules: Rules, store: Store, step: Step) -> list[Verdict]:
    """A verdict on every puzzle layout of `game` under the options that `rules` has chosen."""
    module = engine(game)
    if module is None:
        return []
    files = layout_files(project, game)
    trees = {
        "rules": tree({path: number.value for path, number in rules.numbers.items()}),
        "options": dict(rules.chosen),
    }
    current = CurrentSources(project, trees, {"engine": engine_digest()})
    verdicts: list[Verdict] = []
    for number, name in enumerate(files):
        step(f"{rules.title}: layouts", number, len(files))
        kept = store.recall(f"verdict:{name}")
        if kept is not None and not kept.changed(current):
            verdicts.append(Verdict(name, tuple(unpack(finding) for finding in kept.result), True))
            continue
        checked = module.check(name, project, rules)
        sources = {f"file:{file}": project.digest(project.root / file) or "" for file in checked.files}
        sources |= {key: digest(value) for key, value in checked.values.items()}
        sources["engine"] = engine_digest()
        store.remember(f"verdict:{name}", sources, [pack(finding) for finding in checked.diagnostics])
        verdicts.append(Verdict(name, checked.diagnostics, False))
    if files:
        step(f"{rules.title}: layouts", len(files), len(files))
    return verdicts
