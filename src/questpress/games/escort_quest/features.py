"""What makes a puzzle hard, measured: how deep it is, how few ways win, how often simple players stumble into a win.

All of it is worked out from the layout alone and is the same on every machine.
"""

from __future__ import annotations

import zlib
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from questpress.games.escort_quest.fast.everywhere import WholeBoard
from questpress.games.escort_quest.fast.ground import Ground
from questpress.games.escort_quest.fast.solving import solve
from questpress.games.escort_quest.layout import Layout
from questpress.games.escort_quest.options import UNDERSTOOD
from questpress.games.escort_quest.rules import Rules
from questpress.games.escort_quest.tiles import VILLAGE
from questpress.games.escort_quest.trail import Trail, trail
from questpress.play.playtest import win_rates

PATIENCE = (2, 10)  # a play is given up after twice the depth and 10 turns


@dataclass(frozen=True, slots=True)
class Features:
    """A puzzle's measures. Shares and rates are per cent."""

    depth: int  # fewest turns in which a win is certain
    first_plies: int  # first directions after which a win is still certain
    first_share: int  # of those that the escort may take
    random_wins: float  # of plays by a player who takes any direction
    greedy_wins: float  # by one who looks a turn ahead
    two_ply_wins: float  # by one who looks two turns ahead
    kinds: int  # tile kinds that act on some token in the winning line
    traps: int  # other directions beside the winning line that give the certain win away
    readings: int  # of the other values of the rule options, how many leave it winnable
    robust: bool  # all of them do

    def as_mapping(self) -> dict[str, Any]:
        """The measures by name."""
        return {entry.name: getattr(self, entry.name) for entry in fields(self)}

    def text(self) -> str:
        """The measures as a YAML mapping on one line."""
        words = (f"{name}: {str(value).lower()}" for name, value in self.as_mapping().items())
        return "{" + ", ".join(words) + "}"


def measure(layout: Layout, whole: WholeBoard | None = None) -> Features | None:
    """The features of a layout, or None where it cannot be won. `whole` spares the pass where it is known."""
    rules = Rules(layout)
    solution = solve(layout, strategy=True)
    if not solution.winnable:
        return None
    whole = whole or WholeBoard(Ground.of(layout))
    found = trail(rules, solution.strategy)
    depth = len(found.turns)
    first = whole.first_winning_plies(*(standing.cell for standing in rules.start()[:3]))
    ways = {ply[0] if isinstance(ply, tuple) else ply for ply in first}
    allowed = len(rules.plies(rules.start()))
    patience = PATIENCE[0] * depth + PATIENCE[1]
    rates = win_rates(EscortTrial(rules), patience, seed_of(layout))
    kept, asked = readings(layout)
    return Features(
        depth,
        len(ways),
        round(100 * len(ways) / max(allowed, 1)),
        rates["random"],
        rates["greedy"],
        rates["two_ply"],
        kinds_used(rules, found),
        traps(rules, found, whole),
        kept,
        kept == asked,
    )


def seed_of(layout: Layout) -> int:
    """The seed of a layout's plays: from what lies where, so that equal layouts have equal features."""
    return zlib.crc32((layout.grid() + repr(sorted(layout.tokens.items())) + repr(layout.options)).encode())


def kinds_used(rules: Rules, found: Trail) -> int:
    """How many kinds of tiles do something to some token in the main line."""
    kinds: set[str] = set()
    for turn in found.turns:
        immune = turn.position[3]
        for leg in turn.legs:
            for place, cell in enumerate(leg.cells):
                tile = rules.tile(cell)
                landed = place > 0 and not immune
                if tile is not None and landed:
                    acts = leg.after.debt or leg.guardian or place + 1 < len(leg.cells) or tile.kind == VILLAGE
                    if acts:
                        kinds.add(tile.kind)
    return len(kinds)


def traps(rules: Rules, found: Trail, whole: WholeBoard) -> int:
    """How many directions beside those of the main line lose the game, or the certainty of the win."""
    count = 0
    for turn in found.turns:
        for way, _, after in rules.turn(turn.position):
            if way == turn.way:
                continue
            worst = [one[4].won if one[4] is not None else whole.depth_of(one) is not None for one in after]
            count += not all(worst)
    return count


def readings(layout: Layout) -> tuple[int, int]:
    """Of the other values of the options that change play: how many leave it winnable, and how many there are."""
    kept = asked = 0
    chosen = layout.options.as_mapping()
    for name, values in sorted(UNDERSTOOD.items()):
        if name == "village_distance":
            continue  # changes what is legal, not play
        for value in sorted(values):
            if value != chosen[name]:
                asked += 1
                other = replace(layout, options=layout.options.but(**{name: value}))
                kept += bool(solve(other).winnable)
    return kept, asked


class EscortTrial:
    """The puzzle as simple players see it (`questpress.play.playtest.Trial`)."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._start = tuple(rules.start()[:5])
        board = rules.board
        villages = [at for at, tile in rules.layout.tiles if tile.kind == VILLAGE]
        self._far = [
            min((board.king_moves(board.pair(cell), at, True) for at in villages), default=0) for cell in board.cells
        ]

    def start(self) -> Hashable:
        """Where a play begins."""
        return self._start

    def answers(self, position: tuple) -> list[tuple[tuple, ...]]:
        """For each direction of the escort the positions that may follow."""
        return [after for _, _, after in self._rules.turn(position)]

    def ended(self, position: tuple) -> bool | None:
        """Whether the position is won or lost."""
        return None if position[4] is None else position[4].won

    def near(self, position: tuple) -> float:
        """The fewer king moves from the villager to a village, over the edges too, the nearer."""
        return -self._far[position[1][0]]


def same_measures(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """The names of the measures in which two sets differ."""
    return [name for name in one if one[name] != other.get(name)]
