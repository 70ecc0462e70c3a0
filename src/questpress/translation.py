"""What a game says in another language: cards/<game>/text.<language>.yaml read, applied, and judged for gaps.

    text: es
    decks:
      heroes:
        red-warrior:
          flavour: {en: "“I knocked. Twice.”", es: "«Llamé. Dos veces.»"}
          name: {en: Bruna, same: true}

The source text stands beside its translation, so that a text that changed since is noticed. One that reads the same in
both languages is marked `same: true`, else it counts as missing. What is missing is printed in the source language.
A booklet's text, rules/<name>.md, has its translation beside it, rules/<name>.es.md, whose first lines say which text
was translated: `<!-- translates 0123456789ab -->`, the first twelve digits of its file's SHA-256.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from questpress.diagnostics import Failed, Report, Span, nearest
from questpress.press.texts import Saying, has_words
from questpress.project import Project, folder_name
from questpress.pseudo import LANGUAGE as PSEUDO
from questpress.pseudo import pseudo
from questpress.rules import Rules
from questpress.schema import INVALID, Anything, Field, Flag, Reader, Record, Text, Word
from questpress.source import Map, Node, Scalar

SECTIONS = ("game", "decks", "kinds", "words", "legend")
TRANSLATES = re.compile(r"<!--\s*translates\s+([0-9a-f]{12})\s*-->")
MOST_LISTED = 60  # addresses in one warning
_SECTION_HELP = {
    "game": "the game's title",
    "decks": "the texts of decks, boards and booklets, by name, component and field",
    "kinds": "texts that kinds give to fields",
    "words": "fixed words that templates print, as `words.<name>`",
    "legend": "what icons mean, as `legend[<icon>]`; an empty text: nothing needs to be said",
}
TEXT = Record(
    {
        "text": Field(Word(), help="the language, as BCP 47"),
        **{name: Field(Anything(), {}, help=help) for name, help in _SECTION_HELP.items()},
    },
    "the texts of a game in one language",
)


def leaf(source: str, language: str) -> Record:
    """The schema of one translation: the source text, and what it is in the language."""
    return Record(
        {
            source: Field(Text(), help="the text that was translated"),
            language: Field(Text(), None, help="its translation"),
            "same": Field(Flag(), False, help="it reads the same in both languages"),
            "was": Field(Text(), None, help="what the text was when it was translated; delete this when it is mended"),
        },
        "a translation",
    )


@dataclass(slots=True)
class Entry:
    """One translation as its file states it."""

    source: str
    said: Scalar | None
    same: bool
    was: str | None
    span: Span
    used: bool = False


@dataclass(slots=True)
class Tongue:
    """The language that a build speaks. Without `entries` it is the source language, or the made-up one."""

    source: str = "en"
    language: str = "en"
    file: str = ""
    entries: dict[tuple[str, ...], Entry] = field(default_factory=dict)
    missing: list[str] = field(default_factory=list)
    stale: list[tuple[str, Span]] = field(default_factory=list)
    known: set[str] = field(default_factory=set)
    seals: dict[str, str] = field(default_factory=dict)  # of booklets' texts

    @property
    def own(self) -> bool:
        """Whether it is the language that the game is written in."""
        return self.language == self.source

    @property
    def made_up(self) -> bool:
        return self.language == PSEUDO and not self.own

    @property
    def label(self) -> str:
        """Names files and kept work of this language; '' for the source language."""
        return "" if self.own else self.language

    def apply(self, sayings: Iterable[Saying]) -> None:
        """Puts the translations in the places of the texts, with the places of the translations' own file."""
        for saying in sayings:
            if self.made_up:
                saying.replace(_made_up(saying.scalar))
            elif not self.own:
                said = self._find((saying.section, *saying.address), saying.text)
                if said is not None:
                    saying.replace(said)

    def text(self, address: tuple[str, ...], text: str) -> str:
        """The translation of one text, or itself."""
        if self.own or not has_words(text):
            return text
        if self.made_up:
            return pseudo(text)
        said = self._find(address, text)
        return text if said is None else said.text.rstrip("\n")

    def source_of(self, project: Project, name: str) -> str:
        """The file of a booklet's text in this language, or `name` itself where there is none."""
        if self.own or self.made_up:
            return name
        other = f"{name.removesuffix('.md')}.{self.language}.md"
        if not project.exists(other):
            self.missing.append(name)
            return name
        mark = TRANSLATES.search(project.text(other)[:2000])
        self.seals[name] = seal_of(project, name)
        if mark is None or mark[1] != self.seals[name]:
            self.stale.append((name, Span(other, 1)))
        return other

    def _find(self, address: tuple[str, ...], text: str) -> Scalar | None:
        name = "/".join(address)
        self.known.add(name)
        entry = self.entries.get(address)
        if entry is None:
            self.missing.append(name)
            return None
        entry.used = True
        if entry.same:
            if entry.source != text:
                self.stale.append((name, entry.span))
            return None
        said = entry.said
        if said is None or said.is_null or not said.text.strip() or said.text.rstrip("\n") == text:
            self.missing.append(name)
            return None
        if entry.source != text or entry.was is not None:
            self.stale.append((name, entry.span))
        return said

    def close(self, title: str, report: Report) -> None:
        """Reports what is translated and not there (D042), what changed since (D043), and what is missing (D044)."""
        for address, entry in self.entries.items():
            if not entry.used:
                name = "/".join(address)
                close = nearest(name, self.known)
                help = f"did you mean '{close}'?" if close else "remove it, or let `questpress text` write the file"
                report.error("D042", f"the game says nothing called '{name}'", entry.span, help)
        for name, span in self.stale:
            help = "mend the translation, then state today's text beside it and delete `was:`"
            if name.endswith(".md"):
                help = f"mend the translation, then begin it with <!-- translates {self.seals[name]} -->"
            report.warning("D043", f"'{name}' changed after it was translated", span, help)
        if self.missing:
            shown = ", ".join(_gathered(self.missing)[:MOST_LISTED])
            count = f"{len(self.missing)} text{'s are' if len(self.missing) > 1 else ' is'}"
            message = f"{title}: {count} missing in '{self.language}' and printed in '{self.source}': {shown}"
            help = "translate them in that file; `questpress text` adds them to it. `same: true` marks equal texts"
            report.warning("D044", message, Span(self.file), help)


