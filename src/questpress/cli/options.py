"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from questpress.cli.faults import Misused
from questpress.diagnostics import Diagnostic, Failed, Report
from questpress.project import Project

Command = Callable[..., Any]
HOME = "home"  # the target where none is named


def games_argument(command: Command) -> Command:
    return click.argument("games", nargs=-1, metavar="[GAME]…")(command)


def project_option(command: Command) -> Command:
    help = "The project's folder itself; without it, the nearest one upward from here."
    return click.option("--project", "folder", type=click.Path(path_type=Path), default=None, metavar="DIR", help=help)(
        command
    )


def json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Report as JSON on standard output.")(command)


def jobs_option(command: Command) -> Command:
    help = "Processes that draw; the number of cores by default. The result does not depend on it."
    return click.option("--jobs", "-j", type=click.IntRange(1, 256), default=None, metavar="N", help=help)(command)


def set_option(command: Command) -> Command:
    help = "A rule option, as in --set capture=ignored. May be given several times."
    return click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=help)(command)


def settings_of(pairs: tuple[str, ...]) -> dict[str, str]:
    """`name=value` texts as a mapping. Raises click.UsageError for anything else."""
    settings: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise click.UsageError(f"--set takes NAME=VALUE, found '{pair}'.")
        settings[name.strip()] = value.strip()
    return settings


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command line asks for: a project, its games by name, and the rule options that each game takes."""

    project: Project
    games: list[str]
    settings: Mapping[str, Mapping[str, str]]


def asked(folder: Path | None, games: tuple[str, ...], pairs: tuple[str, ...], target: str, paper: str | None) -> Asked:
    """What the options of `build` and `check` ask for.

    Raises Misused with everything that is not there: project, games, rule options, target, paper.
    """
    settings = settings_of(pairs)
    project = project_of(folder)
    faults: list[Diagnostic] = []
    names: list[str] = []
    try:
        names = project.choose(games)
    except Failed as failed:
        faults += failed.diagnostics
    shares = shared_settings(project, names, settings, faults)
    if paper is not None:
        from questpress.press.targets import read_paper

        try:
            read_paper(paper)
        except Failed as failed:
            faults += failed.diagnostics
    if target != HOME:
        from questpress.press.supplies import find_target

        try:
            find_target(project, target)
        except Failed as failed:  # what is wrong in the target's own file is told with all else
            faults += [finding for finding in failed.diagnostics if finding.span is None]
    if faults:
        raise Misused(faults)
    return Asked(project, names, shares)


def shared_settings(
    project: Project, games: Sequence[str], settings: Mapping[str, str], faults: list[Diagnostic]
) -> dict[str, dict[str, str]]:
    """Which of `settings` each game takes: those that it has. What no game has, or no value of it, goes to `faults`.

    A game whose rules cannot be read takes none: it will say why.
    """
    shares: dict[str, dict[str, str]] = {game: {} for game in games}
    if not settings or not games:
        return shares
    from questpress.rules import Rules, load_rules, setting_fault

    readable: dict[str, Rules] = {}
    for game in games:
        report = Report()
        try:
            rules = load_rules(project, game, report)
        except Failed:
            continue
        if not report.failed:
            readable[game] = rules
    for name, value in settings.items():
        having = [game for game, rules in readable.items() if name in rules.options]
        # Where none has it, one of them says so; where one cannot be read, that one may have it.
        asked = having or (list(readable) if len(readable) == len(games) else [])[:1]
        for game in asked:
            fault = setting_fault(readable[game], name, value)
            if fault is None:
                shares[game][name] = value
            elif fault not in faults:
                faults.append(fault)
    return shares


def cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def project_of(folder: Path | None) -> Project:
    """The project that `--project` names, or the one around the current folder. Raises Misused."""
    try:
        return Project.at(folder) if folder is not None else Project.find(Path.cwd())
    except Failed as failed:
        raise Misused(failed.diagnostics) from None


def games_of(project: Project, names: tuple[str, ...]) -> list[str]:
    """The games named, all of them when none is. Raises Misused."""
    try:
        return project.choose(names)
    except Failed as failed:
        raise Misused(failed.diagnostics) from None
