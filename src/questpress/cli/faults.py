"""Faults of the command line itself, and how a command that cannot begin answers all the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from questpress.cli.exits import Exit, exit_for
from questpress.cli.report import say_json, tell
from questpress.diagnostics import Failed


class Misused(Failed):
    """The command line names something that is not there: a game, a target, a paper, a rule option."""


def exit_of(failed: Failed) -> Exit:
    """The exit code for a command that could not begin: USAGE where the command line is at fault."""
    return Exit.USAGE if isinstance(failed, Misused) else exit_for(failed.diagnostics)


def answering(command: Callable[..., Any], about: str = "games") -> Callable[..., Any]:
    """The command, which with `--json` prints its object also where it could not begin: no games, the diagnostics.

    `about` is the key of what the command tells of.
    """

    @wraps(command)
    def answered(ctx: click.Context, *, as_json: bool, **arguments: Any) -> Any:
        try:
            return command(ctx, as_json=as_json, **arguments)
        except Failed as failed:
            if as_json:
                say_json({about: [], "diagnostics": [finding.as_json() for finding in failed.diagnostics]})
            else:
                tell(failed.diagnostics)
            ctx.exit(int(exit_of(failed)))

    return answered
