"""`questpress trace`: the winning line of layouts, turn by turn."""

from __future__ import annotations

import json
from pathlib import Path

import click

from questpress.cli.exits import Exit, exit_for
from questpress.cli.layouts import check_settings, engine_of, project_around
from questpress.cli.options import set_option, settings_of
from questpress.cli.report import tell
from questpress.diagnostics import Diagnostic, Failed
from questpress.play.game import Traced
from questpress.source import load

EXAMPLES = """\b
Examples:
  questpress trace layouts/escort_quest/puzzles/nine-bells.yaml
  questpress trace my-layout.yaml --set capture=ignored

\b
Exit codes: 0 every file has a line, 5 one cannot be won, 1 one cannot be read as a layout, 2 wrong usage."""


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@set_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file and line on standard output.")
@click.pass_context
def trace(ctx: click.Context, files: tuple[str, ...], settings: tuple[str, ...], as_json: bool) -> None:
    """Tell how each layout FILE is won: what every token does, turn by turn.

    Where the adversary has several ways, the line takes the one that holds you up longest; the others follow below.
    """
    chosen = settings_of(settings)
    findings: list[Diagnostic] = []
    hopeless = False
    for number, file in enumerate(files):
        path = Path(file)
        try:
            node = load(path, path.as_posix())
            project = project_around(path)
            engine = engine_of(node, path, path.as_posix())
            check_settings(engine, project, chosen)
            told = engine.trace(node, path.as_posix(), project, chosen)
        except Failed as failed:
            tell(failed.diagnostics)
            findings += failed.diagnostics
            continue
        hopeless = hopeless or not told.turns
        if as_json:
            click.echo(json.dumps(_plain(file, told), ensure_ascii=False))
        else:
            if number:
                click.echo()
            _say(told)
    code = exit_for(finding for finding in findings if finding.is_error)
    ctx.exit(int(Exit.LAYOUT if code is Exit.GOOD and hopeless else code))


def _say(told: Traced) -> None:
    count = len(told.turns)
    verdict = f"won in {count} turn{'' if count == 1 else 's'}" if count else told.reason
    click.echo(f"{click.style(told.title, bold=True)}: {verdict}")
    for number, (ply, lines) in enumerate(told.turns, 1):
        click.echo(f"{number:>4}  {click.style(f'{ply:<5}', bold=True)} {lines[0] if lines else ''}".rstrip())
        for line in lines[1:]:
            click.echo(" " * 12 + line)
    if told.branches:
        click.echo("  otherwise:")
        for branch in told.branches:
            click.echo("    " + branch)


def _plain(file: str, told: Traced) -> dict[str, object]:
    return {
        "file": file,
        "title": told.title,
        "depth": len(told.turns) or None,
        "turns": [{"ply": ply, "told": list(lines)} for ply, lines in told.turns],
        "branches": list(told.branches),
        "reason": told.reason,
    }
