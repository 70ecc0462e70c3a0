"""A game in progress: what was played, what may be played, undo, hints, and from where a win was last certain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from questpress.diagnostics import nearest
from questpress.play.game import Outcome
from questpress.play.table import Table


class Move(NamedTuple):
    """One decision of the player with the replies of the table: where it was made, the plies, what happened."""

    before: Any
    plies: tuple[Any, ...]
    told: tuple[str, ...]


class NotAllowed(ValueError):
    """A word that is no ply here; the message says what is."""


@dataclass
class Session:
    """One person at a table. Nothing is printed and nothing read here."""

    table: Table
    position: Any = None
    moves: list[Move] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.position is None:
            self.position = self.table.game.start()

    @property
    def turn(self) -> int:
        """The number of the turn to come, from 1."""
        return 1 + sum(self.table.begins_turn(move.before) for move in self.moves)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        return self.table.game.outcome(self.position)

    def words(self) -> list[str]:
        """What may be played here, as words."""
        return [self.table.word(ply) for ply in self.table.game.plies(self.position)]

    def play(self, typed: str) -> Sequence[str]:
        """Plays the ply that `typed` means, with the replies to it, and tells what happened.

        Raises NotAllowed with the plies that are allowed, where it is none of them.
        """
        word = self.table.meant(typed)
        plies = {self.table.word(ply): ply for ply in self.table.game.plies(self.position)}
        if word not in plies:
            close = nearest(word, plies)
            hint = f"did you mean {close}?" if close else "allowed: " + (" ".join(plies) or "nothing, the game is over")
            raise NotAllowed(f"'{typed}' cannot be played here; {hint}")
        before, made = self.position, [plies[word]]
        position = self.table.game.play(before, plies[word])
        while self.table.game.outcome(position) is None and (reply := self.table.reply(position)) is not None:
            made.append(reply)
            position = self.table.game.play(position, reply)
        told = tuple(self.table.told(before, made))
        self.moves.append(Move(before, tuple(made), told))
        self.position = position
        return told

    def undo(self) -> bool:
        """Takes the last decision back; False where there is none."""
        if not self.moves:
            return False
        self.position = self.moves.pop().before
        return True

    def restart(self) -> None:
        """Back to the start."""
        self.moves.clear()
        self.position = self.table.game.start()

    def hint(self) -> str:
        """The best ply and how many turns the win then takes, or that no win is certain any more."""
        best = self.table.best(self.position)
        if best is None:
            found = self.last_certain()
            back = f"; it was at turn {found[0]}, take back with undo" if found else ""
            return f"no win is certain from here{back}"
        turns = self.table.worth(self.position)
        return f"{best}: a win is certain in {turns} turn{'' if turns == 1 else 's'}"

    def last_certain(self) -> tuple[int, int, str] | None:
        """The last turn at which a win was certain, in how many turns, and by which ply; None where it never was."""
        for number in range(len(self.moves), 0, -1):
            before = self.moves[number - 1].before
            turns, best = self.table.worth(before), self.table.best(before)
            if turns is not None and best is not None:
                begun = sum(self.table.begins_turn(move.before) for move in self.moves[:number])
                return begun, turns, best
        return None
