"""The rule options and rule numbers of Escort Quest, as rules/escort_quest.yaml states them.

What an option is for and which value is the default stand there only; here are the words on which the rules branch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import lru_cache

from questpress.diagnostics import Report, Span, nearest
from questpress.project import shipped_rules
from questpress.rules import Rules, read_rules
from questpress.source import load

NAME = "escort-quest"
FOLDER = "escort_quest"

TORUS, PLANAR = "torus", "planar"
LOSS, IGNORED = "loss", "ignored"
ADVERSARY, CLOCKWISE, PLAYER = "adversary", "clockwise", "player"
NEXT_TURN, IMMEDIATE = "next_turn", "immediate"

UNDERSTOOD: dict[str, frozenset[str]] = {
    "village_distance": frozenset({TORUS, PLANAR}),  # EQ-8
    "capture": frozenset({LOSS, IGNORED}),  # EQ-14
    "goblin_sight": frozenset({PLANAR, TORUS}),  # EQ-19
    "goblin_ties": frozenset({ADVERSARY, CLOCKWISE, PLAYER}),  # EQ-20
    "amulet_landing": frozenset({NEXT_TURN, IMMEDIATE}),  # EQ-28
}


@dataclass(frozen=True, slots=True)
class Options:
    """The values in force, one an option."""

    village_distance: str
    capture: str
    goblin_sight: str
    goblin_ties: str
    amulet_landing: str

    def but(self, **changes: str) -> Options:
        """These options with some changed. Raises ValueError for a name or value that the rules do not have."""
        for name, value in changes.items():
            if value not in UNDERSTOOD.get(name, ()):
                raise ValueError(f"not a rule option with its value: {name}={value}")
        return replace(self, **changes)

    def as_mapping(self) -> dict[str, str]:
        """Name → value, in the order of the rules."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


@dataclass(frozen=True, slots=True)
class Numbers:
    """The numbers that the clauses about layouts name."""

    board_side: int  # EQ-1
    village_distance: int  # EQ-8
    goblin_distance: int  # EQ-9
    villages: int  # EQ-10
    coverage_least: int  # EQ-12, per cent
    coverage_most: int  # EQ-12, per cent


# Where rules/escort_quest.yaml keeps each of them.
PATHS = {
    "board_side": "board_side",
    "village_distance": "village_distance",
    "goblin_distance": "goblin_distance",
    "villages": "villages",
    "coverage_least": "coverage.least",
    "coverage_most": "coverage.most",
}


@dataclass(frozen=True, slots=True)
class Book:
    """What the engine takes from a rules file: numbers, options with their values, and the values in force."""

    numbers: Numbers
    values: Mapping[str, tuple[str, ...]]
    defaults: Options


def book_of(rules: Rules, report: Report) -> Book | None:
    """The numbers and options that `rules` states, or None after `report` has been told what is missing (D027)."""
    place = Span(f"rules/{FOLDER}.yaml")
    faults = Report()
    found: dict[str, int] = {}
    for name, path in PATHS.items():
        number = rules.numbers.get(path)
        if number is None:
            typo = nearest(path, set(rules.numbers) - set(PATHS.values()), 0.85)
            at = rules.numbers[typo].span if typo else rules.places.get("numbers")
            help = f"rename '{typo}'" if typo else "copy it from the shipped rules"
            faults.error("D027", f"the rules do not state the number '{path}'", at or place, help)
        elif not isinstance(number.value, int) or number.value < 0:
            message = f"{path} must be a whole number of 0 or more, found '{number.value}'"
            faults.error("D027", message, number.span or place, "the engine counts whole cells, moves and per cents")
        else:
            found[name] = number.value
    values: dict[str, tuple[str, ...]] = {}
    for name, understood in UNDERSTOOD.items():
        option = rules.options.get(name)
        if option is None:
            typo = nearest(name, set(rules.options) - set(UNDERSTOOD), 0.85)
            at = rules.places.get(f"options.{typo}" if typo else "options")
            help = f"rename '{typo}'" if typo else "copy it from the shipped rules"
            faults.error("D027", f"the rules do not state the option '{name}'", at or place, help)
            continue
        for value in option.values:
            if value not in understood:
                close = nearest(value, understood)
                help = f"did you mean '{close}'?" if close else "the engine plays: " + ", ".join(sorted(understood))
                at = rules.places.get(f"options.{name}", place)
                faults.error("D027", f"the engine cannot play {name} '{value}'", at, help)
        values[name] = option.values
    report.extend(faults.findings)
    if faults.failed:
        return None
    defaults = Options(**{name: rules.chosen.get(name, values[name][0]) for name in UNDERSTOOD})
    return Book(Numbers(**found), values, defaults)


@lru_cache(maxsize=1)
def shipped_book() -> Book:
    """The numbers and options of the rules that ship with questpress. Raises Failed where that file is broken."""
    path = shipped_rules(NAME)
    if path is None:
        raise FileNotFoundError(f"the rules of {NAME} are not installed")
    report = Report()
    book = book_of(read_rules(load(path, f"questpress:rules/{path.name}"), NAME, report), report)
    report.stop_if_failed()
    assert book is not None
    return book
