"""The art keeps to its palette, to the ink that every print house takes, and to strokes that print."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest

from questpress.press.contents import Contents
from questpress.press.model import Card
from questpress.press.palette import PALETTE
from questpress.schema import Reader
from questpress.source import load

ROOT = Path(__file__).resolve().parents[2]
ART = ROOT / "templates" / "escort_quest"
THINNEST = 0.0882  # mm; 0.25 pt, look.md
LIVE = ("opacity", "filter", "mask", "pattern", "linearGradient", "radialGradient", "image", "text", "style")


def colours() -> dict:
    from questpress.diagnostics import Report

    report = Report()
    values = PALETTE.read(load(ART / "palette.yaml", "palette.yaml"), Reader(report))
    assert not report.findings
    return values["colours"]


def test_no_colour_takes_more_than_240_per_cent_of_ink() -> None:
    for name, colour in colours().items():
        assert sum(colour["cmyk"]) == pytest.approx(colour["ink"]), name
        assert colour["ink"] <= 240, name


def test_each_value_has_one_name() -> None:
    values = [colour["srgb"].lower() for colour in colours().values()]
    assert len(set(values)) == len(values)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("lantern", "bark_dark"),
        ("cream", "bark_dark"),
        ("black", "cream"),
        ("black", "white"),
        ("black", "parchment"),
    ],
)
def test_text_stands_out_from_its_ground(text: str, ground: str) -> None:
    palette = colours()
    light, dark = sorted((luminance(palette[name]["srgb"]) for name in (text, ground)), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_templates_name_colours_only_by_the_palette() -> None:
    names = set(colours())
    templates = sorted(ART.rglob("*.j2"))
    assert templates
    for template in templates:
        text = re.sub(r"\{#.*?#\}", "", template.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert not re.search(r"""["'\s(]#[0-9a-fA-F]{3,8}\b""", text), template.name
        unknown = set(re.findall(r"palette\.([a-z_]+)", text)) - names
        assert not unknown, (template.name, unknown)


def scale_of(transform: str) -> float:
    scale = 1.0
    for name, values in re.findall(r"(\w+)\(([^)]*)\)", transform):
        if name == "scale":
            scale *= abs(float(re.split(r"[\s,]+", values.strip())[0]))
        assert name in ("scale", "translate", "rotate"), transform
    return scale


def judge(svg: str, allowed: set[str]) -> None:
    def walk(element: ET.Element, scale: float, width: float) -> None:
        tag = element.tag.rsplit("}", 1)[-1]
        assert tag not in LIVE, tag
        for name, value in element.attrib.items():
            assert name not in ("opacity", "fill-opacity", "stroke-opacity", "filter", "mask", "style"), name
            if name in ("fill", "stroke"):
                assert value == "none" or value.lower() in allowed, (tag, name, value)
        scale *= scale_of(element.get("transform", ""))
        width = float(element.get("stroke-width", width))
        if tag in ("path", "rect", "circle") and element.get("stroke", "none") != "none":
            assert width * scale >= THINNEST, (tag, width, scale)
        for child in element:
            walk(child, scale, width)

    walk(ET.fromstring(svg), 1.0, 1.0)


def test_every_face_keeps_to_the_palette_and_to_strokes_that_print(contents: Contents, draw: Callable) -> None:
    allowed = {value.lower() for value in contents.palette.values()}
    faces = [(card, side) for deck in contents.decks for card in deck.cards for side in card.faces]
    assert len(faces) > 40
    for card, side in faces:
        judge(draw(card, side), allowed)


def test_no_text_is_set_under_six_and_a_half_points(contents: Contents, draw: Callable) -> None:
    for deck in contents.decks:
        for card in deck.cards:
            for side in card.faces:
                draw(card, side, page=2)
    sizes = [min(style["size"], style.get("min", style["size"])) for _, style in draw.said if "size" in style]
    assert sizes and min(sizes) >= 6.5


def test_art_reaches_all_of_the_bleed(contents: Contents, draw: Callable) -> None:
    for deck in contents.decks:
        for card in deck.cards:
            if card.trim.bleed:
                assert ground_of(draw(card), card), card.name


def ground_of(svg: str, card: Card) -> bool:
    """Whether a rectangle, or a few that meet, lie under the face up to the end of its bleed."""
    trim = card.trim
    left = top = 1e9
    right = bottom = -1e9
    for element in ET.fromstring(svg).iter():
        if element.tag.endswith("rect") and element.get("fill", "none") != "none":
            x, y = float(element.get("x", 0)), float(element.get("y", 0))
            left, top = min(left, x), min(top, y)
            right, bottom = max(right, x + float(element.get("width"))), max(bottom, y + float(element.get("height")))
    scale = trim.width / 25 if card.kind == "tile-hq" else 1
    reach = (-trim.bleed, -trim.bleed, trim.width + trim.bleed)
    folded = card.kind == "standee"  # its panels are drawn about the fold, the tabs are white
    return (left * scale, reach[1] if folded else top * scale, right * scale) <= reach or (
        left * scale <= reach[0] and (folded or top * scale <= reach[1]) and right * scale >= reach[2]
    )
