"""`questpress verify`: the solutions stored with layouts, replayed by the rules without any solving."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from questpress.cli.exits import exit_for
from questpress.cli.layouts import check_settings, engine_of, project_around
from questpress.cli.options import set_option, settings_of
from questpress.cli.report import tell
from questpress.diagnostics import Diagnostic, Failed
from questpress.play.game import Verified
from questpress.source import load

EXAMPLES = """\b
Examples:
  questpress verify layouts/escort_quest/puzzles/*.yaml
  questpress verify my-layout.yaml --prove --json
  questpress verify my-layout.yaml --renew

\b
Exit codes: 0 every solution holds, 5 one does not or is missing, 1 a file that cannot be read as a layout,
2 wrong usage."""


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@click.option("--prove", is_flag=True, help="Solve each layout too, and compare the number of turns.")
@click.option("--renew", is_flag=True, help="Solve each layout and write its solution into the file, then replay it.")
@set_option
@click.option("--json", "as_json", is_flag=True, help="One JSON object a file and line on standard output.")
@click.pass_context
def verify(
    ctx: click.Context,
    files: tuple[str, ...],
    prove: bool,
    renew: bool,
    settings: tuple[str, ...],
    as_json: bool,
) -> None:
    """Replay the solution stored in each layout FILE by the rules alone, and say whether it wins.

    Every equally good step of the goblin must be answered. Nothing is solved unless --prove or --renew asks for it.
    """
    chosen = settings_of(settings)
    findings: list[Diagnostic] = []
    for file in files:
        began = time.perf_counter()
        try:
            verified = _verify(file, chosen, prove, renew)
        except Failed as failure:
            tell(failure.diagnostics)
            findings += failure.diagnostics
            if as_json:
                told = _plain(file, Verified(diagnostics=tuple(failure.diagnostics)), 0.0)
                click.echo(json.dumps(told, ensure_ascii=False))
            continue
        seconds = time.perf_counter() - began
        findings += verified.diagnostics
        if as_json:
            click.echo(json.dumps(_plain(file, verified, seconds), ensure_ascii=False))
        else:
            tell(verified.diagnostics)
            _say(file, verified, seconds)
    ctx.exit(int(exit_for(findings)))


def _verify(file: str, settings: Mapping[str, str], prove: bool, renew: bool) -> Verified:
    from questpress.artifacts import write_atomically

    path = Path(file)
    name = path.as_posix()
    node = load(path, name)
    project = project_around(path)
    engine = engine_of(node, path, name)
    check_settings(engine, project, settings)
    if renew:
        text = engine.renewed(node, name, project, settings, path.read_text(encoding="utf-8"))
        write_atomically(path, text.encode())
        node = load(path, name)
    return engine.verify(node, name, project, settings, prove)


def _plain(file: str, verified: Verified, seconds: float) -> dict[str, Any]:
    return {
        "file": file,
        "holds": verified.holds,
        "turns": verified.turns,
        "lines": verified.lines,
        "positions": verified.positions,
        "edited": verified.edited,
        "faults": list(verified.faults),
        "diagnostics": [finding.as_json() for finding in verified.diagnostics],
        "seconds": round(seconds, 6),
    }


def _say(file: str, verified: Verified, seconds: float) -> None:
    if verified.holds:
        turns = f"{verified.turns} turn{'' if verified.turns == 1 else 's'}"
        lines = f" in {verified.lines} lines" if verified.lines > 1 else ""
        state = click.style(f"wins in {turns}{lines}", fg="green")
    else:
        state = click.style("no solution" if verified.turns is None else "does not hold", fg="red")
    click.echo(f"{click.style(file, bold=True)}: {state} ({verified.positions} positions, {1000 * seconds:.1f} ms)")
