"""`questpress build`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from questpress.cli.exits import exit_for
from questpress.cli.faults import Misused, answering
from questpress.cli.options import (
    HOME,
    OutPath,
    asked,
    cores,
    duplex_options,
    games_argument,
    jobs_option,
    json_option,
    language_option,
    overrides_of,
    project_option,
    scale_option,
    set_option,
    table_options,
)
from questpress.cli.report import progress, say_json, tell
from questpress.diagnostics import Failed, Severity
from questpress.project import Project

MOST_REASONS = 12


@click.command(
    epilog="\b\nExamples:\n  questpress build\n  questpress build meeple-quest --paper a4 --out ~/print\n"
    "  questpress build meeple-quest --fold vertical\n"
    "  questpress build meeple-quest --stacks apart --back-order reverse\n"
    "  questpress build meeple-quest --target the-game-crafter\n"
    "  questpress build escort-quest --cut-files\n"
    "  questpress build meeple-quest --calibration office\n"
    "  questpress build escort-quest --scale letter-8x10=150%\n"
    "  questpress build escort-quest --puzzle nine-bells\n"
    "  questpress build escort-quest --set capture=ignored --json\n"
    "  questpress build meeple-quest --players 2 --without princess,dark_side"
)
@games_argument
@click.option("--target", default=HOME, show_default=True, metavar="NAME", help="Where the print goes.")
@click.option(
    "--paper", default=None, metavar="SIZE", help="letter, a4, … or a size such as 100x150mm; else the target's."
)
@click.option(
    "--out",
    type=OutPath(path_type=Path),
    default=None,
    metavar="DIR",
    help="Folder of the files; else the project's output/.",
)
@duplex_options
@scale_option
@click.option("--cut-files", is_flag=True, help="Beside each PDF, an SVG of every sheet side for a cutting machine.")
@click.option(
    "--calibration",
    "calibrations",
    multiple=True,
    metavar="NAME",
    help="Move every back as this calibration of your printer asks; several for sheets that lie and turn otherwise.",
)
@table_options
@language_option
@click.option(
    "--puzzle",
    "puzzles",
    multiple=True,
    metavar="NAME",
    help="Print only the set-up sheet of this puzzle: its board with the tiles in place. May be given several times.",
)
@set_option
@jobs_option
@project_option
@json_option
@click.pass_context
@answering
def build(
    ctx: click.Context,
    games: tuple[str, ...],
    target: str,
    paper: str | None,
    out: Path | None,
    flip: str | None,
    fold: str | None,
    stacks: str | None,
    back_order: str | None,
    cut_files: bool,
    calibrations: tuple[str, ...],
    scales: tuple[str, ...],
    players: int | None,
    without: tuple[str, ...],
    language: str | None,
    puzzles: tuple[str, ...],
    settings: tuple[str, ...],
    jobs: int | None,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Check the GAMEs (all without) and print them to PDF.

    A game with an error prints nothing, and its earlier files stay as they are; where preflight finds the error in a
    file for a press, that file is left beside as NAME.rejected.pdf. What has not changed is not drawn again; the
    report says what was, and why.
    """
    from questpress.build import GameReport, Order, build_game

    wanted = asked(folder, games, settings, target, paper, players, without, language)
    project, names = wanted.project, wanted.games
    if puzzles and len(names) > 1:
        raise click.UsageError("--puzzle prints the sheets of one game: name it, as in build GAME --puzzle NAME.")
    place = out if out is not None else project.root / "output"
    order = Order(target, paper, place, jobs or cores(), cards=puzzles)
    overrides = overrides_of(names, flip, fold, stacks, back_order, scales, cut_files or None)
    order = replace(order, overrides=overrides, calibrations=calibrations)
    _together(project, target, fold, stacks, back_order)
    if fold not in (None, "none") and calibrations:
        raise click.UsageError("--fold prints on one side, where no back has to be moved: leave out --calibration.")
    _known(project, calibrations)
    reports: list[GameReport] = []
    with progress(not as_json) as step:
        for game in names:
            reports.append(build_game(project, game, replace(order, **wanted.of(game)), step))
    findings = [finding for report in reports for finding in report.findings]
    if as_json:
        say_json({"out": str(order.out), "games": [report.as_json() for report in reports]})
    else:
        # Notes belong to what was just written; repeating them at every build would hide what is new.
        told = [r for r in reports if r.failed or r.redrawn or r.stale or any(file.written for file in r.outputs)]
        fresh = {id(finding) for report in told for finding in report.findings}
        tell(finding for finding in findings if finding.severity is not Severity.NOTE or id(finding) in fresh)
        for report in reports:
            _tell_game(report, order.out)
    ctx.exit(int(exit_for(findings)))


