"""Whether anything changed since the last build: the quick question before the long one.

A build's record holds the digest of every file that it could have read and of every file that it wrote. When all
of them are as they were, nothing is loaded, drawn or solved.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from questpress.artifacts import digest, engine_digest, write_atomically
from questpress.project import Project, digest_of, folder_name, shipped_rules

_SHARED = ("fonts", "icons", "shared", "sheets")
FORM = 1


@dataclass(slots=True)
class Record:
    """What a build read and wrote: input names and output paths with their digests, and what it reported."""

    engine: str
    inputs: dict[str, str | None]
    outputs: dict[str, str]
    told: dict[str, Any] = field(default_factory=dict)


def configuration(**settings: Any) -> str:
    """A name for one way of building: target, paper, options, folder of the output."""
    return digest(settings)[:16]


def input_files(project: Project, game: str, extra: Iterable[str] = ()) -> dict[str, str | None]:
    """Every file that a build of `game` may read, by name, with its digest; `extra` names files elsewhere.

    Files that appear in or vanish from the game's folders change the mapping too. Digests are those of the first time
    that this Project was asked, so that a file edited during a build counts as changed at the next.
    """
    folder = folder_name(game)
    names: list[str] = []
    for place in (f"cards/{folder}", f"layouts/{folder}", f"templates/{folder}"):
        names += project.files(place)
    for name in project.files("rules"):
        if Path(name).name.partition(".")[0] == folder or name.startswith(f"rules/{folder}/"):
            names.append(name)
    found: dict[str, str | None] = {name: project.digest(project.root / name) for name in names}
    for top in project.template_folders():
        for place in _SHARED:
            for path in sorted((top / place).rglob("*")):
                if path.is_file() and not path.name.startswith("."):
                    found[project.name_of(path)] = project.digest(path)
    own = project.root / "templates"
    for path in sorted(own.glob("*.*")):
        if path.is_file():
            found[project.name_of(path)] = project.digest(path)
    shipped = shipped_rules(game)
    if shipped is not None:
        found["questpress:rules"] = project.digest(shipped)
    for name in extra:
        found.setdefault(name, project.digest(project.path_of(name)))
    return found


def unchanged(path: Path, project: Project, game: str, out: Path) -> Record | None:
    """The record at `path` if every input and output is as it was, else None."""
    record = recall(path)
    today = input_files(project, game, record.told.get("read", ()) if record else ())
    if record is None or record.engine != engine_digest() or today != record.inputs:
        return None
    if any(digest_of(out / name) != seal for name, seal in record.outputs.items()):
        return None
    return record


def recall(path: Path) -> Record | None:
    """The record at `path`, or None where there is none or it is damaged."""
    try:
        stored = json.loads(path.read_bytes())
        if stored["form"] != FORM:
            return None
        return Record(stored["engine"], stored["inputs"], stored["outputs"], stored["told"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep(path: Path, inputs: Mapping[str, str | None], outputs: Mapping[str, str], told: Mapping[str, Any]) -> None:
    """Writes the record of a good build. A folder that cannot be written only costs time at the next build."""
    value = {"form": FORM, "engine": engine_digest(), "inputs": inputs, "outputs": outputs, "told": told}
    try:
        write_atomically(path, json.dumps(value, sort_keys=True, separators=(",", ":")).encode())
    except OSError:
        pass
