"""What other elements refer to by id: gradients, patterns, markers and clip paths, resolved into figures' parts."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from questpress.press.render.figures import (
    Clip,
    ClipPart,
    Gradient,
    Marker,
    Matrix,
    Tiling,
    flat,
    group,
    times,
)
from questpress.press.render.lint import Fault, Link, Own, Percent
from questpress.press.render.style import INITIAL, SLOT, Style
from questpress.press.render.tree import Scope, local
from questpress.press.render.viewport import Area
from questpress.press.render.vocabulary import SHAPES, SILENT

if TYPE_CHECKING:
    from questpress.press.render.mend import Mender

_DEFAULTS = {
    "linearGradient": {"x1": 0.0, "y1": 0.0, "x2": 1.0, "y2": 0.0},
    "radialGradient": {"cx": 0.5, "cy": 0.5, "r": 0.5},
}


def server(mender: Mender, name: str, link: Link, element: Element, scope: Scope, area: Area) -> object:
    """What `name="url(#…)"` of an element means: a Gradient, Tiling, colour, Marker, or None (with a finding)."""
    target = scope.tree.ids.get(link.target)
    if target is None:
        mender.lost(element, link.target, scope)
        return None
    tag = local(target)
    if name.startswith("marker-"):
        if tag == "marker":
            return marker(mender, target, scope, area)
    elif tag in _DEFAULTS:
        found = gradient(mender, target, scope, area)
        return link.fallback if found is None else found
    elif tag == "pattern":
        return pattern(mender, target, scope, area) or link.fallback
    scope.fault(element, Fault("T070", f"{name}: <{tag}> '{link.target}' is of the wrong kind"))
    return None


def _chain(mender: Mender, element: Element, scope: Scope) -> list[Own]:
    """The element and those it refers to by href, itself first."""
    found: list[Own] = []
    seen: set[Element] = set()
    current: Element | None = element
    while current is not None and current not in seen:
        seen.add(current)
        own = mender.own(current, scope)
        found.append(own)
        href = str(own.own.get("href", ""))
        if not href:
            break
        following = scope.tree.ids.get(href.removeprefix("#"))
        if following is None or not href.startswith("#"):
            mender.lost(current, href.removeprefix("#"), scope)
        current = following
    return found


def gradient(mender: Mender, element: Element, scope: Scope, area: Area) -> Gradient | tuple[float, ...] | None:
    """The gradient of an element; a colour where it has one stop, None where it has none."""
    key = ("gradient", scope.tree.key(element, mender.keys), area)
    if key in mender.made:
        return mender.made[key]  # type: ignore[return-value]
    before = len(scope.findings)
    tag = local(element)
    chain = _chain(mender, element, scope)
    values: dict[str, object] = {}
    for own in reversed(chain):
        values.update(own.own)
    stops = _stops(mender, element, scope)
    made: Gradient | tuple[float, ...] | None
    if not stops:
        made = None
    elif flat(values.get("gradientTransform")):  # type: ignore[arg-type]
        made = None
    elif len(stops) == 1:
        made = stops[0][1]
    else:
        made = Gradient(tag, _coordinates(tag, values, area), tuple(stops))
        _check_focus(element, values, scope)
    if len(scope.findings) == before:
        mender.made[key] = made
    return made


def _coordinates(tag: str, values: dict[str, object], area: Area) -> tuple[tuple[str, str], ...]:
    in_user_space = values.get("gradientUnits") == "userSpaceOnUse"
    found = {"gradientUnits": str(values.get("gradientUnits", "objectBoundingBox"))}
    for name, default in (*_DEFAULTS[tag].items(), ("fx", None), ("fy", None)):
        value = values.get(name, None if default is None else Percent(default))
        if value is None:
            continue
        if isinstance(value, Percent):
            full = {"x": area.width, "y": area.height}.get(name[-1] if name[0] in "cf" else name[0], area.diagonal)
            value = value.share * (full if in_user_space else 1.0)
        found[name] = repr(value)
    if values.get("gradientTransform") is not None:
        found["gradientTransform"] = f"matrix({' '.join(map(repr, values['gradientTransform']))})"  # type: ignore
    found["spreadMethod"] = str(values.get("spreadMethod", "pad"))
    return tuple(found.items())


def _check_focus(element: Element, values: dict[str, object], scope: Scope) -> None:
    """A focus outside the circle is drawn by every reader in its own way."""

    def share(name: str, default: object) -> float:
        value = values.get(name, default)
        return value.share if isinstance(value, Percent) else float(value)  # type: ignore[arg-type]

    cx, cy, r = values.get("cx", Percent(0.5)), values.get("cy", Percent(0.5)), values.get("r", Percent(0.5))
    fx, fy = values.get("fx", cx), values.get("fy", cy)
    if len({type(value) for value in (cx, cy, r, fx, fy)}) == 1:
        dx, dy = share("fx", cx) - share("cx", cx), share("fy", cy) - share("cy", cy)
        if (dx * dx + dy * dy) ** 0.5 > share("r", r) * 1.000001:
            scope.fault(element, Fault("T064", "the gradient's focus lies outside its circle", "move fx, fy inside"))


def _stops(mender: Mender, element: Element, scope: Scope) -> list[tuple[float, tuple[float, float, float, float]]]:
    seen: set[Element] = set()
    current: Element | None = element
    while current is not None and current not in seen:
        seen.add(current)
        found: list[tuple[float, tuple[float, float, float, float]]] = []
        least = 0.0
        for child in current:
            if local(child) != "stop":
                if local(child) not in SILENT and isinstance(child.tag, str):
                    scope.fault(child, Fault("T061", f"<{local(child)}> does not stand in a gradient"))
                continue
            own = mender.own(child, scope)
            colour = own.own.get("stop-color", (0.0, 0.0, 0.0, 1.0))
            if not isinstance(colour, tuple):
                colour = own.style.get("color")
                if not isinstance(colour, tuple):
                    scope.fault(child, Fault("T065", "stop-color='currentColor'", "write the colour itself"))
                    continue
            least = max(least, float(own.own.get("offset", 0.0)))  # type: ignore[arg-type]
            alpha = colour[3] * float(own.own.get("stop-opacity", 1.0))  # type: ignore[arg-type]
            found.append((least, (*colour[:3], alpha)))  # type: ignore[arg-type]
        if found:
            return found
        href = str(mender.own(current, scope).own.get("href", ""))
        current = scope.tree.ids.get(href.removeprefix("#")) if href else None
    return []


def pattern(mender: Mender, element: Element, scope: Scope, area: Area) -> Tiling | None:
    """The tiling of a pattern element; None where it has no size or no content."""
    key = ("pattern", scope.tree.key(element, mender.keys), area)
    if key in mender.made:
        return mender.made[key]  # type: ignore[return-value]
    before = len(scope.findings)
    chain = _chain(mender, element, scope)
    values: dict[str, object] = {}
    for own in reversed(chain):
        values.update(own.own)
    is_boxed = values.get("patternUnits") != "userSpaceOnUse"
    view = values.get("viewBox")
    boxed_content = values.get("patternContentUnits") == "objectBoundingBox" and view is None

    def side(name: str, full: float) -> float:
        value = values.get(name, 0.0)
        return value.share * (1.0 if is_boxed else full) if isinstance(value, Percent) else float(value)  # type: ignore

    tile = (side("x", area.width), side("y", area.height), side("width", area.width), side("height", area.height))
    holder = element if len(element) else _holder(mender, element, scope)
    inner = Area(view[2], view[3]) if view else area  # type: ignore[index]
    style = mender.style(INITIAL, mender.own(holder, scope), holder, scope, inner)
    content = mender.children(holder, style, scope, inner)
    made = None
    if content and tile[2] > 0 and tile[3] > 0 and not flat(values.get("patternTransform")):  # type: ignore[arg-type]
        align = str(values.get("preserveAspectRatio", "xMidYMid meet"))
        matrix: Matrix | None = values.get("patternTransform")  # type: ignore[assignment]
        fit = (view, align) if view else None
        made = Tiling(group(content), tile, matrix, fit, is_boxed, boxed_content)  # type: ignore[arg-type]
    if len(scope.findings) == before:
        mender.made[key] = made
    return made


def _holder(mender: Mender, element: Element, scope: Scope) -> Element:
    """The first of a pattern and those it refers to that has content."""
    seen: set[Element] = set()
    current = element
    while not len(current) and current not in seen:
        seen.add(current)
        following = scope.tree.ids.get(str(mender.own(current, scope).own.get("href", "")).removeprefix("#"))
        if following is None:
            break
        current = following
    return current


def marker(mender: Mender, element: Element, scope: Scope, area: Area) -> Marker | None:
    """The marker of an element, with a viewBox in any case: without one CairoSVG scales it by its contents."""
    key = ("marker", scope.tree.key(element, mender.keys))
    if key in mender.made:
        return mender.made[key]  # type: ignore[return-value]
    before = len(scope.findings)
    own = mender.own(element, scope)
    values = {name: repr(value) if isinstance(value, float) else value for name, value in own.own.items()}
    for name in ("markerWidth", "markerHeight"):
        values.setdefault(name, "3")
    if "viewBox" not in values:
        values["viewBox"] = (0.0, 0.0, float(str(values["markerWidth"])), float(str(values["markerHeight"])))
    values["viewBox"] = " ".join(map(repr, values["viewBox"]))  # type: ignore[arg-type]
    style = mender.style(INITIAL, own, element, scope, area)
    content = mender.children(element, style, scope, area)
    attributes = tuple((name, str(value)) for name, value in values.items())
    made = Marker(attributes, content) if content else None
    if len(scope.findings) == before:
        mender.made[key] = made
    return made


def clip_of(mender: Mender, link: Link, element: Element, scope: Scope, area: Area) -> tuple[Clip, ...]:
    """The clips that `clip-path="url(#…)"` means; a clip of nothing where it leads nowhere (with a finding)."""
    target = scope.tree.ids.get(link.target)
    if target is None:
        mender.lost(element, link.target, scope)
        return ()
    if local(target) != "clipPath":
        scope.fault(element, Fault("T070", f"clip-path: <{local(target)}> '{link.target}' is no clipPath"))
        return ()
    return clip(mender, target, scope, area)


def clip(mender: Mender, element: Element, scope: Scope, area: Area) -> tuple[Clip, ...]:
    """The clips of a clipPath element: its own union of shapes, and the clips on itself."""
    key = ("clip", scope.tree.key(element, mender.keys), area)
    if key in mender.made:
        return mender.made[key]  # type: ignore[return-value]
    before = len(scope.findings)
    own = mender.own(element, scope)
    style = mender.style(INITIAL, own, element, scope, area)
    more: list[Clip] = []
    if isinstance(own.own.get("clip-path"), Link):
        more += clip_of(mender, own.own["clip-path"], element, scope, area)  # type: ignore[arg-type]
    parts: list[ClipPart] = []
    children = [child for child in element if isinstance(child.tag, str) and local(child) not in SILENT]
    for child in children:
        part, inner = _part(mender, child, style, scope, area, own.own.get("transform"))  # type: ignore[arg-type]
        if part is not None:
            parts.append(part)
        if inner and len(children) > 1:
            help_ = "give that shape a clipPath of its own and nest the groups"
            scope.fault(child, Fault("T063", "a clipped shape among several in a clipPath", help_))
        more += inner
    made = (Clip(tuple(parts), own.own.get("clipPathUnits") == "objectBoundingBox"), *more)
    if len(scope.findings) == before:
        mender.made[key] = made
    return made


def _part(
    mender: Mender, element: Element, style: Style, scope: Scope, area: Area, outer: Matrix | None
) -> tuple[ClipPart | None, tuple[Clip, ...]]:
    """One shape of a clipPath, and the clips on it."""
    own = mender.own(element, scope)
    style = mender.style(style, own, element, scope, area)
    if own.own.get("display", True) is False or style[SLOT["visibility"]] != "visible":
        return None, ()
    inner: tuple[Clip, ...] = ()
    link = own.own.get("clip-path")
    if isinstance(link, Link):
        inner = clip_of(mender, link, element, scope, area)
    tag = local(element)
    matrix = _joined(own.own.get("transform"), outer)  # type: ignore[arg-type]
    if flat(matrix):
        return None, inner
    if tag == "use":
        target = mender.target(element, own, scope)
        if target is None:
            return None, inner
        x, y = mender.measure(own, "x", area.width), mender.measure(own, "y", area.height)
        if x or y:
            matrix = _joined((1.0, 0.0, 0.0, 1.0, x, y), matrix)
        if local(target) in SHAPES:
            part, deeper = _part(mender, target, style, scope, area, matrix)
            return part, (*inner, *deeper)
        tag = local(target)
    if tag in SHAPES:
        outline = mender.outline(tag, element, own, scope, area)
        if outline is None or not outline.segments:
            return None, inner
        return ClipPart(outline, matrix, style[SLOT["clip-rule"]] == "evenodd"), inner
    help_ = "a clipPath holds shapes, and uses of shapes; draw text as a path"
    scope.fault(element, Fault("T061", f"<{tag}> does not cut in a clipPath", help_))
    return None, inner


def _joined(first: Matrix | None, then: Matrix | None) -> Matrix | None:
    if first is None or then is None:
        return first or then
    return times(first, then)
