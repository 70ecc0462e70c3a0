"""How fast Escort Quest is solved: `make bench-solver`, or `python -m benchmarks.solver [--quick] [--json] [--runs N]`.

Layouts a second of one core, by processor time, set-up from the layout included: *first* from a random legal start,
*deepest* from the deepest legal start of each board, *all* for every placement of the tokens at once. Boards are drawn
by fixed seeds, half of their cells tiled, default options (5 × 5: village_distance planar). Every engine solves the
same layouts in turn, round by round, and all must agree. The readable engine has no pass over all starts: it would
search each legal start by itself, which is reckoned from some of them.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from benchmarks.__main__ import machine
from benchmarks.run import Figure
from questpress.games.escort_quest.fast import kernel
from questpress.games.escort_quest.fast.everywhere import WholeBoard
from questpress.games.escort_quest.fast.ground import (
    AMULET,
    CROSSHAIRS,
    GUARDIAN,
    SNOWFLAKE,
    SPIKES,
    VILLAGE,
    WARP,
    Ground,
)
from questpress.games.escort_quest.fast.solving import solve
from questpress.games.escort_quest.layout import Layout
from questpress.games.escort_quest.options import PLANAR, shipped_book
from questpress.games.escort_quest.puzzle import EscortPuzzle
from questpress.games.escort_quest.rules import Rules
from questpress.play.solver import solve as solve_readably

BOOK = shipped_book()
SIZES = ((5, 5), (6, 6), (7, 9), (8, 10))
# A bag as the letter tilesheet holds it; drawn from without putting back, and filled up again for larger boards.
BAG = [VILLAGE] * 2 + [SPIKES] * 6 + [CROSSHAIRS] * 6 + [AMULET] * 6 + [GUARDIAN] * 4 + [SNOWFLAKE] * 8
WARPS = [WARP + way for way in range(8)]
TARGETS = {  # on 8 × 10, of the specification
    ("first", "plain"): 5000,
    ("deepest", "plain"): 300,
    ("all", "plain"): 1,
    ("deepest", "kernel"): 5000,
    ("all", "kernel"): 200,
}


@dataclass(frozen=True)
class Rate:
    """Layouts a second of one engine at one task on boards of one size."""

    board: str
    task: str
    engine: str
    layouts: int
    rate: Figure
    target: int | None


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.solver", description="Measures the solver.")
    parser.add_argument("--quick", action="store_true", help="few layouts, one round")
    parser.add_argument("--json", action="store_true", help="figures as JSON on standard output")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="rounds (default 5)")
    chosen = parser.parse_args()
    rounds, share = (1, 0.1) if chosen.quick else (max(1, chosen.runs), 1.0)
    compiled = kernel.load(build=True) is not None
    rates: list[Rate] = []
    for size in SIZES:
        rates += measured(size, rounds, share, compiled)
        print(f"{size[0]} × {size[1]} measured", file=sys.stderr)
    if chosen.json:
        facts = {"machine": machine(), "kernel": kernel.state()[1], "rates": [dataclasses.asdict(r) for r in rates]}
        print(json.dumps(facts, indent=2))
    else:
        print(f"{machine()}; kernel: {kernel.state()[1]}\n{table(rates)}")


def measured(size: tuple[int, int], rounds: int, share: float, compiled: bool) -> list[Rate]:
    """The rates of all engines and tasks on boards of one size."""
    grounds = [ground(size, seed) for seed in range(max(4, int(200 * share)))]
    random_starts = [started(one, seed) for seed, one in enumerate(grounds)]
    deepest = [deepest_start(one) for one in grounds[: max(3, int(60 * share))]]
    boards = grounds[: max(2, int(20 * share))]
    engines: dict[str, Callable[[Layout], int | None]] = {
        "readable": lambda layout: solve_readably(EscortPuzzle(Rules(layout))).depth,
        "plain": lambda layout: solve(layout, compiled=False).depth,
    }
    if compiled:
        engines["kernel"] = lambda layout: solve(layout, compiled=True).depth
    rates = rates_of(size, "first", random_starts, engines, rounds)
    rates += rates_of(size, "deepest", deepest, engines, rounds)
    passes: dict[str, Callable[[Ground], int]] = {"plain": lambda one: deepest_of(one, False)}
    if compiled:
        passes["kernel"] = lambda one: deepest_of(one, True)
    slow = Figure.of([1 / seconds_of_all_starts(one, engines["readable"]) for one in boards[:3]])
    rates.append(Rate(named(size), "all", "readable, reckoned", min(3, len(boards)), slow, None))
    return rates + rates_of(size, "all", boards, passes, rounds)


def rates_of(
    size: tuple[int, int], task: str, given: Sequence, engines: dict[str, Callable], rounds: int
) -> list[Rate]:
    """The rates of several engines at one task. Raises AssertionError where they disagree."""
    found: dict[str, list[float]] = {name: [] for name in engines}
    answers: dict[str, list] = {name: [engine(one) for one in given] for name, engine in engines.items()}  # warm
    for name in engines:
        assert answers[name] == answers["plain"], f"{name} and plain disagree at {task} on {named(size)}"
    for _ in range(rounds):
        for name, engine in engines.items():
            began = time.process_time()
            for one in given:
                engine(one)
            found[name].append(len(given) / (time.process_time() - began))
    on_target = TARGETS if size == SIZES[-1] else {}
    return [
        Rate(named(size), task, name, len(given), Figure.of(rates), on_target.get((task, name)))
        for name, rates in found.items()
    ]


# -- layouts -------------------------------------------------------------------------------------------------------


def ground(size: tuple[int, int], seed: int) -> Ground:
    """A board with half of its cells tiled, on which some start is legal; the same for the same seed."""
    lot = random.Random(f"{size} {seed}")
    cells = size[0] * size[1]
    options = BOOK.defaults.but(village_distance=PLANAR) if size == (5, 5) else BOOK.defaults
    while True:
        bag = BAG + WARPS
        while len(bag) < cells // 2:
            bag += BAG
        tiles = bytearray(cells)
        drawn = [VILLAGE, *lot.sample(bag[1:], cells // 2 - 1)]
        for cell, tile in zip(lot.sample(range(cells), cells // 2), drawn, strict=True):
            tiles[cell] = tile
        made = Ground(*size, bytes(tiles), bytes(cells), options)
        if pairs_of(made):
            return made


def pairs_of(ground: Ground) -> list[tuple[int, list[int]]]:
    """Where villager and goblin may start."""
    return ground.legal_pairs(BOOK.numbers.village_distance, BOOK.numbers.goblin_distance)


def started(ground: Ground, seed: int) -> Layout:
    """The ground with a random legal start."""
    lot = random.Random(seed)
    villager, goblins = lot.choice(pairs_of(ground))
    goblin = lot.choice(goblins)
    return ground.layout(lot.choice([c for c in range(ground.cells) if c not in (villager, goblin)]), villager, goblin)


def deepest_start(ground: Ground) -> Layout:
    """The ground with the first of its deepest legal starts."""
    whole, pairs = WholeBoard(ground), pairs_of(ground)
    return ground.layout(*next(whole.placements(pairs, whole.deepest(pairs))))


def deepest_of(ground: Ground, compiled: bool) -> int:
    """The greatest depth of a legal start, by a pass over all starts."""
    return WholeBoard(ground, compiled).deepest(pairs_of(ground))


def seconds_of_all_starts(ground: Ground, engine: Callable[[Layout], int | None], some: int = 12) -> float:
    """Seconds in which an engine would search every legal start of a ground, reckoned from some of them."""
    starts = sum(len(goblins) for _, goblins in pairs_of(ground)) * (ground.cells - 2)
    layouts = [started(ground, seed) for seed in range(some)]
    began = time.process_time()
    for layout in layouts:
        engine(layout)
    return (time.process_time() - began) / some * starts


# -- telling -------------------------------------------------------------------------------------------------------


def named(size: tuple[int, int]) -> str:
    """A board's size in words."""
    return f"{size[0]} × {size[1]}"


def table(rates: Sequence[Rate]) -> str:
    """The rates as columns."""
    rows = [("board", "task", "engine", "layouts a second", "of", "target")]
    for one in rates:
        target = "" if one.target is None else f"{one.target:,}: {'met' if one.rate.median >= one.target else 'missed'}"
        rows.append((one.board, one.task, one.engine, shown(one.rate), str(one.layouts), target))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join([*lines, "Median (least – most) of one core, by processor time; of: how many different layouts."])


def shown(figure: Figure) -> str:
    """A rate with its spread."""

    def number(value: float) -> str:
        return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"

    if figure.least == figure.most:
        return number(figure.median)
    return f"{number(figure.median)} ({number(figure.least)} – {number(figure.most)})"


if __name__ == "__main__":
    main()
