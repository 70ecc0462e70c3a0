"""One content stream, operator by operator: state kept, faults noted, and the stream rewritten for plates.

Rewritten content differs only where colour does: colours of the device's own spaces go through spaces of the page's
resources (plates.py puts what a plate shows there), and where overprint spares plates, an `Qg…` graphics state is set
before painting. Everything else is copied as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from pikepdf import Dictionary, Name, Object, Stream

from questpress.press.preflight import lettering, looks
from questpress.press.preflight.facts import THIN, Facts
from questpress.press.preflight.inks import QUIET, vanishes, wanted
from questpress.press.preflight.spaces import CMYK, GRAY, RGB, Space
from questpress.press.preflight.state import SAME, Edges, Paint, State, meet, moved, scales, times
from questpress.press.preflight.tokens import PATH, Operand, numbers, operators, text_of

if TYPE_CHECKING:
    from questpress.press.preflight.walk import Walked, Walker

MOST_SAVED = 512  # graphics states; readers allow 28 (ISO 32000-1, annex C), hostile files have no end
PATHS = frozenset((b"m", b"l", b"c", b"v", b"y", b"re", b"h"))
DEVICES = {b"g": GRAY, b"rg": RGB, b"k": CMYK, b"G": GRAY, b"RG": RGB, b"K": CMYK}
NAMES = {"gray": b"/QsG", "rgb": b"/QsR", "cmyk": b"/QsC"}  # what rewritten content calls the device's spaces
START = b"/QsG cs 0 scn /QsG CS 0 SCN\n"  # the colour in which a page and a pattern begin

Method = Callable[["Content", list[Operand]], None]


class Content:
    """Reads one stream into `walked`, in `state`; `begins` where the stream sets out from the initial colours."""

    def __init__(self, walker: Walker, walked: Walked, state: State, depth: int, begins: bool) -> None:
        self.walker, self.walked, self.state, self.depth = walker, walked, state, depth
        self.resources = walked.resources
        self.saved: list[State] = []
        self.path: list[bytes] = []
        self.clipping = False
        self.text = self.start = SAME  # the text matrix, and that of its line
        self.text_clip: Edges | None = None
        self.out: list[bytes] = [START] if begins else []
        self.copied = 0  # how far the data has been copied
        self.marked: list[bool] = []  # open marked content, and whether it begins a layer that is not shown
        self.hidden = 0
        self.told = walked.facts
        self.begun = self.end = self.path_begun = 0  # places of the operator, its end, and of the path
        self.data = b""

    def read(self, data: bytes) -> None:
        """Reads all of `data`. Raises TooLarge."""
        self.data = data
        table, path = _TABLE, self.path
        walker = self.walker
        count = 0
        try:
            for operator, operands, self.begun, self.end in operators(data):
                count += 1
                if not count & 1023:
                    walker.step(1024)
                if operator is PATH or operator in PATHS:
                    if not path:
                        self.path_begun = self.begun
                    path.append(data[self.begun : self.end])
                    continue
                method = table.get(operator)
                if method is not None:
                    method(self, operands)
        finally:
            walker.step(count & 1023)
            self.walked.facts = self.told
            self.walked.weight += count
            self.out.append(data[self.copied :])
            self.walked.content = b"".join(self.out)

    # Rewriting

    def write(self, text: bytes) -> None:
        """Puts `text` in the operator's place."""
        self.out += (self.data[self.copied : self.begun], text, b"\n")
        self.copied = self.end

    def before(self, text: bytes, place: int) -> None:
        """Puts `text` before `place`, or before the operator where that is copied already."""
        place = place if place >= self.copied else self.begun
        self.out += (self.data[self.copied : place], text, b"\n")
        self.copied = place

    def prepare(self, fill: bool, stroke: bool, place: int, image: Space | None = None) -> None:
        """Sees to it that each plate is painted on or spared, as overprint asks."""
        put = wanted(self.state, fill, stroke, image)
        if put != self.state.put:
            if self.state.put or put != _PLAIN:
                self.walked.masks.add(put)
                self.before(b"/Qg%d gs" % self.walker.mask(put), place)
            self.state.put = put

    # Noting

    def seen(self, box: Edges) -> Edges | None:
        """The box, in form space, as far as it is visible."""
        return meet(box, self.state.clip)

    def coloured(self, paint: Paint, box: Edges, what: str) -> None:
        """Notes the inks and the RGB of a colour that paints."""
        space = paint.space
        if space.kind not in QUIET:
            said = space.rgb()
            if said:
                self.walked.facts.add("rgb", box, detail=f"{said} {what}")
            self.ink(space)
        if paint.pattern:
            looks.pattern(self, paint, box)

    def ink(self, space: Space) -> None:
        """Remembers the plates that a colour space needs."""
        if self.hidden:
            return
        self.walked.inks.update(name for name in space.inks if name not in ("All", "None"))
        if space.base is not None and space.kind in ("indexed", "pattern"):
            self.ink(space.base)

    def live(self, box: Edges, fill: bool, stroke: bool) -> None:
        """Notes transparency that is in force."""
        state = self.state
        if state.masked:
            self.walked.facts.add("live", box, detail="a soft mask")
        if state.blend not in ("Normal", "Compatible"):
            self.walked.facts.add("live", box, detail=f"blend mode {state.blend}")
        if (fill and state.fill_alpha < 1) or (stroke and state.stroke_alpha < 1):
            self.walked.facts.add("live", box, detail="opacity under 100 %")

    # Layers

    def mark(self, operands: list[Operand]) -> None:
        """Marked content begins: what lies in a layer that is not shown is not noted; pdfium does not draw it."""
        layer = self.named("/Properties", operands) if operands[:1] == [b"/OC"] else None
        hides = self.walker.layers.hide(layer)
        if len(self.marked) < MOST_SAVED:
            self.marked.append(hides)
            self.hidden += hides
            self.walked.facts = Facts() if self.hidden else self.told

    def unmark(self, _: list[Operand]) -> None:
        if self.marked and self.marked.pop():
            self.hidden -= 1
            self.walked.facts = Facts() if self.hidden else self.told

    # Graphics state

    def save(self, _: list[Operand]) -> None:
        if len(self.saved) < MOST_SAVED:
            self.saved.append(self.state.copy())

    def restore(self, _: list[Operand]) -> None:
        if self.saved:
            self.state = self.saved.pop()

    def concat(self, operands: list[Operand]) -> None:
        values = numbers(operands)
        if len(values) >= 6:
            self.state.matrix = times(tuple(values[:6]), self.state.matrix)  # type: ignore[arg-type]

    def line_width(self, operands: list[Operand]) -> None:
        values = numbers(operands)
        if values:
            self.state.line = abs(values[0])

    def ext_state(self, operands: list[Operand]) -> None:
        found = self.named("/ExtGState", operands)
        if isinstance(found, Dictionary):
            looks.ext_state(self, found)

    def named(self, category: str, operands: list[Operand]) -> Object | None:
        """The resource that the last operand names."""
        name = operands[-1] if operands else b""
        held = self.resources.get(category)
        if not isinstance(name, bytes) or name[:1] != b"/" or not isinstance(held, Dictionary):
            return None
        return held.get(text_of(name))

    # Colour

    def device(self, operands: list[Operand], operator: bytes) -> None:
        space = DEVICES[operator]
        values = (*numbers(operands), *space.first)[: space.count]
        fill = operator.islower()
        paint = Paint(space, tuple(min(1.0, max(0.0, value)) for value in values))
        if fill:
            self.state.fill = paint
        else:
            self.state.stroke = paint
        shown = b" ".join(b"%g" % value for value in paint.parts)
        name = NAMES[space.kind]
        self.write(name + (b" cs " + shown + b" scn" if fill else b" CS " + shown + b" SCN"))

    def space(self, operands: list[Operand], fill: bool) -> None:
        name = operands[-1] if operands else b""
        if not isinstance(name, bytes) or name[:1] != b"/":
            return
        space = self.walker.space(Name(text_of(name)), self.resources) if len(name) > 1 else GRAY
        paint = Paint(space, space.first)
        if fill:
            self.state.fill = paint
        else:
            self.state.stroke = paint
        if space.kind == "pattern":
            return
        device = space.said.startswith("Device") and space.kind in NAMES
        shown = b" ".join(b"%g" % value for value in space.first)
        self.write(
            (NAMES[space.kind] if device else name)
            + (b" cs " if fill else b" CS ")
            + shown
            + (b" scn" if fill else b" SCN")
        )

    def colour(self, operands: list[Operand], fill: bool) -> None:
        values = tuple(numbers(operands))
        name = operands[-1] if operands else b""
        pattern = text_of(name) if isinstance(name, bytes) and name[:1] == b"/" else ""
        old = self.state.fill if fill else self.state.stroke
        paint = replace(old, parts=values, pattern=pattern)
        if fill:
            self.state.fill = paint
        else:
            self.state.stroke = paint

    # Paths

    def clip(self, _: list[Operand]) -> None:
        self.clipping = True

    def paint(self, fill: bool, stroke: bool) -> None:
        state = self.state
        if fill or stroke:
            self.prepare(fill, stroke, self.path_begun if self.path else self.begun)
            self._noted_path(fill, stroke)
        if self.clipping and self.path:
            box = self.path_box()
            state.clip = (box and meet(box, state.clip)) or (0.0, 0.0, -1.0, -1.0)
        self.clipping = False
        self.path.clear()

    def _noted_path(self, fill: bool, stroke: bool) -> None:
        state = self.state
        thin = 1e9
        if stroke:
            thin = state.line * scales(state.matrix)[0]
        lost = (
            fill and vanishes(state.fill, state.fill_over, state.over_mode),
            stroke and vanishes(state.stroke, state.stroke_over, state.over_mode),
        )
        plain = (not fill or state.fill.space.kind in QUIET) and (not stroke or state.stroke.space.kind in QUIET)
        solid = not state.masked and state.blend == "Normal" and state.fill_alpha == state.stroke_alpha == 1
        if plain and solid and thin >= THIN and not any(lost):
            return  # nothing to note, and the box is costly
        box = self.path_box()
        if box is None:
            return
        half = thin / 2 if thin < 1e9 else 0.0
        box = (box[0] - half, box[1] - half, box[2] + half, box[3] + half)
        facts = self.walked.facts
        if fill:
            self.coloured(state.fill, box, "fill")
        if stroke:
            self.coloured(state.stroke, box, "stroke")
        self.live(box, fill, stroke)
        seen = self.seen(box)
        if seen is None:
            return
        if thin < THIN:
            facts.add("line", seen, thin)
        for one, what in zip(lost, ("fill", "stroke"), strict=True):
            if one:
                facts.add("white", seen, detail=what)

    def path_box(self) -> Edges | None:
        """The box around the path's points, None where it has none."""
        xs: list[float] = []
        ys: list[float] = []
        for run in self.path:
            for part in _SEGMENT.finditer(run):
                values = numbers([part[1].strip()])
                if part[2] == b"re" and len(values) >= 4:
                    x, y, width, height = values[-4:]
                    xs += (x, x + width)
                    ys += (y, y + height)
                else:
                    xs += values[0::2]
                    ys += values[1::2]
        if not xs or not ys:
            return None
        return moved((min(xs), min(ys), max(xs), max(ys)), self.state.matrix)

    # Everything that is drawn by name

    def draw(self, operands: list[Operand]) -> None:
        found = self.named("/XObject", operands)
        if isinstance(found, Stream):
            looks.xobject(self, found)

    def shade(self, operands: list[Operand]) -> None:
        found = self.named("/Shading", operands)
        if isinstance(found, Dictionary | Stream):
            looks.shading(self, found)

    def inline(self, operands: list[Operand]) -> None:
        looks.inline(self, operands)


