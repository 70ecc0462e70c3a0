"""What an editor looks for in the texts of a game: numbers that should follow the rules and are written out instead.

In card text and rulebooks a number that equals a number of the rules is an error (D046), since it would stay behind
when the rules change. `{{ rules.… }}` says the rule's number, `{{ 3 }}` or `{{ "three" }}` a number that is meant as it
stands. Digits count wherever they stand by themselves; number words where what they count is what the rule counts.
Names and titles are free.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from questpress.diagnostics import Failed, Report, Span
from questpress.numerals import words_of
from questpress.press.contents import Contents
from questpress.project import Project
from questpress.rules import Rules

_SPACE = "[ \t\u00a0]"
# What is no text: expressions, markup, icons, and in Markdown comments, code, targets of links and figures.
_APART = re.compile(
    r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}|</?[bi]>|:[a-z][a-z0-9]*(?:-[a-z0-9]+)*:|&#?\w+;"
    r"|<!--.*?-->|```.*?```|`[^`\n]*`|\]\([^)\n]*\)",
    re.S,
)
_ORDINAL = re.compile(
    rf"^(?:{_SPACE}*[*_]{{0,3}}\d+[.)](?=\s)|#+{_SPACE}+\d+[.)]?(?=\s))", re.M
)  # of lists and headings
_DIGITS = re.compile(
    rf"(?<![\w.,])(?<![A-Za-z]-)\d+(?:\.\d+)?(?![\w%°′″])(?![.,]\d)(?!{_SPACE}?(?:(?:mm|cm|pt|per cent)\b|%))"
)
_WORD = re.compile(r"[^\W\d_]+")
_NEAR = 60  # characters around a number in which it is looked for what it counts
_NAMES = ("name", "title")  # fields that say how a thing is called, not what the rules are
_FEWEST = 2  # "one" is an article as often as a number


@dataclass(frozen=True, slots=True)
class Literal:
    """A number written out in a text: where, its value, and what it counts if it is a word."""

    start: int
    end: int
    value: float
    counts: str = ""


def review(project: Project, contents: Contents, report: Report) -> None:
    """Reports every written-out number of the game's texts and booklets that a number of its rules has."""
    tongue, rules = contents.tongue, contents.rules
    if tongue.made_up or not rules.numbers:
        return
    judge = _Judge(rules)
    for saying in contents.sayings:
        if saying.address[-1] in _NAMES:
            continue
        scalar = saying.scalar
        text = scalar.text

        def place(start: int, end: int, text: str = text, scalar=scalar) -> Span:  # type: ignore[no-untyped-def]
            row = text.count("\n", 0, start)
            column = start - (text.rfind("\n", 0, start) + 1)
            return scalar.place(row, column, end - start)

        judge(text, place, saying.name, report)
    for deck in contents.decks:
        if deck.booklet is not None:
            name = deck.booklet.source
            try:
                text = project.text(name)
            except Failed:
                continue  # told when it is set
            judge(text, _Lines(name, text), deck.name, report)


def literals(text: str, language: str = "en") -> Iterator[Literal]:
    """The numbers that a text writes out, by itself or in words with the word after them."""
    plain = _blank(_ORDINAL, _blank(_APART, text))
    for match in _DIGITS.finditer(plain):
        yield Literal(match.start(), match.end(), float(match[0]))
    known = words_of(language)
    words = list(_WORD.finditer(plain))
    for number, match in enumerate(words):
        value = known.get(match[0].lower(), 0)
        if value >= _FEWEST:
            for follower in words[number + 1 : number + 3]:
                yield Literal(match.start(), match.end(), value, follower[0].lower())


class _Judge:
    def __init__(self, rules: Rules) -> None:
        self.language = rules.language
        self.paths: dict[float, list[str]] = {}
        self.units: dict[str, str] = {}  # by path: what the number counts
        self.about: dict[str, set[str]] = {}  # by path: the words of its path and meaning
        for path, number in rules.numbers.items():
            if isinstance(number.value, int | float):
                self.paths.setdefault(float(number.value), []).append(path)
                first = _WORD.search(number.unit or number.means)
                self.units[path] = _stem(first[0]) if first else ""
                words = _WORD.findall(f"{path} {number.means} {number.unit}")
                self.about[path] = {_stem(word) for word in words if len(word) > 3}

    def __call__(self, text: str, place: Callable[[int, int], Span], subject: str, report: Report) -> None:
        told: set[int] = set()
        for literal in literals(text, self.language):
            paths = self.paths.get(literal.value, [])
            if literal.counts:
                paths = [path for path in paths if self.units[path] == _stem(literal.counts)]
            if paths and literal.start not in told:
                told.add(literal.start)
                said = text[literal.start : literal.end]
                best = self._best(paths, text[max(0, literal.start - _NEAR) : literal.end + _NEAR])
                names = " or ".join(f"{{{{ {_written(path)} }}}}" for path in best)
                more = f", one of {len(paths)} numbers with this value" if len(paths) > len(best) else ""
                meant = f"{{{{ {said} }}}}" if said.isdigit() else f'{{{{ "{said}" }}}}'
                help = f"write {names}{more}; write {meant} where no rule is meant"
                message = f"the number {said} is written out where the rules have it"
                report.error("D046", message, place(literal.start, literal.end), help, subject)

    def _best(self, paths: list[str], around: str) -> list[str]:
        """The likeliest rule numbers: those whose meaning shares most words with the text around, at most three."""
        words = {_stem(word) for word in _WORD.findall(around)}
        ranked = sorted(paths, key=lambda path: -len(words & self.about[path]))
        return ranked[: 3 if len(ranked) < 4 else 2]


class _Lines:
    """Places in a text file."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.text = name, text
        self.lines = text.splitlines()

    def __call__(self, start: int, end: int) -> Span:
        row = self.text.count("\n", 0, start)
        column = start - (self.text.rfind("\n", 0, start) + 1)
        shown = self.lines[row] if row < len(self.lines) else ""
        return Span(self.name, row + 1, column + 1, column + 1 + end - start, shown)


def _written(path: str) -> str:
    """The number's name as a text writes it: `rules.relics.corrupted[2]` for one of a table."""
    group, _, last = path.rpartition(".")
    return f"rules.{group}[{last}]" if last.isdigit() else f"rules.{path}"


def _stem(word: str) -> str:
    word = word.lower()
    return {"dice": "die"}.get(word, word.removesuffix("s"))


def _blank(pattern: re.Pattern[str], text: str) -> str:
    """The text with what matches blanked out, every other character at its place."""
    return pattern.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
