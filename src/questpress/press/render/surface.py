"""CairoSVG's PDF surface, taught what it drops: figures drawn onto one multi-page document.

`Surface` of CairoSVG gives the page its size, units and viewport, gradients and markers; `draw` is ours, because
CairoSVG's own walks attributes in Python for every node of every face (about 0.15 ms each) and bends clips, opacity
and text. Figures come from `mend` with everything resolved, so that drawing one is a handful of calls into cairo.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from struct import pack
from typing import Any

import cairocffi
from cairosvg.defs import draw_gradient
from cairosvg.path import draw_markers
from cairosvg.surface import TAGS, PDFSurface

from questpress.press.render.clips import turned
from questpress.press.render.figures import (
    Arrows,
    Clip,
    Figure,
    Gradient,
    Group,
    Matrix,
    Paint,
    Picture,
    Shape,
    Solid,
    Still,
    Stroke,
    Tiling,
    Words,
    box_of,
)
from questpress.press.render.glyphs import GlyphPen
from questpress.press.render.images import Images, upright
from questpress.press.render.outline import Outline
from questpress.press.render.pictures import Pictures
from questpress.press.render.resources import listed_once
from questpress.press.render.viewport import fitted

EPOCH = "2000-01-01T00:00:00Z"  # cairo 1.16 would write the clock
FINE = 8.0  # units of a recording to a user unit: cairo keeps 1/256 of each, here half a thousandth of a millimetre
TILE = 2048.0  # units of a pattern's tile: cairo repeats whole units only

_C = cairocffi.cairo
_ffi = cairocffi.ffi
_POINTS = {0: 1, 1: 1, 2: 3, 3: 0}


class Element(dict):  # type: ignore[type-arg]
    """What CairoSVG's functions take for a node."""

    def __init__(self, tag: str, attributes: Mapping[str, str], children: tuple[Any, ...] = ()) -> None:
        super().__init__(attributes)
        self.tag = tag
        self.children = children
        self.url = None
        self.parent = None
        self.figure: Figure | None = None
        self.vertices: Any = None


class Book:
    """One PDF under way: its pages, fonts, images and the parts that are drawn once."""

    def __init__(self, fonts: Mapping[str, Path], pictures: Pictures) -> None:
        self._bytes = BytesIO()
        self.pdf = cairocffi.PDFSurface(self._bytes, 10, 10)
        self.pdf.set_metadata(cairocffi.PDF_METADATA_CREATE_DATE, EPOCH)
        self.pdf.set_metadata(cairocffi.PDF_METADATA_MOD_DATE, EPOCH)
        self.pen = GlyphPen(fonts)
        self.images = Images(pictures)
        self.recordings: dict[int, tuple[object, cairocffi.Surface]] = {}
        self.gradients: dict[int, Element] = {}
        self.boxes: list[tuple[float, float, float, float]] = []

    def add(self, attributes: Mapping[str, str], figure: Figure | None) -> None:
        """Draws a page; `attributes` are its root's: size with units, and viewBox."""
        root = Element("svg", attributes)
        root.figure = figure
        page = FaceSurface(root, self)
        status = _C.cairo_status(page.context._pointer)
        if status:
            raise cairocffi.CairoError(f"cairo stopped with status {status}", status)
        self.pdf.show_page()

    def finish(self) -> bytes:
        """The whole document."""
        self.pdf.finish()
        return listed_once(self._bytes.getvalue())


