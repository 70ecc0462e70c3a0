"""Plain SVG text: anchors over tspans, font lists, positions, baselines, white space."""

import xml.etree.ElementTree as ET

import pytest
from paper import library, right_edge

from questpress.press.text.run import decode
from questpress.press.text.svglook import own_properties
from questpress.press.text.svgtext import SvgText

BASE = {"font-family": "Alegreya Sans", "font-size": "10"}


def mend(svg, inherited=BASE):
    element = ET.fromstring(svg)
    made, slips = SvgText(library()).runs(element, {**inherited, **own_properties(element)})
    return [(each, run) for each in made for run in decode(each.get("data-run"))], slips


def ink(svg, **more):
    found, slips = mend(svg, {**BASE, **more})
    assert not slips, slips
    runs = [run for _, run in found]
    return min(run.x for run in runs), max(right_edge(run, library()) for run in runs), runs


def test_a_line_with_tspans_is_anchored_as_one():
    text = '<text x="100" text-anchor="{}">Deal <tspan font-weight="bold">3 fire</tspan> damage</text>'
    left, right, runs = ink(text.format("middle"))
    assert (left + right) / 2 == pytest.approx(100, abs=1e-3)
    assert "".join(run.text for run in runs) == "Deal 3 fire damage"
    assert [run.font for run in runs] == [
        "AlegreyaSans-Regular.ttf",
        "AlegreyaSans-Bold.ttf",
        "AlegreyaSans-Regular.ttf",
    ]
    assert ink(text.format("end"))[1] == pytest.approx(100, abs=1e-3)
    assert ink(text.format("start"))[0] == pytest.approx(100)


def test_font_lists():
    _, _, runs = ink("<text font-family=\"NoSuchFont, 'Cinzel', serif\">x</text>")
    assert runs[0].font == "Cinzel-Regular.ttf"
    found, slips = mend('<text font-family="Nope, DejaVu Serif">x</text>')
    assert [slip.code for slip in slips] == ["T033"] and "'Nope', 'DejaVu Serif'" in slips[0].message
    assert found


@pytest.mark.parametrize(
    ("svg", "code"),
    [
        ('<text font-weight="900">x</text>', "T034"),
        ('<text font-weight="fat">x</text>', "T045"),
        ('<text font-size="2rem">x</text>', "T045"),
        ('<text x="63,5mm">x</text>', "T045"),
        ('<text rotate="30">x</text>', "T045"),
        ('<text dominant-baseline="centre">x</text>', "T045"),
        ("<text>x<textPath>y</textPath></text>", "T045"),
        ("<text>龍</text>", "T035"),
    ],
)
def test_faults(svg, code):
    _, slips = mend(svg)
    assert [slip.code for slip in slips] == [code]


def test_style_attributes_and_inheritance():
    inner = '<tspan style="font-style:italic;fill:#ff0000">b<tspan font-size="2em">c</tspan></tspan>'
    svg = f'<text style="font-size: 5px; font-weight:bold">a{inner}</text>'
    found, slips = mend(svg)
    assert not slips
    assert [(run.font, run.size, each.get("fill")) for each, run in found] == [
        ("AlegreyaSans-Bold.ttf", 5, None),
        ("AlegreyaSans-BoldItalic.ttf", 5, "#ff0000"),
        ("AlegreyaSans-BoldItalic.ttf", 10, "#ff0000"),
    ]


def test_middle_reads_the_font():
    x_height = library().stack("Alegreya Sans").first.x_height
    _, _, runs = ink('<text y="50" font-size="30" dominant-baseline="middle">xX</text>')
    assert runs[0].y == pytest.approx(50 + 30 * x_height / 2, abs=1e-3)


def test_positions():
    _, _, runs = ink('<text x="1 5" y="2">ab<tspan x="20" dy="3">c<tspan dy="1">d</tspan></tspan></text>')
    assert [(run.text, run.x, run.y) for run in runs[:3]] == [("a", 1, 2), ("b", 5, 2), ("c", 20, 5)]
    assert runs[3].y == 6
    _, _, runs = ink('<text x="0" y="10"><tspan x="0" dy="0">one</tspan><tspan x="0" dy="1.2em">two</tspan></text>')
    assert [(run.x, run.y) for run in runs] == [(0, 10), (0, 22)]
    _, _, runs = ink('<text dx="2 3">ab</text>')
    assert runs[0].x == 2 and runs[1].x > 5


def test_white_space():
    def said(svg):
        return "".join(run.text for run in ink(svg)[2])

    assert said("<text>\n  a   b\n <tspan> c</tspan> </text>") == "a b c"
    assert said('<text xml:space="preserve">a  b</text>') == "a  b"
    assert mend("<text>  </text>") == ([], [])


def test_letter_spacing_and_kerning():
    _, wide, _ = ink('<text letter-spacing="1">AVATAR</text>')
    _, plain, _ = ink("<text>AVATAR</text>")
    assert wide - plain == pytest.approx(5, abs=1e-2)
    left, right, _ = ink('<text x="100" text-anchor="middle" letter-spacing="4">AB</text>')
    assert (left + right) / 2 == pytest.approx(100, abs=1e-3)


def test_right_to_left():
    _, _, runs = ink('<text x="0">אבג <tspan font-weight="bold">דה</tspan></text>')
    assert all(run.rtl for run in runs)
    bold = next(run for run in runs if "Bold" in run.font)
    assert bold.x == 0
    assert next(run for run in runs if "Bold" not in run.font).x > 0
    _, right, _ = ink('<text x="50" direction="rtl">אבג</text>')
    assert right == pytest.approx(50, abs=1e-3)


def test_fallback_fonts_stand_in_line():
    _, _, runs = ink('<text font-family="Cinzel">a → b</text>')
    assert [run.font for run in runs] == ["Cinzel-Regular.ttf", "NotoSansMath-Regular.arrows.ttf", "Cinzel-Regular.ttf"]
    assert runs[0].x < runs[1].x < runs[2].x
