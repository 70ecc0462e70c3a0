"""`generate` and `catalogue` as a person runs them: the same bytes each time, whole files, plain answers."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from questpress.cli.generate import _unbroken
from questpress.cli.main import run

ROOT = Path(__file__).resolve().parents[2]


def made(out: Path, *more: str) -> dict[str, bytes]:
    arguments = ["--board", "clearing", "--count", "3", "--seed", "11", "--out", str(out)]
    assert run(["generate", "escort-quest", "--project", str(ROOT), *arguments, *more]) == 0
    return {path.name: path.read_bytes() for path in sorted(out.iterdir())}


def test_the_same_seed_gives_the_same_bytes_with_any_number_of_jobs(tmp_path: Path) -> None:
    one = made(tmp_path / "one", "--jobs", "1", "--grade", "dusk")
    two = made(tmp_path / "two", "--jobs", "2", "--grade", "dusk")
    assert len(one) == 3 and one == two
    assert made(tmp_path / "three", "--jobs", "1", "--grade", "dusk", "--seed", "12") != one


def test_a_cluster_of_two_workers_gives_the_same_bytes(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        spread = made(tmp_path / "spread", "--cluster", cluster.scheduler_address, "--grade", "dusk")
    assert spread == made(tmp_path / "here", "--jobs", "1", "--grade", "dusk")


def test_what_is_made_is_legal_won_graded_and_agrees_with_itself(tmp_path: Path, capsys) -> None:
    made(tmp_path, "--jobs", "1", "--grade", "nightfall")
    files = [str(path) for path in sorted(tmp_path.iterdir())]
    project = tmp_path.parent / "project"
    folder = project / "layouts/escort_quest/puzzles"
    (project / "templates").mkdir(parents=True)
    folder.mkdir(parents=True)
    for name in ("boards/clearing.yaml", "tilesheets/letter.yaml"):
        target = project / "layouts/escort_quest" / name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes((ROOT / "layouts/escort_quest" / name).read_bytes())
    for file in files:
        (folder / Path(file).name).write_bytes(Path(file).read_bytes())
    capsys.readouterr()
    assert run(["solve", "--json", *map(str, sorted(folder.iterdir()))]) == 0
    verdicts = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(one["legal"] and one["winnable"] and not one["warnings"] for one in verdicts)
    assert run(["catalogue", "--project", str(project), "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["games"][0]["puzzles"]
    assert {one["grade"] for one in listed} == {"nightfall"}
    assert sorted(one["depth"] for one in listed) == sorted(one["depth"] for one in verdicts)


def test_a_second_run_into_the_folder_finds_others(tmp_path: Path) -> None:
    first = made(tmp_path, "--jobs", "1", "--grade", "daylight")
    both = made(tmp_path, "--jobs", "1", "--grade", "daylight")
    assert len(both) == 6 and set(first) < set(both)
    assert {name: both[name] for name in first} == first


@pytest.mark.parametrize(
    ("more", "code", "told"),
    [
        (["--grade", "midnigth"], 1, "did you mean 'midnight'?"),
        (["--board", "plian"], 1, "did you mean 'plain'?"),
        (["--tilesheet", "leter"], 1, "did you mean 'letter'?"),
        (["--set", "capture=los"], 2, "Did you mean 'loss'?"),
        (["--set", "captur=loss"], 2, "Did you mean 'capture'?"),
        (["--grade", "dusk", "--min-depth", "3"], 2, "exclude each other"),
        (["--min-depth", "500"], 5, "L033"),
    ],
)
def test_what_cannot_be_asked_for_is_told(more: list[str], code: int, told: str, tmp_path: Path, capsys) -> None:
    arguments = ["--project", str(ROOT), "--out", str(tmp_path), "--jobs", "1", *more]
    assert run(["generate", "escort-quest", *arguments]) == code
    assert told in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def small(tmp_path: Path, board: str, sheet: str) -> list[str]:
    for name in ("templates", "layouts/escort_quest/boards", "layouts/escort_quest/tilesheets"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "layouts/escort_quest/boards/tiny.yaml").write_text(board)
    (tmp_path / "layouts/escort_quest/tilesheets/few.yaml").write_text(sheet)
    names = ["--board", "tiny", "--tilesheet", "few", "--jobs", "1"]
    return ["generate", "escort-quest", "--project", str(tmp_path), *names]


def test_boards_and_counts_that_no_search_could_use_are_told_by_clause(tmp_path: Path, capsys) -> None:
    arguments = small(
        tmp_path,
        "board: tiny\nkind: board\ncolumns: 5\nrows: 5\n",
        "tilesheet: few\nkind: tile\ntiles: [{tile: spikes, quantity: 4}]\n",
    )
    assert run(arguments) == 5
    err = capsys.readouterr().err
    assert "L008" in err and "village_distance=planar" in err
    assert "L010" in err and "holds 0 villages" in err
    assert "L012" in err and "4 tiles for a board of 25 cells" in err
    capsys.readouterr()
    assert run([*arguments, "--set", "village_distance=planar"]) == 5
    assert "L008" not in capsys.readouterr().err


def test_nothing_found_says_what_was_tried_and_what_to_relax(tmp_path: Path, capsys) -> None:
    arguments = small(
        tmp_path,
        "board: tiny\nkind: board\ncolumns: 6\nrows: 6\n",
        "tilesheet: few\nkind: tile\ntiles: [{tile: village, quantity: 15}]\n",
    )
    assert run([*arguments, "--min-depth", "6", "--time-limit", "20"]) == 5
    told = capsys.readouterr()
    assert "0 of 1 found" in told.out and "attempts" in told.out
    assert "L033" in told.err and "--min-depth under 6" in told.err


def test_an_interrupt_keeps_what_was_found_in_whole_files(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "questpress", "generate", "escort-quest", "--project", str(ROOT), "--out"]
    command += [str(tmp_path), "--count", "500", "--grade", "dusk", "--board", "clearing", "--jobs", "2"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    for _ in range(600):
        if len(list(tmp_path.glob("*.yaml"))) >= 2:
            break
        time.sleep(0.1)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert running.returncode == 130, err
    files = list(tmp_path.iterdir())
    assert len(files) >= 2 and all(path.suffix == ".yaml" for path in files)
    assert "interrupted; what was found is kept" in out
    for path in files:
        text = path.read_text()
        assert text.startswith("game: escort-quest\n") and "\nfeatures: {" in text and text.endswith("\n")


def test_an_interrupt_waits_until_a_file_has_its_name(tmp_path: Path) -> None:
    kept: list[str] = []
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        with _unbroken():
            signal.raise_signal(signal.SIGINT)
            kept.append("whole")
    assert kept == ["whole"] and signal.getsignal(signal.SIGINT) is before
