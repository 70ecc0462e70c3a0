"""Art files of a project: found by the name a face gives, judged, and read when they are drawn. No cairo here.

A name is a path from the project's folder, with forward slashes and the very letters of the file; `%20` stands for a
space. Nothing outside the project is read, and nothing from the network. Data in `data:` URIs is taken too.
"""

from __future__ import annotations

import binascii
import hashlib
import os
import re
import warnings
from base64 import b64decode
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path, PurePosixPath
from urllib.parse import unquote, unquote_to_bytes

from PIL import Image, UnidentifiedImageError

from questpress.diagnostics import nearest
from questpress.press.render.lint import Fault

LARGEST_FILE = 64_000_000  # bytes
MOST_PIXELS = 100_000_000  # decoded; an A3 page at 600 dpi has 70,000,000
MOST_LISTED = 20_000  # file names gone through for a hint
LONGEST_SIDE = 32_000  # pixels; cairo's own bound is 32,767
_SUFFIXES = frozenset({".png", ".jpg", ".jpeg", ".svg", ".webp", ".gif", ".tif", ".tiff", ".bmp"})
_TYPES = {"JPEG": "jpeg", "MPO": "jpeg", "PNG": "png", "WEBP": "other", "GIF": "other", "TIFF": "other", "BMP": "other"}

_FORMATS = tuple(form for form in _TYPES if form != "MPO")  # a camera's JPEG with a preview; opened as JPEG


@dataclass(frozen=True, slots=True)
class Art:
    """One picture: `key` is the same for the same bytes. `turn` is the EXIF orientation (1 = upright)."""

    key: str
    kind: str
    width: int
    height: int
    turn: int
    mode: str
    path: Path | None
    data: bytes | None

    def read(self) -> bytes:
        """The file's bytes."""
        if self.data is not None:
            return self.data
        assert self.path is not None
        return self.path.read_bytes()


