"""How many people watch a table: those here by their open streams, those at other processes by the store.

Whoever sits at a table is no spectator of it, and somebody with several windows is one. Processes that share
a store write their numbers down on a beat of their own, never when something happens at a table.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from collections.abc import Mapping

from sqlalchemy import Engine, delete, func, insert, select

from burgomaster.server import models
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.steady_time import now

BEAT_SECONDS = 15.0
FRESH_SECONDS = 45.0  # after which the numbers of a process that says nothing are forgotten
PROCESS_BYTES = 9


class Spectators:
    def __init__(self, matches: MatchManager) -> None:
        self._matches = matches
        self._process = secrets.token_urlsafe(PROCESS_BYTES)
        self._elsewhere: Mapping[str, int] = {}

    def count(self, match: str) -> int:
        return self._matches.live.n_spectators(match) + self._elsewhere.get(match, 0)

    def numbers(self) -> dict[str, int]:
        here = Counter(self._matches.live.all_spectators())
        return dict(here + Counter(self._elsewhere))

    async def work(self) -> None:
        while True:
            here = self._matches.live.all_spectators()
            engine = self._matches.store.engine
            self._elsewhere = await asyncio.to_thread(exchange, engine, self._process, here, now())
            await asyncio.sleep(BEAT_SECONDS)


def exchange(engine: Engine, process: str, here: Mapping[str, int], at: float) -> dict[str, int]:
    """Write down how many watch here, and read how many do elsewhere."""
    table = models.spectators
    with engine.begin() as connection:
        connection.execute(
            delete(table).where((table.c.process == process) | (table.c.at < at - FRESH_SECONDS))
        )
        if here:
            rows = [
                {"process": process, "match": match, "people": people, "at": at}
                for match, people in here.items()
            ]
            connection.execute(insert(table), rows)
        others = select(table.c.match, func.sum(table.c.people)).where(table.c.process != process)
        return {match: int(people) for match, people in connection.execute(others.group_by(table.c.match))}
