"""Proposes puzzles: random tiles within a tilesheet's counts, improved step by step toward the depth that is wanted.

An attempt is a pure function of what is asked for and the attempt's number, so that attempts may be made anywhere and
in any order. It draws tiles, changes one thing after another, keeps a change when the deepest legal start is no
further from the wanted depth than before (a whole-board pass tells it), picks the starts at that depth, measures them
and keeps the most interesting one of the grade that is wanted.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, replace

from questpress.games.escort_quest.canonical import canonical
from questpress.games.escort_quest.fast.everywhere import WholeBoard
from questpress.games.escort_quest.fast.ground import CODE_OF, OPEN, VILLAGE, WARP, Ground
from questpress.games.escort_quest.fast.kernel import load
from questpress.games.escort_quest.features import Features, measure
from questpress.games.escort_quest.grading import Grade, grade_of
from questpress.games.escort_quest.layout import Layout, Sheet
from questpress.games.escort_quest.legality import status
from questpress.games.escort_quest.naming import name
from questpress.games.escort_quest.options import Book, Options
from questpress.play.generator import Found

STARTS = 6  # starts of one board that are measured
DEEPER = 8  # how much deeper than the least that is asked an attempt may aim
STEPS_A_TURN = 60  # changes that an attempt tries for each turn of depth it aims at
PATIENCE_A_TURN = 20  # changes without a gain, for each turn aimed at, after which an attempt is given up
STEEP = 40  # turns; a climb to more gets longer with the square of its aim, as the gains get rare


@dataclass(frozen=True)
class Asked:
    """What is asked of the generator. Plain values: it travels to other processes."""

    columns: int
    rows: int
    walls: bytes
    options: Options
    book: Book
    holds: tuple[int, ...]  # how many tiles of each code there are
    grades: tuple[Grade, ...]
    seed: int
    grade: str | None = None
    min_depth: int | None = None
    board_name: str | None = None
    sheet: Sheet | None = None

    @property
    def cells(self) -> int:
        """How many squares the board has."""
        return self.columns * self.rows

    def depths(self) -> tuple[int, int]:
        """The least and the greatest depth that is aimed at."""
        least = self.min_depth or 2
        most = None
        for place, grade in enumerate(self.grades):
            if grade.name == self.grade:
                least = max(least, int(grade.bounds.get("depth", 1)), 2)
                later = [int(one.bounds.get("depth", 1)) for one in self.grades[place + 1 :]]
                most = max(least, min(later) - 1) if later else None
        return least, most if most is not None else least + (DEEPER if self.grade or self.min_depth else 4 * DEEPER)

    def attempt(self, number: int) -> Found | None:
        """What attempt `number` finds: a puzzle as asked, or None. The same on every machine."""
        load(build=True)  # for thousands of boards; a worker elsewhere has none yet
        draw = random.Random(f"{self.seed}/{number}")
        least, most = self.depths()
        aim = draw.randint(least, most)
        climb = _Climb(self, draw, aim)
        ground, deepest = climb.run()
        if ground is None or deepest < least:
            return Found(None, tried=climb.tried, best=deepest)
        chosen = self._start(ground, min(deepest, aim), least, draw)
        return replace(chosen, tried=climb.tried, best=deepest)

    def _start(self, ground: Ground, aim: int, least: int, draw: random.Random) -> Found:
        """The most interesting start on a ground, of those as deep as aimed at, or not much less."""
        whole = WholeBoard(ground)
        pairs = self.pairs(ground)
        best: tuple[tuple[float, ...], Layout, Features, Grade] | None = None
        for depth in range(aim, max(least, aim - 2) - 1, -1):
            places = list(whole.placements(pairs, depth))
            for place in draw.sample(places, min(len(places), STARTS)):
                layout = ground.layout(
                    *place, board_name=self.board_name, sheet=self.sheet, defaults=self.book.defaults
                )
                if status(layout, self.book.numbers):
                    continue
                found = measure(layout, whole)
                if found is None:
                    continue
                grade = grade_of(found.as_mapping(), self.grades)
                if grade is None or (self.grade is not None and grade.name != self.grade):
                    continue
                rank = interest(found)
                if best is None or rank > best[0]:
                    best = (rank, layout, found, grade)
            if best is not None:
                break
        if best is None:
            return Found(None)
        _, layout, found, grade = best
        facts = {"grade": grade.name, "features": found, "layout": replace(layout, title=name(draw))}
        return Found(canonical(layout), facts)

    def pairs(self, ground: Ground) -> list[tuple[int, list[int]]]:
        """The legal cells of villager and goblin on a ground."""
        numbers = self.book.numbers
        return ground.legal_pairs(numbers.village_distance, numbers.goblin_distance)


def interest(found: Features) -> tuple[float, ...]:
    """Ranks puzzles of one board: many kinds of tiles at work, traps beside the line, few ways to begin."""
    return (found.kinds + min(found.traps / max(found.depth, 1), 6) - found.first_plies + found.robust, found.depth)


class _Climb:
    """The way of one attempt over grounds."""

    def __init__(self, asked: Asked, draw: random.Random, aim: int) -> None:
        self.asked, self.draw, self.aim = asked, draw, aim
        self.tried = 0
        numbers, cells = asked.book.numbers, asked.cells
        total = sum(asked.holds)
        self.least = -(-numbers.coverage_least * cells // 100)
        self.most = min(numbers.coverage_most * cells // 100, total)

    def run(self) -> tuple[Ground | None, int]:
        """The ground on which the deepest legal start is as deep as aimed at, or the best that was met."""
        ground = self._first()
        if ground is None:
            return None, 0
        deepest = self._look(ground)
        idle = 0
        turns = round(self.aim * max(1.0, self.aim / STEEP) ** 2)
        for _ in range(STEPS_A_TURN * turns):
            if deepest >= self.aim or idle >= PATIENCE_A_TURN * turns:
                break
            other = self._changed(ground)
            if other is None:
                continue
            depth = self._look(other)
            idle = 0 if depth > deepest else idle + 1
            if depth >= deepest:
                ground, deepest = other, depth
        return ground, deepest

    def _look(self, ground: Ground) -> int:
        self.tried += 1
        return WholeBoard(ground).deepest(self.asked.pairs(ground))

    def _first(self) -> Ground | None:
        """Random tiles: about half of the cells, one village or two, whatever the counts allow."""
        draw, asked = self.draw, self.asked
        if asked.holds[VILLAGE] < 1 or self.most < max(self.least, 1):
            return None
        supply = [code for code, count in enumerate(asked.holds) for _ in range(count) if code not in (OPEN, VILLAGE)]
        villages = 1 if self.aim > 4 else draw.randint(1, min(2, asked.holds[VILLAGE]))
        half = asked.book.numbers.coverage_least + asked.book.numbers.coverage_most
        wanted = max(self.least, min(self.most, half * asked.cells // 200))
        tiles = bytearray(asked.cells)
        rest = draw.sample(supply, min(len(supply), max(wanted - villages, 0)))
        laid = [VILLAGE] * villages + rest
        if len(laid) < self.least:
            laid += [VILLAGE] * min(self.least - len(laid), asked.holds[VILLAGE] - villages)
        for cell, code in zip(draw.sample(range(asked.cells), len(laid)), laid, strict=True):
            tiles[cell] = code
        return Ground(asked.columns, asked.rows, bytes(tiles), asked.walls, asked.options)

    def _changed(self, ground: Ground) -> Ground | None:
        """The ground with one change: two cells swapped, a tile of another kind, one more or one less."""
        draw, tiles = self.draw, ground.tiles
        sort = draw.random()
        if sort < 0.65:
            one, other = draw.sample(range(len(tiles)), 2)
            if tiles[one] == tiles[other]:
                return None
            return ground.with_tiles({one: tiles[other], other: tiles[one]})
        used = Counter(tiles)
        cell = draw.randrange(len(tiles))
        here = tiles[cell]
        spare = [code for code in range(1, len(self.asked.holds)) if used[code] < self.asked.holds[code]]
        covered = len(tiles) - used[OPEN]
        if here == VILLAGE and used[VILLAGE] == 1:
            return None
        if here != OPEN and (sort < 0.75 or not spare):
            return ground.with_tiles({cell: OPEN}) if covered > self.least else None
        if (here == OPEN and covered >= self.most) or not spare:
            return None
        code = draw.choice(spare)
        if code == VILLAGE and used[VILLAGE] >= 2:
            return None
        return ground.with_tiles({cell: code})


def counts_of(sheet: Sheet | None, cells: int) -> tuple[int, ...]:
    """How many tiles of each code a tilesheet holds; without one, as many as a sheet for so many cells would hold.

    Of a warp's arrow never more than one, which is all that may lie on a board (EQ-6).
    """
    held = [0] * (WARP + 8)
    if sheet is not None:
        for tile, count in sheet.holds.items():
            held[CODE_OF[tile]] = min(count, 1) if tile.arrow is not None else count
        return tuple(held)
    # The proportions of the 40 tiles for 80 squares.
    for code, count in enumerate((0, 2, 6, 6, 6, 4, 8)):
        held[code] = -(-count * cells // 80)
    held[WARP:] = [1] * 8
    return tuple(held)
