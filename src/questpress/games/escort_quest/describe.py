"""A layout with its winning line as plain values: what a puzzle card or a set-up sheet prints."""

from __future__ import annotations

from typing import Any

from questpress.games.escort_quest.board import DIRECTIONS, NAMES
from questpress.games.escort_quest.layout import Layout
from questpress.games.escort_quest.rules import Rules
from questpress.games.escort_quest.trail import Branch, Trail, Turn, segments

STAY = "stay"


def board_fields(layout: Layout) -> dict[str, Any]:
    """Columns, rows, barriers, tiles and tokens, as boards and tiles have these fields in the press's files.

    A barrier that a tile covers is listed too: it is printed on the board, below the tile.
    """
    board = layout.board
    barriers = sorted(board.barriers.items(), key=lambda entry: entry[0][::-1])
    tiles: list[dict[str, Any]] = []
    for at, tile in layout.tiles:
        tiles.append({"at": list(at), "tile": tile.kind})
        if tile.arrow is not None:
            tiles[-1]["arrow"] = NAMES[tile.arrow]
    return {
        "columns": board.columns,
        "rows": board.rows,
        "barriers": [
            {"at": list(at), "blocked": [NAMES[way] for way in DIRECTIONS if way in blocked]}
            for at, blocked in barriers
        ],
        "tiles": tiles,
        "tokens": [{"figure": token, "at": list(at)} for token, at in layout.tokens.items()],
    }


def line_fields(rules: Rules, trail: Trail) -> dict[str, Any]:
    """The main line turn by turn, and what to do where the goblin takes another step."""
    return {
        "turns": len(trail.turns),
        "line": [_turn(rules, turn) for turn in trail.turns],
        "branches": [_branch(branch) for branch in trail.branches],
    }


def _turn(rules: Rules, turn: Turn) -> dict[str, Any]:
    told: dict[str, Any] = {
        "way": way_word(turn.way),
        "tokens": [
            {"figure": token, "at": list(rules.board.pair(standing[0]))}
            for token, standing in zip(rules.layout.tokens, turn.position[:3], strict=True)
        ],
        "moves": [{"figure": leg.token, **part} for leg in turn.legs for part in segments(rules, leg)],
    }
    for move in told["moves"]:
        if move["way"] is None:
            del move["way"]
    if turn.ties and turn.took is not None:
        told["goblin"] = NAMES[turn.took]
    return told


def _branch(branch: Branch) -> dict[str, Any]:
    told: dict[str, Any] = {
        "left": [{"turn": turn, "goblin": NAMES[took]} for turn, took in branch.took],
        "ways": [way_word(way) for way in branch.ways],
    }
    if branch.rejoins is not None:
        told["rejoins"] = branch.rejoins
    return told


def way_word(way: int | None) -> str:
    """A step of the escort as a word: a direction's name, or `stay`."""
    return STAY if way is None else NAMES[way]
