"""Letting bots think: off the event loop, a few at a time, and never longer than they may."""

from __future__ import annotations

import asyncio
import logging
import os
import random
from concurrent.futures import ThreadPoolExecutor

from burgomaster.bots.preparing import BOTS
from burgomaster.core.table import Table
from burgomaster.server.bot_players import make_bot, scripted_move
from burgomaster.server.bot_pool import BotPool, BotSeat
from burgomaster.server.fair_turns import NOBODY_IN_PARTICULAR, FairTurns, Owner
from burgomaster.server.preparing import READY, Preparation

log = logging.getLogger(__name__)

FALLBACK_BOT = "greedy"  # decides for a bot that takes too long
IDLE_CHECK_SECONDS = 15.0


class BotRunner:
    """Asks bots for their moves."""

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
        scripted = scripted_move(table, seat.description)
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
        """Drop bots that have not moved for a while, for ever."""
        while True:
            await asyncio.sleep(IDLE_CHECK_SECONDS)
            self.pool.drop_idle()

    def close(self) -> None:
        """Stop thinking."""
        self._threads.shutdown(wait=False, cancel_futures=True)
