"""Page boxes that say what cannot be, and pages that are measured in units of their own."""

from __future__ import annotations

import pytest
from pikepdf import Array, Dictionary, Name, Pdf

from questpress.press.preflight.examine import examine
from tests.preflight.press import draw, image, saved, stamped, text_font, written


@pytest.fixture(scope="module")
def plain() -> bytes:
    return written("reportlab")


def errors(pdf: Pdf, tmp_path) -> list[tuple[str, str]]:  # type: ignore[no-untyped-def]
    verdict = examine(saved(pdf, tmp_path / "planted.pdf"))
    return [(found.code, found.message) for found in verdict.findings if found.severity.value == "error"]


@pytest.mark.parametrize("box", [[100, 100, 100, 100], [100, 20, 100, 200], [20, 100, 150, 100.05]])
def test_a_trim_box_of_no_size_is_told_and_hides_nothing(box, plain, tmp_path):
    pdf = stamped(plain)
    draw(pdf, 1, b"1 1 1 1 k 60 60 60 60 re f")
    pdf.pages[0].obj.TrimBox = Array(box)
    found = errors(pdf, tmp_path)
    assert [code for code, _ in found] == ["P121", "P160"]
    assert "the TrimBox has no size" in found[0][1] and "400 % of ink" in found[1][1]


def in_units(pdf: Pdf, unit: float) -> None:
    """Page 1 in units of `unit` points; what it looks like stays as it is."""
    page = pdf.pages[0].obj
    for key in ("/MediaBox", "/BleedBox", "/TrimBox"):
        page[key] = Array([float(edge) / unit for edge in page[key]])
    pdf.pages[0].contents_add(b"q %f 0 0 %f 0 0 cm" % (1 / unit, 1 / unit), prepend=True)
    pdf.pages[0].contents_add(b"Q")
    page.UserUnit = unit


@pytest.mark.parametrize("unit", [0.5, 5])
def test_sizes_are_those_of_the_units_of_the_page(unit, plain, tmp_path):
    """Image, line and text as large on paper as without a UserUnit; the clean page stays clean."""
    pdf = stamped(plain)
    in_units(pdf, unit)
    assert errors(pdf, tmp_path) == []
    pdf = stamped(plain)
    shown = b"q 96 0 0 96 40 120 cm /Im Do Q 0 0 0 1 K 0.1 w 60 60 m 100 60 l S "
    shown += b"/Over gs 0 0 0 1 k BT /T 4 Tf 60 100 Td (Every ship) Tj ET"
    over = Dictionary({"/Over": Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=1)})
    pictures = Dictionary({"/Im": image(pdf, 200, 200, Name.DeviceCMYK)})
    draw(pdf, 1, shown, XObject=pictures, Font=Dictionary({"/T": text_font(pdf)}), ExtGState=over)
    in_units(pdf, unit)
    found = dict(errors(pdf, tmp_path))
    assert set(found) == {"P150", "P170", "P171"}
    assert "150 pixels an inch" in found["P150"] and "0.10 pt" in found["P170"] and "4.0 pt" in found["P171"]
