"""A layout file becomes a Layout, and remembers where everything stands, so that a breach points at its character.

Faults of form (unknown keys, a grid of the wrong width, a character that is no tile) are told here, all of them, and
leave no layout. What a well-formed layout breaks is for legality.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from questpress.diagnostics import Diagnostic, Report, Severity, Span, nearest
from questpress.games.escort_quest.board import Board, Pair
from questpress.games.escort_quest.layout import TOKENS, Layout, Placed
from questpress.games.escort_quest.legality import Breach
from questpress.games.escort_quest.options import NAME, Book, Options
from questpress.games.escort_quest.shelf import INLINE_BOARD, MOST_CELLS, BoardPlaces, Shelf, read_board
from questpress.games.escort_quest.tiles import CHARACTERS, OPEN
from questpress.project import Project, game_name
from questpress.schema import CELL, INVALID, Anything, Field, Reader, Record, Text, Word
from questpress.source import Map, Node, Scalar, parse

LAYOUT = Record(
    {
        "game": Field(Word(), NAME, help="the game's name"),
        "title": Field(Text(), "", help="what the puzzle is called"),
        "author": Field(Text(), "", help="who made it"),
        "notes": Field(Text(), "", help="for people; nothing reads it"),
        "board": Field(Anything(), help="a board by name, or {columns, rows, barriers}"),
        "tilesheet": Field(Word(), None, help="the tilesheet whose counts the layout keeps to (EQ-11)"),
        "tiles": Field(Anything(), help="the text grid, after |"),
        "tokens": Field(Anything(), help="{escort: [column, row], villager: …, goblin: …}"),
        "options": Field(Anything(), None, help="rule options that differ from the default"),
        "grade": Field(Word(), None, help="how hard it is, by the bands of the rules (`grades`)"),
        "features": Field(Anything(), None, help="what the grade was found from, as it was measured"),
        "solution": Field(Anything(), None, help="the winning strategy, which `questpress verify` replays"),
    },
    "a layout",
)
STATED = ("grade", "features", "solution")  # kept with a puzzle for people and proofs; play does not depend on them
TOKEN_CELLS = Record({token: Field(CELL, help="[column, row]") for token in TOKENS}, "the starting cells")
LONGEST_GRID = 8 * MOST_CELLS  # characters; a cell takes two, the rest is room for blanks
# Keyboards write these for tiles; they are told which character is meant, not silently accepted.
_MEANT = {"^": "↑", ">": "→", "<": "←", "v": "V", "#": "S", "_": OPEN, "-": OPEN, "0": OPEN, "❄": "*", "+": "X"}


@dataclass
class Places:
    """Where the things that a breach may name are written."""

    file: str
    board: BoardPlaces = field(default_factory=BoardPlaces)
    tiles: dict[Pair, Span] = field(default_factory=dict)
    tokens: dict[str, Span] = field(default_factory=dict)
    grid: Span | None = None

    def of(self, where: tuple[str, object]) -> Span:
        """The Span of what `Breach.where` names; the file where it has no place of its own."""
        sort, what = where
        table: Mapping = {
            "side": self.board.sides,
            "barrier": self.board.barriers,
            "tile": self.tiles,
            "token": self.tokens,
        }.get(sort, {})
        return table.get(what) or self.grid or Span(self.file)


@dataclass(frozen=True)
class Reading:
    """A layout with its places."""

    layout: Layout
    places: Places
    stated: Mapping[str, Node] = field(default_factory=dict)  # what the file says of the puzzle: see STATED
    own_options: frozenset[str] = frozenset()  # that the file states itself

    def diagnostic(self, breach: Breach) -> Diagnostic:
        """The breach as a diagnostic at its place; code L0nn for EQ-nn."""
        code = f"L{int(breach.clause.removeprefix('EQ-')):03d}"
        severity = Severity.WARNING if breach.is_advice else Severity.ERROR
        return Diagnostic(code, f"{breach.message} ({breach.clause})", self.places.of(breach.where), "", severity)


def layout_of(text: str, book: Book, name: str = "layout", project: Project | None = None) -> Layout:
    """The layout that a layout file's text states; the inverse of `Layout.text`. Raises Failed with every fault."""
    report = Report()
    reading = read_layout(parse(text, name), name, book, Shelf(project), report)
    report.stop_if_failed()
    assert reading is not None
    return reading.layout


