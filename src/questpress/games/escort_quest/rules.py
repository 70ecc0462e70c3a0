"""The rules of Escort Quest in play.

The rule
--------
An escort leads a lost villager to a village on a board that wraps at its edges, while a goblin pursues the villager.
A turn has three phases. The player moves the *escort* one cell in any direction that it may leave in; it may not
pass. The *villager* copies the escort's step, or stays where it cannot. The *goblin* steps toward the villager.
The game is won when a village takes effect on the villager. It is lost when a village takes effect on the goblin,
when spikes take effect on the escort or the villager, or when goblin and villager meet.

A tile acts on a token that *lands* on it: that comes by its own step, or is carried there by an amulet. Crosshairs
bind the token to diagonals and a snowflake freezes it, both in its phase of the next turn. An amulet carries it one
cell further in the same direction; what it is carried onto acts *late*, at the start of its phase of the next turn
(or at once, by an option). A warp tile sends it to the warp tile whose arrow is the direction in which it came. A
guardian makes the whole next turn *immune*: no tile acts in it, nothing that was owed falls due in it.

What a token is owed (bound, frozen, a late landing) comes from the cell that it entered last and is over after its
next phase, so a token in play is a cell and at most one debt: a Standing. Three standings and whether the coming
turn is immune are the whole Position; debts that can do nothing are not kept, so that equal futures are equal values.

The clauses (EQ-…) are those of the rules page; each branch below names its own. Layouts are judged by legality.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from questpress.games.escort_quest import picture
from questpress.games.escort_quest.board import DIAGONALS, DIRECTIONS, NAMES, Cell, Direction
from questpress.games.escort_quest.goblin import sight_on
from questpress.games.escort_quest.layout import ESCORT, GOBLIN, TOKENS, VILLAGER, Layout
from questpress.games.escort_quest.options import ADVERSARY, CLOCKWISE, IMMEDIATE, LOSS
from questpress.games.escort_quest.tiles import AMULET, CROSSHAIRS, GUARDIAN, SNOWFLAKE, SPIKES, VILLAGE, WARP, Tile
from questpress.play.game import Outcome

BOUND, FROZEN, LATE = "bound", "frozen", "late"

# EQ-14
RESCUED = Outcome(True, "the villager is home: a village takes effect on it")
RAIDED = Outcome(False, "a village takes effect on the goblin")
ESCORT_SPIKED = Outcome(False, "spikes take effect on the escort")
VILLAGER_SPIKED = Outcome(False, "spikes take effect on the villager")
CAUGHT = Outcome(False, "goblin and villager are on one cell")


class Standing(NamedTuple):
    """A token in play: its cell, what falls due in its next phase, and the direction in which a late landing came."""

    cell: Cell
    debt: str | None = None
    direction: Direction | None = None


class Position(NamedTuple):
    """The start of a turn; or, where `outcome` is set, the end of the game; or, where `ways` is set, the goblin's
    tie in the middle of a turn: the escort has taken `took`, and one of `ways` is to be picked (EQ-20)."""

    escort: Standing
    villager: Standing
    goblin: Standing
    immune: bool = False
    outcome: Outcome | None = None
    took: Direction | None = None
    ways: tuple[Direction, ...] = ()


class Phase(NamedTuple):
    """What one token's phase did: where it stands after, the cells entered on the way, and what it met."""

    after: Standing
    entered: tuple[Cell, ...] = ()
    guardian: bool = False
    outcome: Outcome | None = None
    way: Direction | None = None  # the step taken or tried; None where there was none


