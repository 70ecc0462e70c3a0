"""`questpress calibrate`: a test sheet, what was read off it, and which calibrations there are."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from questpress.cli.exits import exit_for
from questpress.cli.faults import Misused, answering
from questpress.cli.options import OutPath, json_option, project_of, project_option
from questpress.cli.report import say_json, tell
from questpress.diagnostics import Diagnostic, Failed, Report

if TYPE_CHECKING:
    from questpress.press.calibration import Calibration
    from questpress.press.movement import Movement

LYING = ("portrait", "landscape")
FLIPPING = ("long", "short")
EXAMPLES = """\b
Examples:
  questpress calibrate sheet --paper a4
  questpress calibrate set office --at M 1.2 -0.4 --at A 1.4 -0.5 --at B 1.4 -0.3 --at C 1.0 -0.5 --at D 1.0 -0.3
  questpress calibrate set office --dx 1.2mm --dy -0.4mm --angle -0.15
  questpress calibrate sheet --calibration office
  questpress build --calibration office"""


_answering = partial(answering, about="calibrations")


@click.group(epilog=EXAMPLES)
def calibrate() -> None:
    """Make the backs of two-sided sheets meet their fronts on a printer that drifts.

    Print the test sheet on both sides, read on its back where the front's crosses show, store the numbers under the
    printer's name, and build with --calibration NAME: every back is moved by exactly that, about the middle of the
    paper. What you read is what backs are moved by: to the right, down and clockwise, as you look at the back.
    """


def _sheet_options(command: Any) -> Any:
    command = click.option(
        "--orientation", type=click.Choice(LYING), default="portrait", show_default=True, help="How the sheets lie."
    )(command)
    return click.option(
        "--flip", type=click.Choice(FLIPPING), default="long", show_default=True, help="The edge over which they turn."
    )(command)


def _paper_option(command: Any) -> Any:
    help = "letter, a4, … or a size such as 100x150mm."
    return click.option("--paper", default="letter", show_default=True, metavar="SIZE", help=help)(command)


@calibrate.command(
    epilog="\b\nExamples:\n  questpress calibrate sheet\n  questpress calibrate sheet --paper a4 --out test.pdf\n"
    "  questpress calibrate sheet --orientation landscape --flip short\n"
    "  questpress calibrate sheet --calibration office          does it meet now?"
)
@_paper_option
@_sheet_options
@click.option("--calibration", "name", default=None, metavar="NAME", help="Print the back as it moves it, to see.")
@click.option("--out", type=OutPath(path_type=Path), default=None, metavar="FILE", help="Else output/calibration.pdf.")
@project_option
@json_option
@click.pass_context
@_answering
def sheet(
    ctx: click.Context,
    paper: str,
    flip: str,
    orientation: str,
    name: str | None,
    out: Path | None,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Print a two-sided test sheet with crosses and scales; it says how to read it."""
    from questpress.press.arrange import duplex_of
    from questpress.press.movement import STILL
    from questpress.press.supplies import find_calibration
    from questpress.press.testsheet import draw
    from questpress.press.write import Meta, pages_pdf
    from questpress.project import shipped_templates

    if out is not None and out.suffix.lower() != ".pdf":
        raise click.UsageError(f"--out names a PDF, found '{out.name}'; write {out.stem}.pdf.")
    size = _paper(paper, orientation)
    project = project_of(folder) if name is not None or out is None else None
    moved = STILL
    if name is not None and project is not None:
        try:
            found = find_calibration(project, name)
        except Failed as failed:
            raise Misused(failed.diagnostics) from None
        moved, flip, size = found.movement, found.flip, _paper(paper, found.orientation)
    if out is None:
        assert project is not None
        out = project.root / "output" / f"calibration-{name}.pdf" if name else project.root / "output/calibration.pdf"
    pages = draw(size, flip, shipped_templates() / "fonts", moved)
    made = pages_pdf(out, pages, duplex_of(True, flip, "interleaved"), Meta("Test sheet of a calibration"))
    if as_json:
        say_json({"file": str(out), "pages": made.pages, "bytes": made.length, "sha256": made.sha256})
    else:
        click.echo(f"{out}: print it at 100 %, two-sided, flip on the {flip} edge; the sheet says the rest")


