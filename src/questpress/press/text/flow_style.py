"""How a booklet's blocks look: sizes, spaces and colours, with defaults that make a decent page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from questpress.diagnostics import Report, Span, nearest
from questpress.press.text.box import ALIGNS
from questpress.press.text.glyphs import Setting, read_features
from questpress.press.text.words import Voice

_RANGES = {"size": (2, 200), "least": (2, 200), "leading": (0.7, 4), "tracking": (-200, 2000)}
_COLOUR = re.compile(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?|[a-z]+")


@dataclass(frozen=True, slots=True)
class BlockStyle:
    """One kind of block. `size` and `least` in points, `leading` in em, `tracking` in em/1000, the rest in millimetres.

    `least` is how far `pages` may shrink it; `indent` is that of list entries for each level, of definitions the
    term's column, of asides and tables the padding; `rule` is a line's thickness, `ground` the tint behind.
    """

    font: str = "Alegreya"
    weight: str = "regular"
    style: str = "normal"
    size: float = 9.5
    least: float = 7.5
    leading: float = 1.26
    align: str = "justify"
    fill: str = "#000000"
    icon_fill: str = ""
    tracking: float = 0.0
    features: str = "lnum"
    space_before: float = 0.0
    space_after: float = 1.5
    indent: float = 0.0
    rule: float = 0.0
    rule_fill: str = "#000000"
    ground: str = ""

    def voice(self, language: str) -> Voice:
        setting = Setting(read_features(self.features) or (), self.tracking, language)
        return Voice(self.font, self.weight, self.style != "normal", setting, self.fill, self.icon_fill or self.fill)


_TEXT = BlockStyle()
_HEADING = replace(_TEXT, font="Cinzel", weight="bold", align="start", leading=1.15)
DEFAULTS: dict[str, BlockStyle] = {
    "paragraph": _TEXT,
    "heading1": replace(_HEADING, size=16, least=12, space_before=5.0, space_after=2.4),
    "heading2": replace(_HEADING, size=12, least=9.5, space_before=4.2, space_after=1.5),
    "heading3": replace(_HEADING, font="Alegreya Sans", size=10.5, least=8.5, space_before=3.0, space_after=0.9),
    "heading4": replace(_HEADING, font="Alegreya", style="italic", size=10, least=8, space_before=2.2, space_after=0.6),
    "list": replace(_TEXT, align="start", indent=4.0, space_after=0.7),
    "definition": replace(_TEXT, align="start", indent=24.0, space_after=1.0),
    "aside": replace(
        _TEXT, indent=2.6, rule=0.7, rule_fill="#7a7a7a", ground="#f1eee6", space_before=1.8, space_after=2.2
    ),
    "table": replace(
        _TEXT, font="Alegreya Sans", size=9, least=7, leading=1.2, align="left", indent=1.3, rule=0.25,
        space_before=1.2, space_after=2.4,
    ),
    "caption": replace(_TEXT, style="italic", size=8.5, least=7, leading=1.18, align="center", space_after=2.2),
    "code": replace(_TEXT, font="Alegreya Sans", size=9, least=7, align="left", indent=2.0, space_after=1.8),
    "contents": replace(_TEXT, align="start", indent=4.0, space_after=0.7, rule=0.3),
    "rule": replace(_TEXT, rule=0.3, space_before=2.0, space_after=2.4),
    "figure": replace(_TEXT, space_before=1.4, space_after=2.0, indent=3.0),
}  # fmt: skip
"""The kinds of blocks. A figure's indent is the white between it and the text beside it; in the contents, it is that of
each further level, and the rule the dots that lead to the page number."""


def read_styles(plain: Mapping[str, object], report: Report, span: Span | None = None) -> dict[str, BlockStyle]:
    """The styles that `plain` asks for over the defaults. Faults are T054; the default then stands.

    What `paragraph` says of font, size, leading, colour and features holds for lists, definitions, asides and contents
    too, unless they say otherwise.
    """
    found = dict(DEFAULTS)
    if not isinstance(plain, Mapping):
        report.error("T054", f"styles must map blocks to properties, found '{plain}'", span)
        return found
    known = {field.name: field for field in fields(BlockStyle)}
    changes: dict[str, dict[str, object]] = {}
    for kind, wanted in plain.items():
        if kind not in DEFAULTS:
            near = nearest(str(kind), DEFAULTS)
            remedy = f"did you mean '{near}'?" if near else f"there are: {', '.join(DEFAULTS)}"
            report.error("T054", f"styles: no block is called '{kind}'", span, remedy)
        elif not isinstance(wanted, Mapping):
            report.error("T054", f"styles: {kind} must hold properties, found '{wanted}'", span, "{size: 9.5}")
        else:
            for name, value in wanted.items():
                if name not in known:
                    near = nearest(str(name), known)
                    remedy = f"did you mean '{near}'?" if near else f"there are: {', '.join(known)}"
                    report.error("T054", f"styles: {kind} has no property '{name}'", span, remedy)
                    continue
                read = _value(name, value, getattr(DEFAULTS[kind], name))
                if read is None:
                    report.error("T054", f"styles: {kind}.{name}: cannot be '{value}'", span, _expected(name))
                else:
                    changes.setdefault(kind, {})[name] = read
    body = changes.get("paragraph", {})
    shared = {name: body[name] for name in ("font", "size", "least", "leading", "fill", "features") if name in body}
    for kind in ("list", "definition", "aside", "contents"):
        changes[kind] = {**shared, **changes.get(kind, {})}
    for kind, changed in changes.items():
        found[kind] = replace(found[kind], **changed)  # type: ignore[arg-type]
    for kind, style in found.items():
        if style.least > style.size:
            found[kind] = replace(style, least=style.size)
    return found


def _value(name: str, value: object, default: object) -> object:
    """`value` in the form of the property `name`, or None where it cannot be."""
    if isinstance(default, float) or (isinstance(default, int) and not isinstance(default, bool)):
        if isinstance(value, str):
            value = value.strip().removesuffix("mm").removesuffix("pt")
        try:
            number = float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return None
        least, most = _RANGES.get(name, (0, 200))
        return number if least <= number <= most and not isinstance(value, bool) else None
    text = str(value).strip()
    if name == "align":
        text = "center" if text == "centre" else text
        return text if text in ALIGNS else None
    if name == "style":
        return text if text in ("normal", "italic") else None
    if name == "features":
        return text if read_features(text) is not None else None
    if name in ("fill", "icon_fill", "rule_fill", "ground"):
        return text if _COLOUR.fullmatch(text) or (not text and name != "fill") else None
    return text or None


def _expected(name: str) -> str:
    if name == "align":
        return f"write one of {', '.join(ALIGNS)}"
    if name in ("fill", "icon_fill", "rule_fill", "ground"):
        return "write a colour as '#rrggbb', in quotes"
    if name == "style":
        return "write normal or italic"
    if name == "features":
        return "write for example 'lnum tnum'"
    return "write a number: points for sizes, millimetres for spaces, em for leading"
