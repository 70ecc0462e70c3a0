"""`questpress solve`: layout files judged, legal or not, winnable or not, and in how many turns."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from questpress.cli.exits import Exit, exit_for
from questpress.cli.layouts import check_settings, engine_of, project_around
from questpress.cli.options import set_option, settings_of
from questpress.cli.report import tell
from questpress.diagnostics import Diagnostic, Failed
from questpress.play.game import Judgement
from questpress.source import load

EXAMPLES = """\b
Examples:
  questpress solve layouts/escort_quest/puzzles/*.yaml
  questpress solve my-layout.yaml --first-plies
  questpress solve my-layout.yaml --set capture=ignored --json
  questpress solve big-board.yaml --limit 200000

\b
Exit codes: 0 every file legal and winnable (or undecided at the limit), 5 a file illegal or not winnable,
1 a file that cannot be read as a layout, 2 wrong usage."""


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--first-plies", is_flag=True, help="Also name every first direction after which a win is still certain.")
@click.option(
    "--limit",
    type=click.IntRange(1),
    default=None,
    metavar="POSITIONS",
    help="Examine at most so many positions a file; without it, as many as it takes.",
)
@set_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file and line on standard output.")
@click.pass_context
def solve(
    ctx: click.Context,
    files: tuple[str, ...],
    first_plies: bool,
    limit: int | None,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Say of each layout FILE whether it is legal, whether it can be won, and in how many turns.

    A file inside a project may name that project's boards and tilesheets; a file elsewhere holds its own board.
    """
    chosen = settings_of(settings)
    findings: list[Diagnostic] = []
    failed = False
    for file in files:
        began = time.perf_counter()
        try:
            judgement = _judge(file, chosen, limit, first_plies)
        except Failed as failure:
            tell(failure.diagnostics)
            findings += failure.diagnostics
            if as_json:
                click.echo(json.dumps(_unreadable(file, failure), ensure_ascii=False))
            continue
        seconds = time.perf_counter() - began
        failed = failed or not judgement.legal or judgement.winnable is False
        if as_json:
            click.echo(json.dumps(_plain(file, judgement, seconds, first_plies), ensure_ascii=False))
        else:
            tell(judgement.diagnostics)
            _say(file, judgement, seconds, first_plies)
    code = exit_for(finding for finding in findings if finding.is_error)
    ctx.exit(int(Exit.LAYOUT if code is Exit.GOOD and failed else code))


def _judge(file: str, settings: Mapping[str, str], limit: int | None, first_plies: bool) -> Judgement:
    path = Path(file)
    name = path.as_posix()
    node = load(path, name)
    project = project_around(path)
    engine = engine_of(node, path, name)
    check_settings(engine, project, settings)
    return engine.judge(node, name, project, settings, limit=limit, first_plies=first_plies)


def _plain(file: str, judgement: Judgement, seconds: float, first_plies: bool) -> dict[str, Any]:
    told: dict[str, Any] = {
        "file": file,
        "legal": judgement.legal,
        "breaches": list(judgement.breaches),
        "warnings": list(judgement.warnings),
        "winnable": judgement.winnable,
        "depth": judgement.depth,
        "positions": judgement.positions,
        "seconds": round(seconds, 6),
    }
    if judgement.winnable is None:
        told["reason"] = judgement.reason
    if first_plies:
        plies = judgement.first_winning_plies
        told["first_winning_plies"] = None if plies is None else list(plies)
    return told


def _unreadable(file: str, failure: Failed) -> dict[str, Any]:
    return {
        "file": file,
        "legal": None,
        "breaches": [],
        "warnings": [],
        "winnable": None,
        "depth": None,
        "positions": 0,
        "seconds": 0.0,
        "reason": "the file cannot be read as a layout",
        "diagnostics": [finding.as_json() for finding in failure.diagnostics],
    }


def _say(file: str, judgement: Judgement, seconds: float, first_plies: bool) -> None:
    law = "legal" if judgement.legal else "illegal"
    if judgement.winnable:
        verdict = f"winnable in {judgement.depth} turn{'' if judgement.depth == 1 else 's'}"
    elif judgement.winnable is False:
        verdict = "cannot be won"
    else:
        verdict = f"undecided: {judgement.reason}"
    colour = "green" if judgement.legal and judgement.winnable else "yellow" if judgement.winnable is None else "red"
    counted = f"{judgement.positions} positions, {seconds:.2f} s"
    click.echo(f"{click.style(file, bold=True)}: {click.style(f'{law}, {verdict}', fg=colour)} ({counted})")
    if judgement.line:
        more = " …, then it depends on the goblin" if judgement.ties else ""
        click.echo("  line: " + " ".join(judgement.line) + more)
    if first_plies:
        plies = judgement.first_winning_plies
        told = "not decided within the limit" if plies is None else " ".join(plies) or "none"
        click.echo("  first plies that still win: " + told)
