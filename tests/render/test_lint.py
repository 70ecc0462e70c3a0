"""What a face may not say, and how it is told: one finding a fault, with a place and something to write instead."""

from __future__ import annotations

from pathlib import Path

import pytest

from questpress.codes import CODES
from questpress.diagnostics import Severity
from questpress.press.render.chunk import check
from questpress.press.render.inspect import Page
from questpress.press.render.template import Studio

from .desk import face, findings, only

R = '<rect width="9" height="9"'


@pytest.mark.parametrize(
    ("inner", "code", "message", "remedy"),
    [
        # filters, masks, blending: refused by name (pitfalls 5, 6, 7, 15)
        ('<filter id="f"><feGaussianBlur stdDeviation="5"/></filter>', "T063", "<filter>", "PNG"),
        (f'{R} filter="url(#f)"/>', "T063", "'filter'", "PNG"),
        ('<mask id="m"><circle r="3"/></mask>', "T063", "<mask>", "clip-path"),
        (f'{R} mask="url(#m)"/>', "T063", "'mask'", "clip-path"),
        (f'{R} style="mix-blend-mode:multiply"/>', "T063", "'mix-blend-mode'", "colour"),
        (f'{R} style="paint-order:stroke"/>', "T063", "'paint-order'", "twice"),
        ('<foreignObject width="5" height="5"><p/></foreignObject>', "T063", "<foreignObject>", "textbox"),
        ('<text textLength="9" font-family="Alegreya">a</text>', "T063", "'textLength'", "label()"),
        ('<text font-family="Alegreya"><tspan baseline-shift="super">a</tspan></text>', "T063", "baseline-shift", "y"),
        ('<text text-decoration="underline" font-family="Alegreya">a</text>', "T063", "text-decoration", "<line>"),
        ('<text word-spacing="3" font-family="Alegreya">a</text>', "T063", "word-spacing", "tracking"),
        ('<text writing-mode="tb" font-family="Alegreya">a</text>', "T063", "writing-mode", "rotate"),
        ('<text style="font-variant-caps:small-caps" font-family="Alegreya">a</text>', "T062", "font-variant-caps", ""),
        ("<script>alert(1)</script>", "T063", "<script>", "delete"),
        (f'{R} onclick="alert(1)"/>', "T063", "onclick", "delete"),
        ("<animate/>", "T063", "<animate>", "paper"),
        ("<style>@media print { rect { fill: red } }</style>", "T069", "@media", "template"),
        ("<style>@font-face { font-family: X; src: url(X.ttf) }</style>", "T069", "@font-face", "fonts folder"),
        ("<style>@import 'x.css';</style>", "T069", "@import", ""),
        ("<style>g > rect { fill: red }</style>", "T069", "g > rect", "class"),
        ("<style>rect { fill: red</style>", "T069", "braces", ""),
        ('<textPath href="#p">a</textPath>', "T063", "<textPath>", "path"),
        # spelling
        ("<rectt/>", "T061", "did you mean <rect>?", ""),
        (f'{R} fil="red"/>', "T062", "did you mean 'fill'?", ""),
        (f'{R} strokeWidth="2"/>', "T062", "did you mean 'stroke-width'?", ""),
        (f'{R} style="fil:red"/>', "T062", "did you mean 'fill'?", ""),
        (f'{R} style="red"/>', "T064", "not a declaration", ""),
        ("<stop/>", "T061", "<stop> does not stand here", ""),
        # values (pitfalls 10, 12, 58)
        (f'{R} fill="var(--c)"/>', "T064", "custom properties", "{{"),
        (f'{R} fill="#12"/>', "T065", "fill='#12' is not a colour", "#rrggbb"),
        (f'{R} fill="rgb(1,2)"/>', "T065", "not a colour", ""),
        (f'{R} fill="device-cmyk(0,1,0,0)"/>', "T065", "not a colour", ""),
        (f'{R} stroke="blck"/>', "T065", "stroke='blck'", ""),
        ('<rect width="2rem" height="9"/>', "T066", "width='2rem'", "millimetres"),
        ('<rect width="calc(50% - 10px)" height="9"/>', "T064", "calc()", "{{"),
        ('<rect width="63,5" height="9"/>', "T066", "decimal comma", "write 63.5"),
        ('<rect width="63,5mm" height="9"/>', "T066", "decimal comma", "write 63.5mm"),
        ('<rect width="5mm" height="9"/>', "T066", "numbers are millimetres", "write 5"),
        ('<rect width="1cm" height="9"/>', "T066", "numbers are millimetres", "write 10"),
        ('<rect width="" height="9"/>', "T066", "width is empty", ""),
        ('<rect width="wide" height="9"/>', "T066", "not a length", ""),
        (f'{R} opacity="half"/>', "T064", "opacity='half'", ""),
        (f'{R} transform="rotate(a)"/>', "T064", "no list of numbers", ""),
        (f'{R} transform="rotate(1,2)"/>', "T064", "rotate with 2 numbers", ""),
        (f'{R} transform="turn(3)"/>', "T064", "turn(3)", ""),
        (f'{R} transform-origin="center"/>', "T063", "transform-origin", "rotate"),
        (f'{R} stroke-linecap="flat"/>', "T064", "butt, round, square", ""),
        (f'{R} stroke-width="-1"/>', "T064", "negative", ""),
        (f'{R} stroke-dasharray="1 -1"/>', "T064", "negative", ""),
        ('<svg viewBox="0 0 0 5"/>', "T064", "viewBox", ""),
        ('<path d="L 3 4"/>', "T064", "starts with M", ""),
        ('<path d="M 3"/>', "T064", "'M' needs 2 numbers", ""),
        ('<path d="M 0 0 A 1 1 0 2 0 3 3"/>', "T064", "flags", ""),
        ('<path d="M 0 0 L 1 x"/>', "T064", "path data", ""),
        ('<path d="M0 0 B 3"/>', "T064", "path data", ""),
        ('<polygon points="0 0 1"/>', "T064", "pairs", ""),
        # references
        (f'{R} fill="url(#grad)"/>', "T070", "nothing has the id 'grad'", ""),
        (f'{R} fill="url(http://x.org/a#b)"/>', "T074", "leads out", ""),
        (f'{R} clip-path="url(#nope)"/>', "T070", "'nope'", ""),
        ('<use href="#nope"/>', "T070", "'nope'", ""),
        ('<use href="other.svg#a"/>', "T074", "leads out of the face", "<image>"),
        (f'<g id="a">{R}/></g><g id="a">{R}/></g>', "T078", "'a' is there twice", ""),
        ('<clipPath id="c"><text>a</text></clipPath>', "T061", "does not cut", "path"),
        ('<image width="5" height="5"/>', "T075", "without a file name", ""),
        ("<text data-run='[1]'/>", "T080", "cannot be read", "label()"),
        ('<text x="3" font-family="No Such Font">a</text>', "T033", "No Such Font", ""),
    ],
)
def test_refused(inner: str, code: str, message: str, remedy: str) -> None:
    finding = only(inner)
    assert finding.code == code, finding
    assert message in finding.message
    assert remedy in finding.help
    assert finding.code in CODES
    assert finding.subject == "the card"


