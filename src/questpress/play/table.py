"""A layout laid out for playing, as the `play` command sees it: any game for one player whose engine offers this."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from questpress.play.game import Game


class Patch(NamedTuple):
    """A few characters of a picture with their colours (red, green, blue, 0 to 255), where the terminal has them."""

    text: str
    ink: tuple[int, int, int] | None = None
    ground: tuple[int, int, int] | None = None
    bold: bool = False


class Table(Protocol):
    """One layout with everything that a person needs to play it."""

    title: str
    facts: Sequence[str]  # lines told at the start: grade, number of turns, options that differ
    legend: Sequence[str]  # lines that explain the picture
    game: Game

    def begins_turn(self, position: Any) -> bool:
        """Whether a turn begins with this position; False in the middle of one."""

    def picture(self, position: Any) -> Sequence[Sequence[Patch]]:
        """The position as lines of patches."""

    def word(self, ply: Any) -> str:
        """A ply as a person types it."""

    def meant(self, word: str) -> str:
        """The ply's word that someone means who typed `word` (another spelling, a key); `word` where none is known."""

    def reply(self, position: Any) -> Any | None:
        """The ply that the table itself makes, for the adversary or the rules; None where the player is to move."""

    def worth(self, position: Any) -> int | None:
        """In how many turns a win is certain from a position in which the player is to move; None where none is."""

    def best(self, position: Any) -> str | None:
        """The word of a ply that keeps the win certain in the fewest turns, or None where no win is."""

    def told(self, before: Any, plies: Sequence[Any]) -> Sequence[str]:
        """What happened in a turn from `before` by these plies, a line each."""
