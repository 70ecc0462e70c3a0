"""The art keeps to its palette, to the ink that every print house takes, and to what the press draws."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from questpress.diagnostics import Report
from questpress.press.contents import Contents
from questpress.press.model import Card
from questpress.press.palette import PALETTE
from questpress.schema import Reader
from questpress.source import load

ROOT = Path(__file__).resolve().parents[2]
ART = ROOT / "templates" / "meeple_quest"
LIGHT = 60_000  # bytes; a face stays below
THINNEST = 0.0882  # mm; 0.25 pt, look.md
SMALLEST = 6.5  # pt
LIVE = {"filter", "mask", "pattern", "image", "text", "tspan", "style", "foreignObject"}
PAINT = ("fill", "stroke", "stop-color")


@pytest.fixture(scope="module")
def colours() -> dict:
    report = Report()
    values = PALETTE.read(load(ART / "palette.yaml", "palette.yaml"), Reader(report))
    assert not report.findings
    return values["colours"]


@pytest.fixture(scope="module")
def faces(cards: dict[str, Card], draw: Callable) -> dict[str, str]:
    return {f"{card.id} {side}": draw(card, side).svg for card in cards.values() for side in card.faces}


def test_no_colour_takes_more_than_240_per_cent_of_ink(colours: dict) -> None:
    for name, colour in colours.items():
        assert sum(colour["cmyk"]) <= 240, name
        assert colour["ink"] == pytest.approx(sum(colour["cmyk"]), abs=1.5), name  # shares are rounded


def test_templates_name_colours_only_by_the_palette(colours: dict) -> None:
    templates = sorted(ART.rglob("*.j2"))
    assert len(templates) > 30
    for template in templates:
        text = re.sub(r"\{#.*?#\}", "", template.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"""["'\s(]#[0-9a-fA-F]{3,8}\b""", text), template.name
        unknown = set(re.findall(r"palette\.([a-z0-9_]+)", text)) - set(colours)
        assert not unknown, (template.name, unknown)


def test_faces_are_painted_in_the_palette(faces: dict[str, str], contents: Contents) -> None:
    allowed = {value.lower() for value in contents.palette.values()} | {"none"}
    for name, svg in faces.items():
        for element in ET.fromstring(svg).iter():
            for key in PAINT:
                value = element.get(key, "none")
                assert value.lower() in allowed or value.startswith("url(#"), (name, element.tag, key, value)


def test_faces_use_nothing_live(faces: dict[str, str]) -> None:
    for name, svg in faces.items():
        assert len(svg.encode()) < LIGHT, name
        for element in ET.fromstring(svg).iter():
            assert element.tag.rsplit("}", 1)[-1] not in LIVE, (name, element.tag)
            assert not {key for key in element.keys() if "opacity" in key or key in ("filter", "mask", "style")}, name


def test_ids_are_single_and_whatever_is_referred_to_is_there(faces: dict[str, str]) -> None:
    for name, svg in faces.items():
        ids = re.findall(r'\bid="([^"]+)"', svg)
        assert len(ids) == len(set(ids)), (name, {one for one in ids if ids.count(one) > 1})
        asked = set(re.findall(r'href="#([^"]+)"', svg)) | set(re.findall(r"url\(#([^)]+)\)", svg))
        assert asked <= set(ids), (name, asked - set(ids))


def test_ids_inside_a_figure_begin_with_its_name(cards: dict[str, Card], draw: Callable) -> None:
    seen = set()
    for face in (draw(card, side) for card in cards.values() for side in card.faces):
        root = ET.fromstring(face.svg)
        for figure in (element for element in root.iter() if f"{element.get('id')}-silhouette" in names(element)):
            seen.add(figure.get("id"))
            for one in names(figure):
                assert one == figure.get("id") or one.startswith(f"{figure.get('id')}-"), (figure.get("id"), one)
    # heroes, bosses, weapons, treasures, the princess; on backs a meeple, a chest, a maiden
    assert len(seen) == 20 + 6 + 8 + 22 + 1 + 3, seen


def names(element: ET.Element) -> list[str]:
    return [child.get("id", "") for child in element.iter() if child.get("id")]


def strokes(element: ET.Element, scale: float = 1.0, width: float = 1.0) -> Iterator[tuple[str, float]]:
    for name, values in re.findall(r"(\w+)\(([^)]*)\)", element.get("transform", "")):
        if name == "scale":
            scale *= min(abs(float(value)) for value in re.split(r"[\s,]+", values.strip()))
    width = float(element.get("stroke-width", width))
    if element.get("stroke", "none") != "none":
        yield element.get("id") or element.get("d") or element.tag, width * scale
    for child in element:
        yield from strokes(child, scale, width)


def test_strokes_print(faces: dict[str, str]) -> None:
    for name, svg in faces.items():
        for place, width in strokes(ET.fromstring(svg)):
            assert width >= THINNEST, (name, place, width)


def test_no_text_is_smaller_than_it_may_be(cards: dict[str, Card], draw: Callable) -> None:
    for card in cards.values():
        for side in card.faces:
            for style in draw(card, side).styles:
                assert (style.get("min") or style["size"]) >= SMALLEST, (card.id, style)
                rules = style.get("field") in ("skill", "skills", "flavour")
                assert not rules or (style.get("min") or style["size"]) >= 7.5, (card.id, style)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("text", "paper"),
        ("paper", "wood4"),
        ("gold1", "wood3"),
        ("white", "violet5"),
        ("violet1", "violet5"),
        ("text", "violet0"),
        ("text", "wood1"),
        ("text", "gold1"),
        ("paper", "wood3"),
    ],
)
def test_text_stands_out_from_its_ground(colours: dict, text: str, ground: str) -> None:
    light, dark = sorted((luminance(colours[name]["srgb"]) for name in (text, ground)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_all_text_is_painted_in_a_colour_that_was_tried(cards: dict[str, Card], draw: Callable, colours: dict) -> None:
    tried = {colours[name]["srgb"] for name in ("text", "paper", "gold1", "white")}
    for card in cards.values():
        for side in card.faces:
            assert {style["fill"] for style in draw(card, side).styles} <= tried


def test_patterns_survive_grey(colours: dict) -> None:
    """The frame's pattern stands out from its ground by more than colour."""
    for name in ("red", "green", "blue", "yellow", "orange"):
        tint = {"yellow": "dark", "orange": "light"}.get(name, "deep")
        light, dark = sorted((luminance(colours[f"{name}_{key}"]["srgb"]) for key in ("mid", tint)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 1.5, name


def test_art_reaches_all_of_the_bleed(faces: dict[str, str]) -> None:
    for name, svg in faces.items():
        grounds = [e for e in ET.fromstring(svg).iter() if e.tag.endswith("rect") and e.get("x") == "-3"]
        sizes = [(e.get("y"), e.get("width"), e.get("height")) for e in grounds]
        assert ("-3", "69.5", "94.9") in sizes, name
