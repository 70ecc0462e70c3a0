"""The compiled kernel gives plain Python's answers, and is never needed."""

from __future__ import annotations

import os
import random
import shutil
import sys
from pathlib import Path

import pytest

from games.scenes import every_option, random_layout
from games.test_escort_quest_fast import drawn, named
from questpress.cli.main import run
from questpress.games.escort_quest.fast import compiled, kernel
from questpress.games.escort_quest.fast.everywhere import WholeBoard
from questpress.games.escort_quest.fast.ground import Ground
from questpress.games.escort_quest.fast.search import Search
from questpress.games.escort_quest.fast.solving import solve
from questpress.games.escort_quest.fast.tables import Tables
from questpress.games.escort_quest.means import parts
from questpress.games.escort_quest.puzzle import EscortPuzzle
from questpress.games.escort_quest.rules import Rules

ROOT = Path(__file__).resolve().parents[2]
OPTIONS = list(every_option())
MANY = int(os.environ.get("QUESTPRESS_MANY", "1"))


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """One folder for all processes of this test run, so that the kernel is compiled once."""
    base = tmp_path_factory.getbasetemp()
    return (base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base) / "kernel"


@pytest.fixture
def found(folder, monkeypatch):
    monkeypatch.setenv(kernel.SETTING, str(folder))
    loaded = kernel.load(build=True)
    if loaded is None:
        pytest.skip(f"no kernel here: {kernel.state()[1]}")
    return loaded


@pytest.mark.parametrize("options", OPTIONS, ids=named)
def test_searches_are_the_same_to_the_position(found, options):
    for number in range(10 * MANY):
        ground, lot = Ground.of(drawn(4000 + number, options)), random.Random(number)
        search = Search(Tables(ground))
        for limit in (None, None, lot.randint(1, 40)):
            start = tuple(lot.randrange(ground.cells) for _ in range(3))
            assert compiled.first(found, ground, start, limit) == search.run(search.code(*start), limit)


@pytest.mark.parametrize("options", OPTIONS, ids=named)
def test_whole_boards_are_the_same_at_every_placement(found, options):
    for number in range(6 * MANY):
        ground = Ground.of(drawn(5000 + number, options))
        plain, fast = WholeBoard(ground, compiled=False), WholeBoard(ground, compiled=True)
        everywhere = [(v, [g for g in range(ground.cells) if g != v]) for v in range(ground.cells)]
        assert plain.positions == fast.positions
        assert plain.histogram(everywhere) == fast.histogram(everywhere)
        deepest = plain.deepest(everywhere)
        assert list(plain.placements(everywhere, deepest)) == list(fast.placements(everywhere, deepest))
        pairs = ground.legal_pairs(2, 1)
        assert plain.histogram(pairs) == fast.histogram(pairs)
        for _ in range(20):
            start = [random.Random(number).randrange(ground.cells) for _ in range(3)]
            assert plain.depth(*start) == fast.depth(*start)


def test_depths_of_positions_in_play_are_the_same(found):
    for number in range(24):
        one = drawn(6000 + number, OPTIONS[number])
        plain, fast = (WholeBoard(Ground.of(one), compiled=way) for way in (False, True))
        puzzle, seen = EscortPuzzle(Rules(one)), {}
        waiting = [puzzle.root()]
        while waiting and len(seen) < 200:
            position = waiting.pop()
            if position not in seen:
                seen[position] = plain.depth_of(position)
                assert fast.depth_of(position) == seen[position]
                waiting += [child for _, after in puzzle.choices(position) for child in after]


@pytest.mark.parametrize("size", [(8, 10), (12, 12), (3, 50)])
def test_boards_of_every_number_of_words(found, size):
    """8 × 10 takes two words a row, the others three: the kernel has a copy for each, and one for any number."""
    ground = Ground.of(random_layout(1, size, OPTIONS[3], tiles="VSXXAAG*" * 8 + "↑↗→↘↓↙←↖"))
    plain, fast = WholeBoard(ground, compiled=False), WholeBoard(ground, compiled=True)
    pairs = ground.legal_pairs(3, 1)
    assert plain.histogram(pairs) == fast.histogram(pairs)


def test_strategies_and_verdicts_do_not_depend_on_the_kernel(found):
    for number in range(24):
        one = drawn(8000 + number, OPTIONS[number])
        plain, fast = solve(one, strategy=True, compiled=False), solve(one, strategy=True, compiled=True)
        assert plain == fast and solve(one, compiled=True).depth == plain.depth


def test_without_it_everything_works(monkeypatch):
    monkeypatch.setenv(kernel.SETTING, "off")
    assert kernel.load(build=True) is None and kernel.state() == (False, "switched off")
    ground = Ground.of(drawn(1, OPTIONS[0]))
    assert WholeBoard(ground).positions > 0
    with pytest.raises(ValueError, match="no compiled kernel"):
        WholeBoard(ground, compiled=True)
    (part,) = parts()
    assert not part.needed and not part.version and "switched off" in part.remedy


def test_a_compiler_that_fails_is_asked_once_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setenv(kernel.SETTING, str(tmp_path / "kept"))
    monkeypatch.setenv("CC", "false")
    assert kernel.load(build=True) is None and kernel.load(build=True) is None
    assert list((tmp_path / "kept").iterdir()) == []
    monkeypatch.setenv("CC", "no-such-compiler")
    assert kernel.state() == (False, "no C compiler")


def test_a_folder_that_cannot_be_written_does_without(tmp_path, monkeypatch):
    (tmp_path / "taken").write_text("")
    monkeypatch.setenv(kernel.SETTING, str(tmp_path / "taken" / "deeper"))
    assert kernel.load(build=True) is None
    assert WholeBoard(Ground.of(drawn(1, OPTIONS[0]))).positions > 0


@pytest.mark.skipif(sys.platform == "win32", reason="modes of POSIX files")
def test_a_library_that_others_may_write_is_not_run(tmp_path, monkeypatch):
    monkeypatch.setenv(kernel.SETTING, str(tmp_path))
    path = kernel.library_path()
    path.write_bytes(b"not a library")
    path.chmod(0o666)
    assert kernel.load() is None and not kernel.state()[0]
    path.chmod(0o644)
    kernel._loaded.cache_clear()
    monkeypatch.setattr(kernel, "_found", {})
    assert kernel.load() is None  # and a damaged one does no harm


@pytest.mark.skipif(kernel._compiler() is None, reason="no C compiler")
@pytest.mark.parametrize("command", ["generate escort-quest --count 1 --board clearing", "check escort-quest --prove"])
def test_commands_over_many_boards_compile_it(tmp_path, monkeypatch, command):
    monkeypatch.setenv(kernel.SETTING, str(tmp_path / "kept"))
    monkeypatch.chdir(tmp_path)
    for folder in ("cards", "layouts", "rules", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    for puzzle in sorted((tmp_path / "layouts/escort_quest/puzzles").iterdir())[1:]:
        puzzle.unlink()
    run([*command.split(), *(["--out", "made"] if command.startswith("generate") else [])])
    assert [path.suffix for path in (tmp_path / "kept").iterdir()] == [".so"]


def test_doctor_says_where_it_is(found):
    (part,) = parts()
    assert str(found.path) in part.version


def test_a_small_cache_setting_is_seen_at_once(folder, found, monkeypatch):
    monkeypatch.setenv(kernel.SETTING, "off")
    assert kernel.load() is None
    monkeypatch.setenv(kernel.SETTING, str(folder))
    assert kernel.load() is found
