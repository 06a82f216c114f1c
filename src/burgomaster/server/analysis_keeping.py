"""Analyses of finished games in the store, and the games of people with an account analysed by themselves.

An analysis is kept so that nobody waits for it twice: not after a restart, at no process. A game is analysed
anew when what judges it is another one: the program, the net or the effort.

So that profiles tell how accurate somebody plays without anybody asking, games of people with an account are
analysed one move now and then, the newest game first. Only their own moves are judged, as an analysis judges
them; it waits its turn like everybody else's thinking, and rests three times as long as it worked. What a
killed server had begun is begun again.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

from sqlalchemy import Engine, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from burgomaster import __version__
from burgomaster.bots.advice import MoveEvaluation, accuracy_of, evaluate_move, positions
from burgomaster.bots.explanations import Explanation, read_analysis, write_analysis
from burgomaster.bots.net_file import has_net, net_path
from burgomaster.core.table import Table
from burgomaster.server import models
from burgomaster.server.advice import SIMULATIONS, AdviceService, Analysis
from burgomaster.server.fair_turns import NOBODY_IN_PARTICULAR
from burgomaster.server.match import Match, replay
from burgomaster.server.rating.results import ACCOUNT, counts
from burgomaster.server.store import Store

log = logging.getLogger(__name__)
REST = 3.0  # so many times as long as a move took
LOOK = 20.0  # seconds until the next look for games, where there was none
MOST_AGE = 90 * 24 * 3600.0  # older games are analysed when somebody asks


@lru_cache(64)
def judge_of(game: str) -> str:
    """Name what judges the moves of a game; an analysis by another one is not shown."""
    net = hashlib.sha256(net_path(game).read_bytes()).hexdigest()[:16] if has_net(game) else "-"
    return f"{__version__} {SIMULATIONS} {net}"


def keep_found(engine: Engine, match: str, analysis: Analysis) -> None:
    """Keep an analysis that is complete, and how accurate the people of the game were."""
    keep_analysis(engine, match, analysis)
    keep_accuracy(engine, match, analysis)


def keep_accuracy(engine: Engine, match: str, analysis: Analysis) -> None:
    """Write the accuracy of every seat of a game; nothing where its results are not kept."""
    found = {seat: accuracy_of(analysis.found, seat) for seat in range(analysis.table.game.players)}
    write_accuracies(engine, match, found)


def write_accuracies(engine: Engine, match: str, found: Mapping[int, Any]) -> None:
    """Write how accurate seats were, and that the game is analysed."""
    results, matches = models.results, models.matches
    with engine.begin() as connection:
        for seat, accuracy in found.items():
            own = (results.c.match == match, results.c.seat == seat)
            connection.execute(update(results).where(*own).values(accuracy=accuracy))
        connection.execute(update(matches).where(matches.c.match == match).values(analysed=True))


def keep_analysis(engine: Engine, match: str, analysis: Analysis) -> None:
    """Write an analysis that is complete, in the place of an older one."""
    table = models.analyses
    row = {
        "match": match,
        "made_by": judge_of(analysis.table.game.name),
        "at": time.time(),
        "data": write_analysis(analysis.explained),
    }
    try:
        with engine.begin() as connection:
            connection.execute(delete(table).where(table.c.match == match))
            connection.execute(insert(table).values(**row))
    except IntegrityError:  # another process was quicker, or the game is gone
        log.info("the analysis of %s was not kept", match)


def read_kept(engine: Engine, match: str, game: Table) -> list[Explanation] | None:
    """Read the analysis of a game; None if there is none that can be shown."""
    table = models.analyses
    query = select(table.c.data).where(table.c.match == match, table.c.made_by == judge_of(game.game.name))
    with engine.connect() as connection:
        data = connection.scalar(query)
    try:
        return None if data is None else read_analysis(data, game)
    except ValueError as error:
        log.warning("the analysis of %s cannot be read: %s", match, error)
        return None


async def analyse_games(
    store: Store, advice: AdviceService, now: Callable[[], float], look: float = LOOK
) -> None:
    while True:
        name = await asyncio.to_thread(next_game, store, now() - MOST_AGE)
        if name is None:
            await asyncio.sleep(look)
            continue
        await analyse_game(store, advice, name)


def next_game(store: Store, since: float) -> str | None:
    table = models.matches
    query = select(table.c.match).where(models.UNANALYSED, table.c.changed >= since)
    with store.engine.connect() as connection:
        return connection.scalar(query.order_by(table.c.changed.desc()).limit(1))


async def analyse_game(store: Store, advice: AdviceService, name: str) -> None:
    """Judge the moves of one game; one that cannot be read any more is passed over for good."""
    seats: list[int] = []
    found: list[MoveEvaluation] = []
    try:
        loaded = await asyncio.to_thread(store.load, name)
        match = None if loaded is None else await asyncio.to_thread(replay, *loaded)
        if match is not None and match.is_over and counts(match):
            seats = [seat for seat, held in enumerate(match.seats) if held.who.startswith(ACCOUNT)]
            found = await judge(advice, match, seats) if seats else []
    except Exception as error:  # whatever it is, the others are analysed
        log.info("%s cannot be analysed: %s", name, error)
        seats = []
    kept = models.results.c.accuracy
    accuracies = {seat: func.coalesce(kept, accuracy_of(found, seat)) for seat in seats}
    await asyncio.to_thread(write_accuracies, store.engine, name, accuracies)


async def judge(advice: AdviceService, match: Match, seats: list[int]) -> list[MoveEvaluation]:
    found: list[MoveEvaluation] = []
    for past, code in positions(match.table):
        if past.to_move not in seats:
            continue
        begun, work = time.monotonic(), partial(evaluate_move, past, code, SIMULATIONS, 0)
        found.append(await advice.think(match.header.game, NOBODY_IN_PARTICULAR, work))
        await asyncio.sleep(REST * (time.monotonic() - begun))
    return found
