"""The puzzles that we ship: legal, winnable, with the depth recorded here, on boards of two sizes."""

from __future__ import annotations

from pathlib import Path

import pytest

from questpress.games import engine
from questpress.project import Project

ROOT = Path(__file__).resolve().parents[2]
DEPTHS = {
    "a-small-dark-wood": 9,
    "a-walk-to-the-well": 3,
    "around-the-oak": 4,
    "back-and-forth": 7,
    "first-steps": 3,
    "hide-and-hurry": 8,
    "nine-bells": 9,
    "no-path-but-one": 8,
    "owl-light": 6,
    "the-broken-stile": 5,
    "the-cold-ford": 5,
    "the-frozen-pool": 6,
    "the-goblins-larder": 7,
    "the-last-lamp": 9,
    "the-long-way-round": 7,
    "thorns-on-three-sides": 6,
    "two-lanterns": 4,
    "under-the-briars": 4,
}
FILES = sorted((ROOT / "layouts/escort_quest/puzzles").glob("*.yaml"))
ESCORT_QUEST = engine("escort-quest")


def test_the_record_names_every_puzzle():
    assert [path.stem for path in FILES] == sorted(DEPTHS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_puzzle_is_legal_and_has_its_depth(path):
    project = Project(ROOT)
    name = path.relative_to(ROOT).as_posix()
    judgement = ESCORT_QUEST.judge(project.load(name), name, project, {}, first_plies=True)
    assert (judgement.breaches, judgement.warnings) == ((), ())
    assert (judgement.winnable, judgement.depth) == (True, DEPTHS[path.stem])
    assert 1 <= len(judgement.first_winning_plies) <= 2


def test_every_depth_from_3_to_9_on_two_sizes():
    assert {*range(3, 10)} <= {*DEPTHS.values()}
    boards = {Project(ROOT).load(path.relative_to(ROOT).as_posix()).entries["board"].text for path in FILES}
    assert boards == {"plain", "sample-barriers", "clearing"}
