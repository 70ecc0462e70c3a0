"""`questpress solve`: layout files judged, legal or not, winnable or not, and in how many turns."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from questpress.cli.exits import Exit, exit_for
from questpress.cli.options import set_option, settings_of
from questpress.cli.report import tell
from questpress.diagnostics import Diagnostic, Failed, Span, nearest
from questpress.play.game import Engine, Judgement
from questpress.project import Project, game_name
from questpress.source import Map, Node, Scalar, load

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
    project = _project_around(path)
    engine = _engine_of(node, path, name)
    _check_settings(engine, project, settings)
    return engine.judge(node, name, project, settings, limit=limit, first_plies=first_plies)


def _project_around(path: Path) -> Project | None:
    try:
        return Project.find(path.resolve().parent)
    except Failed:
        return None


def _engine_of(node: Node, path: Path, name: str) -> Engine:
    """The engine of the game that a layout says it is of; without a word of it, of the folder that it lies in."""
    from questpress import games

    said = node.get("game") if isinstance(node, Map) else None
    if isinstance(said, Scalar) and not said.is_null:
        game, span = game_name(said.text), said.span
    else:
        parts = path.resolve().parts
        lies_in = [parts[i + 1] for i in range(len(parts) - 2) if parts[i] == "layouts"]
        game, span = game_name(lies_in[-1]) if lies_in else "", node.span
    found = games.engine(game)
    if found is not None:
        return found
    known = games.names()
    if not game:
        help = "start the file with `game: NAME`; games that can be played: " + ", ".join(known)
        raise Failed([Diagnostic("D011", "'game' is missing", span if span.line else Span(name), help)])
    close = nearest(game, known)
    help = f"did you mean '{close}'?" if close else "games that can be played: " + ", ".join(known)
    raise Failed([Diagnostic("D016", f"no rules are known here for the game '{game}'", span, help)])


def _check_settings(engine: Engine, project: Project | None, settings: Mapping[str, str]) -> None:
    """Raises click.UsageError for an option or a value that the game's rules do not have."""
    if not settings:
        return
    values = engine.option_values(project)
    for name, value in settings.items():
        known = values.get(name)
        if known is None:
            close = nearest(name, values)
            hint = f"Did you mean '{close}'?" if close else "Options: " + ", ".join(values) + "."
            raise click.UsageError(f"{engine.NAME} has no rule option '{name}'. {hint}")
        if value not in known:
            close = nearest(value, known)
            hint = f" Did you mean '{close}'?" if close else ""
            raise click.UsageError(f"{name} must be one of {', '.join(known)}, found '{value}'.{hint}")


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
