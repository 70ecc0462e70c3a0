"""Calls in templates: whether a function takes what it is given, and which template line calls it."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

from markupsafe import Markup

from questpress.diagnostics import nearest
from questpress.press.text.field import FieldText

# What other libraries call our arguments.
_ALSO = {
    "color": ("fill",),
    "colour": ("fill",),
    "width": ("w", "max_width"),
    "height": ("h",),
    "font_size": ("size",),
    "font_family": ("font",),
    "font_weight": ("weight",),
    "font_style": ("style",),
    "text_anchor": ("anchor",),
    "align": ("anchor",),
    "anchor": ("align",),
    "min_size": ("min",),
    "letter_spacing": ("tracking",),
    "line_height": ("leading",),
}
_SUBJECTS = ("text", "name", "path")  # what a function draws, if it is named
_TAG = re.compile(r"<[A-Za-z][\w:.-]*(?=[\s/>])")


class WrongCall(Exception):
    """A function of the press was called with arguments that it does not have; `remedy` names those that it has."""

    def __init__(self, message: str, remedy: str) -> None:
        super().__init__(message)
        self.remedy = remedy


def misfit(function: object, args: Sequence[object], kwargs: Mapping[str, object]) -> WrongCall | None:
    """What is wrong with a call of a plain function; None where its arguments fit, or for other callables."""
    if not isinstance(function, FunctionType):
        return None
    signature = inspect.signature(function)
    kwargs = {name: value for name, value in kwargs.items() if name[:1] != "_"}  # Jinja adds some of its own
    try:
        signature.bind(*args, **kwargs)
    except TypeError:
        pass
    else:
        return None
    called = f"{function.__name__}()"
    takes = [each for each in signature.parameters.values() if each.kind is not each.VAR_KEYWORD]
    names = [each.name for each in takes]
    shown = ", ".join(each.name if each.default is each.empty else f"{each.name}=" for each in takes)
    remedy = f"{called} takes {shown}"
    for name in kwargs:
        if name not in names:
            close = next((also for also in _ALSO.get(name, ()) if also in names), None) or nearest(name, names)
            hint = f", did you mean '{close}'?" if close else ""
            return WrongCall(f"{called} has no argument '{name}'{hint}", remedy)
    twice = [name for name in names[: len(args)] if name in kwargs]
    if twice:
        return WrongCall(f"{called} is given '{twice[0]}' twice, by its place and by its name", remedy)
    if len(args) > len(names):
        return WrongCall(f"{called} takes at most {len(names)} values, found {len(args)}", remedy)
    missing = [each.name for each in takes[len(args) :] if each.default is each.empty and each.name not in kwargs]
    lacking = " and ".join(f"'{name}'" for name in missing)
    return WrongCall(f"{called} needs {lacking}", remedy)


def calling() -> tuple[str, int] | None:
    """Name and line of the innermost template that is running; None where none is."""
    frame = sys._getframe(1)
    while frame is not None:
        template = frame.f_globals.get("__jinja_template__")
        if template is not None:
            return template.name or "", template.get_corresponding_lineno(frame.f_lineno)
        frame = frame.f_back  # type: ignore[assignment]
    return None


def marked(written: str, args: Sequence[object], kwargs: Mapping[str, object]) -> Markup:
    """What a function wrote, with `q-at` (the calling template's line) and `q-field` (whose text or art it is) on
    every element."""
    place = calling()
    mark = f' q-at="{place[0]}:{place[1]}"' if place else ""
    drawn = args[0] if args else next((kwargs[name] for name in _SUBJECTS if name in kwargs), None)
    field = kwargs.get("field") or (drawn.field if isinstance(drawn, FieldText) else "")
    if field:
        mark += f' q-field="{Markup.escape(str(field))}"'
    return Markup(_TAG.sub(lambda match: match.group() + mark, written))


def offered(name: str, call: Callable[..., Any], like: Callable[..., Any]) -> Callable[..., Any]:
    """`call` as templates see it: under `name`, with the arguments of the method `like` without its self."""

    def function(*args: Any, **kwargs: Any) -> Any:
        return call(*args, **kwargs)

    signature = inspect.signature(like)
    function.__name__ = name
    function.__signature__ = signature.replace(parameters=list(signature.parameters.values())[1:])  # type: ignore
    return function
