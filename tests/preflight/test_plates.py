"""Plates drawn in process against Ghostscript's, on a page of everything that decides which plate gets ink."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import numpy
import pikepdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pikepdf import Array, Dictionary, Name, Pdf, Stream, String
from PIL import Image

from questpress.press.preflight.pages import frame_of
from questpress.press.preflight.pictures import Pictures
from questpress.press.preflight.plates import plates, program
from questpress.press.preflight.spaces import CMYK, GRAY, PROCESS, RGB, Space
from questpress.press.preflight.walk import Walker
from tests.preflight.press import form, has, image, text_font

SIDE = 300  # points
CELL = 60


def separation(pdf: Pdf, name: str, inks: list[float]) -> Array:
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=inks, N=1)
    return pdf.make_indirect(Array([Name.Separation, Name(f"/{name}"), Name.DeviceCMYK, tint]))


def cmyk_jpeg(pdf: Pdf, adobe: bool) -> Stream:
    """A JPEG of four inks from left to right, 80 × 80; Adobe's kind is turned over, and says so in its Decode."""
    columns = [(200, 20, 60, 10), (10, 160, 120, 100), (0, 0, 0, 255), (90, 90, 0, 0)]
    picture = Image.new("CMYK", (80, 80))
    for place, inks in enumerate(columns):
        picture.paste(inks, (place * 20, 0, place * 20 + 20, 80))
    if not adobe:
        picture = picture.point(lambda value: 255 - value)
    data = io.BytesIO()
    picture.save(data, "JPEG", quality=95, subsampling=0)  # Pillow writes it turned over
    made = image(pdf, 80, 80, Name.DeviceCMYK, b"")
    made.write(data.getvalue(), filter=Name.DCTDecode)
    if adobe:
        made.Decode = Array([1, 0] * 4)
    return made


