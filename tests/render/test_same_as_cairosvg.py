"""What plain CairoSVG draws right, we draw the same: CairoSVG's own raster against ours, feature by feature."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from .desk import SCALE, drawn, face, raster

STOPS = (
    '<stop offset="0" stop-color="#ffe080"/><stop offset="0.4" stop-color="red"/><stop offset="1" stop-color="#003"/>'
)

FEATURES: dict[str, tuple[str, str]] = {
    "curves": ('<path d="M2 10C2 2 18 2 18 10S10 18 6 14q-4-4 0-6t6 3" fill="#c08030" stroke="black"/>', ""),
    "arcs": ('<path d="M3 8A7 4 30 1 1 12 15A3 3 0 0 0 6 12Z" fill="teal"/><path d="M2 2a3 5 0 013 5z"/>', ""),
    "dashes": ('<path d="M2 4H18M2 8H18" stroke="red" stroke-dasharray="3 1 1 1" stroke-dashoffset="1.5"/>', ""),
    "caps": (
        '<g stroke-width="3" stroke="black"><path d="M4 4H16" stroke-linecap="round"/>'
        '<path d="M4 10H16" stroke-linecap="square"/><path d="M4 16H16"/></g>',
        "",
    ),
    "joins": (
        '<g fill="none" stroke-width="3" stroke="black"><path d="M2 8L6 3L10 8" stroke-linejoin="round"/>'
        '<path d="M10 8L14 3L18 8" stroke-linejoin="bevel"/><path d="M2 18L6 12L10 18" stroke-miterlimit="1"/>'
        '<path d="M10 18L14 12L18 18"/></g>',
        "",
    ),
    "polygons": ('<polygon points="2,2 18,4 10,18" fill="green"/><polyline points="1 1 5 9 9 1" fill="#00f"/>', ""),
    "ellipses": ('<ellipse cx="10" cy="10" rx="8" ry="3" fill="#888"/><circle cx="10" cy="10" r="2.5"/>', ""),
    "transforms": (
        '<g transform="translate(10 10) rotate(30) scale(1.5 0.7) skewX(15)">'
        '<rect x="-4" y="-4" width="8" height="8"/></g>',
        "",
    ),
    "linear": (
        '<rect width="20" height="20" fill="url(#g)"/>',
        f'<linearGradient id="g" y2="1">{STOPS}</linearGradient>',
    ),
    "radial": (
        '<rect x="2" y="2" width="16" height="16" fill="url(#g)"/>',
        f'<radialGradient id="g" fx="0.3" fy="0.3">{STOPS}</radialGradient>',
    ),
    "spread": (
        '<rect width="20" height="20" fill="url(#g)"/>',
        f'<radialGradient id="g" r="0.2" spreadMethod="reflect">{STOPS}</radialGradient>',
    ),
    "in user space": (
        '<g transform="scale(2)"><circle cx="5" cy="5" r="4" fill="url(#g)" stroke="url(#g)"/></g>',
        '<linearGradient id="g" gradientUnits="userSpaceOnUse" x1="2" x2="8" gradientTransform="rotate(20)">'
        f"{STOPS}</linearGradient>",
    ),
    "clip": (
        '<g clip-path="url(#c)"><rect width="20" height="20" fill="navy"/></g>',
        '<clipPath id="c"><circle cx="10" cy="10" r="7"/></clipPath>',
    ),
    "clip of a use": (
        '<g clip-path="url(#c)"><rect width="20" height="20" fill="navy"/></g>',
        '<path id="p" d="M10 2L18 18H2Z"/><clipPath id="c"><use href="#p" transform="translate(1 1)"/></clipPath>',
    ),
    "group opacity": (
        '<g opacity="0.4"><rect x="2" y="2" width="10" height="10" fill="red"/><circle cx="12" cy="12" r="6"/></g>',
        "",
    ),
    "use": (
        '<use href="#p" fill="purple" x="2" y="3"/><use href="#p" transform="translate(12 12) scale(0.5)"/>',
        '<g id="p"><rect width="6" height="3"/><circle cx="3" cy="6" r="2"/></g>',
    ),
    "symbol": (
        '<use href="#s" x="2" y="2" width="9" height="9" fill="purple"/>'
        '<use href="#s" x="9" y="9" width="9" height="5"/>',
        '<symbol id="s" viewBox="0 0 24 24"><path d="M12 2L22 22H2Z"/></symbol>',
    ),
    "nested svg": (
        '<svg x="3" y="3" width="12" height="8" viewBox="0 0 10 10"><rect width="10" height="10" fill="olive"/></svg>',
        "",
    ),
    "markers": (
        '<path d="M4 10L10 5L16 10" fill="none" stroke="black" marker-start="url(#m)" marker-mid="url(#m)" '
        'marker-end="url(#m)"/>',
        '<marker id="m" viewBox="0 0 4 4" refX="2" refY="2" markerWidth="3" markerHeight="3" orient="auto">'
        '<path d="M0 0L4 2L0 4Z" fill="red"/></marker>',
    ),
}


@pytest.mark.parametrize("name", FEATURES)
def test_feature(name: str) -> None:
    import cairosvg

    inner, defs = FEATURES[name]
    svg = face(inner, defs)
    theirs = Image.open(io.BytesIO(cairosvg.svg2png(svg.encode(), output_width=20 * SCALE, background_color="white")))
    ours = raster(drawn(svg)).resize(theirs.size)
    difference = ImageChops.difference(ours, theirs.convert("RGB")).convert("L")
    edges_gone = difference.point(lambda v: 255 if v > 50 else 0).filter(ImageFilter.MinFilter(3))
    assert edges_gone.getbbox() is None
    assert ImageStat.Stat(difference).mean[0] < 5
