"""The inline markup of card text, read into paragraphs of styled pieces.

There is `<b>…</b>`, `<i>…</i>`, `:icon-name:`; a newline breaks the line, a blank line parts paragraphs, a line that
starts with `- ` is a list entry. Every other `&`, `<` and `:` stands for itself, but `&name;` and `&#number;` are read
as in HTML.
"""

from __future__ import annotations

import html.entities
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

LINE_BREAK = "\u2028"
MOST_CHARACTERS = 200_000


class Piece(NamedTuple):
    """Text in one style, or one icon (then `text` is empty). `family` overrides the box's font family."""

    text: str
    bold: bool = False
    italic: bool = False
    icon: str = ""
    family: str = ""
    fill: str = ""


class Paragraph(NamedTuple):
    """Pieces between two blank lines, or one list entry. `apart`: a blank line stands before it."""

    pieces: tuple[Piece, ...]
    bullet: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Slip:
    """A fault in marked-up text: code, what is wrong, the remedy.

    `argument` is the one of a template's call that is at fault; empty where the text itself is.
    """

    code: str
    message: str
    remedy: str = ""
    argument: str = ""


_TAGS = {"<b>": ("b", True), "</b>": ("b", False), "<i>": ("i", True), "</i>": ("i", False)}
_ICON = r":(?P<icon>[a-z][a-z0-9]*(?:-[a-z0-9]+)*):"
ICON_NAME = re.compile(rf"(?<![^\W\d_]){_ICON}(?![^\W\d_])")
_TOKEN = re.compile(
    r"(?P<tag></?[bi]>)"
    rf"|{_ICON}"
    r"|&(?P<entity>#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
    r"|(?P<html></?(?:B|I|br|p|em|strong|u|s|sup|sub|small|big|span|div|ul|ol|li|font|img|a|h[1-6]|hr|code|del)\b[^<>]{0,80}>)"
)
_INSTEAD = {"strong": "<b>", "B": "<b>", "em": "<i>", "I": "<i>", "br": "a new line", "p": "a blank line"}
_INSTEAD |= {"ul": "lines that start with `- `", "li": "a line that starts with `- `", "img": ":icon-name:"}


def read(
    text: str, single_line: bool = False, known: Callable[[str], bool] = lambda name: False
) -> tuple[tuple[Paragraph, ...], tuple[Slip, ...]]:
    """The paragraphs of `text` and what is wrong with it; with `single_line` newlines are spaces and lists plain text.

    `:name:` against a letter, as in `a:b:c`, is an icon only if `known` says that there is one.
    A fault never spoils what follows: unclosed tags end with the text, crossed ones are read as closed. Icon names
    are not looked up here.
    """
    if not text:
        return (), ()
    if len(text) > MOST_CHARACTERS:
        slip = Slip("T038", f"the text has {len(text)} characters, more than {MOST_CHARACTERS}", "split it")
        return (), (slip,)
    slips: list[Slip] = []
    text = clean(text, slips)
    plain = not single_line and "\n" not in text and not text.startswith("- ")
    if plain and "<" not in text and "&" not in text and ":" not in text:
        return ((Paragraph((Piece(text),)),) if text.strip(" ") else ()), tuple(slips)
    if single_line:
        text = " ".join(text.split("\n"))
        blocks = [(False, False, text)]
    else:
        blocks = _blocks(text)
    open_tags: list[str] = []
    paragraphs = []
    for bullet, apart, block in blocks:
        pieces = _pieces(block, open_tags, slips, known)
        if pieces:
            paragraphs.append(Paragraph(tuple(pieces), bullet, apart and bool(paragraphs)))
    for tag in open_tags:
        slips.append(Slip("T038", f"<{tag}> is not closed", f"write </{tag}> where it should end"))
    return tuple(paragraphs), tuple(slips)


