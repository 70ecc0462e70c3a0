"""Features of SVG, one small face each, against colours that the specification gives."""

from __future__ import annotations

import pytest

from .desk import BLACK, BLUE, GREEN, RED, WHITE, at, drawn, face, findings, ink, near, painted, raster

BOX = '<rect x="2" y="2" width="16" height="16" fill="red"'


def colours(inner: str, points: dict[tuple[float, float], tuple[int, int, int]], defs: str = "") -> None:
    image = painted(inner, defs)
    for (x, y), wanted in points.items():
        assert near(at(image, x, y), wanted), f"at {x}, {y}: {at(image, x, y)}, expected {wanted}"


# -- shapes ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "shape",
    [
        '<rect x="2" y="4" width="16" height="10"/>',
        '<path d="M2 4H18V14H2Z"/>',
        '<path d="m2 4h16v10h-16z"/>',
        '<path d="M2,4L18,4 18,14,2,14"/>',
        '<polygon points="2,4 18,4 18,14 2,14"/>',
        '<polyline points="2 4 18 4 18 14 2 14"/>',
        '<rect x="10%" y="20%" width="80%" height="50%"/>',
        '<g transform="translate(2 4) scale(2)"><rect width="8" height="5"/></g>',
        '<rect transform="matrix(1 0 0 1 2 4)" width="16" height="10"/>',
        '<rect transform="rotate(90)" x="4" y="-18" width="10" height="16"/>',
        '<rect transform="rotate(180 10 9)" x="2" y="4" width="16" height="10"/>',
        '<svg x="2" y="4" width="16" height="10" viewBox="0 0 8 5"><rect width="8" height="5"/></svg>',
        '<line x1="2" y1="9" x2="18" y2="9" stroke="black" stroke-width="10"/>',
        '<path d="M2 9h16" stroke="black" stroke-width="10" fill="none"/>',
        '<rect x="4" y="6" width="12" height="6" stroke="black" stroke-width="4" stroke-linejoin="miter"/>',
        '<path d="M7 9h6" stroke="black" stroke-width="10" stroke-linecap="square" fill="none"/>',
        '<path d="M2 9h40" stroke="black" stroke-width="10" stroke-dasharray="16 100" fill="none"/>',
        '<path d="M-2 9h40" stroke="black" stroke-width="10" stroke-dasharray="16 99" stroke-dashoffset="-4"/>',
        '<g fill="red"><rect style="fill: black" x="2" y="4" width="16" height="10"/></g>',
        '<a href="https://example.org"><rect x="2" y="4" width="16" height="10"/></a>',
    ],
)
def test_many_ways_to_draw_one_rectangle(shape: str) -> None:
    image = painted(shape)
    assert ink(image) == pytest.approx((2, 4, 18, 14), abs=0.11)
    assert at(image, 10, 9) == BLACK


def test_a_circle_and_its_other_forms() -> None:
    for shape in (
        '<circle cx="10" cy="10" r="6"/>',
        '<ellipse cx="10" cy="10" rx="6" ry="6"/>',
        '<rect x="4" y="4" width="12" height="12" rx="6"/>',
        '<path d="M4 10A6 6 0 0 1 16 10A6 6 0 0 1 4 10Z"/>',
        '<path d="M4 10a6 6 0 1112 0a6 6 0 11-12 0"/>',
        '<path d="M10 10h0" stroke="black" stroke-width="12" stroke-linecap="round"/>',
    ):
        image = painted(shape)
        for x, y in ((10, 4.2), (15.8, 10), (5.9, 5.9), (14.1, 14.1)):
            assert near(at(image, x, y), BLACK), shape
        for x, y in ((5.4, 5.4), (14.6, 5.4), (10, 3.8)):
            assert near(at(image, x, y), WHITE), shape


def test_round_corners_are_round() -> None:
    """CairoSVG's corners bulge: its curve's second control point is the mirror of what it should be."""
    image = painted('<rect x="2" y="2" width="16" height="16" rx="8" ry="8"/>')
    edge = 10 - 8 / 2**0.5
    assert near(at(image, edge - 0.15, edge - 0.15), WHITE)
    assert near(at(image, edge + 0.15, edge + 0.15), BLACK)


