"""Everything that a page can draw with is converted: nested forms, patterns, gradients, masks, glyphs, pictures."""

from __future__ import annotations

import io
import zlib

import pikepdf
import pytest
from pikepdf import Name
from PIL import Image

from questpress.press.colour.convert import Colouring, Unsupported
from questpress.press.colour.recipe import Recipe

from .desk import EXACT, RED, TEAL, Form, colouring, left_of_rgb, page_pdf, rg

FORM = {"Type": "/XObject", "Subtype": "/Form", "BBox": [0, 0, 9, 9]}
GROUP = {"S": "/Transparency", "CS": "/DeviceRGB"}


def opened(content: str, resources=None, made: Colouring | None = None):
    result = (made or colouring()).convert(page_pdf(content, resources))
    assert left_of_rgb(result.pdf) == []
    return pikepdf.open(io.BytesIO(result.pdf)), result


def test_forms_in_forms_and_patterns_and_glyphs():
    deep = Form(rg(RED) + " 0 0 9 9 re f", **FORM)
    outer = Form("/Deep Do", **FORM, Resources={"XObject": {"Deep": deep}}, Group=GROUP)
    tile = Form(
        rg(TEAL) + " 0 0 9 9 re f",
        PatternType=1,
        PaintType=1,
        TilingType=1,
        BBox=[0, 0, 9, 9],
        XStep=9,
        YStep=9,
        Resources={},
    )
    glyph = Form("9 0 d0 " + rg(RED) + " 0 0 9 9 re f")
    font = {"Type": "/Font", "Subtype": "/Type3", "CharProcs": {"a": glyph}, "Resources": {}}
    resources = {"XObject": {"X": outer}, "Pattern": {"P": tile}, "Font": {"F": font}}
    pdf, result = opened("/X Do /Pattern cs /P scn 0 0 9 9 re f", resources)
    found = pdf.pages[0].Resources
    for stream, key in (
        (found.XObject["/X"].Resources.XObject["/Deep"], RED),
        (found.Pattern["/P"], TEAL),
        (found.Font["/F"].CharProcs["/a"], RED),
    ):
        assert " ".join(f"{part:g}" for part in EXACT[key]).encode() + b" k" in stream.read_bytes()
    assert result.live == (False,)


def test_uncoloured_patterns_take_the_colour_of_their_use():
    tile = Form("0 0 9 9 re f", PatternType=1, PaintType=2, TilingType=1, BBox=[0, 0, 9, 9], XStep=9, YStep=9)
    resources = {"Pattern": {"P": tile}, "ColorSpace": {"C": ["/Pattern", "/DeviceRGB"]}}
    pdf, _ = opened("/C cs 1 1 1 /P scn 0 0 9 9 re f", resources)
    assert b"0 0 0 0 /P scn" in pdf.pages[0].Contents.read_bytes()
    assert pdf.pages[0].Resources.ColorSpace["/C"][1] == "/DeviceCMYK"


def share(colour):
    return [value / 255 for value in colour]


@pytest.mark.parametrize("function", ["exponential", "stitched", "sampled"])
def test_gradients_run_between_the_inks_of_their_ends(function):
    ends = {"FunctionType": 2, "Domain": [0, 1], "C0": share(RED), "C1": share(TEAL), "N": 1}
    if function == "stitched":
        ends = {"FunctionType": 3, "Domain": [0, 1], "Functions": [ends], "Bounds": [], "Encode": [0, 1]}
    if function == "sampled":
        ends = Form(bytes((*RED, *TEAL)), FunctionType=0, Domain=[0, 1], Range=[0, 1] * 3, Size=[2], BitsPerSample=8)
    shading = {"ShadingType": 2, "ColorSpace": "/DeviceRGB", "Coords": [0, 0, 9, 9], "Function": ends}
    pattern = {"PatternType": 2, "Shading": dict(shading, Background=share(RED))}
    pdf, _ = opened("/S sh", {"Shading": {"S": shading}, "Pattern": {"P": pattern}})
    found = pdf.pages[0].Resources.Shading["/S"]
    assert found.ColorSpace == "/DeviceCMYK"
    inner = found.Function.Functions[0] if function == "stitched" else found.Function
    if function == "sampled":
        assert inner.read_bytes() == bytes(round(255 * part) for key in (RED, TEAL) for part in EXACT[key])
    else:
        assert [float(v) for v in inner.C0] == list(EXACT[RED]) and [float(v) for v in inner.C1] == list(EXACT[TEAL])
    assert [float(v) for v in pdf.pages[0].Resources.Pattern["/P"].Shading.Background] == list(EXACT[RED])


