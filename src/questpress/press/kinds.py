"""Component kinds, declared as data: trim, faces, default sheet and the fields that a component of the kind has."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from questpress.diagnostics import Report, Span, nearest
from questpress.press.contours import fault_of
from questpress.press.crossings import faults_in
from questpress.press.model import SHAPES
from questpress.press.render.outline import path
from questpress.schema import (
    CELL,
    INVALID,
    Anything,
    Choice,
    Colour,
    Field,
    FileName,
    Flag,
    Length,
    ListOf,
    MapOf,
    Number,
    Reader,
    Record,
    Text,
    Type,
    Whole,
    Word,
)
from questpress.source import Map, Node, Scalar, Seq

FACES = Record(
    {
        "front": Field(FileName(), help="template of the front, below templates/<game>/ or templates/"),
        "back": Field(FileName(), None, help="template of the back; without it the component is one-sided"),
    },
    "the faces of a kind",
)
CHECK = Record(
    {
        "that": Field(Text(), help="an expression over the fields, that must hold"),
        "says": Field(Text(), help="what is wrong where it does not; may hold expressions"),
        "help": Field(Text(), None, help="what to do about it; may hold expressions"),
    },
    "a check",
)
KIND = Record(
    {
        "title": Field(Text(), "", help="how people call it"),
        "trim": Field(ListOf(Text(), 2, 2), help="finished width and height, for example [63.5mm, 88.9mm]"),
        "bleed": Field(Length(0, 20), 0.0, help="art beyond the trim"),
        "safe": Field(Length(0, 50), 0.0, help="ring inside the trim that text keeps out of"),
        "corner": Field(Length(0, 100), 0.0, help="radius of the cut corners"),
        "shape": Field(Choice(SHAPES), "rect", help="outline of the trim; a hexagon stands on an edge or a corner"),
        "outline": Field(Text(), None, help="closed path data of a shape of its own, in mm from the trim's corner"),
        "white_edge": Field(Flag(), False, help="white beyond the trim is meant, so that no bleed is missed"),
        "sheet": Field(
            Word(), "page", help="the sheet it is printed on, unless the deck names one; `none`: never alone"
        ),
        "faces": Field(FACES, help="the templates of its faces"),
        "fields": Field(Anything(), {}, help="what a component of this kind states"),
        "checks": Field(ListOf(CHECK), [], help="what must hold between the fields, and with other components"),
    },
    "a component kind",
)
KINDS = Record({"kinds": Field(MapOf(KIND), help="component kinds by name")}, "a file of kinds")

_PLAIN: dict[str, type[Type]] = {
    "text": Text,
    "word": Word,
    "number": Number,
    "whole": Whole,
    "flag": Flag,
    "length": Length,
    "colour": Colour,
    "icon": Word,
    "image": FileName,
    "any": Anything,
}
_TYPES = (*_PLAIN, "choice", "cell", "list", "record")
_FIELD_KEYS = ("type", "values", "of", "fields", "min", "max", "default", "optional", "help")
_NAME = re.compile(r"[a-z]\w*")
RESERVED = ("id", "quantity", "kind")  # what every component has


@dataclass(frozen=True, slots=True)
class FieldSpec:
    """A declared field: its type, the node of its default, whether it may be missing."""

    type: Type
    default: Node | None
    optional: bool
    text: bool  # holds text that is printed, so that text errors name it
    help: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """An expression that must hold for every component of a kind, what is said where it does not, and what to do."""

    that: Scalar
    says: Scalar
    help: Scalar | None = None


@dataclass(frozen=True, slots=True)
class Kind:
    """A declared component kind; `trim` as written, since it may be worked out from the fields."""

    name: str
    title: str
    trim: tuple[Scalar, Scalar]
    bleed: float
    safe: float
    corner: float
    shape: str
    outline: Scalar | None
    white_edge: bool
    sheet: str
    faces: Mapping[str, str]
    fields: Mapping[str, FieldSpec]
    span: Span
    face_spans: Mapping[str, Span] = field(default_factory=dict)
    sheet_span: Span | None = None
    checks: tuple[Check, ...] = ()

    def record(self, extra: Mapping[str, Field] | None = None) -> Record:
        """The schema of a component of this kind; fields without a value read as None."""
        declared = {
            name: Field(spec.type, None, spec.help) if spec.optional else Field(spec.type, help=spec.help)
            for name, spec in self.fields.items()
        }
        return Record({**(extra or {}), **declared}, f"a {self.title or self.name}")


def read_kinds(node: Node, report: Report) -> dict[str, Kind]:
    """The kinds that a kinds.yaml declares, by name; faults go to `report`, faulty kinds are left out."""
    kinds: dict[str, Kind] = {}
    if not isinstance(node, Map) or not isinstance(node.get("kinds"), Map):
        KINDS.read(node, Reader(report))
        return kinds
    Record({"kinds": Field(Anything())}).read(node, Reader(report))
    entries = node.entries["kinds"]
    assert isinstance(entries, Map)
    for name, entry in entries.entries.items():
        kind = _kind(name, entry, entries.keys[name], report)
        if kind is not None:
            kinds[name] = kind
    return kinds


def names_of(node: Node) -> set[str]:
    """The names of all kinds that a kinds.yaml declares, faulty ones too."""
    entries = node.get("kinds") if isinstance(node, Map) else None
    return set(entries.entries) if isinstance(entries, Map) else set()


def _kind(name: str, node: Node, key: Scalar, report: Report) -> Kind | None:
    reader = Reader(report, subject=f"kind {name}")
    values = KIND.read(node, reader)
    if not isinstance(node, Map):
        return None
    fields = _fields(node.get("fields"), reader)
    if values is INVALID or fields is None:
        return None
    trim_node = node.entries["trim"]
    trim = tuple(trim_node.items)  # type: ignore[attr-defined]
    for scalar in trim:
        if "{{" not in scalar.text and Length(1.0).read(scalar, reader.named("trim")) is INVALID:
            return None
    shape = _shape(node, values, reader)
    if shape is None:
        return None
    outline = node.entries["outline"] if shape == "outline" else None
    face_nodes = node.entries["faces"]
    assert isinstance(face_nodes, Map)
    faces = {side: template for side, template in values["faces"].items() if template}
    assert outline is None or isinstance(outline, Scalar)
    return Kind(
        name,
        values["title"],
        trim,  # type: ignore[arg-type]
        values["bleed"],
        values["safe"],
        values["corner"],
        shape,
        outline,
        values["white_edge"],
        values["sheet"],
        faces,
        fields,
        key.span,
        {side: face_nodes.entries[side].span for side in faces},
        node.entries["sheet"].span if "sheet" in node else None,
        _checks(node.get("checks")),
    )


def _shape(node: Map, values: Mapping[str, Any], reader: Reader) -> str | None:
    """The shape of the trim; None after it was reported (D071) that its outline cannot be cut along."""
    outline, stated = node.get("outline"), node.get("shape")
    shape = values["shape"]
    if outline is None:
        if shape == "outline":
            help = 'write its path, in mm: outline: "M0 0H20V30H0Z"'
            reader.report.error("D071", "the shape is an outline, but none is stated", node.span, help, reader.subject)
            return None
        return shape
    if stated is not None and shape != "outline":
        found = f"an outline is stated, and `shape: {shape}`"
        reader.report.error("D071", found, stated.span, "leave one of the two out", reader.subject)
        return None
    if "{{" not in values["outline"] and not told_outline(
        values["outline"], outline.span, reader.report, reader.subject
    ):
        return None
    return "outline"


def told_outline(d: str, span: Span, report: Report, subject: str) -> bool:
    """Whether one piece can be cut along path data; what keeps it from that is reported (D071, D073)."""
    fault = fault_of(d)
    if fault is not None:
        help = "write the commands M, L, H, V, C, S, Q, T, A in millimetres and end each part with Z"
        report.error("D071", f"the outline cannot be cut along: {fault}", span, help, subject)
        return False
    faults = faults_in(path(d))
    for found in faults:
        help = "draw one line around the piece that meets itself nowhere; parts inside it are holes"
        report.error("D073", f"the outline is not that of one piece: {found}", span, help, subject)
    return not faults


def _checks(node: Node | None) -> tuple[Check, ...]:
    """The checks of a kind whose schema has been found good."""
    if not isinstance(node, Seq):
        return ()
    parts = [item.entries for item in node.items]  # type: ignore[attr-defined]
    return tuple(Check(part["that"], part["says"], part.get("help")) for part in parts)


def _fields(node: Node | None, reader: Reader) -> dict[str, FieldSpec] | None:
    if node is None or (isinstance(node, Scalar) and node.is_null):
        return {}
    if not isinstance(node, Map):
        reader.wrong(node, "expected fields to be a mapping", "write `name: text` lines")
        return None
    specs: dict[str, FieldSpec] = {}
    faulty = False
    for name, entry in node.entries.items():
        if not _NAME.fullmatch(name) or name in RESERVED:
            why = "is kept for every component's own" if name in RESERVED else "must be a word of a-z, 0-9 and _"
            reader.report.error("D021", f"the field name '{name}' {why}", node.keys[name].span, "", reader.subject)
            faulty = True
            continue
        spec = _field(entry, reader.named(name))
        if spec is None:
            faulty = True
        else:
            specs[name] = spec
    return None if faulty else specs


def _field(node: Node, reader: Reader) -> FieldSpec | None:
    if isinstance(node, Scalar):
        kind = _type(node, None, reader)
        return None if kind is None else FieldSpec(kind, None, False, _is_text(node.text))
    if not isinstance(node, Map):
        reader.wrong(node, "expected a type, or a mapping with `type`")
        return None
    from questpress.schema import known_keys

    good = known_keys(node, _FIELD_KEYS, reader)
    word = node.get("type")
    if not isinstance(word, Scalar):
        reader.report.error("D011", "'type' is missing", node.span, f"one of {', '.join(_TYPES)}", reader.subject)
        return None
    kind = _type(word, node, reader)
    optional = node.get("optional")
    is_optional = optional is not None and Flag().read(optional, reader.named("optional")) is True
    help_node = node.get("help")
    help = help_node.text if isinstance(help_node, Scalar) else ""
    if kind is None or not good:
        return None
    inner = node.get("of")
    text = _is_text(word.text) or (isinstance(inner, Scalar) and _is_text(inner.text))
    default = node.get("default")
    if isinstance(default, Scalar) and default.is_null:
        default, is_optional = None, True
    return FieldSpec(kind, default, is_optional, text, help)


def _is_text(word: str) -> bool:
    return word == "text"


def _type(word: Scalar, node: Map | None, reader: Reader) -> Type | None:
    name = word.text
    if name in ("whole", "number") and node is not None:
        bounds = {}
        for key, limit in (("min", "least"), ("max", "most")):
            bound = node.get(key)
            if bound is not None:
                value = (Whole() if name == "whole" else Number()).read(bound, reader.named(key))
                if value is INVALID:
                    return None
                bounds[limit] = value
        if len(bounds) == 2 and bounds["least"] > bounds["most"]:
            found = f"min is {bounds['least']:g} and max is {bounds['most']:g}, so that no number fits"
            low = node.entries["min"].span
            reader.report.error("D021", f"{reader.field}: {found}", low, "swap the two", reader.subject)
            return None
        return Whole(**bounds) if name == "whole" else Number(**bounds)
    if name in _PLAIN:
        return _PLAIN[name]()
    if name == "cell":
        return CELL
    if name == "choice":
        values = node.get("values") if node else None
        words = ListOf(Word(), 1).read(values, reader.named("values")) if values is not None else INVALID
        if values is None:
            reader.report.error(
                "D011", "'values' is missing for a choice", word.span, "values: [one, two]", reader.subject
            )
        return None if words is INVALID else Choice(tuple(words))
    if name == "list":
        inner = node.get("of") if node else None
        if inner is None:
            return ListOf(Text())
        spec = _field(inner, reader)
        return None if spec is None else ListOf(spec.type)
    if name == "record":
        specs = _fields(node.get("fields") if node else None, reader)
        if specs is None:
            return None
        return Record({key: _as_field(spec) for key, spec in specs.items()})
    close = nearest(name, _TYPES)
    help = f"did you mean '{close}'?" if close else "types: " + ", ".join(_TYPES)
    reader.report.error("D021", f"no field type '{name}'", word.span, help, reader.subject)
    return None


def _as_field(spec: FieldSpec) -> Field:
    if spec.default is not None:
        value: Any = Anything().read(spec.default, Reader(Report()))
        if isinstance(spec.default, Scalar) or isinstance(value, list):
            value = spec.type.read(spec.default, Reader(Report()))
        return Field(spec.type, None if value is INVALID else value, spec.help)
    return Field(spec.type, None, spec.help) if spec.optional else Field(spec.type, help=spec.help)
