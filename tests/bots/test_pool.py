"""Bots that are kept between their moves: one thinker at a time, and never more memory than allowed."""

from __future__ import annotations

from typing import Any

import pytest

import burgomaster as bm
from burgomaster.bots import BotPool


class Sized:
    """A bot that says how much memory it takes."""

    name = "sized"

    def __init__(self, memory_bytes: int = 0) -> None:
        self.memory_bytes = memory_bytes


def lend(pool: BotPool, key: Any, memory_bytes: int = 0) -> Any:
    make: Any = lambda: Sized(memory_bytes)  # noqa: E731
    with pool.lend(key, make) as bot:
        return bot


def test_a_key_gets_its_own_bot_again() -> None:
    pool = BotPool()
    first, other = lend(pool, ("match", 0)), lend(pool, ("match", 1))
    assert lend(pool, ("match", 0)) is first and lend(pool, ("match", 1)) is other
    assert first is not other and len(pool) == 2


def test_no_two_share_a_bot() -> None:
    pool: Any = BotPool()
    with pool.lend("seat", Sized) as first, pool.lend("seat", Sized) as second:
        assert first is not second and len(pool) == 0
    assert len(pool) == 1


def test_a_bot_that_failed_is_not_kept() -> None:
    pool: Any = BotPool()
    with pytest.raises(RuntimeError), pool.lend("seat", Sized):
        raise RuntimeError
    assert len(pool) == 0


def test_the_bots_used_longest_ago_are_dropped_when_memory_is_short() -> None:
    pool = BotPool(max_bytes=100)
    first = lend(pool, "first", 40)
    second = lend(pool, "second", 40)
    assert lend(pool, "first") is first and pool.memory_bytes == 80
    lend(pool, "third", 40)
    assert pool.memory_bytes == 80 and lend(pool, "first") is first
    assert lend(pool, "second", 20) is not second


def test_a_bot_too_large_for_the_pool_is_not_kept() -> None:
    pool = BotPool(max_bytes=100)
    lend(pool, "giant", 101)
    assert len(pool) == 0


def test_there_are_never_more_bots_than_allowed() -> None:
    pool = BotPool(max_bots=3)
    for number in range(10):
        lend(pool, number)
    assert len(pool) == 3


def test_the_bots_of_a_finished_match_are_dropped() -> None:
    pool = BotPool()
    for key in (("a", 0), ("a", 1), ("b", 0)):
        lend(pool, key)
    pool.drop(lambda key: isinstance(key, tuple) and key[0] == "a")
    assert len(pool) == 1


def test_a_search_bot_of_the_pool_goes_on_with_its_tree() -> None:
    pool, table = BotPool(), bm.game("spyrium", players=2).new(seed=3)
    for _ in range(6):
        assert table.to_move is not None
        key = ("match", table.to_move)
        with pool.lend(key, lambda: bm.bot("search", seed=1, simulations=40, seconds=600.0)) as bot:
            table.play(bot.choose(table))
    assert len(pool) == 2 and 0 < pool.memory_bytes < 4 << 20
