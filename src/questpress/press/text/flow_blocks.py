"""Markdown read into blocks, each a piece of the column: headings, paragraphs, list entries, tables, figures, rules."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from questpress.press.text.markup import ICON_NAME, LINE_BREAK, Piece, Slip, clean

MOST_CHARACTERS = 2_000_000
MOST_BLOCKS = 20_000
BULLETS = ("•", "–", "·")
# Opening and closing, double then single, by language (CLDR delimiters); others keep what the author typed.
_QUOTES = {
    "en": "“”‘’",
    "de": "„“‚‘",
    "nl": "‘’“”",
    "es": "«»“”",
    "it": "«»“”",
    "pl": "„”‚’",
    "cs": "„“‚‘",
    "sv": "””’’",
}
_SIDES = {"left": "left", "right": "right", "centre": "centre", "center": "centre"}

Pieces = tuple[Piece, ...]
Tell = Callable[[Slip, int], None]


@dataclass(frozen=True)
class Block:
    """What the column is made of. `kind` names its style; `line` is where it begins in the source, from 1.

    `depth` counts the lists around it, `aside` numbers the block quote it stands in (0: none), `marker` is the entry's
    bullet or number, or a definition's term; `tight` entries stand closer.
    """

    kind: str
    line: int
    pieces: Pieces = ()
    depth: int = 0
    aside: int = 0
    marker: Pieces = ()
    tight: bool = False
    level: int = 0
    words: str = ""  # of a heading: its text, for the bookmarks
    name: str = ""  # of a figure
    width: float | None = None
    side: str = "centre"
    aligns: tuple[str, ...] = ()
    rows: tuple[tuple[Pieces, ...], ...] = ()  # of a table; the first is its head
    widest: int = 1  # of an ordered entry: digits of the list's largest number
    target: str = ""  # of an entry of the contents: the key of its heading


LINK = "#"  # an icon's name begins so where a link does, with `/` after it where the link ends
CONTENTS = re.compile(r"\s*<!--\s*contents(?:\s+([1-6])(?:-([1-6]))?)?\s*-->\s*")
FIRST_LEVEL = 2  # of headings in the contents, unless it is said: the first names the booklet


@dataclass
class _Reading:
    tell: Tell
    refer: Callable[[str], str]
    say: Callable[[str], str]
    blocks: list[Block] = field(default_factory=list)
    targets: list[tuple[str, str]] = field(default_factory=list)
    asides: int = 0

    def slip(self, message: str, remedy: str, line: int) -> None:
        self.tell(Slip("T051", message, remedy), line)


def read(
    source: str,
    tell: Tell,
    language: str = "en",
    code_family: str = "Alegreya Sans",
    refer: Callable[[str], str] = lambda target: "",
    say: Callable[[str], str] = lambda text: text,
) -> tuple[list[Block], list[tuple[str, str]]]:
    """The blocks of a Markdown text, and its links as (text, target).

    CommonMark with tables; straight quotes become the language's own; `:icon-name:` is an icon; a line `: text` after a
    line with a term makes a definition; `![caption](figure:NAME "width=24mm left")` is a figure. Raw HTML and
    pictures that are no figures are told (T051) and left out. `<!-- contents -->` makes a `contents` block for each
    heading after it, of level 2, or as in `<!-- contents 1-3 -->`. `refer` gives what a link to `#heading` says after
    its own words, such as "page 7"; `say` changes every text of the booklet on its way.
    """
    if len(source) > MOST_CHARACTERS:
        tell(Slip("T051", f"a text of {len(source)} characters, more than {MOST_CHARACTERS}", "split the booklet"), 1)
        return [], []
    slips: list[Slip] = []
    for number, line in enumerate(source.split("\n"), 1):
        if not line.isprintable():
            clean(line, slips)
            while slips:
                tell(slips.pop(), number)
    source = clean(source, slips)
    quotes = _QUOTES.get(language.split("-")[0].lower())
    parser = MarkdownIt("commonmark", {"typographer": quotes is not None, "quotes": quotes or "“”‘’"})
    parser.enable("table")
    if quotes:
        parser.enable("smartquotes")
    reading = _Reading(tell, refer, say)
    tree = SyntaxTreeNode(parser.parse(source))
    _Walk(reading, code_family).children(tree, 0, 0, False)
    return _with_contents(reading.blocks[:MOST_BLOCKS]), reading.targets


def heading_keys(blocks: Sequence[Block]) -> list[str]:
    """The keys of the headings among the blocks, in order: their words in small letters, joined by `-`, a second one
    of the same with `-2`."""
    seen: dict[str, int] = {}
    keys = []
    for block in blocks:
        if block.level:
            key = "-".join(re.findall(r"\w+", block.words.lower().replace("'", "").replace("’", "")))
            seen[key] = seen.get(key, 0) + 1
            keys.append(key if seen[key] == 1 else f"{key}-{seen[key]}")
    return keys


def _with_contents(blocks: list[Block]) -> list[Block]:
    """The blocks with the entries of each list of contents in its place."""
    if all(block.kind != "contents" for block in blocks):
        return blocks
    keys = iter(heading_keys(blocks))
    headings = [(index, block, next(keys)) for index, block in enumerate(blocks) if block.level]
    found: list[Block] = []
    for index, block in enumerate(blocks):
        if block.kind != "contents":
            found.append(block)
            continue
        for place, heading, key in headings:
            if place > index and block.depth <= heading.level <= block.widest:
                depth = heading.level - block.depth
                found.append(Block("contents", block.line, heading.pieces, depth, words=heading.words, target=key))
    return found


class _Walk:
    def __init__(self, reading: _Reading, code_family: str) -> None:
        self.reading = reading
        self.code_family = code_family

    def children(self, node: SyntaxTreeNode, depth: int, aside: int, tight: bool) -> None:
        for child in node.children:
            self.block(child, depth, aside, tight)

    def add(self, block: Block) -> None:
        self.reading.blocks.append(block)

    def block(self, node: SyntaxTreeNode, depth: int, aside: int, tight: bool) -> None:
        line = (node.map or (0, 0))[0] + 1
        kind = node.type
        if kind == "heading":
            level = min(int(node.tag[1:]), 6)
            pieces = self.inline(node, line)
            words = "".join(piece.text for piece in self.plain(node, line)).replace(LINE_BREAK, " ").strip()
            style = f"heading{min(level, 4)}"
            self.add(Block(style, line, pieces, depth, aside, level=level, words=words))
        elif kind == "paragraph":
            self.paragraph(node, line, depth, aside, tight)
        elif kind in ("bullet_list", "ordered_list"):
            self.list(node, depth, aside)
        elif kind == "blockquote":
            self.reading.asides += 1
            self.children(node, depth, aside or self.reading.asides, False)
        elif kind == "table":
            self.table(node, line, depth, aside)
        elif kind == "hr":
            self.add(Block("rule", line, depth=depth, aside=aside))
        elif kind in ("fence", "code_block"):
            text = node.content.rstrip("\n").replace("\n", LINE_BREAK).replace("  ", "\u00a0 ")
            self.add(Block("code", line, (Piece(text),) if text else (), depth, aside))
        elif kind == "html_block" and CONTENTS.fullmatch(node.content):
            asked = CONTENTS.fullmatch(node.content)
            first = int(asked[1] or FIRST_LEVEL)  # type: ignore[index]
            last = int(asked[2] or first)  # type: ignore[index]
            self.add(Block("contents", line, depth=first, aside=aside, widest=last))
        elif kind == "html_block":
            if not re.fullmatch(r"\s*(<!--.*?-->\s*)+", node.content, re.DOTALL):
                self.reading.slip(
                    f"raw HTML '{_short(node.content)}' is not printed", "write Markdown, &lt; for <", line
                )
        else:
            self.reading.slip(f"'{kind}' is not printed", "use headings, paragraphs, lists, tables, figures", line)

    def paragraph(self, node: SyntaxTreeNode, line: int, depth: int, aside: int, tight: bool) -> None:
        inline = list(node.children[0].children) if node.children else []
        while inline and inline[0].type == "image":
            figure = self.figure(inline.pop(0), line, depth, aside)
            if figure is not None:
                self.add(figure)
            while inline and inline[0].type in ("softbreak", "hardbreak"):
                inline.pop(0)
        pieces = self.pieces(inline, line)
        if not pieces:
            return
        terms = _definitions(pieces)
        if terms is None:
            self.add(Block("list" if depth else "paragraph", line, pieces, depth, aside, tight=tight))
            return
        term, meanings = terms
        for number, meaning in enumerate(meanings):
            self.add(Block("definition", line, meaning, depth, aside, marker=() if number else _bold(term)))

    def list(self, node: SyntaxTreeNode, depth: int, aside: int) -> None:
        ordered = node.type == "ordered_list"
        first = int(node.attrs.get("start", 1)) if ordered else 0
        tight = all(child.hidden for entry in node.children for child in entry.children if child.type == "paragraph")
        widest = len(str(first + len(node.children) - 1))
        for number, entry in enumerate(node.children, first):
            marker = (Piece(f"{number}."),) if ordered else (Piece(BULLETS[min(depth, len(BULLETS) - 1)]),)
            start = len(self.reading.blocks)
            self.children(entry, depth + 1, aside, tight)
            added = self.reading.blocks[start:]
            if added and not added[0].marker and added[0].kind == "list":
                self.reading.blocks[start] = replace(
                    added[0], marker=marker, widest=widest if ordered else 0, tight=tight
                )
            else:
                line = (entry.map or (0, 0))[0] + 1
                empty = Block(
                    "list", line, (Piece("\u00a0"),), depth + 1, aside, marker, tight, widest=widest * ordered
                )
                self.reading.blocks.insert(start, empty)

    def table(self, node: SyntaxTreeNode, line: int, depth: int, aside: int) -> None:
        rows = []
        aligns: list[str] = []
        for section in node.children:
            for row in section.children:
                cells = []
                for cell in row.children:
                    if section.type == "thead":
                        style = str(cell.attrs.get("style", ""))
                        aligns.append(style.partition(":")[2].strip() or "left")
                    cells.append(self.inline(cell, (row.map or (line - 1, 0))[0] + 1))
                rows.append(tuple(cells))
        self.add(Block("table", line, (), depth, aside, aligns=tuple(aligns), rows=tuple(rows)))

    def figure(self, node: SyntaxTreeNode, line: int, depth: int, aside: int) -> Block | None:
        source = str(node.attrs.get("src", ""))
        if not source.startswith("figure:"):
            self.reading.slip(f"the picture '{_short(source)}' is no figure", "write ![caption](figure:NAME)", line)
            return None
        caption = self.pieces(list(node.children), line)
        width, side = None, "centre"
        for word in str(node.attrs.get("title", "")).split():
            size = re.fullmatch(r"width=(\d+(?:\.\d+)?)(mm|cm|in)?", word)
            if size:
                width = float(size[1]) * {"cm": 10.0, "in": 25.4}.get(size[2] or "mm", 1.0)
            elif word in _SIDES:
                side = _SIDES[word]
            else:
                self.reading.slip(f"figure option '{word}' is unknown", "write width=24mm, left, right or centre", line)
        return Block("figure", line, caption, depth, aside, name=source.removeprefix("figure:"), width=width, side=side)

    def inline(self, node: SyntaxTreeNode, line: int) -> Pieces:
        return self.pieces(list(node.children[0].children) if node.children else [], line)

    def plain(self, node: SyntaxTreeNode, line: int) -> Pieces:
        """What a heading says, unchanged by `say`, so that references find it."""
        kept, self.reading.say = self.reading.say, lambda text: text
        count = len(self.reading.targets)
        pieces = self.inline(node, line)
        self.reading.say = kept
        del self.reading.targets[count:]
        return pieces

    def pieces(self, nodes: list[SyntaxTreeNode], line: int) -> Pieces:
        found: list[Piece] = []
        for node in nodes:
            self.piece(node, line, False, False, found)
        joined: list[Piece] = []
        for piece in found:
            last = joined[-1] if joined else None
            if last and not last.icon and not piece.icon and last[1:] == piece[1:]:
                joined[-1] = last._replace(text=last.text + piece.text)
            else:
                joined.append(piece)
        return tuple(joined)

    def piece(self, node: SyntaxTreeNode, line: int, bold: bool, italic: bool, found: list[Piece]) -> None:
        kind = node.type
        if kind in ("text", "text_special"):
            end = 0
            for match in ICON_NAME.finditer(node.content):
                if match.start() > end:
                    found.append(Piece(self.reading.say(node.content[end : match.start()]), bold, italic))
                found.append(Piece("", bold, italic, match[1]))
                end = match.end()
            if end < len(node.content):
                found.append(Piece(self.reading.say(node.content[end:]), bold, italic))
        elif kind == "softbreak":
            found.append(Piece(" ", bold, italic) if not _before_meaning(node) else Piece(_MEANING, bold, italic))
        elif kind == "hardbreak":
            found.append(Piece(LINE_BREAK, bold, italic))
        elif kind in ("strong", "em"):
            for child in node.children:
                self.piece(child, line, bold or kind == "strong", italic or kind == "em", found)
        elif kind == "code_inline":
            found.append(Piece(node.content, bold, italic, family=self.code_family))
        elif kind == "link":
            target = str(node.attrs.get("href", ""))
            number = len(self.reading.targets)
            start = len(found)
            found.append(Piece("", bold, italic, f"{LINK}{number}"))
            for child in node.children:
                self.piece(child, line, bold, italic, found)
            words = "".join(piece.text for piece in found[start:])
            more = self.reading.refer(target[1:]) if target.startswith("#") else ""
            if more:
                found.append(Piece(f" ({more})" if words else more, bold, italic))
            found.append(Piece("", bold, italic, f"{LINK}/{number}"))
            self.reading.targets.append((words, target))
        elif kind == "image":
            self.reading.slip("a figure inside a sentence", "give it a paragraph of its own, or use an :icon:", line)
        elif kind == "html_inline":
            if not node.content.startswith(("<!--", "</")):
                self.reading.slip(f"raw HTML '{_short(node.content)}' is not printed", "write **bold**, *italic*", line)
        else:
            for child in node.children:
                self.piece(child, line, bold, italic, found)


_MEANING = "\u2029"  # stands for the line break before a definition's `: ` while pieces are read


def _before_meaning(node: SyntaxTreeNode) -> bool:
    after = node.next_sibling
    return after is not None and after.type == "text" and after.content.startswith(": ")


def _definitions(pieces: Pieces) -> tuple[Pieces, list[Pieces]] | None:
    """A term and its meanings, where a paragraph is one; else None."""
    if not any(piece.text == _MEANING or _MEANING in piece.text for piece in pieces):
        return None
    groups: list[list[Piece]] = [[]]
    for piece in pieces:
        for number, part in enumerate(piece.text.split(_MEANING) if not piece.icon else [""]):
            if number:
                groups.append([])
                part = part.removeprefix(": ")
            if part or piece.icon:
                groups[-1].append(piece._replace(text=part))
    return tuple(groups[0]), [tuple(group) for group in groups[1:]]


def _bold(pieces: Pieces) -> Pieces:
    return tuple(piece._replace(bold=True) for piece in pieces)


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= 40 else words[:39] + "…"
