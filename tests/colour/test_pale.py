"""Low ink: light grounds, everything on them readable, figures and plates as they were."""

from __future__ import annotations

import io

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from questpress.press.colour.convert import Colouring
from questpress.press.colour.lightness import darkened, lightness, mixed
from questpress.press.colour.marks import Reader
from questpress.press.colour.recipe import Recipe

from .desk import Form, page_pdf, rg
from .test_content import FONT

SEA, SAND, WHITE, INK, RED = (31, 95, 139), (242, 230, 201), (255, 255, 255), (21, 28, 23), (199, 27, 50)
colour = st.tuples(*[st.integers(0, 255)] * 3)


def pale(content: str, resources=None, **recipe) -> str:
    made = Colouring(Recipe("low-ink", **recipe)).convert(page_pdf(content, resources, group=False))
    with pikepdf.open(io.BytesIO(made.pdf)) as pdf:
        return " ".join(pdf.pages[0].Contents.read_bytes().decode("latin-1").split())


def painted(text: str) -> list[tuple[tuple[int, int, int], str]]:
    """Fill colour and kind of everything that is painted, in order."""
    found, now, operands = [], (0, 0, 0), []
    for word in text.split():
        if word == "rg":
            now = tuple(round(255 * float(value)) for value in operands[-3:])
        elif word in ("f", "B", "Tj"):
            found.append((now, word))
        operands = [*operands, word] if word[0] in "0123456789.-" else []
    return found


def test_a_ground_becomes_light_and_black_text_stays():
    text = pale(f"{rg(SEA)} 0 0 100 100 re f 0 0 0 rg BT /F1 9 Tf 20 20 Td (a) Tj ET", FONT)
    assert painted(text) == [(mixed(SEA), "f"), ((0, 0, 0), "Tj")]
    assert lightness(mixed(SEA)) > 80


@given(colour, colour)
def test_what_could_be_read_on_a_ground_can_be_read_on_it_made_light(ground, words):
    before = abs(lightness(ground) - lightness(words))
    text = pale(f"{rg(ground)} 0 0 100 100 re f {rg(words)} BT /F1 9 Tf 20 20 Td (a) Tj ET", FONT)
    (new_ground, _), (new_words, _) = painted(text)
    assert lightness(new_ground) >= lightness(ground) - 0.5
    if before >= 10:
        assert abs(lightness(new_ground) - lightness(new_words)) >= min(before, 45) * 0.8 - 1.5


def test_figures_plates_and_their_words_stay():
    content = f"{rg(SEA)} 0 0 100 100 re f {rg(INK)} 10 10 30 30 re f {rg(WHITE)} BT /F1 9 Tf 20 20 Td (a) Tj ET"
    assert painted(pale(content, FONT))[1:] == [(INK, "f"), (WHITE, "Tj")]


def test_a_pattern_in_the_tone_of_its_ground_becomes_light_with_it():
    content = f"{rg(SEA)} 0 0 100 100 re f {rg(RED)} 10 10 30 30 re f"
    assert painted(pale(content)) == [(mixed(SEA), "f"), (mixed(RED), "f")]


def test_lines_on_a_ground_are_kept_apart_from_it_and_stripes_belong_to_it():
    sand = rg(SAND, "RG")
    text = pale(f"{rg(SEA)} 0 0 100 100 re f {sand} 1 w 10 10 m 50 50 l S {rg(INK, 'RG')} 4 w 0 0 m 100 100 l S")
    strokes = [tuple(round(255 * float(v)) for v in part.split()[-3:]) for part in text.split(" RG")[:-1]]
    thin, wide = [stroke for stroke in strokes if stroke not in (SAND, INK, (0, 0, 0))]
    assert lightness(mixed(SEA)) - lightness(thin) > 30
    assert wide == mixed(INK)


RING = "75 50 m 75 63.8 63.8 75 50 75 c 36.2 75 25 63.8 25 50 c 25 36.2 36.2 25 50 25 c 63.8 25 75 36.2 75 50 c h"


