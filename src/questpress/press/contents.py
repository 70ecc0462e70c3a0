"""Everything that a game prints, read from its files: palette, kinds, decks, boards, tilesheets, booklets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from questpress.diagnostics import Diagnostic, Failed, Report, Span, nearest
from questpress.press.callouts import FIGURE, called_out
from questpress.press.expand import (
    MOST_CARDS,
    TITLE,
    Evaluate,
    Frame,
    card_of,
    entries_of,
    matrix,
    merge,
    merged_entries,
    unique,
)
from questpress.press.kinds import Kind, names_of, read_kinds
from questpress.press.model import Booklet, Card, Deck
from questpress.press.palette import Palette, palette_of
from questpress.press.texts import Saying, kind_sayings, sayings_of
from questpress.project import Project, folder_name, is_device
from questpress.rules import Rules
from questpress.schema import (
    INVALID,
    Anything,
    Field,
    FileName,
    Flag,
    Length,
    ListOf,
    MapOf,
    Number,
    Reader,
    Record,
    Whole,
    Word,
    known_keys,
)
from questpress.source import Map, Node, Scalar
from questpress.table import MODULE_FIELD
from questpress.translation import Tongue, is_text_file

# Gives the entries that are made from the files of a folder, as they are for a deck with `from:`.
Supply = Callable[[Rules, Scalar, Report], list[Map]]

SORTS = ("deck", "tilesheet", "board", "booklet")
_HEAD = {
    "kind": Field(Word(), help="the component kind"),
    "sheet": Field(Word(), None, help="instead of the kind's"),
    **TITLE,
}
_LISTS = ("cards", "pieces", "tiles")
_OBJECT = {"type": "object"}
_BY_ID = {"type": "object", "additionalProperties": {"type": ["object", "null"]}}
_MEMBERS = Anything({"anyOf": [{"type": "array", "items": _OBJECT}, _BY_ID]})
_DEFAULTS = Anything(_OBJECT)
_AXIS = {"anyOf": [{"type": "array", "minItems": 1}, {"type": "object", "minProperties": 1}]}
_MATRIX = Anything(
    {
        "type": "object",
        "properties": {
            "axes": {
                "type": "object",
                "additionalProperties": {
                    **_AXIS,
                    "description": "the axis's values, or a mapping from value to fields",
                },
                "minProperties": 1,
            },
            "id": {"type": "string", "description": "the cards' ids, made of the axes: {colour}-{class}"},
        },
        "required": ["axes"],
        "additionalProperties": False,
    }
)
DECK = Record(
    {
        "deck": Field(Word(), help="the deck's name"),
        **_HEAD,
        "defaults": Field(_DEFAULTS, None, help="fields that every card has unless it says otherwise"),
        "matrix": Field(_MATRIX, None, help="one card for each combination of its axes"),
        "from": Field(FileName(), None, help="a folder of layouts; each makes a card, with what the rules tell of it"),
        "on_request": Field(Flag(), False, help="printed only for the cards that are asked for, each on its own"),
        "cards": Field(_MEMBERS, None, help="the cards; `pieces` means the same"),
        "pieces": Field(_MEMBERS, None, help="the pieces; `cards` means the same"),
    },
    "a deck",
)
TILESHEET = Record(
    {
        "tilesheet": Field(Word(), help="the tilesheet's name"),
        **_HEAD,
        "defaults": Field(_DEFAULTS, None, help="fields that every tile has unless it says otherwise"),
        "tiles": Field(_MEMBERS, help="the tiles with their quantities"),
    },
    "a tilesheet",
)
BOARD_FIELDS = {
    "columns": Field(Whole(1, 200), help="squares across"),
    "rows": Field(Whole(1, 200), help="squares down"),
    "square": Field(Length(1, 500), help="side of a square"),
}
_FRAME = ListOf(Number(), 4, 4)
BOOKLET = Record(
    {
        "booklet": Field(Word(), help="the booklet's name"),
        **_HEAD,
        "source": Field(FileName(), help="its text, Markdown over the rule numbers"),
        "frames": Field(
            ListOf(_FRAME, 1, 12), help="[x, y, width, height] in mm from the trim corner, in reading order"
        ),
        "first_frames": Field(ListOf(_FRAME, 1, 12), None, help="the frames of page 1, if others"),
        "styles": Field(Anything(), {}, help="type of headings, paragraphs, lists …"),
        "pages": Field(Whole(1, 200), None, help="fit into so many pages by making all type smaller"),
        "figures": Field(MapOf(FIGURE), {}, help="components with numbered callouts, for figure:NAME in the text"),
    },
    "a booklet",
)


@dataclass(frozen=True, slots=True)
class Contents:
    """A game's data, validated: what can be printed, nothing drawn yet.

    `words` are the fixed words that templates print, `legend` says what icons mean; both as trees. `sayings` are all
    texts as their authors wrote them, in the language that is spoken.
    """

    game: str
    rules: Rules
    palette: Mapping[str, str]  # name → '#rrggbb'
    kinds: Mapping[str, Kind]
    decks: tuple[Deck, ...]
    words: Mapping[str, Any] = field(default_factory=dict)
    legend: Mapping[str, Any] = field(default_factory=dict)
    sayings: tuple[Saying, ...] = ()
    tongue: Tongue = field(default_factory=Tongue)
    inks: Palette = field(default_factory=Palette)  # what is printed for the palette's colours

    def find(self, name: str) -> Card | None:
        """The component called `deck/id`, or by an id that only one deck has, or None."""
        exact = [
            card for deck in self.decks for card in deck.cards if card.name == name or f"{card.deck}/{card.id}" == name
        ]
        if exact:
            return exact[0]
        loose = [card for deck in self.decks for card in deck.cards if card.id == name]
        return loose[0] if len(loose) == 1 else None


def read_contents(
    project: Project,
    game: str,
    rules: Rules,
    evaluate: Evaluate,
    report: Report,
    tongue: Tongue | None = None,
    supply: Supply | None = None,
) -> Contents:
    """The contents of `game` in a language; every fault of every file goes to `report`, what is faulty is left out.

    `supply` makes the cards of decks with `from:`; without it they have only the cards that they list.
    """
    tongue = tongue or Tongue(rules.language, rules.language)
    folder = folder_name(game)
    kinds: dict[str, Kind] = {}
    faulty: set[str] = set()  # kinds that are declared, and told of
    for name in (f"templates/{folder}/kinds.yaml",):
        node = _load(project, name, report) if project.exists(name) else None
        if node is not None:
            kinds.update(read_kinds(node, report))
            faulty = names_of(node) - set(kinds)
    _check_faces(project, folder, kinds, report)
    kinds = {name: _translated(kind, tongue) for name, kind in kinds.items()}
    decks: list[Deck] = []
    sayings: list[Saying] = []
    names = project.files(f"cards/{folder}", ".yaml", ".yml") + project.files(f"layouts/{folder}", ".yaml", ".yml")
    for name in names:
        if name.startswith(f"layouts/{folder}/puzzles/") or is_text_file(name):
            continue
        node = _load(project, name, report)
        if node is not None:
            sayings += _sayings(node, kinds, tongue)
            deck = _deck(project, game, name, node, kinds, faulty, evaluate, tongue, rules, report, supply)
            if deck is not None:
                decks.append(deck)
    _unique_decks(decks, report)
    if is_device(game):
        report.error("D029", f"Windows keeps the name '{game}' for a device", None, "give the game another name", game)
    inks = read_palette(project, folder, report)
    return Contents(game, rules, inks.screen, kinds, tuple(decks), sayings=tuple(sayings), tongue=tongue, inks=inks)


def _translated(kind: Kind, tongue: Tongue) -> Kind:
    """The kind with the texts that it gives to fields in the language that is spoken."""
    found = list(kind_sayings({kind.name: kind}))
    tongue.apply(found)
    fields = {
        name: replace(spec, default=next((s.scalar for s in found if s.address == (kind.name, name)), spec.default))
        for name, spec in kind.fields.items()
    }
    return replace(kind, fields=fields)


def _sayings(node: Node, kinds: Mapping[str, Kind], tongue: Tongue) -> list[Saying]:
    """The texts of a deck's file, after they have been put into the language that is spoken."""
    if not isinstance(node, Map) or node.first_key not in SORTS:
        return []
    label, word = node.entries[node.first_key], node.get("kind")
    kind = kinds.get(word.text) if isinstance(word, Scalar) else None
    if kind is None or not isinstance(label, Scalar):
        return []
    fields = {name: spec.type for name, spec in kind.fields.items()}
    head = {name: declared.type for name, declared in BOOKLET.fields.items() if name not in ("kind", "sheet")}
    if node.first_key in ("deck", "tilesheet"):
        head = {"title": head["title"]}
    else:
        head |= fields
    found = sayings_of(node, label.text, head, fields)
    tongue.apply(found)
    return found


