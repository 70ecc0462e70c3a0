"""Filled black, every hero is known: the law that the art of the deck is drawn to."""

import itertools
import re
from collections.abc import Callable

import pypdfium2
import pytest
from PIL import Image, ImageChops

from questpress.press.model import Card
from questpress.press.render.chunk import draw as print_pages
from questpress.press.render.inspect import Page

DOTS = 10  # to the millimetre
WINDOW = (4.5, 4.5, 59.0)  # left, top and right of a hero's picture, mm from the trim
EDGE = 1.24  # mm of bare wood to the right of the silhouette: depth 1.2 at the stand's scale
TALL = 41.5  # mm from foot to crest as drawn; the law is read at 20 mm
CREST = 1.3  # mm that a crest may stand above the window


def shape(svg: str) -> tuple[str, str, str]:
    """The figure's name, the definitions of its outline, and how it stands on the card."""
    name = re.search(r'<g id="([a-z]+)-silhouette">', svg)
    stand = re.search(r'id="hero-stand" transform="([^"]*)"', svg)
    assert name and stand
    parts = re.findall(rf'<path id="{name[1]}-[a-z0-9-]+" d="[^"]*"/>', svg)
    union = re.search(rf'<g id="{name[1]}-silhouette">.*?</g>', svg, re.DOTALL)
    assert parts and union
    return name[1], "".join(parts) + union[0], stand[1]


def blacks(figures: list[tuple[str, str, str]], width: float, height: float) -> list[Image.Image]:
    """Each figure filled black on a field of `width` × `height` mm, its third value the transform it stands by."""
    pages = [
        Page(
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
            f' viewBox="0 0 {width} {height}"><defs>{defs}</defs>'
            f'<g transform="{stand}"><use href="#{name}-silhouette" fill="#000000"/></g></svg>',
            width,
            height,
            name,
        )
        for name, defs, stand in figures
    ]
    drawn = print_pages(pages, {})
    book = pypdfium2.PdfDocument(drawn.pdf)
    pictures = []
    for sheet, box in zip(book, drawn.boxes, strict=True):
        sheet.set_mediabox(*box)
        picture = sheet.render(scale=DOTS * 25.4 / 72).to_pil().convert("L")
        pictures.append(picture.point(lambda value: 255 if value < 128 else 0))
    return pictures


def area(picture: Image.Image) -> int:
    return picture.histogram()[255]


@pytest.fixture(scope="module")
def figures(heroes: dict[str, Card], draw: Callable) -> dict[str, tuple[str, str, str]]:
    return {name: shape(draw(card).svg) for name, card in heroes.items()}


def test_no_two_heroes_share_nine_tenths_of_their_area(figures: dict[str, tuple[str, str, str]]) -> None:
    scale = 20 / TALL
    stood = [(name, defs, f"translate(16 21) scale({scale:.4f})") for name, defs, _ in figures.values()]
    pictures = dict(zip(figures, blacks(stood, 32, 22), strict=True))
    for (one, a), (other, b) in itertools.combinations(pictures.items(), 2):
        common = area(ImageChops.darker(a, b)) / max(area(a), area(b))
        assert common <= 0.9, f"{one} and {other} share {common:.0%}"


def test_heroes_stand_inside_their_window_and_only_crests_break_it(figures: dict[str, tuple[str, str, str]]) -> None:
    for name, picture in zip(figures, blacks(list(figures.values()), 63.5, 50), strict=True):
        left, top, right, _ = (value / DOTS for value in picture.getbbox())
        assert left >= WINDOW[0], (name, left)
        assert right + EDGE <= WINDOW[2], (name, right)
        assert WINDOW[1] - CREST <= top <= WINDOW[1] + 0.6, (name, top)


def test_silhouettes_are_one_piece_from_foot_to_crest(figures: dict[str, tuple[str, str, str]]) -> None:
    """A figure that lost its body or its head would leave rows of the picture empty."""
    for name, picture in zip(figures, blacks(list(figures.values()), 63.5, 50), strict=True):
        _, top, _, bottom = picture.getbbox()
        rows = [picture.crop((0, y, picture.width, y + 1)).getbbox() for y in range(top, bottom)]
        assert rows.count(None) <= 2, name  # the point of a flame may fall between two rows
        assert (bottom - top) / DOTS == pytest.approx(TALL * 1.03, abs=1.2), name
