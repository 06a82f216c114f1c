"""Games on their way: a server answers at once, and compiles its games beside that in worker processes.

Whatever needs the rules of a game calls `require`, whatever can wait in the background calls `wait`. The
game that somebody asks for is prepared first.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Sequence

from burgomaster.bots.preparing import BOTS, RULES, Preparer, Progress
from burgomaster.bots.rehearsing import REHEARSED, rehearse_bot
from burgomaster.core.preparing import rehearse
from burgomaster.core.table import load_game

log = logging.getLogger(__name__)
STAGES = (RULES, BOTS)
DELAY = 1.0  # seconds in which the first page has the machine for itself


class NotPrepared(Exception):
    """The rules of a game are still being compiled."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


class Preparation:
    """What is ready and what is not; games that it was not told of count as ready."""

    def __init__(self, games: Sequence[str] = ()) -> None:
        self._games = games
        self._preparer = Preparer(delay=DELAY)
        self._ready: dict[tuple[str, str], threading.Event] = {}
        self._loading = threading.Lock()  # one game at a time is loaded into this process

    def begin(self) -> None:
        """See what is compiled already, and let workers compile the rest."""
        for game in self._games:
            self._preparer.add(game, *STAGES)
        for game in self._games:
            for stage in STAGES:
                self._ready[game, stage] = threading.Event()
                if self._preparer.wait(game, stage, 0.0):
                    self._ready[game, stage].set()
            threading.Thread(target=self._load, args=(game,), daemon=True).start()

    def require(self, game: str) -> None:
        """Raise NotPrepared unless the rules of a game are ready; it is prepared before all others then."""
        if not self.is_ready(game, RULES):
            self._preparer.want(game)
            raise NotPrepared(game)

    def is_ready(self, game: str, stage: str) -> bool:
        """Tell whether a stage of a game can be used without waiting for the compiler."""
        event = self._ready.get((game, stage))
        return event is None or event.is_set()

    def unprepared(self) -> list[str]:
        return [game for game in self._games if not self.is_ready(game, RULES)]

    def progress(self, game: str) -> Progress:
        if self.is_ready(game, RULES):
            return Progress(1, 1, True)
        return self._preparer.progress(game, RULES)._replace(is_ready=False)

    async def wait(self, game: str, stage: str) -> None:
        """Wait until a stage of a game is ready, without holding anybody up."""
        if not self.is_ready(game, stage):
            await asyncio.to_thread(self.wait_in_thread, game, stage)

    def wait_in_thread(self, game: str, stage: str) -> None:
        event = self._ready.get((game, stage))
        if event is not None:
            event.wait()

    async def wait_for_all(self) -> None:
        for game in self._games:
            await self.wait(game, RULES)

    def close(self) -> None:
        """Stop compiling; nobody waits any more."""
        self._preparer.close()
        for event in self._ready.values():
            event.set()

    def _load(self, game: str) -> None:
        """Load what the workers have compiled for a game, stage by stage, and compile what they could not."""
        for stage in STAGES:
            self._preparer.wait(game, stage)
            try:
                with self._loading:  # everything is used once, so that no request has to load it
                    made = load_game(game)
                    if stage == RULES:
                        rehearse(made)
                    for name in REHEARSED if stage == BOTS else ():
                        rehearse_bot(name, made)
            except Exception:  # who asks for the game is told
                log.exception("%s cannot be prepared", game)
            self._ready[game, stage].set()


READY = Preparation()  # for whoever has nothing to prepare
