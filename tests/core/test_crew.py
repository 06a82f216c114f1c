"""Threads that are called: each does what it is called for, an error ends none, nobody stays behind."""

from __future__ import annotations

import gc
import threading

import pytest

from burgomaster.core.crew import Crew


def test_every_thread_does_what_it_is_called_for() -> None:
    crew, seen, all_came = Crew(4), [], threading.Semaphore(0)

    def come(number: int) -> None:
        seen.append((number, threading.get_ident()))
        all_came.release()

    for _ in range(50):
        for number in (3, 1, 2):
            crew.call(number, come)
        for _ in range(3):
            assert all_came.acquire(timeout=10)
    assert len(set(seen)) == 3 and threading.get_ident() not in {thread for _, thread in seen}
    assert sorted({number for number, _ in seen}) == [1, 2, 3]


def test_nobody_waits_for_a_thread_and_an_error_does_not_end_it(caplog: pytest.LogCaptureFixture) -> None:
    crew, may_go, came = Crew(3), threading.Event(), threading.Event()
    crew.call(2, lambda number: came.set() if may_go.wait(10) and number == 2 else None)
    assert not came.is_set()
    may_go.set()
    assert came.wait(10)
    went_on = threading.Event()
    crew.call(1, lambda number: number / 0)
    crew.call(1, lambda _: went_on.set())
    assert went_on.wait(10)
    assert "failed" in caplog.text and "ZeroDivisionError" in caplog.text


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
        crew.call(1, lambda number: None)
