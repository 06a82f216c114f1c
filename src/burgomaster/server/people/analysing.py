"""Analysing the games of people with an account by itself, one move now and then, the newest game first.

So profiles tell how accurate somebody plays without anybody asking for an analysis. Only the moves of people
with an account are judged, as an analysis judges them; it waits its turn like everybody else's thinking, and
rests three times as long as it worked. What a killed server had begun is begun again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from functools import partial

from sqlalchemy import func, select, update

from burgomaster.bots.advice import MoveEvaluation, accuracy_of, evaluate_move, positions
from burgomaster.server import models
from burgomaster.server.advice import SIMULATIONS, AdviceService
from burgomaster.server.fair_shares import NOBODY_IN_PARTICULAR
from burgomaster.server.match import Match, replay
from burgomaster.server.rating.results import ACCOUNT, counts
from burgomaster.server.store import Store

log = logging.getLogger(__name__)
REST = 3.0  # so many times as long as a move took
LOOK = 20.0  # seconds until the next look for games, where there was none
MOST_AGE = 90 * 24 * 3600.0  # older games are analysed when somebody asks


async def analyse_games(
    store: Store, advice: AdviceService, now: Callable[[], float], look: float = LOOK
) -> None:
    """Analyse games for ever, whenever there are some."""
    while True:
        name = await asyncio.to_thread(next_game, store, now() - MOST_AGE)
        if name is None:
            await asyncio.sleep(look)
            continue
        await analyse_game(store, advice, name)


def next_game(store: Store, since: float) -> str | None:
    """Find the newest game with results that is not analysed."""
    table = models.matches
    query = select(table.c.match).where(models.UNANALYSED, table.c.changed >= since)
    with store.engine.connect() as connection:
        return connection.scalar(query.order_by(table.c.changed.desc()).limit(1))


async def analyse_game(store: Store, advice: AdviceService, name: str) -> None:
    """Judge the moves of one game; one that cannot be read any more is passed over for good."""
    found: list[MoveEvaluation] = []
    try:
        match = await asyncio.to_thread(load, store, name)
        seats = [] if match is None else people_of(match)
        if match is not None and seats:
            found = await judge(advice, match, seats)
    except Exception as error:  # whatever it is, the others are analysed
        log.info("%s cannot be analysed: %s", name, error)
        seats = []
    await asyncio.to_thread(keep, store, name, seats, found)


def load(store: Store, name: str) -> Match | None:
    """Read a game; None if it is gone."""
    loaded = store.load(name)
    return None if loaded is None else replay(*loaded)


def people_of(match: Match) -> list[int]:
    """List the seats of people with an account, where the game counts."""
    if not match.is_over or not counts(match):
        return []
    return [seat for seat, held in enumerate(match.seats) if held.who.startswith(ACCOUNT)]


async def judge(advice: AdviceService, match: Match, seats: list[int]) -> list[MoveEvaluation]:
    """Evaluate the moves of some seats, with rests."""
    found: list[MoveEvaluation] = []
    for past, code in positions(match.table):
        if past.to_move not in seats:
            continue
        begun, work = time.monotonic(), partial(evaluate_move, past, code, SIMULATIONS, 0)
        found.append(await advice.think(match.header.game, NOBODY_IN_PARTICULAR, work))
        await asyncio.sleep(REST * (time.monotonic() - begun))
    return found


def keep(store: Store, name: str, seats: list[int], found: list[MoveEvaluation]) -> None:
    """Write how accurate seats were, and that the game is analysed."""
    results, matches = models.results, models.matches
    with store.engine.begin() as connection:
        for seat in seats:
            own = (results.c.match == name, results.c.seat == seat)
            accuracy = func.coalesce(results.c.accuracy, accuracy_of(found, seat))
            connection.execute(update(results).where(*own).values(accuracy=accuracy))
        connection.execute(update(matches).where(matches.c.match == name).values(analysed=True))
