"""Whole games that are kept in a store as a server keeps them, without a server."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from burgomaster.bots import bot as make_bot
from burgomaster.core.table import load_game
from burgomaster.server.match import Entry, Header, Kind, Match, replay, seats
from burgomaster.server.match.apply import open_match
from burgomaster.server.rating.results import results_of
from burgomaster.server.store import Store, Writing
from tests.server.matches import BEGINNING, header_of

GAME = "petersburg"


def finished(
    match: str,
    whos: Sequence[str],
    rated: bool = True,
    seed: int = 1,
    left: Sequence[int] = (),
    names: Sequence[str] = (),
    origins: Sequence[str] = (),
    left_at: int = 0,
) -> tuple[Header, list[Entry], Match]:
    """A whole game of greedy moves: its header, its journal and what came of it.

    Some people leave after so many moves; origins mark the addresses from which people sit down.
    """
    table = load_game(GAME, players=len(whos)).new(seed=seed)
    given = {"match": match, "rated": rated, "created": BEGINNING + seed * 10_000}
    header = Header(**{**vars(header_of(table)), **given})
    called, places = names or whos, origins or [""] * len(whos)
    steps: list[Any] = [
        (lambda match, now, seat=seat, who=who: seat_of(match, seat, who, called[seat], now, places[seat]))
        for seat, who in enumerate(whos)
    ]
    made, entries = open_match(header, [*steps, seats.begin])
    played = made.table.copy()
    bot = make_bot("greedy", seed=1)
    number = made.number
    for ply in count():
        for seat in left if ply == left_at else ():
            number += 1
            held = made.seats[seat]
            gone = {"who": held.who, "name": held.name, "bot": "greedy", "left": True}
            entries.append(Entry(number, Kind.SIT, seat, header.created + number, gone))
        if (mover := played.to_move) is None:
            break
        move = bot.choose(played)
        number += 1
        told = {"move": move.notation, "by": "player"}
        entries.append(Entry(number, Kind.MOVE, mover, header.created + number, told))
        played.play(move)
    return header, entries, replay(header, entries)


def seat_of(match: Match, seat: int, who: str, name: str, now: float, origin: str = "") -> Entry:
    if who.startswith("bot:"):
        return seats.seat_bot(match, seat, who[4:], who[4:], now)
    return seats.sit(match, seat, who, name, now, origin=origin)


def keep(store: Store, game: tuple[Header, list[Entry], Match]) -> None:
    """Keep a game as a server does: the entry that ends it brings the results."""
    header, entries, _ = game
    store.create(header, {"who": []}, entries[:-1], "running")
    end(store, game)


def end(store: Store, game: tuple[Header, list[Entry], Match]) -> None:
    header, entries, match = game
    listed = (match.status, match.changed, match.summary)
    store.write(Writing(header.match, entries[-1:], *listed, results=results_of(match)))
