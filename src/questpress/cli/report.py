"""How commands speak: diagnostics on the error stream, JSON on the standard one, progress on a terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import click

from questpress.diagnostics import Diagnostic, Severity, gathered, render

_COLOUR = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "cyan"}
MOST_SHOWN = 200

Step = Callable[[str, int, int], None]  # what is being done, how many are done, of how many


def colour() -> bool | None:
    """False where the environment asks for plain text (no-color.org, a dumb terminal); None: a terminal has colour."""
    return False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None


def tell(findings: Iterable[Diagnostic]) -> None:
    """Prints findings as text on the error stream, coloured on a terminal, errors last."""
    order = {Severity.NOTE: 0, Severity.WARNING: 1, Severity.ERROR: 2}
    found = sorted(gathered(findings), key=lambda finding: order[finding.severity])
    for finding in found[-MOST_SHOWN:]:
        head, newline, rest = render(finding).partition("\n")
        mark = f"{finding.severity.value}[{finding.code}]"
        shown = head.replace(mark, click.style(mark, fg=_COLOUR[finding.severity], bold=True), 1)
        click.echo(shown + newline + rest, err=True, color=colour())
    if len(found) > MOST_SHOWN:
        click.echo(f"… and {len(found) - MOST_SHOWN} more; mend these first", err=True)
    errors = sum(finding.is_error for finding in found)
    if errors:
        click.echo(f"{errors} error{'s' if errors > 1 else ''}; 'questpress explain CODE' tells more", err=True)


def say_json(value: Any) -> None:
    """Prints one JSON value, readable and in a fixed order of keys."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


@contextmanager
def progress(shown: bool) -> Iterator[Step]:
    """A callback that draws a progress bar on a terminal, and nothing elsewhere."""
    if not shown or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda what, done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description:<34}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        tasks: dict[str, Any] = {}

        def step(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bar.add_task(what, total=total)
            bar.update(tasks[what], completed=done, total=total)

        yield step
