"""Faces looked through before they are drawn: one figure each, and findings at their template's lines.

Needs no cairo, so that `check` works on machines that cannot draw.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol
from xml.etree.ElementTree import Element, ParseError, fromstring

from questpress.diagnostics import Diagnostic, Severity, Span
from questpress.press.render.figures import Group
from questpress.press.render.lint import Fault
from questpress.press.render.margins import Edge, judge
from questpress.press.render.mend import Mender, Scope
from questpress.press.render.sharpness import sharpness
from questpress.press.render.tree import Tree, Unreadable, local
from questpress.press.render.viewport import Area, fitted
from questpress.press.render.vocabulary import SVG
from questpress.units import MM_PER_INCH, LengthError, describe, millimetres

EXACT = 0.01  # mm by which a root may differ from its face
MOST_SHOWN = 25  # findings of one face
_OF_FIELDS = frozenset({"T046", "T047", "T074", "T075", "T076", "T077"})  # faults of what is shown, not of its place


Sharp = tuple[tuple[Path, float], ...]
"""Files of raster art with the least pixels an inch at which a face shows them."""


class Provenance(Protocol):
    """Where the elements of a face's SVG come from: `Studio.provenance` gives one."""

    def marked(self) -> str:
        """The face's SVG with `q-at="template:line"` on the elements that templates write."""

    def span(self, name: str, line: int) -> Span:
        """The place of a template's line."""

    def field(self, name: str) -> Span | None:
        """The place of a field of the component."""


@dataclass(frozen=True, slots=True)
class Page:
    """One face to draw. Width and height are the whole face's, trim and bleed, in millimetres; the rest is for what
    findings say: `template` as the project names its file, `subject` the component, `bleed_mm` inside the size. Text is
    held against `edge`, the trim, where it is known."""

    svg: str
    width_mm: float
    height_mm: float
    subject: str = ""
    template: str = ""
    bleed_mm: float = 0.0
    provenance: Provenance | None = None
    edge: Edge | None = None


@dataclass(frozen=True, slots=True)
class Face:
    """A face ready to be drawn. `figure` is None where there is nothing to draw, or errors in `findings`; `sharp` are
    the files of its raster art with the least pixels an inch at which it is printed."""

    figure: Group | None
    view: tuple[float, float, float, float]
    align: str
    art: tuple[Path, ...]
    findings: tuple[Diagnostic, ...] = field(default=())
    sharp: Sharp = ()

    @property
    def failed(self) -> bool:
        return any(finding.is_error for finding in self.findings)


def inspect(page: Page, mender: Mender) -> Face:
    """The face of a page, with everything that is wrong with it (T010, T060 to T082, and the text engine's codes).

    Raises nothing for bad SVG.
    """
    try:
        tree = Tree(page.svg)
    except Unreadable as error:
        return Face(None, (0, 0, 1, 1), "", (), (_unreadable(page, error),))
    scope = Scope(tree)
    view, align = _frame(page, mender, scope)
    if tree.root.tag != f"{SVG}svg":
        return Face(None, view, align, (), _placed(page, tree, scope.findings))
    area = Area(view[2], view[3])
    mended = mender.face(scope, area)
    a, b, c, d, e, f = fitted(view, page.width_mm, page.height_mm, align)
    to_trim = (a, b, c, d, e - page.bleed_mm, f - page.bleed_mm)
    sharp: list[tuple[Path, float]] = []
    if mended.figure is not None and page.edge is not None:
        judge(mender, scope, mended.figure, area, to_trim, page.edge)
    shown = {art.key: art for art in mended.art}
    if mended.figure is not None and any(art.width for art in shown.values()):
        for key, ppi in sharpness(mended.figure, to_trim, shown):
            path = shown[key].path
            if path is not None:
                sharp.append((path, ppi))
    art = tuple(sorted({art.path for art in mended.art if art.path is not None}))
    return Face(mended.figure, view, align, art, _placed(page, tree, scope.findings), tuple(sharp))


def _frame(page: Page, mender: Mender, scope: Scope) -> tuple[tuple[float, float, float, float], str]:
    """The root's viewBox and alignment, after judging its size."""
    root = scope.tree.root
    whole = (-page.bleed_mm, -page.bleed_mm, page.width_mm, page.height_mm)
    if root.tag != f"{SVG}svg":
        help_ = 'begin with <svg xmlns="http://www.w3.org/2000/svg" …>, or extend "shared/face.svg.j2"'
        scope.fault(root, Fault("T060", f"the root is <{local(root)}>, not SVG's <svg>", help_))
        return whole, ""
    own = mender.own(root, scope).own
    wanted_sides = (page.width_mm, page.height_mm)
    sides = []
    for name, wanted in zip(("width", "height"), wanted_sides, strict=True):
        text = str(own.get(name, ""))
        if not text:
            scope.fault(root, Fault("T060", f"the root has no {name}", f'write {name}="{describe(wanted)}mm"'))
        else:
            sides.append(_side(root, name, text, wanted, scope))
    differs = any(abs(side - wanted) > EXACT for side, wanted in zip(sides, wanted_sides, strict=False) if side)
    if len(sides) == 2 and all(sides) and differs:
        found = f"{describe(sides[0] or 0)} × {describe(sides[1] or 0)} mm"
        bleed = f", {describe(page.bleed_mm)} mm bleed on each side included" if page.bleed_mm else ""
        wanted_size = f"{describe(page.width_mm)} × {describe(page.height_mm)} mm"
        message = f"the root measures {found}, the face {wanted_size}{bleed}"
        scope.fault(root, Fault("T067", message, 'extend "shared/face.svg.j2", which takes both from the kind'))
    view = own.get("viewBox")
    align = str(own.get("preserveAspectRatio", "xMidYMid meet"))
    if view is None:
        help_ = f'write viewBox="{" ".join(map(describe, whole))}": one unit is a millimetre then'
        if "viewBox" not in root.attrib:
            scope.fault(root, Fault("T060", "the root has no viewBox", help_))
        return whole, align
    shape, wanted_shape = view[2] / view[3], page.width_mm / page.height_mm  # type: ignore[index]
    if abs(shape / wanted_shape - 1) > 0.002 and align.endswith("meet") and not differs:
        message = (
            f"the viewBox is {shape:.3f} times as wide as high, the face {wanted_shape:.3f}: bare edges would show"
        )
        scope.fault(root, Fault("T067", message, f'write viewBox="{" ".join(map(describe, whole))}"'))
    return view, align  # type: ignore[return-value]


