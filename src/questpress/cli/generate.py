"""`questpress generate`: new puzzles found, each proved, graded and written as a file."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from questpress.cli.exits import Exit
from questpress.cli.layouts import check_settings, engine_named
from questpress.cli.options import cores, project_option, set_option, settings_of
from questpress.cli.report import say_json, tell
from questpress.diagnostics import Failed
from questpress.play.game import Engine
from questpress.play.generator import Progress, Wish
from questpress.play.generator import generate as search
from questpress.project import Project, folder_name
from questpress.source import load

ATTEMPTS = (100, 50)  # a search ends after 100 attempts and 50 more for each puzzle
EXAMPLES = """\b
Examples:
  questpress generate escort-quest --count 6 --seed 1
  questpress generate escort-quest --count 3 --seed 7 --grade midnight --board clearing
  questpress generate escort-quest --count 1 --seed 2 --min-depth 20 --time-limit 600
  questpress generate escort-quest --count 20 --seed 5 --cluster tcp://10.0.0.5:8786

\b
The same seed gives the same files, byte for byte, with any --jobs and on any cluster, as long as no time limit
ends the search and the folder holds the same puzzles before. Exit codes: 0 something was found, 5 nothing was."""


@click.command(epilog=EXAMPLES)
@click.argument("game", metavar="GAME")
@click.option("--count", type=click.IntRange(1, 10_000), default=1, show_default=True, metavar="N", help="How many.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="S", help="Another seed, other puzzles.")
@click.option("--board", default=None, metavar="NAME", help="A board of the project; else the usual one.")
@click.option("--tilesheet", default=None, metavar="NAME", help="Whose counts are kept to; else the usual one.")
@click.option("--grade", default=None, metavar="GRADE", help="Only puzzles of this grade.")
@click.option("--min-depth", type=click.IntRange(1), default=None, metavar="D", help="Only puzzles of D turns or more.")
@set_option
@click.option(
    "--out", type=click.Path(path_type=Path), default=None, metavar="DIR", help="Where to; else the project's puzzles."
)
@click.option("--jobs", "-j", type=click.IntRange(1, 256), default=None, metavar="N", help="Processes that search.")
@click.option("--cluster", default=None, metavar="ADDRESS", help="Search on the workers of a Dask cluster instead.")
@click.option("--time-limit", type=click.FloatRange(0, min_open=True), default=None, metavar="SECONDS", help="At most.")
@click.option("--json", "as_json", is_flag=True, help="Report as JSON on standard output.")
@project_option
@click.pass_context
def generate(
    ctx: click.Context,
    game: str,
    count: int,
    seed: int,
    board: str | None,
    tilesheet: str | None,
    grade: str | None,
    min_depth: int | None,
    settings: tuple[str, ...],
    out: Path | None,
    jobs: int | None,
    cluster: str | None,
    time_limit: float | None,
    as_json: bool,
    folder: Path | None,
) -> None:
    """Find COUNT new puzzles of GAME and write each as a file.

    Only legal ones that can be won with certainty are kept, none the mirror image, turn or shift of another. Ctrl-C
    ends the search; what was found is kept.
    """
    if grade is not None and min_depth is not None:
        raise click.UsageError("--grade and --min-depth exclude each other: a grade has a depth of its own.")
    engine = engine_named(game)
    chosen = settings_of(settings)
    project = _project(folder)
    check_settings(engine, project, chosen)
    attempts = engine.attempts(project, Wish(seed, board, tilesheet, grade, min_depth, chosen))
    place = out or (project.root / f"layouts/{folder_name(engine.NAME)}/puzzles" if project else Path())
    known = _known(engine, project, place)
    taken = {path.stem for path in place.glob("*.yaml")} if place.is_dir() else set()
    progress = Progress()
    written: list[dict[str, Any]] = []
    interrupted = False
    deadline = None if time_limit is None else time.monotonic() + time_limit
    teller = _Teller(count, not as_json)
    try:
        from questpress.play.cluster import workers

        with workers(jobs or cores(), cluster) as (executor, width):
            most = ATTEMPTS[0] + ATTEMPTS[1] * count
            limits = {"most_attempts": most, "deadline": deadline, "known": known}
            for found in search(attempts, count, executor, width, progress, tell=teller, **limits):
                name, text, facts = engine.file_of(attempts, found, taken)
                taken.add(name)
                path = place / f"{name}.yaml"
                with _unbroken():
                    _write(path, text)
                    written.append({"file": path.as_posix(), **facts})
                teller.kept(path, facts)
    except KeyboardInterrupt:
        interrupted = True
    teller.end()
    if as_json:
        say_json({"puzzles": written, **_facts(progress), "interrupted": interrupted})
    else:
        _sum_up(progress, count, interrupted)
    if interrupted:
        ctx.exit(int(Exit.INTERRUPTED))
    if not written:
        tell([engine.unfound(attempts)])
        ctx.exit(int(Exit.LAYOUT))
    ctx.exit(0)


def _project(folder: Path | None) -> Project | None:
    if folder is not None:
        return Project.find(folder)
    try:
        return Project.find(Path.cwd())
    except Failed:
        return None


def _known(engine: Engine, project: Project | None, place: Path) -> set[str]:
    """The keys of the puzzles that lie in the folder already."""
    keys: set[str] = set()
    for path in sorted(place.glob("*.yaml")) if place.is_dir() else ():
        try:
            key = engine.key_of(project, load(path, path.as_posix()), path.as_posix())
        except Failed:
            continue
        if key is not None:
            keys.add(key)
    return keys


@contextmanager
def _unbroken() -> Iterator[None]:
    """Lets an interrupt wait for the end of the block: it may come between a file's making and its name."""
    asked: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: asked.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if asked:
        raise KeyboardInterrupt


