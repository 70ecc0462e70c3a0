"""What looks like a fault and is none: each would cost a maker an evening."""

from __future__ import annotations

import io

import pikepdf
import pytest
from pikepdf import Array, Dictionary, Name, String

from questpress.press.preflight.examine import examine
from tests.preflight.faults import OVER, over
from tests.preflight.press import BLEED, HIGH, MM, WIDE, draw, form, image, saved, stamped, text_font, written

EDGE = BLEED * MM


@pytest.fixture(scope="module")
def clean() -> bytes:
    out = io.BytesIO()
    stamped(written("reportlab")).save(out, force_version="1.6", deterministic_id=True)
    return out.getvalue()


@pytest.fixture()
def pdf(clean):
    return pikepdf.open(io.BytesIO(clean))


def told(pdf, tmp_path) -> list[str]:  # type: ignore[no-untyped-def]
    return [f"{one.code} {one.message}" for one in examine(saved(pdf, tmp_path / "file.pdf")).findings]


def letters(pdf, shown: bytes, number: int = 1, before: bytes = b"") -> None:  # type: ignore[no-untyped-def]
    content = OVER + b" 0 0 0 1 k " + before + b" BT /T 9 Tf " + shown + b" ET"
    draw(pdf, number, content, Font=Dictionary({"/T": text_font(pdf)}), **over(1))


def test_the_ink_of_letters_counts_not_their_line(pdf, tmp_path):
    # The line of 9 pt reaches 2 pt below its baseline, into the ring of 3 mm; no letter of this word does.
    letters(pdf, b"60 %f Td (nnvern) Tj" % (2 * EDGE + 0.3))
    assert told(pdf, tmp_path) == []


def test_a_descender_in_the_ring_is_told_of_with_its_distance(pdf, tmp_path):
    letters(pdf, b"60 %f Td (nny) Tj" % (2 * EDGE + 0.3))
    (found,) = told(pdf, tmp_path)
    assert found.startswith("P172 text 2.") and "ring of 3 mm" in found


def test_text_that_a_clip_hides_is_not_near_the_trim(pdf, tmp_path):
    hidden = b"q %f %f 60 60 re W n" % (3 * EDGE, 3 * EDGE)
    letters(pdf, b"%f 60 Td (Every ship in sight) Tj" % (EDGE + 2), before=hidden)
    letters(pdf, b"3 Tr %f 60 Td (Every ship) Tj" % (EDGE + 1))
    assert told(pdf, tmp_path) == []


def test_text_outside_of_the_trim_is_a_label(pdf, tmp_path):
    letters(pdf, b"1 0 0 1 30 2 Tm /T 3 Tf (n) Tj")
    assert told(pdf, tmp_path) == []


@pytest.mark.parametrize("way", ["stretched", "mirrored"])
def test_made_bleed_is_bleed(way, pdf, tmp_path):
    """A picture to the trim; beyond it the outermost strip stretched, or the picture turned over."""
    wide, high = WIDE - 2 * EDGE, HIGH - 2 * EDGE
    data = bytes((20 + 200 * (x % 7 == 0), 0, 30, 0)[c] for y in range(90) for x in range(64) for c in range(4))
    picture = pdf.make_indirect(image(pdf, 64, 90, Name.DeviceCMYK, data))
    white = b"0 0 0 0 k 0 0 %f %f re f " % (WIDE, HIGH)
    whole = b"q %f 0 0 %f %f %f cm /Im Do Q " % (wide, high, EDGE, EDGE)
    if way == "stretched":
        around = b"q %f 0 0 %f 0 0 cm /Im Do Q " % (WIDE, HIGH)
    else:
        around = b"".join(
            b"q %f 0 0 %f %f %f cm /Im Do Q " % (x * wide, y * high, EDGE + dx, EDGE + dy)
            for x, dx in ((-1, 0), (1, 0), (-1, 2 * wide))
            for y, dy in ((-1, 0), (1, 0), (-1, 2 * high))
        )
    draw(pdf, 2, white + around + whole, XObject=Dictionary({"/Im": picture}))
    assert [one for one in told(pdf, tmp_path) if not one.startswith(("P150", "P151"))] == []


def test_white_edges_are_white(pdf, tmp_path):
    inner = b"%f %f %f %f re f" % (EDGE + 9, EDGE + 9, WIDE - 2 * EDGE - 18, HIGH - 2 * EDGE - 18)
    draw(pdf, 1, b"0 0 0 0 k 0 0 %f %f re f 0.5 0.2 0 0 k " % (WIDE, HIGH) + inner)
    assert told(pdf, tmp_path) == []


def test_short_bleed_is_measured(pdf, tmp_path):
    reach = 1 * MM
    shown = b"%f %f %f %f re f" % (EDGE - reach, EDGE - reach, WIDE - 2 * (EDGE - reach), HIGH - 2 * (EDGE - reach))
    draw(pdf, 1, b"0 0 0 0 k 0 0 %f %f re f 0.5 0.2 0 0 k " % (WIDE, HIGH) + shown)
    (found,) = told(pdf, tmp_path)
    assert found.startswith(("P175 0.9", "P175 1 mm", "P175 0.8")) and "3 mm are asked for" in found


