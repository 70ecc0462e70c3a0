"""What a face's SVG may say: elements, attributes and properties that are drawn as every reader expects.

Whatever stands here is drawn right, by CairoSVG or by what `mend` makes of it. Everything else is a finding, with
what to write instead. Tables only; `lint` reads them.
"""

from __future__ import annotations

SVG = "{http://www.w3.org/2000/svg}"
XLINK = "{http://www.w3.org/1999/xlink}"
XML = "{http://www.w3.org/XML/1998/namespace}"

INHERITED = (
    "fill",
    "fill-opacity",
    "fill-rule",
    "stroke",
    "stroke-width",
    "stroke-opacity",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-dasharray",
    "stroke-dashoffset",
    "clip-rule",
    "visibility",
    "color",
    "marker-start",
    "marker-mid",
    "marker-end",
    "image-rendering",
    "shape-rendering",
    "font-family",
    "font-size",
    "font-style",
    "font-weight",
    "font-feature-settings",
    "letter-spacing",
    "text-anchor",
    "dominant-baseline",
    "direction",
    "xml:space",
)
"""Properties that children take over; the order of a Style."""

OWN = ("opacity", "clip-path", "display", "transform", "stop-color", "stop-opacity", "overflow")
"""Properties of the element alone."""

SHORTHAND = {"marker": ("marker-start", "marker-mid", "marker-end")}

GEOMETRY: dict[str, frozenset[str]] = {
    "svg": frozenset({"x", "y", "width", "height", "viewBox", "preserveAspectRatio", "version", "baseProfile"}),
    "g": frozenset(),
    "a": frozenset({"href"}),
    "defs": frozenset(),
    "symbol": frozenset({"viewBox", "preserveAspectRatio", "x", "y", "width", "height"}),
    "use": frozenset({"href", "x", "y", "width", "height"}),
    "path": frozenset({"d"}),
    "rect": frozenset({"x", "y", "width", "height", "rx", "ry"}),
    "circle": frozenset({"cx", "cy", "r"}),
    "ellipse": frozenset({"cx", "cy", "rx", "ry"}),
    "line": frozenset({"x1", "y1", "x2", "y2"}),
    "polyline": frozenset({"points"}),
    "polygon": frozenset({"points"}),
    "image": frozenset({"href", "x", "y", "width", "height", "preserveAspectRatio"}),
    "text": frozenset({"x", "y", "dx", "dy"}),
    "tspan": frozenset({"x", "y", "dx", "dy"}),
    "linearGradient": frozenset({"x1", "y1", "x2", "y2", "gradientUnits", "gradientTransform", "spreadMethod", "href"}),
    "radialGradient": frozenset(
        {"cx", "cy", "r", "fx", "fy", "gradientUnits", "gradientTransform", "spreadMethod", "href"}
    ),
    "stop": frozenset({"offset"}),
    "clipPath": frozenset({"clipPathUnits"}),
    "pattern": frozenset(
        {
            "x",
            "y",
            "width",
            "height",
            "viewBox",
            "preserveAspectRatio",
            "patternUnits",
            "patternContentUnits",
            "patternTransform",
            "href",
        }
    ),
    "marker": frozenset(
        {
            "markerWidth",
            "markerHeight",
            "refX",
            "refY",
            "orient",
            "markerUnits",
            "viewBox",
            "preserveAspectRatio",
        }
    ),
    "style": frozenset({"type"}),
    "title": frozenset(),
    "desc": frozenset(),
    "metadata": frozenset(),
}
"""Elements and the attributes of their own."""

SHAPES = frozenset({"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"})
SILENT = frozenset({"title", "desc", "metadata"})
HIDDEN = frozenset({"defs", "symbol", "clipPath", "linearGradient", "radialGradient", "pattern", "marker", "style"})
"""Drawn only where something refers to them."""

EVERYWHERE = frozenset({"id", "class", "style", "tabindex", "role", "lang", "data-run"})

REFUSED_ELEMENTS: dict[str, str] = {
    "filter": "draw the blur or shadow into a PNG with transparency and place that, or use offset shapes and gradients",
    "mask": "use a clip-path for hard edges; draw a soft fade into a PNG with transparency, or paint a gradient on top",
    "foreignObject": "write text with textbox(), pictures with <image>",
    "script": "delete it: a printed face runs nothing",
    "animate": "delete it: paper does not move",
    "animateTransform": "delete it: paper does not move",
    "animateMotion": "delete it: paper does not move",
    "set": "delete it: paper does not move",
    "textPath": "place the letters with label() and transform, or draw the word as a path",
    "tref": "write the text itself",
    "switch": "draw the variant you want; choose with {% if %} in the template",
    "view": "delete it",
    "cursor": "delete it",
    "font": "put the font file into the project's fonts folder and name its family",
    "glyph": "put the font file into the project's fonts folder and name its family",
    "meshgradient": "use linear and radial gradients, or a picture",
    "mesh": "use linear and radial gradients, or a picture",
    "hatch": "use a pattern",
    "solidcolor": "write the colour where it is used",
    "video": "paper plays nothing: place a picture",
    "audio": "paper plays nothing",
    "iframe": "place a picture",
    "canvas": "place a picture",
    "link": "write the style into the template: linked style sheets are not read",
}