_SEGMENT = re.compile(rb"([-+.\d\s\0]*+)([a-z]++)")  # numbers, and the operator that takes them
_PLAIN = (None, None, 1.0, 1.0)


def _painting(fill: bool, stroke: bool) -> Method:
    return lambda content, operands: content.paint(fill, stroke)


_TABLE: dict[bytes, Method] = {
    b"BDC": Content.mark,
    b"BMC": Content.mark,
    b"EMC": Content.unmark,
    b"q": Content.save,
    b"Q": Content.restore,
    b"cm": Content.concat,
    b"w": Content.line_width,
    b"gs": Content.ext_state,
    b"W": Content.clip,
    b"W*": Content.clip,
    b"n": _painting(False, False),
    **dict.fromkeys((b"f", b"F", b"f*"), _painting(True, False)),
    **dict.fromkeys((b"S", b"s"), _painting(False, True)),
    **dict.fromkeys((b"B", b"B*", b"b", b"b*"), _painting(True, True)),
    **{name: (lambda content, operands, name=name: content.device(operands, name)) for name in DEVICES},  # type: ignore[misc]
    b"cs": lambda content, operands: content.space(operands, True),
    b"CS": lambda content, operands: content.space(operands, False),
    **dict.fromkeys((b"sc", b"scn"), lambda content, operands: content.colour(operands, True)),
    **dict.fromkeys((b"SC", b"SCN"), lambda content, operands: content.colour(operands, False)),
    b"BT": lettering.begin_text,
    b"ET": lettering.end_text,
    b"Tf": lettering.set_font,
    b"Tc": lambda content, operands: lettering.number(content, operands, "spacing"),
    b"Tw": lambda content, operands: lettering.number(content, operands, "wordspacing"),
    b"Tz": lambda content, operands: lettering.number(content, operands, "stretch", 0.01),
    b"TL": lambda content, operands: lettering.number(content, operands, "leading"),
    b"Ts": lambda content, operands: lettering.number(content, operands, "rise"),
    b"Tr": lettering.mode,
    b"Td": lettering.move,
    b"TD": lambda content, operands: lettering.move(content, operands, True),
    b"Tm": lettering.text_matrix,
    b"T*": lettering.next_line,
    b"Tj": lettering.show,
    b"TJ": lettering.show,
    b"'": lettering.show_next,
    b'"': lettering.show_spaced,
    b"Do": Content.draw,
    b"sh": Content.shade,
    b"BI": Content.inline,
}
