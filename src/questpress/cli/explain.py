"""`questpress explain CODE`."""

from __future__ import annotations

import click

from questpress.cli.options import json_option
from questpress.cli.report import say_json
from questpress.codes import CODES
from questpress.diagnostics import nearest


@click.command(epilog="\b\nExamples:\n  questpress explain D021\n  questpress explain          list all codes")
@click.argument("code", required=False)
@json_option
def explain(code: str | None, as_json: bool) -> None:
    """Explain the diagnostic CODE: what it means and how to mend it. Without CODE, list all."""
    if code is None:
        if as_json:
            say_json([{"code": name, "title": entry.title} for name, entry in sorted(CODES.items())])
        else:
            for name, entry in sorted(CODES.items()):
                click.echo(f"{name}  {entry.title}")
        return
    name = code.strip().upper().strip("[]")
    entry = CODES.get(name)
    if entry is None:
        close = nearest(name, CODES)
        hint = f" Did you mean {close}?" if close else " 'questpress explain' lists all codes."
        raise click.UsageError(f"No code '{code}'.{hint}")
    if as_json:
        say_json({"code": name, "title": entry.title, "why": entry.why, "mend": entry.mend})
        return
    click.echo(f"{click.style(name, bold=True)}: {entry.title}\n\n{entry.why}\n\nWhat to do: {entry.mend}")
