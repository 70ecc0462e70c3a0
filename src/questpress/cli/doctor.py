"""`questpress doctor`."""

from __future__ import annotations

import click

from questpress.cli.exits import Exit
from questpress.cli.options import json_option
from questpress.cli.report import say_json


@click.command(epilog="\b\nExamples:\n  questpress doctor\n  questpress doctor --json")
@json_option
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Say what is installed, what is missing, and the remedy. Exit 3 if something needed is missing."""
    from questpress.machine import examine

    found = examine()
    if as_json:
        say_json([part.as_json() for part in found])
    else:
        for part in found:
            mark, colour = (
                ("ok", "green") if part.version else (("missing", "red") if part.needed else ("absent", "yellow"))
            )
            click.echo(f"{click.style(f'{mark:8}', fg=colour)} {part.name:<16} {part.version or part.remedy}")
            if not part.version:
                click.echo(f"{'':9}{part.purpose}")
    ctx.exit(int(Exit.MACHINE if any(part.needed and not part.version for part in found) else Exit.GOOD))
