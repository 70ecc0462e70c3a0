"""Source pages become Form XObjects of one PDF, each placed any number of times; equal objects become one.

Streams are copied as they are compressed; images, fonts and forms that are equal in several chunks are found by
their content. Resources are read as a tree: annotations, structure and other links of source pages stay behind.
"""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream, String

from questpress.press.arrange import Imposition, Placement, SheetSide
from questpress.press.box import Box
from questpress.press.contours import grown_hexagon, on_paper
from questpress.press.fringe import fringe
from questpress.press.leading import Bookmark, Link
from questpress.press.movement import STILL
from questpress.units import points

DEEPEST = 60  # references within references of a page's resources
TOLERANCE = 0.05  # points by which a face's page may differ from its trim and bleed
LAP = 0.05  # millimetres by which a repeated strip reaches beneath the art, so that no light line shows between them
CIRCLE = 0.5522847498  # handle length of a quarter circle drawn as a Bézier curve


@dataclass(frozen=True, slots=True)
class Chunk:
    """Drawn faces: a PDF (its bytes or file) whose pages show the faces of `faces`, in this order.

    A page's box is the face's trim and its bleed: its MediaBox, or where that is rounded, that of `boxes` (points).
    """

    pdf: bytes | Path
    faces: tuple[str, ...]
    boxes: tuple[tuple[float, float, float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A face as an object of the finished file, with its box in points."""

    drawing: Object
    left: float
    bottom: float
    right: float
    top: float


class Forms:
    """The faces that one PDF knows by key. What equals an object that is already there is not added again."""

    def __init__(self, pdf: Pdf) -> None:
        self.pdf = pdf
        self.by_face: dict[str, Form] = {}
        self._known: dict[bytes, Object] = {}

    def add(self, chunk: Chunk, wanted: frozenset[str] | None = None) -> None:
        """Takes the chunk's faces in, of those `wanted`; its PDF is closed again. A face known already is kept."""
        with pikepdf.open(io.BytesIO(chunk.pdf) if isinstance(chunk.pdf, bytes) else chunk.pdf) as source:
            if len(source.pages) != len(chunk.faces):
                raise ValueError(f"a chunk of {len(chunk.faces)} faces has {len(source.pages)} pages")
            copies: dict[tuple[int, int], Object] = {}
            for number, (page, face) in enumerate(zip(source.pages, chunk.faces, strict=True)):
                if face not in self.by_face and (wanted is None or face in wanted):
                    box = chunk.boxes[number] if chunk.boxes else tuple(map(float, page.mediabox.as_list()))
                    self.by_face[face] = self.form(page, box, copies)

    def form(self, page: pikepdf.Page, box: tuple[float, ...], copies: dict[tuple[int, int], Object]) -> Form:
        """A page as a Form that shows `box`; `copies` remembers what of its file has been copied before."""
        left, bottom, right, top = box
        entries = {
            "/Type": Name.XObject,
            "/Subtype": Name.Form,
            "/BBox": Array([_exact(edge) for edge in (left, bottom, right, top)]),
            "/Resources": self._copy(page.resources, copies, 0),
        }
        if "/Group" in page.obj:
            entries["/Group"] = self._copy(page.obj.Group, copies, 0)
        contents = page.obj.get("/Contents")
        if isinstance(contents, Stream):
            raw = contents.read_raw_bytes()
            for key in ("/Filter", "/DecodeParms"):
                if key in contents:
                    entries[key] = self._copy(contents[key], copies, 0)
        else:
            parts = [] if contents is None else [part.read_bytes() for part in contents]
            raw = b"\n".join(parts)
        return Form(self._stream(raw, entries), left, bottom, right, top)

    def _copy(self, found: object, copies: dict[tuple[int, int], Object], depth: int) -> Object:
        """A value of another file as a value of this one; indirect objects that are equal here are the same one."""
        if not isinstance(found, Object):
            return found  # type: ignore[return-value]
        key = found.objgen if found.is_indirect else None
        if key is not None and key in copies:
            return copies[key]
        if depth > DEEPEST:
            raise ValueError("a drawn face refers to itself, or is nested too deeply")
        if isinstance(found, Stream):
            entries = {k: self._copy(v, copies, depth + 1) for k, v in found.items() if k != "/Length"}
            made: Object = self._stream(found.read_raw_bytes(), entries)
        elif isinstance(found, Dictionary):
            made = Dictionary({k: self._copy(v, copies, depth + 1) for k, v in found.items() if k != "/Parent"})
        elif isinstance(found, Array):
            made = Array([self._copy(v, copies, depth + 1) for v in found])
        else:
            return found
        if key is not None:
            if not isinstance(made, Stream):
                made = self._once(b"d" + made.unparse(), made)
            copies[key] = made
        return made

    def _stream(self, raw: bytes, entries: dict[str, Object]) -> Object:
        digest = hashlib.sha256(Dictionary(entries).unparse() + b"\0" + raw).digest()
        if digest not in self._known:
            self._known[digest] = Stream(self.pdf, raw, entries)
        return self._known[digest]

    def _once(self, content: bytes, made: Object) -> Object:
        digest = hashlib.sha256(content).digest()
        if digest not in self._known:
            self._known[digest] = self.pdf.make_indirect(made)
        return self._known[digest]


def add_sides(pdf: Pdf, imposition: Imposition, forms: Forms, furniture: bytes | None) -> None:
    """Adds a page for every side to `pdf`. Raises ValueError where a face is missing or has the wrong size."""
    missing = [face for face in imposition.faces if face not in forms.by_face]
    if missing:
        raise ValueError(f"{len(missing)} faces were not drawn, the first is {missing[0]!r}")
    laid_over: list[Form | None] = [None] * len(imposition.sides)
    if furniture is not None:
        with pikepdf.open(io.BytesIO(furniture)) as source:
            copies: dict[tuple[int, int], Object] = {}
            laid_over = [forms.form(page, tuple(map(float, page.mediabox.as_list())), copies) for page in source.pages]
    for side, over in zip(imposition.sides, laid_over, strict=True):
        pdf.pages.append(_page(pdf, imposition, side, forms, over))


def _page(pdf: Pdf, imposition: Imposition, side: SheetSide, forms: Forms, over: Form | None) -> pikepdf.Page:
    names: dict[str, str] = {}
    drawings = Dictionary()
    content: list[str] = []
    for placement in side.placements:
        form = forms.by_face[placement.face]
        name = names.setdefault(placement.face, f"F{len(names)}")
        drawings[f"/{name}"] = form.drawing
        content.append(_placed(imposition, placement, form, name))
    if over is not None:
        drawings["/Furniture"] = over.drawing
        content.append("/Furniture Do")
    if imposition.cut_spot is not None and side.placements:
        from questpress.press.cutspot import cut_form

        drawings["/Cut"] = cut_form(pdf, imposition, side)
        content.append("/Cut Do")
    if side.back and imposition.moved != STILL:
        matrix = " ".join(_number(value, 8) for value in imposition.moved.matrix(imposition.paper))
        content = [f"q {matrix} cm", *content, "Q"]
    paper = [0, 0, *(_exact(points(length)) for length in imposition.paper)]
    page = Dictionary(
        Type=Name.Page,
        MediaBox=Array(paper),
        Resources=Dictionary(XObject=drawings),
        Contents=Stream(pdf, "\n".join(content).encode()),
    )
    if not imposition.furnished:
        high = imposition.paper[1]
        for name, box in (("/TrimBox", imposition.trim_box), ("/BleedBox", imposition.bleed_box)):
            edges = (box.left, high - box.bottom, box.right, high - box.top)
            page[name] = Array([_exact(points(edge)) for edge in edges])
    return pikepdf.Page(pdf.make_indirect(page))


def _placed(imposition: Imposition, placement: Placement, form: Form, name: str) -> str:
    """The content that shows a form: clipped to what is visible, its middle on the trim's middle, turned."""
    high = imposition.paper[1]
    bleed = imposition.trim.bleed
    wanted = tuple(points(side / imposition.scale) for side in imposition.trim.drawn)
    found = form.right - form.left, form.top - form.bottom
    if any(abs(w - f) > TOLERANCE for w, f in zip(wanted, found, strict=True)):
        raise ValueError(f"face {placement.face!r} is {found} points, not {wanted}")
    angle = math.radians(placement.turn)
    scale = imposition.scale * placement.scale
    cos, sin = round(math.cos(angle)) * scale, round(math.sin(angle)) * scale
    middle_x, middle_y = points(placement.trim.centre[0]), points(high - placement.trim.centre[1])
    own_x, own_y = (form.left + form.right) / 2, (form.bottom + form.top) / 2
    shift_x = middle_x - (cos * own_x + sin * own_y)
    shift_y = middle_y - (-sin * own_x + cos * own_y)
    clip = _visible(imposition, placement)
    turned = [_number(value, 8) for value in (cos, -sin, sin, cos)]
    matrix = " ".join([*turned, _number(shift_x), _number(shift_y)])
    beneath = ""
    if imposition.spread and imposition.trim.shape != "rect":
        # Art that follows a shape ends before its box: beneath it, it is drawn so much larger that it reaches the edge.
        art, shown = placement.trim.grown(bleed), placement.shown
        larger = max(1.0, shown.width / art.width, shown.height / art.height)
        if larger > 1.0:
            across, down = middle_x - larger * (middle_x - shift_x), middle_y - larger * (middle_y - shift_y)
            grown = [_number(value * larger, 8) for value in (cos, -sin, sin, cos)]
            beneath = f"q {clip} W n {' '.join([*grown, _number(across), _number(down)])} cm /{name} Do Q\n"
    elif imposition.spread:
        for strip, right, down in strips(placement.trim.grown(bleed), placement.shown):
            moved = (cos, -sin, sin, cos, shift_x + points(right), shift_y - points(down))
            beneath += f"q {_rectangle(strip, high)} W n {' '.join(map(_number, moved))} cm /{name} Do Q\n"
    return f"{beneath}q {clip} W n {matrix} cm /{name} Do Q"


def _visible(imposition: Imposition, placement: Placement) -> str:
    """The path of what is seen of a piece: its box; on sheets that of it which its shape and its bleed cover."""
    trim, high = imposition.trim, imposition.paper[1]
    if imposition.furnished and trim.shape == "circle":
        return _disc(placement.shown, high)
    box = _rectangle(placement.shown, high)
    if not imposition.furnished or trim.shape == "rect":
        return box
    there = on_paper(trim, placement)
    hexagon = trim.shape != "outline"
    parts = [grown_hexagon(trim, imposition.bleed)] if hexagon else fringe(trim, imposition.bleed)
    paths = []
    for part in parts:
        corners = [there(*point) for point in part]
        steps = [f"{_number(points(x))} {_number(points(high - y))}" for x, y in corners]
        paths.append(f"{steps[0]} m {' '.join(f'{step} l' for step in steps[1:])} h")
    return f"{box} W n {' '.join(paths)}"


def strips(art: Box, page: Box) -> list[tuple[Box, float, float]]:
    """The strips of `page` that `art` in its middle leaves bare: where each lies, a little beneath the art, and how far
    right and down the art is moved so that its outermost part shows there."""
    across, down = max(0.0, art.left - page.left), max(0.0, art.top - page.top)
    columns = ((page.left, art.left + LAP, -across), (art.left, art.right, 0.0), (art.right - LAP, page.right, across))
    rows = ((page.top, art.top + LAP, -down), (art.top, art.bottom, 0.0), (art.bottom - LAP, page.bottom, down))
    return [
        (Box(left, top, right, bottom), by_x, by_y)
        for top, bottom, by_y in rows
        for left, right, by_x in columns
        if (by_x or by_y) and right > left and bottom > top
    ]


def _rectangle(box: Box, high: float) -> str:
    edges = (points(box.left), points(high - box.bottom), points(box.width), points(box.height))
    return " ".join(map(_number, edges)) + " re"


def _disc(box: Box, high: float) -> str:
    """The largest disc in the middle of a box."""
    x, y = points(box.centre[0]), points(high - box.centre[1])
    r = points(min(box.width, box.height)) / 2
    k = r * CIRCLE
    quarters = (
        (x + r, y + k, x + k, y + r, x, y + r),
        (x - k, y + r, x - r, y + k, x - r, y),
        (x - r, y - k, x - k, y - r, x, y - r),
        (x + k, y - r, x + r, y - k, x + r, y),
    )
    curves = " ".join(" ".join(map(_number, quarter)) + " c" for quarter in quarters)
    return f"{_number(x + r)} {_number(y)} m {curves} h"


def _number(value: float, digits: int = 4) -> str:
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _exact(value: float) -> int | float:
    """The value as a page box states it: whole where it is whole to a hundredth of a micrometre."""
    rounded = round(value, 4)
    return int(rounded) if rounded == int(rounded) else rounded


def titles(pdf: Pdf, outline: Iterable[Bookmark]) -> None:
    """Adds bookmarks: a title, the page (from 0) and the level each; deeper ones lie under the last one above them."""
    with pdf.open_outline() as bookmarks:
        above: list[tuple[int, pikepdf.OutlineItem]] = []
        for title, page, level in outline:
            item = pikepdf.OutlineItem(title, page)
            while above and above[-1][0] >= level:
                above.pop()
            (above[-1][1].children if above else bookmarks.root).append(item)
            above.append((level, item))


def add_links(pdf: Pdf, high: float, links: Iterable[Link]) -> None:
    """Adds links to pages of paper `high` millimetres high: to the top of a page (from 0), or to a web address."""
    for number, box, leads in links:
        page = pdf.pages[number]
        edges = (box.left, high - box.bottom, box.right, high - box.top)
        note = Dictionary(
            Type=Name.Annot,
            Subtype=Name.Link,
            Rect=Array([_exact(points(edge)) for edge in edges]),
            Border=Array([0, 0, 0]),
        )
        if isinstance(leads, int):
            note.Dest = Array([pdf.pages[leads].obj, Name.Fit])
        elif leads.startswith(("https://", "http://", "mailto:")):
            note.A = Dictionary(S=Name.URI, URI=String(leads))
        else:
            continue
        if "/Annots" not in page.obj:
            page.obj.Annots = Array()
        page.obj.Annots.append(pdf.make_indirect(note))
