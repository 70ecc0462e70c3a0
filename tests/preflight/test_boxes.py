"""Page boxes that say what cannot be, and pages that are measured in units of their own."""

from __future__ import annotations

import pytest
from pikepdf import Array, Pdf

from questpress.press.preflight.examine import examine
from tests.preflight.press import draw, saved, stamped, written


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
