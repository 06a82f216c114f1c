"""Threads that share work: every share is done once, errors come back, nobody stays behind."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable

import pytest

from burgomaster.core.crew import Crew


def failing_at(failing: int, done: list[int]) -> Callable[[int], None]:
    """Work of which one share fails."""

    def work(number: int) -> None:
        if number == failing:
            raise ZeroDivisionError(f"share {number}")
        done.append(number)

    return work


def test_every_share_is_done_once_and_by_a_thread_of_its_own() -> None:
    crew = Crew(4)
    for _ in range(200):
        seen: list[tuple[int, int]] = []
        crew.share(lambda number, seen=seen: seen.append((number, threading.get_ident())))
        assert sorted(number for number, _ in seen) == [0, 1, 2, 3]
        assert len({thread for _, thread in seen}) == 4
        assert (0, threading.get_ident()) in seen


@pytest.mark.parametrize("failing", [0, 2])
def test_an_error_is_raised_when_all_are_done_and_the_crew_goes_on(failing: int) -> None:
    crew = Crew(3)
    done: list[int] = []
    for _ in range(3):
        with pytest.raises(ZeroDivisionError, match=f"share {failing}"):
            crew.share(failing_at(failing, done))
        assert sorted(done) == [number for number in range(3) if number != failing]
        done.clear()
        crew.share(failing_at(-1, done))
        assert sorted(done) == [0, 1, 2]
        done.clear()


def test_one_thread_is_called_and_nobody_waits_for_it(caplog: pytest.LogCaptureFixture) -> None:
    crew, may_go, came = Crew(3), threading.Event(), threading.Event()
    crew.call(2, lambda number: came.set() if may_go.wait(10) and number == 2 else None)
    assert not came.is_set()
    may_go.set()
    assert came.wait(10)
    crew.call(1, failing_at(1, []))
    crew.share(failing_at(-1, []))  # the thread goes on, and what went wrong is told
    assert "failed" in caplog.text


def test_threads_end_with_their_crew() -> None:
    before = set(threading.enumerate())
    crew = Crew(3)
    hired = set(threading.enumerate()) - before
    assert len(hired) == 2
    del crew
    gc.collect()
    for thread in hired:
        thread.join(10)
        assert not thread.is_alive()


def test_a_crew_that_was_let_go_says_so() -> None:
    crew = Crew(2)
    crew.close()
    with pytest.raises(RuntimeError, match="let go"):
        crew.share(lambda number: None)
    with pytest.raises(RuntimeError, match="let go"):
        crew.call(1, lambda number: None)
