"""Draws the text engine's SVG on a PDF page without the renderer: runs through cairo, icons as boxes."""

from __future__ import annotations

import functools
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import cairocffi
import cffi
import yaml

from questpress.diagnostics import Report
from questpress.press.text import run
from questpress.press.text.fonts import FontFolder, FontLibrary
from questpress.units import points

ROOT = Path(__file__).resolve().parents[2]
FONTS = ROOT / "templates" / "fonts"
ICONS = ROOT / "templates" / "icons"

_ffi = cffi.FFI()
_ffi.cdef("""
typedef struct { unsigned long index; double x; double y; } cairo_glyph_t;
typedef struct { int num_bytes; int num_glyphs; } cairo_text_cluster_t;
void cairo_show_text_glyphs(void *cr, const char *utf8, int len, const cairo_glyph_t *g, int ng,
                            const cairo_text_cluster_t *c, int nc, int flags);
void cairo_set_font_face(void *cr, void *face);
void *cairo_ft_font_face_create_for_ft_face(void *ft, int flags);
int FT_Init_FreeType(void **lib);
int FT_New_Face(void *lib, const char *path, long idx, void **face);
""")


@functools.cache
def _libraries():
    cairo, freetype = _ffi.dlopen("libcairo.so.2"), _ffi.dlopen("libfreetype.so.6")
    handle = _ffi.new("void**")
    assert freetype.FT_Init_FreeType(handle) == 0
    return cairo, freetype, handle


@functools.cache
def _face(path: str):
    cairo, freetype, handle = _libraries()
    face = _ffi.new("void**")
    assert freetype.FT_New_Face(handle[0], path.encode(), 0, face) == 0
    return cairo.cairo_ft_font_face_create_for_ft_face(face[0], 2)  # FT_LOAD_NO_HINTING


@functools.cache
def library() -> FontLibrary:
    report = Report()
    found = FontLibrary.read([FontFolder(FONTS, yaml.safe_load((FONTS / "fonts.yaml").read_text()))], report)
    assert not report.findings
    return found


def runs(svg: str) -> list[run.Run]:
    root = ET.fromstring(f"<svg>{svg}</svg>")
    return [each for element in root.iter("text") for each in run.decode(element.get("data-run"))]


def spoken(svg: str) -> str:
    """All runs' text, a space between runs."""
    return " ".join(each.text for each in runs(svg))


def rows(svg: str) -> list[str]:
    """The text of each line, top down; runs of one line joined from left to right."""
    lines: dict[float, list[run.Run]] = {}
    for each in runs(svg):
        lines.setdefault(round(each.y, 3), []).append(each)
    return ["".join(r.text for r in sorted(lines[y], key=lambda r: r.x)) for y in sorted(lines)]


def right_edge(each: run.Run, fonts: FontLibrary) -> float:
    """Where the pen stands after the run's last glyph, user units."""
    stack = next(file for file in fonts._files.values() if file.name == each.font)
    last, x, _ = each.glyphs[-1]
    return x + stack.font.get_glyph_h_advance(last) * each.size / stack.upem


def draw(pages: list[str], target: str, width: float, height: float, fonts: FontLibrary | None = None) -> None:
    """Writes `pages` (SVG bodies, millimetres) to the PDF `target`; rectangles are drawn, icons as boxes."""
    fonts = fonts or library()
    surface = cairocffi.PDFSurface(target, points(width), points(height))
    context = cairocffi.Context(surface)
    for body in pages:
        context.save()
        context.scale(points(1), points(1))
        _element(context, ET.fromstring(f"<svg>{body}</svg>"), fonts)
        context.restore()
        surface.show_page()
    surface.finish()


def _element(context, element, fonts: FontLibrary) -> None:
    context.save()
    for name, numbers in re.findall(r"(translate|scale)\(([^)]*)\)", element.get("transform", "")):
        values = [float(value) for value in numbers.split()]
        context.translate(*values) if name == "translate" else context.scale(values[0], values[0])
    colour = element.get("fill") or "#000000"
    if colour.startswith("#") and len(colour) == 7:
        context.set_source_rgb(*(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)))
    if element.tag == "rect":
        context.rectangle(*(float(element.get(key, 0)) for key in ("x", "y", "width", "height")))
        _paint(context, element)
    elif element.tag == "path":  # an icon: where it stands is what counts
        context.rectangle(3, 3, 18, 18)
        _paint(context, element)
    for each in run.decode(element.get("data-run", "[]")):
        _show(context, _libraries()[0], each, fonts)
    for child in element:
        _element(context, child, fonts)
    context.restore()


def _paint(context, element) -> None:
    if element.get("stroke"):
        colour = element.get("stroke")
        context.set_source_rgb(*(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)))
        context.set_line_width(float(element.get("stroke-width", 0.1)))
        context.stroke()
    else:
        context.fill()


def _show(context, cairo, each: run.Run, fonts: FontLibrary) -> None:
    pointer = _ffi.cast("void*", int(cairocffi.ffi.cast("uintptr_t", context._pointer)))
    cairo.cairo_set_font_face(pointer, _face(str(fonts.paths[each.font])))
    context.set_font_size(each.size)
    options = context.get_font_options()
    options.set_hint_style(cairocffi.HINT_STYLE_NONE)
    options.set_hint_metrics(cairocffi.HINT_METRICS_OFF)
    context.set_font_options(options)
    glyphs = _ffi.new("cairo_glyph_t[]", [(glyph, x, y) for glyph, x, y in each.glyphs])
    clusters = _ffi.new("cairo_text_cluster_t[]", list(each.clusters))
    text = each.text.encode()
    cairo.cairo_show_text_glyphs(
        pointer, _ffi.new("char[]", text + b"\0"), len(text), glyphs, len(each.glyphs), clusters, len(each.clusters),
        int(each.rtl),
    )  # fmt: skip
    context._check_status()
