"""One element's attributes read and judged: values as numbers and colours, and everything that would be dropped,
misdrawn or misunderstood as a finding with what to write instead.

Looks at one element alone, so that equal elements are judged once; how elements fit together is `mend`'s part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from math import cos, radians, sin, tan

from questpress.diagnostics import nearest
from questpress.press.render import vocabulary as v
from questpress.press.render.colours import Colour, colour
from questpress.press.render.figures import Matrix, times
from questpress.units import MM_PER_INCH, MM_PER_PT, describe


@dataclass(frozen=True, slots=True)
class Fault:
    """A finding without a place: the element that carries it knows that."""

    code: str
    message: str
    help: str = ""
    warning: bool = False


@dataclass(frozen=True, slots=True)
class Percent:
    """A share of the viewport, 1 for the whole."""

    share: float


@dataclass(frozen=True, slots=True)
class Link:
    """A paint, clip or marker by id, with the colour to use where the gradient is degenerate (None = nothing)."""

    target: str
    fallback: Colour | None = None


LARGEST = 1e6  # of a length or of a matrix's numbers, user units: a kilometre
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_DECLARATION = re.compile(r"(?:[^;\"'(]|\"[^\"]*\"|'[^']*'|\([^)]*\))+")
CURRENT = "currentColor"
NONE = "none"
Value = object


@dataclass(slots=True)
class Own:
    """What an element says itself: `style` (inherited properties), `own` (its other properties and its geometry)."""

    tag: str
    style: dict[str, Value] = field(default_factory=dict)
    own: dict[str, Value] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    links: bool = False


class _Wrong(ValueError):
    def __init__(self, code: str, message: str, help: str = "") -> None:
        super().__init__(message)
        self.fault = Fault(code, message, help)


def read(tag: str, attributes: dict[str, str], declared: tuple[tuple[str, str], ...] = ()) -> Own:
    """What `<tag …>` says; `declared` are the style sheet's declarations for it, weaker ones first."""
    result = Own(tag)
    for name, value in _properties(tag, attributes, declared, result.faults):
        try:
            _take(result, name, value)
        except _Wrong as wrong:
            result.faults.append(wrong.fault)
    result.links = any(isinstance(value, Link) for value in (*result.style.values(), *result.own.values()))
    return result


def _properties(
    tag: str, attributes: dict[str, str], declared: tuple[tuple[str, str], ...], faults: list[Fault]
) -> Iterator[tuple[str, str]]:
    own = v.GEOMETRY.get(tag, frozenset())
    for key, value in attributes.items():
        if key[0] == "{":
            if key == f"{v.XLINK}href":
                key = "href"
            elif key == f"{v.XML}space":
                key = "xml:space"
            elif key == f"{v.XML}base":
                faults.append(Fault("T063", "xml:base is not followed", "name art from the project folder on"))
                continue
            else:
                continue  # of another vocabulary (inkscape:label): nothing that is drawn
        if key in v.EVERYWHERE or key.startswith(("data-", "aria-")) or key == "q-at":
            continue
        if key.startswith("on"):
            faults.append(Fault("T063", f"the event handler '{key}' does nothing on paper", "delete it"))
        elif key in own:
            yield key, value
        elif key in v.OWN or key in v.INHERITED or key in v.SHORTHAND:
            yield key, value
        else:
            _other(tag, key, value, (*own, *v.INHERITED, *v.OWN), faults)
    styled = attributes.get("style")
    for name, value in (*declared, *(declarations(styled, faults) if styled else ())):
        if name in v.INHERITED or name in v.OWN or name in v.SHORTHAND:
            yield name, value
        elif name in own and name in ("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d"):
            yield name, value  # SVG 2's geometry properties
        else:
            _other(tag, name, value, (*v.INHERITED, *v.OWN), faults)


def _other(tag: str, name: str, value: str, known: tuple[str, ...], faults: list[Fault]) -> None:
    """Judges a name that is not drawn."""
    if name.startswith("-") or name in v.HARMLESS:
        return
    if name in v.NEUTRAL and value.strip().lower() in v.NEUTRAL[name]:
        return
    if name.startswith(v.LONGHANDS) and value.strip().lower() in v.QUIET:
        return
    if name in v.REFUSED:
        faults.append(Fault("T063", f"'{name}' of <{tag}> is not drawn by this press: '{value[:40]}'", v.REFUSED[name]))
        return
    close = nearest(name, known)
    message = f"<{tag}> has no attribute '{name}'" + (f", did you mean '{close}'?" if close else "")
    faults.append(Fault("T062", message, "" if close else "delete it: it is not drawn"))


def declarations(text: str, faults: list[Fault]) -> list[tuple[str, str]]:
    """The (property, value) pairs of a style attribute or of a rule's body."""
    found = []
    for part in _DECLARATION.findall(_COMMENT.sub("", text)):
        name, colon, value = part.partition(":")
        if not colon:
            if part.strip():
                faults.append(Fault("T064", f"not a declaration: '{part.strip()[:30]}'", "write name: value;"))
            continue
        found.append((name.strip().lower() if not name.strip().startswith("--") else name.strip(), _plain(value)))
    return found


