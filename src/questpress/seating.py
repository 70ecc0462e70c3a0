"""Which table a build is for: the players and the modules asked for on the command line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Seating:
    """What a build is asked for: a number of players (None: the whole box) and modules to leave out."""

    players: int | None = None
    without: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        return self.players is None and not self.without

    @property
    def label(self) -> str:
        """How files and sheets of this table are called: `2-players-without-princess`; '' for the whole box."""
        parts = [] if self.players is None else ["1-player" if self.players == 1 else f"{self.players}-players"]
        if self.without:
            parts += ["without", *sorted(self.without)]
        return "-".join(parts)

    @property
    def words(self) -> str:
        """The same for people: `2 players, without dark side, princess`."""
        parts = [] if self.players is None else ["1 player" if self.players == 1 else f"{self.players} players"]
        if self.without:
            parts.append("without " + ", ".join(name.replace("_", " ") for name in sorted(self.without)))
        return ", ".join(parts)


BOX = Seating()
