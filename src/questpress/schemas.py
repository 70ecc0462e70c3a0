"""All data files' JSON Schemas, made from the very declarations that read the files."""

from __future__ import annotations

from typing import Any

from questpress.diagnostics import Diagnostic, Report
from questpress.press.calibration import CALIBRATION
from questpress.press.contents import BOARD_FIELDS, BOOKLET, DECK, TILESHEET, read_contents
from questpress.press.houses import HOUSE
from questpress.press.kinds import KINDS, Kind
from questpress.press.palette import PALETTE
from questpress.press.profiles import PROFILE
from questpress.press.sheets import SHEET
from questpress.press.targets import TARGET
from questpress.project import Project, folder_name
from questpress.rules import NUMBER, RULES, Rules
from questpress.schema import Field, Record, Whole, Word
from questpress.source import Scalar
from questpress.translation import TEXT, leaf

_LEAF = leaf("source", "language").json()["properties"]
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def all_schemas(project: Project | None) -> tuple[dict[str, Any], list[Diagnostic]]:
    """The schemas by file name: of rules, kinds, palettes, sheets, targets, decks …; and of a project's own kinds."""
    report = Report()
    rules = RULES.json()
    rules["$defs"] = {"number": NUMBER.json(), "group": _group()}
    rules["properties"]["numbers"] = {"$ref": "#/$defs/group"}
    schemas = {
        "rules.json": _named("the rules of a game", rules),
        "kinds.json": _named("component kinds", KINDS.json()),
        "palette.json": _named("a palette", PALETTE.json()),
        "sheet.json": _named("a sheet", SHEET.json()),
        "profile.json": _named("an output profile", PROFILE.json()),
        "target.json": _named("a target", TARGET.json()),
        "calibration.json": _named("a printer's calibration", CALIBRATION.json()),
        "house.json": _named("a print house", HOUSE.json()),
        "deck.json": _named("a deck", DECK.json()),
        "tilesheet.json": _named("a tilesheet", TILESHEET.json()),
        "booklet.json": _named("a booklet", BOOKLET.json()),
        "board.json": _named("a board", Record({"board": Field(Word()), **_head(), **BOARD_FIELDS}, open=True).json()),
    }
    schemas["text.json"] = _named("the texts of a game in one language", TEXT.json())
    schemas["text.json"]["$defs"] = {"translation": {"type": "object", "properties": _LEAF}}
    for game in project.games() if project else ():
        contents = read_contents(project, game, Rules(game, game), _as_written, Report())
        for kind in contents.kinds.values():
            schemas[f"{folder_name(game)}/{kind.name}.json"] = _deck_of(kind)
    return schemas, report.findings


def _as_written(scalar: Scalar, *_: object) -> str:
    return scalar.text


def _head() -> dict[str, Field]:
    return {name: field for name, field in DECK.fields.items() if name in ("kind", "sheet", "title")}


def _named(title: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"$schema": _DIALECT, "title": title, **schema}


def _group() -> dict[str, Any]:
    member = {"anyOf": [{"$ref": "#/$defs/number"}, {"$ref": "#/$defs/group"}]}
    return {"type": "object", "additionalProperties": member}


def _deck_of(kind: Kind) -> dict[str, Any]:
    """A deck or tilesheet whose members have the kind's fields, or a board that has them itself."""
    optional = Record(
        {
            "id": Field(Word(), None),
            "quantity": Field(Whole(0), 1, "how many are printed"),
            **{name: Field(spec.type, None, spec.help) for name, spec in kind.fields.items()},
        },
        kind.title or kind.name,
    ).json()
    members = {"anyOf": [{"type": "array", "items": optional}, {"type": "object", "additionalProperties": optional}]}
    deck = DECK.json()
    deck["properties"].update(kind={"const": kind.name}, defaults=optional, cards=members, pieces=members)
    sheet = TILESHEET.json()
    sheet["properties"].update(kind={"const": kind.name}, defaults=optional, tiles=members)
    single = Record({"board": Field(Word()), **_head(), **BOARD_FIELDS}).json()
    single["properties"].update(optional["properties"])
    return _named(f"files of {kind.title or kind.name}", {"anyOf": [deck, sheet, single]})