def test_a_close_id_is_named() -> None:
    finding = only('<rect width="3" height="3" fill="url(#glow)"/>', '<radialGradient id="glows"/>')
    assert finding.help == "did you mean 'glows'?"


@pytest.mark.parametrize(
    "inner",
    [
        f'{R} style="mix-blend-mode:normal;-inkscape-stroke:none;isolation:auto;paint-order:normal;'
        'font-variant-caps:normal;text-decoration-line:none;color-interpolation:sRGB;enable-background:new"/>',
        f'{R} filter="none" mask="none" aria-label="x" data-name="y" tabindex="0"/>',
        f'{R} fill="inherit" stroke="none"/>',
        f'{R} width="9px" transform="translate(3px, 4px) rotate(45deg)"/>'.replace('width="9" ', ""),
        '<path d=""/>',
        "<g/>",
        "<!-- a comment --><?pi x?>",
    ],
)
def test_what_drawing_programs_write_without_meaning_anything(inner: str) -> None:
    assert findings(inner) == []


# -- the root ------------------------------------------------------------------------------------------------------


def root(attributes: str, inner: str = "") -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" {attributes}>{inner}</svg>'


def test_the_root_has_the_size_of_the_face() -> None:
    assert findings("", whole=root('width="20mm" height="2cm" viewBox="0 0 20 20"')) == []
    assert findings("", whole=root('width="20.009mm" height="20mm" viewBox="0 0 20 20"')) == []
    finding = only("", whole=root('width="21mm" height="20mm" viewBox="0 0 21 20"'))
    assert (finding.code, finding.message) == ("T067", "the root measures 21 × 20 mm, the face 20 × 20 mm")
    bleeding = Page(root('width="16mm" height="16mm" viewBox="0 0 16 16"'), 20, 20, bleed_mm=2)
    assert "20 × 20 mm, 2 mm bleed on each side included" in check([bleeding])[0].message
    finding = only("", whole=root('width="20mm" height="20mm" viewBox="0 0 20 30"'))
    assert finding.code == "T067" and "viewBox" in finding.message