def test_luminosity_masks_become_greys_as_light_and_alone():
    """The form that masks is also shown: there it takes inks, in the mask it must not."""
    with pikepdf.open(io.BytesIO(page_pdf("/G gs /X Do"))) as pdf:
        form = pdf.make_stream(b"1 0 0 rg 0 0 9 9 re f")
        form.Type, form.Subtype, form.BBox = Name.XObject, Name.Form, [0, 0, 9, 9]
        form.Group = pikepdf.Dictionary(S=Name.Transparency, CS=Name.DeviceRGB)
        mask = pikepdf.Dictionary(Type=Name.Mask, S=Name.Luminosity, G=form, BC=[1, 1, 1])
        page = pdf.pages[0]
        page.Resources.XObject = pikepdf.Dictionary(X=form)
        page.Resources.ExtGState = pikepdf.Dictionary(G=pikepdf.Dictionary(SMask=mask))
        out = io.BytesIO()
        pdf.save(out)
    result = colouring().convert(out.getvalue())
    assert left_of_rgb(result.pdf) == [] and result.live == (True,)
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        found = pdf.pages[0].Resources
        masked = found.ExtGState["/G"].SMask
        assert b"0.3 g" in masked.G.read_bytes() and masked.G.Group.CS == "/DeviceGray"
        assert [float(v) for v in masked.BC] == [1.0]
        assert b" k" in found.XObject["/X"].read_bytes() and found.XObject["/X"].Group.CS == "/DeviceCMYK"
        assert pdf.pages[0].Group.CS == "/DeviceCMYK"


def test_groups_go_where_nothing_in_the_document_is_see_through():
    form = Form("0 0 9 9 re f", **FORM, Group=GROUP)
    pdf, result = opened("/X Do", {"XObject": {"X": form}, "ExtGState": {"a": {"ca": 1, "CA": 1, "BM": "/Normal"}}})
    assert result.live == (False,) and "/Group" not in pdf.pages[0].obj
    assert "/Group" not in pdf.pages[0].Resources.XObject["/X"]


@pytest.mark.parametrize("state", [{"ca": 0.5}, {"CA": 0.99}, {"BM": "/Multiply"}, {"BM": ["/Screen", "/Normal"]}])
def test_what_is_see_through_is_told(state):
    _, result = opened("/a gs 0 0 9 9 re f", {"ExtGState": {"a": state}})
    assert result.live == (True,)


def image(pixels: bytes, width: int, space: object, **entries: object) -> Form:
    return Form(
        zlib.compress(pixels),
        Type="/XObject",
        Subtype="/Image",
        Width=width,
        Height=1,
        BitsPerComponent=8,
        ColorSpace=space,
        Filter="/FlateDecode",
        **entries,
    )


def test_pictures_their_masks_and_their_tables():
    mask = image(bytes((0, 255)), 2, "/DeviceGray")
    resources = {
        "XObject": {
            "Rgb": image(bytes((255, 0, 0, 255, 255, 255)), 2, "/DeviceRGB", SMask=mask),
            "Grey": image(bytes((0, 128, 255)), 3, "/DeviceGray"),
            "Table": image(bytes((0, 1)), 2, ["/Indexed", "/DeviceRGB", 1, pikepdf.String(bytes((*RED, *TEAL)))]),
        }
    }
    pdf, result = opened("/Rgb Do", resources)
    found = pdf.pages[0].Resources.XObject
    assert result.live == (True,)
    red = found["/Rgb"].read_bytes()
    assert found["/Rgb"].ColorSpace == "/DeviceCMYK" and red[1] > 230 and red[2] > 200 and red[4:] == bytes(4)
    assert found["/Rgb"].SMask.read_bytes() == bytes((0, 255)) and found["/Rgb"].SMask.ColorSpace == "/DeviceGray"
    black, grey, white = found["/Grey"].read_bytes()
    assert (black, white) == (0, 255) and 105 < grey < 120  # 255 - 55 % ink
    space = found["/Table"].ColorSpace
    assert space[1] == "/DeviceCMYK"
    assert bytes(space[3]) == bytes(round(255 * part) for key in (RED, TEAL) for part in EXACT[key])