def read_layout(
    node: Node,
    file: str,
    book: Book,
    shelf: Shelf,
    report: Report,
    settings: Mapping[str, str] | None = None,
) -> Reading | None:
    """The layout that a layout file's root states, or None after every fault of form has been reported.

    `settings` (option → value) go over the file's own options, which go over the book's defaults.
    """
    faults = Report()
    values = LAYOUT.read(node, Reader(faults))
    if not isinstance(node, Map):
        report.extend(faults.findings)
        return None
    game = node.get("game")
    if isinstance(game, Scalar) and game_name(game.text) != NAME:
        faults.error("D015", f"the layout is of '{game.text}', not of {NAME}", game.span, f"write `game: {NAME}`")
    places = Places(file)
    board = _board(node.get("board"), shelf, places, faults)
    sheet_name = node.get("tilesheet")
    sheet = shelf.sheet(sheet_name, faults) if isinstance(sheet_name, Scalar) and not sheet_name.is_null else None
    tiles = _tiles(node.get("tiles"), board, places, faults)
    tokens = _tokens(node.get("tokens"), places, faults)
    options = _options(node.get("options"), book, settings or {}, faults)
    report.extend(faults.findings)
    if faults.failed or board is None or tokens is None:
        return None
    named = node.get("board")
    layout = Layout(
        board,
        tiles,
        tokens,
        options,
        values["title"],
        named.text if isinstance(named, Scalar) else None,
        sheet,
        book.defaults,
    )
    stated = {key: node.entries[key] for key in STATED if key in node and not is_null(node.entries[key])}
    own = node.get("options")
    return Reading(layout, places, stated, frozenset(own.entries) if isinstance(own, Map) else frozenset())


def is_null(node: Node) -> bool:
    """Whether a value is left empty."""
    return isinstance(node, Scalar) and node.is_null


def _board(node: Node | None, shelf: Shelf, places: Places, report: Report) -> Board | None:
    if node is None:
        return None  # told as missing
    if isinstance(node, Scalar):
        if node.is_null:
            Reader(report, field="board").wrong(node, "expected a board's name or {columns, rows, barriers}")
            return None
        found = shelf.board(node, report)
    else:
        found = read_board(node, INLINE_BOARD, report)
    if found is None:
        return None
    board, places.board = found
    return board


def _tiles(node: Node | None, board: Board | None, places: Places, report: Report) -> tuple[Placed, ...]:
    """The tiles of the text grid. A tile beyond the board's edge is kept: that is EQ-6, not a fault of form."""
    if node is None:
        return ()
    if not isinstance(node, Scalar) or node.is_null:
        help = "write `tiles: |` and below it a row a line, the cells separated by blanks"
        Reader(report, field="tiles").wrong(node, "expected a text grid", help)
        return ()
    places.grid = node.span
    placed: list[Placed] = []
    text = node.text.rstrip()
    if len(text) > LONGEST_GRID:
        found = f"a grid of {len(text)} characters is too large, at most {LONGEST_GRID} are read"
        report.error("D006", found, node.span, "a row a line, a character a cell, blanks between")
        return ()
    rows = text.split("\n") if text else []
    if board is not None and len(rows) == 1 < board.rows and not node.literal:
        report.error("D021", "the grid is on one line", node.span, "write `tiles: |` and below it a row a line")
        return ()
    surplus_tile = False
    for row, line in enumerate(rows):
        cells = list(re.finditer(r"[^ \t]+", line))
        for column, match in enumerate(cells):
            character = match[0].replace("\ufe0f", "")  # U+FE0F asks for an emoji's form, nothing more
            place = node.place(row, match.start(), len(match[0]))
            tile = CHARACTERS.get(character)
            if tile is not None:
                placed.append(Placed((column, row), tile))
                places.tiles[column, row] = place
                surplus_tile = surplus_tile or (board is not None and (column, row) not in board)
            elif character != OPEN:
                _unknown(character, row, column, place, report)
        if board is not None and row < board.rows and len(cells) < board.columns:
            found = f"row {row} of the grid has {len(cells)} cells, the board has {board.columns} columns"
            place = node.place(row, max(len(line.rstrip()) - 1, 0))
            report.error("D021", found, place, f"write a character for each cell, '{OPEN}' for an open one")
    if board is None:
        return tuple(placed)
    if len(rows) < board.rows:
        found = f"the grid has {len(rows)} rows, the board has {board.rows}"
        report.error("D021", found, node.span, "write a line for each row of the board")
    if not surplus_tile:
        _surplus(node, rows, board, report)
    return tuple(placed)