def test_pixels_at_the_root_are_a_warning_with_their_size() -> None:
    found = findings("", whole=root('width="1929" height="2572px" viewBox="0 0 20 20"'))
    assert [(finding.code, finding.severity) for finding in found] == [
        ("T068", Severity.WARNING),
        ("T068", Severity.WARNING),
        ("T067", Severity.ERROR),
    ]
    assert "510.38 mm" in found[0].message and found[0].help == 'write width="20mm"'


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (
            root('width="63,5mm" height="20mm" viewBox="0 0 20 20"'),
            "T066",
            "width of the root: '63,5mm' has a decimal comma",
        ),
        (root('width="2rem" height="20mm" viewBox="0 0 20 20"'), "T066", "'2rem' is not a length"),
        (root('height="20mm" viewBox="0 0 20 20"'), "T060", "no width"),
        (root('width="20mm" height="20mm"'), "T060", "no viewBox"),
        ('<svg width="20mm" height="20mm" viewBox="0 0 20 20"/>', "T060", "not SVG's <svg>"),
        ("<html/>", "T060", "<html>"),
        (root('width="20mm" height="20mm" viewBox="0 0 20 20"', "<g>"), "T010", "mismatched tag"),
        ("", "T010", "no element found"),
        ('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "b">]>' + root(""), "T073", "DOCTYPE"),
    ],
)
def test_broken_roots(text: str, code: str, message: str) -> None:
    finding = check([Page(text, 20, 20, "the card")])[0]
    assert finding.code == code and message in finding.message


def test_a_declared_encoding_does_not_matter() -> None:
    text = '<?xml version="1.0" encoding="ISO-8859-1"?>' + root(
        'width="20mm" height="20mm" viewBox="0 0 20 20"', "<title>é</title>"
    )
    assert check([Page(text, 20, 20)]) == []


# -- bombs (pitfall 69) --------------------------------------------------------------------------------------------


def test_a_use_bomb_is_refused() -> None:
    levels = "".join(f'<g id="l{n}">' + f'<use href="#l{n - 1}"/>' * 10 + "</g>" for n in range(1, 10))
    finding = only('<use href="#l9"/>', f'<g id="l0"><rect width="1" height="1"/></g>{levels}')
    assert finding.code == "T072" and "things to draw" in finding.message


def test_a_use_bomb_with_a_style_a_level_is_refused() -> None:
    names = ("stroke-width", "stroke-miterlimit", "stroke-dashoffset", "fill-opacity", "stroke-opacity", "font-weight")
    levels = "".join(
        f'<g id="l{n}">' + "".join(f'<use href="#l{n - 1}" {names[n % 6]}="{k + 1}"/>' for k in range(9)) + "</g>"
        for n in range(1, 7)
    )
    finding = only('<use href="#l6"/>', f'<g id="l0"><rect width="1" height="1"/></g>{levels}')
    assert finding.code == "T072"