def _side(root: Element, name: str, text: str, wanted: float, scope: Scope) -> float | None:
    try:
        return millimetres(text)
    except LengthError as error:
        pixels = re.fullmatch(r"\s*(\d+\.?\d*|\.\d+)(px)?\s*", text)
        if pixels is None:
            scope.fault(root, Fault("T066", f"{name} of the root: {error}", error.remedy))
            return None
        size = float(pixels.group(1)) * MM_PER_INCH / 96  # CSS 2.1, 4.3.2
        message = f"{name}='{text}' of the root has no unit: SVG takes it for pixels, {describe(size)} mm"
        scope.fault(root, Fault("T068", message, f'write {name}="{describe(wanted)}mm"', warning=True))
        return size


# -- places ----------------------------------------------------------------------------------------------------


def _placed(page: Page, tree: Tree, findings: list[tuple[Element, Fault]]) -> tuple[Diagnostic, ...]:
    if not findings:
        return ()
    number = {element: index for index, element in enumerate(tree.root.iter())}
    spans = _spans(page, len(number))
    found: list[Diagnostic] = []
    for element, fault in findings[:MOST_SHOWN]:
        span, name = spans[number[element]] if spans else (Span(page.template) if page.template else None, "")
        subject = page.subject
        if name and fault.code in _OF_FIELDS and page.provenance is not None:
            span = page.provenance.field(name) or span
            subject = f"{subject}, {name}" if subject else name
        severity = Severity.WARNING if fault.warning else Severity.ERROR
        finding = Diagnostic(fault.code, fault.message, span, fault.help, severity, subject)
        if finding not in found:
            found.append(finding)
    return tuple(found)


def _spans(page: Page, count: int) -> list[tuple[Span, str]] | None:
    """The template places of all elements in document order, each with the field that it shows, if a function wrote it
    of one; None where they cannot be told."""
    if page.provenance is None:
        return None
    try:
        root = fromstring(page.provenance.marked())  # the same text was parsed within bounds, but for the marks
    except (ParseError, ValueError):
        return None
    spans: list[tuple[Span, str]] = []
    known: dict[str, Span] = {}

    def walk(element: Element, outer: str) -> None:
        mark = element.get("q-at", outer)
        if mark not in known:
            name, _, line = mark.rpartition(":")
            known[mark] = page.provenance.span(name, int(line or 0))  # type: ignore[union-attr]
        spans.append((_on(known[mark], local(element)), element.get("q-field", "")))
        for child in element:
            walk(child, mark)

    try:
        walk(root, f"{page.template}:0")
    except RecursionError:
        return None
    return spans if len(spans) == count else None


def _on(span: Span, tag: str) -> Span:
    """`span` on the element's start tag, where its line shows one."""
    start = span.text.find(f"<{tag}")
    if start < 0:
        return span
    return Span(span.file, span.line, start + 1, start + 2 + len(tag), span.text)


def _unreadable(page: Page, error: Unreadable) -> Diagnostic:
    fault = error.fault
    near = page.svg[max(0, error.offset - 30) : error.offset + 30].replace("\n", " ").strip()
    message = f"{fault.message}, near '{near}'" if fault.code == "T010" else fault.message
    span = Span(page.template) if page.template else None
    if page.provenance is not None:
        marked = page.provenance.marked()
        try:
            Tree(marked)
        except Unreadable as again:
            marks = re.findall(r'q-at="([^"]*):(\d+)"', marked[: again.offset + 1])
            if marks:
                span = page.provenance.span(marks[-1][0], int(marks[-1][1]))
    return Diagnostic(fault.code, message, span, fault.help, subject=page.subject)


def rooted(page: Page, face: Face) -> Mapping[str, Any]:
    """The attributes of the root that CairoSVG is given: the face's exact size and its viewBox."""
    return {
        "width": f"{page.width_mm!r}mm",
        "height": f"{page.height_mm!r}mm",
        "viewBox": " ".join(map(repr, face.view)),
        "preserveAspectRatio": face.align,
    }