@calibrate.command(
    "set",
    epilog="\b\nExamples:\n"
    "  questpress calibrate set office --at M 1.2 -0.4\n"
    "  questpress calibrate set office --at A 1.4 -0.5 --at B 1.4 -0.3 --at C 1.0 -0.5 --at D 1.0 -0.3\n"
    "  questpress calibrate set office --dx 1.2mm --dy -0.4mm --angle 0.1 --scale-x 1 --scale-y 1.008",
)
@click.argument("name")
@click.option("--at", "readings", nargs=3, multiple=True, metavar="LETTER RIGHT DOWN", help="What was read, in mm.")
@click.option("--dx", default=None, metavar="LENGTH", help="To the right, as in 1.2mm; to the left below 0.")
@click.option("--dy", default=None, metavar="LENGTH", help="Down, as in 0.4mm; up below 0.")
@click.option("--angle", default=None, metavar="DEGREES", help="Clockwise.")
@click.option("--scale-x", default=None, metavar="FACTOR", help="So many times as wide, as in 1.002.")
@click.option("--scale-y", default=None, metavar="FACTOR", help="So many times as high.")
@_paper_option
@_sheet_options
@project_option
@json_option
@click.pass_context
@_answering
def set_(
    ctx: click.Context,
    name: str,
    readings: tuple[tuple[str, str, str], ...],
    paper: str,
    flip: str,
    orientation: str,
    folder: Path | None,
    as_json: bool,
    **numbers: str | None,
) -> None:
    """Store what was read off the test sheet as the calibration NAME, in calibrations/NAME.yaml.

    Either the readings with --at, of the middle M alone or of A, B, C and D too, or the numbers worked out by hand.
    All numbers are as you look at the back: right, down and clockwise count as +. What was stored before is replaced.
    """
    from questpress.artifacts import write_atomically
    from questpress.press.calibration import read_off, written
    from questpress.press.supplies import CALIBRATIONS
    from questpress.press.write import cannot_write

    project = project_of(folder)
    stated = {key: value for key, value in numbers.items() if value is not None}
    if bool(stated) == bool(readings):
        raise click.UsageError(
            "Give the readings with --at, or numbers with --dx, --dy, --angle, --scale-x, --scale-y."
        )
    try:
        moved = read_off(_readings(readings), _paper(paper, orientation)) if readings else None
        calibration = _checked(name, flip, orientation, stated, moved)
    except Failed as failed:
        raise Misused(failed.diagnostics) from None
    path = project.path(f"{CALIBRATIONS}/{name}.yaml")
    try:
        write_atomically(path, written(calibration).encode())
    except OSError as error:
        raise Failed([cannot_write(f"{CALIBRATIONS}/{name}.yaml", path, error)]) from None
    if as_json:
        say_json({"file": str(path), **calibration.as_json()})
    else:
        click.echo(f"{CALIBRATIONS}/{name}.yaml: {_told(calibration)}")


@calibrate.command("list", epilog="\b\nExamples:\n  questpress calibrate list\n  questpress calibrate list --json")
@project_option
@json_option
@click.pass_context
@_answering
def list_(ctx: click.Context, folder: Path | None, as_json: bool) -> None:
    """List the calibrations of the project."""
    from questpress.press.supplies import calibrations, find_calibration

    project = project_of(folder)
    report = Report()
    found: list[Calibration] = []
    for name in calibrations(project):
        try:
            found.append(find_calibration(project, name))
        except Failed as failed:
            report.extend(failed.diagnostics)
    if as_json:
        told = [finding.as_json() for finding in report.findings]
        say_json({"calibrations": [calibration.as_json() for calibration in found], "diagnostics": told})
    else:
        tell(report.findings)
        for calibration in found:
            click.echo(f"{click.style(calibration.name, bold=True)}: {_told(calibration)}")
        if not found and not report.findings:
            click.echo("no calibrations here; `questpress calibrate sheet` prints the test sheet for one")
    ctx.exit(int(exit_for(report.findings)))