def test_smooth_curves_continue_the_one_before() -> None:
    whole = painted('<path d="M2 10Q6 2 10 10Q14 18 18 10" fill="none" stroke="black"/>')
    short = painted('<path d="M2 10Q6 2 10 10T18 10" fill="none" stroke="black"/>')
    mixed = painted('<path d="M2 10q4-8 8 0T18 10" fill="none" stroke="black"/>')
    assert whole.tobytes() == short.tobytes() == mixed.tobytes()
    cubic = painted('<path d="M2 10C4 4 8 4 10 10C12 16 16 16 18 10" fill="none" stroke="black"/>')
    assert (
        painted('<path d="M2 10C4 4 8 4 10 10S16 16 18 10" fill="none" stroke="black"/>').tobytes() == cubic.tobytes()
    )


def test_fill_rules() -> None:
    rings = "M2 2H18V18H2Z M6 6H14V14H6Z"
    colours(f'<path fill="red" d="{rings}"/>', {(10, 10): RED, (4, 10): RED})
    colours(f'<path fill="red" fill-rule="evenodd" d="{rings}"/>', {(10, 10): WHITE, (4, 10): RED})


def test_a_child_takes_back_a_line_cap() -> None:
    """CairoSVG sets round caps and never back to butt."""
    colours(
        '<g stroke-linecap="round" stroke-linejoin="round" stroke="red" stroke-width="6">'
        '<path d="M10 10H20" stroke-linecap="butt"/></g>',
        {(8, 10): WHITE, (11, 10): RED},
    )


# -- colour ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        ("#f00", RED),
        ("#FF0000", RED),
        ("red", RED),
        ("rgb(255, 0, 0)", RED),
        ("rgb(255 0 0)", RED),
        ("rgb(100%, 0%, 0%)", RED),
        ("hsl(120,100%,50%)", GREEN),
        ("hsl(240deg 100% 50%)", BLUE),
        ("#ff000080", (255, 127, 127)),
        ("#f008", (255, 119, 119)),
        ("rgba(255,0,0,.5)", (255, 127, 127)),
        ("rgb(255 0 0 / 50%)", (255, 127, 127)),
        ("hsla(0, 100%, 50%, 0.5)", (255, 127, 127)),
        ("transparent", WHITE),
        ("none", WHITE),
        ("currentColor", BLUE),
    ],
)
def test_colour_syntax(value: str, wanted: tuple[int, int, int]) -> None:
    colours(f'<g color="blue"><rect width="20" height="20" fill="{value}"/></g>', {(10, 10): wanted})
    colours(f'<g color="blue"><path d="M0 10h20" stroke-width="20" stroke="{value}"/></g>', {(10, 10): wanted})
    if value not in ("none", "currentColor"):
        stops = f'<stop offset="0" stop-color="{value}"/><stop offset="1" stop-color="{value}"/>'
        colours(
            '<rect width="20" height="20" fill="url(#g)"/>',
            {(10, 10): wanted},
            f'<linearGradient id="g">{stops}</linearGradient>',
        )


def test_opacity_of_a_shape_is_of_the_whole_shape() -> None:
    """Fill and stroke overlap under the stroke's inner half; it must not show."""
    image = painted(f'{BOX} stroke="red" stroke-width="4" opacity="0.5"/>')
    assert near(at(image, 3, 10), (255, 127, 127)) and near(at(image, 10, 10), (255, 127, 127))


def test_opacity_of_groups_and_in_groups() -> None:
    group = f'<g opacity="0.5">{BOX}/><rect x="6" y="6" width="8" height="8" fill="red"/></g>'
    colours(group, {(4, 4): (255, 127, 127), (10, 10): (255, 127, 127)})
    colours(f'<g opacity="0.5">{BOX} opacity="0.5"/></g>', {(10, 10): (255, 191, 191)})
    colours(f'{BOX} fill-opacity="0.5" stroke="blue" stroke-width="2"/>', {(10, 10): (255, 127, 127), (2, 10): BLUE})


# -- gradients and patterns --------------------------------------------------------------------------------------

ALL = '<rect width="20" height="20" fill="url(#g)"/>'
HALF = '<rect x="5" width="10" height="20" fill="url(#g)"/>'
RED_ONLY = '<linearGradient id="g"><stop stop-color="red"/></linearGradient>'
STOPS = '<stop offset="0" stop-color="white"/><stop offset="1" stop-color="black"/>'


def grey(share: float) -> tuple[int, int, int]:
    level = round(255 * (1 - share))
    return (level, level, level)