def witness() -> Pdf:
    """A page of patches, each with another thing that plates must get right."""
    pdf = pikepdf.new()
    cells: list[bytes] = []
    objects = Dictionary()
    over = {"op": True, "OP": True}
    states = Dictionary(
        {
            "/Over1": Dictionary(**over, OPM=1),
            "/Over0": Dictionary(**over, OPM=0),
            "/Off": Dictionary(op=False, OP=False),
            "/Half": Dictionary(ca=0.5),
            "/Multiply": Dictionary(BM=Name.Multiply),
            "/Plain": Dictionary(BM=Name.Normal, ca=1),
        }
    )
    shade = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[1, 0.4, 0, 0.2], N=1)
    fade = form(pdf, b"/Fade sh")
    fade.BBox = Array([0, 0, 50, 50])
    fade.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceGray, I=True)
    rising = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0], C1=[1], N=1)
    fade.Resources.Shading = Dictionary(
        {"/Fade": Dictionary(ShadingType=2, ColorSpace=Name.DeviceGray, Coords=[0, 0, 50, 0], Function=rising)}
    )
    states["/Soft"] = Dictionary(SMask=Dictionary(S=Name.Luminosity, G=pdf.make_indirect(fade)))
    fading = Dictionary(ShadingType=2, ColorSpace=Name.DeviceCMYK, Coords=[0, 0, 50, 0], Function=shade)
    two = b"{ exch dup 0.2 mul exch 0.6 mul 0 exch 4 2 roll exch pop 0 exch }"
    tint = pdf.make_stream(two, FunctionType=4, Domain=[0, 1, 0, 1], Range=[0, 1] * 4)
    spaces = Dictionary(
        {
            "/Gold": separation(pdf, "Gold", [0, 0.2, 0.6, 0.2]),
            "/Cut": separation(pdf, "CutContour", [0, 1, 0, 0]),
            "/Two": Array([Name.DeviceN, Array([Name.Gold, Name.Black]), Name.DeviceCMYK, tint]),
        }
    )
    ground = b"0.6 0 0 0 k 0 0 50 50 re f "
    black = b"0 0 0 1 k 10 10 30 30 re f "
    cells += [
        b"0.3 0.5 0.7 0.1 k 0 0 50 50 re f 0.25 g 10 10 30 30 re f",
        ground + b"/Over1 gs " + black + b"/Off gs",
        ground + black,
        ground + b"/Over0 gs " + black + b"/Off gs",
        ground + b"/Over1 gs /Gold cs 0.8 scn 10 10 30 30 re f /Off gs",
        ground + b"/Gold cs 0.8 scn 10 10 30 30 re f",
        b"q /Soft gs 0 0.8 0.2 0.1 k 0 0 50 50 re f Q",
        ground + b"/Half gs 0 0.8 0.4 0 k 10 10 30 30 re f /Plain gs",
        ground + b"/Multiply gs 0.3 0.5 0 0 k 10 10 30 30 re f /Plain gs",
        b"q 0 0 50 50 re W n /Sh sh Q",
        b"q 50 0 0 50 0 0 cm /Adobe Do Q",
        b"q 50 0 0 50 0 0 cm /Jpeg Do Q",
        b"q 50 0 0 50 0 0 cm /Indexed Do Q",
        b"q 50 0 0 50 0 0 cm /Grey Do Q",
        ground + b"q 50 0 0 50 0 0 cm /Keyed Do Q",
        b"0.1 0.7 0 0.3 k q 50 0 0 50 0 0 cm /Stencil Do Q",
        b"/Pattern cs /Tiles scn 0 0 50 50 re f",
        ground + b"/Over1 gs 0 1 0 0 K 8 w 5 25 m 45 25 l S /Off gs",
        ground + b"/Over1 gs 0 0 0 1 k BT /F 40 Tf 5 10 Td (M) Tj ET /Off gs",
        b"/Two cs 0.4 0.5 scn 0 0 50 50 re f",
        ground + b"/Over1 gs 0 0 0 0 k 10 10 30 30 re f /Off gs",
        b"/Group Do",
        ground + b"/Over1 gs 0 0.5 0 0 k /Inherits Do /Off gs",
        b"q 50 0 0 50 0 0 cm BI /W 2 /H 2 /CS /CMYK /BPC 8 ID " + bytes([128, 0, 0, 0, 0] * 4)[:16] + b" EI Q",
        b"0 0.4 0 0 k 0 0 50 50 re f /Over1 gs /Cut CS 1 SCN 4 w 5 5 40 40 re S /Off gs",
    ]
    objects["/Adobe"], objects["/Jpeg"] = cmyk_jpeg(pdf, True), cmyk_jpeg(pdf, False)
    indexed = image(pdf, 8, 8, Name.DeviceGray, bytes(range(4)) * 16)
    table = bytes([200, 0, 0, 0, 0, 150, 0, 30, 0, 0, 100, 0, 0, 0, 0, 255])
    indexed.ColorSpace = Array([Name.Indexed, Name.DeviceCMYK, 3, String(table)])
    objects["/Indexed"] = indexed
    objects["/Grey"] = image(pdf, 8, 8, Name.DeviceGray, bytes([0, 64, 128, 255]) * 16)
    keyed = image(pdf, 8, 8, Name.DeviceGray, bytes([0, 0, 255, 255]) * 16)
    keyed.Mask = Array([255, 255])
    objects["/Keyed"] = keyed
    stencil = pdf.make_stream(bytes([0xF0] * 8))
    stencil.Type, stencil.Subtype, stencil.Width, stencil.Height = Name.XObject, Name.Image, 8, 8
    stencil.ImageMask, stencil.BitsPerComponent = True, 1
    objects["/Stencil"] = stencil
    halves = b"0.5 0 0.5 0 k 0 0 30 50 re f /Half gs 0 0.6 0 0.4 k 20 0 30 50 re f"
    objects["/Group"] = form(pdf, halves, ExtGState=states)
    objects["/Group"].Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK, I=True)
    objects["/Inherits"] = form(pdf, b"10 10 30 30 re f")
    tiles = pdf.make_stream(b"0 0 0.9 0 k 0 0 10 10 re f 0.9 0 0 0 k 0 0 10 5 re f")
    tiles.PatternType, tiles.PaintType, tiles.TilingType = 1, 1, 1
    tiles.BBox, tiles.XStep, tiles.YStep, tiles.Resources = Array([0, 0, 10, 10]), 10, 10, Dictionary()
    content = []
    for number, cell in enumerate(cells):
        x, y = number % 5 * CELL, number // 5 * CELL
        content.append(b"q 1 0 0 1 %d %d cm %s Q" % (x + 5, y + 5, cell))
    page = Dictionary(Type=Name.Page, MediaBox=Array([0, 0, SIDE, SIDE]))
    page.Contents = pdf.make_stream(b"\n".join(content))
    page.Group = Dictionary(S=Name.Transparency, CS=Name.DeviceCMYK)
    page.Resources = Dictionary(
        XObject=objects,
        ExtGState=states,
        Shading=Dictionary({"/Sh": fading}),
        ColorSpace=spaces,
        Pattern=Dictionary({"/Tiles": tiles}),
        Font=Dictionary({"/F": text_font(pdf)}),
    )
    pdf.pages.append(pikepdf.Page(pdf.make_indirect(page)))
    return pdf


