"""A project with one big deck: distinct cards with many elements, much text and shared photographs.

It is made here, the same every time; its rules and templates lie beside, in `project/`.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

CARDS = 1_000
PICTURES = 40
WORDS = 45  # of a card's text; with name, sort, motto and imprint about 60 words are shaped a card
PIXELS = (660, 420)  # of a picture, 316 ppi where it is printed

PROJECT = Path(__file__).resolve().parent / "project"  # its rules and templates

_TEXT = (
    "When this unit enters the battlefield draw a card then discard one If you control another Warrior deal two damage "
    "to any target and gain AVATAR To Wave office affinity until the end of your next turn Otherwise exhaust it"
).split()
_FIRST = ("Storm", "Ember", "River", "Granite", "Willow", "Moon", "Copper", "Thorn", "Winter", "Salt")
_SECOND = ("Caller", "Warden", "Tinker", "Runner", "Singer", "Keeper", "Reaver", "Weaver", "Pilot", "Sage")
_MOTTO = "What the tide has taken, the tide will bring".split()


def make_project(folder: Path, cards: int = CARDS, pictures: int = PICTURES) -> Path:
    """The project's folder, filled: `cards` two-sided cards that share `pictures` JPEG files. Always the same bytes."""
    shutil.copytree(PROJECT, folder, dirs_exist_ok=True)
    deck = folder / "cards" / "big_deck" / "units.yaml"
    deck.parent.mkdir(parents=True, exist_ok=True)
    deck.write_text(deck_text(cards, pictures), encoding="utf-8")
    art = folder / "art"
    art.mkdir(exist_ok=True)
    for number in range(pictures):
        (art / f"{number:02}.jpg").write_bytes(picture(number))
    return folder


def deck_text(cards: int, pictures: int) -> str:
    """The deck's YAML: no two cards have the same text."""
    lines = ["deck: units", "title: Units", "kind: unit", "cards:"]
    for number in range(1, cards + 1):
        chance = random.Random(number)
        words = [chance.choice(_TEXT) for _ in range(WORDS)]
        words[3] = f"<b>{words[3]}</b>"
        name = f"{chance.choice(_FIRST)} {chance.choice(_SECOND)} {number}"
        motto = " ".join(chance.sample(_MOTTO, 8))
        lines += [
            f"  - id: unit-{number}",
            f'    name: "{name}"',
            f'    sort: "Unit — {chance.choice(_FIRST)} {chance.choice(_SECOND)}"',
            f"    cost: {number % 10}",
            f"    life: {1 + number % 6}",
            f'    text: "{" ".join(words)}. Keep {{{{ rules.hand }}}} cards."',
            f'    motto: "{motto}"',
            f"    number: {number}",
            f"    art: art/{number % pictures:02}.jpg",
        ]
    return "\n".join(lines) + "\n"


def picture(number: int) -> bytes:
    """A JPEG of soft discs, which compresses about as a painted scene does."""
    from io import BytesIO

    from PIL import Image, ImageDraw, ImageFilter

    chance = random.Random(number)
    width, height = PIXELS
    image = Image.new("RGB", PIXELS, (40, 60, 90))
    pen = ImageDraw.Draw(image)
    for _ in range(80):
        x, y, r = chance.randrange(width), chance.randrange(height), chance.randrange(10, 90)
        pen.ellipse((x - r, y - r, x + r, y + r), fill=tuple(chance.randrange(256) for _ in range(3)))
    into = BytesIO()
    image.filter(ImageFilter.GaussianBlur(3)).save(into, "JPEG", quality=88)
    return into.getvalue()
