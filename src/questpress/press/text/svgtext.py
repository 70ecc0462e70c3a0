"""Plain SVG `<text>` as glyph runs: what browsers do with it and the renderer does not.

Lines with tspans are anchored as one, font lists are gone through, kerning, ligatures and joining happen, what a font
lacks comes from the next, and `dominant-baseline` reads the font. Not done, and said so: text on a path, turned
letters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple
from xml.etree.ElementTree import Element

from questpress.press.text import bidi
from questpress.press.text.fonts import FontLibrary, NoFont, Stack
from questpress.press.text.glyphs import Glyphs, Setting
from questpress.press.text.ink import Box, ink
from questpress.press.text.markup import Slip
from questpress.press.text.run import Run, write
from questpress.press.text.svglook import PLAIN, SVG, XML_SPACE, Look, Properties, Reader, own_properties
from questpress.press.text.words import Compositor, missing_glyphs

Declared = Callable[[Element], Properties]

MOST_CHARACTERS = 20_000


class _Character(NamedTuple):
    text: str
    look: Look
    owners: tuple[int, ...]  # the elements around it, outermost first
    x: float | None = None
    y: float | None = None
    dx: float = 0.0
    dy: float = 0.0


class SvgText:
    """Sets plain `<text>` elements with the fonts of one library."""

    def __init__(self, library: FontLibrary, language: str = "en") -> None:
        self.library = library
        self.language = language
        self._compositor = Compositor.of(library)

    def runs(
        self, element: Element, inherited: Properties, declared: Declared | None = None
    ) -> tuple[list[Element], list[Slip]]:
        """`<text data-run>` elements that draw what `element` says, and what is wrong with it.

        `inherited` are the properties as they hold for the element, its own included; `declared` gives those that a
        tspan states itself (attributes and style sheets; without it, attributes and its style attribute). The new
        elements carry only the paints of tspans: transform, clip and paint of the text element itself stay with it.
        Faults are T033 to T035 and T045; what can be drawn is.
        """
        return _Setting(self, declared or own_properties).set(element, inherited)

    def ink(self, run: Run) -> list[Box]:
        """The boxes of a run's glyphs, in user units."""
        return ink(run, self.library)


