"""Boards and tilesheets of Escort Quest: read from nodes, or found by name in a project."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from questpress.diagnostics import Failed, Report, Span, nearest
from questpress.games.escort_quest.board import NAMES, SIDES, Board, Direction, Pair, closed_by_side, direction
from questpress.games.escort_quest.layout import Sheet
from questpress.games.escort_quest.options import FOLDER
from questpress.games.escort_quest.tiles import KINDS, WARP, Tile
from questpress.project import Project
from questpress.schema import CELL, INVALID, Anything, Choice, Field, ListOf, Reader, Record, Whole
from questpress.source import Map, Node, Scalar, Seq

MOST_CELLS = 400  # 20 × 20; a larger board fits no table, and could not be decided in the time of a build
LARGEST_SHEET = 10_000

BARRIER = Record(
    {
        "at": Field(CELL, help="the cell, [column, row] from [0, 0] at the top left"),
        "sides": Field(ListOf(Choice(tuple(NAMES[side] for side in SIDES))), None, help="grey sides (EQ-4)"),
        "blocked": Field(ListOf(Choice(NAMES)), None, help="single directions that are closed"),
    },
    "a barrier",
)
GRID = {
    "columns": Field(Whole(), help="cells across"),
    "rows": Field(Whole(), help="cells down"),
    "barriers": Field(Anything(), None, help="cells that may not be left in every direction"),
}
INLINE_BOARD = Record(GRID, "a board")
NAMED_BOARD = Record(GRID, "a board", open=True)  # the press reads the rest
TILE = Record(
    {
        "tile": Field(Choice(KINDS), help="its kind"),
        "arrow": Field(Choice(NAMES), None, help="of a warp tile"),
        "quantity": Field(Whole(0, LARGEST_SHEET), 1, help="how many the sheet holds"),
    },
    "a tile",
    open=True,
)


@dataclass
class BoardPlaces:
    """Where a board and the parts of it that a breach may point at are written."""

    sides: dict[str, Span] = field(default_factory=dict)
    barriers: dict[Pair, Span] = field(default_factory=dict)


@dataclass
class Shelf:
    """The boards and tilesheets that a layout may name. Without a project there are none. Notes the files it read."""

    project: Project | None
    files: list[str] = field(default_factory=list)

    def board(self, named: Scalar, report: Report) -> tuple[Board, BoardPlaces] | None:
        """The board of that name with its places, or None after the fault has been reported."""
        node = self._find("board", named, report)
        return None if node is None else read_board(node, NAMED_BOARD, report)

    def sheet(self, named: Scalar, report: Report) -> Sheet | None:
        """The tilesheet of that name, or None after the fault has been reported."""
        node = self._find("tilesheet", named, report)
        return None if node is None else read_sheet(node, named.text, report)

    def _find(self, sort: str, named: Scalar, report: Report) -> Map | None:
        name = named.text
        if self.project is None:
            help = f"put the file into a project with layouts/{FOLDER}/{sort}s/"
            if sort == "board":
                help += ", or write the board into it: board: {columns: …, rows: …, barriers: […]}"
            report.error("D015", f"the {sort} '{name}' cannot be looked up outside a project", named.span, help)
            return None
        folder = f"layouts/{FOLDER}/{sort}s"
        files = [file for file in self.project.files(f"layouts/{FOLDER}", ".yaml", ".yml") if "/puzzles/" not in file]
        # A file of that name is asked first, then every file that says it is of this sort.
        files.sort(key=lambda file: (file.rpartition("/")[2].partition(".")[0] != name, not file.startswith(folder)))
        known: list[str] = []
        for file in files:
            try:
                node = self.project.load(file)
            except Failed as failed:
                if file.startswith(folder + "/") and file.rpartition("/")[2].partition(".")[0] == name:
                    self.files.append(file)
                    report.extend(failed.diagnostics)
                    return None
                continue
            said = node.get(sort) if isinstance(node, Map) and node.first_key == sort else None
            if isinstance(said, Scalar):
                known.append(said.text)
                if said.text == name:
                    self.files.append(file)
                    return node
        self.files.append(f"{folder}/{name}.yaml")  # where it would be: the finding changes when it comes
        close = nearest(name, known)
        help = f"did you mean '{close}'?" if close else f"{sort}s here: " + (", ".join(sorted(known)) or "none")
        report.error("D015", f"no {sort} '{name}' below layouts/{FOLDER}/", named.span, help)
        return None


def read_board(node: Node, form: Record, report: Report) -> tuple[Board, BoardPlaces] | None:
    """The board that `node` states, with its places, or None after its faults have been reported."""
    reader = Reader(report)
    values = form.read(node, reader)
    if not isinstance(node, Map):
        return None
    places = BoardPlaces({side: node.entries[side].span for side in ("columns", "rows") if side in node})
    barriers = _barriers(node.get("barriers"), places, reader)
    if values is INVALID or barriers is None:
        return None
    columns, rows = values["columns"], values["rows"]
    if max(columns, 0) * max(rows, 0) > MOST_CELLS:
        found = (
            f"a board of {columns} × {rows} = {columns * rows} cells is too large, at most {MOST_CELLS} can be played"
        )
        report.error("D006", found, places.sides["columns"], "use fewer columns or rows")
        return None
    return Board(columns, rows, barriers), places


def _barriers(node: Node | None, places: BoardPlaces, reader: Reader) -> dict[Pair, frozenset[Direction]] | None:
    """Cell → closed directions. Barriers listed twice for a cell add up."""
    barriers: dict[Pair, frozenset[Direction]] = {}
    if node is None or (isinstance(node, Scalar) and node.is_null):
        return barriers
    if not isinstance(node, Seq):
        reader.wrong(node, "expected barriers to be a list", "write the barriers one a line after '- '")
        return None
    good = True
    for entry in node.items:
        values = BARRIER.read(entry, reader.named("barriers"))
        if values is INVALID:
            good = False
        elif values["sides"] is None and values["blocked"] is None:
            help = "write sides: [N] for a grey side, or blocked: [N, NE] for single directions"
            reader.report.error("D011", "the barrier closes nothing: 'sides' or 'blocked' is missing", entry.span, help)
            good = False
        else:
            pair = (values["at"][0], values["at"][1])
            closed = {direction(name) for name in values["blocked"] or ()}
            for name in values["sides"] or ():
                closed |= closed_by_side(direction(name))
            barriers[pair] = barriers.get(pair, frozenset()) | closed
            places.barriers.setdefault(pair, entry.entries["at"].span)
    return barriers if good else None


def read_sheet(node: Map, name: str, report: Report) -> Sheet | None:
    """How many of each tile a tilesheet holds, or None after its faults have been reported."""
    tiles = node.get("tiles")
    if not isinstance(tiles, Seq):
        help = "list the tiles after '- '"
        report.error("D011", f"the tilesheet '{name}' has no list of tiles", (tiles or node).span, help)
        return None
    defaults = node.get("defaults")
    holds: Counter[Tile] = Counter()
    good = True
    for entry in tiles.items:
        if isinstance(entry, Map) and isinstance(defaults, Map):
            entry = Map(entry.source, entry.line, entry.column, entry.end_column, {**defaults.entries, **entry.entries})
        values = TILE.read(entry, Reader(report))
        if values is INVALID:
            good = False
        elif (values["arrow"] is None) == (values["tile"] == WARP):
            found = "a warp tile needs an arrow" if values["tile"] == WARP else f"{values['tile']} has no arrow"
            report.error("D011", found, entry.span, "write for example {tile: warp, arrow: NE}")
            good = False
        else:
            arrow = None if values["arrow"] is None else direction(values["arrow"])
            holds[Tile(values["tile"], arrow)] += values["quantity"]
    return Sheet(name, dict(holds)) if good else None
