"""Whole processes measured from outside: wall-clock time, processor time, memory of the process tree."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

EVERY = 0.03  # seconds between two looks at the memory of the tree
MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Run:
    """One finished process: seconds on the clock, seconds of all its processors, megabytes at its peak.

    `largest` is the resident set of the largest single process, from the system's own accounting; `tree` the most that
    all its processes held at once, pages that they share counted once, sampled, None where the system does not tell.
    """

    wall: float
    cpu: float
    largest: float
    tree: float | None


@dataclass(frozen=True, slots=True)
class Figure:
    """Several runs of one thing: median, least and most of a figure."""

    median: float
    least: float
    most: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Figure:
        return cls(statistics.median(values), min(values), max(values))


def press(arguments: Sequence[str]) -> Run:
    """questpress of this Python, run once. Raises RuntimeError with what it said where it did not end well."""
    command = [sys.executable, "-m", "questpress", *arguments]
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    watcher = _Watcher(process.pid)
    watcher.start()
    assert process.stdout is not None
    said = process.stdout.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    watcher.stop()
    if process.returncode:
        raise RuntimeError(f"questpress {' '.join(arguments)} ended with {process.returncode}:\n{said.decode()}")
    unit = 1 if sys.platform == "darwin" else 1024  # of ru_maxrss, in bytes
    return Run(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * unit / MEGABYTE, watcher.most)


def repeated(times: int, before: Callable[[], object], arguments: Sequence[str]) -> list[Run]:
    """`press(arguments)` so many times, `before()` ahead of each and not counted."""
    runs = []
    for _ in range(times):
        before()
        runs.append(press(arguments))
    return runs


class _Watcher(threading.Thread):
    """Looks at the memory of a process and all its descendants until it is stopped."""

    def __init__(self, root: int) -> None:
        super().__init__(daemon=True)
        self.most: float | None = None
        self._root = root
        self._stopped = threading.Event()

    def run(self) -> None:
        while not self._stopped.wait(EVERY):
            held = [size for size in map(_held, _tree(self._root)) if size]
            if held:
                self.most = max(self.most or 0.0, sum(held) / MEGABYTE)

    def stop(self) -> None:
        self._stopped.set()
        self.join()


def _tree(root: int) -> list[int]:
    """A process and its descendants, as /proc knows them."""
    found = [root]
    for process in found:
        try:
            for task in Path(f"/proc/{process}/task").glob("*/children"):
                found += [int(child) for child in task.read_text().split()]
        except OSError:
            pass  # it has ended meanwhile
    return found


def _held(process: int) -> int:
    """The bytes that a process holds, its share of shared pages (Pss of proc(5)); 0 where that is not told."""
    try:
        text = Path(f"/proc/{process}/smaps_rollup").read_text()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in text.splitlines() if line.startswith("Pss:"))
