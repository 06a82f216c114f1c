"""Results of games that ended before results were kept, found by replaying their journals.

A server does it beside its other work; an operator may do it at once, or count everything again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import delete, func, select, update
from sqlalchemy.exc import IntegrityError

from burgomaster.server import models
from burgomaster.server.match import Match, replay
from burgomaster.server.preparing import Preparation
from burgomaster.server.rating.rating import IS_COUNTED, MARK_COUNTED, keep_results, keep_tallies, recompute
from burgomaster.server.rating.results import results_of
from burgomaster.server.store import Store

log = logging.getLogger(__name__)

Read = TypeVar("Read")
PAUSE = 0.05  # seconds between two games, so that people who play notice nothing
BATCH = 200


class Counted(NamedTuple):
    counted: int
    unreadable: int


def some_matches(store: Store, after: str, *conditions: Any) -> list[str]:
    table = models.matches
    query = select(table.c.match).where(table.c.match > after, *conditions).order_by(table.c.match)
    with store.engine.connect() as connection:
        return list(connection.scalars(query.limit(BATCH)))


def uncounted(store: Store, after: str = "") -> list[str]:
    return some_matches(store, after, models.matches.c.counted.is_(False), models.matches.c.status == "over")


def untallied(store: Store, after: str = "") -> list[str]:
    return some_matches(store, after, models.UNTALLIED)


def unlisted(store: Store, after: str = "") -> list[str]:
    """List some matches that were listed without points, by a server that did not list them."""
    return some_matches(store, after, models.UNLISTED)


def read_match(store: Store, name: str, what: str, read: Callable[[Match], Read]) -> Read | None:
    """Replay a game and read something of it; None if it is gone, or cannot be read by this version."""
    loaded = store.load(name)
    try:
        return None if loaded is None else read(replay(*loaded))
    except Exception as error:  # whatever it is, the others are read
        log.info("%s %s cannot be read: %s", what, name, error)
        return None


def count_match(store: Store, name: str) -> bool:
    """Replay a game and keep its results; False if its journal cannot be read by this version."""
    rows = read_match(store, name, "the result of", results_of)
    if rows is None:
        return False
    try:
        with store.engine.begin() as connection:
            if connection.scalar(IS_COUNTED.with_for_update(), {"name": name}):
                return True  # another process has just done it
            if rows:
                keep_results(connection, name, rows)
            else:
                connection.execute(MARK_COUNTED, {"name": name})
    except IntegrityError:  # it does so at this moment, where rows are not locked
        pass
    return True


def tally_match(store: Store, name: str) -> None:
    """Replay a game and add it to the tallies; one that cannot be read any more is passed over for good."""
    rows = read_match(store, name, "what was bought in", results_of)
    with store.engine.begin() as connection:
        keep_tallies(connection, name, rows or [])


def list_points(store: Store, name: str) -> None:
    """Replay a match and add to its list entry what an older server did not write."""
    told = read_match(store, name, "the points of", lambda match: match.summary)
    if told is None:
        return
    table = models.matches
    own = update(table).where(table.c.match == name)
    with store.engine.begin() as connection:
        connection.execute(own.values(match=name))  # locks the row before it is read
        shown = connection.scalar(select(table.c.summary).where(table.c.match == name))
        connection.execute(own.values(summary={**told, **(shown or {})}))


# What a server does beside its other work


async def go_through(
    store: Store,
    preparation: Preparation,
    list_some: Callable[[Store, str], list[str]],
    work: Callable[[Store, str], object],
) -> None:
    """Work on one game after another with pauses, once the games are compiled; some are listed at a time."""
    await preparation.wait_for_all()
    names = await asyncio.to_thread(list_some, store, "")
    while names:
        for name in names:
            await asyncio.to_thread(work, store, name)
            await asyncio.sleep(PAUSE)
        names = await asyncio.to_thread(list_some, store, names[-1])


count_old_games = partial(go_through, list_some=uncounted, work=count_match)
tally_old_games = partial(go_through, list_some=untallied, work=tally_match)
list_old_points = partial(go_through, list_some=unlisted, work=list_points)


# What an operator does


def count_all(store: Store, announce: Callable[[int, int], None], again: bool = False) -> Counted:
    """Count games without results, or all again; list missing points; compute all ratings again."""
    table = models.matches
    if again:
        results = models.results
        with store.engine.begin() as connection:  # what analysis found is lost with them
            there = select(table.c.match).where(table.c.status == "over")
            connection.execute(delete(results).where(results.c.match.in_(there)))
            connection.execute(update(table).where(table.c.status == "over").values(counted=False))
    with store.engine.connect() as connection:
        query = select(func.count()).where(table.c.counted.is_(False), table.c.status == "over")
        total = int(connection.scalar(query) or 0)
    done = read = 0
    for name in all_matches(store, uncounted):
        read += count_match(store, name)
        done += 1
        announce(done, total)
    for name in all_matches(store, unlisted):
        list_points(store, name)
    with store.engine.begin() as connection:
        recompute(connection)
    return Counted(read, done - read)


def all_matches(store: Store, list_some: Callable[[Store, str], list[str]]) -> Iterator[str]:
    names = list_some(store, "")
    while names:
        yield from names
        names = list_some(store, names[-1])
