"""A template's output made fit for the XML parser, and templates marked with their own lines."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html.entities import html5
from typing import Any

from questpress.diagnostics import Diagnostic, nearest

CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")  # XML 1.0, 2.2; DEL besides
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,30});")
_XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
_TAG = re.compile(
    r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|<!--.*?-->|<!\[CDATA\[.*?\]\]>|<([A-Za-z][\w:.-]*)(?=[\s/>])", re.DOTALL
)


def tidy(svg: str, found: list[Diagnostic] | None = None, fields: object = None) -> str:
    """`svg` from its first `<` on, with HTML's named characters replaced.

    Unknown names (T008) and control characters (T009) are added to `found`; `fields` are the card's, to name the one
    that holds the character.
    """
    start = svg.find("<")
    svg = svg[start:] if start > 0 else svg

    def replace(match: re.Match[str]) -> str:
        name = match.group(1)
        if name in _XML:
            return match.group()
        text = html5.get(f"{name};")
        if text is not None:
            return "".join(f"&#{ord(character)};" for character in text)
        if found is not None:
            close = nearest(name, [known[:-1] for known in html5 if known.endswith(";")])
            help_ = f"did you mean '&{close};'?" if close else f"write '&amp;{name};' for the letters themselves"
            found.append(Diagnostic("T008", f"no character is called '&{name};'", None, help_))
        return ""

    if "&" in svg:
        svg = _ENTITY.sub(replace, svg)
    control = CONTROL.search(svg)
    if control and found is not None:
        field = _field_with(control.group(), fields)
        before = svg[max(0, control.start() - 20) : control.start()]
        where = f"in the field '{field}'" if field else f"after {before!r}"
        message = f"the control character U+{ord(control.group()):04X} {where}"
        found.append(Diagnostic("T009", message, None, "delete it: retype the text around it"))
    return svg


def mark_elements(source: str, name: str) -> str:
    """A template's text with `q-at="name:line"` in every start tag that stands outside Jinja's delimiters."""
    line = 1
    seen = 0

    def mark(match: re.Match[str]) -> str:
        nonlocal line, seen
        line += source.count("\n", seen, match.start())
        seen = match.start()
        return f'{match.group()} q-at="{name}:{line}"' if match.group(1) else match.group()

    return _TAG.sub(mark, source)


def _field_with(character: str, fields: Any) -> str:
    """The name of the first field, nested ones with dots, whose text holds `character`; empty where none does."""
    entries: Any = ()
    if isinstance(fields, Mapping):
        entries = fields.items()
    elif isinstance(fields, (list, tuple)):
        entries = enumerate(fields, 1)
    for name, value in entries:
        if isinstance(value, str):
            if character in value:
                return str(name)
        elif inner := _field_with(character, value):
            return f"{name}.{inner}"
    return ""
