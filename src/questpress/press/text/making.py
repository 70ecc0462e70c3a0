"""Text boxes and labels made from the arguments of a template's call: judged, prepared, fitted, written as SVG."""

from __future__ import annotations

import math
from html import escape
from typing import NamedTuple

from questpress.press.text import markup
from questpress.press.text.arguments import Arguments
from questpress.press.text.box import ALIGNS, BULLET, VALIGNS, Box, count_lines, draw_mark, lay, write_box
from questpress.press.text.fit import largest, sizes
from questpress.press.text.fonts import FontLibrary, NoFont, Stack
from questpress.press.text.glyphs import Glyphs, Setting, read_features
from questpress.press.text.icons import IconSet, NoIcon
from questpress.press.text.line import Line, assemble, write_line
from questpress.press.text.markup import Paragraph, Slip
from questpress.press.text.run import element
from questpress.press.text.shape import Gap
from questpress.press.text.words import Compositor, Prepared, Voice
from questpress.units import describe, from_points

ANCHORS = ("start", "middle", "end")
BASELINES = ("alphabetic", "middle", "cap-middle", "cap-top", "bottom")
STYLES = ("normal", "italic", "oblique")


class Drawn(str):
    """SVG that is safe to put into a template as it is (autoescaping leaves it alone)."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


class Made(NamedTuple):
    """A box or label as SVG, what is wrong with it, and the names of the fonts and icons it drew with."""

    svg: Drawn
    slips: tuple[Slip, ...]
    fonts: tuple[str, ...]
    icons: tuple[str, ...]


class Counted(NamedTuple):
    """How many lines a text takes, what is wrong with the call, and the fonts and icons that were measured."""

    lines: int
    slips: tuple[Slip, ...]
    fonts: tuple[str, ...]
    icons: tuple[str, ...]


class Maker:
    """Makes boxes and labels with one library and one set of icons. The arguments are those of `TextTools`."""

    def __init__(self, library: FontLibrary, icons: IconSet, language: str) -> None:
        self.library = library
        self.icons = icons
        self.language = language
        self.compositor = Compositor.of(library)

    def box(
        self,
        text: str,
        x: float,
        y: float,
        w: float,
        h: float,
        font: str,
        weight: str,
        style: str,
        size: float,
        least: float | None,
        align: str,
        valign: str,
        leading: float,
        fill: str,
        tracking: float,
        features: str,
        icon_fill: str | None,
    ) -> Made:
        arguments = Arguments()
        slips = arguments.slips
        left, top = arguments.number("x", x), arguments.number("y", y)
        box = Box(
            arguments.size("w", w),
            arguments.size("h", h),
            *arguments.sizes(size, least),
            arguments.size("leading", leading),
            arguments.choice("align", align, ALIGNS),
            arguments.choice("valign", valign, VALIGNS),
        )
        voice = self._voice(font, weight, style, fill, icon_fill, tracking, features, arguments)
        stack = self._stack(voice, slips)
        if stack is None or any(slip.code == "T042" for slip in slips):
            return Made(Drawn(), tuple(slips), (), ())
        paragraphs, faults = markup.read(text, known=self.icons.has)
        slips.extend(faults)
        prepared = self._prepare(paragraphs, voice, slips)
        shaper = self.compositor.shaper
        bullet = shaper.word(BULLET, stack, voice.setting).parts[0]
        laid = lay(prepared, stack.first, bullet, voice.setting, box, shaper)
        slips.extend(laid.slips)
        svg = write_box(laid, box, left, top, stack.first, voice.fill, lambda *a: self.draw(*a))
        fonts = _fonts([row.line for row in laid.rows])
        if laid.bullets:
            fonts.add(bullet.font.name)
        return self._made(svg, slips, fonts, prepared)

    def count(
        self, text: str, w: float, font: str, weight: str, style: str, size: float, tracking: float, features: str
    ) -> Counted:
        """How many lines a box `w` mm wide breaks the text into at `size` pt.

        Faults of the text are told where it is drawn.
        """
        arguments = Arguments()
        room = arguments.size("w", w) / from_points(arguments.size("size", size))
        voice = self._voice(font, weight, style, "", None, tracking, features, arguments)
        stack = self._stack(voice, arguments.slips)
        if stack is None or arguments.slips:
            return Counted(1, tuple(arguments.slips), (), ())
        paragraphs, _ = markup.read(text, known=self.icons.has)
        prepared = [each for each in self._prepare(paragraphs, voice, []) if each.chunks]
        bullet = self.compositor.shaper.word(BULLET, stack, voice.setting).parts[0]
        rows = count_lines(prepared, stack.first, bullet, voice.setting, room)
        icons = sorted({name for each in prepared for name in each.icons if self.icons.has(name)})
        return Counted(rows, (), (stack.first.name,), tuple(icons))

    def label(
        self,
        text: str,
        x: float,
        y: float,
        font: str,
        weight: str,
        style: str,
        size: float,
        anchor: str,
        baseline: str,
        fill: str,
        tracking: float,
        max_width: float | None,
        least: float | None,
        features: str,
        icon_fill: str | None,
    ) -> Made:
        arguments = Arguments()
        slips = arguments.slips
        left, base = arguments.number("x", x), arguments.number("y", y)
        biggest, smallest = arguments.sizes(size, least)
        width = math.inf if max_width is None else arguments.size("max_width", max_width)
        arguments.choice("anchor", anchor, ANCHORS)
        arguments.choice("baseline", baseline, BASELINES)
        voice = self._voice(font, weight, style, fill, icon_fill, tracking, features, arguments)
        stack = self._stack(voice, slips)
        if stack is None or any(slip.code == "T042" for slip in slips):
            return Made(Drawn(), tuple(slips), (), ())
        paragraphs, faults = markup.read(text, True, self.icons.has)
        slips.extend(faults)
        prepared = self._prepare(paragraphs, voice, slips)
        if not prepared or not prepared[0].chunks:
            return Made(Drawn(), tuple(slips), (), ())
        chunks = prepared[0].chunks
        line = assemble(chunks, 0, len(chunks), prepared[0].level, self.compositor.shaper, True)
        found = largest(sizes(biggest, smallest), lambda tried: line.width * from_points(tried) <= width + 1e-6)
        if found is None:
            found = smallest
            wide = line.width * from_points(found)
            over, most = describe(max(wide - width, 0.01)), describe(width)
            message = f"'{text[:60]}' is {describe(wide)} mm wide at {found:g} pt, {over} mm more than its {most} mm"
            slips.append(Slip("T043", message, "shorten it, or allow a smaller `min`"))
        em = from_points(found)
        first = stack.first
        base += em * {
            "middle": first.x_height / 2,
            "cap-middle": first.cap_height / 2,
            "cap-top": first.cap_height,
            "bottom": -first.descent,
        }.get(baseline, 0.0)
        left -= line.width * em * {"middle": 0.5, "end": 1.0}.get(anchor, 0.0)
        into: dict[str, list[str]] = {}
        marks = write_line(line, left, base, em, 0.0, into)
        svg = "".join([element(runs, paint) for paint, runs in into.items()])
        svg += "".join([draw_mark(mark, left, base, em, lambda *a: self.draw(*a)) for mark in marks])
        return self._made(svg, slips, _fonts([line]), prepared)

    def _made(self, svg: str, slips: list[Slip], fonts: set[str], prepared: list[Prepared]) -> Made:
        icons = {name for paragraph in prepared for name in paragraph.icons}
        known = tuple(sorted(name for name in icons if self.draw(name, 0, 0, 1, "")))
        told = {(slip.code, slip.message): slip for slip in reversed(slips)}  # the call's own before the text's
        return Made(Drawn(svg), tuple(reversed(told.values())), tuple(sorted(fonts)), known)

    def _prepare(self, paragraphs: tuple[Paragraph, ...], voice: Voice, slips: list[Slip]) -> list[Prepared]:
        def width(name: str) -> float:
            try:
                return self.icons.width(name)
            except NoIcon as absent:
                slips.append(Slip(absent.code, str(absent), absent.remedy))
                return 1.0

        prepared = [self.compositor.prepare(paragraph, voice, width) for paragraph in paragraphs]
        for paragraph in prepared:
            slips.extend(paragraph.slips)
        return prepared

    def draw(self, name: str, x: float, y: float, size: float, fill: str) -> str:
        """The icon's SVG; empty where there is none, which was told when the text was prepared."""
        try:
            return self.icons.draw(name, x, y, size, fill)
        except NoIcon:
            return ""

    def _voice(
        self,
        font: str,
        weight: str,
        style: str,
        fill: str,
        icon_fill: str | None,
        tracking: float,
        features: str,
        arguments: Arguments,
    ) -> Voice:
        read = read_features(str(features))
        if read is None:
            arguments.wrong("features", f"'{features}' names no OpenType features", "write for example 'lnum tnum'")
        italic = arguments.choice("style", style, STYLES) != "normal"
        setting = Setting(read or (), arguments.number("tracking", tracking), self.language)
        paint = escape(str(fill), quote=True)
        return Voice(str(font), str(weight), italic, setting, paint, str(icon_fill or fill))

    def _stack(self, voice: Voice, slips: list[Slip]) -> Stack | None:
        try:
            return self.library.stack(voice.family, voice.weight, voice.italic)
        except NoFont as absent:
            argument = "font" if absent.code == "T033" else "weight"
            if not absent.told:
                slips.append(Slip(absent.code, str(absent), absent.remedy, argument))
        try:
            return self.library.nearest_stack(voice.family, voice.weight, voice.italic)
        except NoFont:
            return None


def _fonts(lines: list[Line]) -> set[str]:
    found: set[str] = set()
    for line in lines:
        for what, _, _, _ in line.units:
            if isinstance(what, (Glyphs, Gap)):
                found.add(what.font.name)
    return found