def test_a_pattern_bomb_is_refused() -> None:
    levels = "".join(
        f'<pattern id="p{n}" width="1" height="1">'
        + f'<rect width="1" height="1" fill="url(#p{n - 1})"/>' * 10
        + "</pattern>"
        for n in range(1, 9)
    )
    defs = f'<pattern id="p0" width="1" height="1"><rect width="1" height="1"/></pattern>{levels}'
    assert only('<rect width="9" height="9" fill="url(#p8)"/>', defs).code == "T072"


@pytest.mark.parametrize(
    ("inner", "defs"),
    [
        ('<use id="a" href="#a"/>', ""),
        ('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>', ""),
        ('<g id="a"><use href="#a"/></g>', ""),
        ('<rect width="3" height="3" clip-path="url(#c)"/>', '<clipPath id="c" clip-path="url(#c)"><rect/></clipPath>'),
        ('<rect width="3" height="3" fill="url(#p)"/>', '<pattern id="p"><rect fill="url(#p)"/></pattern>'),
        (
            '<rect width="3" height="3" fill="url(#a)"/>',
            '<linearGradient id="a" href="#b"/><linearGradient id="b" href="#a"/>',
        ),
    ],
)
def test_circles_are_refused(inner: str, defs: str) -> None:
    assert only(inner, defs).code == "T071"


def test_depth_and_number_are_bounded() -> None:
    assert only("<g>" * 100 + "</g>" * 100).code == "T072"
    assert only("<g>" * 5000 + "</g>" * 5000).code == "T072"
    assert only("<g/>" * 70_000).code == "T072"


def test_long_numbers_and_lists_are_read_in_linear_time() -> None:
    assert only(f'<path d="M{"1" * 50_000}x"/>').code == "T064"
    assert only(f'<polygon points="{"1" * 50_000}x"/>').code == "T064"
    assert only(f"<style>{'a' * 50_000}</style>").code == "T069"


# -- places --------------------------------------------------------------------------------------------------------


def test_findings_stand_at_their_templates_lines(tmp_path: Path) -> None:
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "parts.svg.j2").write_text(
        "{% macro box(colour) %}\n<g>\n  <rect width='3' height='3' fill='{{ colour }}'/></g>\n{% endmacro %}"
    )
    (folder / "t.svg.j2").write_text(
        "{% import 'parts.svg.j2' as parts %}\n"
        '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="20mm" viewBox="0 0 20 20">\n'
        "{% for i in range(3) %}\n{{ parts.box('red') }}{% endfor %}\n"
        "{{ parts.box('rde') }}\n"
        '  <circle r="3" filter="url(#f)"/>\n'
        "</svg>"
    )
    studio = Studio([folder], root=tmp_path)
    rendered = studio.render("t.svg.j2", {})
    page = Page(rendered.svg, 20, 20, "the card", "templates/t.svg.j2", 0, studio.provenance("t.svg.j2", {}))
    first, second = check([page])
    assert first.span is not None and second.span is not None
    assert (first.code, first.span.file, first.span.line, first.span.column) == ("T065", "templates/parts.svg.j2", 3, 3)
    assert (second.code, second.span.file, second.span.line) == ("T063", "templates/t.svg.j2", 6)
    assert second.span.text == '  <circle r="3" filter="url(#f)"/>'


def test_malformed_output_is_placed_too(tmp_path: Path) -> None:
    (tmp_path / "t.svg.j2").write_text('<svg xmlns="http://www.w3.org/2000/svg">\n<g>\n<rect>\n</g>\n</svg>')
    studio = Studio([tmp_path])
    page = Page(studio.render("t.svg.j2", {}).svg, 20, 20, "", "t.svg.j2", 0, studio.provenance("t.svg.j2", {}))
    finding = check([page])[0]
    assert finding.code == "T010" and finding.span is not None and finding.span.line == 3


def test_all_findings_of_all_faces_come_at_once() -> None:
    pages = [
        Page(face('<rect width="1" height="1" fill="x"/><circle r="1mm"/>'), 20, 20, f"card {n}") for n in range(3)
    ]
    found = check(pages)
    assert [(finding.subject, finding.code) for finding in found] == [
        (f"card {n}", code) for n in range(3) for code in ("T065", "T066")
    ]
