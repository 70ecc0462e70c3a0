"""What this machine has of what questpress needs or can use, with a remedy for what it lacks."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Part:
    """A library or program: its version ('' where it is missing), what it is for, and how to get it."""

    name: str
    version: str
    needed: bool
    purpose: str
    remedy: str

    def as_json(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "installed": bool(self.version),
            "version": self.version or None,
            "needed": self.needed,
            "purpose": self.purpose,
            "remedy": None if self.version else self.remedy,
        }


_LIBRARIES = {
    "cairocffi": "draws",
    "CairoSVG": "draws SVG",
    "click": "reads the command line",
    "jinja2": "fills templates",
    "markdown-it-py": "reads rulebooks",
    "numpy": "measures ink and bleed",
    "pikepdf": "imposes and writes PDF",
    "pillow": "reads images",
    "pypdfium2": "draws pictures of faces, and plates",
    "pyyaml": "reads data files",
    "reportlab": "draws marks, rulers and labels",
    "rich": "shows progress",
    "svgwrite": "draws computed art",
    "uharfbuzz": "shapes text",
}
_PROGRAMS = {
    "pdftotext": ("poppler-utils", "-v", "outside witness of text and boxes in the tests"),
    "qpdf": ("qpdf", "--version", "outside witness of PDF syntax in the tests"),
    "gs": ("ghostscript", "--version", "outside witness of plates in the tests"),
}


def examine() -> list[Part]:
    """Every part, the needed ones first. Nothing is changed or installed."""
    python = ".".join(map(str, sys.version_info[:3]))
    parts = [
        Part(
            "python",
            python if sys.version_info >= (3, 11) else "",
            True,
            "runs questpress",
            "install Python 3.11 or newer",
        )
    ]
    parts += [_library(name, purpose) for name, purpose in _LIBRARIES.items()]
    parts += [_cairo(), _freetype()]
    parts += [_program(name, *facts) for name, facts in _PROGRAMS.items()]
    return [*parts, *_engines()]


def _engines() -> list[Part]:
    """What the games' engines can use. An engine that cannot be loaded lacks a library that is told of already."""
    from questpress import games

    found: list[Part] = []
    for name in games.names():
        try:
            found += getattr(games.engine(name), "parts", tuple)()
        except ImportError:
            continue
    return found


def _library(name: str, purpose: str) -> Part:
    from importlib import metadata

    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        version = ""
    return Part(name, version, True, purpose, f"pip install {name}")


def _cairo() -> Part:
    try:
        import cairocffi

        version = cairocffi.cairo_version_string()
    except (ImportError, OSError):
        version = ""
    from questpress.codes.machine import CODES

    return Part("libcairo", version, True, "draws every page", CODES["M001"].mend)


def _freetype() -> Part:
    from ctypes.util import find_library

    from questpress.codes.machine import CODES

    return Part("libfreetype", find_library("freetype") or "", True, "loads fonts from their files", CODES["M003"].mend)


def _program(name: str, package: str, flag: str, purpose: str) -> Part:
    version = ""
    if shutil.which(name):
        try:
            told = subprocess.run([name, flag], capture_output=True, text=True, timeout=10, check=False)
            words = (told.stdout + told.stderr).split()
            version = next((word for word in words if word[:1].isdigit()), "present")
        except (OSError, subprocess.SubprocessError):
            version = ""
    return Part(name, version, False, purpose, f"Debian and Ubuntu: sudo apt-get install {package}")
