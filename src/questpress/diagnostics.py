"""Diagnostics as values: what is wrong, where, and what to do. Nothing here prints or exits."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field, replace


class Severity(enum.Enum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Span:
    """A place in a project file. `file` is relative to the project; lines and columns count from 1."""

    file: str
    line: int = 0
    column: int = 0
    end_column: int = 0
    text: str = ""  # the whole source line, without its newline; empty when not known

    def __str__(self) -> str:
        if not self.line:
            return self.file
        return f"{self.file}:{self.line}:{self.column or 1}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `code` is a key of `questpress.codes.CODES`; `subject` names component and field where known."""

    code: str
    message: str
    span: Span | None = None
    help: str = ""
    severity: Severity = Severity.ERROR
    subject: str = ""

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def __str__(self) -> str:
        return render(self)

    def as_json(self) -> dict[str, object]:
        """The finding as plain values for `--json`."""
        span = self.span
        return {
            "code": self.code,
            "severity": self.severity.value,
            "file": span.file if span else None,
            "line": span.line or None if span else None,
            "column": span.column or None if span else None,
            "subject": self.subject or None,
            "message": self.message,
            "help": self.help or None,
        }


def pack(finding: Diagnostic) -> dict[str, object]:
    """The finding as JSON values, for keeping it with an artifact; `unpack` gives it back."""
    span = finding.span
    place = [span.file, span.line, span.column, span.end_column, span.text] if span else None
    return {
        "code": finding.code,
        "message": finding.message,
        "span": place,
        "help": finding.help,
        "severity": finding.severity.value,
        "subject": finding.subject,
    }


def unpack(kept: dict[str, object]) -> Diagnostic:
    """The finding that `pack` was given."""
    place = kept["span"]
    span = Span(*place) if isinstance(place, list) else None
    severity = Severity(kept["severity"])
    return Diagnostic(str(kept["code"]), str(kept["message"]), span, str(kept["help"]), severity, str(kept["subject"]))


def render(finding: Diagnostic) -> str:
    """The finding as text: place, message, the offending line with a caret mark, the remedy."""
    place = f"{finding.span}: " if finding.span else ""
    subject = f"{finding.subject}: " if finding.subject else ""
    lines = [f"{place}{finding.severity.value}[{finding.code}]: {subject}{finding.message}"]
    span = finding.span
    if span and span.line and span.text:
        text = span.text.expandtabs(1)
        column = max(span.column, 1)
        start = max(0, column - 60) if len(text) > 110 else 0
        shown = text[start : start + 110]
        width = max(1, min(span.end_column - column, len(shown) - (column - 1 - start)))
        lines.append(f"{span.line:5} | {shown}")
        lines.append(f"      | {' ' * (column - 1 - start)}{'^' * width}")
    if finding.help:
        lines.append(f"  help: {finding.help}")
    return "\n".join(lines)


def gathered(findings: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The findings in their order, those that say the same of several components told once, naming how many more."""
    groups: dict[Diagnostic, list[str]] = {}
    for finding in findings:
        groups.setdefault(replace(finding, subject=""), []).append(finding.subject)
    told = []
    for finding, subjects in groups.items():
        first, more = subjects[0], len(set(subjects)) - 1
        told.append(replace(finding, subject=f"{first} and {more} more" if more and first else first))
    return told


class Failed(Exception):
    """A stage could not give its value; `diagnostics` holds everything it found."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(map(render, self.diagnostics)))


@dataclass(slots=True)
class Report:
    """The findings of a stage while it runs. Ask `failed` before using the stage's value."""

    findings: list[Diagnostic] = field(default_factory=list)

    def error(self, code: str, message: str, span: Span | None = None, help: str = "", subject: str = "") -> None:
        self._add(Diagnostic(code, message, span, help, Severity.ERROR, subject))

    def warning(self, code: str, message: str, span: Span | None = None, help: str = "", subject: str = "") -> None:
        self._add(Diagnostic(code, message, span, help, Severity.WARNING, subject))

    def note(self, code: str, message: str, span: Span | None = None, help: str = "", subject: str = "") -> None:
        self._add(Diagnostic(code, message, span, help, Severity.NOTE, subject))

    def extend(self, findings: Iterable[Diagnostic]) -> None:
        for finding in findings:
            self._add(finding)

    def _add(self, finding: Diagnostic) -> None:
        if finding not in self.findings:
            self.findings.append(finding)

    @property
    def failed(self) -> bool:
        return any(finding.is_error for finding in self.findings)

    def stop_if_failed(self) -> None:
        """Raises Failed with all findings if one of them is an error."""
        if self.failed:
            raise Failed(self.findings)


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The known name closest to a misspelt one, or None where nothing is close (1 is equal, 0 has nothing alike)."""
    import difflib

    found = difflib.get_close_matches(word, list(known), n=1, cutoff=cutoff)
    return found[0] if found else None
