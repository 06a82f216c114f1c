"""Caches: bounded by their number of entries, and together by a budget in bytes."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from burgomaster.core import cache
from burgomaster.core.cache import Cache, cached

KB = 1024


@pytest.fixture(autouse=True)
def no_other_caches(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(cache, "_caches", type(cache._caches)())
    yield


def test_entries_that_are_used_outlive_those_that_are_not() -> None:
    kept: Cache[str] = Cache(8)
    for number in range(4):
        kept.put(number, str(number))
    kept.put("next", "generation")
    assert kept.find(0) == "0"
    for number in range(10, 12):
        kept.put(number, str(number))
    kept.put("third", "generation")
    assert [kept.find(number) for number in (0, 1)] == ["0", None]
    for number in range(1000):
        kept.put(number, "x")
        assert len(kept) <= 8


def test_a_value_is_made_once_and_can_be_replaced() -> None:
    kept: Cache[list[int]] = Cache(2)
    made = kept.get("a", list)
    assert kept.get("a", list) is made
    newer = kept.put("a", [1])
    assert kept.get("a", list) is newer
    kept.put("b", [])
    kept.put("a", [2])
    assert kept.find("a") == [2]


def test_a_decorated_function_runs_once_for_equal_arguments() -> None:
    calls = []

    @cached(16)
    def double(number: int, by: int = 2) -> int:
        calls.append(number)
        return number * by

    assert [double(2), double(2), double(2, by=3), double(2, by=3), double(3)] == [4, 4, 6, 6, 6]
    assert calls == [2, 2, 3]


def test_the_size_is_that_of_the_entries_within_a_third() -> None:
    texts: Cache[list[str]] = Cache(10_000)
    for number in range(1000):
        texts.put(number, [f"{number:1000}", f"{number:1000}"])
    assert 2000 * KB * 0.9 < sum(cache.n_bytes()) < 2000 * KB * 1.33


def test_what_others_refer_to_is_not_counted() -> None:
    shared, holders = "x" * KB * KB, []
    texts: Cache[tuple[str, int]] = Cache(100)
    for number in range(50):
        texts.put(number, (shared, number))
        holders.append(shared)
    assert sum(cache.n_bytes()) < 20 * KB


def test_all_caches_share_one_budget_and_what_is_used_stays() -> None:
    budget = 4 * KB * KB
    large: Cache[str] = Cache(10**6)
    small: Cache[str] = Cache(10**6)
    small.put("used", f"{0:{KB}}")
    small.put("unused", f"{0:{KB}}")
    for number in range(20_000):
        large.put(number, f"{number:{KB}}")
        assert small.find("used") is not None
        if number % 500 == 0:
            cache.trim(budget)
            assert sum(cache.n_bytes()) <= budget
    assert len(large) > 1000 and small.find("unused") is None


def test_a_cache_that_has_grown_beyond_the_whole_budget_is_emptied() -> None:
    texts: Cache[str] = Cache(10**6)
    for number in range(1000):
        texts.put(number, f"{number:{KB}}")
    cache.trim(100 * KB)
    assert len(texts) == 0


def test_a_cache_that_is_gone_is_not_counted() -> None:
    texts: Cache[str] = Cache(10)
    texts.put("a", f"{0:{KB * KB}}")
    del texts
    gc.collect()
    assert sum(cache.n_bytes()) == 0


def test_all_caches_can_be_emptied() -> None:
    one: Cache[int] = Cache(10)
    one.put("a", 1)
    cache.clear_all()
    assert len(one) == 0
