"""Options that several commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from questpress.cli.faults import Misused
from questpress.diagnostics import Diagnostic, Failed, Report
from questpress.project import Project
from questpress.seating import BOX, Seating

if TYPE_CHECKING:
    from questpress.press.overrides import Overrides
    from questpress.rules import Rules

Command = Callable[..., Any]
LEAST_SCALE, MOST_SCALE = 0.1, 10.0
HOME = "home"  # the target where none is named


class OutPath(click.Path):
    """A file or folder to write to; the empty text, as of a shell's unset variable, is refused."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("'' names no folder or file; write . for the current folder.", param, ctx)
        return super().convert(value, param, ctx)


def games_argument(command: Command) -> Command:
    return click.argument("games", nargs=-1, metavar="[GAME]…")(command)


def project_option(command: Command) -> Command:
    help = "The project's folder itself; without it, the nearest one upward from here."
    return click.option("--project", "folder", type=click.Path(path_type=Path), default=None, metavar="DIR", help=help)(
        command
    )


def json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Report as JSON on standard output.")(command)


def jobs_option(command: Command) -> Command:
    help = "Processes that draw; the number of cores by default. The result does not depend on it."
    return click.option("--jobs", "-j", type=click.IntRange(1, 256), default=None, metavar="N", help=help)(command)


def set_option(command: Command) -> Command:
    help = "A rule option, as in --set capture=ignored. May be given several times."
    return click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help=help)(command)


def table_options(command: Command) -> Command:
    """`--players` and `--without`: for which table."""
    command = click.option(
        "--without",
        multiple=True,
        metavar="MODULE,…",
        help="Leave out modules of the game, as in --without princess,dark_side.",
    )(command)
    return click.option(
        "--players",
        type=click.IntRange(1),
        default=None,
        metavar="N",
        help="Only what N players need; without it, the whole box.",
    )(command)


def language_option(command: Command) -> Command:
    help = "The language of the texts, as in --lang es; xx makes every text longer, to see whether boxes hold it."
    return click.option("--lang", "language", default=None, metavar="LANGUAGE", help=help)(command)


def duplex_options(command: Command) -> Command:
    """`--flip`, `--fold`, `--stacks`, `--back-order`: how backs come behind their fronts, in place of the target's."""
    choices = (
        (
            "--back-order",
            ("forward", "reverse"),
            "Of the backs with --stacks: sheet 1 first, or the last sheet first, as the pile lies in the tray.",
        ),
        (
            "--stacks",
            ("both", "fronts", "backs", "apart"),
            "For a printer that turns no paper: only fronts, only backs, or apart, a file of each.",
        ),
        (
            "--fold",
            ("none", "vertical", "horizontal"),
            "Print fronts and backs beside each other on one side, to fold along that line, glue and cut.",
        ),
        ("--flip", ("long", "short"), "The edge over which two-sided sheets turn."),
    )
    for name, values, help in choices:
        command = click.option(name, type=click.Choice(values), default=None, help=f"{help} Else the target's.")(
            command
        )
    return command


def scale_option(command: Command) -> Command:
    help = (
        "Print decks, tilesheets and boards larger or smaller than they are drawn, as in 150% or 0.5; with a name that "
        "one alone: --scale bay=150%."
    )
    return click.option("--scale", "scales", multiple=True, metavar="[NAME=]FACTOR", help=help)(command)