@pytest.mark.parametrize("width", [0.5, 3.4, 8])
@pytest.mark.parametrize("inside", ["", f"{rg(SAND)} 42 42 16 16 re f"])
def test_light_lines_on_a_ground_darken_as_words_do_however_wide(width, inside):
    text = pale(f"{rg(SEA)} 0 0 100 100 re f {inside} {rg(SAND, 'RG')} {width} w {RING} S")
    line = tuple(round(255 * float(value)) for value in text.split(" RG")[2].split()[-3:])
    words = pale(f"{rg(SEA)} 0 0 100 100 re f {rg(SAND)} BT /F1 9 Tf 20 20 Td (a) Tj ET", FONT)
    assert line == painted(words)[-1][0] != SAND
    assert lightness(mixed(SEA)) - lightness(line) > 30


def test_a_dark_frame_around_a_plate_stays():
    plate = f"{rg(WHITE)} 10 10 80 80 re f"
    text = pale(f"{rg(SEA)} 0 0 100 100 re f {plate} {rg(INK, 'RG')} 4 w 8 8 84 84 re S")
    strokes = [tuple(round(255 * float(v)) for v in part.split()[-3:]) for part in text.split(" RG")[:-1]]
    assert strokes == [(0, 0, 0), INK]


def test_a_palette_says_what_a_colour_becomes_and_hidden_spots_are_left_to_be_hidden():
    stated = {SEA: (200, 220, 240)}
    text = pale(f"{rg(SEA)} 0 0 100 100 re f {rg(SEA)} 2 2 1 1 re f", pale=stated)
    assert painted(text) == [((200, 220, 240), "f")] * 2
    cut = (255, 0, 255)
    text = pale(f"{rg(cut)} 0 0 100 100 re f", hidden=frozenset({cut}))
    assert text.endswith("0 0 100 100 re n")


def test_forms_are_read_where_they_lie():
    ground = Form(rg(SEA) + " 0 0 1 1 re f", Type="/XObject", Subtype="/Form", BBox=[0, 0, 1, 1])
    content = f"q 100 0 0 100 0 0 cm /X Do Q {rg(WHITE)} BT /F1 9 Tf 20 20 Td (a) Tj ET"
    made = Colouring(Recipe("low-ink")).convert(page_pdf(content, {**FONT, "XObject": {"X": ground}}, group=False))
    with pikepdf.open(io.BytesIO(made.pdf)) as pdf:
        page = pdf.pages[0]
        assert painted(page.Resources.XObject["/X"].read_bytes().decode()) == [(mixed(SEA), "f")]
        assert lightness(painted(page.Contents.read_bytes().decode())[-1][0]) < 50


@pytest.mark.parametrize(
    ("content", "area", "bounds"),
    [
        ("10 10 20 30 re f", 600, (10, 10, 30, 40)),
        ("2 0 0 2 5 0 cm 10 10 20 30 re f", 2400, (25, 20, 65, 80)),
        ("q 0 0 20 20 re W n 10 10 20 30 re f Q", 100, (10, 10, 20, 20)),
        ("0 0 m 10 0 l 10 10 l h f", 50, (0, 0, 10, 10)),
        ("0 0 m 10 0 l 10 10 l 0 10 l 2 2 m 2 8 l 8 8 l 8 2 l h f*", 64, (0, 0, 10, 10)),
    ],
)
def test_areas_and_boxes(content, area, bounds):
    (mark,) = Reader(content.encode()).read()
    assert mark.area == pytest.approx(area) and mark.bounds == pytest.approx(bounds)


@given(colour, st.floats(0, 100))
def test_darker_is_darker_in_the_same_hue(rgb, wanted):
    found = darkened(rgb, wanted)
    assert all(value <= before for value, before in zip(found, rgb, strict=True))
    assert lightness(found) <= max(min(lightness(rgb), wanted), 0) + 1.5


def test_a_page_takes_half_the_ink(tmp_path):
    from tests.project.conftest import GAME, Press, write

    press = Press(write(tmp_path, dict(GAME)))
    taken = {}
    for target in ("home", "home-low-ink"):
        game = press.json("build", "--target", target, "--jobs", "1")["games"][0]
        file = next(file["path"] for file in game["files"] if file["path"].endswith("ships.pdf"))
        page = pypdfium2.PdfDocument(press.root / "output" / file)[1]
        pixels = page.render(scale=0.5).to_pil().convert("L").tobytes()
        taken[target] = sum(255 - value for value in pixels)
    assert taken["home-low-ink"] < taken["home"] / 2
