"""A server that is killed in the middle of everything: what was acknowledged is there, and pages catch up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from burgomaster.server.steady_time import TIME
from tests.campaigns.nursery import Forked
from tests.server.fixtures import Process, new_server, settings_for, until
from tests.server.seats import Seat, listening, new_client, open_for_two

N_TABLES = 3
N_KILLS = 2
CLOCK = 5  # seconds


class Player:
    """Plays both seats of a table as fast as it can, and remembers what was acknowledged."""

    def __init__(self, url: str) -> None:
        self.seats = open_for_two(url)
        self.acknowledged = 0
        self.stop = threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        """Play on; a server that is away is asked again."""
        while not self.stop.is_set():
            for seat in self.seats:
                try:
                    self.play(seat)
                except httpx.HTTPError:
                    time.sleep(0.05)

    def play(self, seat: Seat) -> None:
        """One move."""
        seen = seat.get()
        assert seen["ply"] >= self.acknowledged, "an acknowledged move is gone"
        if seen["can_act"]:
            answer = seat.play(seen["view"]["moves"][0], seen["position"])
            if answer.status_code == 200:
                self.acknowledged = max(self.acknowledged, answer.json()["ply"])


def stored(seat: Seat) -> int:
    """The moves that a server has, as soon as it answers."""

    def ask() -> int:
        try:
            return int(seat.get()["ply"]) + 1
        except httpx.HTTPError:
            return 0

    return int(until(ask)) - 1


def went_on(players: list[Player], before: list[int]) -> bool:
    """Whether some moves were made everywhere."""
    return all(player.acknowledged > n + 2 for player, n in zip(players, before, strict=True))


def kill_again_and_again(process: Process | Forked, n_kills: int = 1) -> None:
    """Kill a server while tables are played and watched; nothing acknowledged may be lost."""
    players = [Player(process.url) for _ in range(N_TABLES)]
    first = players[0].seats[0]
    stream = f"{process.url}/api/tables/{first.table}/stream"
    with listening(stream, first.headers) as listener:
        until(lambda: listener.heard)
        for _ in range(n_kills):
            before = [player.acknowledged for player in players]
            until(lambda before=before: went_on(players, before))
            process.kill()
            known = [player.acknowledged for player in players]
            shown = listener.last["ply"]
            process.start()
            for player, n_moves in zip(players, known, strict=True):
                assert stored(player.seats[0]) >= n_moves
            assert stored(first) >= shown  # nothing was shown that is not stored
        for player in players:
            player.stop.set()
            player.thread.join(20)
        last = stored(first)
        until(lambda: listener.last["ply"] == last)
        assert listener.n_connections == n_kills + 1


def table_of_bots(url: str) -> Seat:
    """Somebody who watches bots play."""
    with new_client(url) as client:
        asked = {"game": "petersburg", "options": {"players": 2}, "bots": ["greedy", "greedy"], "sit": False}
        table = client.post("/api/tables", json=asked).json()["table"]
    watcher = Seat(url, table, "", 0)
    until(lambda: watcher.get()["ply"] >= 2)
    return watcher


@pytest.mark.slow
def test_a_killed_server_goes_on_with_everything(
    make_forked: Callable[[str], Forked], tmp_path: Path
) -> None:
    """Nothing acknowledged is lost, and bots go on."""
    process = make_forked(f"sqlite:///{tmp_path / 'tables.db'}")
    process.bot_pause = 0.3
    process.start()
    watcher = table_of_bots(process.url)
    kill_again_and_again(process)
    before = watcher.get()["ply"]
    until(lambda: watcher.get()["ply"] > before)


@pytest.mark.thorough
def test_many_kills(make_process: Callable[..., Process], database: str) -> None:
    process = make_process(database)
    process.start()
    kill_again_and_again(process, N_KILLS)


@contextmanager
def later(seconds: float) -> Iterator[None]:
    """So many seconds have passed that nobody has waited for."""
    TIME.begin_at(TIME.now() + seconds)
    try:
        yield
    finally:
        TIME.begin_at(TIME.now() - seconds)


@pytest.mark.slow
def test_a_clock_that_fell_while_the_server_was_away_is_noticed(tmp_path: Path) -> None:
    settings = settings_for(f"sqlite:///{tmp_path / 'tables.db'}")
    with new_server(settings) as running:
        _anna, boris = open_for_two(running.url, clock={"kind": "move", "seconds": CLOCK})
    with later(CLOCK), new_server(settings) as running:
        there = replace(boris, url=running.url)
        until(lambda: any(seat["left"] for seat in there.get()["seats"]))