class Pictures:
    """The art that one chunk's faces name. `root` is the project's folder; without it no file is read."""

    def __init__(self, root: Path | None) -> None:
        self.root = root.resolve() if root is not None else None
        self.art: dict[str, Art] = {}
        self._named: dict[str, Art | Fault] = {}

    def find(self, name: str) -> Art | Fault:
        """The picture that a face calls `name`, or what is wrong with it."""
        short = name if len(name) < 512 else hashlib.sha1(name.encode()).hexdigest()
        found = self._named.get(short)
        if found is None:
            found = self._embedded(name) if name.startswith("data:") else self._file(name)
            if isinstance(found, Art):
                found = self.art.setdefault(found.key, found)
            self._named[short] = found
        return found

    def _file(self, name: str) -> Art | Fault:
        located = self.locate(name)
        if isinstance(located, Fault):
            return located
        size = located.stat().st_size
        if size > LARGEST_FILE:
            return Fault("T077", f"'{name}' has {size} bytes; the most is {LARGEST_FILE}", "export it smaller")
        try:
            data = located.read_bytes()
        except OSError as error:
            return Fault("T075", f"'{name}' cannot be read: {error.strerror}")
        return _judge(data, f"'{name}'", located)

    def locate(self, name: str) -> Path | Fault:
        """The file that a face calls `name`, inside the project; or what is wrong with the name."""
        if "\\" in name:
            return Fault("T076", f"'{name}' has backslashes", f"write {name.replace(chr(92), '/')}")
        if re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", name) or name.startswith("//"):
            return Fault("T074", f"'{name[:60]}' is not a file of the project", "copy the art into the project folder")
        if self.root is None:
            return Fault("T074", f"'{name}' names a file where none may be read")
        for candidate in dict.fromkeys((name, unquote(name))):
            pure = PurePosixPath(candidate)
            if not candidate or "\0" in candidate:
                return Fault("T075", "an image without a file name", 'write href="art/…"')
            if pure.is_absolute() or ".." in pure.parts:
                return Fault("T074", f"'{name}' leads out of the project", "write the path from the project folder on")
            path = self.root / pure
            if path.is_file():
                if not path.resolve().is_relative_to(self.root):
                    return Fault("T074", f"'{name}' is a link that leads out of the project", "copy the file itself")
                return self._spelt(name, pure) or path
        return self._missing(unquote(name))

    def _spelt(self, name: str, pure: PurePosixPath) -> Fault | None:
        """A fault where the disk forgives other capitals: elsewhere the file would be missing."""
        assert self.root is not None
        folder = self.root
        for part in pure.parts:
            names = {entry.name for entry in folder.iterdir()}
            if part not in names:
                return self._missing(name)
            folder /= part
        return None

    def _missing(self, name: str) -> Fault:
        assert self.root is not None
        known = self._listed()
        for other in known:
            if other.lower() == name.lower():
                return Fault("T076", f"'{name}' differs from the file in capitals", f"write {other}")
        close = nearest(name, known) or next(
            (other for other in known if PurePosixPath(other).name == PurePosixPath(name).name), None
        )
        return Fault("T075", f"no file '{name}' in the project", f"did you mean '{close}'?" if close else "")

    def _listed(self) -> list[str]:
        """The names of the project's pictures, for hints; not of hidden folders."""
        assert self.root is not None
        known: list[str] = []
        seen = 0
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(name for name in folders if name[0] != ".")
            seen += len(names)
            known += [
                (Path(folder) / name).relative_to(self.root).as_posix()
                for name in sorted(names)
                if PurePosixPath(name).suffix.lower() in _SUFFIXES
            ]
            if seen > MOST_LISTED:
                break
        return known

    def _embedded(self, name: str) -> Art | Fault:
        head, comma, body = name.partition(",")
        if not comma:
            return Fault("T077", "a data: URI without data")
        try:
            if head.endswith(";base64"):
                data = b64decode("".join(unquote(body).split()), validate=True)
            else:
                data = unquote_to_bytes(body)
        except (binascii.Error, ValueError):
            return Fault("T077", "a data: URI whose base64 is damaged", "embed the picture again, or name its file")
        return _judge(data, "the embedded picture", None)


def _judge(data: bytes, what: str, path: Path | None) -> Art | Fault:
    key = hashlib.sha1(data).hexdigest()
    kept = data if path is None else None
    if b"<svg" in data[:4096]:
        return Art(key, "svg", 0, 0, 1, "", path, kept)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(BytesIO(data), formats=_FORMATS) as image:
                width, height = image.size
                form, mode, turn = image.format or "", image.mode, 1
                if width * height <= MOST_PIXELS and max(width, height) <= LONGEST_SIDE:
                    _check_whole(image, data)
                    turn = image.getexif().get(274, 1)  # 274 = Orientation (EXIF 2.3, table 4)
    except Image.DecompressionBombError:
        return Fault("T077", f"{what} has more than {MOST_PIXELS} pixels", "export it smaller")
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, EOFError, IndexError, TypeError) as error:
        why = "is no picture" if isinstance(error, UnidentifiedImageError) else "is cut short or damaged"
        return Fault("T077", f"{what} {why}", "export it again as PNG, JPEG or SVG")
    if width * height > MOST_PIXELS or max(width, height) > LONGEST_SIDE:
        message = f"{what} has {width} × {height} pixels; the most is {MOST_PIXELS}, and {LONGEST_SIDE} a side"
        return Fault("T077", message, "export it smaller")
    return Art(key, _TYPES[form], width, height, turn if turn in range(1, 9) else 1, mode, path, kept)


def _check_whole(image: Image.Image, data: bytes) -> None:
    """Raises where the picture's data ends early: a printed card would show it grey from there on."""
    if image.format in ("JPEG", "MPO"):
        if b"\xff\xd9" not in data[-4096:]:  # end of image; its bytes go into the PDF as they are
            raise OSError("no end of image")
    else:
        image.load()
