"""Artifacts and their sources: what was made, from what, and whether it is still right.

An artifact is remembered under a name with the digest of every source that was read while it was made. It is
right as long as each source has the same digest today; otherwise the differing sources say why it is made
again. Bytes lie in blobs named by their own SHA-256, so a damaged one is noticed and made again.

A store is entered before it is used: one run at a time has it, and what the run remembered is saved on leaving.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import tempfile
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

FORM = 2  # of the store's files; another form is forgotten
KEPT_RUNS = 12  # artifacts that so many runs did not ask for are dropped

_LIBRARIES = (  # as the records of installed distributions call them (PEP 427), in lower case
    *("cairocffi-", "cairosvg-", "cffi-", "jinja2-", "markdown_it_py-", "markupsafe-", "numpy-", "pikepdf-", "pillow-"),
    *("pypdfium2-", "python_bidi-", "reportlab-", "svgwrite-", "uharfbuzz-"),
)


@dataclass(frozen=True, slots=True)
class Artifact:
    """What is remembered of a thing made: its sources with their digests, and its result (JSON values)."""

    sources: Mapping[str, str]
    result: Any

    def changed(self, current: Callable[[str], str]) -> list[str]:
        """The names of the sources whose digest is another today."""
        return [name for name, digest in self.sources.items() if current(name) != digest]


def digest(value: Any) -> str:
    """The SHA-256 of bytes, or of any JSON value in a fixed form; the text "5" has another digest than the number."""
    if isinstance(value, bytes):
        raw = value
    elif isinstance(value, str):
        raw = b'"' + value.encode("utf-8", "surrogatepass")  # no other value's form begins with a quote
    else:
        raw = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str).encode()
    return hashlib.sha256(raw).hexdigest()


@lru_cache(1)
def engine_digest() -> str:
    """The digest of questpress itself and of Python and the libraries that decide what a page looks like."""
    seal = hashlib.sha256()
    package = Path(__file__).resolve().parent
    for path in sorted(path for path in package.rglob("*") if path.suffix in (".py", ".c", ".h")):
        seal.update(path.relative_to(package).as_posix().encode())
        seal.update(path.read_bytes())
    seal.update("\n".join([sys.version, *_installed()]).encode())
    return seal.hexdigest()


def _installed() -> list[str]:
    """The names of the libraries' records beside them, which end in their versions; quicker than importlib.metadata."""
    records: set[str] = set()
    for folder in sys.path:
        try:
            names = os.listdir(folder or ".")
        except OSError:
            continue
        records.update(name for name in names if name.lower().startswith(_LIBRARIES) and name.endswith("-info"))
    return sorted(records)


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
    """The artifacts of one game in a folder. What a folder that cannot be written does not take is kept in memory."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._index = folder / "artifacts.json"
        self._artifacts: dict[str, dict[str, Any]] = {}
        self._pairs: list[list[str]] = []  # source and digest, as the index's artifacts refer to them
        self._run = 1
        self._used: set[str] = set()
        self._dirty = False
        self._loose: dict[str, bytes] = {}
        self._lock: int | None = None
        self._loaded = False

    def __enter__(self) -> Store:
        """Waits until no other run uses the folder."""
        self._lock = _locked(self.folder / "lock")
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if self._loaded:
                self.save()
        finally:
            if self._lock is not None:
                os.close(self._lock)
                self._lock = None

    def _load(self) -> None:
        if self._loaded:
            return
        self._loaded = True
        try:
            stored = json.loads(self._index.read_bytes())
            if stored["form"] == FORM:
                self._artifacts, self._pairs = dict(stored["artifacts"]), list(stored["sources"])
                self._run = int(stored["run"]) + 1
        except (OSError, ValueError, KeyError, TypeError):
            pass

    def recall(self, name: str) -> Artifact | None:
        """What is remembered under `name`, or None."""
        self._load()
        found = self._artifacts.get(name)
        if found is None:
            return None
        self._used.add(name)
        try:
            return Artifact(self._sources(found["sources"]), found["result"])
        except (KeyError, TypeError, ValueError, IndexError):
            return None

    def remember(self, name: str, sources: Mapping[str, str], result: Any) -> None:
        """Keeps `result` under `name` together with the sources that it was made from."""
        self._load()
        self._artifacts[name] = {"sources": dict(sources), "result": result, "run": self._run}
        self._used.add(name)
        self._dirty = True

    def put(self, content: bytes, level: int = 1) -> str:
        """Stores bytes, compressed as zlib's `level` says; the returned digest gets them back."""
        name = hashlib.sha256(content).hexdigest()
        if self.get(name) is None:  # not there, or damaged
            try:
                write_atomically(self._blob(name), zlib.compress(content, level))
            except OSError:
                self._loose[name] = content  # a store that cannot be written only costs time
        return name

    def get(self, name: str) -> bytes | None:
        """The bytes with this digest, or None where they are missing or damaged; damaged ones are put away."""
        if name in self._loose:
            return self._loose[name]
        path = self._blob(name)
        try:
            content = zlib.decompress(path.read_bytes())
            if hashlib.sha256(content).hexdigest() == name:
                return content
        except FileNotFoundError:
            return None
        except (OSError, zlib.error):
            pass
        try:
            path.unlink()
        except OSError:
            pass
        return None

    def has(self, name: str) -> bool:
        """Whether bytes with this digest are stored (not whether they are whole)."""
        return name in self._loose or self.written(name)

    def written(self, name: str) -> bool:
        """Whether the folder holds bytes with this digest, where other processes find them."""
        return name not in self._loose and self._blob(name).exists()

    def save(self) -> None:
        """Writes the index and drops what no run has asked for lately, with its blobs."""
        self._load()
        for name in self._used:
            if name in self._artifacts:
                self._artifacts[name]["run"] = self._run
        old = [name for name, kept in self._artifacts.items() if self._run - int(kept.get("run", 0)) > KEPT_RUNS]
        for name in old:
            del self._artifacts[name]
        try:
            write_atomically(self._index, self._written())
            if self._dirty or old:
                self._sweep()
        except OSError:
            pass
        self._dirty = False

    def _written(self) -> bytes:
        """The index: sources that many artifacts share stand in it once."""
        numbers: dict[tuple[str, str], int] = {}
        artifacts: dict[str, Any] = {}
        for name, kept in self._artifacts.items():
            sources = self._sources(kept["sources"])
            held = [numbers.setdefault(pair, len(numbers)) for pair in sources.items()]
            artifacts[name] = {**kept, "sources": held}
        index = {"form": FORM, "run": self._run, "sources": list(numbers), "artifacts": artifacts}
        return json.dumps(index, separators=(",", ":")).encode()

    def _sources(self, kept: Any) -> dict[str, str]:
        return kept if isinstance(kept, dict) else dict(self._pairs[number] for number in kept)  # type: ignore[misc]

    def _sweep(self) -> None:
        """Removes blobs that no artifact names, and what a killed run left half written."""
        named = set(re.findall(r"[0-9a-f]{64}", json.dumps([kept["result"] for kept in self._artifacts.values()])))
        for path in (self.folder / "blobs").glob("??/*"):
            if path.name not in named:
                path.unlink(missing_ok=True)
        for path in (*self.folder.glob(".*.part"), *self.folder.glob("builds/.*.part")):
            path.unlink(missing_ok=True)

    def _blob(self, name: str) -> Path:
        return self.folder / "blobs" / name[:2] / name


def _locked(path: Path) -> int | None:
    """An open file that this process alone has locked; None where the system or the folder does not allow it.

    The system lets go of the lock when the process ends, however it ends; processes that it started do not hold it.
    """
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        held = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError:
        return None
    try:
        fcntl.lockf(held, fcntl.LOCK_EX)
    except OSError:
        os.close(held)
        return None
    return held
