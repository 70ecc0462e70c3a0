"""`questpress schema`."""

from __future__ import annotations

import json
from pathlib import Path

import click

from questpress.artifacts import write_atomically
from questpress.cli.exits import exit_for
from questpress.cli.options import json_option, project_option
from questpress.cli.report import say_json, tell
from questpress.diagnostics import Failed


@click.command(
    epilog="\b\nExamples:\n  questpress schema\n  questpress schema --out .schemas\n  questpress schema --json"
)
@click.option("--out", type=click.Path(path_type=Path), default=Path("schemas"), show_default=True, metavar="DIR")
@project_option
@json_option
@click.pass_context
def schema(ctx: click.Context, out: Path, folder: Path | None, as_json: bool) -> None:
    """Write JSON Schemas of all data files, so that editors complete and check.

    Inside a project the schemas of its own kinds are written too: one a kind of deck. A file asks for its schema in
    its first line: `# yaml-language-server: $schema=../../schemas/rules.json`.
    """
    from questpress.cli.options import project_of
    from questpress.schemas import all_schemas

    try:
        project = project_of(folder)
    except Failed:
        if folder is not None:
            raise
        project = None
    schemas, findings = all_schemas(project)
    tell(findings)
    if as_json:
        say_json(schemas)
    else:
        for name, value in schemas.items():
            write_atomically(out / name, (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode())
        click.echo(f"{len(schemas)} schemas in {out}/")
    ctx.exit(int(exit_for(findings)))