def _write(path: Path, text: str) -> None:
    from questpress.artifacts import write_atomically
    from questpress.diagnostics import Diagnostic

    try:
        write_atomically(path, text.encode())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        help = "name another folder: --out DIR"
        raise Failed([Diagnostic("D001", f"'{path}' cannot be written: {reason}", None, help)]) from None


def _facts(progress: Progress) -> dict[str, Any]:
    return {
        "attempts": progress.attempts,
        "boards": progress.boards,
        "doubles": progress.doubles,
        "deepest_met": progress.best,
        "seconds": round(progress.seconds, 2),
        "stopped": progress.stopped or None,
    }


def _sum_up(progress: Progress, count: int, interrupted: bool) -> None:
    told = f"{progress.kept} of {count} found in {progress.attempts} attempts, {progress.boards} boards"
    told += f" ({progress.rate:.1f} a second), the deepest met {progress.best} turns"
    if progress.doubles:
        told += f", {progress.doubles} met again"
    why = "interrupted; what was found is kept" if interrupted else progress.stopped
    click.echo(told + (f"; {why}" if why else ""))


class _Teller:
    """Tells how the search goes: a line that is written over on a terminal, and a line for each puzzle."""

    def __init__(self, count: int, speaks: bool) -> None:
        self._count = count
        self._speaks = speaks
        self._live = speaks and sys.stderr.isatty()
        self._width = 0

    def __call__(self, progress: Progress) -> None:
        if self._live:
            told = f"{progress.kept} of {self._count} · {progress.attempts} attempts · {progress.rate:.1f} boards/s"
            told += f" · deepest {progress.best}"
            self._over(told)

    def kept(self, path: Path, facts: Any) -> None:
        if self._speaks:
            if self._live:
                self._over("")
            features = facts["features"]
            click.echo(f"{path}: {facts['title']}, {facts['grade']}, {features['depth']} turns")

    def end(self) -> None:
        if self._live:
            self._over("")

    def _over(self, told: str) -> None:
        click.echo("\r" + told.ljust(self._width) + ("\r" if not told else ""), nl=False, err=True)
        self._width = len(told)
