"""Small PDFs to colour, and what a page's streams say afterwards."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from questpress.press.colour.convert import Coloured, Colouring
from questpress.press.colour.recipe import Recipe, Tint
from questpress.press.palette import Cmyk, Spot
from questpress.press.profiles import Profile

ROOT = Path(__file__).resolve().parents[2]
PROFILES = ROOT / "templates" / "sheets" / "profiles"
RED, TEAL = (199, 27, 50), (2, 137, 136)
EXACT: dict[tuple[int, int, int], Cmyk] = {RED: (0.12, 0.98, 0.78, 0.08), TEAL: (0.86, 0.2, 0.46, 0.1)}
CUT = Spot("CutContour", (0.0, 1.0, 0.0, 0.0))
GOLD = Spot("Gold foil", (0.1, 0.2, 0.8, 0.1), overprint=False)


@cache
def profile(name: str = "ISOcoated_v2_300_bas") -> Profile:
    return Profile(name, (PROFILES / f"{name}.icc").read_bytes())


@cache
def colouring(limit: float = 3.0, name: str = "ISOcoated_v2_300_bas", *spots: Spot, hidden: bool = False) -> Colouring:
    """The press of most tests; spots are drawn with #ff00ff, #ff00fe and so on."""
    keys = {(255, 0, 255 - number): spot for number, spot in enumerate(spots)}
    tints = {} if hidden else {key: Tint(spot) for key, spot in keys.items()}
    return Colouring(
        Recipe("cmyk", profile(name), limit, {**EXACT, **tints}, frozenset(keys) if hidden else frozenset())
    )


def rg(colour: tuple[int, int, int], operator: str = "rg") -> str:
    return " ".join(f"{value / 255:.6f}" for value in colour) + f" {operator}"


def page_pdf(content: str, resources: Mapping[str, Any] | None = None, group: bool = True) -> bytes:
    """A page of 100 points each way, as cairo would wrap it."""
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(100, 100))
        page.Contents = pdf.make_stream(content.encode("latin-1"))
        page.Resources = pdf.make_indirect(Dictionary(_bound(pdf, resources or {})))
        if group:
            page.Group = Dictionary(S=Name.Transparency, I=True, CS=Name.DeviceRGB)
        out = io.BytesIO()
        pdf.save(out)
        return out.getvalue()


class Form:
    """A form, pattern or image for `page_pdf`: its bytes and entries."""

    def __init__(self, content: bytes | str, **entries: Any) -> None:
        self.content = content.encode("latin-1") if isinstance(content, str) else content
        self.entries = entries


def _bound(pdf: Pdf, value: Any) -> Any:
    if isinstance(value, Form):
        made = pdf.make_stream(value.content)
        for key, entry in value.entries.items():
            made[f"/{key}"] = _bound(pdf, entry)
        return made
    if isinstance(value, Mapping) and not isinstance(value, pikepdf.Object):
        return Dictionary({key if key[0] == "/" else f"/{key}": _bound(pdf, entry) for key, entry in value.items()})
    if isinstance(value, list):
        return Array([_bound(pdf, entry) for entry in value])
    if isinstance(value, str) and value.startswith("/"):
        return Name(value)
    return value


def words(made: Coloured | bytes) -> list[str]:
    """The first page's content as words, without white space."""
    with pikepdf.open(io.BytesIO(made.pdf if isinstance(made, Coloured) else made)) as pdf:
        return pdf.pages[0].Contents.read_bytes().decode("latin-1").split()


def everything(pdf: bytes) -> str:
    """All dictionaries and all content of a document as text, to search for what must not be there."""
    found = []
    with pikepdf.open(io.BytesIO(pdf)) as opened:
        for number in range(1, len(opened.objects) + 1):
            thing = opened.get_object((number, 0))
            if isinstance(thing, pikepdf.Stream):
                found.append(repr({key: value for key, value in thing.items() if key != "/Parent"}))
                if thing.get("/Subtype") != Name.Image and "/FunctionType" not in thing:
                    found.append(thing.read_bytes().decode("latin-1"))
            elif isinstance(thing, Dictionary | Array):
                found.append(repr(thing))
    return "\n".join(found)


def left_of_rgb(pdf: bytes) -> list[str]:
    """Every trace of RGB in a document."""
    return re.findall(r".{0,30}(?:RGB|(?<=\s)(?:rg|RG)(?=\s)).{0,30}", everything(pdf))
