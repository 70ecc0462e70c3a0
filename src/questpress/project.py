"""Finds the project and its folders; the only reader of project files by name.

A project is a folder with `templates/` and one of `cards/`, `layouts/`. Files are named relative to it, with
forward slashes. What a project does not bring itself (fonts, shared macros, icons, sheets, targets) comes from
the copies that ship with questpress.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from questpress.diagnostics import Diagnostic, Failed, Span, nearest
from questpress.source import Node, load, read_text

MOST_FILES = 20_000  # in one folder; a larger one is a mistake, such as a whole photo library


@lru_cache(1)
def shipped_templates() -> Path:
    """The folder of fonts, icons, shared macros and sheets that comes with questpress."""
    package = Path(__file__).resolve().parent
    installed = package / "shipped"
    return installed if installed.is_dir() else package.parents[1] / "templates"


def shipped_rules(game: str) -> Path | None:
    """Our own rules file of a game that has an engine here, or None."""
    package = Path(__file__).resolve().parent
    for folder in (package / "shipped" / "rules", package.parents[1] / "rules"):
        path = folder / f"{folder_name(game)}.yaml"
        if path.is_file():
            return path
    return None


def folder_name(game: str) -> str:
    """A game's name as its folders write it: `escort_quest`."""
    return game.replace("-", "_")


def game_name(folder: str) -> str:
    """A game's name as people write it: `escort-quest`."""
    return folder.replace("_", "-")


_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}


def is_device(name: str) -> bool:
    """Whether Windows keeps a file's name for a device, whatever ends it: `con`, `nul.pdf`, `COM1`."""
    return name.partition(".")[0].rstrip(" ").casefold() in _DEVICES


def is_project(folder: Path) -> bool:
    """Whether `folder` holds templates/ with cards/ or layouts/."""
    return (folder / "templates").is_dir() and ((folder / "cards").is_dir() or (folder / "layouts").is_dir())


