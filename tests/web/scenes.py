"""Tables in the middle of a game or at its end, put into a server's store: pages worth looking at."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

import burgomaster as bm
from burgomaster.server.match import Match
from burgomaster.server.store import Writing
from tests.server.fixtures import Running
from tests.server.matches import Sitting

NAMES = ("Anna", "Boris", "Clara", "Daniil", "Emma")


def stage(server: Running, game: str, n_moves: int, seed: int = 1, **options: Any) -> str:
    """A table of greedy players after some moves, at the turn of the first; the path that opens his seat."""
    table = bm.game(game, **options).new(seed=seed)
    sitting = Sitting(table)
    sitting.match.header = replace(sitting.match.header, match=secrets.token_urlsafe(9))
    sitting.seat_people(*NAMES[: table.game.players])
    bots = [bm.bot("greedy", seed=seat) for seat in range(table.game.players)]
    while not sitting.match.is_over and not (sitting.match.ply >= n_moves and sitting.match.to_move == 0):
        seat = sitting.mover
        sitting.play(seat, bots[seat].choose(sitting.match.table.copy()).notation)
        sitting.now += 5
    keep(server, sitting)
    key = server.app.state.auth.seat_key(sitting.match, 0)
    return f"/t/{sitting.match.header.match}?key={key}"


def keep(server: Running, sitting: Sitting) -> None:
    match, store = sitting.match, server.app.state.store
    first = Match(match.header)
    store.create(match.header, first.summary)
    store.write(Writing(match.header.match, sitting.entries, match.status, match.changed, match.summary))


def to_end(server: Running, game: str, seed: int = 1, **options: Any) -> str:
    return stage(server, game, 10_000, seed, **options)
