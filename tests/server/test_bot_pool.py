"""Bots are kept between their moves: one for each seat, a few at a time, never in two searches at once."""

from __future__ import annotations

import threading
import time
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import httpx
import pytest

from burgomaster.core.move import Move
from burgomaster.core.table import Table
from burgomaster.server import bot_runner
from burgomaster.server.bot_runner import MOST_BYTES, BotPool, BotRunner, BotSeat
from tests.campaigns.clients import Seat, open_table
from tests.server.fixtures import Running, until
from tests.server.matches import plain_table

SEAT = BotSeat("match", 0, "search:3")


class CountingBot:
    """Makes the first move, and knows how often it was asked, and whether twice at once."""

    name = "counting"
    memory_bytes = MOST_BYTES // 6
    is_slow = False
    is_failing = False

    def __init__(self) -> None:
        self.n_asked = 0
        self.busy = threading.Lock()
        self.overlapped = False

    def think(self, seen: Any, budget: Any = None) -> Any:
        raise NotImplementedError

    def choose(self, table: Table) -> Move:
        self.overlapped |= not self.busy.acquire(blocking=False)
        self.n_asked += 1
        if self.is_failing:
            raise RuntimeError("it fails")
        if self.is_slow:
            time.sleep(0.5)
        self.busy.release()
        return table.moves()[0]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[CountingBot]:
    bots: list[CountingBot] = []

    def make(description: str) -> CountingBot:
        bots.append(CountingBot())
        return bots[-1]

    monkeypatch.setattr(bot_runner, "make_bot", make)
    return bots


def pool_of(made: list[CountingBot], **limits: Any) -> BotPool:
    return BotPool(lambda description: bot_runner.make_bot(description), **limits)


def use(pool: BotPool, seat: BotSeat) -> Any:
    bot = pool.lend(seat)
    pool.take_back(seat, bot)
    return bot


def test_a_seat_gets_its_own_bot_again_and_a_bot_is_lent_once(made: list[CountingBot]) -> None:
    pool = pool_of(made)
    first = use(pool, SEAT)
    assert use(pool, SEAT) is first
    others = [SEAT._replace(seat=1), SEAT._replace(match="other"), SEAT._replace(description="search:4")]
    assert len({id(use(pool, other)) for other in [SEAT, *others]}) == 4
    pool = pool_of(made)
    first, second = pool.lend(SEAT), pool.lend(SEAT)
    assert first is not second
    pool.take_back(SEAT, second)
    pool.take_back(SEAT, first)  # too late: the seat has another bot by now
    assert pool.lend(SEAT) is second


def test_only_the_last_are_kept_that_fit_into_the_memory(made: list[CountingBot]) -> None:
    pool = pool_of(made)
    seats = [SEAT._replace(match=str(number)) for number in range(9)]
    bots = [use(pool, seat) for seat in seats]
    assert len(pool) == 6
    assert pool.lend(seats[-1]) is bots[-1] and pool.lend(seats[0]) is not bots[0]


def test_a_match_is_forgotten_even_while_its_bot_thinks(made: list[CountingBot]) -> None:
    pool = pool_of(made)
    kept, other = use(pool, SEAT), use(pool, SEAT._replace(match="other"))
    lent = pool.lend(SEAT._replace(seat=1))
    pool.forget(SEAT.match)
    pool.take_back(SEAT._replace(seat=1), lent)
    assert len(pool) == 1 and use(pool, SEAT) is not kept
    assert use(pool, SEAT._replace(match="other")) is other


def test_a_bot_that_has_not_moved_for_a_while_is_dropped(
    made: list[CountingBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = pool_of(made, seconds=60)
    use(pool, SEAT)
    pool.drop_idle()
    assert len(pool) == 1
    later = time.monotonic() + 61
    monkeypatch.setattr(bot_runner, "time", SimpleNamespace(monotonic=lambda: later))
    pool.drop_idle()
    assert len(pool) == 0


# Asking them


async def test_a_bot_that_is_too_slow_is_not_asked_twice_at_once(
    made: list[CountingBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CountingBot, "is_slow", True)
    table = plain_table()
    with closing(BotRunner(0.1)) as runner:
        chosen = [await runner.choose(table, SEAT) for _ in range(2)]
    assert set(chosen) <= {move.notation for move in table.moves()}  # by lot: the fallback was too slow, too
    until(lambda: not any(bot.busy.locked() for bot in made))
    assert len(made) == 4 and not any(bot.overlapped for bot in made)


async def test_a_bot_that_fails_is_not_used_again(made: list[CountingBot], monkeypatch: Any) -> None:
    monkeypatch.setattr(CountingBot, "is_failing", True)
    with closing(BotRunner(5.0)) as runner:
        await runner.choose(plain_table(), SEAT)
        assert len(runner.pool) == 0 and [bot.n_asked for bot in made] == [1, 1]


async def test_a_seat_is_played_by_the_same_bot_from_move_to_move(made: list[CountingBot]) -> None:
    runner = BotRunner(5.0)
    for seat in (0, 0, 1, 0):
        await runner.choose(plain_table(), SEAT._replace(seat=seat))
    runner.close()

    assert [bot.n_asked for bot in made] == [3, 1]


def kept_at(server: Running, table: str) -> list[Any]:
    """The bots that wait for their next move at a table."""
    kept = server.app.state.match_manager.bots.pool._kept
    return [one.bot for seat, one in list(kept.items()) if seat.match == table]


def test_the_bot_of_a_table_is_kept_until_moves_are_taken_back(server: Running, client: httpx.Client) -> None:
    made = open_table(client, bots=["random"])
    seat = Seat(server.url, made["table"], made["key"], 0)

    def play_to(ply: int) -> None:
        until(lambda: seat.get()["can_act"] and (seat.play_first() or {"ply": 0})["ply"] >= ply)
        until(lambda: seat.get()["can_act"])

    play_to(2)
    first = kept_at(server, seat.table)
    assert len(first) == 1
    play_to(6)
    assert kept_at(server, seat.table) == first
    assert seat.post("takeback").status_code == 200  # a bot allows it at once
    assert kept_at(server, seat.table) == []


def test_the_bots_of_a_table_are_dropped_when_it_ends(server: Running, client: httpx.Client) -> None:
    table = open_table(client, bots=["random", "random"], sit=False)["table"]
    until(lambda: kept_at(server, table))
    until(lambda: client.get(f"/api/tables/{table}").json()["status"] == "over")
    assert kept_at(server, table) == []
