"""Several server processes on one PostgreSQL: a move made at one is seen at the other at once."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import NamedTuple

from tests.campaigns.nursery import Forked
from tests.server.fixtures import Running, new_server, settings_for, until
from tests.server.seats import NOBODY, Seat, listening, new_client, open_for_two


class Made(NamedTuple):
    """The moves of a table that a seat has seen."""

    seat: Seat
    ply: int


def test_two_processes_share_their_tables(make_forked: Callable[[str], Forked], postgres: str) -> None:
    two = make_forked(postgres)
    two.begin()
    with new_server(settings_for(postgres)) as one:  # this process
        two.wait()
        made = share_tables(one, two)
    with new_server(settings_for(postgres)) as again:
        assert replace(made.seat, url=again.url).get()["ply"] == made.ply


def share_tables(one: Running, two: Forked) -> Made:
    """Play at both; what was there at the end."""
    anna, boris = open_for_two(one.url)
    there = {0: replace(anna, url=two.url), 1: replace(boris, url=two.url)}
    with listening(f"{two.url}/api/tables/{anna.table}/stream", boris.headers) as listener:
        until(lambda: listener.heard)
        check_moves_cross(anna, boris, there)
        last = anna.get()["ply"]
        until(lambda: listener.last["ply"] == last)
        check_races(anna, boris, there)
        check_chat(anna, two)
    check_bots(one, two)
    two.kill()
    return Made(anna, int(anna.get()["ply"]))


def check_moves_cross(anna: Seat, boris: Seat, there: dict[int, Seat]) -> None:
    """Each seat plays at another process."""
    n_moves = 0
    for _ in range(6):
        for seat in (anna, there[1]):
            n_moves += seat.play_first() is not None
            until(lambda n=n_moves: there[0].get()["ply"] == boris.get()["ply"] == n)
    assert n_moves >= 6


def check_races(anna: Seat, boris: Seat, there: dict[int, Seat]) -> None:
    """The same move sent to both processes at once is made once."""
    for _ in range(4):
        mover = anna if anna.get()["can_act"] else boris
        twin = there[mover.number]
        until(lambda mover=mover, twin=twin: twin.get()["position"] == mover.get()["position"])
        seen = mover.get()
        move = seen["view"]["moves"][-1]
        with ThreadPoolExecutor(2) as pool:
            sent = [pool.submit(seat.play, move, seen["position"]) for seat in (mover, twin)]
            codes = sorted(future.result().status_code for future in sent)
        assert codes == [200, 409]
        until(lambda: anna.get()["ply"] == there[0].get()["ply"])
        assert anna.get()["ply"] == seen["ply"] + 1


def check_chat(anna: Seat, two: Forked) -> None:
    """What is said at one process is read at the other."""
    anna.post("chat", text="hello")
    page = f"{two.url}/t/{anna.table}/live"
    until(lambda: "hello" in NOBODY.get(page).text)


def check_bots(one: Running, two: Forked) -> None:
    """Bots of a table go on when the process that lets them think is gone."""
    with new_client(one.url) as client:
        asked = {"game": "petersburg", "options": {"players": 2}, "bots": ["greedy", "greedy"], "sit": False}
        table = client.post("/api/tables", json=asked).json()["table"]
    here, there = Seat(one.url, table, "", 0), Seat(two.url, table, "", 0)
    until(lambda: there.get()["ply"] >= 3)
    assert until(lambda: there.get()["ply"] >= here.get()["ply"] - 1)
