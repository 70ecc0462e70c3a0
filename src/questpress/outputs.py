"""A finished file as builds report it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Output:
    """A finished file; `path` is relative to the folder of the output.

    `form` is pdf, png for the picture of one face, whose `pixels` are its width and height, svg for the cut file of
    one side of a sheet, or report for what preflight found. `written` is False where the file was there already, byte
    for byte.
    """

    path: str
    pages: int
    sheets: int
    pieces: int
    length: int
    sha256: str
    written: bool
    deck: str = ""
    form: str = "pdf"
    pixels: tuple[int, int] | None = None

    def as_json(self) -> dict[str, Any]:
        more = {"pixels": list(self.pixels)} if self.pixels else {}
        return {
            "path": self.path,
            "form": self.form,
            "deck": self.deck,
            "pages": self.pages,
            "sheets": self.sheets,
            "pieces": self.pieces,
            **more,
            "bytes": self.length,
            "sha256": self.sha256,
            "written": self.written,
        }


def rejected(name: str) -> tuple[str, ...]:
    """What lies beside a file for a press that preflight rejected, by the name of that file: a PDF and its reports."""
    stem = name.removesuffix(".pdf")
    return tuple(f"{stem}.rejected.{left}" for left in ("pdf", "preflight.json", "preflight.html"))


def output_of(kept: Mapping[str, Any], written: bool = False) -> Output:
    """The output that `as_json` gave, at a build that wrote it or did not."""
    pixels = kept.get("pixels")
    return Output(
        kept["path"],
        kept["pages"],
        kept["sheets"],
        kept["pieces"],
        kept["bytes"],
        kept["sha256"],
        written,
        kept["deck"],
        kept["form"],
        (pixels[0], pixels[1]) if pixels else None,
    )
