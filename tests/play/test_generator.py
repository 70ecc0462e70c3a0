"""The generator keeps the order of its attempts, whoever makes them, and each puzzle once."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from questpress.play.cluster import workers
from questpress.play.generator import Found, Here, Progress, generate


@dataclass(frozen=True)
class Counting:
    """Finds the attempt's number divided by three, now and then nothing; late attempts are made sooner."""

    pause: float = 0.0

    def attempt(self, number: int) -> Found:
        time.sleep(self.pause * (7 - number % 7))
        return Found(None, {}, 2, 1) if number % 5 == 4 else Found(str(number // 3), {"number": number}, 2, number)


def numbers(executor, width: int, count: int = 8, attempts: object = None, **limits) -> tuple[list[int], Progress]:
    progress = Progress()
    found = generate(attempts or Counting(), count, executor, width, progress, **limits)
    return [one.facts["number"] for one in found], progress


def test_the_first_of_each_key_is_kept_in_the_order_of_the_attempts() -> None:
    found, progress = numbers(Here(), 1)
    assert found == [0, 3, 6, 10, 12, 15, 18, 21]
    assert progress.kept == 8 and progress.attempts == 22 and progress.boards == 44 and progress.best == 21
    assert progress.doubles == 22 - 8 - 4  # attempts 4, 9, 14 and 19 found nothing


@pytest.mark.parametrize("width", [1, 2, 5, 30])
def test_threads_that_finish_out_of_order_change_nothing(width: int) -> None:
    with ThreadPoolExecutor(4) as pool:
        assert numbers(pool, width, attempts=Counting(0.002))[0] == numbers(Here(), 1)[0]


def test_processes_change_nothing() -> None:
    with workers(2) as (pool, width):
        assert numbers(pool, width)[0] == numbers(Here(), 1)[0]


def test_what_is_known_already_is_not_found_again() -> None:
    assert numbers(Here(), 1, count=3, known={"0", "2"})[0] == [3, 10, 12]


def test_it_ends_after_so_many_attempts_and_says_so() -> None:
    found, progress = numbers(Here(), 4, count=100, most_attempts=10)
    assert found == [0, 3, 6] and progress.attempts == 10 and "10 attempts" in progress.stopped


def test_it_ends_when_the_time_is_up() -> None:
    with ThreadPoolExecutor(1) as pool:
        began = time.monotonic()
        found, progress = numbers(pool, 1, 500, Counting(0.02), deadline=began + 0.3)
        assert time.monotonic() - began < 2
    assert progress.stopped == "the time is up" and found == numbers(Here(), 1, len(found))[0]


def test_an_attempt_that_fails_is_not_hidden() -> None:
    class Failing:
        def attempt(self, number: int) -> Found:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        numbers(Here(), 1, attempts=Failing())


def test_a_local_cluster_of_two_workers_finds_the_same() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        workers(1, cluster.scheduler_address) as (pool, width),
    ):
        assert width == 4
        assert numbers(pool, width, attempts=Counting(0.001))[0] == numbers(Here(), 1)[0]


def test_a_cluster_that_nobody_answers_for_is_a_diagnostic(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    from questpress.diagnostics import Failed
    from questpress.play import cluster

    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with pytest.raises(Failed) as failed, workers(1, "tcp://127.0.0.1:9"):
        pass
    assert [finding.code for finding in failed.value.diagnostics] == ["M005"]
