"""Small Escort Quest boards for tests: what lies where, in a line."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping

from questpress.games.escort_quest.board import NAMES, Board, Pair, direction
from questpress.games.escort_quest.layout import TOKENS, Layout, Placed
from questpress.games.escort_quest.options import UNDERSTOOD, Options, shipped_book
from questpress.games.escort_quest.rules import Position, Rules
from questpress.games.escort_quest.tiles import CHARACTERS

BOOK = shipped_book()


def layout(
    tiles: Mapping[Pair, str] | None = None,
    escort: Pair = (0, 0),
    villager: Pair = (3, 3),
    goblin: Pair = (6, 6),
    size: Pair = (7, 7),
    barriers: Mapping[Pair, str] | None = None,
    **options: str,
) -> Layout:
    """A layout on a board of `size`: tiles by their character, barriers by names of closed directions."""
    board = Board(*size, {at: frozenset(map(direction, names.split())) for at, names in (barriers or {}).items()})
    placed = tuple(Placed(at, CHARACTERS[tile]) for at, tile in sorted((tiles or {}).items(), key=lambda t: t[0][::-1]))
    tokens = dict(zip(TOKENS, (escort, villager, goblin), strict=True))
    return Layout(board, placed, tokens, BOOK.defaults.but(**options))


def scene(*arguments, **named) -> Rules:
    """The rules on `layout(…)`."""
    return Rules(layout(*arguments, **named))


def after(rules: Rules, *plies: str | None) -> Position:
    """The position after the plies, by their names, from the start."""
    position = rules.start()
    for ply in plies:
        position = rules.play(position, None if ply is None else direction(ply))
    return position


def where(rules: Rules, position: Position) -> tuple[Pair, Pair, Pair]:
    """The cells of escort, villager and goblin."""
    return tuple(rules.board.pair(standing.cell) for standing in position[:3])


def names(plies) -> list[str | None]:
    """Plies by their names."""
    return [None if ply is None else NAMES[ply] for ply in plies]


def every_option() -> Iterator[Options]:
    """All combinations of the options that change play (village_distance only changes legality)."""
    playing = {name: sorted(values) for name, values in UNDERSTOOD.items() if name != "village_distance"}
    for values in itertools.product(*playing.values()):
        yield BOOK.defaults.but(**dict(zip(playing, values, strict=True)))


def random_layout(seed: int, size: Pair, options: Options, tiles: str = "VVSSXXXXAAAG**↑↗→↘↓↙←↖") -> Layout:
    """A layout drawn by lot, the same for the same seed; it may break EQ-8 to EQ-10."""
    lot = random.Random(seed)
    cells = [(column, row) for row in range(size[1]) for column in range(size[0])]
    count = min(len(tiles), lot.randint(len(cells) // 4, len(cells) * 2 // 3))
    drawn = lot.sample(tiles, count)
    placed = tuple(
        sorted(
            (Placed(at, CHARACTERS[tile]) for at, tile in zip(lot.sample(cells, count), drawn, strict=True)),
            key=lambda p: p.at[::-1],
        )
    )
    barriers = {
        at: frozenset(way for way in range(8) if lot.random() < 0.4)
        for at in lot.sample(cells, lot.randint(0, len(cells) // 4))
    }
    tokens = dict(zip(TOKENS, lot.sample(cells, 3), strict=True))
    return Layout(Board(*size, barriers), placed, tokens, options)
