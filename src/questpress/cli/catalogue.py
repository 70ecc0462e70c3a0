"""`questpress catalogue`: the puzzles of a project, listed; or measured anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from questpress.cli.exits import exit_for
from questpress.cli.layouts import engine_named, layouts_of
from questpress.cli.options import json_option, project_of, project_option
from questpress.cli.report import progress, say_json, tell
from questpress.diagnostics import Diagnostic, Failed
from questpress.play.catalogue import Catalogue, read_catalogue
from questpress.play.game import Engine
from questpress.project import Project

EXAMPLES = """\b
Examples:
  questpress catalogue
  questpress catalogue escort-quest --json
  questpress catalogue escort-quest --measure"""


@click.command(epilog=EXAMPLES)
@click.argument("games", nargs=-1, metavar="[GAME]…")
@click.option("--measure", is_flag=True, help="Measure each puzzle and write features and grade into its file.")
@project_option
@json_option
@click.pass_context
def catalogue(ctx: click.Context, games: tuple[str, ...], measure: bool, folder: Path | None, as_json: bool) -> None:
    """List the puzzles of the GAMEs (all without): name, board, grade, depth, features, the easiest first."""
    from questpress import games as engines

    project = project_of(folder)
    chosen = [engine_named(game) for game in games]
    if not chosen:
        found = [engines.engine(game) for game in project.games()]
        chosen = [engine for engine in found if engine is not None]
    findings: list[Diagnostic] = []
    told: list[Catalogue] = []
    for engine in chosen:
        if measure:
            findings += _measure(engine, project, as_json)
        told.append(read_catalogue(engine, project, layouts_of(project, engine)))
        findings += told[-1].findings
    if as_json:
        say_json({"games": [_plain(one) for one in told], "diagnostics": [found.as_json() for found in findings]})
    else:
        tell(findings)
        for one in told:
            _say(one)
    ctx.exit(int(exit_for(findings)))


def _measure(engine: Engine, project: Project, quiet: bool) -> list[Diagnostic]:
    from questpress.artifacts import write_atomically

    findings: list[Diagnostic] = []
    files = layouts_of(project, engine)
    with progress(not quiet) as step:
        for number, file in enumerate(files):
            step("measuring", number, len(files))
            try:
                text, _ = engine.measured(project, file)
            except Failed as failed:
                findings += failed.diagnostics
                continue
            if text != project.text(file):
                write_atomically(project.path(file), text.encode())
    return findings


def _plain(told: Catalogue) -> dict[str, Any]:
    counts = {grade or "none": count for grade, count in told.counts.items()}
    return {"game": told.game, "grades": counts, "puzzles": [dict(entry) for entry in told.entries]}


_COLUMNS = (
    ("depth", "depth"),
    ("first", "first_plies"),
    ("random", "random_wins"),
    ("greedy", "greedy_wins"),
    ("2-ply", "two_ply_wins"),
    ("kinds", "kinds"),
    ("traps", "traps"),
    ("robust", "robust"),
)


def _say(told: Catalogue) -> None:
    wide = max((len(entry["name"]) for entry in told.entries), default=4)
    boards = max((len(entry["board"] or "–") for entry in told.entries), default=5)
    grades = max((len(grade) for grade in told.grades), default=5)
    click.echo(click.style(f"{told.game}: {len(told.entries)} puzzles", bold=True))
    if told.entries:
        head = f"{'name':<{wide}}  {'size':>7}  {'board':<{boards}}  {'grade':<{grades}}"
        click.echo(click.style(head + "".join(f"{name:>8}" for name, _ in _COLUMNS), dim=True))
    for entry in told.entries:
        size = f"{entry['columns']} × {entry['rows']}"
        line = f"{entry['name']:<{wide}}  {size:>7}  {entry['board'] or '–':<{boards}}"
        line += f"  {entry['grade'] or '–':<{grades}}"
        if entry["features"]:
            values = (entry["features"][measure] for _, measure in _COLUMNS)
            line += "".join(f"{_word(value):>8}" for value in values)
        click.echo(line)
    if told.entries:
        click.echo("  ".join(f"{grade or 'ungraded'} {count}" for grade, count in told.counts.items()))


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
