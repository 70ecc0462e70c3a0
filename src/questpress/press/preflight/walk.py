"""Content read once: every page, form, pattern and glyph drawing of a file, with what is noted of it.

A form that is used many times is read once for each state that it inherits. What is read is bounded: in depth, in
operators of a page, in bytes of a stream; loops are told of and not followed.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field

import pikepdf
from pikepdf import Array, Dictionary, Name, Object, Stream

from questpress.press.preflight.facts import Facts
from questpress.press.preflight.fonts import Font, font_of
from questpress.press.preflight.inks import Put
from questpress.press.preflight.layers import Layers
from questpress.press.preflight.samples import misfit
from questpress.press.preflight.spaces import Space, space_of
from questpress.press.preflight.state import Edges, State
from questpress.press.preflight.streams import TooLarge, Unreadable, decoded, filters_of

DEEPEST = 28  # forms within forms
MOST_STEPS = 4_000_000  # operators that are read of one page, those of its forms included
MOST_DRAWN = 40_000_000  # operators that a page may come to where its forms are drawn again and again
KEPT_BYTES = 16 << 20  # of rewritten content that is kept for further pages


@dataclass(slots=True)
class Walked:
    """A content stream that was read: what was noted, and the content rewritten for plates (see plates.py).

    `drawn` is what its /Do operators show, by the number in the name that the rewritten content uses; `masks` are
    the graphics states that it switches to. `weight` counts the operators that drawing it takes.
    """

    resources: Dictionary
    facts: Facts = field(default_factory=Facts)
    content: bytes = b""
    drawn: dict[int, Walked | Stream] = field(default_factory=dict)
    patterns: dict[str, Walked] = field(default_factory=dict)
    glyphs: dict[str, Walked] = field(default_factory=dict)  # drawings of Type 3 fonts, by font and glyph
    masks: set[Put] = field(default_factory=set)
    inks: set[str] = field(default_factory=set)
    weight: int = 0
    source: Stream | None = None  # the form or pattern whose content this is
    whole: bool = True  # False: something could not be read, so that plates would be wrong


class Walker:
    """Reads the pages of one file. `trouble` collects what stood in the way: a code's kind and a message."""

    def __init__(self, pdf: pikepdf.Pdf | None = None) -> None:
        self.layers = Layers(pdf)
        self.fonts: dict[tuple[int, int], Font] = {}
        self.used: dict[int, tuple[Font, int]] = {}  # fonts that show something, by id, with the first page
        self.trouble: list[tuple[str, str, int]] = []  # kind, message, page
        self.page = 0
        self._inline = pikepdf.new()  # which holds the inline images of the file
        self._steps = 0
        self._spaces: dict[tuple[int, int], Space] = {}
        self._kept: OrderedDict[tuple[object, ...], Walked] = OrderedDict()
        self._bytes = 0
        self._open: set[tuple[int, int]] = set()
        self._numbers: dict[object, int] = {}
        self._masks: dict[Put, int] = {}
        self._misfits: dict[tuple[int, int], str] = {}  # what is wrong with an image's data, by object

    # What a reader of content asks for

    def number(self, key: object) -> int:
        """The number by which rewritten content calls a form in its state, or an image; the same for equal keys."""
        return self._numbers.setdefault(key, len(self._numbers))

    def mask(self, put: Put) -> int:
        """The number by which rewritten content calls a graphics state."""
        return self._masks.setdefault(put, len(self._masks))

    def inline(self, said: Mapping[str, Object], data: bytes) -> Stream:
        """An inline image as an image object."""
        made = Stream(self._inline, data)
        for key, value in said.items():
            made[key] = value
        names = filters_of(made)
        if names:
            made.Filter = Array([Name(name) for name in names])
        made.Type, made.Subtype = Name.XObject, Name.Image
        return made

    def misfit(self, image: Stream, space: Space | None, kept: bool) -> str:
        """What is wrong with an image's data; looked at once where it is an object of the file (`kept`)."""
        if not kept:
            return misfit(image, space)
        if image.objgen not in self._misfits:
            self._misfits[image.objgen] = misfit(image, space)
        return self._misfits[image.objgen]

    def step(self, count: int = 1) -> None:
        """Counts operators. Raises TooLarge where a page has had its share."""
        self._steps += count
        if self._steps > MOST_STEPS:
            raise TooLarge

    def space(self, found: Object | None, resources: Dictionary) -> Space:
        """The colour space of a name in the resources, or of an object."""
        named = resources.get("/ColorSpace")
        if isinstance(found, Name) and isinstance(named, Dictionary) and found in named:
            found = named[found]
        key = found.objgen if isinstance(found, Array) and found.is_indirect else None
        if key is None:
            return space_of(found, named)
        if key not in self._spaces:
            self._spaces[key] = space_of(found, named)
        return self._spaces[key]

    def font(self, name: str, resources: Dictionary) -> Font:
        """The font that the resources call `name`."""
        fonts = resources.get("/Font")
        found = fonts.get(name) if isinstance(fonts, Dictionary) else None
        key = found.objgen if isinstance(found, Object) and found.is_indirect else (0, 0)
        if key == (0, 0):
            return font_of(found)
        if key not in self.fonts:
            self.fonts[key] = font_of(found)
        return self.fonts[key]

    def shows(self, font: Font) -> None:
        """Remembers that the font shows something on this page."""
        self.used.setdefault(id(font), (font, self.page))

    def note(self, kind: str, message: str) -> None:
        """Remembers what stood in the way, once a page."""
        found = (kind, message, self.page)
        if found not in self.trouble:
            self.trouble.append(found)

    # Pages, and what is drawn on them

    def walk_page(self, number: int, page: Dictionary, resources: Dictionary, box: Edges) -> Walked:
        """The page's content, read; `number` counts from 1, what lies outside `box` is not seen."""
        self.page, self._steps = number, 0
        self._open.clear()
        walked = Walked(resources)
        data = self._page_content(page, walked)
        state = State(clip=box)
        if _is_group(page):
            walked.facts.add("live", box, detail="a transparency group")
            self._group_space(page, walked, box)
        self._read(data, walked, state, 0, True)
        return walked

    def form(self, form: Stream, state: State, above: Walked, depth: int) -> tuple[object, Walked] | None:
        """A form as it looks in `state`, and its key; None where it cannot be followed."""
        inherited = state.isolated() if _is_group(form) else state.inherited()
        key = (form.objgen, *inherited.key())
        kept = self._kept.get(key)
        if kept is not None:
            self._kept.move_to_end(key)
            return key, kept
        if not self._enter(form, depth, above):
            return None
        try:
            walked = Walked(_resources(form, above.resources), source=form)
            box = _edges(form.get("/BBox"))
            if box is not None:
                inherited.clip = box
            if _is_group(form):
                walked.facts.add("live", inherited.clip, detail="a transparency group")
                self._group_space(form, walked, inherited.clip)
            self._read(self._content(form, walked), walked, inherited, depth, False)
        finally:
            self._open.discard(form.objgen)
        self._keep(key, walked)
        return key, walked

    def pattern(self, pattern: Stream, state: State, above: Walked, depth: int) -> Walked | None:
        """A tiling pattern's cell; uncoloured ones take the colour of `state`."""
        if not self._enter(pattern, depth, above):
            return None
        try:
            walked = Walked(_resources(pattern, above.resources), source=pattern)
            own = State() if int(pattern.get("/PaintType", 1)) == 1 else state.inherited()
            own.clip = _edges(pattern.get("/BBox")) or own.clip
            self._read(self._content(pattern, walked), walked, own, depth, True)
        finally:
            self._open.discard(pattern.objgen)
        return walked

    def glyph(self, drawing: Stream, font: Dictionary, state: State, above: Walked, depth: int) -> Walked | None:
        """A Type 3 glyph's drawing, in glyph space."""
        if not self._enter(drawing, depth, above):
            return None
        try:
            walked = Walked(_resources(font, above.resources), source=drawing)
            self._read(self._content(drawing, walked), walked, state.inherited(), depth, False)
        finally:
            self._open.discard(drawing.objgen)
        return walked

    def _read(self, data: bytes, walked: Walked, state: State, depth: int, begins: bool) -> None:
        from questpress.press.preflight.content import Content

        try:
            Content(self, walked, state, depth, begins).read(data)
        except TooLarge:
            walked.whole = False
            self.note("large", f"a page takes more than {MOST_STEPS:,} drawing operators; the rest was not looked at")
        if walked.weight > MOST_DRAWN:
            walked.whole = False
            self.note("large", f"forms that draw forms come to {walked.weight:,} drawing operators")

    def _enter(self, form: Stream, depth: int, above: Walked) -> bool:
        if form.objgen in self._open:
            self.note("loop", f"object {form.objgen[0]} is drawn inside itself")
        elif depth > DEEPEST:
            self.note("loop", f"forms lie in each other more than {DEEPEST} deep")
        else:
            self._open.add(form.objgen)
            return True
        above.whole = False
        return False

    def _keep(self, key: tuple[object, ...], walked: Walked) -> None:
        self._kept[key] = walked
        self._bytes += len(walked.content) + 200 * len(walked.facts.found)
        while self._bytes > KEPT_BYTES and len(self._kept) > 1:
            _, old = self._kept.popitem(last=False)
            self._bytes -= len(old.content) + 200 * len(old.facts.found)

    def _group_space(self, holder: Dictionary | Stream, walked: Walked, box: Edges) -> None:
        found = holder.Group.get("/CS")
        said = self.space(found, walked.resources).rgb() if found is not None else ""
        if said:
            walked.facts.add("rgb", box, detail=f"{said} in a transparency group")

    def _page_content(self, page: Dictionary, walked: Walked) -> bytes:
        found = page.get("/Contents")
        parts = list(found) if isinstance(found, Array) else [] if found is None else [found]
        streams = [part for part in parts if isinstance(part, Stream)]
        return b"\n".join(self._content(part, walked) for part in streams)

    def _content(self, stream: Stream, walked: Walked) -> bytes:
        try:
            return decoded(stream)
        except TooLarge:
            self.note("large", f"the content in object {stream.objgen[0]} stands for too many bytes")
        except Unreadable as error:
            self.note("broken", f"the content in object {stream.objgen[0]} cannot be decoded: {error}")
        walked.whole = False
        return b""


def _is_group(holder: Dictionary | Stream) -> bool:
    group = holder.get("/Group")
    return isinstance(group, Dictionary) and group.get("/S") == Name.Transparency


def _resources(holder: Dictionary | Stream, above: Dictionary) -> Dictionary:
    own = holder.get("/Resources")
    return own if isinstance(own, Dictionary) else above


def _edges(found: Object | None) -> Edges | None:
    try:
        x0, y0, x1, y1 = (float(v) for v in found)  # type: ignore[union-attr]
    except (TypeError, ValueError):
        return None
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