def read_palette(project: Project, folder: str, report: Report) -> Palette:
    """The colours of templates/<game>/palette.yaml; empty where there is none."""
    name = f"templates/{folder}/palette.yaml"
    node = _load(project, name, report) if project.exists(name) else None
    return Palette() if node is None else palette_of(node, report)


def _load(project: Project, name: str, report: Report) -> Node | None:
    try:
        return project.load(name)
    except Failed as failed:
        report.extend(failed.diagnostics)
        return None


def _check_faces(project: Project, folder: str, kinds: Mapping[str, Kind], report: Report) -> None:
    for kind in kinds.values():
        for side, template in kind.faces.items():
            if resolve_template(project, folder, template) is None:
                known = [
                    name.removeprefix(f"templates/{folder}/")
                    for name in project.files(f"templates/{folder}", ".j2", ".svg")
                ]
                close = nearest(template, known)
                help = f"did you mean '{close}'?" if close else f"add templates/{folder}/{template}"
                report.error("D015", f"no template '{template}'", kind.face_spans.get(side), help, f"kind {kind.name}")


def resolve_template(project: Project, folder: str, template: str) -> str | None:
    """The name below templates/ of a face template: the game's own folder first, then templates/ itself."""
    for name in (f"{folder}/{template}", template):
        if project.template(name) is not None:
            return name
    return None


