"""Stores that are damaged, missing, locked or left half written cost time, never a wrong page."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from questpress.project import Project

from .conftest import Press
from .test_incremental import SHIPS, _change, harbour, in_full, printed  # noqa: F401

BOAT = '  - {{id: boat-{0}, name: Boat {0}, cost: {0}, text: "<b>Ahoy</b> {{{{ {0} }}}} times"}}\n'
DECK = "".join(BOAT.format(n) for n in range(60))


@pytest.fixture
def fleet(harbour: Press) -> Press:  # noqa: F811
    """A deck that takes some time to draw."""
    _change(SHIPS, "cards:\n", "cards:\n" + DECK)(harbour.root)
    return harbour


def start(press: Press, *more: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "questpress", "build", "--project", str(press.root), "--jobs", "2", *more]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)


@pytest.mark.parametrize("damage", ["cut", "empty", "changed", "gone"])
def test_damaged_blobs_are_made_again(harbour: Press, tmp_path: Path, damage: str):  # noqa: F811
    harbour.build()
    _change(SHIPS, "cost: 3", "cost: 4")(harbour.root)
    for path in harbour.root.glob(".questpress/*/blobs/??/*"):
        content = path.read_bytes()
        if damage == "gone":
            path.unlink()
        else:
            path.write_bytes({"cut": content[:-9], "empty": b"", "changed": b"x" + content[1:]}[damage])
    assert harbour.code("build") == 0
    assert printed(harbour.root) == in_full(harbour, tmp_path / "full")
    (harbour.root / "output/harbour/ships.pdf").unlink()
    assert harbour.code("build") == 0
    assert printed(harbour.root) == in_full(harbour, tmp_path / "full")


@pytest.mark.parametrize(
    "content", [b"", b"{", b'{"form":2,"run":1,"sources":[],"artifacts":{"draft:ships/brig/front":7}}']
)
def test_a_damaged_index_is_forgotten(harbour: Press, tmp_path: Path, content: bytes):  # noqa: F811
    harbour.build()
    for path in harbour.root.glob(".questpress/*/*.json"):
        path.write_bytes(content)
    for path in harbour.root.glob(".questpress/*/builds/*.json"):
        path.write_bytes(content)
    assert harbour.code("build") == 0
    assert printed(harbour.root) == in_full(harbour, tmp_path / "full")


def test_a_store_that_cannot_be_written_only_costs_time(harbour: Press, tmp_path: Path):  # noqa: F811
    (harbour.root / ".questpress").write_text("a file where the folder would be")
    for jobs in ("1", "2"):
        assert harbour.code("build", "--jobs", jobs) == 0
        assert printed(harbour.root) == in_full(harbour, tmp_path / "full")
    assert harbour.code("check") == 0


def test_the_clock_does_not_count(harbour: Press):  # noqa: F811
    harbour.build()
    chance = random.Random(3)
    for path in harbour.root.rglob("*"):
        when = chance.choice([0, 1_000_000_000, 4_000_000_000])
        os.utime(path, (when, when))
    report = harbour.build()
    assert not report["redrawn"] and not any(file["written"] for file in report["files"])


def test_an_edit_during_a_build_is_seen_by_the_next(harbour: Press, tmp_path: Path, monkeypatch):  # noqa: F811
    from questpress.printing import Press as Printing

    drafted = Printing.draft

    def draft_then_edit(self, *arguments):
        drafted(self, *arguments)
        _change(SHIPS, "cost: 3", "cost: 4")(harbour.root)
        _change("templates/harbour/back.svg.j2", 'height="94.9"', 'height="94.8"')(harbour.root)

    monkeypatch.setattr(Printing, "draft", draft_then_edit)
    assert harbour.code("build") == 0
    monkeypatch.undo()
    assert harbour.code("build") == 0
    assert printed(harbour.root) == in_full(harbour, tmp_path / "full")


def test_a_killed_build_leaves_whole_files_and_the_next_one_mends_all(fleet: Press, tmp_path: Path):
    fleet.build()
    before = printed(fleet.root)
    _change(SHIPS, "name: Boat 7,", "name: Boat Seven,")(fleet.root)
    wanted = in_full(fleet, tmp_path / "full")
    for delay in (0.35, 0.6, 0.9):
        process = start(fleet)
        time.sleep(delay)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        assert printed(fleet.root) in (before, wanted)
    (fleet.root / "output/harbour/.ships.pdf.99.part").write_bytes(b"half a file")
    assert fleet.code("build") == 0
    assert printed(fleet.root) == wanted
    assert not [path for path in fleet.root.rglob("*.part")]


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_a_build_whose_parent_alone_is_killed_leaves_no_process(fleet: Press):
    process = start(fleet)
    deadline = time.monotonic() + 30
    while not (children := _children(process.pid)) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.wait()
    deadline = time.monotonic() + 10
    while any(map(_runs, children)) and time.monotonic() < deadline:
        time.sleep(0.05)
    left = [child for child in children if _runs(child)]
    for child in left:
        os.kill(child, signal.SIGKILL)
    assert children and not left


def _runs(process: int) -> bool:
    """Whether a process is there and not only waiting to be buried."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def _children(process: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def test_two_builds_at_once_wait_for_each_other(fleet: Press, tmp_path: Path):
    processes = [start(fleet), start(fleet), start(fleet, "--paper", "a4", "--out", str(tmp_path / "a4"))]
    for process in processes:
        said, _ = process.communicate(timeout=120)
        assert process.returncode == 0, said.decode()
    assert printed(fleet.root) == in_full(fleet, tmp_path / "full")
    assert fleet.code("build") == 0


