"""A position for the eye (`show`) and for templates (`view`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from questpress.games.escort_quest.board import DIRECTIONS, NAMES, Cell
from questpress.games.escort_quest.layout import TOKENS
from questpress.games.escort_quest.tiles import CHARACTER_OF, OPEN

if TYPE_CHECKING:
    from questpress.games.escort_quest.rules import Position, Rules

BARRIER = ":"  # an open cell with a barrier that no tile covers


def show(rules: Rules, position: Position) -> str:
    """The board as text, a row a line: a cell's tile, then the initials of the tokens on it; below, what is pending.

    `.` is an open cell, `:` one with a barrier. Nothing about a barrier's sides is shown.
    """
    board = rules.board
    standings = dict(zip(TOKENS, position[:3], strict=True))
    rows = []
    for row in range(board.rows):
        cells = []
        for column in range(board.columns):
            cell = board.cell((column, row))
            tile = rules.tile(cell)
            mark = CHARACTER_OF[tile] if tile else OPEN if rules.ways(cell) == DIRECTIONS else BARRIER
            tokens = "".join(token[0] for token, standing in standings.items() if standing.cell == cell)
            cells.append((mark + tokens).ljust(4))
        rows.append("".join(cells).rstrip())
    for token, standing in standings.items():
        if standing.debt:
            carried = f" (carried {NAMES[standing.direction]})" if standing.direction is not None else ""
            rows.append(f"{token}: {standing.debt}{carried}")
    if position.immune:
        rows.append("the coming turn is immune")
    if position.ways:
        ways = ", ".join(NAMES[way] for way in position.ways)
        rows.append(f"the escort took {_name(position.took)}; the goblin's tie: {ways}")
    outcome = rules.outcome(position)
    if outcome:
        rows.append(f"{'won' if outcome.won else 'lost'}: {outcome.reason}")
    return "\n".join(rows)


def view(rules: Rules, position: Position) -> dict[str, Any]:
    """The position as plain values: columns, rows, cells in reading order, tokens, immune, outcome.

    A cell has `at`, `tile` (None where open), `arrow` and `blocked` (names of the directions that are closed in play).
    """
    board = rules.board
    cells = []
    for cell in map(Cell, board.cells):
        tile = rules.tile(cell)
        cells.append(
            {
                "at": list(board.pair(cell)),
                "tile": tile.kind if tile else None,
                "arrow": NAMES[tile.arrow] if tile and tile.arrow is not None else None,
                "blocked": [NAMES[way] for way in DIRECTIONS if way not in rules.ways(cell)],
            }
        )
    tokens = {
        token: {
            "at": list(board.pair(standing.cell)),
            "debt": standing.debt,
            "direction": None if standing.direction is None else NAMES[standing.direction],
        }
        for token, standing in zip(TOKENS, position[:3], strict=True)
    }
    outcome = rules.outcome(position)
    return {
        "columns": board.columns,
        "rows": board.rows,
        "cells": cells,
        "tokens": tokens,
        "immune": position.immune,
        "outcome": {"won": outcome.won, "reason": outcome.reason} if outcome else None,
    }


def _name(way: int | None) -> str:
    return "no step" if way is None else NAMES[way]
