"""Who sits at the table: the players and modules that a game's rules declare, and those that one build is for.

A component of a player (`players: fields:` say which fields name him) beyond those at the table is not printed, nor is
one whose `module` is left out. Shared decks stay whole, less the modules. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from questpress.diagnostics import Report, Span, nearest
from questpress.schema import INVALID, Field, ListOf, MapOf, Reader, Record, Text, Whole, Word
from questpress.seating import BOX, Seating
from questpress.source import Node

MODULE_FIELD = "module"  # the field that names the module, or the modules, that a component needs
MOST_PLAYERS = 99

PLAYERS = Record(
    {
        "least": Field(Whole(1, MOST_PLAYERS), 1, help="the smallest table"),
        "most": Field(Whole(1, MOST_PLAYERS), help="the largest table; what is printed without --players"),
        "fields": Field(
            ListOf(Word(), 1), ["player"], help="the fields of a component that may name the player whose piece it is"
        ),
        "seats": Field(ListOf(Word()), [], help="what those fields say for the first player, the second …"),
    },
    "who may play",
)
MODULE = Record(
    {
        "means": Field(Text(), help="what the module adds"),
        "clause": Field(Text(), "", help="the clause of the rules"),
    },
    "a module",
)
MODULES = MapOf(MODULE)


@dataclass(frozen=True, slots=True)
class Players:
    """How many may play, and which pieces are whose."""

    least: int
    most: int
    fields: tuple[str, ...] = ("player",)
    seats: tuple[str, ...] = ()

    def seat_of(self, fields: Mapping[str, Any]) -> int:
        """The place at the table, from 1, of the player whose piece a component with these fields is; 0: nobody's."""
        for name in self.fields:
            if fields.get(name) in self.seats:
                return self.seats.index(fields[name]) + 1
        return 0


@dataclass(frozen=True, slots=True)
class Module:
    """A part of the game that a table may leave out."""

    means: str
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """The players and modules of a game, and the choice in force."""

    declared: Players | None = None
    modules: Mapping[str, Module] = field(default_factory=dict)
    seating: Seating = BOX

    @property
    def players(self) -> int:
        """How many play: as seating, else the most that can; 1 for a game that does not say."""
        if self.seating.players is not None:
            return self.seating.players
        return self.declared.most if self.declared else 1

    @property
    def modules_in(self) -> dict[str, bool]:
        """Every module, and whether it is played with."""
        return {name: name not in self.seating.without for name in self.modules}

    def lacks(self, fields: Mapping[str, Any]) -> bool:
        """Whether such a component stays in the box: of a player who is not there, or of a module left out."""
        declared, seating = self.declared, self.seating
        if seating.players is not None and declared is not None and declared.seat_of(fields) > seating.players:
            return True
        return any(name in seating.without for name in needed(fields))


def needed(fields: Mapping[str, Any]) -> list[str]:
    """The modules that a component says it needs."""
    value = fields.get(MODULE_FIELD)
    names = value if isinstance(value, list) else [value]
    return [name for name in names if isinstance(name, str) and name]


NO_TABLE = Table()


def read_players(node: Node | None, reader: Reader) -> Players | None:
    """The `players:` section of a rules file, or None; faults are reported."""
    if node is None:
        return None
    values = PLAYERS.read(node, reader.named("players"))
    if values is INVALID:
        return None
    seats = tuple(values["seats"])
    if values["least"] > values["most"]:
        message = f"least is {values['least']}, more than most, {values['most']}"
        reader.report.error("D021", message, node.span, "exchange them", "players")
    if seats and len(seats) != values["most"]:
        message = f"{len(seats)} seats for {values['most']} players"
        reader.report.error("D021", message, node.span, "name a seat for every player of the largest table", "players")
    return Players(values["least"], values["most"], tuple(values["fields"]), seats)


def read_modules(node: Node | None, reader: Reader) -> dict[str, Module]:
    """The `modules:` section of a rules file; faults are reported."""
    if node is None:
        return {}
    values = MODULES.read(node, reader.named("modules"))
    return {} if values is INVALID else {name: Module(v["means"], v["clause"]) for name, v in values.items()}


def seat(
    declared: Players | None, modules: Mapping[str, Module], seating: Seating, title: str, report: Report
) -> Table:
    """The table that is asked for; what the game does not know is reported (D040, D041) and left aside."""
    players = seating.players
    if players is not None and declared is None:
        help = "add `players: {least: 1, most: 4}` to its rules, or leave --players out"
        report.error("D040", f"{title} does not say how many can play", None, help)
        players = None
    elif players is not None and declared is not None and not declared.least <= players <= declared.most:
        close = min(max(players, declared.least), declared.most)
        message = f"{title} is for {_range(declared)}, found {players}"
        report.error("D040", message, None, f"did you mean --players {close}?")
        players = None
    known = [name for name in seating.without if name in modules]
    for name in seating.without:
        if name not in modules:
            close = nearest(name.replace("-", "_"), modules)
            help = f"did you mean '{close}'?" if close else "modules: " + (", ".join(modules) or "none")
            report.error("D041", f"{title} has no module '{name}'", None, help)
    return Table(declared, modules, Seating(players, tuple(sorted(set(known)))))


def check_needs(fields: Mapping[str, Any], table: Table, span: Span | None, subject: str, report: Report) -> None:
    """Reports modules (D041) that a component names and its game does not have."""
    for name in needed(fields):
        if name not in table.modules:
            close = nearest(name, table.modules)
            help = f"did you mean '{close}'?" if close else "declare it: `modules:` in the game's rules file"
            report.error("D041", f"no module '{name}'", span, help, subject)


def _range(players: Players) -> str:
    if players.least == players.most:
        return f"{players.most} player{'s' if players.most > 1 else ''}"
    return f"{players.least} to {players.most} players"
