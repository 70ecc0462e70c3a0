"""The puzzles that we ship: legal, winnable, as deep as their files state; of some the depth is recorded here too."""

from __future__ import annotations

from pathlib import Path

import pytest

from questpress.games import engine
from questpress.project import Project

ROOT = Path(__file__).resolve().parents[2]
# Found by hand and by the readable solver, before anything was generated.
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


def test_every_puzzle_of_the_record_is_there():
    assert {path.stem for path in FILES} >= set(DEPTHS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_puzzle_is_legal_and_has_its_depth(path):
    project = Project(ROOT)
    name = path.relative_to(ROOT).as_posix()
    if ESCORT_QUEST.summary(project, name)["depth"] > 20:  # solving takes long; its stored solution is replayed
        verified = ESCORT_QUEST.verify(project.load(name), name, project, {})
        assert not verified.diagnostics and verified.turns == ESCORT_QUEST.summary(project, name)["depth"]
        return
    judgement = ESCORT_QUEST.judge(project.load(name), name, project, {}, first_plies=True)
    assert (judgement.breaches, judgement.warnings) == ((), ())
    stated = ESCORT_QUEST.summary(project, name)["features"]
    assert (judgement.winnable, judgement.depth) == (True, stated["depth"])
    assert len(judgement.first_winning_plies) == stated["first_plies"]
    if path.stem in DEPTHS:
        assert judgement.depth == DEPTHS[path.stem]
        assert 1 <= len(judgement.first_winning_plies) <= 2


def test_every_depth_from_3_to_9_and_every_board_is_used():
    assert {*range(3, 10)} <= {*DEPTHS.values()}
    used = {Project(ROOT).load(path.relative_to(ROOT).as_posix()).entries["board"].text for path in FILES}
    assert used == {path.stem for path in (ROOT / "layouts/escort_quest/boards").glob("*.yaml")}
