"""Declared types: they give scalars their meaning, name what is wrong, and write themselves as JSON Schema.

A type reads a node and returns a plain value, or INVALID after it has told the Report why. All faults of a
value are told, not only the first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from questpress.diagnostics import Report, nearest
from questpress.source import Map, Node, Scalar, Seq
from questpress.units import LengthError, millimetres

Json = dict[str, Any]


class _Mark:
    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name

    def __bool__(self) -> bool:
        return False


INVALID = _Mark("INVALID")  # what a type returns after it has reported
REQUIRED = _Mark("REQUIRED")


@dataclass(slots=True)
class Reader:
    """Carries the report while a value is read; `evaluate` replaces `{{ … }}` in a scalar before it gets its type."""

    report: Report
    evaluate: Callable[[Scalar], str | None] | None = None
    subject: str = ""
    field: str = ""  # the key whose value is being read

    def text(self, node: Scalar) -> str | None:
        if self.evaluate is not None and "{{" in node.text:
            return self.evaluate(node)
        return node.text

    def wrong(self, node: Node, expected: str, help: str = "", code: str = "D021") -> _Mark:
        if isinstance(node, Scalar) and node.is_null:
            shown = node.source.lines[node.line] if node.line < len(node.source.lines) else ""
            if re.search(r"[:\-]\s*#[0-9A-Fa-f]{3,8}\b", shown):
                help = 'a # starts a comment: quote the colour, for example "#ff0000"'
            code, found = "D022", "nothing (empty value)"
        else:
            found = node.shape
        if self.field and expected.startswith("expected "):
            expected = f"{self.field} must be {expected.removeprefix('expected ')}"
        self.report.error(code, f"{expected}, found {found}", node.span, help, self.subject)
        return INVALID

    def named(self, field: str) -> Reader:
        """The same reader, for the value of the key `field`."""
        return Reader(self.report, self.evaluate, self.subject, field)


class Type:
    """A declared type. `expects` is how messages call it."""

    expects = "a value"

    def read(self, node: Node, reader: Reader) -> Any:
        """The plain value of `node`, or INVALID after every fault has been reported."""
        raise NotImplementedError

    def json(self) -> Json:
        """The type as JSON Schema."""
        raise NotImplementedError


class _ScalarType(Type):
    def read(self, node: Node, reader: Reader) -> Any:
        if not isinstance(node, Scalar):
            return reader.wrong(node, f"expected {self.expects}")
        if node.is_null:
            return reader.wrong(
                node, f"expected {self.expects}", "write a value, or leave the key out where it is optional"
            )
        text = reader.text(node)
        if text is None:
            return INVALID
        return self.parse(text, node, reader)

    def parse(self, text: str, node: Scalar, reader: Reader) -> Any:
        raise NotImplementedError


_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True)
class Text(_ScalarType):
    """Any text, as written; `yes`, `12:30` and `007` stay what they are."""

    expects = "a text"

    def parse(self, text: str, node: Scalar, reader: Reader) -> Any:
        bad = _CONTROL.search(text)
        if bad:
            found = f"the control character U+{ord(bad[0]):04X} in a text"
            reader.report.error(
                "D025", found, node.span, "delete it (it often comes along when text is pasted)", reader.subject
            )
            return INVALID
        return text.rstrip("\n") if node.literal or node.quoted else text

    def json(self) -> Json:
        return {"type": ["string", "number", "boolean"]}


@dataclass(frozen=True)
class Word(_ScalarType):
    """A name in one piece: letters, digits, `-`, `_`, `.`."""

    expects = "a name of letters, digits, '-', '_' or '.'"

    def parse(self, text: str, node: Scalar, reader: Reader) -> Any:
        if not re.fullmatch(r"[^\W_][\w.\-]*", text) or len(text) > 120:
            return reader.wrong(node, f"expected {self.expects}")
        return text

    def json(self) -> Json:
        return {"type": ["string", "number", "boolean"], "pattern": r"^[^\W_][\w.\-]*$"}


@dataclass(frozen=True)
class FileName(_ScalarType):
    """A path below the project, with forward slashes."""

    expects = "a file name"

    def parse(self, text: str, node: Scalar, reader: Reader) -> Any:
        if "\\" in text:
            forward = text.replace("\\", "/")
            return reader.wrong(node, "expected a file name with forward slashes", f"write {forward}", "D024")
        parts = text.split("/")
        if text.startswith("/") or ".." in parts or ":" in text:
            return reader.wrong(node, "expected a file inside the project", "write it relative, without '..'", "D024")
        return text

    def json(self) -> Json:
        return {"type": "string"}


@dataclass(frozen=True)
class Whole(_ScalarType):
    """A whole number, written in decimal digits."""

    least: int | None = None
    most: int | None = None

    @property
    def expects(self) -> str:  # type: ignore[override]
        if self.least is not None and self.most is not None:
            return f"a whole number from {self.least} to {self.most}"
        if self.least is not None:
            return f"a whole number of {self.least} or more"
        return "a whole number"

    def parse(self, text: str, node: Scalar, reader: Reader) -> Any:
        text = text.strip()
        if not re.fullmatch(r"[+-]?\d{1,12}", text):
            example = min(max(2, self.least or 0), 2 if self.most is None else self.most)
            return reader.wrong(node, f"expected {self.expects}", f"write a whole number, for example {example}")
        value = int(text)
        if (self.least is not None and value < self.least) or (self.most is not None and value > self.most):
            return reader.wrong(node, f"expected {self.expects}")
        return value

    def json(self) -> Json:
        limits = {k: v for k, v in (("minimum", self.least), ("maximum", self.most)) if v is not None}
        return {"anyOf": [{"type": "integer", **limits}, {"type": "string", "pattern": r"\{\{"}]}


@dataclass(frozen=True)
class Number(_ScalarType):
    """A number with or without decimals."""

    least: float | None = None
    most: float | None = None
    expects = "a number"

    def parse(self, text: str, node: Scalar, reader: Reader) -> Any:
        if not re.fullmatch(r"[+-]?(\d{1,12}(\.\d{1,12})?|\.\d{1,12})", text.strip()):
            comma = re.fullmatch(r"[+-]?\d+,\d+", text.strip())
            return reader.wrong(node, "expected a number", f"write a point: {text.replace(',', '.')}" if comma else "")
        value = float(text)
        if self.least is not None and value < self.least:
            return reader.wrong(node, f"expected a number of {self.least:g} or more", self._limits())
        if self.most is not None and value > self.most:
            return reader.wrong(node, f"expected a number of {self.most:g} or less", self._limits())
        return value

    def _limits(self) -> str:
        if self.least is None or self.most is None:
            return f"write {self.least:g} or more" if self.least is not None else f"write {self.most:g} or less"
        return f"write a number from {self.least:g} to {self.most:g}"

    def json(self) -> Json:
        limits = {k: v for k, v in (("minimum", self.least), ("maximum", self.most)) if v is not None}
        return {"anyOf": [{"type": "number", **limits}, {"type": "string", "pattern": r"\{\{"}]}


@dataclass(frozen=True)
class Length(_ScalarType):
    """A length with its unit; the value is in millimetres."""

    least: float = 0.0
    most: float = 2000.0
    expects = "a length with its unit, for example 63.5mm"

    def parse(self, text: str, node: Scalar, reader: Reader) -> Any:
        try:
            value = millimetres(text)
        except LengthError as error:
            reader.report.error("D023", str(error), node.span, error.remedy, reader.subject)
            return INVALID
        if not self.least <= value <= self.most:
            nearest = self.least if value < self.least else self.most
            limits = f"expected a length from {self.least:g} mm to {self.most:g} mm"
            return reader.wrong(node, limits, f"the nearest that is taken is {nearest:g}mm")
        return value

    def json(self) -> Json:
        return {"type": "string", "pattern": r"^\s*[+-]?(\d+(\.\d+)?|\.\d+)\s*(mm|cm|in|pt)\s*$|\{\{"}


@dataclass(frozen=True)
class Flag(_ScalarType):
    """`true` or `false`."""

    expects = "true or false"

    def parse(self, text: str, node: Scalar, reader: Reader) -> Any:
        if text in ("true", "false"):
            return text == "true"
        meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(text.lower())
        return reader.wrong(node, "expected true or false", f"write {meant}" if meant else "")

    def json(self) -> Json:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Choice(_ScalarType):
    """One of a list of words."""

    values: tuple[str, ...]

    @property
    def expects(self) -> str:  # type: ignore[override]
        return "one of " + ", ".join(self.values)

    def parse(self, text: str, node: Scalar, reader: Reader) -> Any:
        if text in self.values:
            return text
        close = nearest(text, self.values)
        return reader.wrong(node, f"expected {self.expects}", f"did you mean '{close}'?" if close else "")

    def json(self) -> Json:
        return {"enum": list(self.values)}


@dataclass(frozen=True)
class Colour(_ScalarType):
    """A colour, `#rrggbb` or `#rgb`."""

    expects = 'a colour as "#rrggbb"'

    def parse(self, text: str, node: Scalar, reader: Reader) -> Any:
        if re.fullmatch(r"#[0-9A-Fa-f]{6}", text):
            return text.lower()
        if re.fullmatch(r"#[0-9A-Fa-f]{3}", text):
            return "#" + "".join(c * 2 for c in text[1:].lower())
        return reader.wrong(
            node, f"expected {self.expects}", 'write six hexadecimal digits in quotes, for example "#bf342b"'
        )

    def json(self) -> Json:
        return {"type": "string", "pattern": "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"}


@dataclass(frozen=True)
class ListOf(Type):
    """A list whose members have one type."""

    of: Type
    least: int = 0
    most: int = 100_000

    @property
    def expects(self) -> str:  # type: ignore[override]
        return f"a list, each {self.of.expects}"

    def read(self, node: Node, reader: Reader) -> Any:
        if not isinstance(node, Seq):
            return reader.wrong(node, "expected a list", "write the members in [ ] or one a line after '- '")
        if not self.least <= len(node.items) <= self.most:
            exactly = f"exactly {self.least}" if self.least == self.most else f"{self.least} to {self.most}"
            reader.report.error(
                "D021", f"expected {exactly} members, found {len(node.items)}", node.span, "", reader.subject
            )
            return INVALID
        values = [self.of.read(item, reader) for item in node.items]
        return INVALID if any(value is INVALID for value in values) else values

    def json(self) -> Json:
        return {"type": "array", "items": self.of.json(), "minItems": self.least}


@dataclass(frozen=True)
class MapOf(Type):
    """A mapping from free names to values of one type."""

    of: Type
    expects = "a mapping"

    def read(self, node: Node, reader: Reader) -> Any:
        if not isinstance(node, Map):
            return reader.wrong(node, "expected a mapping", "write `name: value` lines")
        values = {key: self.of.read(value, reader.named(key)) for key, value in node.entries.items()}
        return INVALID if any(value is INVALID for value in values.values()) else values

    def json(self) -> Json:
        return {"type": "object", "additionalProperties": self.of.json()}


@dataclass(frozen=True)
class AnyOf(Type):
    """The first of several types whose shape fits (scalar, list or mapping decides); `expects` names them all."""

    types: tuple[Type, ...]

    @property
    def expects(self) -> str:  # type: ignore[override]
        return " or ".join(kind.expects for kind in self.types)

    def read(self, node: Node, reader: Reader) -> Any:
        fitting = [kind for kind in self.types if _fits(kind, node)]
        for kind in fitting:
            trial = Reader(Report(), reader.evaluate, reader.subject, reader.field)
            value = kind.read(node, trial)
            if value is not INVALID:
                return value
        if len(fitting) == 1:
            return fitting[0].read(node, reader)
        return reader.wrong(node, f"expected {self.expects}")

    def json(self) -> Json:
        return {"anyOf": [kind.json() for kind in self.types]}


@dataclass(frozen=True)
class Anything(Type):
    """Any value, as plain texts, lists and mappings. `shape` is what its JSON Schema says of it."""

    shape: Json | None = None

    def read(self, node: Node, reader: Reader) -> Any:
        if isinstance(node, Seq):
            return [self.read(item, reader) for item in node.items]
        if isinstance(node, Map):
            return {key: self.read(value, reader) for key, value in node.entries.items()}
        assert isinstance(node, Scalar)
        return None if node.is_null else reader.text(node)

    def json(self) -> Json:
        return dict(self.shape or {})


@dataclass(frozen=True)
class Field:
    """A key of a Record: its type, its default (REQUIRED where there is none) and what it is for."""

    type: Type
    default: Any = REQUIRED
    help: str = ""


@dataclass(frozen=True)
class Record(Type):
    """A mapping with known keys. Unknown keys are faults, with the nearest known name."""

    fields: Mapping[str, Field]
    title: str = "a mapping"
    open: bool = False  # other keys are left for a later stage to read

    @property
    def expects(self) -> str:  # type: ignore[override]
        return f"{self.title} (keys {', '.join(self.fields)})"

    def read(self, node: Node, reader: Reader) -> Any:
        if not isinstance(node, Map):
            return reader.wrong(node, f"expected {self.expects}")
        faulty = False
        values: dict[str, Any] = {}
        if not self.open:
            faulty = not known_keys(node, tuple(self.fields), reader)
        for name, declared in self.fields.items():
            found = node.get(name)
            if found is None or (isinstance(found, Scalar) and found.is_null and declared.default is None):
                if declared.default is REQUIRED:
                    faulty = True
                    help = f"add `{name}:` with {declared.type.expects}"
                    reader.report.error("D011", f"'{name}' is missing", node.span, help, reader.subject)
                else:
                    values[name] = declared.default
                continue
            values[name] = declared.type.read(found, reader.named(name))
            faulty = faulty or values[name] is INVALID
        return INVALID if faulty else values

    def json(self) -> Json:
        properties = {
            name: {**declared.type.json(), **({"description": declared.help} if declared.help else {})}
            for name, declared in self.fields.items()
        }
        required = [name for name, declared in self.fields.items() if declared.default is REQUIRED]
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": self.open}


def known_keys(node: Map, known: Sequence[str], reader: Reader) -> bool:
    """Whether every key of `node` is known; each unknown one is reported with the nearest name."""
    good = True
    for key, place in node.keys.items():
        if key not in known:
            good = False
            close = nearest(key, known)
            help = f"did you mean '{close}'?" if close else "known keys: " + ", ".join(known)
            reader.report.error("D012", f"unknown key '{key}'", place.span, help, reader.subject)
    return good


def _fits(kind: Type, node: Node) -> bool:
    if isinstance(kind, Anything | AnyOf):
        return True
    if isinstance(kind, ListOf):
        return isinstance(node, Seq)
    if isinstance(kind, Record | MapOf):
        return isinstance(node, Map)
    return isinstance(node, Scalar)


def read(node: Node, kind: Type, report: Report, evaluate: Callable[[Scalar], str | None] | None = None) -> Any:
    """The plain value of `node` under `kind`, or INVALID with the faults in `report`."""
    return kind.read(node, Reader(report, evaluate))


CELL = ListOf(Whole(), 2, 2)
