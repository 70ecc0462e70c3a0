"""What becomes of a content stream: colours, black text, spots, and everything that must pass untouched."""

from __future__ import annotations

import io

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from questpress.press.colour.convert import Colouring
from questpress.press.colour.recipe import Recipe

from .desk import CUT, EXACT, GOLD, RED, TEAL, Form, colouring, left_of_rgb, page_pdf, profile, rg, words

START = "0 0 0 1 k 0 0 0 1 K".split()  # a page begins in black, and says so
FONT = {"Font": {"F1": {"Type": "/Font", "Subtype": "/Type1", "BaseFont": "/Helvetica"}}}
ON, OFF = ["/qpOverFill", "gs"], ["/qpOver", "gs"]


def converted(content: str, resources=None, made: Colouring | None = None) -> list[str]:
    result = (made or colouring()).convert(page_pdf(content, resources))
    assert left_of_rgb(result.pdf) == []
    found = words(result)
    assert found[: len(START)] == START
    return found[len(START) :]


def inks(key: tuple[int, int, int], operator: str = "k") -> list[str]:
    return [*(f"{part:g}" for part in EXACT[key]), operator]


def test_palette_colours_become_their_inks():
    content = f"{rg(RED)} 0 0 9 9 re f {rg(TEAL, 'RG')} 0 0 m 9 9 l S"
    wanted = [*inks(RED), *"0 0 9 9 re f".split(), *inks(TEAL, "K"), *"0 0 m 9 9 l S".split()]
    assert converted(content) == wanted


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("0 0 0 rg", "0 0 0 1 k"),
        ("1 1 1 RG", "0 0 0 0 K"),
        ("0 g", "0 0 0 1 k"),
        ("1 G", "0 0 0 0 K"),
        ("0.1 0.2 0.3 0.4 k", "0.1 0.2 0.3 0.4 k"),
        ("/DeviceRGB cs 1 1 1 sc", "0 0 0 1 k 0 0 0 0 k"),
        ("/DeviceRGB CS 1 1 1 SCN", "0 0 0 1 K 0 0 0 0 K"),
        ("/DeviceGray cs 1 scn", "0 0 0 1 k 0 0 0 0 k"),
        ("/DeviceCMYK cs .1 .2 .3 .4 scn", "0 0 0 1 k 0.1 0.2 0.3 0.4 k"),
        ("1\n1\r1 rg", "0 0 0 0 k"),
        ("[]0 d 1 1 1 rg", "[]0 d 0 0 0 0 k"),
    ],
)
def test_every_way_to_name_a_colour(given, wanted):
    assert converted(given + " 0 0 9 9 re f")[:-6] == wanted.split()


@pytest.mark.parametrize(
    "content",
    [
        "BT /F1 9 Tf (1 1 1 rg) Tj ET",
        r"BT /F1 9 Tf (a \) 1 1 1 rg (b \\) c) Tj ET",
        "BT /F1 9 Tf [(0 g)-20(q Q)] TJ ET",
        "/Span <</ActualText(0 g)>>BDC 0 0 9 9 re f EMC",
        "% 1 0 0 rg and more\n0 0 9 9 re f",
        "/rg gs 0 0 9 9 re f",
    ],
)
def test_what_is_no_operator_passes_as_it_stands(content):
    resources = {**FONT, "ExtGState": {"rg": {"LW": 1}}}
    made = colouring().convert(page_pdf("1 1 1 rg " + content, resources))
    assert " ".join(words(made)[len(START) :]) == " ".join(("0 0 0 0 k " + content).split())


def test_black_text_overprints_and_nothing_else_does():
    content = f"0 0 0 rg 0 0 9 9 re f BT /F1 9 Tf (a) Tj ET 0 0 5 5 re f {rg(RED)} BT (b) Tj ET 1 1 1 rg BT (c) Tj ET"
    text = " ".join(converted(content, FONT))
    assert "/qpOverFill gs BT /F1 9 Tf (a) Tj ET /qpOver gs 0 0 5 5" in text
    assert "0.12 0.98 0.78 0.08 k BT (b) Tj ET 0 0 0 0 k BT" in text
    assert text.count("/qpOverFill") == 1


def test_black_text_knocks_out_where_the_target_says_so():
    made = Colouring(Recipe("cmyk", profile(), overprint=False))
    assert "/qpOverFill" not in converted("0 0 0 rg BT /F1 9 Tf (a) Tj ET", FONT, made)


def test_a_colour_that_changes_inside_text_switches_overprinting_there():
    content = f"{rg(RED)} BT /F1 9 Tf (a) Tj 0 0 0 rg (b) Tj 1 1 1 rg (c) Tj ET 0 0 9 9 re f"
    found = converted(content, FONT)
    text = " ".join(found)
    assert "(a) Tj 0 0 0 1 k /qpOverFill gs (b) Tj 0 0 0 0 k /qpOver gs (c) Tj ET 0 0 9 9" in text


def test_colours_come_back_with_the_graphics_state():
    content = "1 1 1 rg q 0 0 0 rg Q BT /F1 9 Tf (a) Tj ET Q Q BT (b) Tj ET"
    assert "/qpOverFill" not in converted(content, FONT)


def test_the_states_that_overprint_touch_no_other_plate_and_keep_fill_and_stroke_apart():
    made = colouring(3.0, "ISOcoated_v2_300_bas", CUT).convert(
        page_pdf("0 0 0 rg BT /F1 9 Tf (a) Tj ET 1 0 1 RG 0 0 m 9 9 l S 0 G 0 0 m 9 9 l S", FONT)
    )
    with pikepdf.open(io.BytesIO(made.pdf)) as pdf:
        states = pdf.pages[0].Resources.ExtGState
        found = {key: (bool(state.op), bool(state.OP), int(state.OPM)) for key, state in states.items()}
    assert found == {"/qpOverFill": (True, False, 1), "/qpOver": (False, False, 1), "/qpOverStroke": (False, True, 1)}