REFUSED: dict[str, str] = {
    "filter": REFUSED_ELEMENTS["filter"],
    "mask": REFUSED_ELEMENTS["mask"],
    "mix-blend-mode": "choose the mixed colour yourself: printing inks do not blend like light",
    "isolation": "delete it: without blend modes it does nothing",
    "paint-order": "draw the shape twice: first the stroke, then the fill",
    "rotate": "turn the whole label with transform",
    "textLength": "use tracking= or size= of label(), which says when the text does not fit",
    "lengthAdjust": "use tracking= or size= of label()",
    "writing-mode": 'turn a label with transform="rotate(90)"',
    "text-decoration": "draw a <line> under the label",
    "baseline-shift": "place a second label with its own y",
    "word-spacing": "use textbox() with align='justify', or tracking=",
    "font": "write font-family, font-size, font-weight and font-style one by one",
    "font-variant": "write features='smcp' in textbox() or label()",
    "font-stretch": "name the condensed family itself",
    "font-size-adjust": "write the font-size",
    "text-transform": "write the capitals, or use |upper in the template",
    "text-shadow": "draw the label twice, the shadow first",
    "box-shadow": "draw a darker shape behind",
    "clip": "use clip-path with a <rect>",
    "vector-effect": "write the stroke-width that you want on paper",
    "transform-origin": "write rotate(angle, x, y), or translate before and after",
    "transform-box": "write rotate(angle, x, y), or translate before and after",
    "mask-image": REFUSED_ELEMENTS["mask"],
    "backdrop-filter": REFUSED_ELEMENTS["filter"],
    "background": "draw a <rect>",
    "background-color": "draw a <rect>",
    "border": "draw a <rect> with a stroke",
    "animation": "delete it: paper does not move",
    "transition": "delete it: paper does not move",
    "glyph-orientation-vertical": "turn a label with transform",
    "unicode-bidi": "write the text in reading order: its direction is found",
    "pathLength": "write dashes in millimetres along the path",
    "fr": "leave the inner radius of the gradient at nought",
    "requiredExtensions": "draw the variant you want; choose with {% if %} in the template",
    "requiredFeatures": "draw the variant you want; choose with {% if %} in the template",
    "systemLanguage": "draw the variant you want; choose with {% if %} in the template",
    "externalResourcesRequired": "delete it",
}
"""Attributes and properties that are dropped or misdrawn, and what to write instead."""

NEUTRAL: dict[str, frozenset[str]] = {
    "filter": frozenset({"none"}),
    "mask": frozenset({"none"}),
    "mix-blend-mode": frozenset({"normal"}),
    "isolation": frozenset({"auto"}),
    "paint-order": frozenset({"normal", "fill", "fill stroke", "fill stroke markers"}),
    "writing-mode": frozenset({"lr-tb", "lr", "horizontal-tb"}),
    "text-decoration": frozenset({"none"}),
    "baseline-shift": frozenset({"baseline", "0"}),
    "word-spacing": frozenset({"normal", "0", "0px"}),
    "font-variant": frozenset({"normal"}),
    "font-stretch": frozenset({"normal"}),
    "font-size-adjust": frozenset({"none"}),
    "text-transform": frozenset({"none"}),
    "clip": frozenset({"auto"}),
    "vector-effect": frozenset({"none"}),
    "unicode-bidi": frozenset({"normal"}),
    "animation": frozenset({"none"}),
    "transition": frozenset({"none"}),
    "fr": frozenset({"0", "0%"}),
}
"""Values of those that change nothing, as drawing programs write them everywhere."""

HARMLESS = frozenset(
    {
        "color-interpolation",
        "color-interpolation-filters",
        "color-rendering",
        "cursor",
        "enable-background",
        "flood-color",
        "flood-opacity",
        "font-kerning",
        "lighting-color",
        "line-height",
        "pointer-events",
        "shape-padding",
        "solid-color",
        "solid-opacity",
        "text-align",
        "text-indent",
        "text-rendering",
    }
)
"""Properties that drawing programs write and that change nothing of what may stand here."""

QUIET = ("normal", "none", "auto", "solid", "0", "mixed", "currentcolor", "horizontal-tb", "pre", "rgb(0, 0, 0)")
"""Values of the longhand properties `font-variant-…`, `text-decoration-…` and their like that change nothing."""

LONGHANDS = ("font-variant-", "text-decoration-", "text-orientation", "white-space", "inline-size", "shape-inside")

CHOICES: dict[str, tuple[str, ...]] = {
    "fill-rule": ("nonzero", "evenodd"),
    "clip-rule": ("nonzero", "evenodd"),
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    "visibility": ("visible", "hidden", "collapse"),
    "text-anchor": ("start", "middle", "end"),
    "font-style": ("normal", "italic", "oblique"),
    "direction": ("ltr", "rtl"),
    "overflow": ("visible", "hidden", "scroll", "auto"),
    "gradientUnits": ("objectBoundingBox", "userSpaceOnUse"),
    "clipPathUnits": ("objectBoundingBox", "userSpaceOnUse"),
    "patternUnits": ("objectBoundingBox", "userSpaceOnUse"),
    "patternContentUnits": ("objectBoundingBox", "userSpaceOnUse"),
    "spreadMethod": ("pad", "reflect", "repeat"),
    "markerUnits": ("strokeWidth", "userSpaceOnUse"),
    "xml:space": ("default", "preserve"),
    "image-rendering": ("auto", "smooth", "pixelated", "crisp-edges", "optimizeQuality", "optimizeSpeed"),
    "shape-rendering": ("auto", "crispEdges", "geometricPrecision", "optimizeSpeed"),
}

PAINTS = frozenset({"fill", "stroke"})
OPACITIES = frozenset({"opacity", "fill-opacity", "stroke-opacity", "stop-opacity"})
TRANSFORMS = frozenset({"transform", "gradientTransform", "patternTransform"})
LENGTHS = frozenset(
    {"x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "x1", "y1", "x2", "y2", "fx", "fy", "refX", "refY"}
    | {"markerWidth", "markerHeight", "stroke-width", "stroke-dashoffset"}
)
