"""What went wrong in a template, and at which of its lines: exceptions to diagnostics."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import FrameType

from jinja2.exceptions import SecurityError, TemplateRuntimeError, TemplateSyntaxError, UndefinedError

from questpress.diagnostics import Diagnostic, Failed, Span, nearest
from questpress.press.render.calls import WrongCall
from questpress.press.render.remedies import for_syntax, for_types
from questpress.press.render.sandbox import Exhausted, MissingName
from questpress.values import NoSuchValue

LONGEST_CALL = 40  # lines of one expression that are looked through for a name
_OWN = (
    UndefinedError,
    SecurityError,
    TemplateRuntimeError,
    TemplateSyntaxError,
    Exhausted,
    WrongCall,
    RecursionError,
    MemoryError,
)


# Modules whose errors come from the values that a template gave them.
_BLAMELESS = ("jinja2", "markupsafe", "svgwrite", "questpress.press.render.sandbox", "questpress.press.shapes")


def explain(error: Exception, context: Iterable[str]) -> tuple[str, str, str]:
    """Code, message and remedy for an exception that a template caused; `context` are the names it may use."""
    match error:
        case MissingName():
            known = tuple(context) if error.known is None else error.known
            close = nearest(error.name, known)
            listed = ", ".join(sorted(known)[:16])
            message = f"{error}, did you mean '{close}'?" if close else str(error)
            return "T003", message, "" if close or not listed else f"there is: {listed}"
        case UndefinedError():
            return "T003", str(error), ""
        case WrongCall():
            return "T042", str(error), error.remedy
        case NoSuchValue():
            return "T003", str(error), error.remedy
        case SecurityError():
            return "T004", f"not allowed in a template: {error}", "templates read values and write text, nothing else"
        case Exhausted():
            return "T006", str(error), "make the loop or the text smaller"
        case RecursionError():
            return "T007", "templates or macros that call each other without end", "let the inner call end somewhere"
        case MemoryError():
            return "T006", "more memory than there is", "make the loop or the text smaller"
        case TemplateSyntaxError():
            return "T001", f"template syntax: {error.message}", for_syntax(error.message or "")
        case ZeroDivisionError():
            return "T005", f"{error}: a value is 0 here", "ask first: `{{ a / b if b else 0 }}`"
        case TypeError():
            message = str(error) or type(error).__name__
            return "T005", message, for_types(message)
        case _:
            return "T005", str(error) or type(error).__name__, ""


def blame(
    error: Exception, context: Iterable[str], subject: str, shown: Callable[[str], str], template: Path
) -> Diagnostic:
    """The diagnostic for an exception out of `template`. Raises `error` again where it is no fault of a template's."""
    if isinstance(error, TemplateSyntaxError):
        path = error.filename or str(template)
        span: Span | None = Span(shown(path), error.lineno or 1, 1, 0, line_of(path, error.lineno or 1))
    else:
        span = named(error, shown) or place(error, shown)
        if not isinstance(error, (*_OWN, ValueError)) and not _raised_in_template(error):
            raise error
    code, message, remedy = explain(error, context)
    return Diagnostic(code, message, narrowed(span or Span(shown(str(template))), error), remedy, subject=subject)


def placed(failure: Failed, subject: str, shown: Callable[[str], str]) -> Failed:
    """`failure` with the template's line and the subject wherever a finding has none."""
    span = place(failure, shown)
    return Failed(
        Diagnostic(d.code, d.message, d.span or span, d.help, d.severity, d.subject or subject)
        for d in failure.diagnostics
    )


def place(error: BaseException, shown: Callable[[str], str]) -> Span | None:
    """The innermost template line that an exception went through."""
    found = None
    for frame, line in _frames(error):
        if _is_template(frame):
            found = (frame.f_code.co_filename, line)
    return Span(shown(found[0]), found[1], 1, 0, line_of(*found)) if found else None


def named(error: Exception, shown: Callable[[str], str]) -> Span | None:
    """The innermost template line that names what an undefined value lacks: a macro may only use its argument."""
    if not isinstance(error, MissingName):
        return None
    found = None
    for frame, line in _frames(error):
        if _is_template(frame):
            path = frame.f_code.co_filename
            for number, text in _expression(path, line):
                span = narrowed(Span(shown(path), number, 1, 0, text), error)
                if span is not None and span.end_column:
                    found = span
                    break
    return found


def _expression(path: str, line: int) -> list[tuple[int, str]]:
    """The lines of the expression that begins on `line` of a template, with their numbers."""
    lines = _lines(path)[line - 1 : line - 1 + LONGEST_CALL]
    for count, text in enumerate(lines, 1):
        if "}}" in text or "%}" in text:
            lines = lines[:count]
            break
    return list(enumerate(lines, line))


def narrowed(span: Span | None, error: Exception) -> Span | None:
    """`span` on the misspelt name alone, where its line holds that name."""
    if span is not None and span.text and isinstance(error, MissingName):
        start = max(span.column - 1, 0)
        found = re.search(rf"(?<!\w){re.escape(error.name)}(?!\w)", span.text[start:])
        if found:
            column = start + found.start() + 1
            return Span(span.file, span.line, column, column + len(error.name), span.text)
    return span


def line_in(file: str, text: str, error: Exception) -> Span:
    """The line of `file`, whose whole text was filled in, that an exception went through."""
    line = (error.lineno or 0) if isinstance(error, TemplateSyntaxError) else 0
    if not line:
        lines = [number for frame, number in _frames(error) if _is_template(frame)]
        line = lines[-1] if lines else 0
    said = text.splitlines()
    if isinstance(error, MissingName):  # the expression may go over several lines
        for number in range(line, min(line + LONGEST_CALL, len(said)) + 1):
            if line and re.search(rf"(?<!\w){re.escape(error.name)}(?!\w)", said[number - 1]):
                line = number
                break
    return Span(file, line, 1, 0, said[line - 1]) if 0 < line <= len(said) else Span(file)


def line_of(path: str, line: int) -> str:
    """Line `line` of a text file, counted from 1; empty where there is none."""
    lines = _lines(path)
    return lines[line - 1] if 0 < line <= len(lines) else ""


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, ValueError):
        return []


def _frames(error: BaseException) -> Iterator[tuple[FrameType, int]]:
    trace = error.__traceback__
    while trace is not None:
        yield trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next


def _is_template(frame: FrameType) -> bool:
    """Jinja rewrites a template's frames so that their module is called as their file (jinja2/debug.py)."""
    return frame.f_globals.get("__name__") == frame.f_code.co_filename


def _raised_in_template(error: BaseException) -> bool:
    """Whether the innermost frame is a template's, Jinja's or the sandbox's: then an expression is at fault."""
    frame = None
    for frame, _ in _frames(error):  # noqa: B007
        pass
    if frame is None:
        return False
    module = frame.f_globals.get("__name__", "")
    return _is_template(frame) or module.startswith(_BLAMELESS)