def clean(text: str, slips: list[Slip]) -> str:
    """`text` with plain newlines and without control characters, which are reported."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\t" in text:
        text = text.replace("\t", " ")
    if text.isprintable():
        return text
    bad = [character for character in text if _is_control(character)]
    if bad:
        names = ", ".join(dict.fromkeys(f"U+{ord(character):04X}" for character in bad))
        before = text[: text.index(bad[0])][-20:]
        where = f", the first after '{before}'" if before.strip() else ", the first at the start"
        slips.append(Slip("T041", f"control characters in the text: {names}{where}", "delete them"))
        text = "".join(character for character in text if not _is_control(character))
    return text


def _is_control(character: str) -> bool:
    if character == "\n":
        return False
    return (
        unicodedata.category(character) in ("Cc", "Cs") or (ord(character) & 0xFFFE) == 0xFFFE or character == "\ufeff"
    )


def _blocks(text: str) -> list[tuple[bool, bool, str]]:
    """The paragraphs' source as (is a list entry, a blank line before it, text with LINE_BREAK for its newlines)."""
    blocks: list[tuple[bool, bool, list[str]]] = []
    apart = True
    for line in text.strip("\n").split("\n"):
        stripped = line.strip(" ")
        if not stripped:
            apart = True
        elif stripped.startswith("- "):
            blocks.append((True, apart, [stripped[2:].lstrip(" ")]))
            apart = False
        elif apart or not blocks:
            blocks.append((False, True, [stripped]))
            apart = False
        elif blocks[-1][0] and not line.startswith(" "):  # not indented: the list is over
            blocks.append((False, False, [stripped]))
        else:
            blocks[-1][2].append(stripped)
    return [(bullet, gap, LINE_BREAK.join(lines)) for bullet, gap, lines in blocks]


def _pieces(text: str, open_tags: list[str], slips: list[Slip], known: Callable[[str], bool]) -> list[Piece]:
    pieces: list[Piece] = []
    pending: list[str] = []

    def flush() -> None:
        if pending:
            pieces.append(Piece("".join(pending), "b" in open_tags, "i" in open_tags))
            pending.clear()

    end = seek = 0
    while match := _TOKEN.search(text, seek):
        if match["icon"] and not ICON_NAME.match(text, match.start()) and not known(match["icon"]):
            seek = match.start() + 1
            continue
        seek = match.end()
        pending.append(text[end : match.start()])
        end = match.end()
        token = match.group()
        if match["tag"]:
            flush()
            _turn(*_TAGS[token], open_tags, slips)
        elif match["icon"]:
            flush()
            pieces.append(Piece("", "b" in open_tags, "i" in open_tags, match["icon"]))
        elif match["entity"]:
            pending.append(_entity(match["entity"], slips))
        else:
            pending.append(token)
            name = re.sub(r"[^A-Za-z0-9]", " ", token).split()[0]
            instead = _INSTEAD.get(name, "text without this tag")
            slips.append(Slip("T038", f"{token} is no markup here", f"write {instead}, or &lt; for a plain <"))
    pending.append(text[end:])
    flush()
    return [piece for piece in pieces if piece.icon or piece.text]


def _turn(tag: str, opens: bool, open_tags: list[str], slips: list[Slip]) -> None:
    if opens:
        open_tags.append(tag)
    elif tag not in open_tags:
        slips.append(Slip("T038", f"</{tag}> closes nothing", f"write <{tag}> where it should begin, or delete it"))
    else:
        if open_tags[-1] != tag:
            inner = open_tags[-1]
            slips.append(Slip("T038", f"</{tag}> comes before </{inner}>", f"close <{inner}> first"))
        del open_tags[len(open_tags) - 1 - open_tags[::-1].index(tag)]


def _entity(name: str, slips: list[Slip]) -> str:
    if name[0] == "#":
        code = int(name[2:], 16) if name[1] in "xX" else int(name[1:])
        if code > 0x10FFFF or code == 0 or _is_control(chr(code)) or 0xD800 <= code < 0xE000:
            slips.append(Slip("T041", f"&{name}; is no printable character", "delete it"))
            return ""
        return chr(code)
    return html.entities.html5.get(f"{name};", f"&{name};")