def _plain(value: str) -> str:
    value = value.strip()
    return value[: value.lower().rindex("!")].strip() if value.lower().endswith("!important") else value


def _take(result: Own, name: str, value: str) -> None:
    """Reads one value into `result`."""
    text = value.strip()
    if text == "inherit" and name in v.INHERITED:
        return
    if name in v.SHORTHAND:
        for longhand in v.SHORTHAND[name]:
            _take(result, longhand, value)
        return
    lowered = text.lower()
    for sign, what in (("var(", "custom properties"), ("calc(", "calc()"), ("env(", "env()")):
        if sign in lowered:
            raise _Wrong("T064", f"{name}='{text[:40]}': {what} cannot be drawn", "compute it in the template: {{ … }}")
    parsed = _value(result.tag, name, text)
    if name in v.INHERITED:
        result.style[name] = parsed
    else:
        result.own[name] = parsed


def _value(tag: str, name: str, text: str) -> Value:
    if name in v.PAINTS:
        return paint(name, text)
    if name in ("color", "stop-color"):
        if text == CURRENT and name == "stop-color":
            return CURRENT
        return _colour(name, text)
    if name in v.OPACITIES:
        return _opacity(name, text)
    if name in v.CHOICES:
        if text not in v.CHOICES[name]:
            raise _Wrong("T064", f"{name}='{text[:30]}' is not one of {', '.join(v.CHOICES[name])}")
        return text
    if name in v.TRANSFORMS:
        return transform(name, text)
    if name in v.LENGTHS and not (tag in ("text", "tspan") and name in ("x", "y")):
        if tag == "svg" and name in ("width", "height"):
            return text
        if name == "stroke-width" and text.startswith("-"):
            raise _Wrong("T064", f"stroke-width='{text}' is negative")
        return length(name, text)
    if name == "stroke-dasharray":
        return _dashes(text)
    if name == "stroke-miterlimit":
        return _number(name, text, least=1.0)
    if name == "viewBox":
        numbers = _numbers(name, text)
        if len(numbers) != 4 or numbers[2] <= 0 or numbers[3] <= 0 or not all(abs(n) <= LARGEST for n in numbers):
            raise _Wrong("T064", f"viewBox='{text}' is not four numbers with a size above nought")
        return tuple(numbers)
    if name == "preserveAspectRatio":
        if not re.fullmatch(r"(defer )?(none|x(Min|Mid|Max)Y(Min|Mid|Max))( (meet|slice))?", text):
            raise _Wrong("T064", f"preserveAspectRatio='{text}' is unknown", 'write for example "xMidYMid slice"')
        return text.removeprefix("defer ")
    if name == "clip-path" or name.startswith("marker-"):
        return None if text == NONE else _link(name, text)
    if name == "href":
        return text
    if name == "offset":
        number = _number(name, text.removesuffix("%"))
        return min(1.0, max(0.0, number / 100 if text.endswith("%") else number))
    if name == "display":
        return text != NONE
    if name == "font-size" and tag != "tspan" and not re.fullmatch(r"[\d.]+(px)?", text):
        raise _Wrong("T066", f"font-size='{text[:30]}' has no size on paper", "write a number (millimetres)")
    return text


def paint(name: str, text: str) -> Value:
    """A fill or stroke: NONE, CURRENT, a Colour or a Link. Raises for anything else: never black by default."""
    if text in (NONE, CURRENT):
        return text
    if text.lower() == "currentcolor":
        return CURRENT
    if text.startswith("url("):
        return _link(name, text)
    if text in ("context-fill", "context-stroke"):
        raise _Wrong("T065", f"{name}='{text}' is not drawn", "write the colour in the marker")
    return _colour(name, text)


def _colour(name: str, text: str) -> Colour:
    found = colour(text)
    if found is None:
        raise _Wrong(
            "T065", f"{name}='{text[:40]}' is not a colour", "write #rrggbb, rgb(…), hsl(…) or a CSS colour name"
        )
    return found


def _link(name: str, text: str) -> Link:
    match = re.fullmatch(r"url\(\s*(['\"]?)(.*?)\1\s*\)\s*(.*)", text)
    if match is None:
        raise _Wrong("T064", f"{name}='{text[:40]}' is not url(#id)")
    target, rest = match.group(2), match.group(3)
    if not target.startswith("#") or len(target) < 2:
        raise _Wrong(
            "T074", f"{name}='{text[:60]}' leads out of the face", "put the definition into this template's defs"
        )
    fallback = None
    if rest and rest != NONE:
        fallback = _colour(name, rest)
    return Link(target[1:], fallback)


_LENGTH = re.compile(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)\s*([a-zA-Z%]*)")
_MM = {"mm": 1.0, "cm": 10.0, "in": MM_PER_INCH, "pt": MM_PER_PT, "pc": 12 * MM_PER_PT}


