"""A face's SVG made into figures: references followed, properties handed down, and everything that CairoSVG drops or
bends put into a form that it draws right.

Mended here: anchored and styled text (glyph runs), font lists, even-odd clips, clips of several shapes, clips on
clips, hex colours with alpha, hsl() and modern rgb(), opacity of a shape with fill and stroke, project images,
definitions outside defs, nested use, percentages, simple style sheets. What cannot be mended is a finding.
"""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree.ElementTree import Element

from questpress.diagnostics import nearest
from questpress.press.render import outline, servers
from questpress.press.render import vocabulary as v
from questpress.press.render.figures import (
    Arrows,
    Figure,
    Group,
    Matrix,
    Paint,
    Shape,
    Tiling,
    Words,
    flat,
    group,
)
from questpress.press.render.lettering import TextMender, lettered
from questpress.press.render.lint import CURRENT, Fault, Link, Own, Percent, read
from questpress.press.render.pictures import Art, Pictures
from questpress.press.render.placing import pictured
from questpress.press.render.style import INITIAL, SLOT, Style, number, painted, visible
from questpress.press.render.tree import Circular, Scope, local
from questpress.press.render.viewport import Area, framed

MOST_DRAWN = 400_000  # drawing steps of one face, repetitions counted
MOST_STEPS = 200_000  # elements gone through for one face, repetitions with other styles counted

_ANTIALIAS = {"crispEdges": 1, "optimizeSpeed": 4, "geometricPrecision": 6}  # cairo_antialias_t


@dataclass(frozen=True, slots=True)
class Mended:
    """A face's figure, in the user space of its root, and the art it shows."""

    figure: Group | None
    area: Area
    art: tuple[Art, ...]


