"""What a face template calls: `textbox`, `label` and `icon`, bound to one face and its report."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from questpress.diagnostics import Report, Span
from questpress.press.text.arguments import Arguments
from questpress.press.text.field import FieldText
from questpress.press.text.fonts import FontLibrary
from questpress.press.text.icons import IconSet, NoIcon
from questpress.press.text.making import Drawn, Made, Maker
from questpress.press.text.markup import Slip

MOST_REMEMBERED = 4_000  # finished boxes and labels

__all__ = ["Drawn", "TextTools"]


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
        self._maker = Maker(library, icons, language)

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
        align: str = "start",
        valign: str = "top",
        leading: float = 1.2,
        fill: str = "#000000",
        tracking: float = 0,
        features: str = "",
        icon_fill: str | None = None,
        field: str | None = None,
    ) -> Drawn:
        """The text, with inline markup, wrapped in the box `x, y, w, h` (mm), sized from `size` down to `min` (pt).

        `tracking` in em/1000. `align` left and right are sides of the page, start and end those of the script
        (start is left for all but Hebrew, Arabic and their like).
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
        return self._remembered(key, words, field, self._maker.box, key[3:])

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
        return self._remembered(key, words, field, self._maker.label, key[3:])

    def icon(
        self, name: object, x: float, y: float, size: float, fill: str = "#000000", field: str | None = None
    ) -> Drawn:
        """The icon centred on `x, y` in a square of `size` mm. A missing one is reported (T039), nothing is drawn."""
        arguments = Arguments()
        words = arguments.text(name)
        place = arguments.number("x", x), arguments.number("y", y), arguments.size("size", size)
        svg = ""
        if not arguments.slips:
            try:
                svg = self.icons.draw(str(words), *place, str(fill))
                self.icons_used.add(str(words))
            except NoIcon as absent:
                arguments.slips.append(Slip(absent.code, str(absent), absent.remedy))
        self._tell(arguments.slips, words, field)
        return Drawn(svg)

    def _text(self, text: object, field: str | None) -> str:
        if isinstance(text, str):
            return text
        arguments = Arguments()
        words = arguments.text(text)
        self._tell(arguments.slips, str(text), field)
        return words

    def _remembered(
        self,
        key: tuple[object, ...],
        words: str,
        field: str | None,
        make: Callable[..., Made],
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

    def _tell(self, slips: Sequence[Slip], words: str, field: str | None) -> None:
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
