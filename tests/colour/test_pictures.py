"""Pictures without colour, in every way that art files have them: on the black plate alone, as light as they were."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import Image

from questpress.press.colour.convert import Colouring
from questpress.press.colour.recipe import Recipe
from tests.project.conftest import GAME

from .desk import Form, colouring, page_pdf
from .test_targets import TARGET, game

KIND = """\
  view:
    trim: [60mm, 40mm]
    bleed: 3mm
    sheet: page
    faces: {front: view.svg.j2}
    fields: {name: text, picture: image}
"""
FACE = """\
{% extends "shared/face.svg.j2" %}
{% block art %}
<rect x="-3" y="-3" width="66" height="46" fill="#ffffff"/>{{ image(card.picture, 10, 10, 40, 20) }}
{% endblock %}
"""
DARK, LIGHT = 90, 200
SIZE = (480, 240)


def halves(mode: str = "L", *, dark: object = DARK, light: object = LIGHT) -> Image.Image:
    """A picture whose left half is dark and whose right half is light."""
    made = Image.new(mode, SIZE, dark)  # type: ignore[arg-type]
    made.paste(light, (SIZE[0] // 2, 0, *SIZE))  # type: ignore[arg-type]
    return made


FILES: dict[str, Callable[[], Image.Image]] = {  # by the file's name: the picture, with DARK and LIGHT halves
    "l.png": halves,
    "p.png": lambda: halves().convert("P"),
    "i16.png": lambda: halves("I;16", dark=DARK * 257, light=LIGHT * 257),
    "rgb.png": lambda: halves().convert("RGB"),
    "rgba.png": lambda: halves().convert("RGBA"),
    "la.png": lambda: halves("LA", dark=(DARK, 255), light=(LIGHT, 255)),
    "l.tif": halves,
    "l.jpg": halves,
    "rgb.jpg": lambda: halves().convert("RGB"),
    "bit.png": lambda: halves(dark=0, light=255).convert("1"),
    "see-through.png": lambda: halves("LA", dark=(0, 128), light=(0, 128)),
}


@pytest.fixture(scope="module")
def printed(tmp_path_factory) -> Path:
    """A page for each of FILES, for a press."""
    folder = tmp_path_factory.mktemp("pictures")
    cards = "".join(f"  - {{id: c{number}, name: View, picture: art/{name}}}\n" for number, name in enumerate(FILES))
    files = {
        "templates/harbour/kinds.yaml": GAME["templates/harbour/kinds.yaml"] + KIND,
        "templates/harbour/view.svg.j2": FACE,
        "cards/harbour/views.yaml": f"deck: views\ntitle: Views\nkind: view\ncards:\n{cards}",
    }
    press = game(folder, target=TARGET.replace("colour: cmyk", "colour: cmyk\npdf: x-4"), **files)
    (press.root / "art").mkdir(exist_ok=True)
    for name, picture in FILES.items():
        picture().save(press.root / "art" / name)
    report = press.json("build", "--target", "shop", "--jobs", "1")["games"][0]
    told = [found for found in report["diagnostics"] if "views" in f"{found['file']} {found['subject']}"]
    assert report["good"] and told == []
    return press.root / "output" / "harbour" / "views.pdf"


def test_grey_pictures_print_as_light_as_they_are(printed):
    ink = [round(level) for level in colouring().paints.conversion.black_table]  # type: ignore[attr-defined]
    with pypdfium2.PdfDocument(printed) as document:
        assert len(document) == len(FILES)
        for page, name in zip(document, FILES, strict=True):
            shown = page.render(scale=2).to_pil().convert("L")
            middle = shown.height // 2
            found = [shown.getpixel((round(shown.width * share), middle)) for share in (0.3, 0.7)]
            wanted = {"bit.png": [0, 255], "see-through.png": [127, 127]}.get(name, [ink[DARK], ink[LIGHT]])
            assert found == pytest.approx(wanted, abs=4), name


@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not here")
def test_grey_pictures_take_black_ink_alone(printed):
    told = subprocess.run(
        ["gs", "-q", "-dSAFER", "-o", "-", "-sDEVICE=inkcov", str(printed)], capture_output=True, text=True, check=True
    )
    pages = [line.split()[:4] for line in told.stdout.splitlines() if "CMYK" in line]
    assert len(pages) == len(FILES)
    for (*colours, black), name in zip(pages, FILES, strict=True):
        assert [float(part) for part in colours] == [0, 0, 0] and float(black) > 0.1, name


def raw(data: bytes, bits: int, space: object, width: int, **entries: object) -> Form:
    common = {"Type": "/XObject", "Subtype": "/Image", "Width": width, "Height": 1}
    return Form(data, **common, BitsPerComponent=bits, ColorSpace=space, **entries)


CAL = ["/CalGray", {"WhitePoint": [0.95, 1, 1.09]}]


@pytest.mark.parametrize(
    ("form", "levels"),
    [
        (raw(b"\x40", 1, "/DeviceGray", 4), [0, 255, 0, 0]),
        (raw(b"\x40", 1, "/DeviceGray", 4, Decode=[1, 0]), [255, 0, 255, 255]),
        (raw(b"\x1b", 2, "/DeviceGray", 4), [0, 85, 170, 255]),
        (raw(b"\x0f\x5a", 4, "/DeviceGray", 4), [0, 255, 85, 170]),
        (raw(b"\x00\x80\xff", 8, CAL, 3), [0, 128, 255]),
        (raw(b"\x00\x80\xff", 8, "/DeviceGray", 3, Decode=[1, 0]), [255, 127, 0]),
        (raw(b"\x00\x00\x80\x80\xff\xff", 16, "/DeviceGray", 3), [0, 128, 255]),
        (raw(b"\x80\x80\x80\x10\x10\x10", 8, "/DeviceRGB", 2), [128, 16]),
    ],
)
@pytest.mark.parametrize("kind", ["cmyk", "grey"])
def test_samples_of_every_depth(form, levels, kind):
    made = colouring() if kind == "cmyk" else Colouring(Recipe("grey"))
    table = made.paints.conversion.black_table if kind == "cmyk" else range(256)  # type: ignore[attr-defined]
    result = made.convert(page_pdf("9 0 0 9 0 0 cm /X Do", {"XObject": {"X": form}}, group=False))
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        found = pdf.pages[0].Resources.XObject["/X"]
        seen = pikepdf.PdfImage(found).as_pil_image()
        assert "CMYK" not in repr(found.ColorSpace) and found.Width == len(levels)
        if seen.mode == "I;16":
            shades = [value >> 8 for value in memoryview(seen.tobytes()).cast("H")]
        else:
            shades = list(seen.convert("L").tobytes())
    assert shades == pytest.approx([table[level] for level in levels], abs=1)


def test_a_table_of_greys_becomes_one_of_black_ink():
    table = pikepdf.String(bytes((0, 128, 255)))
    form = raw(b"\x00\x01\x02", 8, ["/Indexed", "/DeviceGray", 2, table], 3)
    result = colouring().convert(page_pdf("9 0 0 9 0 0 cm /X Do", {"XObject": {"X": form}}, group=False))
    with pikepdf.open(io.BytesIO(result.pdf)) as pdf:
        found = pdf.pages[0].Resources.XObject["/X"]
        assert found.read_bytes() == b"\x00\x01\x02" and found.ColorSpace[1] == "/DeviceCMYK"
        inks = bytes(found.ColorSpace[3])
        assert [inks[place : place + 3] for place in (0, 4, 8)] == [bytes(3)] * 3
        assert inks[3] == 255 and inks[7] == pytest.approx(255 * 0.55, abs=3) and inks[11] == 0


def test_a_picture_that_is_cut_short_is_refused():
    from questpress.press.colour.convert import Unsupported

    with pytest.raises(Unsupported):
        colouring().convert(page_pdf("/X Do", {"XObject": {"X": raw(b"abc", 8, "/DeviceGray", 9)}}))
