"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from questpress.asked import Asked
from questpress.project import Project

Command = Callable[..., Any]


def games_argument(command: Command) -> Command:
    return click.argument("games", nargs=-1, metavar="[GAME]…")(command)


def project_option(command: Command) -> Command:
    help = "The project's folder; without it, the nearest one upward from here."
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


def table_options(command: Command) -> Command:
    """`--players` and `--without`: for which table."""
    command = click.option(
        "--without",
        multiple=True,
        metavar="MODULE,…",
        help="Leave out modules of the game, as in --without princess,dark_side.",
    )(command)
    return click.option(
        "--players",
        type=click.IntRange(1),
        default=None,
        metavar="N",
        help="Only what N players need; without it, the whole box.",
    )(command)


def language_option(command: Command) -> Command:
    help = "The language of the texts, as in --lang es; xx makes every text longer, to see whether boxes hold it."
    return click.option("--lang", "language", default=None, metavar="LANGUAGE", help=help)(command)


def asked_of(players: int | None, without: tuple[str, ...]) -> Asked:
    """The table that `--players` and `--without` ask for."""
    names = [name.strip() for part in without for name in part.split(",") if name.strip()]
    return Asked(players, tuple(dict.fromkeys(names)))


def settings_of(pairs: tuple[str, ...]) -> dict[str, str]:
    """`name=value` texts as a mapping. Raises click.UsageError for anything else."""
    settings: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise click.UsageError(f"--set takes NAME=VALUE, found '{pair}'.")
        settings[name.strip()] = value.strip()
    return settings


def shared_settings(project: Project, games: Sequence[str], settings: Mapping[str, str]) -> dict[str, dict[str, str]]:
    """Which of `settings` each game takes: with several games, those that it has; a game alone gets them all.

    An option that none of several games has goes to the first, which will say that it does not know it.
    """
    if len(games) < 2 or not settings:
        return {game: dict(settings) for game in games}
    from questpress.diagnostics import Report
    from questpress.rules import load_rules

    shares: dict[str, dict[str, str]] = {game: {} for game in games}
    for game in games:
        options = load_rules(project, game, Report()).options
        shares[game] = {name: value for name, value in settings.items() if name in options}
    for name, value in settings.items():
        if not any(name in share for share in shares.values()):
            shares[games[0]][name] = value
    return shares


def shared_table(project: Project, games: Sequence[str], asked: Asked) -> dict[str, Asked]:
    """Which table each game is built for: with several games, what each of them declares of it; one alone gets it all.

    What none of several games declares goes to the first, which will say that it does not know it.
    """
    if len(games) < 2 or asked.whole:
        return {game: asked for game in games}
    from questpress.diagnostics import Report
    from questpress.rules import load_rules

    tables = {game: load_rules(project, game, Report()).table for game in games}
    counted = [game for game in games if tables[game].declared is not None] or games[:1]
    unknown = {name for name in asked.without if not any(name in table.modules for table in tables.values())}
    shares: dict[str, Asked] = {}
    for game in games:
        without = {name for name in asked.without if name in tables[game].modules}
        if game == games[0]:
            without |= unknown
        shares[game] = Asked(asked.players if game in counted else None, tuple(sorted(without)))
    return shares


def cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def project_of(folder: Path | None) -> Project:
    """The project that `--project` names, or the one around the current folder. Raises Failed."""
    return Project.find(folder if folder is not None else Path.cwd())
