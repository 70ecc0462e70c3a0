"""Whatever stands in a face: findings or a drawing, never a traceback, never a wait."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from questpress.codes import CODES
from questpress.diagnostics import Failed
from questpress.press.render.vocabulary import CHOICES, GEOMETRY, INHERITED, OWN, PAINTS, TRANSFORMS

from .desk import drawn, face, findings, only

NAMES = sorted({*GEOMETRY, "filter", "mask", "b"} - {"svg"})
DRAWN = ("g", "path", "rect", "circle", "ellipse", "line", "polyline", "use", "text", "symbol", "clipPath")
DRAWN += ("linearGradient", "radialGradient", "pattern", "stop", "marker", "svg")
WORDS = (
    "none|url(#a)|url(#b) red|red|#12345678|currentColor|inherit|auto|evenodd|round|userSpaceOnUse|objectBoundingBox"
)
NUMBERS = "0|1|9|-3|0.5|50%|1e999|-1e300|1e-320|1e30|1 2 3|0 0 9 9|10 10 20"
PATHS = "M0 0L9 9|M0 0A1e9 1 0 0 1 5 5|M0 0C1 1 2 2 1e30 3z|M1e300 0L-1e300 1|M0 0m1 1z z"
MOVES = "scale(0)|scale(1e-200)|scale(1e200)|matrix(1 2 2 4 0 0)|rotate(1e300)|translate(1e40)|skewX(90)|scale(-1 2)"
ODD = "nan||a|3mm|rgb(|fill:red;stroke:url(#a)|data:image/png;base64,|art/x.png|xMidYMid slice|[[]]|Alegreya|bold"
VALUES = f"{WORDS}|{NUMBERS}|{PATHS}|{MOVES}|{ODD}".split("|")
DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="  # one pixel


def values(name: str) -> st.SearchStrategy[str]:
    """Values that an attribute may take, and now and then any."""
    if name in TRANSFORMS:
        fitting = MOVES
    elif name == "d":
        fitting = PATHS
    elif name in PAINTS or name in ("clip-path", "marker-end", "stop-color"):
        fitting = "url(#a)|url(#b)|red|none"
    elif name == "href":
        fitting = "#a|#b"
    elif name in CHOICES:
        fitting = "|".join(CHOICES[name])
    else:
        fitting = NUMBERS
    return st.one_of(st.sampled_from(fitting.split("|")), st.sampled_from(fitting.split("|")), st.sampled_from(VALUES))


@st.composite
def elements(draw: st.DrawFn, depth: int = 0) -> str:
    name = draw(st.sampled_from(DRAWN if draw(st.integers(0, 9)) else NAMES))
    known = sorted({*GEOMETRY.get(name, ()), "transform", "fill", "stroke", "opacity", "clip-path", "stroke-dasharray"})
    chosen = draw(st.lists(st.sampled_from([*known, *known, *INHERITED, *OWN]), max_size=5, unique=True))
    stated = "".join(f' {key}="{draw(values(key))}"' for key in chosen)
    if draw(st.booleans()):
        stated += f' id="{draw(st.sampled_from("ab"))}"'
    inner = "".join(draw(st.lists(elements(depth + 1), max_size=2))) if depth < 3 else ""
    text = draw(st.sampled_from(["", "A V", "سلام"])) if name in ("text", "tspan", "style") else ""
    return f"<{name}{stated}>{text}{inner}</{name}>"


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(elements(), min_size=1, max_size=4))
def test_any_elements_are_drawn_or_refused(parts: list[str]) -> None:
    svg = face("".join(parts))
    found = findings("", whole=svg)
    assert all(finding.code in CODES for finding in found)
    if not any(finding.is_error for finding in found):
        try:
            drawn(svg)
        except Failed as failed:
            assert {finding.code for finding in failed.diagnostics} <= {"T082"}


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="<>/='\"&;svgrectx10 #!-[]()%", max_size=60))
def test_any_text_is_refused_or_drawn(text: str) -> None:
    assert all(finding.code in CODES for finding in findings("", whole=text))
    findings(text)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="MmLlHhVvCcSsQqTtAaZz0123456789.,-+eE ", max_size=40))
def test_any_path_data_is_read_or_refused(d: str) -> None:
    found = findings(f'<path d="{d}" stroke="red"/>')
    assert {finding.code for finding in found} <= {"T064"}


@pytest.mark.parametrize(
    "inner",
    [
        '<g transform="scale(0)"><rect width="9" height="9"/></g>',
        '<g transform="matrix(1 2 2 4 0 0)"><text font-family="Alegreya" font-size="3">a</text></g>',
        '<rect width="9" height="9" transform="scale(1e-200)"/>',
        '<text font-family="Alegreya" font-size="0">a</text>',
        '<rect width="0" height="9" stroke="red"/><circle r="-1"/><path d="M3 3"/>',
        f'<image href="data:image/png;base64,{DOT}" width="0" height="5"/>',
    ],
)
def test_what_has_no_size_draws_nothing(inner: str) -> None:
    assert findings(inner) == []
    drawn(face(inner))


def test_flat_gradients_patterns_and_clips() -> None:
    defs = (
        '<linearGradient id="g" gradientTransform="scale(0)"><stop stop-color="red"/><stop offset="1"/>'
        '</linearGradient><pattern id="p" width="3" height="3" patternUnits="userSpaceOnUse" '
        'patternTransform="scale(0)"><rect/></pattern>'
        '<clipPath id="c"><rect transform="scale(0)" width="3" height="3"/></clipPath>'
    )
    inner = '<circle r="9" fill="url(#g)"/><circle r="9" fill="url(#p)"/><circle r="9" clip-path="url(#c)"/>'
    assert findings(inner, defs) == []
    drawn(face(inner, defs))


def test_ten_thousand_faulty_elements_do_not_take_long() -> None:
    start = time.monotonic()
    found = findings("".join(f'<rect width="{n}x" height="1"/>' for n in range(10_000)))
    assert 0 < len(found) <= 30
    assert time.monotonic() - start < 10


def test_glyph_runs_of_an_unknown_font_are_told() -> None:
    run = '[["Nowhere.ttf",3,0,9,0,1000,"a",[5,500],0,0]]'
    with pytest.raises(Failed) as caught:
        drawn(face(f"<text data-run='{run}'/>"))
    finding = caught.value.diagnostics[0]
    assert (finding.code, finding.subject) == ("T081", "the card")


def test_a_glyph_that_the_font_does_not_have_is_no_traceback() -> None:
    run = '[["Alegreya-Regular.ttf",3,0,9,0,1000,"a",[65000,500],0,0]]'
    try:
        drawn(face(f"<text data-run='{run}'/>"))
    except Failed as failed:
        assert failed.diagnostics[0].code == "T082"


def test_external_entities_are_not_read() -> None:
    text = '<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>' + face("<title>&x;</title>")
    assert only("", whole=text).code == "T073"


def test_without_libcairo_faces_can_be_checked_and_drawing_says_what_to_install(tmp_path: Path) -> None:
    """Pitfall 67."""
    (tmp_path / "cairocffi.py").write_text("raise OSError('no library called \"cairo-2\" was found')")
    bad, good = face('<rect fill="x"/>'), face("")
    program = (
        "from questpress.press.render.chunk import Page, check, draw\n"
        "from questpress.diagnostics import Failed\n"
        f"page = Page({bad!r}, 20, 20)\n"
        "assert check([page])[0].code == 'T065'\n"
        f"page = Page({good!r}, 20, 20)\n"
        "try:\n    draw([page], {})\n"
        "except Failed as failed:\n    print(failed.diagnostics[0])\n"
    )
    path = [str(tmp_path), str(Path(__file__).parents[2] / "src")]
    result = subprocess.run(
        [sys.executable, "-c", f"import sys\nsys.path[:0] = {path!r}\n{program}"], capture_output=True, text=True
    )
    assert "error[M001]: the cairo library cannot be loaded" in result.stdout, result.stderr
    assert "libcairo2" in result.stdout


@pytest.mark.parametrize(
    "part",
    [
        '<circle stroke="red" r="1e-320"/>',
        '<ellipse rx="1e-200" ry="1e-200"/>',
        '<rect width="1e-170" height="1e-170" rx="9"/>',
        '<path d="M0 0A1e-200 1e-200 0 0 1 5 5"/>',
        '<path d="M0 0A1 1 0 0 1 1e-200 0"/>',
    ],
)
def test_what_is_too_small_to_square_is_drawn(part: str) -> None:
    svg = face(part)
    assert not any(finding.is_error for finding in findings("", whole=svg))
    drawn(svg)
