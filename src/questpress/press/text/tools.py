"""What a face template calls: `textbox`, `line_count`, `label` and `icon`, bound to one face and its report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from questpress.diagnostics import Report, Span
from questpress.press.text.arguments import Arguments
from questpress.press.text.field import FieldText
from questpress.press.text.fonts import FontLibrary
from questpress.press.text.icons import IconSet, NoIcon
from questpress.press.text.making import Drawn, Made, Maker
from questpress.press.text.markup import Slip

MOST_REMEMBERED = 4_000  # finished boxes and labels
_BOX = tuple("text x y w h font weight style size min align valign leading fill tracking features icon_fill".split())
_LABEL = tuple("text x y font weight style size anchor baseline fill tracking max_width min features icon_fill".split())

__all__ = ["Drawn", "TextTools"]


class TextTools:
    """The text functions of one face. Faults go to `report`, drawing goes on; nothing is raised for a user's mistake.

    `subject` names the component in messages; `span_of` gives a field's place in its file, or None; `call_place` gives
    the template's line that calls at the moment. A fault of a text is placed at the text's field; one of the call, or
    of a text that no field holds, at the template's line. `fonts_used` and `icons_used` collect what the face drew
    with: keys of FontLibrary.paths, names of `icons`.
    """

    def __init__(
        self,
        library: FontLibrary,
        icons: IconSet,
        report: Report,
        subject: str = "",
        span_of: Callable[[str], Span | None] = lambda field: None,
        language: str = "en",
        call_place: Callable[[], Span | None] = lambda: None,
    ) -> None:
        self.library = library
        self.icons = icons
        self.report = report
        self.subject = subject
        self.span_of = span_of
        self.language = language
        self.call_place = call_place
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
        return self._remembered(key, words, field, self._maker.box, _BOX, key[3:])

    def line_count(
        self,
        text: object,
        w: float,
        font: str = "Alegreya",
        weight: str = "regular",
        style: str = "normal",
        size: float = 9,
        tracking: float = 0,
        features: str = "",
    ) -> int:
        """How many lines `textbox` would set the text in, in a box `w` mm wide at `size` pt, whatever its height.

        For templates that share out their room. Faults of the text itself are told where it is drawn.
        """
        words = self._text(text, None)
        made = self._maker.count(words, w, font, weight, style, size, tracking, features)
        self.fonts_used.update(made.fonts)
        self.icons_used.update(made.icons)
        if made.slips:
            self.tell(made.slips, text, None, {"w": w, "font": font, "weight": weight, "style": style, "size": size})
        return made.lines

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
        return self._remembered(key, words, field, self._maker.label, _LABEL, key[3:])

    def icon(
        self, name: object, x: float, y: float, size: float, fill: str = "#000000", field: str | None = None
    ) -> Drawn:
        """The icon centred on `x, y` in a square of `size` mm. A missing one is reported (T039), nothing is drawn."""
        arguments = Arguments()
        words = arguments.text(name, "name")
        place = arguments.number("x", x), arguments.number("y", y), arguments.size("size", size)
        svg = ""
        if not arguments.slips:
            try:
                svg = self.icons.draw(str(words), *place, str(fill))
                self.icons_used.add(str(words))
            except NoIcon as absent:
                arguments.slips.append(Slip(absent.code, str(absent), absent.remedy, "name"))
        if arguments.slips:
            self.tell(arguments.slips, name, field, {"name": name, "x": x, "y": y, "size": size})
        return Drawn(svg)

    def _text(self, text: object, field: str | None) -> str:
        if isinstance(text, str):
            return text
        arguments = Arguments()
        words = arguments.text(text)
        if arguments.slips:
            self.tell(arguments.slips, text, field, {})
        return words

    def _remembered(
        self,
        key: tuple[object, ...],
        words: str,
        field: str | None,
        make: Callable[..., Made],
        names: tuple[str, ...],
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
            self.tell(made.slips, words, field, {**dict(zip(names, arguments, strict=True)), "text": words})
        return made.svg

    def tell(self, slips: Sequence[Slip], drawn: object, field: str | None, arguments: Mapping[str, object]) -> None:
        """Reports the slips of one call, which drew `drawn` (of `field`, if it says so) with these `arguments`."""
        name = field or (drawn.field if isinstance(drawn, FieldText) else "")
        for slip in slips:
            value = arguments.get(slip.argument)
            own = value.field if isinstance(value, FieldText) else name if value is drawn else ""
            if slip.argument and not own:
                said, span = "", self.call_place() or self.span_of("")
            elif own or name:
                said = own or name
                span = self.span_of(said)
            else:
                start = " ".join(str(drawn).split())
                said = f"'{start[:24]}…'" if len(start) > 25 else f"'{start}'"
                span = self.call_place() or self.span_of("")
            subject = ", ".join(part for part in (self.subject, said) if part)
            self.report.error(slip.code, slip.message, span, slip.remedy, subject)