def seal_of(project: Project, name: str) -> str:
    """How a translation names the text of a file that it translates."""
    return (project.digest(project.path(name)) or "")[:12]


def text_file(game: str, language: str) -> str:
    """The project's file of a game's texts in a language."""
    return f"cards/{folder_name(game)}/text.{language}.yaml"


def languages(project: Project, game: str) -> list[str]:
    """The languages that a game has text files in."""
    names = project.files(f"cards/{folder_name(game)}", ".yaml")
    return [name.rsplit("/", 1)[1][5:-5] for name in names if is_text_file(name)]


def is_text_file(name: str) -> bool:
    """Whether a file below cards/ holds texts of a language, not a deck."""
    last = name.rsplit("/", 1)[-1]
    return last.startswith("text.") and last.endswith(".yaml")


def open_tongue(project: Project, game: str, rules: Rules, language: str | None, report: Report) -> Tongue:
    """The language asked for (None: the game's own); a game that does not have it is reported (D045)."""
    source = rules.language
    wanted = language or source
    if wanted == source or wanted == PSEUDO:
        return Tongue(source, wanted)
    name = text_file(game, wanted)
    if not project.exists(name):
        known = sorted({source, *languages(project, game), PSEUDO})
        close = nearest(wanted, known)
        help = f"did you mean '{close}'?" if close else f"begin with: questpress text {game} --lang {wanted}"
        report.error("D045", f"{rules.title} has no texts in '{wanted}'; there are: {', '.join(known)}", None, help)
        return Tongue(source, source)
    return Tongue(source, wanted, name, read_entries(project, name, source, wanted, report))


