"""librsvg as an outside witness, where it is installed: the same faces, feature by feature."""

from __future__ import annotations

import io
import shutil
import subprocess

import pytest
from PIL import Image, ImageChops, ImageFilter

from .desk import SCALE, drawn, face, raster
from .test_drawing import CLIPS, RING
from .test_same_as_cairosvg import FEATURES

pytestmark = pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="rsvg-convert is not installed")

SHAPE = '<rect id="shape" x="5" y="5" width="5" height="10"/>'
MISTAKEN = ("a union of opposite turns", "a mirrored union", "an even-odd ring and what fills it")
"""Where librsvg 2.54 lets shapes cut holes into each other: SVG 1.1, 14.3.5 wants their union."""
CASES = {
    **FEATURES,
    **{
        f"clip: {name}": (
            '<g clip-path="url(#c)"><rect width="20" height="20" fill="red"/></g>',
            f'{SHAPE}<clipPath id="c">{shapes}</clipPath>',
        )
        for name, (shapes, _) in CLIPS.items()
        if name not in MISTAKEN
    },
    "even-odd icon in a turned symbol": (
        '<use href="#s" x="4" y="4" width="12" height="12" fill="navy" transform="rotate(20 10 10)"/>',
        f'<symbol id="s" viewBox="0 0 20 20"><g fill-rule="evenodd"><path d="{RING}"/></g></symbol>',
    ),
    "clip of a use in a moved group": (
        '<g transform="translate(3 2) scale(0.8)"><g clip-path="url(#c)"><path d="M0 0H20V20Z" fill="teal"/>'
        '<g clip-path="url(#d)"><circle cx="10" cy="10" r="9" fill="gold"/></g></g></g>',
        '<circle id="o" cx="10" cy="10" r="8"/><clipPath id="c"><use href="#o"/></clipPath>'
        '<clipPath id="d"><use href="#o" transform="translate(4 0)"/></clipPath>',
    ),
    "opacity of fill and stroke": (
        '<circle cx="10" cy="10" r="6" fill="red" stroke="blue" stroke-width="4" opacity=".5"/>',
        "",
    ),
    "pattern": (
        '<circle cx="10" cy="10" r="9" fill="url(#p)" stroke="black"/>',
        '<pattern id="p" width="0.2" height="0.25" patternTransform="rotate(15)"><circle cx="1" cy="2" r="1"/>'
        "</pattern>",
    ),
    "pattern from a corner of its own": (
        '<rect width="20" height="20" fill="url(#p)"/>',
        '<pattern id="p" x="1" y="2" width="5" height="5" patternUnits="userSpaceOnUse"><circle cx="2" cy="2" r="2"/>'
        "</pattern>",
    ),
    "pattern in shares of the box": (
        '<rect x="2" y="3" width="10" height="14" fill="url(#p)"/>',
        '<pattern id="p" x="0.1" width="0.3" height="0.2" patternContentUnits="objectBoundingBox">'
        '<rect width="0.2" height="0.1"/></pattern>',
    ),
    "gradient on a curve": (
        '<path d="M2 2C2 24 18 24 18 2Z" fill="url(#g)"/>',
        '<linearGradient id="g" x2="0" y2="1"><stop stop-color="red"/><stop offset="1" stop-color="blue"/>'
        "</linearGradient>",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_case(name: str) -> None:
    inner, defs = CASES[name]
    svg = face(inner, defs)
    size = str(20 * SCALE)
    command = ["rsvg-convert", "-w", size, "-h", size, "-b", "white", "-f", "png"]
    theirs = Image.open(io.BytesIO(subprocess.run(command, input=svg.encode(), capture_output=True, check=True).stdout))
    ours = raster(drawn(svg)).resize(theirs.size)
    difference = ImageChops.difference(ours, theirs.convert("RGB")).convert("L")
    assert difference.point(lambda v: 255 if v > 50 else 0).filter(ImageFilter.MinFilter(3)).getbbox() is None