def scales_of(texts: tuple[str, ...]) -> tuple[tuple[str, float], ...]:
    """`150%`, `0.5`, `bay=1.5` as factors by deck, '' for all. Raises click.UsageError for anything else."""
    found: dict[str, float] = {}
    for text in texts:
        name, _, factor = text.rpartition("=")
        number = factor.strip().removesuffix("%")
        try:
            value = float(number) / (100 if factor.strip().endswith("%") else 1)
        except ValueError:
            raise click.UsageError(f"--scale takes a factor such as 150% or 0.5, found '{text}'.") from None
        if not LEAST_SCALE <= value <= MOST_SCALE:
            meant = (
                "" if "%" in factor or not LEAST_SCALE <= value / 100 <= MOST_SCALE else f"; write '{text.strip()}%'"
            )
            limits = f"from {LEAST_SCALE:g} to {MOST_SCALE:g}"
            raise click.UsageError(f"--scale takes a factor {limits}, found '{text}'{meant}.")
        if name.strip() in found:
            what = f"'{name.strip()}'" if name.strip() else "all decks"
            raise click.UsageError(f"--scale is given twice for {what}.")
        found[name.strip()] = value
    return tuple(sorted(found.items()))


def overrides_of(
    games: Sequence[str],
    flip: str | None,
    fold: str | None,
    stacks: str | None,
    back_order: str | None,
    scales: tuple[str, ...],
    cut: bool | None = None,
) -> Overrides:
    """What options ask for in place of what sheets and targets say. Raises click.UsageError."""
    from questpress.press.overrides import Overrides

    if fold not in (None, "none") and stacks not in (None, "both"):
        raise click.UsageError("--fold prints fronts and backs on one side: there are no --stacks of it.")
    factors = scales_of(scales)
    if any(name for name, _ in factors) and len(games) > 1:
        raise click.UsageError("--scale NAME=FACTOR is of one game: name it, as in GAME --scale NAME=150%.")
    return Overrides(flip, fold, stacks, back_order, cut, factors)