@dataclass(slots=True)
class Project:
    """The files of a project. Every path that leaves this class lies inside the project or what we ship."""

    root: Path
    _digests: dict[Path, str | None] = field(default_factory=dict, repr=False)
    _names: dict[Path, str] = field(default_factory=dict, repr=False)

    @classmethod
    def find(cls, start: Path) -> Project:
        """The project that `start` lies in: the nearest folder upward that is one. Raises Failed (D016)."""
        start = start.resolve()
        for folder in (start, *start.parents):
            if is_project(folder):
                return cls(folder)
        help = "change to a folder that holds templates/ with cards/ or layouts/, or name it: --project DIR"
        raise Failed([Diagnostic("D016", f"no project here: {start.name or start}", None, help)])

    @classmethod
    def at(cls, folder: Path) -> Project:
        """The project that `folder` itself is. Raises Failed (D016)."""
        if is_project(folder):
            return cls(folder.resolve())
        found = "no project in" if folder.is_dir() else "no folder"
        help = "name a folder that holds templates/ with cards/ or layouts/"
        raise Failed([Diagnostic("D016", f"{found} '{folder}'", None, help)])

    def games(self) -> list[str]:
        """The names of all games, sorted: the folders of cards/ and layouts/."""
        found: set[str] = set()
        for top in ("cards", "layouts"):
            folder = self.root / top
            if folder.is_dir():
                found |= {
                    game_name(p.name) for p in folder.iterdir() if p.is_dir() and not p.name.startswith((".", "_"))
                }
        return sorted(found)

    def choose(self, names: tuple[str, ...]) -> list[str]:
        """The games named, in order and each once; all of them when none is named. Raises Failed (D016)."""
        games = self.games()
        wanted = list(dict.fromkeys(game_name(name.strip().lower()) for name in names)) or games
        faults = []
        for name in wanted:
            if name not in games:
                close = nearest(name, games)
                help = f"did you mean '{close}'?" if close else "games here: " + (", ".join(games) or "none")
                faults.append(Diagnostic("D016", f"no game '{name}' in this project", None, help))
        if not games and not names:
            faults.append(Diagnostic("D016", "the project has no game", None, "add a folder below cards/ or layouts/"))
        if faults:
            raise Failed(faults)
        return wanted

    # -- reading ---------------------------------------------------------------------------------------------

    def path(self, name: str) -> Path:
        """The path of a project file. Raises Failed (D017) where it leads out of the project, also by a link."""
        path = self.root / name
        resolved = path.resolve()
        if not resolved.is_relative_to(self.root.resolve()):
            raise Failed(
                [Diagnostic("D017", f"'{name}' leads out of the project", Span(name), "copy the file into it")]
            )
        return path

    def exists(self, name: str) -> bool:
        """Whether the project holds the file `name`."""
        return (self.root / name).is_file()

    def load(self, name: str) -> Node:
        """The YAML value of a project file. Raises Failed."""
        return load(self.path(name), name)

    def text(self, name: str) -> str:
        """The text of a project file. Raises Failed."""
        return read_text(self.path(name), name)

    def files(self, folder: str, *suffixes: str) -> list[str]:
        """The names of all files below `folder` with one of `suffixes` (all without), sorted; hidden ones left out."""
        top = self.root / folder
        if not top.is_dir():
            return []
        found: list[str] = []
        root = self.root.resolve()
        for path in sorted(top.rglob("*")):
            relative = path.relative_to(self.root)
            if any(part.startswith(".") for part in relative.parts) or not path.is_file():
                continue
            if suffixes and path.suffix.lower() not in suffixes:
                continue
            if path.is_symlink() and not path.resolve().is_relative_to(root):
                name = relative.as_posix()
                raise Failed(
                    [Diagnostic("D017", f"'{name}' is a link out of the project", Span(name), "copy the file")]
                )
            found.append(relative.as_posix())
            if len(found) > MOST_FILES:
                raise Failed([Diagnostic("D006", f"more than {MOST_FILES} files below {folder}/", Span(folder))])
        return found

    # -- templates and what ships ----------------------------------------------------------------------------

    def template_folders(self) -> list[Path]:
        """Where templates, icons, fonts and sheets are looked up, in order: the project's, then ours."""
        own, shipped = self.root / "templates", shipped_templates()
        return [own] if own.resolve() == shipped.resolve() else [own, shipped]

    def template(self, name: str) -> Path | None:
        """The file of `name` below templates/, the project's own before ours, or None."""
        for folder in self.template_folders():
            path = folder / name
            if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
                return path
        return None

    def shared_names(self, folder: str, suffix: str) -> dict[str, Path]:
        """The files `<name><suffix>` of templates/<folder>/, the project's own hiding ours, by name."""
        found: dict[str, Path] = {}
        for top in reversed(self.template_folders()):
            for path in sorted((top / folder).glob(f"*{suffix}")):
                found[path.name.removesuffix(suffix)] = path
        return dict(sorted(found.items()))

    def name_of(self, path: Path) -> str:
        """How diagnostics call a file: relative to the project, or below `questpress:` for what we ship."""
        if path not in self._names:
            self._names[path] = self._name_of(path)
        return self._names[path]

    def _name_of(self, path: Path) -> str:
        if path.is_relative_to(self.root):
            return path.relative_to(self.root).as_posix()
        shipped = shipped_templates()
        if path.is_relative_to(shipped):
            return "questpress:templates/" + path.relative_to(shipped).as_posix()
        return path.name

    def path_of(self, name: str) -> Path:
        """The path of a file that `name_of` named."""
        if name.startswith("questpress:templates/"):
            return shipped_templates() / name.removeprefix("questpress:templates/")
        return self.root / name

    def load_shared(self, path: Path) -> Node:
        """The YAML value of a file below templates/, the project's or ours. Raises Failed."""
        return load(path, self.name_of(path))

    # -- fingerprints ----------------------------------------------------------------------------------------

    def digest(self, path: Path) -> str | None:
        """The SHA-256 of a file, or None where there is none; read once a Project."""
        if path not in self._digests:
            self._digests[path] = digest_of(path)
        return self._digests[path]


def digest_of(path: Path) -> str | None:
    """The SHA-256 of a file's bytes, or None where it cannot be read."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        return None
