"""Layout files named on the command line: which project they lie in, which engine plays them, their options checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from questpress.diagnostics import Diagnostic, Failed, Span, nearest
from questpress.play.game import Engine
from questpress.project import Project, folder_name, game_name
from questpress.source import Map, Node, Scalar, load


def project_around(path: Path) -> Project | None:
    """The project that a file lies in, or None."""
    try:
        return Project.find(path.resolve().parent)
    except Failed:
        return None


def engine_of(node: Node, path: Path, name: str) -> Engine:
    """The engine of the game that a layout says it is of; without a word of it, of the folder that it lies in."""
    from questpress import games

    said = node.get("game") if isinstance(node, Map) else None
    if isinstance(said, Scalar) and not said.is_null:
        game, span = game_name(said.text), said.span
    else:
        parts = path.resolve().parts
        lies_in = [parts[i + 1] for i in range(len(parts) - 2) if parts[i] == "layouts"]
        game, span = game_name(lies_in[-1]) if lies_in else "", node.span
    found = games.engine(game)
    if found is not None:
        return found
    known = games.names()
    if not game:
        help = "start the file with `game: NAME`; games that can be played: " + ", ".join(known)
        raise Failed([Diagnostic("D011", "'game' is missing", span if span.line else Span(name), help)])
    close = nearest(game, known)
    help = f"did you mean '{close}'?" if close else "games that can be played: " + ", ".join(known)
    raise Failed([Diagnostic("D016", f"no rules are known here for the game '{game}'", span, help)])


def check_settings(engine: Engine, project: Project | None, settings: Mapping[str, str]) -> None:
    """Raises click.UsageError for an option or a value that the game's rules do not have."""
    if not settings:
        return
    values = engine.option_values(project)
    for name, value in settings.items():
        known = values.get(name)
        if known is None:
            close = nearest(name, values)
            hint = f"Did you mean '{close}'?" if close else "Options: " + ", ".join(values) + "."
            raise click.UsageError(f"{engine.NAME} has no rule option '{name}'. {hint}")
        if value not in known:
            close = nearest(value, known)
            hint = f" Did you mean '{close}'?" if close else ""
            raise click.UsageError(f"{name} must be one of {', '.join(known)}, found '{value}'.{hint}")


def engine_named(game: str) -> Engine:
    """The engine of the game called so. Raises Failed (D016) with the nearest name."""
    from questpress import games

    found = games.engine(game_name(game.strip().lower()))
    if found is not None:
        return found
    known = games.names()
    close = nearest(game_name(game), known)
    help = f"did you mean '{close}'?" if close else "games that can be played: " + ", ".join(known)
    raise Failed([Diagnostic("D016", f"no rules are known here for the game '{game}'", None, help)])


def layouts_of(project: Project, engine: Engine) -> list[str]:
    """The project's layouts of the engine's game, by file name."""
    return [name for name in project.files(f"layouts/{folder_name(engine.NAME)}") if engine.is_layout(name)]


def find_layout(engine: Engine, named: str, project: Project | None) -> tuple[Node, str, Project | None]:
    """The layout called `named`, a puzzle of the project or a file: its root, its name, its project. Raises Failed."""
    path = Path(named)
    if path.suffix.lower() in (".yaml", ".yml") or path.is_file():
        return load(path, path.as_posix()), path.as_posix(), project_around(path)
    if project is None:
        project = Project.find(Path.cwd())
    names = {Path(name).stem: name for name in layouts_of(project, engine)}
    wanted = named.strip().lower().replace(" ", "-").replace("_", "-")
    if wanted in names:
        return project.load(names[wanted]), names[wanted], project
    close = nearest(wanted, names)
    help = f"did you mean '{close}'?" if close else "`questpress catalogue` lists the puzzles; or name a file"
    raise Failed([Diagnostic("D015", f"no puzzle '{named}' of {engine.NAME} here", None, help)])