def jpeg(mode: str, colour: object, **options: object) -> bytes:
    out = io.BytesIO()
    Image.new(mode, (16, 16), colour).save(out, "JPEG", quality=95, **options)
    return out.getvalue()


def jpeg_form(data: bytes, space: str) -> Form:
    return Form(
        data,
        Type="/XObject",
        Subtype="/Image",
        Width=16,
        Height=16,
        BitsPerComponent=8,
        ColorSpace=space,
        Filter="/DCTDecode",
    )


@pytest.mark.parametrize("recipe", ["cmyk", "rgb"])
def test_cmyk_jpegs_keep_every_byte_and_are_not_negative(recipe):
    data = jpeg("CMYK", (255, 0, 0, 0))  # Pillow stores it inverted with Adobe's marker, as Photoshop does
    made = colouring() if recipe == "cmyk" else Colouring(Recipe("rgb"))
    result = made.convert(page_pdf("9 0 0 9 0 0 cm /J Do", {"XObject": {"J": jpeg_form(data, "/DeviceCMYK")}}, False))
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        found = pdf.pages[0].Resources.XObject["/J"]
        assert found.read_raw_bytes() == data and list(found.Decode) == [1, 0] * 4


def test_rgb_jpegs_stay_jpegs_and_are_not_negative():
    resources = {"XObject": {"J": jpeg_form(jpeg("RGB", (255, 0, 0)), "/DeviceRGB")}}
    pdf, _ = opened("/J Do", resources)
    found = pdf.pages[0].Resources.XObject["/J"]
    assert found.Filter == "/DCTDecode" and found.ColorSpace == "/DeviceCMYK" and list(found.Decode) == [1, 0] * 4
    cyan, magenta, yellow, black = Image.open(io.BytesIO(found.read_raw_bytes())).getpixel((8, 8))
    assert magenta > 230 and yellow > 200 and cyan < 20 and black < 20


def test_grey_targets_have_grey_alone():
    resources = {"XObject": {"J": jpeg_form(jpeg("RGB", (0, 255, 0)), "/DeviceRGB")}}
    pdf, _ = opened("/J Do 0 1 0 rg 0 0 9 9 re f 0 0.5 0 0 k", resources, Colouring(Recipe("grey")))
    found = pdf.pages[0].Resources.XObject["/J"]
    assert found.ColorSpace == "/DeviceGray"
    assert Image.open(io.BytesIO(found.read_raw_bytes())).getpixel((8, 8)) == pytest.approx(220, abs=3)
    content = pdf.pages[0].Contents.read_bytes()
    assert b"0.8625 g" in content or b"0.8624 g" in content
    assert b" k" not in content and "CMYK" not in repr(pdf.pages[0].obj)


@pytest.mark.parametrize(
    "resources",
    [
        {"Shading": {"S": {"ShadingType": 4, "ColorSpace": "/DeviceRGB"}}},
        {"XObject": {"I": image(bytes(3), 1, "/DeviceRGB", Mask=[0, 0, 0, 0, 0, 0])}},
        {"XObject": {"I": image(bytes(3), 1, ["/Lab", {"WhitePoint": [1, 1, 1]}])}},
    ],
)
def test_what_has_no_like_is_refused(resources):
    with pytest.raises(Unsupported):
        colouring().convert(page_pdf("0 0 9 9 re f", resources))


def test_equal_chunks_give_equal_bytes():
    data = page_pdf(rg(RED) + " 0 0 9 9 re f 0.3 0.1 0.9 rg 0 0 5 5 re f")
    assert colouring().convert(data) == Colouring(colouring().paints.recipe).convert(data)
