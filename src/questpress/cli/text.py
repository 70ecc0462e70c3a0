"""`questpress text`."""

from __future__ import annotations

from pathlib import Path

import click

from questpress.artifacts import write_atomically
from questpress.cli.exits import exit_for
from questpress.cli.options import games_argument, games_of, json_option, project_of, project_option
from questpress.cli.report import say_json, tell


@click.command(
    epilog="\b\nExamples:\n  questpress text meeple-quest --lang es\n"
    "  questpress text meeple-quest --lang es --dry-run --json"
)
@games_argument
@click.option("--lang", "language", required=True, metavar="LANGUAGE", help="The language to translate to, such as es.")
@click.option("--booklets", is_flag=True, help="Begin translations of booklets' texts too, as copies.")
@click.option("--dry-run", is_flag=True, help="Only say how far the translation has come.")
@project_option
@json_option
@click.pass_context
def text(
    ctx: click.Context,
    games: tuple[str, ...],
    language: str,
    booklets: bool,
    dry_run: bool,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Write what there is to translate of the GAMEs (all without), or bring it up to date.

    cards/<game>/text.<language>.yaml holds every text beside its translation. Translations that are there stay; texts
    that changed since are marked `was:`.
    """
    from questpress.diagnostics import Report
    from questpress.skeleton import skeleton

    if not language.replace("-", "").isalnum():
        raise click.UsageError(f"--lang takes a language such as es or pt-BR, found '{language}'.")
    project = project_of(folder)
    report = Report()
    told = []
    for game in games_of(project, games):
        own = Report()
        made = skeleton(project, game, language, own)
        report.extend(own.findings)
        if not own.failed and not dry_run:
            for name, content in {made.file: made.text, **(made.booklets if booklets else {})}.items():
                write_atomically(project.path(name), content.encode())
        told.append(
            {
                "game": game,
                "file": made.file,
                "texts": made.texts,
                "missing": made.missing,
                "changed": made.changed,
                "dropped": made.dropped,
                "booklets": sorted(made.booklets),
            }
        )
    tell(report.findings)
    if as_json:
        say_json(told)
    else:
        for one in told:
            counts = f"{one['texts']} texts, {one['missing']} to translate, {one['changed']} changed since"
            click.echo(f"{one['file']}: {counts}")
            for name in one["dropped"]:
                click.echo(f"  no longer said: {name}")
            for name in one["booklets"]:
                click.echo(f"  not translated: {name}" + ("" if not booklets or dry_run else " (begun)"))
    ctx.exit(int(exit_for(report.findings)))
