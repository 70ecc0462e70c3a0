"""The numbers and options of a game's rules, read from rules/<game>.yaml, with a memory of who asked for what.

Cards, rulebooks and engines read the same values, so an edit moves all three; the memory tells the press which
components a changed number touches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from questpress.diagnostics import Diagnostic, Report, Span, nearest
from questpress.project import Project, folder_name, game_name
from questpress.schema import INVALID, Anything, Field, ListOf, MapOf, Reader, Record, Text, Word
from questpress.seating import BOX, Seating
from questpress.source import Map, Node, Scalar
from questpress.table import MODULES, NO_TABLE, PLAYERS, Table, read_modules, read_players, seat
from questpress.values import Setting, Values, tree

NUMBER = Record(
    {
        "value": Field(Anything(), None, help="the number, or a word where the rule names one"),
        "by_players": Field(MapOf(Anything()), None, help="instead of value: the number for each number of players"),
        "means": Field(Text(), help="what the number is for, in a sentence"),
        "clause": Field(Text(), "", help="the clause of the rules that states it, for example EQ-8"),
        "unit": Field(Text(), "", help="what is counted, for example squares"),
    },
    "a rule number",
)
OPTION = Record(
    {
        "values": Field(ListOf(Word(), 1), help="what it may be; the first is the default"),
        "means": Field(Text(), help="what it changes"),
        "clause": Field(Text(), "", help="the clause of the rules"),
        "says": Field(MapOf(Text()), {}, help="what each value means"),
    },
    "a rule option",
)
RULES = Record(
    {
        "game": Field(Word(), help="the game's name, as its folders"),
        "title": Field(Text(), help="the game's name as printed"),
        "version": Field(Text(), "1", help="printed on every sheet"),
        "date": Field(Text(), "", help="YYYY-MM-DD; the date written into the PDFs"),
        "language": Field(Word(), "en", help="of the texts, as BCP 47"),
        "author": Field(Text(), "", help="who made the game"),
        "numbers": Field(Anything(), {}, help="groups nest; a mapping with `value` is a number"),
        "options": Field(MapOf(OPTION), {}, help="rule options with their values"),
        "players": Field(PLAYERS, None, help="how many can play, and which pieces are whose"),
        "modules": Field(MODULES, {}, help="parts of the game that a table may leave out"),
    },
    "the rules of a game",
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number (or word) of the rules with its meaning and source clause."""

    value: int | float | str
    means: str
    clause: str = ""
    unit: str = ""
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A rule option: its values, the first the default."""

    values: tuple[str, ...]
    means: str
    clause: str = ""
    says: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rules:
    """A game's title, version and rule numbers. `chosen` holds the options' values in force."""

    game: str
    title: str
    version: str = "1"
    date: str = ""
    language: str = "en"
    author: str = ""
    numbers: Mapping[str, Number] = field(default_factory=dict)  # by dotted path
    options: Mapping[str, Option] = field(default_factory=dict)
    chosen: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Span] = field(default_factory=dict)  # of `numbers`, `options` and `options.<name>`
    table: Table = NO_TABLE


def load_rules(
    project: Project,
    game: str,
    report: Report,
    settings: Mapping[str, str] | None = None,
    seating: Seating = BOX,
) -> Rules:
    """The rules of `game`, with `settings` (option → value) over the defaults, for the table that `seating` says.

    A game without a rules file gets its title from its folder and no numbers. Faults go to `report`.
    """
    name = f"rules/{folder_name(game)}.yaml"
    title = game.replace("-", " ").title()
    rules = read_rules(project.load(name), game, report) if project.exists(name) else Rules(game, title)
    table = seat(rules.table.declared, rules.table.modules, seating, rules.title, report)
    return replace(_with_settings(rules, settings or {}, report), table=table)


def read_rules(node: Node, game: str, report: Report) -> Rules:
    """The rules that a rules file's root node states; faults go to `report`."""
    values = RULES.read(node, Reader(report))
    if values is INVALID:
        return Rules(game, game)
    assert isinstance(node, Map)
    if game_name(values["game"]) != game_name(game):
        span = node.entries["game"].span
        report.error("D015", f"the file of '{game}' says it is of '{values['game']}'", span, f"write `game: {game}`")
    if values["date"] and not re.fullmatch(r"\d{4}-\d{2}-\d{2}", values["date"]):
        report.error("D021", f"date must be YYYY-MM-DD, found '{values['date']}'", node.entries["date"].span)
    reader = Reader(report)
    table = Table(read_players(node.get("players"), reader), read_modules(node.get("modules"), reader))
    numbers: dict[str, Number] = {}
    root = node.get("numbers")
    if root is not None and not (isinstance(root, Scalar) and root.is_null):
        _collect(root, "", numbers, reader, table)
    players = table.declared
    if players is not None:  # texts say them like any other number
        span = node.entries["players"].span
        numbers.setdefault("players.least", Number(players.least, "players, at least", unit="players", span=span))
        numbers.setdefault("players.most", Number(players.most, "players, at most", unit="players", span=span))
    options = {
        key: Option(tuple(o["values"]), o["means"], o["clause"], dict(o["says"]))
        for key, o in values["options"].items()
    }
    return Rules(
        game_name(game),
        values["title"],
        values["version"],
        values["date"],
        values["language"],
        values["author"],
        numbers,
        options,
        {key: option.values[0] for key, option in options.items()},
        _places(node),
        table,
    )


