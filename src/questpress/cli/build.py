"""`questpress build`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from questpress.cli.exits import exit_for
from questpress.cli.options import (
    games_argument,
    jobs_option,
    json_option,
    project_of,
    project_option,
    set_option,
    settings_of,
)
from questpress.cli.report import progress, say_json, tell

MOST_REASONS = 12


@click.command(
    epilog="\b\nExamples:\n  questpress build\n  questpress build meeple-quest --paper a4 --out ~/print\n"
    "  questpress build escort-quest --set capture=ignored --json"
)
@games_argument
@click.option("--target", default="home", show_default=True, metavar="NAME", help="Where the print goes.")
@click.option(
    "--paper", default=None, metavar="SIZE", help="letter, a4, … or a size such as 100x150mm; else the target's."
)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=None,
    metavar="DIR",
    help="Folder of the PDFs; else the project's output/.",
)
@set_option
@jobs_option
@project_option
@json_option
@click.pass_context
def build(
    ctx: click.Context,
    games: tuple[str, ...],
    target: str,
    paper: str | None,
    out: Path | None,
    settings: tuple[str, ...],
    jobs: int | None,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Check the GAMEs (all without) and print them to PDF.

    A game with an error prints nothing, and its earlier files stay as they are. What has not changed is not drawn
    again; the report says what was, and why.
    """
    from questpress.build import GameReport, Order, build_game

    chosen = settings_of(settings)
    project = project_of(folder)
    names = project.choose(games)
    order = Order(
        target, paper, out if out is not None else project.root / "output", jobs or os.cpu_count() or 1, chosen
    )
    reports: list[GameReport] = []
    with progress(not as_json) as step:
        for game in names:
            reports.append(build_game(project, game, order, step))
    findings = [finding for report in reports for finding in report.findings]
    if as_json:
        say_json({"out": str(order.out), "games": [report.as_json() for report in reports]})
    else:
        tell(findings)
        for report in reports:
            _tell_game(report, order.out)
    ctx.exit(int(exit_for(findings)))


def _tell_game(report, out: Path) -> None:  # type: ignore[no-untyped-def]
    name = click.style(report.title, bold=True)
    if report.failed:
        click.echo(f"{name}: nothing printed; mend the errors above (earlier files are as they were)")
        return
    written = sum(output.written for output in report.outputs)
    new = f"{written} written, " if written else "nothing changed, "
    kept = len(report.outputs) - written
    click.echo(f"{name}: {new}{kept} kept" if written else f"{name}: nothing changed, {len(report.outputs)} files kept")
    for output in report.outputs:
        mark = click.style("+", fg="green") if output.written else " "
        pages = f"{output.pages} page{'s' if output.pages > 1 else ''}"
        sheets = f"{output.sheets} sheet{'s' if output.sheets > 1 else ''}"
        click.echo(
            f"  {mark} {_shown(out / output.path)}  {sheets}, {pages}, {output.pieces} pieces, {output.length / 1024:.0f} KB"
        )
    _tell_redrawn(report)
    if report.solved:
        click.echo(f"  {report.solved} of {report.layouts} layouts judged anew")
    for path in report.stale:
        click.echo(f"  no longer made: {_shown(out / path)} (an earlier build left it)")


def _tell_redrawn(report) -> None:  # type: ignore[no-untyped-def]
    if not report.redrawn:
        return
    fresh = [face for face in report.redrawn if face.why == "new"]
    changed = [face for face in report.redrawn if face.why != "new"]
    if fresh:
        click.echo(f"  {len(fresh)} face{'s' if len(fresh) > 1 else ''} drawn for the first time")
    for face in changed[:MOST_REASONS]:
        click.echo(f"  redrawn: {face.component} {face.side}: {face.why}")
    if len(changed) > MOST_REASONS:
        click.echo(f"  … and {len(changed) - MOST_REASONS} more (--json lists all)")


def _shown(path: Path) -> str:
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)
