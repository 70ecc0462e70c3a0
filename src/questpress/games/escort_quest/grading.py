"""Which grade a puzzle has, by the bands of the rules file, and whether what its file states agrees.

The bands stand under `grades` among the rules' numbers, a group a grade, the easiest first. A puzzle has the last
grade whose every number it meets. Each number bounds one measure of features.py: some from below, some from above,
players' wins strictly from above.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from questpress.diagnostics import Report, Span, nearest
from questpress.games.escort_quest.features import Features
from questpress.games.escort_quest.options import FOLDER, NAME
from questpress.games.escort_quest.reading import Reading
from questpress.project import Project, shipped_rules
from questpress.rules import Rules, load_rules, read_rules
from questpress.schema import INVALID, Field, Flag, Number, Reader, Record, Whole
from questpress.source import Scalar, load

GROUP = "grades"
AT_LEAST = ("depth", "kinds", "traps", "readings")
AT_MOST = ("first_plies", "first_share")
UNDER = ("random_wins", "greedy_wins", "two_ply_wins")
FORM = Record(
    {
        "depth": Field(Whole(1), help="fewest turns in which a win is certain"),
        "first_plies": Field(Whole(0, 8), help="first directions after which a win is still certain"),
        "first_share": Field(Whole(0, 100), help="of those that the escort may take, per cent"),
        "random_wins": Field(Number(0, 100), help="plays that a random player wins, per cent"),
        "greedy_wins": Field(Number(0, 100), help="plays that a greedy player wins, per cent"),
        "two_ply_wins": Field(Number(0, 100), help="plays that a player who looks two turns ahead wins, per cent"),
        "kinds": Field(Whole(0, 7), help="tile kinds that act in the winning line"),
        "traps": Field(Whole(0), help="directions beside the line that give the certain win away"),
        "readings": Field(Whole(0), help="other values of the rule options that leave it winnable"),
        "robust": Field(Flag(), help="whether all of them do"),
    },
    "the features of a puzzle",
)


@dataclass(frozen=True, slots=True)
class Grade:
    """A grade with its place from 1 and its bounds, measure → number."""

    name: str
    level: int
    bounds: Mapping[str, float]

    @property
    def title(self) -> str:
        """The grade as it is printed."""
        return self.name.replace("_", " ").title()

    def met(self, measures: Mapping[str, Any]) -> bool:
        """Whether the measures keep to every bound."""
        return not self.missed(measures)

    def missed(self, measures: Mapping[str, Any]) -> list[str]:
        """The measures that do not keep to their bounds."""
        return [
            name
            for name, bound in self.bounds.items()
            if not (
                measures[name] >= bound
                if name in AT_LEAST
                else measures[name] <= bound
                if name in AT_MOST
                else measures[name] < bound
            )
        ]


def grade_of(measures: Mapping[str, Any], grades: Sequence[Grade]) -> Grade | None:
    """The last grade whose bounds the measures keep to, or None where there is none."""
    return next((grade for grade in reversed(grades) if grade.met(measures)), None)


def grades_of(rules: Rules, report: Report) -> tuple[Grade, ...]:
    """The grades that the rules state, the easiest first; a bound of no measure is reported (D027)."""
    bounds: dict[str, dict[str, float]] = {}
    for path, number in rules.numbers.items():
        group, _, rest = path.partition(".")
        if group != GROUP:
            continue
        name, _, measure = rest.partition(".")
        place = number.span or Span(f"rules/{FOLDER}.yaml")
        known = (*AT_LEAST, *AT_MOST, *UNDER)
        if measure not in known:
            close = nearest(measure, known)
            help = f"did you mean '{close}'?" if close else "measures: " + ", ".join(known)
            report.error("D027", f"no measure '{measure}' that a grade could be bounded by", place, help)
        elif not isinstance(number.value, int | float):
            report.error("D027", f"{path} must be a number, found '{number.value}'", place, "write a number")
        else:
            bounds.setdefault(name, {})[measure] = float(number.value)
    return tuple(Grade(name, level, found) for level, (name, found) in enumerate(bounds.items(), 1))


def grades_for(project: Project | None) -> tuple[Grade, ...]:
    """The grades of the project's rules, or of ours where it has none. Raises Failed where they are broken."""
    if project is None or not project.exists(f"rules/{FOLDER}.yaml"):
        return shipped_grades()
    report = Report()
    grades = grades_of(load_rules(project, NAME, report), report)
    report.stop_if_failed()
    return grades


@lru_cache(maxsize=1)
def shipped_grades() -> tuple[Grade, ...]:
    """The grades of the rules that ship with questpress."""
    path = shipped_rules(NAME)
    if path is None:
        return ()
    report = Report()
    grades = grades_of(read_rules(load(path, f"questpress:rules/{path.name}"), NAME, report), report)
    report.stop_if_failed()
    return grades


def bounds_read(grades: Sequence[Grade]) -> dict[str, float]:
    """The rule values that a grade rests on, by their dotted names."""
    return {f"rules.{GROUP}.{grade.name}.{name}": bound for grade in grades for name, bound in grade.bounds.items()}


def stated_features(reading: Reading, report: Report) -> dict[str, Any] | None:
    """The features that a puzzle's file states, or None: there are none, or they are faulty (L032)."""
    node = reading.stated.get("features")
    if node is None:
        return None
    faults = Report()
    values = FORM.read(node, Reader(faults))
    if values is INVALID:
        for fault in faults.findings:
            report.error("L032", fault.message, fault.span, fault.help)
        return None
    return values


def disagreements(reading: Reading, grades: Sequence[Grade], report: Report, depth: int | None = None) -> None:
    """Reports where the grade that a puzzle's file states is not that of its features (L030), or its depth another
    than `depth`, where that is known (L031). What is not stated is not missed."""
    values = stated_features(reading, report)
    stated = reading.stated.get("grade")
    if values is None:
        if stated is not None and reading.stated.get("features") is None:
            report.error("L032", "a grade without features", stated.span, "state the features that it was found from")
        return
    place = reading.stated["features"].span
    if depth is not None and values["depth"] != depth:
        report.error("L031", f"the file states depth {values['depth']}, the depth is {depth}", place)
    grade = grade_of(values, grades)
    name = stated.text if isinstance(stated, Scalar) else ""
    if grade is None:
        report.error("L030", "the features keep to no grade's bounds", place, "grades: " + ", ".join(_names(grades)))
    elif not name:
        report.error("L030", f"the features are of the grade '{grade.name}', the file states none", place)
    elif name != grade.name:
        found = f"the file states the grade '{name}', its features are of the grade '{grade.name}'"
        claimed = next((one for one in grades if one.name == name), None)
        if claimed is None:
            help = "grades: " + ", ".join(_names(grades))
        else:
            missed = claimed.missed(values)
            help = f"'{name}' asks for another {missed[0]}" if missed else f"a later grade, '{grade.name}', is met too"
        report.error("L030", found, (stated or reading.stated["features"]).span, help)


def compared(reading: Reading, measured: Features | None, report: Report) -> None:
    """Reports the features that a puzzle's file states and that are not what was `measured` (L031)."""
    values = stated_features(reading, report)
    if values is None or measured is None:
        return
    for name, value in measured.as_mapping().items():
        if values[name] != value and name != "depth":  # another depth has been told of by `disagreements`
            found = f"the file states {name} {values[name]}, measured is {value}"
            report.error("L031", found, reading.stated["features"].span)


def _names(grades: Sequence[Grade]) -> list[str]:
    return [grade.name for grade in grades]
