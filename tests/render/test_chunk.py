"""A chunk's PDF: exact boxes, the same bytes every time, fonts and shared parts once, text that stays text."""

from __future__ import annotations

import io
import math
import time
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from PIL import ImageChops, ImageFilter

from questpress.diagnostics import Failed
from questpress.press.render import chunk as chunks
from questpress.press.render import pool
from questpress.press.render.chunk import draw
from questpress.press.render.inspect import Page
from questpress.press.render.stills import share

from .desk import LIBRARY, RED, WHITE, at, drawn, face, near, raster, tools

GROUND = (
    '<rect width="20" height="20" fill="#f0e0c0"/>'
    '<g clip-path="url(#c)"><circle cx="10" cy="10" r="8" fill="url(#g)"/>'
    '<path d="M2 10h16M10 2v16" stroke="#203040" stroke-width="0.5"/></g>'
    '<g opacity="0.5"><rect x="1" y="14" width="18" height="5" fill="blue"/>'
    '<rect x="2" y="15" width="9" height="3"/></g>'
)
DEFS = (
    '<clipPath id="c"><path clip-rule="evenodd" d="M2 2H18V18H2ZM8 8H12V12H8Z"/></clipPath>'
    '<radialGradient id="g"><stop offset="0" stop-color="white"/><stop offset="1" stop-color="red"/></radialGradient>'
)


def card(number: int, with_text: bool = True) -> str:
    words = tools()
    label = words.label("Shared title", 2, 4, size=6) if with_text else ""
    own = words.label(f"Card {number}", 2, 19, size=6) if with_text else ""
    return face(f'{GROUND}{label}<circle cx="{number % 17 + 1}" cy="12" r="1" fill="green"/>{own}', DEFS)


def fonts(document: pikepdf.Pdf) -> list[pikepdf.Dictionary]:
    return [
        thing
        for thing in document.objects
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == pikepdf.Name.Font and "/ToUnicode" in thing
    ]


def test_boxes_are_exact_and_nothing_is_cut_off() -> None:
    """Pitfall of cairo: page extents are cut down to whole points; 69 × 94 mm would lose 0.2 mm of bleed."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="69mm" height="94mm" viewBox="-3 -3 69 94">'
        '<rect x="-3" y="-3" width="69" height="94" fill="red"/></svg>'
    )
    made = draw([Page(svg, 69, 94)], {})
    x0, y0, x1, y1 = made.boxes[0]
    assert (x1 - x0, y1 - y0) == pytest.approx((69 / 25.4 * 72, 94 / 25.4 * 72), abs=1e-4)
    with pikepdf.open(io.BytesIO(made.pdf)) as document:
        assert [float(v) for v in document.pages[0].MediaBox] == [0, 0, math.ceil(x1), math.ceil(y1)]
    image = raster(made, scale=20)
    width, height = image.size
    for point in ((0, 0), (width - 2, 0), (0, height - 2), (width - 2, height - 2)):
        assert near(image.getpixel(point), RED, 40), point  # type: ignore[arg-type]


def test_faces_of_different_sizes_share_a_chunk() -> None:
    red = '<rect width="100%" height="100%" fill="red"/>'
    made = draw([Page(face(red, size=size), size, size) for size in (10.0, 63.5, 20.0)], {})
    for number, size in enumerate((10.0, 63.5, 20.0)):
        x0, _, x1, _ = made.boxes[number]
        assert (x1 - x0) * 25.4 / 72 == pytest.approx(size, abs=1e-3)
        image = raster(made, number)
        assert near(image.getpixel((2, 2)), RED) and near(image.getpixel((image.width - 3, image.height - 3)), RED)


def test_equal_faces_give_equal_bytes() -> None:
    svgs = [card(number) for number in range(6)]
    first = drawn(*svgs)
    time.sleep(1.1)  # a PDF date would differ by now
    assert drawn(*svgs) == first


def test_the_number_of_jobs_changes_nothing() -> None:
    groups = [[card(number) for number in range(start, start + 3)] for start in range(0, 12, 3)]
    told: list[tuple[int, int]] = []

    def work(number: int) -> bytes:
        return drawn(*groups[number]).pdf

    alone = pool.run(work, len(groups), 1)
    together = pool.run(work, len(groups), 2, lambda done, count: told.append((done, count)))
    assert alone == together
    assert told[-1] == (4, 4)


def test_fonts_are_embedded_subsets_with_unicode() -> None:
    document = pikepdf.open(io.BytesIO(drawn(*[card(number) for number in range(20)]).pdf))
    found = fonts(document)
    assert 1 <= len(found) <= 2
    for font in found:
        assert str(font.BaseFont)[7] == "+"
        holder = font.DescendantFonts[0] if "/DescendantFonts" in font else font
        assert any(key in holder.FontDescriptor for key in ("/FontFile", "/FontFile2", "/FontFile3"))


def test_text_in_shared_parts_stays_text() -> None:
    made = drawn(*[card(number) for number in range(4)])
    document = pypdfium2.PdfDocument(made.pdf)
    for number in range(4):
        text = document[number].get_textpage().get_text_range()
        assert "Shared title" in text and f"Card {number}" in text


def test_sharing_changes_no_pixel(monkeypatch: pytest.MonkeyPatch) -> None:
    svgs = [card(number) for number in range(4)]
    shared = drawn(*svgs)
    monkeypatch.setattr(chunks, "share", list)
    plain = drawn(*svgs)
    assert shared.pdf != plain.pdf
    for number in range(4):
        difference = ImageChops.difference(raster(shared, number), raster(plain, number)).convert("L")
        # a viewer snaps the edges of a form by a pixel: what is left after that must be nothing
        assert difference.filter(ImageFilter.MinFilter(3)).getextrema()[1] <= 2
    assert at(raster(shared, 1), 10, 10) == at(raster(plain, 1), 10, 10)


def test_shared_parts_are_in_the_file_once() -> None:
    part = "".join(f'<path d="M{n % 20} {n // 20}l0.5 0.7 0.3 -0.2z" fill="#30{n % 90 + 10}50"/>' for n in range(300))
    one = len(drawn(face(part)).pdf)
    many = len(drawn(*[face(f'{part}<circle r="{n + 1}"/>') for n in range(50)]).pdf)
    assert many < one + 50 * 1200


def test_parts_under_other_styles_are_not_shared_by_mistake() -> None:
    part = '<g id="p">' + "".join(f'<rect x="{n}" width="1" height="20"/>' for n in range(20)) + "</g>"
    made = drawn(face(part, root='fill="red"'), face(part, root='fill="white"'))
    assert at(raster(made, 0), 10, 10) == RED and at(raster(made, 1), 10, 10) == WHITE


def test_sharing_of_nothing() -> None:
    assert share([]) == [] and share([None]) == [None] and share([None, None]) == [None, None]
    made = drawn(face(""), face(""))
    assert len(made.boxes) == 2


def test_a_chunk_with_a_fault_is_not_drawn_and_names_every_fault() -> None:
    with pytest.raises(Failed) as caught:
        drawn(card(1), face('<rect width="3" height="3" fill="nocolour"/>'), face("<blob/>"))
    assert [finding.code for finding in caught.value.diagnostics] == ["T065", "T061"]


def test_a_font_file_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    broken = tmp_path / "Broken.ttf"
    broken.write_bytes(b"no font")
    with pytest.raises(Failed) as caught:
        drawn(card(1), fonts=dict.fromkeys(LIBRARY.paths, broken))
    assert caught.value.diagnostics[0].code == "T081"