def ours(pdf: Pdf, ppi: int) -> dict[str, numpy.ndarray]:
    """The plates of the first page, in per cent of ink."""
    page = pdf.pages[0].obj
    frame = frame_of(page)
    walker = Walker()
    walked = walker.walk_page(1, page, page.Resources, frame.media)
    assert walked.whole and not walker.trouble
    drawn = plates(walker, walked, Pictures(), frame.media, ppi)
    return {name: (255 - grey.astype(float)) / 2.55 for name, grey in drawn}


def ghostscripts(path: Path, ppi: int) -> dict[str, numpy.ndarray]:
    out = path.with_name("gs.tif")
    options = f"-q -dBATCH -dNOPAUSE -dSAFER -sDEVICE=tiffsep -r{ppi} -dTextAlphaBits=4 -dGraphicsAlphaBits=4"
    subprocess.run(["gs", *options.split(), f"-sOutputFile={out}", str(path)], check=True, capture_output=True)
    found = {}
    for plate in path.parent.glob("gs(*).tif"):
        with Image.open(plate) as picture:
            found[plate.stem[3:-1]] = (255 - numpy.asarray(picture.convert("L")).astype(float)) / 2.55
    return found


@pytest.mark.skipif(not has("gs"), reason="Ghostscript is not installed")
def test_our_plates_are_ghostscripts(tmp_path):
    pdf = witness()
    path = tmp_path / "witness.pdf"
    pdf.save(path)
    mine, theirs = ours(pdf, 144), ghostscripts(path, 144)
    assert set(mine) == set(theirs) == {*PROCESS, "Gold", "CutContour"}
    total, witnessed = sum(mine.values()), sum(theirs.values())
    off = []
    for number in range(25):
        x, y = number % 5 * CELL + 5, SIDE - (number // 5 + 1) * CELL + 5
        cell = (slice(2 * y + 4, 2 * y + 96), slice(2 * x + 4, 2 * x + 96))
        for name, one, other in (*((name, mine[name], theirs[name]) for name in mine), ("all", total, witnessed)):
            # In order of ink, so that an edge half a pixel beside the other does not count.
            apart = abs(numpy.sort(one[cell], axis=None) - numpy.sort(other[cell], axis=None)).mean()
            if apart > 2:
                off.append((number, name, round(apart, 1)))
    assert off == []
    assert total.max() == pytest.approx(witnessed.max(), abs=2)


SPACES = st.sampled_from(
    [
        GRAY,
        CMYK,
        RGB,
        Space("separation", 1, "Separation", ("Gold",)),
        Space("separation", 1, "Separation", ("All",)),
        Space("devicen", 3, "DeviceN", ("Gold", "Black", "Cut")),
    ]
)


PLATES = st.lists(st.sampled_from([*PROCESS, "Gold", "Cut", "Silver"]), min_size=1, max_size=3, unique=True)


@settings(max_examples=80)
@given(SPACES, PLATES, st.data())
def test_a_colours_program_gives_tints_as_red_green_and_blue(space, group, data):
    """The law that plates rest on, with the calculator's few operators acted out."""
    parts = data.draw(st.lists(st.integers(0, 4).map(lambda n: n / 4), min_size=space.count, max_size=space.count))
    stack = list(parts)
    for word in program(space, group).decode().strip("{ }").split():
        if word == "pop":
            stack.pop()
        elif word == "exch":
            stack[-1], stack[-2] = stack[-2], stack[-1]
        elif word == "sub":
            last = stack.pop()
            stack.append(stack.pop() - last)
        elif word == "index":
            stack.append(stack[-1 - stack.pop()])
        elif word == "roll":
            by, count = stack.pop(), stack.pop()
            stack[-count:] = stack[-by:] + stack[-count:-by]
        else:
            stack.append(int(word))
    if space.kind == "gray":
        inks = {"Black": 1 - parts[0]}
    elif space.kind == "cmyk":
        inks = dict(zip(PROCESS, parts, strict=True))
    else:
        inks = dict(zip(space.inks, parts, strict=False))
    shown = [1 - inks.get(plate, inks.get("All", 0)) for plate in group]
    assert stack == shown + [1 - inks.get("All", 0)] * (3 - len(group))
