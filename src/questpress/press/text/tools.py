"""What a face template calls: `textbox`, `label` and `icon`, bound to one face and its report."""

from __future__ import annotations

import math
from collections.abc import Callable
from html import escape
from typing import NamedTuple

from questpress.diagnostics import Report, Span, nearest
from questpress.press.text import markup
from questpress.press.text.box import ALIGNS, BULLET, VALIGNS, Box, draw_mark, lay, write_box
from questpress.press.text.field import FieldText
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
MOST_REMEMBERED = 4_000  # finished boxes and labels


class Drawn(str):
    """SVG that is safe to put into a template as it is (autoescaping leaves it alone)."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


class _Made(NamedTuple):
    svg: Drawn
    slips: tuple[Slip, ...]
    fonts: tuple[str, ...]
    icons: tuple[str, ...]


class TextTools:
    """The text functions of one face. Faults go to `report`, drawing goes on; nothing is raised for a user's mistake.

    `subject` names the component in messages; `span_of` gives a field's place in its file, or None. `fonts_used` and
    `icons_used` collect what the face drew with: keys of FontLibrary.paths, names of `icons`.
    """

    def __init__(
        self,
        library: FontLibrary,
        icons: IconSet,
        report: Report,
        subject: str = "",
        span_of: Callable[[str], Span | None] = lambda field: None,
        language: str = "en",
    ) -> None:
        self.library = library
        self.icons = icons
        self.report = report
        self.subject = subject
        self.span_of = span_of
        self.language = language
        self.fonts_used: set[str] = set()
        self.icons_used: set[str] = set()
        self._compositor = Compositor.of(library)

    @property
    def files_used(self) -> list[str]:
        """The files of the fonts and icons drawn with so far, sorted."""
        fonts = [str(self.library.paths[name]) for name in self.fonts_used]
        return sorted([*fonts, *(str(self.icons.path(name)) for name in self.icons_used)])

    def textbox(
        self,
        text: object,
        x: float,
        y: float,
        w: float,
        h: float,
        font: str = "Alegreya",
        weight: str = "regular",
        style: str = "normal",
        size: float = 9,
        min: float | None = None,
        align: str = "left",
        valign: str = "top",
        leading: float = 1.2,
        fill: str = "#000000",
        tracking: float = 0,
        features: str = "",
        icon_fill: str | None = None,
        field: str | None = None,
    ) -> Drawn:
        """The text, with inline markup, wrapped in the box `x, y, w, h` (mm), sized from `size` down to `min` (pt).

        `tracking` in em/1000. `align` left and right are sides of the page, start and end those of the script.
        Overflow (T036, T037), missing glyphs, fonts and icons are reported; the text is drawn at `min` all the same.
        """
        words = self._text(text, field)
        key = (
            "textbox",
            self.icons,
            self.language,
            str(words),
            *(x, y, w, h, font, weight, style, size, min, align, valign, leading, fill, tracking, features, icon_fill),
        )
        return self._remembered(key, words, field, self._make_box, key[3:])

    def label(
        self,
        text: object,
        x: float,
        y: float,
        font: str = "Alegreya Sans",
        weight: str = "regular",
        style: str = "normal",
        size: float = 9,
        anchor: str = "start",
        baseline: str = "alphabetic",
        fill: str = "#000000",
        tracking: float = 0,
        max_width: float | None = None,
        min: float | None = None,
        features: str = "",
        icon_fill: str | None = None,
        field: str | None = None,
    ) -> Drawn:
        """One line of text, with inline markup, anchored at `x, y` (mm); sizes in pt, `tracking` in em/1000.

        With `max_width` (mm) it shrinks down to `min`, and is reported (T043) where even that is too wide. `baseline`
        says what of the line lies at `y`: alphabetic, middle (of the small letters), cap-middle, cap-top, bottom.
        """
        words = self._text(text, field)
        key = (
            "label",
            self.icons,
            self.language,
            str(words),
            *(x, y, font, weight, style, size, anchor, baseline, fill, tracking, max_width, min, features, icon_fill),
        )
        return self._remembered(key, words, field, self._make_label, key[3:])

    def icon(
        self, name: object, x: float, y: float, size: float, fill: str = "#000000", field: str | None = None
    ) -> Drawn:
        """The icon centred on `x, y` in a square of `size` mm. A missing one is reported (T039), nothing is drawn."""
        words = self._text(name, field)
        slips: list[Slip] = []
        centre_x, centre_y, side = (
            self._number("x", x, slips),
            self._number("y", y, slips),
            self._size("size", size, slips),
        )
        svg = ""
        if not slips:
            svg = self._draw(slips, str(words), centre_x, centre_y, side, str(fill))
        if svg:
            self.icons_used.add(str(words))
        self._tell(slips, words, field)
        return Drawn(svg)

    def _remembered(
        self,
        key: tuple[object, ...],
        words: str,
        field: str | None,
        make: Callable[..., _Made],
        arguments: tuple[object, ...],
    ) -> Drawn:
        remembered = self.library.remembered.setdefault("boxes", {})
        assert isinstance(remembered, dict)
        try:
            made = remembered.get(key)
        except TypeError:  # an argument that cannot be a key is not of the right kind either
            key, made = (), None
        if made is None:
            made = make(*arguments)
            if len(remembered) >= MOST_REMEMBERED:
                remembered.clear()
            if key:
                remembered[key] = made
        self.fonts_used.update(made.fonts)
        self.icons_used.update(made.icons)
        if made.slips:
            self._tell(made.slips, words, field)
        return made.svg

    def _make_box(
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
    ) -> _Made:
        slips: list[Slip] = []
        left, top = self._number("x", x, slips), self._number("y", y, slips)
        box = Box(
            self._size("w", w, slips),
            self._size("h", h, slips),
            *self._sizes(size, least, slips),
            self._size("leading", leading, slips),
            self._choice("align", align, ALIGNS, slips),
            self._choice("valign", valign, VALIGNS, slips),
        )
        voice = self._voice(font, weight, style, fill, icon_fill, tracking, features, slips)
        stack = self._stack(voice, slips)
        if stack is None or any(slip.code == "T042" for slip in slips):
            return _Made(Drawn(), tuple(slips), (), ())
        paragraphs, faults = markup.read(text, known=self.icons.has)
        slips.extend(faults)
        prepared = self._prepare(paragraphs, voice, slips)
        shaper = self._compositor.shaper
        bullet = shaper.word(BULLET, stack, voice.setting).parts[0]
        laid = lay(prepared, stack.first, bullet, voice.setting, box, shaper)
        slips.extend(laid.slips)
        svg = write_box(laid, box, left, top, stack.first, voice.fill, lambda *a: self._draw(None, *a))
        fonts = _fonts([row.line for row in laid.rows])
        if laid.bullets:
            fonts.add(bullet.font.name)
        return self._made(svg, slips, fonts, prepared)

    def _make_label(
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
    ) -> _Made:
        slips: list[Slip] = []
        left, base = self._number("x", x, slips), self._number("y", y, slips)
        biggest, smallest = self._sizes(size, least, slips)
        width = math.inf if max_width is None else self._size("max_width", max_width, slips)
        self._choice("anchor", anchor, ANCHORS, slips)
        self._choice("baseline", baseline, BASELINES, slips)
        voice = self._voice(font, weight, style, fill, icon_fill, tracking, features, slips)
        stack = self._stack(voice, slips)
        if stack is None or any(slip.code == "T042" for slip in slips):
            return _Made(Drawn(), tuple(slips), (), ())
        paragraphs, faults = markup.read(text, True, self.icons.has)
        slips.extend(faults)
        prepared = self._prepare(paragraphs, voice, slips)
        if not prepared or not prepared[0].chunks:
            return _Made(Drawn(), tuple(slips), (), ())
        chunks = prepared[0].chunks
        line = assemble(chunks, 0, len(chunks), prepared[0].level, self._compositor.shaper, True)
        found = largest(sizes(biggest, smallest), lambda tried: line.width * from_points(tried) <= width + 1e-6)
        if found is None:
            found = smallest
            wide = line.width * from_points(found)
            message = (
                f"'{text}' is {describe(wide)} mm wide at {found:g} pt, {describe(max(wide - width, 0.01))} mm more"
            )
            slips.append(
                Slip("T043", f"{message} than its {describe(width)} mm", "shorten it, or allow a smaller `min`")
            )
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
        svg += "".join([draw_mark(mark, left, base, em, lambda *a: self._draw(None, *a)) for mark in marks])
        return self._made(svg, slips, _fonts([line]), prepared)

    def _made(self, svg: str, slips: list[Slip], fonts: set[str], prepared: list[Prepared]) -> _Made:
        icons = {name for paragraph in prepared for name in paragraph.icons}
        known = tuple(sorted(name for name in icons if self._draw(None, name, 0, 0, 1, "")))
        return _Made(Drawn(svg), tuple(dict.fromkeys(slips)), tuple(sorted(fonts)), known)

    def _prepare(self, paragraphs: tuple[Paragraph, ...], voice: Voice, slips: list[Slip]) -> list[Prepared]:
        def width(name: str) -> float:
            try:
                return self.icons.width(name)
            except NoIcon as absent:
                slips.append(Slip(absent.code, str(absent), absent.remedy))
                return 1.0

        prepared = [self._compositor.prepare(paragraph, voice, width) for paragraph in paragraphs]
        for paragraph in prepared:
            slips.extend(paragraph.slips)
        return prepared

    def _draw(self, slips: list[Slip] | None, name: str, x: float, y: float, size: float, fill: str) -> str:
        try:
            return self.icons.draw(name, x, y, size, fill)
        except NoIcon as absent:
            if slips is not None:
                slips.append(Slip(absent.code, str(absent), absent.remedy))
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
        slips: list[Slip],
    ) -> Voice:
        read = read_features(str(features))
        if read is None:
            slips.append(
                Slip("T042", f"features: '{features}' names no OpenType features", "write for example 'lnum tnum'")
            )
        italic = self._choice("style", style, STYLES, slips) != "normal"
        setting = Setting(read or (), self._number("tracking", tracking, slips), self.language)
        paint = escape(str(fill), quote=True)
        return Voice(str(font), str(weight), italic, setting, paint, str(icon_fill) if icon_fill else str(fill))

    def _stack(self, voice: Voice, slips: list[Slip]) -> Stack | None:
        try:
            return self.library.stack(voice.family, voice.weight, voice.italic)
        except NoFont as absent:
            slips.append(Slip(absent.code, str(absent), absent.remedy))
        try:
            return self.library.nearest_stack(voice.family, voice.weight, voice.italic)
        except NoFont:
            return None

    def _sizes(self, size: float, least: float | None, slips: list[Slip]) -> tuple[float, float]:
        biggest = self._size("size", size, slips)
        smallest = biggest if least is None else self._size("min", least, slips)
        if smallest > biggest:
            slips.append(Slip("T042", f"min: {smallest:g} pt is more than size, {biggest:g} pt", "exchange them"))
        return biggest, smallest

    def _number(self, name: str, value: object, slips: list[Slip]) -> float:
        try:
            if isinstance(value, bool):
                raise ValueError
            number = float(value)  # type: ignore[arg-type]
            if abs(number) < 1e5:
                return number
        except (TypeError, ValueError):
            pass
        slips.append(
            Slip("T042", f"{name}: expected a number, found '{value}'", "write millimetres or points as a number")
        )
        return 1.0

    def _size(self, name: str, value: object, slips: list[Slip]) -> float:
        number = self._number(name, value, slips)
        if number <= 0:
            slips.append(Slip("T042", f"{name}: expected a number above 0, found '{value}'", ""))
            return 1.0
        return number

    def _choice(self, name: str, value: object, known: tuple[str, ...], slips: list[Slip]) -> str:
        if value in known:
            return str(value)
        near = nearest(str(value), known)
        remedy = f"did you mean '{near}'?" if near else ""
        slips.append(Slip("T042", f"{name}: expected {', '.join(known)}, found '{value}'", remedy))
        return known[0]

    def _text(self, text: object, field: str | None) -> str:
        """`text` as it is to be printed; None is empty, whole floats lose their point, everything else is told off."""
        if isinstance(text, str):
            return text
        if text is None:
            return ""
        if isinstance(text, float) and text.is_integer():
            return str(int(text))
        if isinstance(text, (int, float)) and not isinstance(text, bool):
            return str(text)
        if hasattr(text, "__html__"):
            return str(text)
        kind = {"bool": "a flag", "list": "a list", "dict": "a record", "tuple": "a list"}.get(
            type(text).__name__, "no text"
        )
        slip = Slip("T042", f"expected text, found {kind}: '{text}'", "print one of its values, or join them")
        self._tell([slip], str(text), field)
        return ""

    def _tell(self, slips: list[Slip] | tuple[Slip, ...], words: str, field: str | None) -> None:
        name = field or (words.field if isinstance(words, FieldText) else None)
        if name:
            subject = f"{self.subject}, {name}" if self.subject else name
            span = self.span_of(name)
        else:
            start = " ".join(words.split())
            shown = f"'{start[:24]}…'" if len(start) > 25 else f"'{start}'"
            subject = f"{self.subject}, {shown}" if self.subject else shown
            span = self.span_of("")
        for slip in slips:
            self.report.error(slip.code, slip.message, span, slip.remedy, subject)


def _fonts(lines: list[Line]) -> set[str]:
    found: set[str] = set()
    for line in lines:
        for what, _, _, _ in line.units:
            if isinstance(what, (Glyphs, Gap)):
                found.add(what.font.name)
    return found
