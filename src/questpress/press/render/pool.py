"""Work on all cores: numbered pieces, results in their order whatever the number of processes.

Processes are forked, so that pieces of work may be closures over what the parent has already loaded; only results
travel. Where the system cannot fork, the pieces are done one after the other in this process.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from questpress.diagnostics import Diagnostic, Failed

Result = TypeVar("Result")
_work: Callable[[int], Any] | None = None


def cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def run(
    work: Callable[[int], Result],
    count: int,
    jobs: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> list[Result]:
    """`[work(0), …, work(count - 1)]`, done by `jobs` processes (0 = as many as there are processors).

    `progress(done, count)` is called in this process after each piece. Raises Failed with the findings of all pieces
    that failed, in order; any other exception of a piece as it is (its traceback as text). Leaves no process behind,
    on Ctrl-C neither. Results must be picklable.
    """
    jobs = min(jobs or cores(), count)
    if jobs <= 1 or not _can_fork():
        outcomes = []
        for number in range(count):
            outcomes.append(_attempt(work, number))
            if progress:
                progress(number + 1, count)
    else:
        outcomes = _spread(work, count, jobs, progress)
    findings = [finding for good, value in outcomes if not good for finding in value]
    if findings:
        raise Failed(findings)
    return [value for _, value in outcomes]


def _spread(
    work: Callable[[int], Any], count: int, jobs: int, progress: Callable[[int, int], None] | None
) -> list[tuple[bool, Any]]:
    global _work
    outer, _work = _work, work
    context = multiprocessing.get_context("fork")
    executor = ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(os.getpid(),))
    try:
        futures: list[Future[tuple[bool, Any]]] = [executor.submit(_piece, number) for number in range(count)]
        waiting = set(futures)
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                future.result()
            if progress:
                progress(count - len(waiting), count)
        outcomes = [future.result() for future in futures]
        executor.shutdown()
        return outcomes
    except BrokenProcessPool:
        remedy = "close other programs, or use --jobs 1"
        raise Failed([Diagnostic("M010", "a drawing process was ended from outside", help=remedy)]) from None
    except BaseException:
        _stop(executor)
        raise
    finally:
        _work = outer


def _stop(executor: ProcessPoolExecutor) -> None:
    """Ends the pool's own processes at once."""
    processes = list((getattr(executor, "_processes", None) or {}).values())
    manager = getattr(executor, "_executor_manager_thread", None)
    executor.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    if manager is not None:  # it waits for the same processes; two that wait at once may both miss the end of one
        manager.join(10)
    for process in processes:
        process.join(5)
        if process.is_alive():  # deaf to the request, as one that was forked a moment ago may be
            process.kill()
            process.join()


def _begin(parent: int) -> None:
    """Ctrl-C is the parent's to handle; and a process of the pool ends with its parent, however that ends."""
    import ctypes

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG of prctl(2); the pool runs on Linux alone
    if os.getppid() != parent:
        os._exit(1)  # it has ended before it could be asked for


def _piece(number: int) -> tuple[bool, Any]:
    assert _work is not None
    return _attempt(_work, number)


def _attempt(work: Callable[[int], Any], number: int) -> tuple[bool, Any]:
    """The result, or the findings: an exception with findings would not survive the way between processes."""
    try:
        return True, work(number)
    except Failed as failed:
        return False, failed.diagnostics


def _can_fork() -> bool:
    return sys.platform.startswith("linux") and "fork" in multiprocessing.get_all_start_methods()
