"""The optional compiled kernel: found or built, and loaded. Nothing needs it; every answer is the same without.

The C files beside this one are compiled, with this machine's C compiler, when a command first goes through many
boards, into the user's cache folder; the name there is a digest of the sources, so that an edit builds anew. With
QUESTPRESS_KERNEL=off in the environment all goes without; QUESTPRESS_KERNEL=/some/folder keeps it there instead.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from functools import lru_cache
from pathlib import Path

SOURCES = ("tables.c", "met.c", "forward.c", "lookups.c", "backward.c", "questions.c")
HEADERS = ("tables.h", "forward.h", "backward.h", "gather.h")
FLAGS = ("-O3", "-std=c11", "-shared", "-fPIC")
SETTING = "QUESTPRESS_KERNEL"
LONGEST_BUILD = 120  # seconds

_HERE = Path(__file__).resolve().parent
_found: dict[str, Kernel | None] = {}  # by the setting in the environment
_failed: set[Path] = set()  # could not be compiled


class Kernel:
    """The loaded library. Its functions are told in the C files; compiled.py calls them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        library = ctypes.CDLL(str(path))
        self.first = library.questpress_first
        self.first.restype = ctypes.c_int64
        self.all = library.questpress_all
        self.all.restype = ctypes.c_void_p
        self.close = library.questpress_close
        self.close.restype = None
        self.counts = library.questpress_counts
        self.counts.restype = None
        self.nodes = library.questpress_nodes
        self.nodes.restype = ctypes.POINTER(ctypes.c_int32)
        self.histogram = library.questpress_histogram
        self.histogram.restype = ctypes.c_int
        self.placements = library.questpress_placements
        self.placements.restype = ctypes.c_int64
        self.levels = library.questpress_levels
        self.levels.restype = ctypes.c_int64


def load(build: bool = False) -> Kernel | None:
    """The kernel, or None where there is none. With `build` it is compiled first if that has not been done yet.

    Compiling takes a second or two, so only commands that go through many boards ask for it.
    """
    setting = _setting()
    if setting in _found:
        return _found[setting]
    path = library_path()
    if path is None or not (path.exists() or (build and path not in _failed and _compile(path))):
        return None
    found = _found[setting] = _loaded(path)
    return found


def state() -> tuple[bool, str]:
    """Whether the kernel is in use or would be as soon as it is wanted; and in words how that is."""
    path = library_path()
    if path is None:
        return False, "switched off" if _setting() == "off" else "there is no folder to keep it in"
    if path.exists():
        return (True, f"compiled, {path}") if _loaded(path) else (False, f"{path} cannot be loaded")
    compiler = _compiler()
    return (
        (True, f"will be compiled by {compiler} before the first search over many boards")
        if compiler
        else (False, "no C compiler")
    )


def library_path() -> Path | None:
    """Where the compiled kernel is kept, whether or not it is there yet; None where it is not wanted."""
    setting = _setting()
    if setting == "off":
        return None
    if setting:
        folder = Path(setting)
    elif os.environ.get("XDG_CACHE_HOME"):
        folder = Path(os.environ["XDG_CACHE_HOME"]) / "questpress"
    else:
        try:
            folder = Path.home() / ".cache" / "questpress"
        except RuntimeError:
            return None
    return folder / f"escort-kernel-{_digest()}.so"


def _setting() -> str:
    return os.environ.get(SETTING, "").strip()


@lru_cache(maxsize=1)
def _digest() -> str:
    seal = hashlib.sha256(" ".join((*FLAGS, sys.platform, platform.machine())).encode())
    for name in (*HEADERS, *SOURCES):
        seal.update((_HERE / name).read_bytes())
    return seal.hexdigest()[:20]


@lru_cache(maxsize=4)
def _loaded(path: Path) -> Kernel | None:
    try:
        facts = path.stat()
        if hasattr(os, "getuid") and (facts.st_uid not in (0, os.getuid()) or facts.st_mode & 0o022):
            return None  # code that somebody else may have put there is not run
        return Kernel(path)
    except (OSError, AttributeError):
        return None


def _compiler() -> str | None:
    wanted = os.environ.get("CC", "").split()
    names = [wanted[0]] if wanted else ["cc", "gcc", "clang"]
    return next((name for name in names if shutil.which(name)), None)


def _compile(path: Path) -> bool:
    """Whether the library is at `path` afterwards. A failure is remembered, so that it costs time once."""
    compiler = _compiler()
    if compiler:
        part = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            handle, part = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
            os.close(handle)
            command = [compiler, *FLAGS, "-o", part, *(str(_HERE / name) for name in SOURCES)]
            subprocess.run(command, capture_output=True, timeout=LONGEST_BUILD, check=True)
            os.chmod(part, 0o644)
            os.replace(part, path)
            return True
        except (OSError, subprocess.SubprocessError):
            if part:
                Path(part).unlink(missing_ok=True)
    _failed.add(path)
    return False