def test_gradients_on_the_box_and_in_user_space() -> None:
    on_box = f'<linearGradient id="g">{STOPS}</linearGradient>'
    colours(
        '<rect x="5" width="10" height="20" fill="url(#g)"/>', {(7.5, 9): grey(0.25), (12.5, 9): grey(0.75)}, on_box
    )
    in_space = f'<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="0" x2="20">{STOPS}</linearGradient>'
    colours(
        '<rect x="5" width="10" height="20" fill="url(#g)"/>', {(7.5, 9): grey(0.375), (10, 9): grey(0.5)}, in_space
    )
    turned = f'<linearGradient id="g" gradientTransform="rotate(90)">{STOPS}</linearGradient>'
    colours(ALL, {(3, 5): grey(0.25), (17, 15): grey(0.75)}, turned)
    shared = f'<linearGradient id="s">{STOPS}</linearGradient><linearGradient id="g" href="#s" x2="0.5"/>'
    colours(ALL, {(5, 5): grey(0.5), (15, 15): grey(1)}, shared)
    radial = f'<radialGradient id="g" gradientUnits="userSpaceOnUse" cx="10" cy="10" r="8">{STOPS}</radialGradient>'
    colours(ALL, {(14, 10): grey(0.5), (10, 6): grey(0.5)}, radial)
    repeated = f'<linearGradient id="g" x2="0.5" spreadMethod="reflect">{STOPS}</linearGradient>'
    colours(
        '<rect width="20" height="20" fill="url(#g)"/>',
        {(5, 5): grey(0.5), (15, 5): grey(0.5), (19.8, 5): grey(0.02)},
        repeated,
    )


def test_a_gradient_on_a_curve_is_measured_on_the_curve() -> None:
    """CairoSVG measures control points: this path's reach 20 mm high, its curve 15."""
    defs = f'<linearGradient id="g" x2="0" y2="1">{STOPS}</linearGradient>'
    colours('<path d="M2 0C2 20 18 20 18 0Z" fill="url(#g)"/>', {(10, 7.5): grey(0.5), (10, 14.6): grey(0.97)}, defs)


def test_one_stop_is_a_colour_and_none_is_nothing() -> None:
    colours(
        f"{BOX.replace('red', 'url(#g)')}/>",
        {(10, 10): RED},
        '<linearGradient id="g"><stop stop-color="red"/></linearGradient>',
    )
    colours(f"{BOX.replace('red', 'url(#g)')}/>", {(10, 10): WHITE}, '<linearGradient id="g"/>')
    colours(f"{BOX.replace('red', 'url(#g) blue')}/>", {(10, 10): BLUE}, '<linearGradient id="g"/>')


@pytest.mark.parametrize(
    "attributes",
    [
        'patternUnits="userSpaceOnUse" width="4" height="4"',
        'patternUnits="userSpaceOnUse" width="2" height="2" viewBox="0 0 4 4" patternTransform="scale(2)"',
        'width="0.2" height="0.2"',
    ],
)
def test_patterns_repeat(attributes: str) -> None:
    defs = f'<pattern id="p" {attributes}><rect width="2" height="2" fill="red"/></pattern>'
    colours(
        '<rect width="20" height="20" fill="url(#p)"/>',
        {(1, 1): RED, (3, 1): WHITE, (5, 5): RED, (7, 5): WHITE, (17, 9): RED, (19, 19): WHITE},
        defs,
    )


def test_patterns_hold_text_and_opacity() -> None:
    defs = (
        '<pattern id="p" patternUnits="userSpaceOnUse" width="10" height="10">'
        '<rect width="10" height="10" fill="blue"/><text y="8" font-family="Alegreya Sans" font-size="12">W</text>'
        "</pattern>"
    )
    image = painted('<rect width="20" height="20" fill="url(#p)" opacity="0.5"/>', defs)
    seen = {at(image, x / 5, 6) for x in range(60)}
    for wanted in ((127, 127, 255), (127, 127, 127)):
        assert any(near(colour, wanted) for colour in seen)


# -- references --------------------------------------------------------------------------------------------------


