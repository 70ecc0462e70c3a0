"""What a game's engine offers, as small protocols: one for play, one for the solver, one for `check`.

A new game is a package below questpress.games that has these; solver, commands and build then work with it and never
learn its name.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from questpress.diagnostics import Diagnostic


class Outcome(NamedTuple):
    """How a game ended: whether it is won, and the reason in a sentence."""

    won: bool
    reason: str


class Game(Protocol):
    """The rules on one layout. Every method is pure; positions are immutable and hashable."""

    def start(self) -> Any:
        """The starting position."""

    def plies(self, position: Any) -> Sequence[Any]:
        """What the side to move may do, in a fixed order; empty when the game is over."""

    def play(self, position: Any, ply: Any) -> Any:
        """The position after `ply`. Raises ValueError for a ply that is not one of `plies`."""

    def outcome(self, position: Any) -> Outcome | None:
        """How the game ended, or None while it goes on."""

    def show(self, position: Any) -> str:
        """The position as text for people."""

    def view(self, position: Any) -> Mapping[str, Any]:
        """The position as plain values for a template."""


# What the player may do, with every position that may then follow; all of them must be faced.
Choice = tuple[Any, tuple[Hashable, ...]]


class Puzzle(Protocol):
    """A game for one player against an adversary, as the solver sees it. A turn is the unit of depth."""

    may_tie: bool  # False only where no choice ever leads to more than one position

    def root(self) -> Hashable:
        """The position from which a win is looked for."""

    def wins_now(self, position: Hashable) -> bool:
        """Whether the player can win in this very turn, whatever the adversary does."""

    def winning_plies(self, position: Hashable) -> Sequence[Any]:
        """The plies that win in this very turn, in the order of the rules."""

    def choices(self, position: Hashable) -> Iterable[Choice]:
        """What the player may do without ending the game, in the order of the rules; the positions are distinct.

        A choice after which the adversary can end the game is left out. The same ply may come several times, where
        the player also picks what follows.
        """


@dataclass(frozen=True)
class Checked:
    """What `check` found in one layout file, and what the finding rests on.

    The verdict stays true until a file of `files` or a value of `values` changes, so it may be kept with them.
    """

    diagnostics: tuple[Diagnostic, ...] = ()
    files: tuple[str, ...] = ()  # project files read, the layout first
    values: Mapping[str, Any] = field(default_factory=dict)  # rule numbers and options read: `rules.x`, `options.x`
    verdict: Mapping[str, Any] = field(default_factory=dict)  # plain values: legal, winnable, positions