class Rules:
    """The rules on one layout, as a `questpress.play.game.Game`. Immutable to the outside: it only remembers phases.

    Raises ValueError where the layout breaks EQ-1, EQ-4 or EQ-6 in a way that leaves nothing to play on.
    """

    def __init__(self, layout: Layout) -> None:
        board = layout.board
        self.layout = layout
        self.options = layout.options
        self.board = board
        self._neighbours = board.neighbours
        self._tiles: list[Tile | None] = [None] * len(board.cells)
        self._warps: dict[Direction, Cell] = {}
        for pair, tile in layout.tiles:
            cell = board.cell(pair)
            if self._tiles[cell] is not None or tile.arrow in self._warps:
                raise ValueError(f"two tiles at {list(pair)}, or two warp tiles with one arrow (EQ-6)")
            self._tiles[cell] = tile
            if tile.arrow is not None:
                self._warps[tile.arrow] = cell
        self._kinds = [None if tile is None else tile.kind for tile in self._tiles]
        self._ways: list[tuple[Direction, ...]] = [DIRECTIONS] * len(board.cells)  # in which a cell may be left
        for pair, blocked in board.barriers.items():
            cell = board.cell(pair)
            if self._tiles[cell] is None:  # EQ-5: a tile negates the barrier below it
                self._ways[cell] = tuple(way for way in DIRECTIONS if way not in blocked)  # EQ-4
        self._sight = sight_on(board.columns, board.rows, self.options.goblin_sight)
        self._captures = self.options.capture == LOSS
        # Phases remembered, in turns that are not immune and in those that are.
        self._escort_phases: tuple[dict[Standing, tuple[Phase, ...]], ...] = ({}, {})
        self._villager_phases: tuple[dict[Standing, dict[Direction | None, Phase]], ...] = ({}, {})
        self._goblin_phases: tuple[dict[tuple[Standing, Cell], tuple[Phase, ...]], ...] = ({}, {})
        self._homes: dict[Standing, tuple[Direction | None, ...]] = {}

    # -- the game --------------------------------------------------------------------------------------------

    def start(self) -> Position:
        """The starting position: no token is frozen, bound or owed anything."""
        escort, villager, goblin = (Standing(self.board.cell(self.layout.tokens[token])) for token in TOKENS)
        return Position(escort, villager, goblin)

    def plies(self, position: Position) -> tuple[Direction | None, ...]:
        """What the side to move may do, in the order of EQ-2; none when the game is over.

        The escort's direction, or None alone where it cannot step; in the goblin's tie, the goblin's direction.
        """
        if self.outcome(position) is not None:
            return ()
        if position.ways:
            return position.ways
        return tuple(phase.way for phase in self.escort_phases(position.escort, position.immune))

    def play(self, position: Position, ply: Direction | None) -> Position:
        """The position after `ply`. Raises ValueError where the ply is not one of `plies`."""
        if ply not in self.plies(position):
            allowed = ", ".join(map(_named, self.plies(position))) or "none, the game is over"
            raise ValueError(f"not a ply here: {_named(ply)}; allowed: {allowed}")
        if position.ways:
            start = position._replace(took=None, ways=())
            phases, after = self._turn_by(start, position.took)
            return next(Position(*one) for phase, one in zip(phases, after, strict=True) if phase.way == ply)
        phases, after = self._turn_by(position, ply)
        if len(after) > 1:
            return position._replace(took=ply, ways=tuple(phase.way for phase in phases))
        return Position(*after[0])

    def outcome(self, position: Position) -> Outcome | None:
        """How the game ended, with the reason, or None while it goes on."""
        if position.outcome is not None:
            return position.outcome
        first = self.escort_phases(position.escort, position.immune)[0]
        # EQ-28: late spikes under the escort end the game before the player picks.
        return first.outcome if first.way is None else None

    def show(self, position: Position) -> str:
        """The position as text; see picture.py."""
        return picture.show(self, position)

    def view(self, position: Position) -> dict[str, Any]:
        """The position as plain values for a template; see picture.py."""
        return picture.view(self, position)

    def tile(self, cell: Cell) -> Tile | None:
        """The tile on a cell."""
        return self._tiles[cell]

    def ways(self, cell: Cell) -> tuple[Direction, ...]:
        """The directions in which a cell may be left: all but those that an uncovered barrier greys out."""
        return self._ways[cell]

    # -- a turn ----------------------------------------------------------------------------------------------

    def turn(self, position: tuple) -> Iterator[tuple[Direction | None, tuple[Phase, ...], tuple[tuple, ...]]]:
        """For each step of the escort: the goblin's phases that may follow, and the position after each (EQ-13).

        A position here is the first five fields of a Position as a plain tuple, which is what a solver wants. Where
        the game ends before the goblin's phase there are no phases and one position.
        """
        escort, villager, goblin, immune = position[:4]
        villager_phases = self.villager_phases(villager, immune)
        for first in self.escort_phases(escort, immune):
            escort_after, _, escort_guarded, ended, way = first
            if ended:
                yield way, (), ((escort_after, villager, goblin, False, ended),)
                continue
            villager_after, entered, guarded, ended, _ = villager_phases[way]  # EQ-16: it copies the escort's step
            if goblin.cell in entered and self._captures:  # EQ-17, before the tile is looked at
                yield way, (), ((escort_after, Standing(goblin.cell), goblin, False, CAUGHT),)
                continue
            if ended:
                yield way, (), ((escort_after, villager_after, goblin, False, ended),)
                continue
            guarded = guarded or escort_guarded
            phases = self.goblin_phases(goblin, villager_after.cell, immune)
            after = []
            for goblin_after, _, goblin_guarded, ended, _ in phases:
                if guarded or goblin_guarded:  # EQ-26; EQ-29: an immune turn voids what is owed
                    cells = (Standing(escort_after.cell), Standing(villager_after.cell), Standing(goblin_after.cell))
                    after.append((*cells, True, ended))
                else:
                    after.append((escort_after, villager_after, goblin_after, False, ended))
            yield way, phases, tuple(after)

    def _turn_by(self, position: Position, way: Direction | None) -> tuple[tuple[Phase, ...], tuple[tuple, ...]]:
        return next((phases, after) for taken, phases, after in self.turn(position) if taken == way)

    def wins_now(self, position: tuple) -> bool:
        """Whether some step of the escort wins in this very turn; the same as `turn` would tell, sooner."""
        villager = position[1]
        if position[3]:
            return False  # EQ-26: no village acts in an immune turn
        homes = self._homes.get(villager)
        if homes is None:
            phases = self.villager_phases(villager, False)
            homes = self._homes[villager] = tuple(way for way, phase in phases.items() if phase.outcome is RESCUED)
        if not homes:
            return False
        return any(way in homes and after[0][4] is RESCUED for way, _, after in self.turn(position))

    @property
    def may_tie(self) -> bool:
        """Whether a tie of the goblin can branch play under `adversary`. False is certain, True is not."""
        if self.options.goblin_ties != ADVERSARY:
            return False
        bound = any(tile is not None and tile.kind == CROSSHAIRS for tile in self._tiles)
        return bound or self._sight.may_tie_unbound

    # -- phases ----------------------------------------------------------------------------------------------

    def escort_phases(self, standing: Standing, immune: bool) -> tuple[Phase, ...]:
        """The escort's phase for each step that it may take, in the order of EQ-2; one without a step otherwise."""
        phases = self._escort_phases[immune].get(standing)
        if phases is None:
            due, ways = self.falling_due(ESCORT, standing, immune)
            if due.outcome or not ways:  # EQ-15: frozen, or no direction is allowed
                phases = (due,)
            else:
                phases = tuple(self._step(ESCORT, due, way, immune) for way in ways)
            self._escort_phases[immune][standing] = phases
        return phases

    def villager_phases(self, standing: Standing, immune: bool) -> dict[Direction | None, Phase]:
        """The villager's phase for each step that the escort may have taken, None for no step (EQ-16)."""
        phases = self._villager_phases[immune].get(standing)
        if phases is None:
            due, ways = self.falling_due(VILLAGER, standing, immune)
            phases = dict.fromkeys((*DIRECTIONS, None), due)  # it stays, or a late landing has ended the game
            if not due.outcome:
                phases.update({way: self._step(VILLAGER, due, way, immune) for way in ways})
            self._villager_phases[immune][standing] = phases
        return phases

    def goblin_phases(self, standing: Standing, villager: Cell, immune: bool) -> tuple[Phase, ...]:
        """The goblin's phase with the villager on a cell: one, or one for each of its equally good steps (EQ-20)."""
        phases = self._goblin_phases[immune].get((standing, villager))
        if phases is None:
            due, ways = self.falling_due(GOBLIN, standing, immune)
            due = self._caught(due, villager)
            phases = (due,) if due.outcome else self._goblin_steps(standing, due, ways, villager, immune)
            self._goblin_phases[immune][standing, villager] = phases
        return phases

    def _goblin_steps(
        self, standing: Standing, due: Phase, ways: tuple[Direction, ...], villager: Cell, immune: bool
    ) -> tuple[Phase, ...]:
        here = due.after.cell
        wanted = self._sight.ways(here, villager, standing.debt == BOUND and not immune)
        if self.options.goblin_ties == CLOCKWISE:
            wanted = wanted[:1]  # EQ-20: if a barrier greys that one out, the goblin stays
        phases: dict[Cell, Phase] = {}  # by the cell to which the step leads: EQ-20, steps to one cell are one
        for way in wanted:
            if way not in ways:  # EQ-18: frozen or greyed out, it stays; EQ-20: that stays a candidate
                phases.setdefault(here, due._replace(way=way))
            else:
                cell = self._neighbours[here][way]
                if cell not in phases:
                    phases[cell] = self._caught(self._step(GOBLIN, due, way, immune), villager)
        return tuple(phases.values()) or (due,)

    def _caught(self, phase: Phase, villager: Cell) -> Phase:
        """The goblin's phase, ended where it entered the villager's cell (EQ-17: before that cell's tile acts)."""
        if self._captures and villager in phase.entered:
            return phase._replace(after=Standing(villager), guardian=False, outcome=CAUGHT)
        return phase

    def falling_due(self, token: str, standing: Standing, immune: bool) -> tuple[Phase, tuple[Direction, ...]]:
        """What a token's phase begins with, and the steps that it may take from where it then is."""
        cell, debt, way = standing
        if immune or debt is None:  # EQ-26: late landings that fall due in an immune turn are void, and so on
            return Phase(Standing(cell)), self._ways[cell]
        if debt == FROZEN:  # EQ-24
            return Phase(Standing(cell)), ()
        if debt == BOUND:  # EQ-23
            return Phase(Standing(cell)), tuple(way for way in self._ways[cell] if way in DIAGONALS)
        if self._kinds[cell] == AMULET:  # EQ-28: it carries the token one further cell, again a late landing
            phase = self._carried(token, cell, way, ())
        else:
            phase = self._act(token, cell, way, ())
        return phase, self._ways[phase.after.cell]  # EQ-28: the barrier asked is that of the cell where it now is

    def _step(self, token: str, due: Phase, way: Direction, immune: bool) -> Phase:
        """The phase in which a token that `due` has brought to a cell steps from there."""
        cell = self._neighbours[due.after.cell][way]
        if immune or self._kinds[cell] is None:  # EQ-26: no tile acts on any landing; EQ-5: an open cell has no effect
            return Phase(Standing(cell), (*due.entered, cell), due.guardian, None, way)
        after, entered, guardian, outcome, _ = self.landing(token, cell, way)
        return Phase(after, due.entered + entered, due.guardian or guardian, outcome, way)

    # -- tiles -----------------------------------------------------------------------------------------------

    def landing(self, token: str, cell: Cell, way: Direction) -> Phase:
        """What happens to a token that enters `cell` by its own step in direction `way`."""
        if self._kinds[cell] != AMULET:
            return self._act(token, cell, way, (cell,))
        if self.options.amulet_landing != IMMEDIATE:
            return self._carried(token, cell, way, (cell,))
        entered, used = [cell], set()
        while self._kinds[cell] == AMULET:
            if cell in used:  # EQ-28: a chain that enters an amulet which it has used in this phase stops on it
                return Phase(Standing(cell), tuple(entered))
            used.add(cell)
            cell = self._neighbours[cell][way]
            entered.append(cell)
        return self._act(token, cell, way, tuple(entered))

    def _carried(self, token: str, amulet: Cell, way: Direction, entered: tuple[Cell, ...]) -> Phase:
        """An amulet takes the token one cell on, where it lands late (EQ-25, EQ-28 `next_turn`)."""
        cell = self._neighbours[amulet][way]
        entered += (cell,)
        kind = self._kinds[cell]
        if kind in (CROSSHAIRS, SNOWFLAKE, GUARDIAN):  # EQ-28: they speak of the next turn already
            return self._act(token, cell, way, entered)
        owed = (
            kind == AMULET
            or (kind == VILLAGE and token != ESCORT)
            or (kind == SPIKES and token != GOBLIN)
            or (kind == WARP and self._exit(cell, way) is not None)
        )
        return Phase(Standing(cell, LATE, way) if owed else Standing(cell), entered)

    def _act(self, token: str, cell: Cell, way: Direction, entered: tuple[Cell, ...]) -> Phase:
        """The tile on `cell`, other than an amulet, acts on a token that came in direction `way`."""
        kind = self._kinds[cell]
        here = Standing(cell)
        if kind == VILLAGE:  # EQ-21
            return Phase(here, entered, outcome={VILLAGER: RESCUED, GOBLIN: RAIDED}.get(token))
        if kind == SPIKES:  # EQ-22
            return Phase(here, entered, outcome={ESCORT: ESCORT_SPIKED, VILLAGER: VILLAGER_SPIKED}.get(token))
        if kind == CROSSHAIRS:  # EQ-23
            return Phase(Standing(cell, BOUND), entered)
        if kind == SNOWFLAKE:  # EQ-24
            return Phase(Standing(cell, FROZEN), entered)
        if kind == GUARDIAN:  # EQ-26
            return Phase(here, entered, guardian=True)
        if kind == WARP:  # EQ-27
            exit = self._exit(cell, way)
            if exit is not None:  # EQ-29: entering a cell by a jump; the tile there does not act
                return Phase(Standing(exit), (*entered, exit))
        return Phase(here, entered)

    def _exit(self, cell: Cell, way: Direction) -> Cell | None:
        """Where a warp tile sends a token that came in direction `way`, or None where it does nothing (EQ-27)."""
        return None if self._tiles[cell].arrow == way else self._warps.get(way)


def _named(ply: Direction | None) -> str:
    return "no step" if ply is None else NAMES[ply] if ply in DIRECTIONS else repr(ply)
