"""Six bosses that nobody takes for each other, filled black too, and that stay inside their picture."""

import itertools
import re
from collections.abc import Callable

import pypdfium2
import pytest
from PIL import Image, ImageChops

from questpress.press.model import Card
from questpress.press.render.chunk import draw as print_pages
from questpress.press.render.inspect import Page

DOTS = 6  # to the millimetre
WINDOW = (5.0, 58.5)  # left and right of the panel, mm from the trim
BOSSES = ("lich", "ogre", "spider", "countess", "drake", "jester")


@pytest.fixture(scope="module")
def blacks(cards: dict[str, Card], draw: Callable) -> dict[str, Image.Image]:
    """Each boss as he stands on his card, white on black."""
    pages = []
    for boss in BOSSES:
        svg = draw(cards[boss]).svg
        stand = re.search(rf'<g transform="([^"]*)"><g id="{boss}">', svg)
        union = re.search(rf'<g id="{boss}-silhouette">.*?</g>', svg, re.DOTALL)
        parts = re.findall(rf'<path id="{boss}-[a-z0-9-]+" d="[^"]*"/>', svg)
        assert stand and union and parts, boss
        pages.append(
            Page(
                '<svg xmlns="http://www.w3.org/2000/svg" width="63.5mm" height="60mm" viewBox="0 0 63.5 60">'
                f'<defs>{"".join(parts)}{union[0]}</defs><g transform="{stand[1]}">'
                f'<use href="#{boss}-silhouette" fill="#000000"/></g></svg>',
                63.5,
                60,
                boss,
            )
        )
    drawn = print_pages(pages, {})
    found = {}
    for boss, sheet, box in zip(BOSSES, pypdfium2.PdfDocument(drawn.pdf), drawn.boxes, strict=True):
        sheet.set_mediabox(*box)
        grey = sheet.render(scale=DOTS * 25.4 / 72).to_pil().convert("L")
        found[boss] = grey.point(lambda value: 255 if value < 128 else 0)
    return found


def area(picture: Image.Image) -> int:
    return picture.histogram()[255]


def test_no_two_bosses_share_four_fifths_of_their_area(blacks: dict[str, Image.Image]) -> None:
    for (one, a), (other, b) in itertools.combinations(blacks.items(), 2):
        common = area(ImageChops.darker(a, b)) / max(area(a), area(b))
        assert common <= 0.8, f"{one} and {other} share {common:.0%}"


def test_bosses_fill_their_picture_and_stay_in_it(blacks: dict[str, Image.Image]) -> None:
    for boss, picture in blacks.items():
        left, top, right, bottom = (value / DOTS for value in picture.getbbox())
        assert WINDOW[0] <= left, (boss, left)
        assert right <= WINDOW[1], (boss, right)
        assert top >= 5.2, (boss, top)
        assert right - left >= 40, boss
        assert bottom - top >= 44, boss


def test_each_boss_has_a_scene_of_his_own(cards: dict[str, Card], draw: Callable) -> None:
    scenes = {draw(cards[boss]).svg.split('id="scene"')[1].split('id="boss-stand"')[0] for boss in BOSSES}
    assert len(scenes) == 6