def test_use_of_nested_content_in_and_outside_defs() -> None:
    part = '<g id="a"><rect width="4" height="4"/></g>'
    for inner, defs in ((f"{part}", ""), ("", part)):
        colours(
            f'{inner}<g fill="red"><use href="#b"/></g>'
            '<g id="b"><use xlink:href="#a" x="8" y="8"/><use href="#a" transform="translate(14 14)" fill="blue"/></g>',
            {(15, 15): BLUE},
            defs,
        )
    colours('<use href="#b" fill="red"/>', {(9, 9): RED}, f'{part}<g id="b"><use href="#a" x="8" y="8"/></g>')


def test_symbols_are_fitted_and_cut_off() -> None:
    symbol = '<symbol id="s" viewBox="0 0 10 10"><rect x="-5" y="2" width="10" height="6"/></symbol>'
    colours(
        '<use href="#s" x="5" y="5" width="10" height="10" fill="red"/>',
        {(4, 10): WHITE, (9, 10): RED, (11, 10): WHITE},
        symbol,
    )
    wide = '<symbol id="s" viewBox="0 0 10 10" preserveAspectRatio="none"><rect width="5" height="10"/></symbol>'
    colours('<use href="#s" width="20" height="10" fill="red"/>', {(9, 5): RED, (11, 5): WHITE, (5, 12): WHITE}, wide)
    use = '<use href="#s" x="5" y="5" width="10" height="10" fill="red"/>'
    open_ = symbol.replace("viewBox", 'overflow="visible" viewBox')
    colours(use, {(4, 10): RED}, open_)


def test_ids_of_different_faces_do_not_meet() -> None:
    first = face(
        '<rect width="20" height="20" fill="url(#g)"/>',
        '<linearGradient id="g"><stop stop-color="red"/></linearGradient>',
    )
    second = first.replace("red", "blue")
    made = drawn(first, second)
    assert at(raster(made, 0), 10, 10) == RED and at(raster(made, 1), 10, 10) == BLUE


# -- clips -------------------------------------------------------------------------------------------------------

RING = "M2 2H18V18H2Z M6 6H14V14H6Z"
CLIPS = {
    "a rectangle": ('<rect x="5" y="5" width="10" height="10"/>', {(10, 10): RED, (4, 4): WHITE}),
    "even-odd": (f'<path clip-rule="evenodd" d="{RING}"/>', {(10, 10): WHITE, (4, 10): RED, (1, 1): WHITE}),
    "non-zero": (f'<path d="{RING}"/>', {(10, 10): RED, (4, 10): RED, (1, 1): WHITE}),
    "a union": (
        '<rect x="2" y="2" width="10" height="10"/><rect x="8" y="8" width="10" height="10"/>',
        {(4, 4): RED, (10, 10): RED, (16, 16): RED, (16, 4): WHITE},
    ),
    "a union of opposite turns": (
        '<path d="M2 2H12V12H2Z"/><path d="M8 8V18H18V8Z"/>',
        {(4, 4): RED, (10, 10): RED, (16, 16): RED},
    ),
    "a mirrored union": (
        '<path d="M2 2H12V12H2Z"/><path transform="matrix(-1 0 0 1 26 0)" d="M8 8H18V18H8Z"/>',
        {(4, 4): RED, (10, 10): RED, (16, 16): RED},
    ),
    "round corners after a rectangle": (
        '<rect x="2" y="2" width="4" height="4"/><rect x="10" y="10" width="8" height="8" rx="1"/>',
        {(4, 4): RED, (14, 14): RED, (8, 8): WHITE},
    ),
    "an even-odd ring and what fills it": (
        f'<path clip-rule="evenodd" d="{RING}"/><circle cx="10" cy="10" r="2"/>',
        {(10, 10): RED, (7, 7): WHITE, (4, 4): RED},
    ),
    "a use": ('<use href="#shape" x="3"/>', {(8, 10): RED, (4, 10): WHITE, (12, 10): RED, (14, 10): WHITE}),
    "a moved use": ('<use href="#shape" transform="translate(3 0)"/>', {(8, 10): RED, (4, 10): WHITE}),
    "nothing": ("", {(10, 10): WHITE}),
    "what is not shown": ('<rect width="20" height="20" display="none"/>', {(10, 10): WHITE}),
}


@pytest.mark.parametrize("name", CLIPS)
@pytest.mark.parametrize("in_defs", [True, False])
def test_clips(name: str, in_defs: bool) -> None:
    shapes, points = CLIPS[name]
    clip = f'<clipPath id="c">{shapes}</clipPath>'
    shape = '<rect id="shape" x="5" y="5" width="5" height="10"/>'
    colours(
        f'{"" if in_defs else clip}<g clip-path="url(#c)"><rect width="20" height="20" fill="red"/></g>',
        points,
        shape + (clip if in_defs else ""),
    )