def settings_of(pairs: tuple[str, ...]) -> dict[str, str]:
    """`name=value` texts as a mapping. Raises click.UsageError for anything else."""
    settings: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise click.UsageError(f"--set takes NAME=VALUE, found '{pair}'.")
        settings[name.strip()] = value.strip()
    return settings


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command line asks for: a project, its games by name, and what each game takes of the rest."""

    project: Project
    games: list[str]
    settings: Mapping[str, Mapping[str, str]]
    seatings: Mapping[str, Seating]
    languages: Mapping[str, str | None]

    def of(self, game: str) -> dict[str, Any]:
        """The rule options, the table and the language of a game, for its order."""
        return {
            "settings": self.settings[game],
            "seating": self.seatings[game],
            "language": self.languages[game],
        }


def asked(
    folder: Path | None,
    games: tuple[str, ...],
    pairs: tuple[str, ...],
    target: str,
    paper: str | None,
    players: int | None,
    without: tuple[str, ...],
    language: str | None,
) -> Asked:
    """What the options of `build` and `check` ask for.

    Raises Misused with everything that is not there: project, games, rule options, target, paper, table, language.
    """
    settings = settings_of(pairs)
    project = project_of(folder)
    faults: list[Diagnostic] = []
    names: list[str] = []
    try:
        names = project.choose(games)
    except Failed as failed:
        faults += failed.diagnostics
    shares = shared_settings(project, names, settings, faults)
    seatings = shared_seating(project, names, seating_of(players, without), faults)
    languages = shared_language(project, names, language, faults)
    if paper is not None:
        from questpress.press.targets import read_paper

        try:
            read_paper(paper)
        except Failed as failed:
            faults += failed.diagnostics
    if target != HOME:
        from questpress.press.supplies import find_target

        try:
            find_target(project, target)
        except Failed as failed:  # what is wrong in the target's own file is told with all else
            faults += [finding for finding in failed.diagnostics if finding.span is None]
    if faults:
        raise Misused(faults)
    return Asked(project, names, shares, seatings, languages)


def shared_settings(
    project: Project, games: Sequence[str], settings: Mapping[str, str], faults: list[Diagnostic]
) -> dict[str, dict[str, str]]:
    """Which of `settings` each game takes: those that it has. What no game has, or no value of it, goes to `faults`.

    A game whose rules cannot be read takes none: it will say why.
    """
    shares: dict[str, dict[str, str]] = {game: {} for game in games}
    if not settings or not games:
        return shares
    from questpress.rules import setting_fault

    readable = _readable(project, games)
    for name, value in settings.items():
        having = [game for game, rules in readable.items() if name in rules.options]
        # Where none has it, one of them says so; where one cannot be read, that one may have it.
        asked = having or (list(readable) if len(readable) == len(games) else [])[:1]
        for game in asked:
            fault = setting_fault(readable[game], name, value)
            if fault is None:
                shares[game][name] = value
            elif fault not in faults:
                faults.append(fault)
    return shares


def seatings_of(
    project: Project, games: Sequence[str], players: int | None, without: tuple[str, ...]
) -> dict[str, Seating]:
    """The table of each game, as `--players` and `--without` ask for it. Raises Misused where no game has it."""
    faults: list[Diagnostic] = []
    shares = shared_seating(project, games, seating_of(players, without), faults)
    if faults:
        raise Misused(faults)
    return shares


def seating_of(players: int | None, without: tuple[str, ...]) -> Seating:
    """The table that `--players` and `--without` ask for."""
    names = [name.strip() for part in without for name in part.split(",") if name.strip()]
    return Seating(players, tuple(dict.fromkeys(names)))


def shared_seating(
    project: Project, games: Sequence[str], wanted: Seating, faults: list[Diagnostic]
) -> dict[str, Seating]:
    """Which table each game is built for: what it declares of the one wanted. What no game has goes to `faults`.

    A game whose rules cannot be read is built for the whole box: it will say why it is not.
    """
    shares = {game: BOX for game in games}
    if wanted.whole or not games:
        return shares
    from questpress.table import seat

    readable = _readable(project, games)
    having = {game: rules.table for game, rules in readable.items()}
    alone = list(readable)[:1] if len(readable) == len(games) else []
    counting = [game for game, table in having.items() if table.declared is not None] or alone
    lost = [name for name in wanted.without if not any(name in table.modules for table in having.values())]
    for game, rules in readable.items():
        table = having[game]
        names = [name for name in wanted.without if name in table.modules]
        names += lost if game in alone else []
        report = Report()
        asked = Seating(wanted.players if game in counting else None, tuple(names))
        shares[game] = seat(table.declared, table.modules, asked, rules.title, report).seating
        faults += [fault for fault in report.findings if fault not in faults]
    return shares


def shared_language(
    project: Project, games: Sequence[str], language: str | None, faults: list[Diagnostic]
) -> dict[str, str | None]:
    """The language of each game: the one wanted where the game has it, else its own. One that none has is a fault."""
    shares: dict[str, str | None] = {game: None for game in games}
    if language is None or not games:
        return shares
    from questpress.translation import open_tongue

    readable = _readable(project, games)
    told: list[Diagnostic] = []
    for game, rules in readable.items():
        report = Report()
        if open_tongue(project, game, rules, language, report).language == language:
            shares[game] = language
        else:
            told += report.findings
    if len(told) == len(games):
        faults += told[:1]
    return shares


def _readable(project: Project, games: Sequence[str]) -> dict[str, Rules]:
    """The rules of those games whose rules are without faults."""
    from questpress.rules import load_rules

    found: dict[str, Rules] = {}
    for game in games:
        report = Report()
        try:
            rules = load_rules(project, game, report)
        except Failed:
            continue
        if not report.failed:
            found[game] = rules
    return found


def cores() -> int:
    """The number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def project_of(folder: Path | None) -> Project:
    """The project that `--project` names, or the one around the current folder. Raises Misused."""
    try:
        return Project.at(folder) if folder is not None else Project.find(Path.cwd())
    except Failed as failed:
        raise Misused(failed.diagnostics) from None


def games_of(project: Project, names: tuple[str, ...]) -> list[str]:
    """The games named, all of them when none is. Raises Misused."""
    try:
        return project.choose(names)
    except Failed as failed:
        raise Misused(failed.diagnostics) from None
