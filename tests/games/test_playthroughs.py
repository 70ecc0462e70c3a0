"""Recorded games as readable text, replayed and compared line by line.

To record one anew after a change of the rules: `python tests/games/test_playthroughs.py` from the project's folder,
then read the difference before you commit it.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from games.scenes import BOOK
from questpress import games as engines
from questpress.games.escort_quest.board import NAMES, direction
from questpress.games.escort_quest.reading import layout_of
from questpress.games.escort_quest.rules import Rules

FOLDER = Path(__file__).parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.txt"))
PLAYED = "== played"


def record(text: str) -> str:
    """The playthrough of a file's layout and plies, as the file should read."""
    head = text.partition(PLAYED)[0].rstrip() + "\n"
    plies = next(line for line in head.splitlines() if line.startswith("# plies: ")).removeprefix("# plies: ").split()
    rules = Rules(layout_of(head, BOOK))
    position = rules.start()
    shown = [head, PLAYED, "", rules.show(position)]
    for ply in plies:
        who = "the goblin's tie" if position.ways else "the escort"
        position = rules.play(position, None if ply == "stay" else direction(ply))
        listed = " ".join("stay" if way is None else NAMES[way] for way in rules.plies(position))
        shown += ["", f"> {who}: {ply}", rules.show(position), f"plies: {listed or 'none'}"]
    return "\n".join(shown) + "\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_line_by_line(path: Path):
    text = path.read_text(encoding="utf-8")
    assert record(text).splitlines() == text.splitlines()


@pytest.mark.parametrize("game", engines.names())
def test_every_engine_has_a_recorded_game(game: str):
    assert any(path.name.startswith(game) for path in FILES)


if __name__ == "__main__":
    for path in FILES:
        path.write_text(record(path.read_text(encoding="utf-8")), encoding="utf-8")