def test_clips_inside_clips() -> None:
    defs = (
        '<clipPath id="a"><rect x="4" width="16" height="20"/></clipPath>'
        '<clipPath id="b" clip-path="url(#a)"><rect width="12" height="20"/></clipPath>'
        '<clipPath id="c"><rect width="20" height="10" clip-path="url(#b)"/></clipPath>'
    )
    inner = '<g clip-path="url(#c)"><g transform="rotate(90 10 10)"><rect width="20" height="20" fill="red"/></g></g>'
    colours(inner, {(8, 5): RED, (2, 5): WHITE, (14, 5): WHITE, (8, 15): WHITE}, defs)
    nested = '<g clip-path="url(#a)"><g clip-path="url(#d)"><rect width="20" height="20" fill="red"/></g></g>'
    colours(
        nested,
        {(6, 6): RED, (2, 6): WHITE, (6, 14): WHITE},
        defs + '<clipPath id="d"><rect width="9" height="9"/></clipPath>',
    )


def test_a_clip_moves_with_what_it_clips() -> None:
    defs = '<clipPath id="c"><rect width="5" height="5"/></clipPath>'
    shape = '<rect x="-10" y="-10" width="20" height="20" fill="red"/>'
    inner = f'<g transform="translate(10 10)" clip-path="url(#c)">{shape}</g>'
    colours(inner, {(12, 12): RED, (8, 8): WHITE, (16, 16): WHITE}, defs)


def test_a_clip_on_the_box() -> None:
    defs = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="0.5" height="1"/></clipPath>'
    colours('<circle cx="10" cy="10" r="8" fill="red" clip-path="url(#c)"/>', {(5, 10): RED, (15, 10): WHITE}, defs)


# -- style sheets, visibility, markers ---------------------------------------------------------------------------


def test_simple_style_sheets() -> None:
    style = "<style>rect { fill: blue } .hot { fill: red; } #one { fill: lime } .hot.cold { fill: black }</style>"
    inner = (
        '<rect width="5" height="5"/><rect x="5" width="5" height="5" class="hot" fill="black"/>'
        '<rect id="one" x="10" width="5" height="5" class="hot"/>'
        '<rect x="15" width="5" height="5" class="hot" style="fill:black"/>'
        '<rect y="5" width="5" height="5" class="cold hot"/>'
    )
    colours(style + inner, {(2, 2): BLUE, (7, 2): RED, (12, 2): GREEN, (17, 2): BLACK, (2, 7): BLACK})


def test_hidden_things() -> None:
    colours(f'<g display="none">{BOX}/></g>', {(10, 10): WHITE})
    colours(f'<g visibility="hidden">{BOX}/>{BOX.replace("red", "blue")} visibility="visible"/></g>', {(10, 10): BLUE})


def test_markers() -> None:
    marker = (
        '<marker id="m" markerWidth="3" markerHeight="4" refX="0" refY="2" orient="auto" markerUnits="strokeWidth">'
        '<path d="M0 0L3 2L0 4Z" fill="red"/></marker>'
    )
    image = painted('<path d="M4 10H10" stroke="blue" stroke-width="2" marker-end="url(#m)"/>', marker)
    assert at(image, 6, 10) == BLUE
    assert near(at(image, 11, 10), RED) and near(at(image, 11, 8), RED) and near(at(image, 17, 10), WHITE)


def test_foreign_vocabularies_are_passed_over() -> None:
    inner = (
        '<metadata><rdf xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata><title>x</title>'
        f'<foo xmlns="http://example.org"><bar/></foo>{BOX} xmlns:i="http://example.org" i:label="a" data-x="1"/>'
    )
    assert findings(inner) == []
    colours(inner, {(10, 10): RED})


def test_art_in_a_unit_of_its_own() -> None:
    """A viewBox of any scale with the face's proportions fills the face."""
    svg = face(BOX + "/>").replace('viewBox="0 0 20 20"', 'viewBox="0 0 40 40"')
    image = raster(drawn(svg))
    assert at(image, 5, 5) == RED and at(image, 9.5, 5) == WHITE
