"""Less ink at home: large grounds become light, what is written and drawn on them stays readable.

A colour that covers much of a deck's faces is a ground: its larger fills are mixed with white, the darker the more.
What was lighter than its ground, and would be lost on it, becomes as much darker as it was lighter. The rest stays as
it is: titles on plates of their own, painted figures, black text. A palette may say what a colour becomes (`low_ink`).
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, Stream

from questpress.press.colour.lightness import darkened, lightness, mixed
from questpress.press.colour.marks import UNIT, Bounds, Mark, Matrix, Reader, overlap, times, turned
from questpress.press.colour.paints import WHITE_RGB
from questpress.press.colour.recipe import Rgb

GROUND = 0.08  # a colour whose fills cover so much of a face is a ground
FIGURE = 0.12  # of a face; smaller fills are figures and plates
TONES = 25.0  # steps of lightness; what is nearer to its ground is a pattern on it
STRIPE = 2.0  # points; wide lines all over a ground are a pattern on it, unless they are much lighter
SMALL = 0.03  # of a face; smaller fills are a pattern on a ground, or words and marks
LEAST = 0.0005  # of a face; smaller fills have nothing on them
VISIBLE = 10.0  # steps of lightness L* by which things are told apart
ENOUGH = 45.0  # steps of lightness that are as good as any
DEEPEST = 30


def lighten(pdf: Pdf, stated: Mapping[Rgb, Rgb], kept: frozenset[Rgb]) -> None:
    """Gives the document's pages light grounds. `stated` are a palette's own answers; `kept` colours stay."""
    _Lightening(pdf, stated, kept).all_pages()


@dataclass(slots=True)
class _Item:
    """A mark on a page."""

    mark: Mark
    bounds: Bounds
    share: float  # of the page's area that it fills
    extent: float  # of the page's area that its box takes

    @property
    def middle(self) -> tuple[float, float]:
        left, bottom, right, top = self.bounds
        return (left + right) / 2, (bottom + top) / 2


@dataclass(slots=True)
class _Lightening:
    pdf: Pdf
    stated: Mapping[Rgb, Rgb]
    kept: frozenset[Rgb]
    read: dict[tuple[int, int], list[Mark]] = field(default_factory=dict)  # by stream
    streams: dict[tuple[int, int], Stream] = field(default_factory=dict)
    gradients: dict[tuple[int, int], Object] = field(default_factory=dict)

    def all_pages(self) -> None:
        pages = [self._items(page) for page in self.pdf.pages]
        grounds: set[Rgb] = set()
        for items in pages:
            covered: dict[Rgb, float] = {}
            for item in items:
                if item.mark.fill is not None:
                    covered[item.mark.fill] = covered.get(item.mark.fill, 0.0) + item.share
            grounds |= {colour for colour, share in covered.items() if share >= GROUND}
        for items in pages:
            self._decide(items, grounds)
        for key, stream in self.streams.items():
            self._write(stream, self.read[key])
        for gradient in self.gradients.values():
            _fade(gradient)

    # -- what is where -------------------------------------------------------------------------------------------

    def _items(self, page: Page) -> list[_Item]:
        if isinstance(page.obj.get("/Contents"), Array):
            page.contents_coalesce()
        contents = page.obj.get("/Contents")
        items: list[_Item] = []
        if isinstance(contents, Stream):
            left, bottom, right, top = (float(edge) for edge in page.mediabox.as_list())
            box = (left, bottom, right, top)
            area = max(1.0, (right - left) * (top - bottom))
            self._collect(contents, page.obj.get("/Resources", Dictionary()), UNIT, box, area, items, 0)
        return items

    def _collect(
        self,
        stream: Stream,
        resources: Object,
        outer: Matrix,
        clip: Bounds,
        area: float,
        items: list[_Item],
        depth: int,
    ) -> None:
        if depth > DEEPEST:
            return
        key = stream.objgen
        if key not in self.read:
            self.read[key] = Reader(stream.read_bytes()).read()
            self.streams[key] = stream
        scale = abs(outer[0] * outer[3] - outer[1] * outer[2])
        for mark in self.read[key]:
            bounds = overlap(turned(mark.bounds, outer), clip)
            if bounds[0] > bounds[2] or bounds[1] > bounds[3]:
                continue
            size = (bounds[2] - bounds[0]) * (bounds[3] - bounds[1])
            if mark.kind == "Do":
                form = resources.get("/XObject", Dictionary()).get(mark.name)
                if isinstance(form, Stream) and form.get("/Subtype") == Name.Form:
                    inner = times(_placed(form), times(mark.matrix, outer))
                    own = form.get("/Resources", resources)
                    self._collect(form, own, inner, bounds, area, items, depth + 1)
            elif mark.kind == "sh":
                shading = resources.get("/Shading", Dictionary()).get(mark.name)
                if isinstance(shading, Dictionary | Stream) and size >= GROUND * area:
                    self.gradients[shading.objgen if shading.is_indirect else (-len(self.gradients), 0)] = shading
            else:
                items.append(_Item(mark, bounds, min(mark.area * scale, size) / area, size / area))

    # -- what becomes of it --------------------------------------------------------------------------------------

    def _decide(self, items: list[_Item], grounds: set[Rgb]) -> None:
        below: list[tuple[Bounds, Rgb, Rgb]] = []  # fills: where, colour, new colour
        for item in items:
            mark = item.mark
            if not mark.decided:
                mark.decided = True
                mark.new_fill, mark.new_stroke = self._answer(item, grounds, below)
            if mark.fill is not None and mark.new_fill is not None and item.share >= LEAST:
                below.append((item.bounds, mark.fill, mark.new_fill))

    def _answer(
        self, item: _Item, grounds: set[Rgb], below: list[tuple[Bounds, Rgb, Rgb]]
    ) -> tuple[Rgb | None, Rgb | None]:
        """The new fill and stroke of a mark."""
        fill, stroke = item.mark.fill, item.mark.stroke
        ground = fill is not None and fill in grounds and self._lies_wide(item, below)
        new_fill, new_stroke = fill, stroke
        if fill is not None and fill not in self.kept:
            if fill in self.stated:
                new_fill = self.stated[fill]
            elif ground:
                new_fill = mixed(fill)
            elif item.mark.text or (item.share < SMALL and stroke is None):
                new_fill = self._readable(fill, item, below)
        if stroke is not None and stroke not in self.kept:
            stripes = fill is None and item.mark.width >= STRIPE and item.extent >= GROUND
            new_stroke = self.stated.get(stroke) or self._readable_line(stroke, item, below)
            if stripes and stroke not in self.stated and self._ground_of(item, below) is not None:
                beneath = [self._beneath(item, below, place) for place in _way(item)]
                if lightness(stroke) < min(lightness(was) for was, now in beneath if was != now) + TONES:
                    new_stroke = mixed(stroke)
        return new_fill, new_stroke

    def _lies_wide(self, item: _Item, below: list[tuple[Bounds, Rgb, Rgb]]) -> bool:
        """Whether a fill of a ground's colour is one: a large one, or part of a pattern on a large one."""
        if item.mark.text:
            return False
        if item.share >= FIGURE:
            return True
        ground = None if item.mark.stroke is not None else self._ground_of(item, below)
        if ground is None:
            return False
        assert item.mark.fill is not None
        return item.share < SMALL or abs(lightness(item.mark.fill) - lightness(ground)) < TONES

    def _ground_of(self, item: _Item, below: list[tuple[Bounds, Rgb, Rgb]]) -> Rgb | None:
        """What colour a mark lies on, where that has been made light; else None."""
        was, now = self._beneath(item, below)
        return was if was != now else None

    def _beneath(
        self, item: _Item, below: list[tuple[Bounds, Rgb, Rgb]], place: tuple[float, float] | None = None
    ) -> tuple[Rgb, Rgb]:
        """The colour of the fill that a mark's middle, or a `place` of it, lies on, as it was and is; else paper."""
        x, y = place or item.middle
        for (left, low, right, high), was, now in reversed(below):
            if left <= x <= right and low <= y <= high:
                return was, now
        return WHITE_RGB, WHITE_RGB

    def _readable_line(self, colour: Rgb, item: _Item, below: list[tuple[Bounds, Rgb, Rgb]]) -> Rgb:
        """The colour in which a line can be seen on its whole way."""
        return min((self._readable(colour, item, below, place) for place in _way(item)), key=lightness)

    def _readable(
        self,
        colour: Rgb,
        item: _Item,
        below: list[tuple[Bounds, Rgb, Rgb]],
        place: tuple[float, float] | None = None,
    ) -> Rgb:
        """The colour, or where its ground has become too like it, one as much darker as it was lighter."""
        was, now = self._beneath(item, below, place)
        apart = abs(lightness(colour) - lightness(was))
        left_over = abs(lightness(colour) - lightness(now))
        if apart < VISIBLE or left_over >= min(apart, ENOUGH) * 0.8:
            return colour
        return darkened(colour, max(0.0, lightness(now) - min(apart, 60.0)))

    # -- writing -------------------------------------------------------------------------------------------------

    def _write(self, stream: Stream, marks: list[Mark]) -> None:
        data = stream.read_bytes()
        out: list[bytes] = []
        last = 0
        for mark in marks:
            changes = [
                (old, new, operator)
                for old, new, operator in ((mark.fill, mark.new_fill, "rg"), (mark.stroke, mark.new_stroke, "RG"))
                if old is not None and new is not None and old != new
            ]
            if changes:
                out.append(data[last : mark.begin])
                out.append("".join(f" {_operands(new)} {operator} " for _, new, operator in changes).encode())
                out.append(data[mark.begin : mark.end])
                out.append("".join(f" {_operands(old)} {operator}" for old, _, operator in changes).encode())
                last = mark.end
        if out:
            out.append(data[last:])
            if "/DecodeParms" in stream:
                del stream["/DecodeParms"]
            stream.write(zlib.compress(b"".join(out), 6), filter=Name.FlateDecode)


def _fade(shading: Object) -> None:
    """Mixes the stops of a large gradient with white."""
    function = shading.get("/Function")
    if shading.get("/ColorSpace") == Name.DeviceRGB and isinstance(function, Dictionary):
        for part in (function, *function.get("/Functions", Array())):
            for key in ("/C0", "/C1"):
                if key in part and len(part[key]) == 3:
                    red, green, blue = (round(255 * float(value)) for value in part[key])
                    part[key] = Array([value / 255 for value in mixed((red, green, blue))])


def _way(item: _Item) -> tuple[tuple[float, float], ...]:
    """Where a line may go: through the middle of its box, or around it as a ring or a frame."""
    (x, y), (left, low, right, high) = item.middle, item.bounds
    return (x, y), (left, y), (right, y), (x, low), (x, high)


def _placed(form: Stream) -> Matrix:
    if "/Matrix" not in form:
        return UNIT
    a, b, c, d, e, f = (float(value) for value in form.Matrix)
    return a, b, c, d, e, f


def _operands(colour: Rgb) -> str:
    return " ".join(f"{value / 255:.6f}" for value in colour)