def test_marks_outside_of_the_trim_may_take_all_inks(pdf, tmp_path):
    page = pdf.pages[0].obj
    page.MediaBox = Array([-20, -20, WIDE + 20, HIGH + 20])
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[1, 1, 1, 1], N=1)
    everything = Array([Name.Separation, Name.All, Name.DeviceCMYK, tint])
    mark = form(pdf, b"/All CS 1 SCN 0.1 w -15 %f m -3 %f l S 40 re" % (EDGE, EDGE))
    mark.BBox = Array([-20, -20, WIDE + 20, HIGH + 20])
    mark.Resources.ColorSpace = Dictionary({"/All": everything})
    name = pdf.pages[0].add_resource(mark, Name.XObject)
    pdf.pages[0].contents_add(b"q", prepend=True)
    pdf.pages[0].contents_add(b"Q %s Do" % str(name).encode())
    assert told(pdf, tmp_path) == []


def test_a_turned_page_is_the_same_page(pdf, tmp_path):
    for page, turn in zip(pdf.pages, (90, 180, 270), strict=True):
        page.obj.Rotate = turn
    assert told(pdf, tmp_path) == []
    white = b"0 0 0 0 k 0 0 %f %f re f" % (EDGE, HIGH)  # the bleed at the left, which is the top of the turned page
    draw(pdf, 1, white)
    verdict = examine(saved(pdf, tmp_path / "file.pdf"))
    (found,) = verdict.findings
    assert found.code == "P174" and found.sightings[0].box.bottom < 4


def test_a_large_black_heading_may_be_rich(pdf, tmp_path):
    letters(pdf, b"/T 24 Tf 0.6 0.4 0.4 1 k 40 120 Td (Ship) Tj")
    assert told(pdf, tmp_path) == []


def test_a_flat_colour_of_one_pixel_is_not_coarse(pdf, tmp_path):
    dot = image(pdf, 1, 1, Name.DeviceCMYK)
    draw(pdf, 1, b"q 50 0 0 50 60 60 cm /Im Do Q", XObject=Dictionary({"/Im": dot}))
    assert told(pdf, tmp_path) == []


def test_a_spot_that_is_listed_is_a_plate(pdf, tmp_path):
    tint = Dictionary(FunctionType=2, Domain=[0, 1], C0=[0, 0, 0, 0], C1=[0, 1, 0, 0], N=1)
    cut = Array([Name.Separation, Name.CutContour, Name.DeviceCMYK, tint])
    shown = OVER + b" /Cut CS 1 SCN 0.5 w 60 60 30 30 re S"
    draw(pdf, 1, shown, ColorSpace=Dictionary({"/Cut": cut}), **over(1))
    verdict = examine(saved(pdf, tmp_path / "file.pdf"))
    assert verdict.findings == [] and verdict.plates == ["Cyan", "Yellow", "Black", "CutContour"]


HEXAGON = [(10, 0), (30, 0), (40, 17.32), (30, 34.64), (10, 34.64), (0, 17.32)]


def hexagon(pdf, bleed: float, text: bytes = b"") -> None:  # type: ignore[no-untyped-def]
    """A page of a hexagonal tile at 10, 10 mm, as our files state it: blue to `bleed` mm beyond its line."""
    page = pdf.pages[0].obj
    middle = (30.0, 27.32)
    line = [(x + 10, y + 10) for x, y in HEXAGON]
    grown = [tuple(m + (v - m) * (17.32 + bleed) / 17.32 for v, m in zip(p, middle, strict=True)) for p in line]
    path = b" ".join(b"%f %f %s" % (x * MM, HIGH - y * MM, b"l" if n else b"m") for n, (x, y) in enumerate(grown))
    page.Contents = pdf.make_stream(b"0.6 0.2 0 0 k " + path + b" f")
    page.PieceInfo = Dictionary(
        {
            "/questpress": Dictionary(
                Private=Dictionary(
                    Places=Array(
                        [
                            Dictionary(
                                Name=String("tiles/bog front"),
                                Trim=Array([10, 10, 50, 44.64]),
                                Shown=Array([8, 8, 52, 46.64]),
                                Safe=2,
                                Outline=Array([round(v, 3) for point in line for v in point]),
                            )
                        ]
                    )
                )
            )
        }
    )
    if text:
        draw(pdf, 1, OVER + b" 0 0 0 1 k " + text, Font=Dictionary({"/T": text_font(pdf)}), **over(1))


def test_a_hexagon_is_cut_along_its_own_line(pdf, tmp_path):
    hexagon(pdf, 2)
    assert told(pdf, tmp_path) == []
    hexagon(pdf, 0)
    (found,) = examine(saved(pdf, tmp_path / "file.pdf")).findings
    assert found.code == "P174" and found.sightings[0].component == "tiles/bog front"


def test_text_keeps_from_the_line_of_a_hexagon(pdf, tmp_path):
    # At the left corner's height the box of the tile is far to the left of where the hexagon ends higher up.
    shown = b"BT /T 9 Tf 1 0 0 1 %f %f Tm (n) Tj ET"
    hexagon(pdf, 2, shown % (14 * MM, HIGH - 28 * MM))
    assert told(pdf, tmp_path) == []
    hexagon(pdf, 2, shown % (14 * MM, HIGH - 17 * MM))
    (found,) = told(pdf, tmp_path)
    assert found.startswith("P173 text reaches") and "over the trim" in found