def test_a_file_keeps_its_digest_for_a_whole_run(tmp_path: Path):
    path = tmp_path / "a.yaml"
    path.write_text("a")
    project = Project(tmp_path)
    first = project.digest(path)
    path.write_text("b")
    assert project.digest(path) == first != Project(tmp_path).digest(path)


def test_a_store_of_nothing_but_junk_is_made_again(harbour: Press, tmp_path: Path):  # noqa: F811
    harbour.build()
    copy = Press(tmp_path / "copy")
    shutil.copytree(harbour.root, copy.root, ignore=shutil.ignore_patterns("output"))
    for path in copy.root.glob(".questpress/**/*"):
        if path.is_file():
            path.write_bytes(b"junk")
    for jobs in ("1", "2"):
        assert copy.code("build", "--jobs", jobs) == 0
        assert printed(copy.root) == printed(harbour.root)
        shutil.rmtree(copy.root / "output")
        for path in copy.root.glob(".questpress/*/blobs/??/*"):
            path.write_bytes(b"junk")
        (copy.root / ".questpress/harbour/artifacts.json").unlink()


def test_a_full_disk_is_told_of_and_leaves_nothing_behind(harbour: Press):  # noqa: F811
    def small() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (9000, 9000))

    command = [sys.executable, "-m", "questpress", "build", "--project", str(harbour.root)]
    ended = subprocess.run(command, capture_output=True, text=True, preexec_fn=small)
    assert ended.returncode == 1 and "S010" in ended.stderr and "Traceback" not in ended.stderr, ended.stderr
    left = [path.name for path in harbour.root.glob("output/**/*") if path.is_file()]
    assert all(name.endswith(".pdf") and not name.startswith(".") for name in left), left


@pytest.mark.parametrize("command", ["inventory", "check", "build", "schema"])
def test_a_report_that_finds_no_room_is_told_of(harbour: Press, command: str):  # noqa: F811
    with open("/dev/full", "w") as full:
        arguments = [sys.executable, "-m", "questpress", command, "--json", "--project", str(harbour.root)]
        ended = subprocess.run(arguments, stdout=full, stderr=subprocess.PIPE, text=True)
    assert ended.returncode == 1 and len(ended.stderr.splitlines()) == 1, ended.stderr
    assert "No space left on device" in ended.stderr


def test_a_build_that_stops_half_way_says_what_it_has_written(harbour: Press):  # noqa: F811
    (harbour.root / "output/harbour/bay.pdf").mkdir(parents=True)
    result = harbour("build")
    assert result.exit_code == 1 and "S010" in result.stderr
    assert "stopped after" in result.stdout and "harbour/ships.pdf; the other files" in result.stdout
