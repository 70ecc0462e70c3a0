"""Text in faces: glyph runs and plain <text>, drawn as text."""

from __future__ import annotations

import pypdfium2
import pytest
from PIL import Image

from .desk import BLUE, RED, at, drawn, face, findings, ink, near, only, raster, tools

FONT = 'font-family="Alegreya Sans"'


def words(svg: str) -> str:
    document = pypdfium2.PdfDocument(drawn(svg).pdf)
    return document[0].get_textpage().get_text_range()


def picture(inner: str) -> Image.Image:
    return raster(drawn(face(inner)))


def test_a_label_is_text_in_the_file() -> None:
    assert words(face(tools().label("Žluťoučký office", 1, 10, size=6))).strip() == "Žluťoučký office"


def across(image: Image.Image) -> set[tuple[int, int, int]]:
    """The colours on the line 12 mm down."""
    return {at(image, x / 10, 12) for x in range(199)}


@pytest.mark.parametrize("anchor", ["start", "middle", "end"])
def test_anchored_text_with_tspans_is_anchored_as_one(anchor: str) -> None:
    """Pitfall 1."""
    inner = (
        f'<text x="10" y="10" font-size="2" text-anchor="{anchor}" {FONT}>Deal <tspan font-weight="bold">3 fire</tspan>'
        " dmg</text>"
    )
    left, _, right, _ = ink(picture(inner))
    where = {"start": left, "middle": (left + right) / 2, "end": right}[anchor]
    assert where == pytest.approx(10, abs=0.25)


def test_font_lists_are_gone_through() -> None:
    """Pitfall 2."""
    listed = '<text x="1" y="10" font-size="4" font-family="NoSuchFont, Alegreya Sans">Words</text>'
    assert picture(listed).tobytes() == picture(listed.replace("NoSuchFont, ", "")).tobytes()
    finding = only(listed.replace("Alegreya Sans", "NoSuch Either"))
    assert finding.code == "T033" and "NoSuch Either" in finding.message


def test_missing_characters_are_errors() -> None:
    """Pitfall 3."""
    finding = only(f'<text x="1" y="10" font-size="4" {FONT}>龍</text>')
    assert "U+9F8D" in finding.message


def test_middle_is_the_middle_of_the_small_letters() -> None:
    """Pitfall 13."""
    inner = f'<text x="2" y="10" font-size="8" dominant-baseline="middle" {FONT}>xx</text>'
    _, top, _, bottom = ink(picture(inner))
    assert (top + bottom) / 2 == pytest.approx(10, abs=0.15)


def test_kerning_and_joining() -> None:
    """Pitfall 14: AV closes up, and Arabic letters join."""
    kerned = f'<text x="1" y="10" font-size="4" {FONT}>AVATAR</text>'
    apart = kerned.replace("<text", "<text font-feature-settings='\"kern\" 0'")
    assert ink(picture(kerned))[2] < ink(picture(apart))[2] - 0.3
    arabic = f'<text x="18" y="10" font-size="5" direction="rtl" {FONT}>سلام</text>'
    assert sorted(words(face(arabic)).strip()) == sorted("سلام")  # pdfium gives right-to-left text as it stands
    assert ink(picture(arabic)) != ink(picture(arabic.replace("سلام", "\u200c".join("سلام"))))


def test_paint_transform_clip_and_opacity_reach_text() -> None:
    big = 'x="-2" y="18" font-size="30" font-weight="bold"'
    defs = '<clipPath id="c"><rect width="10" height="20"/></clipPath>'
    inner = f'<g clip-path="url(#c)" fill="red"><text {big} {FONT} opacity="0.5">MM</text></g>'
    image = raster(drawn(face(inner, defs)))
    seen = {at(image, x / 10, 12) for x in range(100)}
    assert any(near(colour, (255, 127, 127)) for colour in seen)
    assert {at(image, x / 10, 12) for x in range(101, 199)} == {(255, 255, 255)}
    small = f'x="1" y="14" font-size="10" font-weight="bold" {FONT}'
    seen = across(picture(f'<text {small} fill="red">M<tspan fill="blue">M</tspan></text>'))
    assert any(near(c, RED) for c in seen) and any(near(c, BLUE) for c in seen)
    style = "<style>.t { fill: blue } tspan { fill: red }</style>"
    seen = across(picture(f'{style}<text class="t" {small}>M<tspan>M</tspan></text>'))
    assert any(near(c, RED) for c in seen) and any(near(c, BLUE) for c in seen)


def test_outlined_text_and_text_in_a_gradient() -> None:
    big = f'x="-2" y="18" font-size="30" font-weight="bold" {FONT}'
    seen = {
        at(picture(f'<text {big} fill="red" stroke="blue" stroke-width="1">M</text>'), x / 10, 12) for x in range(199)
    }
    assert any(near(c, RED) for c in seen) and any(near(c, BLUE) for c in seen)
    stops = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>'
    gradient = f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x2="20">{stops}</linearGradient>'
    inner = f'<text {big} fill="url(#g)">M</text>'
    assert len(across(raster(drawn(face(inner, gradient))))) > 20
    finding = only(inner, gradient.replace(' gradientUnits="userSpaceOnUse" x2="20"', ""))
    assert finding.code == "T063" and "userSpaceOnUse" in finding.help


def test_sizes_in_units_without_a_meaning_are_refused() -> None:
    assert only(f'<text font-size="12pt" {FONT}>a</text>').code == "T066"
    assert only(f'<g font-size="2em"><text {FONT}>a</text></g>').code == "T066"
    assert findings(f'<text font-size="3" {FONT}>a<tspan font-size="2em">b</tspan></text>') == []


def test_what_a_tspan_says_is_judged() -> None:
    assert only(f'<text font-size="3" {FONT}>a<tspan textLength="9">b</tspan></text>').code == "T063"
