"""The matches that are in memory, and who watches them; what nobody needs is dropped: the store has it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from burgomaster.server.live_match import LiveMatch

MOST_LIVE = 2000
ENDED_SECONDS, ENDED_CHECK_SECONDS = 60.0, 10.0  # a game that is over stays in memory so long after a visit


class LiveMatches(dict[str, LiveMatch]):
    """Matches by name, the least recently used first."""

    def __init__(self, on_drop: Callable[[str], None]) -> None:
        super().__init__()
        self._on_drop = on_drop  # told the name of a match that is dropped

    def add(self, live: LiveMatch) -> None:
        """Keep a match, and drop idle ones if there are too many."""
        self[live.name] = live
        for name in list(self)[: max(0, len(self) - MOST_LIVE)]:
            if self[name].is_idle:
                self.drop(name)

    def use(self, name: str) -> LiveMatch:
        """Get a match that somebody needs now."""
        self[name] = live = self.pop(name)
        return live

    def drop(self, name: str) -> None:
        """Drop a match from memory."""
        self.pop(name).cancel_timer()
        self._on_drop(name)

    async def drop_ended(self) -> None:
        """Drop games that are over and that nobody looks at any more, for ever."""
        while True:
            await asyncio.sleep(ENDED_CHECK_SECONDS)
            for name, live in list(self.items()):
                has_ended = live.match.is_over or live.match.cancelled
                if has_ended and live.is_idle and not live.is_attended(ENDED_SECONDS):
                    self.drop(name)

    def waiting(self) -> list[LiveMatch]:
        """List the tables that wait for their game to begin."""
        return [live for live in self.values() if live.match.is_waiting and not live.match.cancelled]

    def watched_seats(self, name: str) -> set[int]:
        """List the seats of a table whose people look at it, as far as this process knows."""
        live = self.get(name)
        return set() if live is None else {seat for seats_of in live.watchers.values() for seat in seats_of()}

    def n_spectators(self, name: str) -> int:
        """Count who watches a table without sitting there, as far as this process knows."""
        live = self.get(name)
        return 0 if live is None else live.n_spectators

    def all_spectators(self) -> dict[str, int]:
        """Count the same for all tables that anybody watches."""
        found = {name: live.n_spectators for name, live in self.items() if live.watchers}
        return {name: people for name, people in found.items() if people}