class FaceSurface(PDFSurface):
    """One page of a Book."""

    def __init__(self, root: Element, book: Book) -> None:
        self.book = book
        super().__init__(root, None, 96)

    def _create_surface(self, width: float, height: float) -> tuple[cairocffi.PDFSurface, float, float]:
        # cairo cuts a page's extents down to whole points: ask for whole points, and tell where the face lies on them
        whole_width, whole_height = math.ceil(width - 1e-6), math.ceil(height - 1e-6)
        self.book.pdf.set_size(whole_width, whole_height)
        below = round(whole_height - height, 4)
        self.book.boxes.append((0.0, below, round(width, 4), float(whole_height)))
        return self.book.pdf, width, height

    def draw(self, node: Any) -> None:
        """Draws a figure, the root with its figure, or (CairoSVG's) any other node."""
        paint = _PAINTERS.get(type(node))
        if paint is not None:
            paint(self, node)
        elif isinstance(node, Element) and node.tag == "svg":
            self._cr = self.context._pointer
            _C.cairo_new_path(self._cr)
            if node.figure is not None:
                self.draw(node.figure)
        else:
            super().draw(node)

    # -- figures -----------------------------------------------------------------------------------------------

    def _group(self, figure: Group) -> None:
        cr = self._cr
        _C.cairo_save(cr)
        if figure.matrix is not None:
            self._transform(figure.matrix)
        for clip in figure.clips:
            self._clip(clip, figure)
        if figure.opacity < 1.0:
            self.context.push_group()
            for child in figure.children:
                _PAINTERS[type(child)](self, child)
            self.context.pop_group_to_source()
            self.context.paint_with_alpha(figure.opacity)
        else:
            for child in figure.children:
                _PAINTERS[type(child)](self, child)
        _C.cairo_restore(cr)

    def _shape(self, figure: Shape) -> None:
        cr = self._cr
        _C.cairo_append_path(cr, _path(figure.outline))
        if figure.antialias:
            _C.cairo_set_antialias(cr, figure.antialias)
        if figure.fill is not None:
            _C.cairo_set_fill_rule(cr, 1 if figure.evenodd else 0)
            self._paint(figure.fill, figure.fill_opacity, figure.outline, _C.cairo_fill_preserve)
        if figure.stroke is not None:
            self._pen(figure.stroke)
            self._paint(figure.stroke.paint, figure.stroke_opacity, figure.outline, _C.cairo_stroke_preserve)
        _C.cairo_new_path(cr)
        if figure.antialias:
            _C.cairo_set_antialias(cr, 0)

    def _words(self, figure: Words) -> None:
        if figure.fill is not None and self._source(figure.fill, figure.fill_opacity, None):
            self.book.pen.show(self.context, figure.runs)
        if figure.stroke is not None:
            _C.cairo_new_path(self._cr)
            self.book.pen.trace(self.context, figure.runs)
            self._pen(figure.stroke)
            self._paint(figure.stroke.paint, figure.stroke_opacity, None, _C.cairo_stroke)
        _C.cairo_new_path(self._cr)

    def _picture(self, figure: Picture) -> None:
        surface = self.book.images.surface(figure.source)
        wide, high, turn = upright(self.book.images.art(figure.source))
        x, y, width, height = figure.box
        context = self.context
        context.save()
        if figure.align.endswith("slice"):
            context.rectangle(x, y, width, height)
            context.clip()
        context.translate(x, y)
        self._transform(fitted((0.0, 0.0, wide, high), width, height, figure.align))
        if turn is not None:
            self._transform(turn)
        context.set_source_surface(surface, 0, 0)
        context.get_source().set_filter(cairocffi.FILTER_GOOD if figure.smooth else cairocffi.FILTER_NEAREST)
        context.paint_with_alpha(figure.opacity)
        context.restore()

    def _arrows(self, figure: Arrows) -> None:
        """Markers: CairoSVG finds the vertices and angles and draws the marker's figures at them."""
        holder = Element(figure.tag, dict(figure.attributes))
        for number, (name, marker) in enumerate(figure.markers):
            self.markers[f"m{number}"] = Element("marker", dict(marker.attributes), marker.content)
            holder[name] = f"url(#m{number})"
        context = self.context
        context.save()
        context.new_path()
        TAGS[figure.tag](self, holder)
        context.new_path()
        self.parent_node = Element("g", {"stroke-width": repr(figure.stroke_width)})
        draw_markers(self, holder)
        context.new_path()
        context.restore()

    def _still(self, figure: Still) -> None:
        """Replays what several faces share; cairo writes it into the document once."""
        kept = self.book.recordings.get(id(figure))
        if kept is None:
            recording = cairocffi.RecordingSurface(cairocffi.CONTENT_COLOR_ALPHA, None)
            self._record(recording, (FINE, 0.0, 0.0, FINE, 0.0, 0.0), figure.children)
            kept = self.book.recordings[id(figure)] = (figure, recording)
        context = self.context
        context.save()
        context.scale(1 / FINE, 1 / FINE)
        context.set_source_surface(kept[1], 0, 0)
        context.paint()
        context.restore()

    def _record(self, surface: cairocffi.Surface, matrix: Matrix, figures: tuple[Figure, ...]) -> None:
        """Draws figures onto another surface."""
        outer = self.context, self._cr
        self.context = cairocffi.Context(surface)
        self._cr = self.context._pointer
        self._transform(matrix)
        for figure in figures:
            self.draw(figure)
        self.context, self._cr = outer

    # -- paint -------------------------------------------------------------------------------------------------

    def _paint(self, paint: Paint, opacity: float, outline: Outline | None, act: Any) -> None:
        """Fills or strokes (`act`) the current path with a paint."""
        if isinstance(paint, Tiling) and opacity < 1.0:
            # a pattern has no opacity of its own; cairo keeps the path through the group
            path = self.context.copy_path()
            self.context.push_group()
            self.context.append_path(path)
            if self._source(paint, 1.0, outline):
                act(self._cr)
            self.context.pop_group_to_source()
            self.context.paint_with_alpha(opacity)
            self.context.new_path()
            self.context.append_path(path)
        elif self._source(paint, opacity, outline):
            act(self._cr)

    def _source(self, paint: Paint, opacity: float, outline: Outline | None) -> bool:
        """Sets the source; false where the paint has nothing to show on that outline."""
        if isinstance(paint, Solid):
            _C.cairo_set_source_rgba(self._cr, paint.red, paint.green, paint.blue, paint.alpha * opacity)
            return True
        box = outline.box if outline is not None else None
        if isinstance(paint, Gradient):
            return self._gradient(paint, opacity, box)
        return self._tiling(paint, box)

    def _gradient(self, paint: Gradient, opacity: float, box: tuple[float, float, float, float] | None) -> bool:
        name = id(paint)
        if name not in self.book.gradients:
            stops = tuple(
                Element("stop", {"offset": repr(offset), "stop-color": _hex(colour), "stop-opacity": repr(colour[3])})
                for offset, colour in paint.stops
            )
            self.book.gradients[name] = Element(paint.kind, dict(paint.attributes), stops)
        self.gradients[name] = self.book.gradients[name]
        node: dict[str, object] = {}
        if paint.boxed:
            if box is None or box[2] <= box[0] or box[3] <= box[1]:
                return False  # SVG 1.1, 7.11: no box, no paint
            node["bounding_box"] = (box[0], box[1], box[2] - box[0], box[3] - box[1])
        return bool(draw_gradient(self, node, name, opacity))

    def _tiling(self, paint: Tiling, box: tuple[float, float, float, float] | None) -> bool:
        x, y, width, height = paint.tile
        left, top, wide, high = (0.0, 0.0, 1.0, 1.0)
        if paint.boxed or paint.boxed_content:
            if box is None or box[2] <= box[0] or box[3] <= box[1]:
                return False
            left, top, wide, high = box[0], box[1], box[2] - box[0], box[3] - box[1]
        if paint.boxed:
            x, y, width, height = left + x * wide, top + y * high, width * wide, height * high
        to_tile: Matrix = (TILE / width, 0.0, 0.0, TILE / height, 0.0, 0.0)
        surface = cairocffi.RecordingSurface(cairocffi.CONTENT_COLOR_ALPHA, (0, 0, TILE, TILE))
        outer = self.context, self._cr
        self.context = cairocffi.Context(surface)
        self._cr = self.context._pointer
        self._transform(to_tile)
        if paint.view is not None:
            self._transform(fitted(paint.view[0], width, height, paint.view[1]))
        elif paint.boxed_content:
            self._transform((wide, 0.0, 0.0, high, 0.0, 0.0))
        self.draw(paint.content)
        self.context, self._cr = outer
        pattern = cairocffi.SurfacePattern(surface)
        pattern.set_extend(cairocffi.EXTEND_REPEAT)
        matrix = cairocffi.Matrix(1, 0, 0, 1, -x, -y).multiply(cairocffi.Matrix(*to_tile))
        if paint.matrix is not None:
            inverse = cairocffi.Matrix(*paint.matrix)
            inverse.invert()
            matrix = inverse.multiply(matrix)
        pattern.set_matrix(matrix)
        self.context.set_source(pattern)
        return True

    def _pen(self, stroke: Stroke) -> None:
        cr = self._cr
        _C.cairo_set_line_width(cr, stroke.width)
        _C.cairo_set_line_cap(cr, stroke.cap)
        _C.cairo_set_line_join(cr, stroke.join)
        _C.cairo_set_miter_limit(cr, stroke.miter)
        if stroke.dashes:
            _C.cairo_set_dash(cr, _ffi.new("double[]", stroke.dashes), len(stroke.dashes), stroke.offset)
        else:
            _C.cairo_set_dash(cr, _ffi.NULL, 0, 0.0)

    def _clip(self, clip: Clip, figure: Group) -> None:
        cr = self._cr
        _C.cairo_save(cr)
        if clip.boxed:
            box = box_of(Group(figure.children))
            if box is None:
                clip = Clip(())
            else:
                self._transform((box[2] - box[0], 0.0, 0.0, box[3] - box[1], box[0], box[1]))
        several = len(clip.parts) > 1
        for part in clip.parts:
            _C.cairo_save(cr)
            if part.matrix is not None:
                self._transform(part.matrix)
            _C.cairo_append_path(cr, _path(turned(part) if several else part.outline))
            _C.cairo_restore(cr)
        _C.cairo_restore(cr)
        _C.cairo_set_fill_rule(cr, 1 if not several and clip.parts and clip.parts[0].evenodd else 0)
        if not clip.parts:
            _C.cairo_rectangle(cr, 0.0, 0.0, 0.0, 0.0)
        _C.cairo_clip(cr)

    def _transform(self, matrix: Matrix) -> None:
        _C.cairo_transform(self._cr, _ffi.new("cairo_matrix_t *", matrix))


_PAINTERS: dict[type, Any] = {
    Group: FaceSurface._group,
    Shape: FaceSurface._shape,
    Words: FaceSurface._words,
    Picture: FaceSurface._picture,
    Arrows: FaceSurface._arrows,
    Still: FaceSurface._still,
}


def _path(outline: Outline) -> Any:
    """The outline as a cairo_path_t, made once and kept with the memory it points to."""
    if outline.pointer is None:
        parts: list[bytes] = []
        length = 0
        for segment in outline.segments:
            points = _POINTS[int(segment[0])]
            parts.append(pack("=ii8x", int(segment[0]), points + 1))
            parts.append(pack(f"={2 * points}d", *segment[1:]))
            length += points + 1
        data = _ffi.new("cairo_path_data_t[]", length)
        _ffi.memmove(data, b"".join(parts), 16 * length)
        path = _ffi.new("cairo_path_t *", {"status": 0, "data": data, "num_data": length})
        outline.pointer = (path, data)
    return outline.pointer[0]  # type: ignore[index]


def _hex(colour: tuple[float, float, float, float]) -> str:
    return "#" + "".join(f"{round(channel * 255):02x}" for channel in colour[:3])