def read_entries(
    project: Project, name: str, source: str, language: str, report: Report
) -> dict[tuple[str, ...], Entry]:
    """The translations of a file by address; faults go to `report`."""
    root = _root(project, name, language, report)
    found: dict[tuple[str, ...], Entry] = {}
    if root is not None:
        kind = leaf(source, language)
        for section in SECTIONS:
            part = root.get(section)
            if part is not None and not (isinstance(part, Scalar) and part.is_null):
                for address, node in _leaves(part, (section,), kind, report):
                    values = kind.read(node, Reader(report, subject="/".join(address)))
                    if values is not INVALID and isinstance(node, Map):
                        said = node.get(language)
                        scalar = said if isinstance(said, Scalar) else None
                        was = values["was"]
                        found[address] = Entry(values[source].rstrip("\n"), scalar, values["same"], was, node.span)
    return found


def _root(project: Project, name: str, language: str, report: Report) -> Map | None:
    try:
        root = project.load(name)
    except Failed as failed:
        report.extend(failed.diagnostics)
        return None
    values = TEXT.read(root, Reader(report))
    if values is INVALID or not isinstance(root, Map):
        return None
    if values["text"] != language:
        span = root.entries["text"].span
        report.error("D015", f"the file says it is in '{values['text']}'", span, f"write `text: {language}`")
        return None
    return root


def _leaves(
    node: Node, address: tuple[str, ...], kind: Record, report: Report
) -> Iterator[tuple[tuple[str, ...], Map]]:
    if not isinstance(node, Map):
        source, language = list(kind.fields)[:2]
        help = f"write {{{source}: …, {language}: …}}"
        Reader(report, subject="/".join(address)).wrong(node, "expected a translation beside its text", help)
        return
    if node.entries and all(key in kind.fields for key in node.entries):
        yield address, node
        return
    for key, entry in node.entries.items():
        yield from _leaves(entry, (*address, key), kind, report)


def _made_up(scalar: Scalar) -> Scalar:
    return replace(scalar, text=pseudo(scalar.text))


def _gathered(names: list[str]) -> list[str]:
    """Addresses without the word `decks`, which all share."""
    return [name.removeprefix("decks/") for name in names]


# -- words and legend ------------------------------------------------------------------------------------------------


def read_words(project: Project, game: str, tongue: Tongue, report: Report) -> dict[str, Any]:
    """The fixed words and the icons' legend, from the source language's text file: `words` and `legend`, as trees.

    The leaves are scalars, in the language that is spoken.
    """
    name = text_file(game, tongue.source)
    found: dict[str, Any] = {"words": {}, "legend": {}}
    root = _root(project, name, tongue.source, report) if project.exists(name) else None
    if root is None:
        return found
    for section in ("game", "decks", "kinds"):
        if section in root:
            help = "the data files say them; this file holds the words of templates and the legend"
            report.error("D012", f"'{section}' belongs to translations", root.keys[section].span, help)
    for section in found:
        part = root.get(section)
        if part is not None and not (isinstance(part, Scalar) and part.is_null):
            found[section] = _word_tree(part, (section,), tongue, report)
    return found


def word_sayings(tree: Any, section: str, address: tuple[str, ...] = ()) -> Iterator[Saying]:
    """The texts of a tree of words."""
    if isinstance(tree, Scalar):
        if has_words(tree.text):
            holder = Map(tree.source, tree.line, tree.column, tree.end_column, {address[-1]: tree})
            yield Saying(address, tree, holder, address[-1], section)
    else:
        for key, value in tree.items():
            yield from word_sayings(value, section, (*address, key))


def _word_tree(node: Node, address: tuple[str, ...], tongue: Tongue, report: Report) -> Any:
    if isinstance(node, Scalar):
        if not has_words(node.text):
            return node
        if tongue.made_up:
            return _made_up(node)
        said = None if tongue.own else tongue._find(address, node.text.rstrip("\n"))
        return node if said is None else said
    if not isinstance(node, Map):
        Reader(report, subject="/".join(address)).wrong(node, "expected words by name")
        return {}
    tree: dict[str, Any] = {}
    for key, entry in node.entries.items():
        if key in (tongue.source, tongue.language, "same", "was"):
            help = "give it another name: it would look like a translation"
            report.error("D021", f"a word cannot be called '{key}'", node.keys[key].span, help)
        tree[key] = _word_tree(entry, (*address, key), tongue, report)
    return tree