def test_a_stroke_in_a_spot_leaves_a_fill_in_a_spot_overprinting():
    made = colouring(3.0, "ISOcoated_v2_300_bas", CUT)
    text = " ".join(words(made.convert(page_pdf("1 0 1 rg 1 0 1 RG 0 0 9 9 re B 0 G 1 g"))))
    wanted = "1 scn /qpOverFill gs /qpPlate CS 1 SCN /qpOverFillStroke gs 0 0 9 9 re B 0 0 0 1 K /qpOverFill gs"
    assert wanted + " 0 0 0 0 k /qpOver gs" in text


def test_spots_are_plates_that_overprint_where_they_say_so():
    made = colouring(3.0, "ISOcoated_v2_300_bas", CUT, GOLD)
    content = "1 0 1 RG 0 0 m 9 9 l S 1 1 1 RG 5 5 m 6 6 l S 1 0 0.996078 rg 0 0 9 9 re f"
    result = made.convert(page_pdf(content))
    text = " ".join(words(result))
    assert "/qpPlate CS 1 SCN /qpOverStroke gs 0 0 m 9 9 l S 0 0 0 0 K /qpOver gs 5 5 m" in text
    assert text.endswith("/qpPlate1 cs 1 scn 0 0 9 9 re f")
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        plates = pdf.pages[0].Resources.ColorSpace
        assert [str(plates[key][1]) for key in ("/qpPlate", "/qpPlate1")] == ["/CutContour", "/Gold foil"]
        assert [float(v) for v in plates["/qpPlate1"][3].C1] == list(GOLD.alternative)


@pytest.mark.parametrize(
    ("painted", "left"),
    [
        ("0 0 9 9 re f", "0 0 9 9 re n"),
        ("0 0 9 9 re B", "0 0 9 9 re S"),
        ("0 0 9 9 re b*", "0 0 9 9 re s"),
        ("0 0 9 9 re S", "0 0 9 9 re S"),
        ("BT /F1 9 Tf (a) Tj ET", "3 Tr BT /F1 9 Tf (a) Tj ET 0 Tr"),
        ("BT /F1 9 Tf (a) Tj 1 1 1 rg (b) Tj ET", "3 Tr BT /F1 9 Tf (a) Tj 0 Tr 0 0 0 0 k (b) Tj ET"),
        ("q 1 1 1 rg 0 0 9 9 re f Q 0 0 9 9 re f", "q 0 0 0 0 k 0 0 9 9 re f Q 0 0 9 9 re n"),
    ],
)
def test_a_spot_that_is_switched_off_is_not_painted(painted, left):
    made = colouring(3.0, "ISOcoated_v2_300_bas", CUT, hidden=True)
    assert converted("1 1 1 RG 1 0 1 rg " + painted, FONT, made) == ["0", "0", "0", "0", "K", *left.split()]


def test_a_spot_switched_off_hides_strokes_on_rgb_targets_too():
    made = Colouring(Recipe("rgb", hidden=frozenset({(255, 0, 255)})))
    text = " ".join(words(made.convert(page_pdf("1 0 1 RG 0 1 0 rg 0 0 9 9 re B 0 0 m 9 9 l S"))))
    assert text == "0 0 0 rg 0 0 0 RG 0 1 0 rg 0 0 9 9 re f 0 0 m 9 9 l n"


def test_inline_pictures_and_stencils():
    pixels = 9 * bytes(RED).decode("latin-1")
    content = f"q 9 0 0 9 0 0 cm BI /W 3 /H 3 /CS /RGB /BPC 8 ID {pixels} EI Q 1 1 1 rg 0 0 9 9 re f"
    result = colouring().convert(page_pdf(content))
    assert left_of_rgb(result.pdf) == []
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        image = pdf.pages[0].Resources.XObject["/qpPicture"]
        assert image.ColorSpace == "/DeviceCMYK" and len(image.read_bytes()) == 36


@given(
    st.lists(
        st.sampled_from([rg(RED), rg(TEAL, "RG"), "q", "Q", "0 0 9 9 re f", "0 0 m 9 9 l S", "BT", "ET", "0 g", "1 G"])
    )
)
def test_only_colours_change_in_any_stream(parts):
    """What is no colour and no overprint comes out as it went in, in its order."""
    result = colouring().convert(page_pdf("\n".join(parts)))
    kept = [part for part in parts if not part.endswith(("rg", "RG", "g", "G"))]
    text = " ".join(words(result)[len(START) :])
    for operator in ("k", "K"):
        while f" {operator} " in f" {text} ":
            before, _, after = f" {text} ".partition(f" {operator} ")
            text = " ".join([*before.split()[:-4], *after.split()])
    text = " ".join(word for word in text.split() if not word.startswith("/qp") and word != "gs")
    assert text == " ".join(" ".join(kept).split())


def test_a_form_is_not_taken_to_begin_in_black():
    form = Form("BT /F1 9 Tf (a) Tj ET", Type="/XObject", Subtype="/Form", BBox=[0, 0, 9, 9], Resources=FONT)
    made = colouring().convert(page_pdf("1 1 1 rg /X1 Do", {"XObject": {"X1": form}}))
    with pikepdf.open(io.BytesIO(made.pdf)) as pdf:
        assert b"qpOverFill" not in pdf.pages[0].Resources.XObject["/X1"].read_bytes()