def _deck(
    project: Project,
    game: str,
    name: str,
    node: Node,
    kinds: Mapping[str, Kind],
    faulty: Collection[str],
    evaluate: Evaluate,
    tongue: Tongue,
    rules: Rules,
    report: Report,
    supply: Supply | None,
) -> Deck | None:
    if not isinstance(node, Map) or node.first_key not in SORTS:
        found = f"'{node.first_key}'" if isinstance(node, Map) and node.first_key else "nothing"
        help = "start the file with deck:, tilesheet:, board: or booklet: and its name"
        report.error("D013", f"the first key must say what the file is, found {found}", node.span, help)
        return None
    sort = node.first_key
    kind = _kind_of(node, kinds, faulty, report)
    if kind is None:
        return None
    faces: dict[str, str] = {}
    for side, template in kind.faces.items():
        found = resolve_template(project, folder_name(game), template)
        if found is None:
            return None  # told once for the kind
        faces[side] = found
    kind = replace(kind, faces=faces)
    label = node.entries[sort]
    deck_name = label.text if isinstance(label, Scalar) else ""
    known: dict[str, Any] = {}
    extra = BOARD_FIELDS if sort == "board" else {}
    more = {k: v for k, v in extra.items() if k not in kind.fields}
    frame = Frame(game, deck_name, kind, evaluate, more, known, rules.table)
    reader = Reader(report, subject=deck_name)
    booklet = None
    if sort in ("deck", "tilesheet"):
        values = (DECK if sort == "deck" else TILESHEET).read(node, reader)
        cards = [] if values is INVALID else _list(node, frame, report, rules, supply)
    else:
        values, cards, booklet = _single(sort, node, frame, project, tongue, report)
    if values is INVALID:
        return None
    sheet = values["sheet"] or kind.sheet
    title = values["title"] or deck_name.replace("-", " ").capitalize()
    supplied = node.get("from") is not None
    if sort in ("deck", "tilesheet") and not cards and not report.failed and not supplied:
        report.warning("D022", "the deck has no cards", node.span, "add `cards:`", deck_name)
    stated = node.get("sheet")
    place = stated.span if stated is not None else kind.sheet_span or label.span
    members = tuple(unique(cards, report))
    asked = bool(values.get("on_request"))
    return Deck(game, deck_name, title, sort, kind.name, sheet, members, name, label.span, place, booklet, asked)


def _kind_of(node: Map, kinds: Mapping[str, Kind], faulty: Collection[str], report: Report) -> Kind | None:
    word = node.get("kind")
    if not isinstance(word, Scalar) or word.is_null:
        known = ", ".join(kinds) or "none are declared in kinds.yaml"
        report.error("D011", "'kind' is missing", (word or node).span, f"add `kind:`; kinds: {known}")
        return None
    kind = kinds.get(word.text)
    if kind is None and word.text not in faulty and not (report.failed and not kinds and not faulty):
        close = nearest(word.text, {*kinds, *faulty})
        help = f"did you mean '{close}'?" if close else "kinds: " + (", ".join(kinds) or "none")
        report.error("D015", f"no component kind '{word.text}'", word.span, help)
    return kind


