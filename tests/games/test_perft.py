"""Perft: how many lines of play there are to a depth, compared with the counts written in perft/*.txt.

A file is a layout file; its last line `# perft: a b c` says how many positions a, b, c plies lead to (a finished game
counts where it ends and leads nowhere). On failure the counts below each first ply are printed, so that the wrong
branch is found by bisecting.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from games.scenes import BOOK, names
from questpress.games.escort_quest.reading import layout_of
from questpress.games.escort_quest.rules import Rules

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))


def perft(rules: Rules, position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(perft(rules, rules.play(position, ply), depth - 1) for ply in rules.plies(position))


def split(rules: Rules, depth: int) -> str:
    start = rules.start()
    plies = rules.plies(start)
    counts = [perft(rules, rules.play(start, ply), depth - 1) for ply in plies]
    return ", ".join(f"{name or 'stay'} {count}" for name, count in zip(names(plies), counts, strict=True))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_perft(path: Path):
    text = path.read_text(encoding="utf-8")
    counts = [int(count) for count in text.rstrip().splitlines()[-1].removeprefix("# perft: ").split()]
    rules = Rules(layout_of(text, BOOK, path.name))
    for depth, count in enumerate(counts, 1):
        found = perft(rules, rules.start(), depth)
        assert found == count, f"depth {depth}: {found} instead of {count}; below each first ply: {split(rules, depth)}"


def test_there_are_suites():
    assert len(FILES) >= 4