def _surplus(node: Scalar, rows: list[str], board: Board, report: Report) -> None:
    """Open cells beyond the board: nothing lies there, but the grid and the board are not of one size."""
    for row, line in enumerate(rows):
        cells = list(re.finditer(r"[^ \t]+", line))
        if row >= max(board.rows, 0):
            found = f"the grid has {len(rows)} rows, the board has {board.rows}"
            report.error("D021", found, node.place(row, 0, max(len(line), 1)), "delete the rows that are too many")
            return
        if len(cells) > max(board.columns, 0):
            found = f"row {row} of the grid has {len(cells)} cells, the board has {board.columns} columns"
            first = cells[max(board.columns, 0)]
            report.error("D021", found, node.place(row, first.start()), "delete the cells that are too many")


def _unknown(character: str, row: int, column: int, place: Span, report: Report) -> None:
    known = " ".join((OPEN, *CHARACTERS))
    if len(character) > 1 and all(one in CHARACTERS or one == OPEN for one in character):
        help = "separate the cells of a row by blanks"
    else:
        meant = _MEANT.get(character) or (character.upper() if character.upper() in CHARACTERS else None)
        help = f"did you mean '{meant}'?" if meant else f"the tiles are {known}"
    shown = character if len(character) <= 12 else character[:11] + "…"
    report.error("D021", f"expected a tile at [{column}, {row}], found '{shown}'", place, help)


def _tokens(node: Node | None, places: Places, report: Report) -> dict[str, Pair] | None:
    if node is None:
        return None
    values = TOKEN_CELLS.read(node, Reader(report, field="tokens"))
    if values is INVALID:
        return None
    assert isinstance(node, Map)
    places.tokens = {token: node.entries[token].span for token in TOKENS}
    return {token: (values[token][0], values[token][1]) for token in TOKENS}


def _options(node: Node | None, book: Book, settings: Mapping[str, str], report: Report) -> Options:
    chosen: dict[str, str] = {}
    if isinstance(node, Map):
        for name, value in node.entries.items():
            found = value.text if isinstance(value, Scalar) else value.shape
            if check_option(name, found, book, report, node.keys[name].span, value.span):
                chosen[name] = found
    elif node is not None and not (isinstance(node, Scalar) and node.is_null):
        Reader(report, field="options").wrong(node, "expected a mapping", "write for example {capture: ignored}")
    return book.defaults.but(**{**chosen, **settings})


def check_option(
    name: str, value: str, book: Book, report: Report, at_name: Span | None = None, at_value: Span | None = None
) -> bool:
    """Whether the rules have that option with that value; otherwise the fault is reported (D027)."""
    if name not in book.values:
        close = nearest(name, book.values)
        help = f"did you mean '{close}'?" if close else "options: " + ", ".join(book.values)
        report.error("D027", f"{NAME} has no rule option '{name}'", at_name, help)
        return False
    if value not in book.values[name]:
        close = nearest(value, book.values[name])
        help = f"did you mean '{close}'?" if close else "write one of them"
        report.error("D027", f"{name} must be one of {', '.join(book.values[name])}, found '{value}'", at_value, help)
        return False
    return True
