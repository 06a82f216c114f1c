"""Numbers that threads share: nothing that one of them adds is lost."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np

from burgomaster.compiler.atomic import add_shared, load_shared, store_shared
from burgomaster.compiler.jit import jit

N_THREADS = 4
TIMES = 100_000


@jit
def take_numbers(numbers: Any, thread: int, end: int) -> int:
    """Take numbers below an end until there are no more, when a sign is given; add up what was taken."""
    while load_shared(numbers, 1) == 0:
        pass
    total = 0
    taken = add_shared(numbers, 0, 1)
    while taken < end:
        total += taken
        taken = add_shared(numbers, 0, 1)
    store_shared(numbers, 2 + thread, total)
    return total


def test_every_number_is_taken_once() -> None:
    numbers = np.zeros(2 + N_THREADS, np.int64)
    take_numbers(np.ones(3, np.int64), 0, 0)  # compiled before the threads begin
    threads = [
        threading.Thread(target=take_numbers, args=(numbers, thread, TIMES)) for thread in range(N_THREADS)
    ]
    for thread in threads:
        thread.start()
    numbers[1] = 1
    for thread in threads:
        thread.join(30)
    assert numbers[2:].sum() == TIMES * (TIMES - 1) // 2
    assert numbers[0] == TIMES + N_THREADS


def test_interpreted_one_thread_does_the_same() -> None:
    numbers = np.array([0, 1, 0], np.int64)
    assert take_numbers.py_func(numbers, 0, 10) == 45  # type: ignore[attr-defined]
    assert numbers.tolist() == [11, 1, 45]
