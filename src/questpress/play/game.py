"""What a game's engine offers, as small protocols: one for play, one for the solver, one for `check`.

A new game is a package below questpress.games that has these; solver, commands and build then work with it and never
learn its name.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping, Sequence
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

    def hopeless(self, position: Hashable) -> bool:
        """Whether a look that is cheap beside a search proves that no win is left; False proves nothing.

        Asked only of positions that can come up from the root, and only once a search has become long.
        """

    def choices(self, position: Hashable) -> Iterable[Choice]:
        """What the player may do without ending the game, in the order of the rules; the positions are distinct.

        A choice after which the adversary can end the game is left out. The same ply may come several times, where
        the player also picks what follows.
        """


@dataclass(frozen=True)
class Judgement:
    """What an engine says of one layout: legal or not, winnable or not."""

    breaches: tuple[Mapping[str, Any], ...]  # plain values: clause, cell, message
    warnings: tuple[Mapping[str, Any], ...]  # the same, of advice
    winnable: bool | None  # None where it is undecided; `reason` says why
    depth: int | None
    positions: int  # examined
    reason: str = ""
    line: tuple[str, ...] = ()  # the winning line in words, as far as nothing ties
    ties: bool = False  # whether the strategy goes on after `line`, differently for each tie
    first_winning_plies: tuple[str, ...] | None = None  # None where nobody asked, or where it is undecided
    diagnostics: tuple[Diagnostic, ...] = ()  # breaches and warnings at their places

    @property
    def legal(self) -> bool:
        """Whether no clause of the rules is broken; advice does not count."""
        return not self.breaches


@dataclass(frozen=True)
class Checked:
    """What `check` found in one layout file, and what the finding rests on.

    The finding stays true until a file of `files`, a value of `values`, or questpress itself changes; so it may be
    kept with their digests. A file that was looked for and is missing is among `files` too. Without a judgement
    `values` may lack what was not reached, so that such a finding is never kept.
    """

    diagnostics: tuple[Diagnostic, ...] = ()
    files: tuple[str, ...] = ()  # project files read, the layout first; the rules file is not among them
    values: Mapping[str, Any] = field(default_factory=dict)  # rule values read: `rules.<path>`, `options.<name>`
    judgement: Judgement | None = None  # None where the file could not be read


@dataclass(frozen=True)
class Described:
    """What an engine tells of one layout for print: plain values by name, and what they rest on as in Checked."""

    fields: Mapping[str, Any] | None = None  # None where the layout cannot be read or won
    order: tuple[Any, ...] = ()  # sorts the layouts of a folder, the easiest first
    diagnostics: tuple[Diagnostic, ...] = ()
    files: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Traced:
    """A winning strategy in words: the main line turn by turn, and what to do where the adversary goes another way."""

    title: str
    turns: tuple[tuple[str, tuple[str, ...]], ...]  # the ply, then what happens
    branches: tuple[str, ...] = ()
    reason: str = ""  # why there is no line, where `turns` is empty


@dataclass(frozen=True)
class Verified:
    """What came of a layout's stored solution. `turns` is None where there is none that could be replayed."""

    turns: int | None = None  # of its longest play
    lines: int = 0  # that it is written in
    positions: int = 0  # met by the replay
    faults: tuple[Mapping[str, Any], ...] = ()  # plain values: code, clause, cell, message, line, ply
    edited: bool = False  # whether the layout was changed after it was stored
    diagnostics: tuple[Diagnostic, ...] = ()  # the faults and the layout's breaches at their places

    @property
    def holds(self) -> bool:
        """Whether it wins in the turns that it says, on a legal layout."""
        return self.turns is not None and not any(finding.is_error for finding in self.diagnostics)


class Engine(Protocol):
    """A package of questpress.games, as commands and build use it. `check` and `judge` never print and never exit."""

    NAME: str  # as people write it, with hyphens

    def is_layout(self, file: str) -> bool:
        """Whether a project file, by its name, is one of this game's layouts."""

    def check(self, project: Any, file: str, settings: Mapping[str, str], prove: bool = False) -> Checked:
        """The findings of one layout of a project under the rule options `settings`.

        A stored solution is replayed and believed; with `prove` the layout is solved in any case.
        """

    def verify(self, node: Any, file: str, project: Any, settings: Mapping[str, str], prove: bool = False) -> Verified:
        """What comes of the stored solution of a layout file's root node. Raises Failed where it is no layout."""

    def renewed(self, node: Any, file: str, project: Any, settings: Mapping[str, str], text: str) -> str:
        """The file's text with a solution found anew. Raises Failed where the layout cannot be won."""

    def parts(self) -> Sequence[Any]:
        """What the engine can use on this machine, as `questpress.machine.Part`s."""

    def judge(
        self,
        node: Any,
        file: str,
        project: Any,
        settings: Mapping[str, str],
        *,
        limit: int | None = None,
        first_plies: bool = False,
    ) -> Judgement:
        """The judgement of a layout file's root node, with exact depth. `project` may be None: a lone file.

        Raises Failed where the file cannot be read as a layout.
        """

    def describe(self, project: Any, file: str, settings: Mapping[str, str]) -> Described:
        """One layout of a project with the line that wins it, as plain values. Takes the time of a solution."""

    def ease(self, project: Any, file: str) -> tuple[Any, ...]:
        """Sorts the layouts of a project, the easiest first, by what their files state; nothing is solved."""

    def lay(self, node: Any, file: str, project: Any, settings: Mapping[str, str]) -> Any:
        """The layout as a `questpress.play.table.Table`, ready to be played. Raises Failed where it cannot be."""

    def trace(self, node: Any, file: str, project: Any, settings: Mapping[str, str]) -> Traced:
        """The winning strategy of a layout in words. Raises Failed where it cannot be played."""

    def attempts(self, project: Any, wish: Any) -> Any:
        """The `questpress.play.generator.Attempts` at a Wish. Raises Failed for what no search could find."""

    def file_of(self, attempts: Any, found: Any, taken: Container[str]) -> tuple[str, str, Mapping[str, Any]]:
        """A found puzzle as a file: its name without ending, none of `taken`; its text; facts to tell of it."""

    def key_of(self, project: Any, node: Any, file: str) -> str | None:
        """The key of a layout file's root, as Found has it, or None where it is no layout."""

    def unfound(self, attempts: Any) -> Diagnostic:
        """What to say where nothing was found, and what could be asked for instead."""

    def summary(self, project: Any, file: str) -> Mapping[str, Any]:
        """What the catalogue lists of a layout, by what its file states; nothing is solved. Raises Failed."""

    def measured(self, project: Any, file: str) -> tuple[str, Mapping[str, Any]]:
        """A layout file's text with features and grade measured anew, and what was found. Raises Failed."""

    def grades(self, project: Any) -> Sequence[str]:
        """The names of the grades, the easiest first."""

    def option_values(self, project: Any) -> Mapping[str, Sequence[str]]:
        """The rule options with their values, the default first. Raises Failed where the rules file is broken."""
