"""The file of a game's translations, written or brought up to date: every text in its place, with what is known of it.

What is translated stays. A text that changed keeps its translation and says what it `was`; one that moved takes its
translation along. What the game says no more is dropped and told.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from questpress.diagnostics import Report
from questpress.opening import open_game
from questpress.press.texts import has_words, kind_sayings
from questpress.project import Project
from questpress.translation import TRANSLATES, Entry, read_entries, seal_of, text_file

WIDTH = 120  # characters; longer translations stand in two lines
_YAML_WORDS = ("null", "true", "false", "yes", "no", "on", "off")
_HEAD = (
    "# {language}: what {title} says, text by text. `questpress text {game} --lang {language}` brings it up to date.\n"
)


@dataclass(slots=True)
class Skeleton:
    """A file of translations: its name, its text, and how far it has come."""

    file: str
    text: str
    texts: int = 0
    missing: int = 0
    changed: int = 0
    dropped: list[str] = field(default_factory=list)
    booklets: dict[str, str] = field(default_factory=dict)  # files of booklets' texts to begin, and their text


def skeleton(project: Project, game: str, language: str, report: Report) -> Skeleton:
    """The file of `game` in `language` as it should be today; nothing is written. Faults go to `report`."""
    contents = open_game(project, game, report)
    rules, tongue = contents.rules, contents.tongue
    name = text_file(game, language)
    kept: dict[tuple[str, ...], Entry] = {}
    if project.exists(name):
        kept = read_entries(project, name, tongue.source, language, report)
    by_text = {entry.source: entry for entry in kept.values() if _is_done(entry)}
    made = Skeleton(name, "")
    tree: dict[str, Any] = {}
    said = [(("game", "title"), rules.title)]
    for saying in (*contents.sayings, *kind_sayings(contents.kinds)):
        said.append(((saying.section, *saying.address), saying.text))
    for address, text in said:
        if has_words(text):
            made.texts += 1
            place = tree
            for step in address[:-1]:
                place = place.setdefault(step, {})
            entry = kept.pop(address, None) or by_text.get(text)
            place[address[-1]] = _leaf(tongue.source, language, text, entry, made)
    made.dropped = ["/".join(address) for address in kept]
    head = _head(project, name) or _HEAD.format(language=language, title=rules.title, game=game)
    made.text = head + f"text: {language}\n" + "".join(_lines(tree, 0))
    for deck in contents.decks:
        if deck.booklet is not None:
            other = f"{deck.booklet.source.removesuffix('.md')}.{language}.md"
            if not project.exists(other):
                mark = f"<!-- translates {seal_of(project, deck.booklet.source)} -->\n"
                assert TRANSLATES.match(mark)
                made.booklets[other] = mark + project.text(deck.booklet.source)
    return made


def _is_done(entry: Entry) -> bool:
    return entry.same or (entry.said is not None and bool(entry.said.text.strip()))


def _leaf(source: str, language: str, text: str, entry: Entry | None, made: Skeleton) -> list[tuple[str, Any]]:
    """The members of a leaf, in order."""
    if entry is None or not _is_done(entry):
        made.missing += 1
        return [(source, text), (language, "")]
    if entry.same:
        if entry.source != text:
            made.changed += 1
            return [(source, text), (language, ""), ("was", entry.source)]
        return [(source, text), ("same", True)]
    assert entry.said is not None
    members: list[tuple[str, Any]] = [(source, text), (language, entry.said.text.rstrip("\n"))]
    if entry.source != text or entry.was is not None:
        made.changed += 1
        members.append(("was", entry.was or entry.source))
    return members


def _lines(tree: dict[str, Any], depth: int) -> Iterator[str]:
    indent = "  " * depth
    for key, value in tree.items():
        plain = re.fullmatch(r"[^\W_][\w.=-]*", key) and key.lower() not in _YAML_WORDS
        name = key if plain else _quoted(key)
        if isinstance(value, dict):
            yield f"{indent}{name}:\n"
            yield from _lines(value, depth + 1)
            continue
        members = [f"{key}: {_quoted(said) if isinstance(said, str) else 'true'}" for key, said in value]
        line = f"{indent}{name}: {{{', '.join(members)}}}\n"
        if len(line) <= WIDTH:
            yield line
        else:
            yield f"{indent}{name}:\n"
            yield from (f"{indent}  {member}\n" for member in members)


def _quoted(text: str) -> str:
    """A text in YAML's double quotes, whose escapes are those of JSON."""
    return json.dumps(text, ensure_ascii=False).replace("\u00a0", "\\u00a0").replace("\u2028", "\\u2028")


def _head(project: Project, name: str) -> str:
    """The comments on top of the file that is there."""
    if not project.exists(name):
        return ""
    lines = project.text(name).splitlines(keepends=True)
    count = next((number for number, line in enumerate(lines) if not line.startswith("#")), len(lines))
    return "".join(lines[:count])