def _list(node: Map, frame: Frame, report: Report, rules: Rules, supply: Supply | None) -> list[Card]:
    reader = Reader(report, subject=frame.deck)
    entries: list[Map] = []
    folder = node.get("from")
    if isinstance(folder, Scalar) and not folder.is_null and supply is not None:
        entries = [_declared(entry, frame.kind) for entry in supply(rules, folder, report)]
    for key in _LISTS:
        part = node.get(key)
        if part is not None and not (isinstance(part, Scalar) and part.is_null):
            entries += entries_of(part, key, reader)
    table = node.get("matrix")
    if table is not None:
        made = matrix(table, reader)
        if made is None:
            return []
        entries = merged_entries(entries, made, reader)
    defaults = node.get("defaults")
    if defaults is not None and not isinstance(defaults, Map):
        reader.wrong(defaults, "expected defaults to be a mapping of fields")
        defaults = None
    if len(entries) > MOST_CARDS:
        report.error("D026", f"{len(entries)} cards in one deck, at most {MOST_CARDS}", node.span, "split the deck")
        return []
    cards = []
    for entry in entries:
        card = card_of(merge(defaults, entry, span_of=entry), frame, report)
        if card is not None:
            cards.append(card)
    return cards


def _declared(entry: Map, kind: Kind) -> Map:
    """Of the fields that were made from a layout, those that the kind declares."""
    kept = merge(span_of=entry)
    for name in ("id", *kind.fields):
        if name in entry:
            kept.entries[name], kept.keys[name] = entry.entries[name], entry.keys[name]
    return kept


def _single(
    sort: str, node: Map, frame: Frame, project: Project, tongue: Tongue, report: Report
) -> tuple[Any, list[Card], Booklet | None]:
    """A board or booklet: one component, whose fields stand beside the file's own keys."""
    head = BOOKLET if sort == "booklet" else Record({"board": Field(Word()), **_HEAD}, "a board")
    own = set(head.fields) - set(frame.kind.fields)
    reader = Reader(report, lambda text: frame.evaluate(text, frame.known, {}, report, frame.deck), frame.deck)
    known = (*head.fields, *frame.kind.fields, *frame.extra, "quantity", MODULE_FIELD)
    if not known_keys(node, known, reader):
        return INVALID, [], None
    values = Record(head.fields, head.title, open=True).read(node, reader)
    fields = merge(node, span_of=node)
    for key in own:
        fields.entries.pop(key, None)
        fields.keys.pop(key, None)
    card = card_of(fields, frame, report, fallback_id=frame.deck)
    if values is INVALID or card is None:
        return INVALID, [], None
    card = replace(card, title=values["title"] or card.title)
    if sort == "board":
        return values, [card], None
    if not project.exists(values["source"]):
        span = node.entries["source"].span
        close = nearest(values["source"], project.files("rules", ".md"))
        report.error("D001", f"no file '{values['source']}'", span, f"did you mean '{close}'?" if close else "add it")
        return INVALID, [], None
    frames = tuple(tuple(frame) for frame in values["frames"])
    first = tuple(tuple(frame) for frame in values["first_frames"]) if values["first_frames"] else None
    spans = {key: entry.span for key, entry in node.entries.items()}
    source = tongue.source_of(project, values["source"])
    translated = tongue.own or tongue.made_up or source != values["source"]
    figures = {name: called_out(figure) for name, figure in values["figures"].items()}
    booklet = Booklet(source, frames, first, values["styles"] or {}, values["pages"], spans, figures, translated)
    return values, [card], booklet


def _unique_decks(decks: list[Deck], report: Report) -> None:
    seen: dict[str, Span] = {}
    for deck in decks:
        key = deck.name.casefold()
        if key in seen:
            help = "names become file names: give one another name"
            report.extend([Diagnostic("D014", f"'{deck.name}' is named twice, first in {seen[key]}", deck.span, help)])
        seen.setdefault(key, deck.span)
        if is_device(deck.name):
            found = f"Windows keeps the name '{deck.name}' for a device, and this one names a file"
            report.error("D029", found, deck.span, f"give the {deck.what} another name")
