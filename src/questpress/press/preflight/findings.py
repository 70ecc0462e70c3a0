"""What a preflight finds: a fault, and every page and place where it was seen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from questpress.diagnostics import Diagnostic, Severity, Span
from questpress.press.box import Box
from questpress.units import describe

MOST_SIGHTINGS = 50  # of one finding that are kept one by one; the rest are counted


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where a fault was seen: page from 1 (0: the file), box in millimetres from the page's top left, component."""

    page: int = 0
    box: Box | None = None
    component: str = ""

    def as_json(self) -> dict[str, Any]:
        box = self.box
        edges = None
        if box is not None:
            parts = {"x": box.left, "y": box.top, "width": box.width, "height": box.height}
            edges = {name: round(value, 2) for name, value in parts.items()}
        return {"page": self.page or None, "place": edges, "component": self.component or None}


@dataclass(slots=True)
class Finding:
    """One fault of one file. `message` says what was expected and found; `worst` is told first."""

    code: str
    severity: Severity
    message: str
    help: str
    sightings: list[Sighting] = field(default_factory=list)
    count: int = 0
    weight: float = 0.0

    def diagnostic(self, name: str) -> Diagnostic:
        """The finding in the words of the terminal: the first place, and how many more there are."""
        first = self.sightings[0] if self.sightings else Sighting()
        place = f"{name}:{first.page}" if first.page else name
        at = ""
        if first.box is not None:
            at = f", at {describe(first.box.left)}, {describe(first.box.top)} mm"
        more = f" (and {self.count - 1} more)" if self.count > 1 else ""
        return Diagnostic(
            self.code, f"{self.message}{at}{more}", Span(place), self.help, self.severity, first.component
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "help": self.help or None,
            "count": self.count,
            "seen": [sighting.as_json() for sighting in self.sightings],
        }


@dataclass(slots=True)
class Verdict:
    """What a preflight found in one file, and what it was held against. `measured` has a page's figures each."""

    held_against: str
    pages: int = 0
    findings: list[Finding] = field(default_factory=list)
    measured: list[dict[str, Any]] = field(default_factory=list)
    plates: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        """Whether no finding is an error."""
        return not any(finding.severity is Severity.ERROR for finding in self.findings)

    def as_json(self) -> dict[str, Any]:
        return {
            "good": self.good,
            "held_against": self.held_against,
            "pages": self.pages,
            "plates": self.plates,
            "findings": [finding.as_json() for finding in self.findings],
            "measured": self.measured,
        }


class Ledger:
    """The findings of one file while it is looked at; the same fault seen again is one finding with more places."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, Severity, str], Finding] = {}

    def add(
        self,
        code: str,
        severity: Severity,
        message: str,
        help: str,
        page: int = 0,
        box: Box | None = None,
        component: str = "",
        *,
        kind: str | None = None,
        weight: float = 0.0,
    ) -> None:
        """Adds a sighting. Findings of one `kind` (by default one message) are one; the heaviest gives its message."""
        key = (code, severity, message if kind is None else kind)
        finding = self._found.get(key)
        sighting = Sighting(page, box, component)
        if finding is None:
            finding = self._found[key] = Finding(code, severity, message, help, weight=weight)
        elif weight > finding.weight:
            finding.message, finding.help, finding.weight = message, help, weight
            finding.sightings.insert(0, sighting)
            finding.count += 1
            del finding.sightings[MOST_SIGHTINGS:]
            return
        finding.count += 1
        if len(finding.sightings) < MOST_SIGHTINGS:
            finding.sightings.append(sighting)

    def findings(self) -> list[Finding]:
        """All findings: by severity, then code, then the page where they were seen first."""
        order = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}
        return sorted(
            self._found.values(),
            key=lambda found: (
                order[found.severity],
                found.code,
                found.sightings[0].page if found.sightings else 0,
                found.message,
            ),
        )