@calibrate.command(
    epilog="\b\nExamples:\n  questpress calibrate show office\n  questpress calibrate show office --json"
)
@click.argument("name")
@project_option
@json_option
@click.pass_context
@_answering
def show(ctx: click.Context, name: str, folder: Path | None, as_json: bool) -> None:
    """Say what the calibration NAME moves backs by."""
    from questpress.press.supplies import calibrations, find_calibration

    project = project_of(folder)
    try:
        found = find_calibration(project, name)
    except Failed as failed:
        known = name in calibrations(project)
        raise (failed if known else Misused(failed.diagnostics)) from None
    if as_json:
        say_json(found.as_json())
    else:
        click.echo(f"{click.style(found.name, bold=True)}: {_told(found)}")


def _paper(paper: str, orientation: str) -> tuple[float, float]:
    from questpress.press.targets import read_paper

    try:
        short, long = sorted(read_paper(paper))
    except Failed as failed:
        raise Misused(failed.diagnostics) from None
    if short < 148 or long < 210:
        help = "take a larger paper from the same tray"
        raise Misused([Diagnostic("S005", f"'{paper}' has no room for the test sheet: A5 at least", None, help)])
    return (short, long) if orientation == "portrait" else (long, short)


def _readings(readings: tuple[tuple[str, str, str], ...]) -> dict[str, tuple[float, float]]:
    """The readings by station, in millimetres. Raises Failed."""
    from questpress.press.calibration import STATIONS
    from questpress.units import LengthError, millimetres

    report = Report()
    found: dict[str, tuple[float, float]] = {}
    for letter, right, down in readings:
        station = letter.upper()
        if station not in STATIONS or station in found:
            what = "comes twice" if station in found else f"is no letter of the sheet: {', '.join(STATIONS)}"
            report.error("S055", f"--at {letter} {what}", None, "write as in --at M 1.2 -0.4")
            continue
        pair = []
        for text in (right, down):
            try:
                pair.append(millimetres(text.replace("−", "-"), bare="mm"))
            except LengthError as error:
                report.error("D023", f"--at {letter}: {error}", None, error.remedy)
        if len(pair) == 2:
            found[station] = (pair[0], pair[1])
    report.stop_if_failed()
    return found


def _checked(name: str, flip: str, orientation: str, stated: dict[str, str], moved: Movement | None) -> Calibration:
    """The calibration that options or readings state, held to the bounds of its file. Raises Failed."""
    from questpress.press.calibration import CALIBRATION, Calibration, calibration_of, written
    from questpress.project import is_device
    from questpress.schema import INVALID, Reader
    from questpress.source import parse

    report = Report()
    named = {"calibration": name, "flip": flip, "orientation": orientation, **stated}
    text = written(Calibration(name, moved, flip, orientation)) if moved else _as_yaml(named)
    known = Reader(report, subject="calibrate set")
    values = CALIBRATION.read(parse(text, "calibrate set"), known)
    if values is INVALID or is_device(name):
        findings = [replace(finding, span=None) for finding in report.findings]
        raise Failed(findings or [Diagnostic("D021", f"'{name}' cannot be a file's name", None, "take another name")])
    return calibration_of(values)


def _as_yaml(values: dict[str, str]) -> str:
    return "".join(f"{key}: {json.dumps(value.replace('−', '-'))}\n" for key, value in values.items())


def _told(calibration: Calibration) -> str:
    """The calibration in words."""
    moved = calibration.movement
    parts = []
    for length, ways in ((moved.dx, ("right", "left")), (moved.dy, ("down", "up"))):
        if round(length, 2):
            parts.append(f"{abs(length):.2f} mm {ways[length < 0]}")
    if round(moved.angle, 3):
        parts.append(f"turned {abs(moved.angle):.3f}° {'counter' if moved.angle < 0 else ''}clockwise")
    for factor, what in ((moved.scale_x, "wide"), (moved.scale_y, "high")):
        if round(factor, 5) != 1:
            parts.append(f"{factor:.5f}".rstrip("0") + f" times as {what}")
    where = f"{calibration.orientation} sheets that flip on the {calibration.flip} edge"
    return f"backs of {where}: {', '.join(parts) or 'not moved'}"