def _together(project: Project, name: str, fold: str | None, stacks: str | None, back_order: str | None) -> None:
    """Raises click.UsageError for options that the target cannot follow; what is wrong in its file is told later."""
    from questpress.press.supplies import find_target

    try:
        target = find_target(project, name)
    except Failed:
        return
    if fold not in (None, "none") and not target.imposed:
        raise click.UsageError(f"--fold is of sheets: the target '{name}' puts one component on a page.")
    if stacks not in (None, "both") and target.format != "pdf":
        raise click.UsageError(f"--stacks is of PDFs: the target '{name}' makes pictures.")
    if back_order is not None and (stacks or target.stacks) in ("both", "fronts"):
        raise click.UsageError("--back-order is of backs in a file of their own: add --stacks apart or --stacks backs.")


def _known(project: Project, calibrations: tuple[str, ...]) -> None:
    """Raises Misused for calibrations that are not there; what is wrong in their files is told with all else."""
    from questpress.press.supplies import find_calibrations

    try:
        find_calibrations(project, calibrations)
    except Failed as failed:
        faults = [finding for finding in failed.diagnostics if finding.span is None]
        if faults:
            raise Misused(faults) from None


def _tell_game(report, out: Path) -> None:  # type: ignore[no-untyped-def]
    name = click.style(report.title, bold=True)
    made = [_shown(out / output.path) for output in report.outputs if output.written and output.form != "report"]
    if report.failed and made:
        done = ", ".join(made[:MOST_REASONS]) + (f" and {len(made) - MOST_REASONS} more" if made[MOST_REASONS:] else "")
        click.echo(f"{name}: stopped after {done}; the other files are as they were")
        return
    if report.failed:
        click.echo(f"{name}: nothing printed; mend the errors above (earlier files are as they were)")
        return
    counted = [output for output in report.outputs if output.form != "report"]
    written = sum(output.written for output in counted)
    kept = len(counted) - written
    click.echo(f"{name}: {written} written, {kept} kept" if written else f"{name}: nothing changed, {kept} files kept")
    for output in (output for output in report.outputs if output.form == "pdf"):
        mark = click.style("+", fg="green") if output.written else " "
        pages = f"{output.pages} page{'s' if output.pages > 1 else ''}"
        sheets = f"{output.sheets} sheet{'s' if output.sheets > 1 else ''}"
        pieces = f"{output.pieces} piece{'s' if output.pieces > 1 else ''}"
        click.echo(f"  {mark} {_shown(out / output.path)}  {sheets}, {pages}, {pieces}, {output.length / 1024:.0f} KB")
    _tell_pictures(report, out)
    _tell_redrawn(report)
    if report.solved:
        click.echo(f"  {report.solved} of {report.layouts} layouts judged anew")
    for path in report.stale[:MOST_REASONS]:
        advice = "; delete it before you upload the folder" if path.endswith(".png") else ""
        click.echo(f"  no longer made: {_shown(out / path)} (an earlier build left it{advice})")
    if len(report.stale) > MOST_REASONS:
        click.echo(f"  … and {len(report.stale) - MOST_REASONS} more (--json lists all)")


def _tell_pictures(report, out: Path) -> None:  # type: ignore[no-untyped-def]
    """The pictures of faces and the cut files, a line a deck."""
    decks: dict[tuple[str, str], list] = {}  # type: ignore[type-arg]
    for output in report.outputs:
        if output.form not in ("pdf", "report"):
            decks.setdefault((output.deck, output.form), []).append(output)
    for (_, form), files in decks.items():
        written = sum(file.written for file in files)
        mark = click.style("+", fg="green") if written else " "
        what = "cut file" if form == "svg" else "picture"
        size = "" if form == "svg" else " of {} × {} pixels".format(*files[0].pixels)
        count = f"{len(files)} {what}{'s' if len(files) > 1 else ''}{size}"
        length = sum(file.length for file in files) / 1024
        first, more = _shown(out / files[0].path), len(files) - 1
        where = f"{first} and {more} more" if more else first
        click.echo(f"  {mark} {where}  {count}, {written} written, {length:.0f} KB")


def _tell_redrawn(report) -> None:  # type: ignore[no-untyped-def]
    if not report.redrawn:
        return
    fresh = [face for face in report.redrawn if face.why == "new"]
    changed = [face for face in report.redrawn if face.why != "new"]
    if fresh:
        click.echo(f"  {len(fresh)} face{'s' if len(fresh) > 1 else ''} drawn for the first time")
    for face in changed[:MOST_REASONS]:
        which = f"page {face.page}" if face.page else face.side
        click.echo(f"  redrawn: {face.component} {which}: {face.why}")
    if len(changed) > MOST_REASONS:
        click.echo(f"  … and {len(changed) - MOST_REASONS} more (--json lists all)")


def _shown(path: Path) -> str:
    try:
        return path.resolve().relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)
