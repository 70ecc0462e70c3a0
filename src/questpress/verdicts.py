"""Layouts judged by their game's engine: legal and winnable, each verdict kept until something it rests on changes.

Nothing here knows a game; a game without an engine has no verdicts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from questpress.artifacts import Store, digest, engine_digest
from questpress.diagnostics import Diagnostic, pack, unpack
from questpress.games import engine
from questpress.press.sources import CurrentSources
from questpress.project import Project, folder_name, shipped_rules
from questpress.rules import Rules
from questpress.values import look_up, tree

Step = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of one layout file; `kept` is true where nothing had to be solved for it."""

    file: str
    findings: tuple[Diagnostic, ...]
    kept: bool


def judge(
    project: Project,
    game: str,
    rules: Rules,
    settings: Mapping[str, str],
    store: Store,
    step: Step,
    prove: bool = False,
) -> list[Verdict]:
    """A verdict on every layout of `game` that its engine knows, under the rule options in `settings`.

    Stored solutions are replayed; with `prove` every layout is solved besides. Verdicts of either sort are kept apart.
    """
    module = engine(game)
    if module is None:
        return []
    files = [name for name in project.files(f"layouts/{folder_name(game)}", ".yaml", ".yml") if module.is_layout(name)]
    trees = {
        "rules": tree({path: number.value for path, number in rules.numbers.items()}),
        "options": dict(rules.chosen),
    }
    shipped = shipped_rules(game)
    given = {"engine": engine_digest(), "shipped rules": (shipped and project.digest(shipped)) or ""}
    current = CurrentSources(project, trees, given)
    rules_file = f"rules/{folder_name(game)}.yaml"
    way = digest(dict(settings))[:8] + ("-proved" if prove else "")
    verdicts: list[Verdict] = []
    for number, name in enumerate(files):
        step(f"{rules.title}: layouts", number, len(files))
        kept = store.recall(f"verdict:{name}:{way}")
        if kept is not None and not kept.changed(current):
            verdicts.append(Verdict(name, tuple(unpack(finding) for finding in kept.result), True))
            continue
        checked = module.check(project, name, settings, prove)
        # Without a judgement (faulty rules, an unreadable layout) the engine has not said all that it rests on.
        if checked.judgement is not None:
            read = (name, *checked.files)
            if not project.exists(rules_file):  # the shipped rules hold, which `given` stands for, until one comes
                read = (*read, rules_file)
            sources = {f"file:{file}": project.digest(project.root / file) or "" for file in read}
            # The digest is of the value as the rules file has it; an engine may have read it as another kind of number.
            sources |= {key: current(key) for key in checked.values if look_up(trees, key) is not None}
            found = [pack(finding) for finding in checked.diagnostics]
            store.remember(f"verdict:{name}:{way}", {**sources, **given}, found)
        verdicts.append(Verdict(name, tuple(checked.diagnostics), False))
    if files:
        step(f"{rules.title}: layouts", len(files), len(files))
    return verdicts
