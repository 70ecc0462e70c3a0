"""Executors for a search: processes of this machine, or the workers of a Dask cluster. The only importer of Dask."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager

from questpress.diagnostics import Diagnostic, Failed
from questpress.play.generator import Here

PATIENCE = 20.0  # seconds that a cluster has to answer


@contextmanager
def workers(jobs: int, address: str | None = None) -> Iterator[tuple[Executor, int]]:
    """An executor and how many calls it should be given at a time; it is shut down at the end.

    With an address the workers of the Dask cluster there, each with questpress installed; else `jobs` processes.
    Raises Failed: M002 where Dask is missing, M005 where nobody answers.
    """
    if address is not None:
        with _cluster(address) as found:
            yield found
    elif jobs <= 1:
        yield Here(), 1
    else:
        context = multiprocessing.get_context("spawn")  # forks of a process with threads may hang
        pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interrupts)
        try:
            yield pool, 2 * jobs
        finally:
            # What still runs is of no use to anyone.
            processes = list((getattr(pool, "_processes", None) or {}).values())
            pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()


def _leave_interrupts() -> None:
    """Ctrl-C is the parent's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _cluster(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        from distributed import Client
    except ModuleNotFoundError:
        help = "install it: pip install 'questpress[cluster]'"
        raise Failed([Diagnostic("M002", "the library 'distributed' is missing", None, help)]) from None
    try:
        client = Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        help = "start one with `dask scheduler` and `dask worker ADDRESS`, and name the scheduler: tcp://host:8786"
        raise Failed([Diagnostic("M005", f"no cluster answers at '{address}': {reason}", None, help)]) from None
    try:
        threads = sum(client.nthreads().values())
        if not threads:
            help = "start workers: `dask worker " + address + "`"
            raise Failed([Diagnostic("M005", f"the cluster at '{address}' has no workers", None, help)])
        yield client.get_executor(pure=False), 2 * threads
    finally:
        client.close()
