"""Laws of ink: limits, greys, exact keys."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from questpress.press.colour.conversion import Conversion
from questpress.press.colour.inks import limited
from questpress.press.colour.paints import CmykPaints, GreyPaints
from questpress.press.colour.recipe import Recipe, Tint

from .desk import EXACT, GOLD, colouring, profile

share = st.floats(0, 1, allow_nan=False)
inks = st.tuples(share, share, share, share)
byte = st.integers(0, 255)


@given(inks, st.floats(1, 4))
def test_no_place_takes_more_than_the_limit(ink, limit):
    found = limited(ink, limit)
    assert sum(found) <= limit + 1e-9
    assert all(-1e-9 <= part <= 1 + 1e-9 for part in found)
    assert found[3] >= ink[3]
    assert all(part <= before + 1e-9 for part, before in zip(found[:3], ink[:3], strict=True))
    if sum(ink) <= limit:
        assert found == ink


@given(st.floats(0.05, 0.7), st.floats(0, 0.3))
def test_grey_goes_to_black_before_colour_is_lost(grey, colour):
    cyan, magenta, yellow, black = limited((grey + colour, grey, grey, 0.1), 3 * grey + colour + 0.1 - 0.05)
    assert cyan - magenta == pytest.approx(colour) and magenta == pytest.approx(yellow)
    assert black == pytest.approx(0.125)


@given(byte, byte, byte)
@pytest.mark.parametrize(("name", "limit"), [("ISOcoated_v2_300_bas", 3.0), ("FOGRA39L_coated", 2.4)])
def test_every_colour_keeps_the_limit(name, limit, red, green, blue):
    tone = colouring(limit, name).paints.of_rgb((red, green, blue))
    assert isinstance(tone, tuple) and sum(tone) <= limit + 1e-3 and all(0 <= part <= 1 for part in tone)


@given(byte)
def test_greys_are_on_the_black_plate_alone_and_fall_with_lightness(value):
    paints = colouring().paints
    tone = paints.of_rgb((value, value, value))
    assert tone[:3] == (0, 0, 0)
    if value:
        assert tone[3] <= paints.of_rgb((value - 1,) * 3)[3]


def test_black_white_and_middle_grey():
    paints = colouring().paints
    assert paints.of_rgb((0, 0, 0)) == (0, 0, 0, 1) and paints.of_rgb((255, 255, 255)) == (0, 0, 0, 0)
    assert paints.of_rgb((128, 128, 128))[3] == pytest.approx(0.55, abs=0.01)  # L* 53.6 of black on coated paper


def test_keys_are_exact_and_their_neighbours_are_not():
    paints = colouring().paints
    for key, ink in EXACT.items():
        assert paints.of_rgb(key) == ink
        assert paints.tone(tuple(round(value / 255, 6) for value in key), "rgb") == ink  # as cairo writes it
        assert paints.of_rgb((key[0] ^ 1, key[1], key[2])) != ink


def test_a_spot_is_a_tint_and_stands_as_inks_only_in_gradients():
    paints = colouring(3.0, "ISOcoated_v2_300_bas", GOLD).paints
    assert paints.of_rgb((255, 0, 255)) == Tint(GOLD)
    assert paints.plain((1.0, 0.0, 1.0), "rgb") == GOLD.alternative


@pytest.mark.parametrize(
    ("name", "limit"), [("ISOcoated_v2_300_bas", 3.0), ("FOGRA39L_coated", 2.4), ("FOGRA39L_coated", 3.0)]
)
def test_pictures_keep_the_limit_and_look_like_their_colours(name, limit):
    conversion = Conversion(profile(name).icc, limit)
    colours = [(r, g, b) for r in range(0, 256, 51) for g in range(0, 256, 51) for b in range(0, 256, 51)]
    image = Image.new("RGB", (len(colours), 1))
    image.putdata(colours)
    made = conversion.picture(image)
    assert made.mode == "CMYK"
    raw = made.tobytes()
    for number, colour in enumerate(colours):
        pixel = raw[4 * number : 4 * number + 4]
        assert sum(pixel) <= 255 * limit + 1
        wanted = conversion.inks(*colour)
        assert all(abs(part / 255 - other) < 0.03 for part, other in zip(pixel, wanted, strict=True)), colour


def test_grey_targets_keep_lightness():
    paints = GreyPaints(Recipe("grey"))
    assert paints.of_rgb((0, 0, 0)) == (0.0,) and paints.of_rgb((255, 255, 255)) == (1.0,)
    assert paints.of_rgb((119, 119, 119))[0] == pytest.approx(119 / 255, abs=0.001)
    green, blue = paints.of_rgb((0, 255, 0))[0], paints.of_rgb((0, 0, 255))[0]
    assert green > 0.85 and blue < 0.35
    image = Image.new("RGB", (2, 1))
    image.putdata([(0, 255, 0), (0, 0, 255)])
    assert list(paints.picture(image, None).tobytes()) == pytest.approx([255 * green, 255 * blue], abs=8)


def test_a_damaged_profile_is_refused():
    with pytest.raises(ValueError):
        CmykPaints(Recipe("cmyk", type(profile())("x", profile().icc[:200])))
