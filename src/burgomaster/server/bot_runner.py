"""Letting bots think: off the event loop, a few at a time, and never longer than they may; and kept between
moves.

A bot is kept so that a search goes on where its last one stopped. A search bot holds its tree: 0.2 to 1 MB up
to level 4, at most 22 MB at level 5. So there is a limit to what all of them take, and only seats that moved
recently keep their bot. A bot belongs to one seat of one match and is lent to one search at a time: nothing
that a seat knows reaches another.
"""

from __future__ import annotations

import asyncio
import logging
import os
import random
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from burgomaster.bots import Bot
from burgomaster.bots.preparing import BOTS
from burgomaster.core.table import Table
from burgomaster.server.bot_players import make_bot
from burgomaster.server.fair_turns import NOBODY_IN_PARTICULAR, FairTurns, Owner
from burgomaster.server.preparing import READY, Preparation
from burgomaster.web.lessons import LESSON_BOT, suggested

MOST_BYTES = 96 << 20  # of all bots that are kept
KEPT_SECONDS = 120.0  # since the last move
log = logging.getLogger(__name__)
FALLBACK_BOT = "greedy"  # decides for a bot that takes too long
IDLE_CHECK_SECONDS = 15.0


class BotSeat(NamedTuple):
    match: str
    seat: int
    description: str  # of the bot, as in `search:3`


class KeptBot(NamedTuple):
    bot: Bot
    since: float


class BotPool:
    """Lends bots to searches, and keeps the most recently used. Any thread may call it."""

    def __init__(
        self, make_bot: Callable[[str], Bot], most_bytes: int = MOST_BYTES, seconds: float = KEPT_SECONDS
    ) -> None:
        self._make_bot = make_bot
        self._most_bytes, self._seconds = most_bytes, seconds
        self._kept: OrderedDict[BotSeat, KeptBot] = OrderedDict()
        self._lent: dict[BotSeat, Bot] = {}  # only the newest loan of a seat is taken back
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def lend(self, seat: BotSeat) -> Bot:
        """Hand out the bot of a seat, a new one if none waits; `take_back` ends the loan."""
        with self._lock:
            kept = self._kept.pop(seat, None)
        bot = self._make_bot(seat.description) if kept is None else kept.bot
        with self._lock:
            self._lent[seat] = bot
        return bot

    def take_back(self, seat: BotSeat, bot: Bot) -> None:
        """Keep a bot after its move, unless its seat was forgotten or has another bot by now."""
        with self._lock:
            if self._lent.get(seat) is not bot:
                return
            del self._lent[seat]
            self._kept[seat] = KeptBot(bot, time.monotonic())
            while sum(kept.bot.memory_bytes for kept in self._kept.values()) > self._most_bytes:
                self._kept.popitem(last=False)

    def give_up(self, seat: BotSeat, bot: Bot) -> None:
        """End the loan of a bot that failed; it is not used again."""
        with self._lock:
            if self._lent.get(seat) is bot:
                del self._lent[seat]

    def forget(self, match: str) -> None:
        """Drop all bots of a match: it is over, or moves were taken back."""
        with self._lock:
            for seats in (self._kept, self._lent):
                for seat in [seat for seat in seats if seat.match == match]:
                    del seats[seat]

    def drop_idle(self) -> None:
        before = time.monotonic() - self._seconds
        with self._lock:
            for seat in [seat for seat, kept in self._kept.items() if kept.since < before]:
                del self._kept[seat]


class BotRunner:
    def __init__(self, seconds: float, preparation: Preparation = READY) -> None:
        self._preparation = preparation
        self.pool = BotPool(make_bot)
        self._seconds = seconds  # the longest a bot may think
        n_cores = os.cpu_count() or 1
        # more threads than searches: a bot that was given up may still be thinking in one
        self._threads = ThreadPoolExecutor(4 * n_cores, thread_name_prefix="bot")
        self.turns = FairTurns(max(1, n_cores))

    async def choose(self, table: Table, seat: BotSeat, owner: Owner = NOBODY_IN_PARTICULAR) -> str:
        """Ask the bot of a seat for a move in its owner's turn; a quick one if it fails or takes too long."""
        await self._preparation.wait(table.game.name, BOTS)
        for asked in (seat, seat._replace(description=FALLBACK_BOT)):
            try:
                async with self.turns.turn(owner):
                    return await self._ask(table, asked)
            except Exception:
                log.exception("the bot %s did not answer", asked.description)
        return random.choice(table.moves()).notation

    async def _ask(self, table: Table, seat: BotSeat) -> str:
        """Ask a bot for its move within its time; IllegalMove if that is not legal."""
        work = asyncio.get_running_loop().run_in_executor(self._threads, self._think, table.copy(), seat)
        notation = await asyncio.wait_for(work, self._seconds)
        table.read_move(notation)
        return notation

    def _think(self, table: Table, seat: BotSeat) -> str:
        """Let a bot choose in this thread; in a lesson the script comes first."""
        scripted = suggested(table) if seat.description == LESSON_BOT else None
        if scripted is not None:
            return scripted
        bot = self.pool.lend(seat)
        try:
            notation = bot.choose(table).notation
        except Exception:
            self.pool.give_up(seat, bot)
            raise
        self.pool.take_back(seat, bot)
        return notation

    async def drop_idle_bots(self) -> None:
        while True:
            await asyncio.sleep(IDLE_CHECK_SECONDS)
            self.pool.drop_idle()

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
