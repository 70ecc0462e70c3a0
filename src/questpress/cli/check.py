"""`questpress check`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from questpress.cli.exits import exit_for
from questpress.cli.faults import answering
from questpress.cli.options import (
    HOME,
    asked,
    cores,
    duplex_options,
    games_argument,
    json_option,
    language_option,
    overrides_of,
    project_option,
    scale_option,
    set_option,
    table_options,
)
from questpress.cli.report import progress, say_json, tell

EXAMPLES = """\b
Examples:
  questpress check
  questpress check escort-quest --set goblin_sight=torus
  questpress check escort-quest --prove
  questpress check escort-quest --scale 80%           is the type still legible?"""


@click.command(epilog=EXAMPLES)
@games_argument
@click.option("--target", default=HOME, show_default=True, metavar="NAME", help="Whose sheets the decks must fit.")
@click.option(
    "--paper", default=None, metavar="SIZE", help="letter, a4, … or a size such as 100x150mm; else the target's."
)
@duplex_options
@scale_option
@table_options
@language_option
@set_option
@click.option("--prove", is_flag=True, help="Solve every layout again, also where its stored solution wins.")
@project_option
@json_option
@click.pass_context
@answering
def check(
    ctx: click.Context,
    games: tuple[str, ...],
    target: str,
    paper: str | None,
    flip: str | None,
    fold: str | None,
    stacks: str | None,
    back_order: str | None,
    scales: tuple[str, ...],
    players: int | None,
    without: tuple[str, ...],
    language: str | None,
    settings: tuple[str, ...],
    prove: bool,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Check data, templates, text fit, drawing, sheets and layouts of the GAMEs (all without); print nothing.

    A layout with a stored solution is believed when that solution wins by the rules; --prove solves it besides, so that
    its number of turns is proved to be the fewest.

    Exit code 1 for faults of data, templates or sheets, 5 for layouts that are illegal or cannot be won.
    """
    from questpress.build import Order, check_game

    wanted = asked(folder, games, settings, target, paper, players, without, language)
    project, names = wanted.project, wanted.games
    overrides = overrides_of(names, flip, fold, stacks, back_order, scales)
    order = Order(target, paper, project.root / "output", cores(), overrides=overrides, prove=prove)
    with progress(not as_json) as step:
        reports = [check_game(project, game, replace(order, **wanted.of(game)), step) for game in names]
    findings = [finding for report in reports for finding in report.findings]
    if as_json:
        say_json({"games": [report.as_json() for report in reports]})
    else:
        tell(findings)
        for report in reports:
            state = click.style("faulty", fg="red") if report.failed else click.style("good", fg="green")
            layouts = f", {report.layouts} layouts ({report.solved} judged anew)" if report.layouts else ""
            click.echo(f"{report.title}: {state}; {report.faces} faces{layouts}")
    ctx.exit(int(exit_for(findings)))
