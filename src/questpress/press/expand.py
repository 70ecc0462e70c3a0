"""A deck file to cards: defaults, matrix and entries merged, rule numbers put in, every field given its type."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from questpress import table
from questpress.diagnostics import Report, Span
from questpress.press.contours import NEAR, contour, is_regular, regular_height
from questpress.press.kinds import Kind, told_outline
from questpress.press.model import Card, Trim
from questpress.schema import INVALID, AnyOf, Field, Length, ListOf, Reader, Text, Whole, Word, known_keys
from questpress.source import Map, Node, Scalar, Seq
from questpress.table import NO_TABLE, Table

MOST_CARDS = 20_000  # of a deck, before quantities
MOST_COPIES = 5_000  # of one card

NEEDS = Field(AnyOf((Word(), ListOf(Word()))), None, help="the module, or modules, that the component belongs to")

# Gives the text with `{{ … }}` replaced, or None after it has reported; the mapping holds further names.
Evaluate = Callable[[Scalar, Mapping[str, Any], dict[str, Any], Report, str], str | None]


@dataclass(frozen=True, slots=True)
class Frame:
    """What all cards of a file share while they are read."""

    game: str
    deck: str
    kind: Kind
    evaluate: Evaluate
    extra: Mapping[str, Field]  # fields that the file's sort adds, such as columns of a board
    known: Mapping[str, Any]  # values that templates of trims may name besides the fields
    table: Table = NO_TABLE


def entries_of(node: Node, name: str, reader: Reader) -> list[Map]:
    """The mappings of a list, or of a mapping by id; anything else is reported."""
    if isinstance(node, Map):
        found: list[Map] = []
        for key, value in node.entries.items():
            if isinstance(value, Scalar) and value.is_null:
                value = Map(value.source, value.line, value.column, value.end_column)
            if not isinstance(value, Map):
                reader.wrong(value, f"expected {name} '{key}' to be a mapping of fields")
                continue
            merged = Map(value.source, value.line, value.column, value.end_column)
            merged.entries = {"id": node.keys[key], **value.entries}
            merged.keys = {"id": node.keys[key], **value.keys}
            found.append(merged)
        return found
    if not isinstance(node, Seq):
        reader.wrong(node, f"expected {name} to be a list", "write one a line after '- '")
        return []
    found = []
    for item in node.items:
        if isinstance(item, Map):
            found.append(item)
        else:
            reader.wrong(item, f"expected a mapping of fields in {name}")
    return found


def merge(*layers: Map | None, span_of: Map) -> Map:
    """One mapping out of several, later layers over earlier ones; its place is that of `span_of`."""
    merged = Map(span_of.source, span_of.line, span_of.column, span_of.end_column)
    for layer in layers:
        if layer is not None:
            merged.entries.update(layer.entries)
            merged.keys.update(layer.keys)
    return merged


def matrix(node: Node, reader: Reader) -> list[Map] | None:
    """A mapping for every combination of a matrix's axes, in the order in which they are written.

    None after a fault has been reported: no axes, an id of an unknown axis, two combinations with one id (D014).
    """
    if not isinstance(node, Map):
        reader.wrong(node, "expected matrix to be a mapping with `axes`")
        return None
    known_keys(node, ("axes", "id"), reader)
    axes = node.get("axes")
    if not isinstance(axes, Map) or not axes.entries:
        reader.report.error("D011", "'axes' is missing in the matrix", node.span, "axes: {colour: [red, green]}")
        return None
    points: list[list[Map]] = []
    total = 1
    for name, axis in axes.entries.items():
        values = _axis(name, axes.keys[name], axis, reader)
        points.append(values)
        total *= len(values)
    if total > MOST_CARDS:
        reader.report.error("D026", f"the matrix makes {total} cards, at most {MOST_CARDS}", node.span)
    if not 0 < total <= MOST_CARDS:
        return None
    pattern = node.get("id")
    form = pattern.text if isinstance(pattern, Scalar) else "-".join(f"{{{name}}}" for name in axes.entries)
    cards = []
    made: dict[str, dict[str, str]] = {}  # the combination of each id
    for combination in itertools.product(*points):
        card = merge(*combination, span_of=combination[0])
        values = {name: point.entries[name].text for name, point in zip(axes.entries, combination, strict=True)}  # type: ignore[attr-defined]
        missing = [name for name in re.findall(r"\{(\w+)\}", form) if name not in values]
        if missing:
            span = pattern.span if pattern is not None else node.span
            reader.report.error("D015", f"no axis '{missing[0]}' for the id", span, "axes: " + ", ".join(values))
            return None
        text = re.sub(r"\{(\w+)\}", lambda match, values=values: values[match[1]], form)
        if text.casefold() in made:  # output names must differ on systems that fold upper and lower case
            span = pattern.span if pattern is not None else node.span
            _told_twice(text, made[text.casefold()], values, form, span, reader)
            return None
        made[text.casefold()] = values
        place = combination[-1]
        card.entries["id"] = card.keys["id"] = Scalar(
            place.source, place.line, place.column, place.end_column, text, True
        )
        cards.append(card)
    return cards


def _told_twice(
    text: str, first: Mapping[str, str], second: Mapping[str, str], form: str, span: Span, reader: Reader
) -> None:
    """Reports two combinations of a matrix that have one id."""
    one, other = (", ".join(f"{axis} {value}" for axis, value in point.items()) for point in (first, second))
    lacking = [axis for axis in first if first[axis] != second[axis] and f"{{{axis}}}" not in form]
    help = "let every combination have an id of its own"
    if lacking:
        help = "add " + " and ".join(f"{{{axis}}}" for axis in lacking) + " to the id"
    elif one == other:
        help = "an axis has a value twice: remove one of them"
    message = f"two cards of the matrix have the id '{text}': {one}; and {other}"
    reader.report.error("D014", message, span, help, reader.subject)


def _axis(name: str, key: Scalar, node: Node, reader: Reader) -> list[Map]:
    points: list[Map] = []
    if isinstance(node, Seq):
        pairs: list[tuple[Scalar, Map | None]] = []
        for item in node.items:
            if isinstance(item, Scalar):
                pairs.append((item, None))
            else:
                reader.wrong(item, f"expected a value of the axis {name}")
    elif isinstance(node, Map):
        pairs = []
        for value, fields in node.entries.items():
            if isinstance(fields, Map):
                pairs.append((node.keys[value], fields))
            elif isinstance(fields, Scalar) and fields.is_null:
                pairs.append((node.keys[value], None))
            else:
                reader.wrong(fields, f"expected the fields of '{value}' to be a mapping")
    else:
        reader.wrong(node, f"expected the axis {name} to be a list, or a mapping from value to fields")
        return []
    for value, fields in pairs:
        point = Map(value.source, value.line, value.column, value.end_column)
        if fields is not None:
            point.entries.update(fields.entries)
            point.keys.update(fields.keys)
        point.entries[name], point.keys[name] = value, key
        points.append(point)
    if not points:
        reader.report.error("D021", f"the axis '{name}' has no values", key.span)
    return points


def merged_entries(cards: list[Map], matrix_cards: list[Map], reader: Reader) -> list[Map]:
    """Matrix cards with the entries of the same id laid over them, and the other entries behind them."""
    by_id = {card.entries["id"].text: card for card in matrix_cards}  # type: ignore[attr-defined]
    laid: dict[str, Span] = {}
    for entry in cards:
        ident = entry.get("id")
        if not isinstance(ident, Scalar):
            reader.report.error(
                "D011", "'id' is missing", entry.span, "name the matrix card that these fields belong to"
            )
        elif ident.text in laid:
            found = f"two entries have the id '{ident.text}', first in {laid[ident.text]}"
            reader.report.error("D014", found, ident.span, "make one entry of them", reader.subject)
        elif ident.text in by_id:
            laid[ident.text] = ident.span
            by_id[ident.text] = merge(by_id[ident.text], entry, span_of=entry)
        else:
            laid[ident.text] = ident.span
            by_id[ident.text] = entry
    return list(by_id.values())


def card_of(node: Map, frame: Frame, report: Report, fallback_id: str | None = None) -> Card | None:
    """The card that a merged mapping states, or None after its faults have been reported.

    Fields that the kind declares and the mapping lacks take the kind's default. Without an `id` the card takes
    `fallback_id`, else its words joined by '-'.
    """
    kind = frame.kind
    full = merge(node, span_of=node)
    for name, spec in kind.fields.items():
        present = full.get(name)
        if spec.default is not None and (present is None or (isinstance(present, Scalar) and present.is_null)):
            full.entries[name] = spec.default
            full.keys.setdefault(
                name, node.keys.get(name) or Scalar(node.source, node.line, node.column, node.end_column, name, True)
            )
    ident = full.get("id")
    label = ident.text if isinstance(ident, Scalar) else fallback_id or f"on line {node.line + 1}"
    subject = f"{frame.deck}/{label}"
    reads: dict[str, Any] = {}
    plain = {
        name: entry.text for name, entry in full.entries.items() if isinstance(entry, Scalar) and "{{" not in entry.text
    }

    declared = frame.table.declared
    known = {**frame.known, "seat": declared.seat_of(plain) if declared else 0, **plain}

    def evaluate(scalar: Scalar) -> str | None:
        return frame.evaluate(scalar, known, reads, report, subject)

    head = {
        "id": Field(Word(), None),
        "quantity": Field(Whole(0, MOST_COPIES), 1),
        **frame.extra,
    }
    if table.MODULE_FIELD not in kind.fields:
        head[table.MODULE_FIELD] = NEEDS
    reader = Reader(report, evaluate, subject)
    values = kind.record(head).read(full, reader)
    if values is INVALID:
        return None
    name = values.pop("id") or fallback_id or _made_id(values)
    if not name:
        help = "add an id, one that no other card has"
        report.error("D011", "'id' is missing", node.span, help, f"{frame.deck}")
        return None
    quantity = values.pop("quantity")
    asks = {table.MODULE_FIELD: values.pop(table.MODULE_FIELD)} if table.MODULE_FIELD in head else values
    table.check_needs(asks, frame.table, full.entries.get(table.MODULE_FIELD, node).span, subject, report)
    counted = full.get("quantity")  # worked out from the players: it says for itself who needs how many
    by_players = isinstance(counted, Scalar) and re.search(r"\{\{.*\bplayers\b", counted.text) is not None
    if frame.table.lacks(asks if by_players else {**values, **asks}):
        quantity = 0
    stated = {key: entry.span for key, entry in node.entries.items()}
    trim = _trim(kind, values, frame, reads, report, subject, stated, node.span)
    if trim is None:
        return None
    title = next(
        (str(values[key]) for key in ("title", "name") if values.get(key)), name.replace("-", " ").capitalize()
    )
    spans = {key: entry.span for key, entry in full.entries.items()}
    return Card(
        frame.game, frame.deck, kind.name, name, title, quantity, values, trim, kind.faces, node.span, spans, reads
    )


def _made_id(values: Mapping[str, Any]) -> str | None:
    words = [value for value in values.values() if isinstance(value, str) and re.fullmatch(r"[^\W_][\w.\-]*", value)]
    return "-".join(words)[:120] or None


def _trim(
    kind: Kind,
    values: Mapping[str, Any],
    frame: Frame,
    reads: dict[str, Any],
    report: Report,
    subject: str,
    stated: Mapping[str, Span],
    place: Span,
) -> Trim | None:
    """The trim, worked out from the fields; a bad one is told at the first field of `stated` that it is made of."""
    sides: list[float] = []
    known = {**frame.known, **values}
    for scalar in kind.trim:
        worked_out = "{{" in scalar.text
        text = frame.evaluate(scalar, known, reads, report, subject) if worked_out else scalar.text
        if text is None:
            return None
        own = Report()
        value = Length(1.0).parse(text, replace(scalar, text=text), Reader(own, subject=subject, field="trim"))
        for finding in own.findings:
            if worked_out:
                named = [name for name in re.findall(r"[A-Za-z]\w*", scalar.text) if name in stated]
                help = finding.help or f"it is worked out as {scalar.text}"
                finding = replace(finding, span=stated[named[0]] if named else place, help=help)
            report.extend([finding])
        if value is INVALID:
            return None
        sides.append(value)
    width, height = sides
    if kind.shape == "circle" and abs(width - height) > 1e-6:
        found = f"{width:g} × {height:g} mm"
        report.error("D021", f"a circle needs one diameter, found {found}", kind.trim[0].span, "", subject)
        return None
    outline = "" if kind.outline is None else kind.outline.text
    if kind.outline is not None and "{{" in outline:
        worked_out_d = frame.evaluate(kind.outline, known, reads, report, subject)
        if worked_out_d is None or not told_outline(worked_out_d, kind.outline.span, report, subject):
            return None
        outline = worked_out_d
    trim = Trim(width, height, kind.bleed, kind.safe, kind.corner, kind.shape, outline)
    return trim if _holds(kind, trim, report, subject) else None


def _holds(kind: Kind, trim: Trim, report: Report, subject: str) -> bool:
    """Whether the shape has the trim's size; a hexagon that is not regular (D070), another outline (D072) is told."""
    at = kind.trim[0].span
    if trim.shape.startswith("hex") and not is_regular(trim.width, trim.height, trim.shape):
        regular = f"{trim.width:g} × {regular_height(trim.width, trim.shape):.2f} mm"
        found = f"a hexagon ({trim.shape}) of {trim.width:g} × {trim.height:g} mm is not regular"
        help = f"write {regular}, or state an `outline` where it is meant"
        report.error("D070", found, at, help, subject)
        return False
    if kind.outline is not None:
        left, top, right, bottom = contour(trim).box or (0.0, 0.0, 0.0, 0.0)
        edges = (left, top, right - trim.width, bottom - trim.height)
        if any(abs(edge) > NEAR for edge in edges):
            found = (
                f"the outline reaches from {left:.2f}, {top:.2f} to {right:.2f}, {bottom:.2f} mm, "
                f"the trim is {trim.width:g} × {trim.height:g} mm"
            )
            help = f"begin it at 0, 0 and state trim: [{right - left:.2f}mm, {bottom - top:.2f}mm]"
            report.error("D072", found, kind.outline.span, help, subject)
            return False
    return True


def unique(cards: list[Card], report: Report) -> list[Card]:
    """The cards, each id once; a second one with the same id is reported (D014)."""
    seen: dict[str, Span] = {}
    kept = []
    for card in cards:
        # Output names must differ on systems that fold upper and lower case.
        key = card.id.casefold()
        if key in seen:
            where = f"first in {seen[key]}"
            report.error(
                "D014",
                f"two components with the id '{card.id}' in one deck, {where}",
                card.span,
                "give one another id",
                card.name,
            )
        else:
            seen[key] = card.span
            kept.append(card)
    return kept


TITLE = {"title": Field(Text(), "", help="printed on the sheet's edge")}
