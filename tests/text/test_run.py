"""What is written into a `data-run` attribute comes back when it is read."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from questpress.press.text import run

TEXTS = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=20)


@settings(max_examples=60)
@given(TEXTS, st.floats(0.5, 40), st.floats(-300, 300), st.booleans())
def test_a_run_survives_the_attribute(text, size, x, rtl):
    glyphs = ",".join(f"{7 + index},{500 + index}" for index in range(len(text)))
    svg = run.element([run.write("A-b.ttf", size, x, 2, rtl, 1000, text, glyphs)], "#123456")
    element = ET.fromstring(svg)
    (found,) = run.decode(element.get("data-run"))
    assert (found.font, found.text, found.rtl) == ("A-b.ttf", text, rtl)
    assert found.size == pytest.approx(size, abs=1e-4)
    assert [glyph for glyph, _, _ in found.glyphs] == [7 + index for index in range(len(text))]
    assert sum(size for size, _ in found.clusters) == len(text.encode())


def test_offsets_and_clusters():
    value = "[" + run.write("A.ttf", 10, 0, 5, False, 1000, "fié", "3,600,4,500,9,0", "2,1,1,2", "2,-100,50") + "]"
    (found,) = run.decode(value)
    assert found.glyphs == ((3, 0, 5), (4, 6, 5), (9, pytest.approx(10), pytest.approx(4.5)))
    assert found.clusters == ((2, 1), (2, 2))


@pytest.mark.parametrize(
    "value",
    [
        "",
        "{}",
        "[1]",
        '[["A.ttf",3,0,0,0,1000,"ab",[1,500],0,0]]',
        '[["A.ttf",3,0,0,0,0,"a",[1,500],0,0]]',
        '[["A.ttf",3,0,0,0,1000,"a",[-1,500],0,0]]',
        '[["A.ttf",3,0,0,0,1000,"a",[1,500],[2,1],0]]',
        '[["A.ttf",3,0,0,0,1000,"a",[1,500],[1,-1,0,2],0]]',
        '[["A.ttf",3,0,0,0,1000,"a",[1,500],0,[5,1,1]]]',
        '[["A.ttf","x",0,0,0,1000,"a",[1,500],0,0]]',
        '[["A.ttf",NaN,0,0,0,1000,"a",[1,500],0,0]]',
        "[" * 100_000,
    ],
)
def test_what_is_no_run_is_refused(value):
    with pytest.raises(run.RunError):
        run.decode(value)
