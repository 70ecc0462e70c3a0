"""Work on several processes: order, findings, faults, and nobody left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

import pytest

from questpress.diagnostics import Diagnostic, Failed, Span
from questpress.press.render import pool


def test_results_keep_their_order() -> None:
    def work(number: int) -> int:
        time.sleep(0.02 * (5 - number))
        return number * number

    assert pool.run(work, 5, 3) == [0, 1, 4, 9, 16]
    assert pool.run(work, 0, 3) == []


@pytest.mark.parametrize("jobs", [1, 3])
def test_findings_of_all_pieces_come_back_in_order(jobs: int) -> None:
    def work(number: int) -> int:
        if number % 2:
            raise Failed([Diagnostic("T065", f"fault {number}", Span("a.svg.j2", number, 1), "mend it")])
        return number

    with pytest.raises(Failed) as caught:
        pool.run(work, 5, jobs)
    assert [finding.message for finding in caught.value.diagnostics] == ["fault 1", "fault 3"]
    assert caught.value.diagnostics[0].span == Span("a.svg.j2", 1, 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_fault_of_ours_is_not_hidden(jobs: int) -> None:
    def work(number: int) -> int:
        raise ZeroDivisionError("ours")

    with pytest.raises(ZeroDivisionError):
        pool.run(work, 3, jobs)
    assert not multiprocessing.active_children()


def test_a_process_that_dies_is_a_finding() -> None:
    def work(number: int) -> int:
        os._exit(9)

    with pytest.raises(Failed) as caught:
        pool.run(work, 2, 2)
    assert caught.value.diagnostics[0].code == "M010"


def test_interrupting_leaves_no_process_behind() -> None:
    def work(number: int) -> int:
        time.sleep(30)
        return number

    timer = threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        pool.run(work, 4, 2)
    timer.join()
    assert time.monotonic() - start < 10
    assert not multiprocessing.active_children()
