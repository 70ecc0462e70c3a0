"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from questpress.project import Project
from questpress.table import Asked

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


def cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def project_of(folder: Path | None) -> Project:
    """The project that `--project` names, or the one around the current folder. Raises Failed."""
    return Project.find(folder if folder is not None else Path.cwd())
