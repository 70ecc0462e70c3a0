"""One form for all layouts that are the same puzzle: mirrored, turned, or shifted where the rules allow it.

A mirror or a quarter turn of everything (tiles, arrows, barriers, tokens) changes nothing in play, unless ties are
settled clockwise, which knows left from right and north from south. A shift over the wrapping edges changes what a
goblin sees that looks on the flat board; with *goblin_sight* `torus` it changes nothing.
"""

from __future__ import annotations

from functools import lru_cache

from questpress.games.escort_quest.board import DIRECTIONS, STEPS
from questpress.games.escort_quest.fast.ground import OPEN, WARP, Ground
from questpress.games.escort_quest.layout import TOKENS, Layout
from questpress.games.escort_quest.options import CLOCKWISE, TORUS

Change = tuple[int, int, tuple[int, ...], tuple[int, ...]]  # columns, rows, where each cell's content comes from, ways


def canonical(layout: Layout) -> str:
    """The same text for every layout that is this puzzle mirrored, turned or shifted, another for all others.

    Barriers below tiles do not count, nor does the title. Raises ValueError where the layout breaks EQ-4 or EQ-6.
    """
    ground = Ground.of(layout)
    walls = bytes(wall if code == OPEN else 0 for wall, code in zip(ground.walls, ground.tiles, strict=True))
    tokens = {layout.board.cell(layout.tokens[token]): number for number, token in enumerate(TOKENS, 1)}
    options = layout.options
    turns = options.goblin_ties != CLOCKWISE
    shifts = options.goblin_sight == TORUS
    forms = []
    for columns, rows, origins, ways in changes(ground.columns, ground.rows, turns):
        tiles = [_turned(ground.tiles[cell], ways) for cell in origins]
        closed = [_turned_wall(walls[cell], ways) for cell in origins]
        standing = [tokens.get(cell, 0) for cell in origins]
        whole = list(zip(tiles, closed, standing, strict=True))
        if shifts:  # the escort stands first
            place = standing.index(1)
            row, column = divmod(place, columns)
            lines = [whole[y * columns : (y + 1) * columns] for y in range(rows)]
            lines = lines[row:] + lines[:row]
            whole = [one for line in lines for one in line[column:] + line[:column]]
        forms.append((columns, rows, bytes(value for one in whole for value in one)))
    columns, rows, form = min(forms)
    chosen = ",".join(value for name, value in options.as_mapping().items() if name != "village_distance")
    return f"{columns}x{rows}:{form.hex()}:{chosen}"


@lru_cache(maxsize=32)
def changes(columns: int, rows: int, turns: bool) -> tuple[Change, ...]:
    """The mirrors and quarter turns of a board: for each cell of the new board the old one, and the new directions."""
    found = []
    for flip in (False, True):
        for quarter in range(4):
            wide, high = (columns, rows) if quarter % 2 == 0 else (rows, columns)
            origins = []
            for y in range(high):
                for x in range(wide):
                    a, b, w, h = x, y, wide, high
                    for _ in range(quarter):  # a quarter turn back: the cell (a, b) came from (b, w - 1 - a)
                        a, b, w, h = b, w - 1 - a, h, w
                    origins.append(b * columns + (columns - 1 - a if flip else a))
            ways = []
            for dx, dy in STEPS:
                if flip:
                    dx = -dx
                for _ in range(quarter):
                    dx, dy = -dy, dx
                ways.append(STEPS.index((dx, dy)))
            found.append((wide, high, tuple(origins), tuple(ways)))
            if not turns:
                return tuple(found)
    return tuple(found)


def _turned(code: int, ways: tuple[int, ...]) -> int:
    return WARP + ways[code - WARP] if code >= WARP else code


def _turned_wall(closed: int, ways: tuple[int, ...]) -> int:
    return sum(1 << ways[way] for way in DIRECTIONS if closed >> way & 1)