class Mender:
    """Makes figures of faces, equal ones only once. One for a chunk."""

    def __init__(self, pictures: Pictures, words: TextMender | None = None) -> None:
        self.pictures = pictures
        self.words = words
        self.keys: dict[tuple[object, ...], int] = {}
        self._owns: dict[tuple[object, ...], Own] = {}
        self._styles: dict[tuple[object, ...], Style] = {}
        self._built: dict[tuple[object, ...], tuple[Figure | None, tuple[Art, ...]]] = {}
        self.made: dict[tuple[object, ...], object] = {}
        self.shown: list[Art] = []
        self.inked: dict[Figure, tuple[float, float, float, float] | None] = {}  # boxes of the text below figures
        self.origins: dict[Words, Element] | None = None  # where it is wanted: the elements that text comes from

    def again(self) -> Mender:
        """A mender that makes every figure anew and notes which element its text comes from."""
        mender = Mender(self.pictures, self.words)
        mender.origins = {}
        return mender

    def face(self, scope: Scope, area: Area) -> Mended:
        """The figure of the whole document; findings go to `scope`. `area` is the root's viewport in user units."""
        root = scope.tree.root
        self.shown = []
        for element, fault in scope.tree.faults():
            scope.fault(element, fault)
        figure = None
        try:
            scope.tree.key(root, self.keys)
            own = self.own(root, scope)
            style = self.style(INITIAL, own, root, scope, area)
            if own.own.get("transform") is not None:
                scope.fault(root, Fault("T063", "a transform of the root", "put it on a <g> around the art"))
            figure = self.placed(group(self.children(root, style, scope, area)), root, own, scope, area)
        except Circular as circular:
            scope.fault(circular.element, circular.fault)
        except RecursionError:
            scope.fault(root, Fault("T072", "elements nested too deep", "flatten the groups"))
        if not isinstance(figure, Group):
            figure = None
        elif figure.weight > MOST_DRAWN:
            message = f"{figure.weight} things to draw in one face; the most is {MOST_DRAWN}"
            scope.fault(root, Fault("T072", message, "repeat less, or draw the repeated part as one path"))
            figure = None
        return Mended(figure, area, tuple(dict.fromkeys(self.shown)))

    # -- one element -------------------------------------------------------------------------------------------

    def own(self, element: Element, scope: Scope) -> Own:
        """What the element says itself; its faults are noted."""
        tag = local(element)
        declared = scope.tree.declared(element)
        key = (tag, tuple(element.attrib.items()), declared)
        own = self._owns.get(key)
        if own is None:
            own = self._owns[key] = read(tag, element.attrib, declared)
        for fault in own.faults:
            scope.fault(element, fault)
        return own

    def style(self, style: Style, own: Own, element: Element, scope: Scope, area: Area) -> Style:
        """`style` with what the element says itself."""
        if not own.style:
            return style
        key = (style, id(own), area)
        found = None if own.links else self._styles.get(key)
        if found is None:
            values = list(style)
            if "color" in own.style:
                values[SLOT["color"]] = own.style["color"]
            for name, value in own.style.items():
                if isinstance(value, Link):
                    value = servers.server(self, name, value, element, scope, area)
                elif value == CURRENT:
                    value = values[SLOT["color"]]
                elif isinstance(value, Percent):
                    value = value.share * area.diagonal
                elif name == "stroke-dasharray":
                    value = tuple(d.share * area.diagonal if isinstance(d, Percent) else d for d in value)  # type: ignore
                values[SLOT[name]] = value
            found = tuple(values)
            if not own.links:
                self._styles[key] = found
        return found

    def children(self, element: Element, style: Style, scope: Scope, area: Area) -> tuple[Figure, ...]:
        """The figures of an element's children."""
        figures = [self.build(child, style, scope, area) for child in element]
        return tuple([figure for figure in figures if figure is not None])

    def build(self, element: Element, style: Style, scope: Scope, area: Area) -> Figure | None:
        """The figure of an element under `style`; None where it draws nothing."""
        tag = element.tag
        if not isinstance(tag, str) or (tag[0] == "{" and not tag.startswith(v.SVG)):
            return None  # of another vocabulary: nothing that is drawn
        key = (scope.tree.key(element, self.keys), style, area)
        known = self._built.get(key) if self.origins is None else None
        if known is not None:
            self.shown += known[1]
            return known[0]
        scope.steps += 1
        if scope.steps > MOST_STEPS:
            raise Circular(scope.tree.root, Fault("T072", f"more than {MOST_STEPS} elements through references"))
        before, art = len(scope.findings), len(self.shown)
        figure = self._figure(local(element), element, style, scope, area)
        if len(scope.findings) == before:
            self._built[key] = (figure, tuple(dict.fromkeys(self.shown[art:])))
        return figure

    def _figure(self, tag: str, element: Element, style: Style, scope: Scope, area: Area) -> Figure | None:
        if tag in v.SILENT:
            return None
        if tag not in v.GEOMETRY:
            scope.fault(element, unknown(tag))
            return None
        own = self.own(element, scope)
        if tag in v.HIDDEN:
            self._hidden(tag, element, scope, area)
            return None
        if own.own.get("display", True) is False:
            return None
        style = self.style(style, own, element, scope, area)
        figure = self._drawn(tag, element, own, style, scope, area)
        if figure is None:
            return None
        return self.placed(figure, element, own, scope, area)

    def _hidden(self, tag: str, element: Element, scope: Scope, area: Area) -> None:
        """Looks through definitions for faults, so that they show before somebody refers to them."""
        if tag in ("defs", "symbol", "marker", "pattern"):
            inner = area
            for child in element:
                self.build(child, INITIAL, scope, inner)
        elif tag == "clipPath":
            servers.clip(self, element, scope, area)
        elif tag != "style":
            servers.gradient(self, element, scope, area)

    def _drawn(self, tag: str, element: Element, own: Own, style: Style, scope: Scope, area: Area) -> Figure | None:
        if tag in ("g", "a"):
            children = self.children(element, style, scope, area)
            return group(children) if children else None
        if tag in v.SHAPES:
            return self._shape(tag, element, own, style, scope, area)
        if tag == "use":
            return self._use(element, own, style, scope, area)
        if tag == "image":
            return pictured(self, element, own, style, scope, area)
        if tag == "text":
            return lettered(self, element, style, scope, area)
        if tag == "svg":
            return framed(self, element, own, own, style, scope, area)
        scope.fault(element, Fault("T061", f"<{tag}> does not stand here", "put it inside the element it belongs to"))
        return None

    def placed(self, figure: Figure, element: Element, own: Own, scope: Scope, area: Area) -> Figure | None:
        """`figure` under the element's transform, clip and opacity."""
        matrix: Matrix | None = own.own.get("transform")  # type: ignore[assignment]
        opacity = float(own.own.get("opacity", 1.0))  # type: ignore[arg-type]
        link = own.own.get("clip-path")
        clips = servers.clip_of(self, link, element, scope, area) if isinstance(link, Link) else ()
        if opacity == 0.0 or flat(matrix):
            return None
        if opacity < 1.0 and isinstance(figure, Shape) and not _overlapping(figure):
            figure = Shape(
                figure.outline,
                figure.evenodd,
                figure.fill,
                figure.fill_opacity * opacity,
                figure.stroke,
                figure.stroke_opacity * opacity,
                figure.antialias,
                figure.weight,
            )
            opacity = 1.0
        if matrix is None and not clips and opacity == 1.0:
            return figure
        if isinstance(figure, Group) and figure.matrix is None and not figure.clips and figure.opacity == 1.0:
            return group(figure.children, matrix, clips, opacity)
        return group((figure,), matrix, clips, opacity)

    # -- what is drawn -----------------------------------------------------------------------------------------

    def measure(self, own: Own, name: str, full: float, default: float = 0.0) -> float:
        """A length of the element in user units; percentages are of `full`."""
        value = own.own.get(name, default)
        return value.share * full if isinstance(value, Percent) else float(value)  # type: ignore[arg-type]

    def outline(self, tag: str, element: Element, own: Own, scope: Scope, area: Area) -> outline.Outline | None:
        """The outline of a basic shape; None (and a finding) where its numbers cannot be read."""
        try:
            return self._outline(tag, own, area)
        except outline.OutlineError as error:
            what = "points" if tag.startswith("poly") else "path data"
            scope.fault(element, Fault("T064", f"<{tag}> has {what} that cannot be read: {error}"))
            return None

    def _outline(self, tag: str, own: Own, area: Area) -> outline.Outline:
        def along_x(name: str) -> float:
            return self.measure(own, name, area.width)

        def along_y(name: str) -> float:
            return self.measure(own, name, area.height)

        match tag:
            case "path":
                return outline.path(str(own.own.get("d", "")))
            case "rect":
                rx = along_x("rx") if own.own.get("rx", "auto") != "auto" else None
                ry = along_y("ry") if own.own.get("ry", "auto") != "auto" else rx
                rx = ry if rx is None else rx
                return outline.rectangle(
                    along_x("x"), along_y("y"), along_x("width"), along_y("height"), rx or 0.0, ry or 0.0
                )
            case "circle":
                r = self.measure(own, "r", area.diagonal)
                return outline.ellipse(along_x("cx"), along_y("cy"), r, r)
            case "ellipse":
                return outline.ellipse(along_x("cx"), along_y("cy"), along_x("rx"), along_y("ry"))
            case "line":
                return outline.line(along_x("x1"), along_y("y1"), along_x("x2"), along_y("y2"))
        return outline.polyline(str(own.own.get("points", "")), tag == "polygon")

    def _shape(self, tag: str, element: Element, own: Own, style: Style, scope: Scope, area: Area) -> Figure | None:
        shape_outline = self.outline(tag, element, own, scope, area)
        if shape_outline is None or not shape_outline.segments or not visible(style):
            return None
        fill, stroke = painted(style)
        if tag == "line":
            fill = None
        shape = None
        if fill is not None or stroke is not None:
            shape = Shape(
                shape_outline,
                style[SLOT["fill-rule"]] == "evenodd",
                fill,
                number(style, "fill-opacity"),
                stroke,
                number(style, "stroke-opacity"),
                _ANTIALIAS.get(str(style[SLOT["shape-rendering"]]), 0),
                1 + _inside(fill) + (_inside(stroke.paint) if stroke else 0),
            )
        ends = tuple(
            (name, style[SLOT[name]])
            for name in ("marker-start", "marker-mid", "marker-end")
            if style[SLOT[name]] is not None
        )
        if ends and tag in ("path", "line", "polyline", "polygon"):
            geometry = tuple(
                (name, repr(self.measure(own, name, area.width if name[0] == "x" else area.height)))
                if tag == "line"
                else (name, str(own.own[name]))
                for name in sorted(v.GEOMETRY[tag] & set(own.own))
            )
            width = number(style, "stroke-width")
            arrows = Arrows(tag, geometry, ends, width)  # type: ignore[arg-type]
            return group((shape, arrows)) if shape else arrows
        return shape

    def _use(self, element: Element, own: Own, style: Style, scope: Scope, area: Area) -> Figure | None:
        target = self.target(element, own, scope)
        if target is None:
            return None
        x, y = self.measure(own, "x", area.width), self.measure(own, "y", area.height)
        if local(target) in ("symbol", "svg"):
            inner = self.own(target, scope)
            style = self.style(style, inner, target, scope, area)
            figure = framed(self, target, inner, own, style, scope, area)
            # a symbol may carry a transform of its own (SVG 2, 5.5)
            figure = self.placed(figure, target, inner, scope, area) if figure is not None else None
        else:
            figure = self.build(target, style, scope, area)
        if figure is None or (not x and not y):
            return figure
        return group((figure,), (1.0, 0.0, 0.0, 1.0, x, y))

    def target(self, element: Element, own: Own, scope: Scope) -> Element | None:
        """The element that a use refers to."""
        href = str(own.own.get("href", ""))
        if not href.startswith("#"):
            help_ = "import the part as a macro, or place the file with <image>"
            scope.fault(element, Fault("T074", f"<use> of '{href[:60]}' leads out of the face", help_))
            return None
        target = scope.tree.ids.get(href[1:])
        if target is None:
            self.lost(element, href[1:], scope)
        elif local(target) in v.HIDDEN - {"symbol"} or local(target) == "tspan":
            scope.fault(element, Fault("T061", f"<use> of <{local(target)}> draws nothing"))
            return None
        return target

    def lost(self, element: Element, name: str, scope: Scope) -> None:
        """Notes a reference to an id that is not there."""
        close = nearest(name, scope.tree.ids)
        scope.fault(element, Fault("T070", f"nothing has the id '{name}'", f"did you mean '{close}'?" if close else ""))


def unknown(tag: str) -> Fault:
    """The finding for an element that is not drawn."""
    if tag in v.REFUSED_ELEMENTS or tag.startswith("fe"):
        help_ = v.REFUSED_ELEMENTS.get(tag, v.REFUSED_ELEMENTS["filter"])
        return Fault("T063", f"<{tag}> is not drawn by this press", help_)
    close = nearest(tag, v.GEOMETRY)
    return Fault("T061", f"there is no element <{tag}>" + (f", did you mean <{close}>?" if close else ""))


def _inside(paint: Paint | None) -> int:
    return paint.content.weight if isinstance(paint, Tiling) else 0


def _overlapping(shape: Shape) -> bool:
    """Whether two paints of the shape lie on each other, so that its opacity needs a group."""
    tiled = isinstance(shape.fill, Tiling) or (shape.stroke is not None and isinstance(shape.stroke.paint, Tiling))
    return tiled or (shape.fill is not None and shape.stroke is not None)