@lru_cache(maxsize=8192)
def length_or_fault(name: str, text: str) -> float | Percent | Fault:
    """A length in user units, or a share of the viewport, or what is wrong with it."""
    match = _LENGTH.fullmatch(text)
    if match is None:
        if re.match(r"[+-]?\d+,\d", text):
            return Fault("T066", f"{name}='{text}' has a decimal comma", f"write {text.replace(',', '.', 1)}")
        if not text:
            return Fault("T066", f"{name} is empty", "write a number, or leave the attribute out")
        return Fault("T066", f"{name}='{text[:30]}' is not a length")
    number, unit = float(match.group(1)), match.group(2)
    if not abs(number) <= LARGEST:
        return Fault("T066", f"{name}='{text[:30]}' is out of all measure", "a face is at most some hundred units wide")
    if unit in ("", "px"):
        return number
    if unit == "%":
        return Percent(number / 100)
    if unit in _MM:
        return Fault(
            "T066",
            f"{name}='{text}': inside a face numbers are millimetres, a unit means 96ths of an inch to SVG",
            f"write {describe(number * _MM[unit])}",
        )
    return Fault("T066", f"{name}='{text}': the unit '{unit}' has no size on paper", "write a number (millimetres)")


def length(name: str, text: str) -> float | Percent:
    """A length in user units, or a share of the viewport."""
    found = length_or_fault(name, text)
    if isinstance(found, Fault):
        raise _Wrong(found.code, found.message, found.help)
    return found


def _number(name: str, text: str, least: float | None = None) -> float:
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not abs(number) < 1e9 or (least is not None and number < least):
        raise _Wrong("T064", f"{name}='{text[:30]}' is not a number" + (f" of {least:g} or more" if least else ""))
    return number


def _opacity(name: str, text: str) -> float:
    number = _number(name, text.removesuffix("%"))
    return min(1.0, max(0.0, number / 100 if text.endswith("%") else number))


def _numbers(name: str, text: str) -> list[float]:
    try:
        return [float(part) for part in re.split(r"[\s,]+", text.strip()) if part]
    except ValueError:
        raise _Wrong("T064", f"{name}='{text[:40]}' holds something that is no number") from None


def _dashes(text: str) -> tuple[float | Percent, ...]:
    if text in (NONE, ""):
        return ()
    dashes = tuple(length("stroke-dasharray", part) for part in re.split(r"[\s,]+", text.strip()) if part)
    if any(dash < 0 for dash in dashes if isinstance(dash, float)):
        raise _Wrong("T064", f"stroke-dasharray='{text[:40]}' has a negative length")
    if all(dash == 0 for dash in dashes):
        return ()
    return dashes * 2 if len(dashes) % 2 else dashes


_CALL = re.compile(r"[\s,]*(\w+)\s*\(([^()]*)\)")
_COUNTS = {"matrix": (6,), "translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "skewX": (1,), "skewY": (1,)}


@lru_cache(maxsize=8192)
def _transform(name: str, text: str) -> Matrix | Fault | None:
    matrix: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
    place = 0
    if text == NONE:
        return None
    while match := _CALL.match(text, place):
        call, inside = match.groups()
        if call not in _COUNTS:
            break
        place = match.end()
        # CSS writes units (deg, px); SVG's attribute has none
        numbers = re.sub(r"(?<=\d)(deg|px)\b", "", inside)
        try:
            n = [float(number) for number in re.split(r"[\s,]+|(?<=[\d.])(?=-)", numbers.strip()) if number]
        except ValueError:
            return Fault("T064", f"{name}='{text[:60]}': '{inside.strip()[:30]}' is no list of numbers")
        if len(n) not in _COUNTS[call]:
            return Fault("T064", f"{name}='{text[:60]}': {call} with {len(n)} numbers")
        matrix = times(_matrix(call, n), matrix)
    if text[place:].strip(" \t\r\n,"):
        return Fault("T064", f"{name}='{text[:60]}' cannot be read from '{text[place:].strip()[:20]}' on")
    if not all(abs(number) <= LARGEST for number in matrix):
        return Fault("T064", f"{name}='{text[:60]}' is out of all measure")
    return None if matrix == (1.0, 0.0, 0.0, 1.0, 0.0, 0.0) else matrix


def transform(name: str, text: str) -> Matrix | None:
    """The matrix of a transform list; None where it changes nothing."""
    found = _transform(name, text)
    if isinstance(found, Fault):
        raise _Wrong(found.code, found.message, found.help)
    return found


def _matrix(call: str, n: list[float]) -> Matrix:
    match call:
        case "matrix":
            return (n[0], n[1], n[2], n[3], n[4], n[5])
        case "translate":
            return (1.0, 0.0, 0.0, 1.0, n[0], n[1] if len(n) > 1 else 0.0)
        case "scale":
            return (n[0], 0.0, 0.0, n[-1], 0.0, 0.0)
        case "skewX":
            return (1.0, 0.0, tan(radians(n[0])), 1.0, 0.0, 0.0)
        case "skewY":
            return (1.0, tan(radians(n[0])), 0.0, 1.0, 0.0, 0.0)
    c, s = cos(radians(n[0])), sin(radians(n[0]))
    x, y = n[1:] or (0.0, 0.0)
    return (c, s, -s, c, x - c * x + s * y, y - s * x - c * y)