class _Setting:
    """One text element on its way."""

    def __init__(self, owner: SvgText, declared: Declared) -> None:
        self.library = owner.library
        self.language = owner.language
        self.shaper = owner._compositor.shaper
        self.declared = declared
        self.slips: list[Slip] = []
        self.lists: list[dict[str, list[float]]] = []  # of each element: x, y, dx, dy
        self.tag = f"{SVG}text"
        self.look = Reader(self._slip)

    def set(self, element: Element, inherited: Properties) -> tuple[list[Element], list[Slip]]:
        look = self.look.inside(PLAIN, inherited, paints=False)
        if XML_SPACE in element.attrib:
            look = replace(look, keep_spaces=element.get(XML_SPACE) == "preserve")
        self.tag = element.tag if isinstance(element.tag, str) else self.tag
        characters = _collapsed(list(islice(self._read(element, look, ()), MOST_CHARACTERS + 1)))
        if len(characters) > MOST_CHARACTERS:
            self._slip(f"a text of more than {MOST_CHARACTERS} characters", "split it")
        characters = self._placed(characters)
        made: list[Element] = []
        pen_x, pen_y = 0.0, 0.0
        for chunk in _chunks(characters):
            pen_x = chunk[0].x if chunk[0].x is not None else pen_x
            pen_y = chunk[0].y if chunk[0].y is not None else pen_y
            pen_x, pen_y = self._chunk(chunk, pen_x, pen_y, made)
        return made, list(dict.fromkeys(self.slips))

    def _slip(self, message: str, remedy: str = "use label() or textbox()", code: str = "T045") -> None:
        self.slips.append(Slip(code, message, remedy))

    # -- reading -----------------------------------------------------------------------------------------------

    def _read(self, element: Element, look: Look, owners: tuple[int, ...]) -> Iterator[_Character]:
        """The characters of an element and what is in it, in reading order."""
        if any(self.look.numbers(element, "rotate", look)):
            self._slip("rotate turns single letters, which is not done", "turn the whole label with transform")
        owners = (*owners, len(self.lists))
        self.lists.append({name: self.look.numbers(element, name, look) for name in ("x", "y", "dx", "dy")})
        yield from _plain(element.text or "", look, owners)
        for child in element:
            tag = child.tag.removeprefix(SVG) if isinstance(child.tag, str) else ""
            if tag in ("tspan", "a", "text"):
                yield from self._read(child, self.look.inside(look, self.declared(child)), owners)
            elif tag in ("textPath", "tref"):
                self._slip(f"<{tag}> is not done", "place the letters with label() and transform")
            yield from _plain(child.tail or "", look, owners)

    def _placed(self, characters: list[_Character]) -> list[_Character]:
        """The characters with the positions that `x`, `y`, `dx`, `dy` give them, inner elements over outer ones."""
        seats = [0] * len(self.lists)
        placed = []
        for character in characters:
            values: dict[str, float] = {}
            for owner in character.owners:
                seat = seats[owner]
                seats[owner] += 1
                values.update({name: given[seat] for name, given in self.lists[owner].items() if seat < len(given)})
            placed.append(character._replace(**values) if values else character)
        return placed

    # -- setting -----------------------------------------------------------------------------------------------

    def _chunk(self, chunk: list[_Character], x: float, y: float, made: list[Element]) -> tuple[float, float]:
        """Sets one anchored chunk; gives the pen after it."""
        text = "".join(character.text for character in chunk)
        rtl = chunk[0].look.rtl
        levels = [0] * len(text)
        if rtl or bidi.needed(text):
            levels, _ = bidi.levels(text, int(rtl))
        stretches: list[tuple[int, int]] = []
        for index, character in enumerate(chunk):
            before = chunk[index - 1] if index else None
            same = before is not None and before.look == character.look and levels[index] == levels[index - 1]
            if not same or character.dx or character.dy:
                stretches.append((index, index + 1))
            else:
                stretches[-1] = (stretches[-1][0], index + 1)
        order = bidi.visual_order([levels[start] for start, _ in stretches])
        placed: list[tuple[Look, bool, Glyphs, float, float]] = []
        pen, drop = 0.0, 0.0
        last_spacing = 0.0
        shifts = {start: (chunk[start].dx, chunk[start].dy) for start, _ in stretches}
        drops, running = {}, 0.0
        for start, _ in stretches:  # dy adds up in reading order
            running += shifts[start][1]
            drops[start] = running
        for number in order:
            start, stop = stretches[number]
            look = chunk[start].look
            stack = self._stack(look)
            if stack is None:
                continue
            right = levels[start] % 2 == 1
            pen += shifts[start][0]
            drop = drops[start]
            setting = Setting(look.features, look.spacing / look.size * 1000 if look.size else 0.0, self.language)
            shaped = self.shaper.word(text[start:stop], stack, setting, right)
            if shaped.missing and not self.library.wanting:
                self.slips.append(missing_glyphs(shaped.missing, stack))
            rise = self._rise(look, stack)
            for part in reversed(shaped.parts) if right else shaped.parts:
                placed.append((look, right, part, pen, drop + rise))
                pen += part.advance / part.font.upem * look.size
            last_spacing = look.spacing
        width = pen - last_spacing
        anchor = chunk[0].look.anchor
        if rtl and anchor in ("start", "end"):
            anchor = "end" if anchor == "start" else "start"
        left = x - {"middle": width / 2, "end": width}.get(anchor, 0.0)
        self._emit(placed, left, y, made)
        return left + pen, y + running

    def _emit(
        self, placed: list[tuple[Look, bool, Glyphs, float, float]], x: float, y: float, made: list[Element]
    ) -> None:
        paints: tuple[tuple[str, str], ...] | None = None
        runs: list[str] = []
        for look, rtl, part, pen, drop in placed:
            if look.paints != paints and runs:
                made.append(self._element(runs, paints or ()))
                runs = []
            paints = look.paints
            if part.text.strip() and look.size > 0:
                offsets = ",".join([f"{index},{dx:g},{dy:g}" for index, dx, dy in part.offsets])
                font = part.font
                runs.append(
                    write(
                        font.name,
                        look.size,
                        x + pen,
                        y + drop,
                        rtl,
                        font.upem,
                        part.text,
                        part.code,
                        part.clusters,
                        offsets,
                    )
                )
        if runs:
            made.append(self._element(runs, paints or ()))

    def _element(self, runs: list[str], paints: tuple[tuple[str, str], ...]) -> Element:
        element = Element(self.tag, dict(paints))
        element.set("data-run", f"[{','.join(runs)}]")
        return element

    def _stack(self, look: Look) -> Stack | None:
        names = [name.strip().strip("'\"").strip() for name in look.family.split(",") if name.strip()]
        first: NoFont | None = None
        for name in names:
            try:
                self.library.family(name)
            except NoFont as absent:
                first = first or absent
                continue
            try:
                return self.library.stack(name, look.weight, look.italic)
            except NoFont as absent:
                if not absent.told:
                    self._slip(str(absent), absent.remedy, absent.code)
                return self.library.nearest_stack(name, look.weight, look.italic)
        if not names:
            known = ", ".join(self.library.families)
            self._slip("a text without font-family", f"write font-family; there are: {known}", "T033")
        elif first is not None and not any(map(self.library.lacks, names)):
            message = str(first)
            if len(names) > 1:
                message = (
                    f"none of the font families {', '.join(repr(name) for name in names)} is in the project's fonts"
                )
            self._slip(message, first.remedy, "T033")
        try:
            return self.library.nearest_stack(names[0] if names else "", look.weight, look.italic)
        except NoFont:
            return None

    def _rise(self, look: Look, stack: Stack) -> float:
        """How far under `y` the alphabetic baseline lies (CSS Inline Layout 3, baseline metrics)."""
        font = stack.first
        share = {
            "middle": font.x_height / 2,
            "central": (font.line_ascent - font.line_descent) / 2,
            "hanging": font.line_ascent * 0.8,
            "mathematical": font.line_ascent * 0.5,
            "text-before-edge": font.line_ascent,
            "text-top": font.line_ascent,
            "before-edge": font.line_ascent,
            "text-after-edge": -font.line_descent,
            "text-bottom": -font.line_descent,
            "after-edge": -font.line_descent,
            "ideographic": -font.line_descent,
        }.get(look.baseline)
        if share is None:
            if look.baseline not in ("auto", "alphabetic", "baseline", "use-script", "no-change", "reset-size"):
                self._slip(f"dominant-baseline '{look.baseline}' is not known", "write middle, central or hanging")
            return 0.0
        return share * look.size


def _plain(text: str, look: Look, owners: tuple[int, ...]) -> Iterator[_Character]:
    for character in text:
        yield _Character(" " if character in "\t\n\r" else character, look, owners)


def _collapsed(characters: list[_Character]) -> list[_Character]:
    """Without the white space that XML's layout brings in: none at either end, one between words (xml:space)."""
    kept: list[_Character] = []
    for character in characters:
        if character.text == " " and not character.look.keep_spaces and (not kept or kept[-1].text == " "):
            continue
        kept.append(character)
    while kept and kept[-1].text == " " and not kept[-1].look.keep_spaces:
        kept.pop()
    return kept


def _chunks(characters: list[_Character]) -> Iterator[list[_Character]]:
    """The characters between absolute positions: each such chunk is anchored by itself (SVG 1.1, 10.5)."""
    chunk: list[_Character] = []
    for character in characters:
        if chunk and (character.x is not None or character.y is not None):
            yield chunk
            chunk = []
        chunk.append(character)
    if chunk:
        yield chunk
