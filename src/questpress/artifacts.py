"""Artifacts and their sources: what was made, from what, and whether it is still right.

An artifact is remembered under a name with the digest of every source that was read while it was made. It is
right as long as each source has the same digest today; otherwise the differing sources say why it is made
again. Bytes lie in blobs named by their own SHA-256, so a damaged one is noticed and made again.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

FORM = 1  # of the store's files; another form is forgotten
KEPT_RUNS = 12  # artifacts that so many runs did not ask for are dropped

_LIBRARIES = ("cairocffi", "CairoSVG", "jinja2", "markdown-it-py", "pikepdf", "pillow", "python-bidi", "reportlab")


@dataclass(frozen=True, slots=True)
class Artifact:
    """What is remembered of a thing made: its sources with their digests, and its result (JSON values)."""

    sources: Mapping[str, str]
    result: Any

    def changed(self, current: Callable[[str], str]) -> list[str]:
        """The names of the sources whose digest is another today."""
        return [name for name, digest in self.sources.items() if current(name) != digest]


def digest(value: Any) -> str:
    """The SHA-256 of bytes or text, or of any JSON value in a fixed form."""
    if isinstance(value, bytes):
        raw = value
    elif isinstance(value, str):
        raw = value.encode("utf-8", "surrogatepass")
    else:
        raw = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str).encode()
    return hashlib.sha256(raw).hexdigest()


@lru_cache(1)
def engine_digest() -> str:
    """The digest of questpress itself and of the libraries that decide what a page looks like."""
    from importlib import metadata

    seal = hashlib.sha256()
    package = Path(__file__).resolve().parent
    for path in sorted(package.rglob("*.py")):
        seal.update(path.relative_to(package).as_posix().encode())
        seal.update(path.read_bytes())
    for library in (*_LIBRARIES, "svgwrite", "uharfbuzz"):
        try:
            seal.update(f"{library} {metadata.version(library)}\n".encode())
        except metadata.PackageNotFoundError:
            seal.update(f"{library} missing\n".encode())
    return seal.hexdigest()


def write_atomically(path: Path, content: bytes) -> None:
    """Puts `content` at `path` in one step: a reader sees the old file or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


class Store:
    """The artifacts of one game in a folder. A folder that cannot be written is used for reading only."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._index = folder / "artifacts.json"
        self._artifacts: dict[str, dict[str, Any]] = {}
        self._run = 1
        self._used: set[str] = set()
        self._dirty = False
        try:
            stored = json.loads(self._index.read_bytes())
            if stored["form"] == FORM:
                self._artifacts = dict(stored["artifacts"])
                self._run = int(stored["run"]) + 1
        except (OSError, ValueError, KeyError, TypeError):
            pass

    def recall(self, name: str) -> Artifact | None:
        """What is remembered under `name`, or None."""
        found = self._artifacts.get(name)
        if found is None:
            return None
        self._used.add(name)
        try:
            return Artifact(dict(found["sources"]), found["result"])
        except (KeyError, TypeError, ValueError):
            return None

    def remember(self, name: str, sources: Mapping[str, str], result: Any) -> None:
        """Keeps `result` under `name` together with the sources that it was made from."""
        self._artifacts[name] = {"sources": dict(sources), "result": result, "run": self._run}
        self._used.add(name)
        self._dirty = True

    def put(self, content: bytes) -> str:
        """Stores bytes; the returned digest gets them back."""
        name = hashlib.sha256(content).hexdigest()
        path = self._blob(name)
        if not path.exists():
            try:
                write_atomically(path, zlib.compress(content, 1))
            except OSError:
                pass  # a store that cannot be written only costs time
        return name

    def get(self, name: str) -> bytes | None:
        """The bytes with this digest, or None where they are missing or damaged."""
        try:
            content = zlib.decompress(self._blob(name).read_bytes())
        except (OSError, zlib.error):
            return None
        return content if hashlib.sha256(content).hexdigest() == name else None

    def has(self, name: str) -> bool:
        """Whether bytes with this digest are stored (not whether they are whole)."""
        return self._blob(name).exists()

    def save(self) -> None:
        """Writes the index and drops what no run has asked for lately, with its blobs."""
        for name in self._used:
            if name in self._artifacts:
                self._artifacts[name]["run"] = self._run
        old = [name for name, kept in self._artifacts.items() if self._run - int(kept.get("run", 0)) > KEPT_RUNS]
        for name in old:
            del self._artifacts[name]
        index = {"form": FORM, "run": self._run, "artifacts": self._artifacts}
        try:
            write_atomically(self._index, json.dumps(index, separators=(",", ":"), sort_keys=True).encode())
            if self._dirty or old:
                self._sweep()
        except OSError:
            pass
        self._dirty = False

    def _sweep(self) -> None:
        text = json.dumps(self._artifacts)
        for path in (self.folder / "blobs").glob("??/*"):
            if path.name not in text:
                path.unlink(missing_ok=True)

    def _blob(self, name: str) -> Path:
        return self.folder / "blobs" / name[:2] / name
