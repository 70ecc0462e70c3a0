"""`questpress preflight`: PDFs, ours and strangers', as a print house looks at them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from questpress.cli.exits import exit_for
from questpress.cli.faults import Misused
from questpress.cli.options import json_option, project_of, project_option
from questpress.cli.report import progress, say_json, tell
from questpress.diagnostics import Diagnostic, Failed, Severity
from questpress.project import Project

if TYPE_CHECKING:
    from questpress.press.preflight.findings import Verdict
    from questpress.press.preflight.wants import Wants

EXAMPLES = """\b
Examples:
  questpress preflight output/*/*.pdf
  questpress preflight cards.pdf --target home
  questpress preflight from-a-designer.pdf --json

\b
Exit codes: 0 no error, 4 an error in one of the files, 2 wrong usage. 'questpress explain P122' tells what a
finding means."""


@click.command(epilog=EXAMPLES)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE…", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--target", default=None, metavar="NAME", help="Hold the files against this target's demands.")
@project_option
@json_option
@click.pass_context
def preflight(
    ctx: click.Context, files: tuple[Path, ...], target: str | None, folder: Path | None, as_json: bool
) -> None:
    """Say what a print house would find in each PDF FILE, before it does; nothing is changed.

    Syntax, PDF/X identity, page boxes, fonts, RGB wherever it hides, overprint, image resolution, thin lines, small
    text, transparency where it is forbidden; ink on the plates, bleed and text at the trim are measured on drawn pages
    (plates at 100 pixels an inch). Each finding names page and place (millimetres from the page's top left
    corner) and, in our own files, the component.

    With --target a file is held against what that target asks for. Without it, against what the file itself claims: a
    PDF/X file against that standard, with 3 mm of bleed, text 3 mm inside the trim and 300 % of ink. A file that claims
    nothing counts as a plain one, for a printer at home: what only a print house minds is then a warning or a note.
    """
    wants = _wants(folder, target) if target is not None else None
    from questpress.press.preflight.examine import examine

    told: list[Diagnostic] = []
    plain: list[dict[str, Any]] = []
    with progress(not as_json) as step:
        for number, path in enumerate(files):
            step("looking at files", number, len(files))
            verdict = examine(path, wants)
            found = [finding.diagnostic(path.as_posix()) for finding in verdict.findings]
            told += found
            if as_json:
                plain.append({"file": path.as_posix(), **verdict.as_json()})
            else:
                tell(found)
                _say(path, verdict)
    if as_json:
        say_json({"files": plain})
    ctx.exit(int(exit_for(told)))


def _wants(folder: Path | None, name: str) -> Wants:
    """The demands of the target called `name`: of the project around, else of what ships. Raises Misused."""
    from questpress.press.preflight.wants import wants_of_target
    from questpress.press.supplies import find_target

    try:
        project = project_of(folder)
    except Misused:
        if folder is not None:
            raise
        project = Project(Path.cwd())  # a stranger's file needs no project: the targets that ship are there
    try:
        target = find_target(project, name)
    except Failed as failed:
        raise Misused(failed.diagnostics) from None
    if target.format != "pdf":
        message = f"the target '{name}' takes {target.format.upper()} pictures, no PDFs"
        help = "name a target of PDFs, or none; `questpress build` makes the pictures"
        raise Misused([Diagnostic("P191", message, target.places.get("format"), help)])
    return wants_of_target(target)


def _say(path: Path, verdict: Verdict) -> None:
    counts = {grade: sum(f.severity is grade for f in verdict.findings) for grade in Severity}
    parts = [f"{count} {grade.value}{'s' if count > 1 else ''}" for grade, count in counts.items() if count]
    state = click.style("good", fg="green") if verdict.good else click.style("not good", fg="red")
    pages = f"{verdict.pages} page{'' if verdict.pages == 1 else 's'}"
    against = f"; held against {verdict.held_against}" if verdict.held_against else ""
    more = f" ({', '.join(parts)})" if parts else ""
    click.echo(f"{click.style(path.as_posix(), bold=True)}: {state}{more}, {pages}{against}")
