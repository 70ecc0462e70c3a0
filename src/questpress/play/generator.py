"""Puzzles by the number: attempts made by any executor, taken in their order, each puzzle kept once.

What is found depends on the attempts' numbers alone, never on how many workers make them or who is done first: the
results are looked at in the order of the attempts, and what comes after the last one that is needed is thrown away.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Container, Iterator, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import Any, Protocol


@dataclass(frozen=True)
class Found:
    """What an attempt found. `key` is the same for puzzles that are the same; None where nothing was found."""

    key: str | None
    facts: dict[str, Any] = field(default_factory=dict)
    tried: int = 0  # boards that the attempt looked at
    best: int = 0  # the greatest depth that it met


@dataclass(frozen=True)
class Wish:
    """What someone asks the generator for; names as in the project's files, None for the engine's own choice."""

    seed: int = 1
    board: str | None = None
    tilesheet: str | None = None
    grade: str | None = None
    min_depth: int | None = None
    settings: Mapping[str, str] = field(default_factory=dict)


class Attempts(Protocol):
    """What is asked for, as a value that can be sent to another process."""

    def attempt(self, number: int) -> Found | None:
        """The finding of attempt `number`; the same wherever and whenever it is made."""


@dataclass
class Progress:
    """How far a search is: attempts taken, boards looked at, puzzles kept, doubles, the greatest depth met."""

    attempts: int = 0
    boards: int = 0
    kept: int = 0
    doubles: int = 0
    best: int = 0
    seconds: float = 0.0
    stopped: str = ""  # why the search ended before its count was reached

    @property
    def rate(self) -> float:
        """Boards a second."""
        return self.boards / self.seconds if self.seconds > 0 else 0.0


class Here(Executor):
    """An executor that does everything at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future:
        """The finished call as a Future."""
        future: Future = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def generate(
    attempts: Attempts,
    count: int,
    executor: Executor,
    width: int,
    progress: Progress,
    *,
    most_attempts: int | None = None,
    deadline: float | None = None,
    known: Container[str] = (),
    tell: Callable[[Progress], None] = lambda progress: None,
) -> Iterator[Found]:
    """The findings in the order of their attempts, each key once and none of `known`, until there are `count`.

    `width` attempts wait with the executor at a time. Ends early after `most_attempts`, or at `deadline` (on
    time.monotonic): `progress.stopped` says so. An attempt that fails raises here what it raised there.
    """
    began = time.monotonic()
    seen: set[str] = set()
    waiting: deque[Future] = deque()
    asked = 0
    try:
        while progress.kept < count:
            while len(waiting) < max(width, 1) and (most_attempts is None or asked < most_attempts):
                waiting.append(executor.submit(attempts.attempt, asked))
                asked += 1
                if deadline is not None and time.monotonic() >= deadline:
                    break
            if not waiting:
                progress.stopped = f"{progress.attempts} attempts were made"
                return
            try:
                left = None if deadline is None else max(deadline - time.monotonic(), 0.0)
                found = waiting[0].result(left)
            except TimeoutError:
                progress.stopped = "the time is up"
                return
            waiting.popleft()
            progress.attempts += 1
            progress.seconds = time.monotonic() - began
            if found is not None:
                progress.boards += found.tried
                progress.best = max(progress.best, found.best)
                if found.key is not None:
                    if found.key in seen or found.key in known:
                        progress.doubles += 1
                    else:
                        seen.add(found.key)
                        progress.kept += 1
                        tell(progress)
                        yield found
                        continue
            tell(progress)
    finally:
        for future in waiting:
            future.cancel()
