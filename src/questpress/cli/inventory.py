"""`questpress inventory`."""

from __future__ import annotations

from pathlib import Path

import click

from questpress.cli.exits import exit_for
from questpress.cli.options import games_argument, games_of, json_option, project_of, project_option
from questpress.cli.report import say_json, tell


@click.command(epilog="\b\nExamples:\n  questpress inventory escort-quest\n  questpress inventory --json")
@games_argument
@project_option
@json_option
@click.pass_context
def inventory(ctx: click.Context, games: tuple[str, ...], folder: Path | None, as_json: bool) -> None:
    """List every component of the GAMEs (all without): kind, faces, trim, quantity, sheet."""
    from questpress.inventory import list_components

    project = project_of(folder)
    components, findings = list_components(project, games_of(project, games))
    tell(findings)
    if as_json:
        say_json([component.as_json() for component in components])
    else:
        _table(components)
    ctx.exit(int(exit_for(findings)))


def _table(components: list) -> None:
    rows = [("game", "kind", "component", "faces", "trim (mm)", "quantity", "sheet")]
    for c in components:
        trim = f"{c.trim_mm[0]:g} × {c.trim_mm[1]:g}"
        rows.append((c.game, c.kind, c.id, str(c.faces), trim, str(c.quantity), c.sheet))
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    for number, row in enumerate(rows):
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        click.echo(click.style(line, bold=True) if number == 0 else line)
    total = sum(c.quantity for c in components)
    click.echo(f"{len(components)} components, {total} pieces")
