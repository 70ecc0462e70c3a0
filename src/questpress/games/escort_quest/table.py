"""A puzzle laid out for playing (`questpress.play.table.Table`): the board in a terminal, hints, the goblin's part."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from questpress.games.escort_quest.bank import Opened
from questpress.games.escort_quest.board import DIRECTIONS, NAMES, SIDES, Cell, closed_by_side
from questpress.games.escort_quest.fast.everywhere import WholeBoard
from questpress.games.escort_quest.fast.ground import Ground
from questpress.games.escort_quest.layout import TOKENS
from questpress.games.escort_quest.options import PLAYER
from questpress.games.escort_quest.rules import Phase, Position, Rules
from questpress.games.escort_quest.tiles import CHARACTER_OF
from questpress.games.escort_quest.trail import leg_in_words, legs_of
from questpress.play.table import Patch

TOKEN_MARKS = {"escort": "Ⓔ", "villager": "Ⓥ", "goblin": "Ⓖ"}
# The closed sides of a barrier as one character; other sets of closed directions as a hatched square.
_WALLS = {"": "·", "N": "▔", "E": "▕", "S": "▁", "W": "▏", "NE": "┐", "NW": "┌", "ES": "┘", "SW": "└", "NS": "═"}
_WALLS |= {"EW": "║", "NEW": "⊓", "ESW": "⊔", "NES": "⊐", "NSW": "⊏", "NESW": "□"}
ODD_WALL = "▒"
_DARK, _LIGHT = (21, 28, 23), (253, 246, 229)
# Ground and ink as on the tiles themselves.
_COLOURS = {
    "village": ((241, 176, 47), _DARK),
    "spikes": ((199, 27, 50), _LIGHT),
    "crosshairs": ((86, 119, 151), _LIGHT),
    "amulet": ((120, 70, 140), _LIGHT),
    "guardian": ((2, 137, 136), _LIGHT),
    "snowflake": ((194, 224, 238), (14, 80, 122)),
    "warp": ((92, 171, 75), _DARK),
}
_PLAIN = ((249, 236, 206), (95, 63, 45))
_TOKEN_INKS = {"escort": (33, 98, 162), "villager": (148, 95, 55), "goblin": (41, 62, 54)}
_KEYS = {
    "8": "N",
    "9": "NE",
    "6": "E",
    "3": "SE",
    "2": "S",
    "1": "SW",
    "4": "W",
    "7": "NW",
    "5": "STAY",
    "STAY": "STAY",
}
_LONG = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}
STAY = "stay"


class EscortTable:
    """One puzzle at a table."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self.game: Rules = opened.rules
        self.title = opened.title
        self._picks = self.game.options.goblin_ties == PLAYER

    @cached_property
    def _whole(self) -> WholeBoard:
        return WholeBoard(Ground.of(self._opened.layout))

    @property
    def facts(self) -> Sequence[str]:
        """Size, number of turns, and the rule options that differ from the usual ones."""
        board, layout = self.game.board, self._opened.layout
        turns = self.worth(self.game.start())
        lines = [f"{board.columns} × {board.rows} squares, " + (f"{turns} turns" if turns else "cannot be won")]
        usual = self._opened.book.defaults.as_mapping()
        lines += [f"{name}: {value}" for name, value in layout.options.as_mapping().items() if usual[name] != value]
        return lines

    @property
    def legend(self) -> Sequence[str]:
        """What the characters mean."""
        return (
            "   ".join(f"{mark} {token}" for token, mark in TOKEN_MARKS.items()) + "   (you move the escort)",
            "V village   S spikes   X crosshairs   A amulet   G guardian   * snowflake   ↑ … warp   · open",
            "▔ ▕ ▁ ▏ ┐ ═ …: thorns, closed on the sides drawn (no way out there, nor over the corners they touch)",
            "directions: n ne e se s sw w nw, or the number pad's 8 9 6 3 2 1 4 7",
        )

    def begins_turn(self, position: Position) -> bool:
        """Whether the escort is to move; otherwise the goblin's step is to be picked."""
        return not position.ways

    def picture(self, position: Position) -> list[list[Patch]]:
        """The board a row a line, four characters a cell: what lies there, then who stands there; below, debts."""
        board = self.game.board
        standings = dict(zip(TOKENS, position[:3], strict=True))
        lines = [[Patch("    " + "".join(f"{column:^4}" for column in range(board.columns)))]]
        for row in range(board.rows):
            line = [Patch(f"{row:>3} ")]
            for column in range(board.columns):
                line += self._cell(board.cell((column, row)), standings)
            lines.append(line)
        if position.immune:
            lines.append([Patch("    guardian: no tile acts this turn", bold=True)])
        for token, standing in standings.items():
            if standing.debt:
                owed = {"bound": "diagonals only this turn", "frozen": "frozen this turn"}
                told = owed.get(standing.debt, "the tile below it acts before it moves")
                lines.append([Patch(f"    {TOKEN_MARKS[token]} {token}: {told}")])
        return lines

    def _cell(self, cell: Cell, standings: dict[str, Any]) -> list[Patch]:
        tile = self.game.tile(cell)
        ground, ink = _COLOURS[tile.kind] if tile else _PLAIN
        mark = CHARACTER_OF[tile] if tile else self._thorns(cell)
        here = [token for token, standing in standings.items() if standing.cell == cell]
        patches = [Patch(mark, ink, ground, tile is not None)]
        patches += [Patch(TOKEN_MARKS[token], _LIGHT, _TOKEN_INKS[token], True) for token in here]
        return [*patches, Patch(" " * (3 - len(here)), ink, ground)]

    def _thorns(self, cell: Cell) -> str:
        closed = {way for way in DIRECTIONS if way not in self.game.ways(cell)}
        sides = [side for side in SIDES if closed_by_side(side) <= closed]
        if set().union(*map(closed_by_side, sides)) != closed:
            return ODD_WALL
        return _WALLS.get("".join(NAMES[side] for side in sides), ODD_WALL)

    # -- words -----------------------------------------------------------------------------------------------

    def word(self, ply: int | None) -> str:
        """A direction's name, or `stay`."""
        return STAY if ply is None else NAMES[ply]

    def meant(self, word: str) -> str:
        """The word for `word`: any case, the number pad's keys, long names such as north-east."""
        given = word.strip().upper().replace("-", "").replace("_", "").replace(" ", "")
        for long, short in _LONG.items():
            given = given.replace(long, short)
        given = _KEYS.get(given, given)
        return STAY if given == "STAY" else given if given in NAMES else word.strip()

    # -- play ------------------------------------------------------------------------------------------------

    def reply(self, position: Position) -> int | None:
        """The goblin's step in a tie that it settles itself: the one that is worst for the escort (EQ-20)."""
        if not position.ways or self._picks:
            return None

        def badness(way: int) -> tuple[int, int]:
            after = self.game.play(position, way)
            outcome = self.game.outcome(after)
            if outcome is not None:
                return (-1 if outcome.won else 2), 0
            turns = self._depth(after)
            return (1, 0) if turns is None else (0, turns)

        return max(position.ways, key=badness)

    def worth(self, position: Position) -> int | None:
        """In how many turns a win is certain."""
        if self.game.outcome(position) is not None:
            return None
        if position.ways:  # the player is about to pick the goblin's step; the turn has begun
            found = [self._after(position, way) for way in position.ways]
            return min((turns for turns in found if turns is not None), default=None)
        return self._depth(position)

    def best(self, position: Position) -> str | None:
        """The first ply, in the order of the rules, that wins in the fewest turns, as a word."""
        turns = self.worth(position)
        if turns is None:
            return None
        return next(self.word(ply) for ply in self.game.plies(position) if self._after(position, ply) == turns)

    def _after(self, position: Position, ply: int | None) -> int | None:
        """The turns, this one included, in which a win is certain after `ply`."""
        after = self.game.play(position, ply)
        if after.ways:
            found = [self._after(after, way) for way in after.ways]
            if self._picks:
                return min((turns for turns in found if turns is not None), default=None)
            return None if None in found else max(turns for turns in found if turns is not None)
        outcome = self.game.outcome(after)
        if outcome is not None:
            return 1 if outcome.won else None
        turns = self._depth(after)
        return None if turns is None else turns + 1

    def _depth(self, position: Position) -> int | None:
        return self._whole.depth_of(tuple(position[:5]))

    def told(self, before: Position, plies: Sequence[int | None]) -> list[str]:
        """What escort, villager and goblin did, and how the game ended if it did."""
        if before.ways:  # the player has picked the goblin's step: the escort's was told when it was taken
            start, way, picked = before._replace(took=None, ways=()), before.took, plies[0]
            legs = legs_of(self.game, tuple(start[:5]), way, self._phase(start, way, picked))[2:]
            after = self.game.play(before, picked)
        else:
            picked = plies[1] if len(plies) > 1 else None
            after = self.game.play(before, plies[0])
            if after.ways and len(plies) > 1:
                after = self.game.play(after, picked)
            phase = None if after.ways else self._phase(before, plies[0], picked)
            legs = legs_of(self.game, tuple(before[:5]), plies[0], phase)
        lines = [leg_in_words(self.game, leg) for leg in legs]
        outcome = self.game.outcome(after)
        return [*lines, f"{'won' if outcome.won else 'lost'}: {outcome.reason}"] if outcome else lines

    def _phase(self, position: Position, way: int | None, picked: int | None) -> Phase | None:
        for taken, phases, _ in self.game.turn(tuple(position[:5])):
            if taken == way:
                return next((phase for phase in phases if len(phases) == 1 or phase.way == picked), None)
        return None
