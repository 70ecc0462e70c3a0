"""Every breach of EQ-1 and EQ-4 to EQ-12 by a layout, all at once.

A breach is a value: clause, cell and what was found. Where the offending thing stands in a file is the reader's
knowledge, so a breach carries a `where` by which `reading.Places` finds the character or the pair.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from questpress.games.escort_quest.board import Pair
from questpress.games.escort_quest.layout import GOBLIN, VILLAGER, Layout
from questpress.games.escort_quest.options import TORUS, Numbers
from questpress.games.escort_quest.tiles import VILLAGE, Tile

UNPLAYABLE = frozenset({"EQ-1", "EQ-4", "EQ-6"})  # a layout that breaks only others can still be solved
ADVICE = frozenset({"EQ-12"})


@dataclass(frozen=True, slots=True)
class Breach:
    """One breach. `cell` is None where the clause speaks of no cell; `where` names the thing in the file."""

    clause: str
    cell: Pair | None
    message: str
    where: tuple[str, object]

    @property
    def is_advice(self) -> bool:
        """Whether it only warns (EQ-12)."""
        return self.clause in ADVICE

    def as_json(self) -> dict[str, object]:
        """Plain values: clause, cell as `[column, row]` or null, message."""
        return {"clause": self.clause, "cell": list(self.cell) if self.cell else None, "message": self.message}


def status(layout: Layout, numbers: Numbers) -> tuple[Breach, ...]:
    """All breaches of `layout` in the order of the clauses, advice last; empty where it is legal and well covered."""
    checks = (_board, _barriers, _places, _arrows, _apart, _villages_far, _goblin_diagonal, _village, _sheet, _cover)
    return tuple(breach for check in checks for breach in check(layout, numbers))


def _board(layout: Layout, numbers: Numbers) -> Iterator[Breach]:
    board, least = layout.board, numbers.board_side
    if board.columns < least or board.rows < least:
        found = f"the board has {board.columns} × {board.rows} cells, each side must be at least {least}"
        yield Breach("EQ-1", None, found, ("side", "columns" if board.columns < least else "rows"))


def _barriers(layout: Layout, numbers: Numbers) -> Iterator[Breach]:
    for pair in layout.board.barriers:
        if pair not in layout.board:
            yield Breach(
                "EQ-4", pair, f"the barrier at {_at(pair)} is off the {_size(layout)} board", ("barrier", pair)
            )


def _places(layout: Layout, numbers: Numbers) -> Iterator[Breach]:
    taken: dict[Pair, Tile] = {}
    for pair, tile in layout.tiles:
        if pair not in layout.board:
            yield Breach("EQ-6", pair, f"{tile.name} at {_at(pair)} is off the {_size(layout)} board", ("tile", pair))
        elif pair in taken:
            found = f"{taken[pair].name} and {tile.name} both lie at {_at(pair)}"
            yield Breach("EQ-6", pair, found, ("tile", pair))
        else:
            taken[pair] = tile
    for token, pair in layout.tokens.items():
        if pair not in layout.board:
            yield Breach("EQ-6", pair, f"the {token} at {_at(pair)} is off the {_size(layout)} board", ("token", token))


def _arrows(layout: Layout, numbers: Numbers) -> Iterator[Breach]:
    cells = defaultdict(list)
    for pair, tile in layout.tiles:
        if tile.arrow is not None:
            cells[tile].append(pair)
    for tile, pairs in cells.items():
        if len(pairs) > 1:
            found = f"{len(pairs)} warp tiles have the same arrow: {tile.name} at {', '.join(map(_at, pairs))}"
            yield Breach("EQ-6", pairs[0], found, ("tile", pairs[1]))


def _apart(layout: Layout, numbers: Numbers) -> Iterator[Breach]:
    for (one, here), (other, there) in combinations(layout.tokens.items(), 2):
        if here == there and here in layout.board:
            yield Breach("EQ-7", here, f"{one} and {other} both start at {_at(here)}", ("token", other))


def _villages_far(layout: Layout, numbers: Numbers) -> Iterator[Breach]:
    villager = layout.tokens[VILLAGER]
    if villager not in layout.board:
        return
    wraps = layout.options.village_distance == TORUS
    for pair, tile in layout.tiles:
        if tile.kind == VILLAGE and pair in layout.board:
            moves = layout.board.king_moves(villager, pair, wraps)
            if moves < numbers.village_distance:
                found = (
                    f"the village at {_at(pair)} is {_counted(moves, 'king move')} from the villager at "
                    f"{_at(villager)}, it must be at least {numbers.village_distance}"
                )
                yield Breach("EQ-8", pair, found + (" (steps may wrap)" if wraps else ""), ("tile", pair))


def _goblin_diagonal(layout: Layout, numbers: Numbers) -> Iterator[Breach]:
    goblin, villager = layout.tokens[GOBLIN], layout.tokens[VILLAGER]
    if goblin not in layout.board or villager not in layout.board:
        return
    across, down = abs(goblin[0] - villager[0]), abs(goblin[1] - villager[1])
    if across != down or across < numbers.goblin_distance:
        found = (
            f"the goblin at {_at(goblin)} is not on a diagonal of the villager at {_at(villager)}: "
            f"{_counted(across, 'column')} and {_counted(down, 'row')} apart"
        )
        if across == down:
            found += f", it must be at least {numbers.goblin_distance}"
        yield Breach("EQ-9", goblin, found, ("token", GOBLIN))


def _village(layout: Layout, numbers: Numbers) -> Iterator[Breach]:
    villages = sum(tile.kind == VILLAGE and pair in layout.board for pair, tile in layout.tiles)
    if villages < numbers.villages:
        found = f"there is no village, nothing can be won; the board needs at least {numbers.villages}"
        if villages:
            found = f"there are {villages} villages, the board needs at least {numbers.villages}"
        yield Breach("EQ-10", None, found, ("tiles", None))


def _sheet(layout: Layout, numbers: Numbers) -> Iterator[Breach]:
    if layout.sheet is None:
        return
    used = Counter(tile for _, tile in layout.tiles)
    for tile, count in used.items():
        held = layout.sheet.holds.get(tile, 0)
        if count > held:
            surplus = [pair for pair, other in layout.tiles if other == tile][held]
            found = f"the layout uses {count} × {tile.name}, the tilesheet '{layout.sheet.name}' holds {held}"
            yield Breach("EQ-11", surplus, found, ("tile", surplus))


def _cover(layout: Layout, numbers: Numbers) -> Iterator[Breach]:
    cells = len(layout.board.cells)
    covered = len({pair for pair, _ in layout.tiles if pair in layout.board})
    if (
        min(layout.board.columns, layout.board.rows) < 1
        or numbers.coverage_least * cells <= 100 * covered <= numbers.coverage_most * cells
    ):
        return
    found = (
        f"tiles cover {covered} of {cells} cells ({100 * covered / cells:.0f} %), "
        f"{numbers.coverage_least} to {numbers.coverage_most} % play best"
    )
    yield Breach("EQ-12", None, found, ("tiles", None))


def _at(pair: Pair) -> str:
    return f"[{pair[0]}, {pair[1]}]"


def _size(layout: Layout) -> str:
    return f"{layout.board.columns} × {layout.board.rows}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")
