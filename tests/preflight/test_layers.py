"""Layers that are switched off are not printed: nothing in them is a fault, and no ink is counted."""

from __future__ import annotations

import pytest
from pikepdf import Array, Dictionary, Name, Pdf, String

from questpress.press.preflight.examine import examine
from tests.preflight.press import BLEED, MM, draw, form, saved, stamped, text_font, written

FAULTY = b"1 1 1 1 k 60 60 60 60 re f 1 0 0 rg 70 70 9 9 re f 0 0 0 1 k BT /T 3 Tf %f 100 Td (Ship) Tj ET" % (
    BLEED * MM
)


def layered(pdf: Pdf, shown: bool, how: str) -> None:
    layer = pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String("notes")))
    state = Dictionary(OFF=Array([] if shown else [layer]))
    if how == "base state":
        state = Dictionary(BaseState=Name.OFF, ON=Array([layer] if shown else []))
    pdf.Root.OCProperties = Dictionary(OCGs=Array([layer]), D=state)
    fonts = Dictionary({"/T": text_font(pdf)})
    if how == "form":
        inner = form(pdf, FAULTY, Font=fonts)
        inner.OC = layer
        draw(pdf, 1, b"/In Do", XObject=Dictionary({"/In": inner}))
        return
    layers: Dictionary = layer
    if how == "membership":
        layers = Dictionary(Type=Name.OCMD, OCGs=Array([layer]), P=Name.AllOn)
    draw(pdf, 1, b"/OC /L BDC " + FAULTY + b" EMC", Font=fonts, Properties=Dictionary({"/L": layers}))


@pytest.mark.parametrize("how", ["content", "base state", "membership", "form"])
def test_what_is_not_shown_is_not_judged(how, tmp_path):
    content = written("reportlab")
    pdf = stamped(content)
    layered(pdf, False, how)
    verdict = examine(saved(pdf, tmp_path / "off.pdf"))
    assert verdict.findings == [] and verdict.measured[0]["ink"]["most"] < 200
    pdf = stamped(content)
    layered(pdf, True, how)
    found = {one.code for one in examine(saved(pdf, tmp_path / "on.pdf")).findings}
    assert {"P140", "P160", "P171"} <= found