def _places(node: Map) -> dict[str, Span]:
    """Where the parts of a rules file begin."""
    places = {key: node.keys[key].span for key in ("numbers", "options") if key in node.keys}
    options = node.get("options")
    if isinstance(options, Map):
        places |= {f"options.{key}": place.span for key, place in options.keys.items()}
    return places


def _collect(node: Node, path: str, numbers: dict[str, Number], reader: Reader, table: Table) -> None:
    if not isinstance(node, Map):
        place = path or "numbers"
        reader.wrong(
            node, f"expected '{place}' to be a group or a number with `value` and `means`", "write {value: 3, means: …}"
        )
        return
    if "by_players" in node:
        _by_players(node, path, numbers, reader.named(path), table)
        return
    if "value" in node:
        values = NUMBER.read(node, reader.named(path))
        if values is not INVALID:
            raw = values["value"]
            if not isinstance(raw, str):
                reader.wrong(node.entries["value"], f"expected {path} to have a single value")
                return
            numbers[path] = Number(_number(raw), values["means"], values["clause"], values["unit"], node.span)
        return
    for key, entry in node.entries.items():
        if not re.fullmatch(r"[A-Za-z]\w*", key):
            reader.report.error(
                "D021",
                f"a rule number's name must be a word of letters, digits and _, found '{key}'",
                node.keys[key].span,
            )
            continue
        _collect(entry, f"{path}.{key}" if path else key, numbers, reader, table)


def _by_players(node: Map, path: str, numbers: dict[str, Number], reader: Reader, table: Table) -> None:
    """A number for each table, `rules.<path>[players]`: every number of players that can play has its own."""
    values = NUMBER.read(node, reader)
    if values is INVALID:
        return
    entries = node.entries["by_players"]
    if "value" in node or table.declared is None or not isinstance(entries, Map):
        why = "has value and by_players" if "value" in node else "is by_players, but the game has no `players:`"
        reader.report.error("D021", f"{path} {why}", node.span, "state one of them", path)
        return
    wanted = [str(count) for count in range(table.declared.least, table.declared.most + 1)]
    missing = [count for count in wanted if count not in entries]
    if missing or len(entries.entries) > len(wanted):
        found = ", ".join(entries.entries) or "none"
        help = f"give one for each of {', '.join(wanted)} players"
        reader.report.error("D021", f"{path} has numbers for {found} players", entries.span, help, path)
        return
    for count, raw in values["by_players"].items():
        if not isinstance(raw, str):
            reader.wrong(entries.entries[count], f"expected {path} for {count} players to have a single value")
            return
        means = f"{values['means']}, for {count} players"
        span = entries.entries[count].span
        numbers[f"{path}.{count}"] = Number(_number(raw), means, values["clause"], values["unit"], span)


def _number(text: str) -> int | float | str:
    if re.fullmatch(r"[+-]?(0|[1-9]\d{0,14})", text):
        return int(text)
    if re.fullmatch(r"[+-]?\d{1,12}\.\d{1,12}", text):
        return float(text)
    return text


def _with_settings(rules: Rules, settings: Mapping[str, str], report: Report) -> Rules:
    chosen = dict(rules.chosen)
    for name, value in settings.items():
        fault = setting_fault(rules, name, value)
        if fault is None:
            chosen[name] = value
        else:
            report.extend([fault])
    return replace(rules, chosen=chosen)


def setting_fault(rules: Rules, name: str, value: str) -> Diagnostic | None:
    """What is wrong with setting the option `name` to `value` (D027), or None."""
    option = rules.options.get(name)
    if option is None:
        close = nearest(name, rules.options)
        help = f"did you mean '{close}'?" if close else "options: " + (", ".join(rules.options) or "none")
        return Diagnostic("D027", f"{rules.title} has no rule option '{name}'", None, help)
    if value not in option.values:
        close = nearest(value, option.values)
        help = f"did you mean '{close}'?" if close else "values: " + ", ".join(option.values)
        return Diagnostic("D027", f"{name} must be one of {', '.join(option.values)}, found '{value}'", None, help)
    return None


def numbers_view(rules: Rules, seen: dict[str, Any]) -> Values:
    """`rules` as templates see it; each number read is noted in `seen` as `rules.<path>`."""
    return Values(tree({path: number.value for path, number in rules.numbers.items()}), seen, "rules")


def options_view(rules: Rules, seen: dict[str, Any]) -> Values:
    """`options` as templates see it; each option read is noted in `seen` as `options.<name>`."""
    return Values(settings_of(rules), seen, "options")


def modules_view(rules: Rules, seen: dict[str, Any]) -> Values:
    """`modules` as templates see it, each true or false; each read is noted in `seen` as `modules.<name>`."""
    return Values(rules.table.modules_in, seen, "modules")


def settings_of(rules: Rules) -> dict[str, str]:
    """The options' values in force, as templates and card text compare them."""
    return {name: Setting(value, name, rules.options[name].values) for name, value in rules.chosen.items()}
