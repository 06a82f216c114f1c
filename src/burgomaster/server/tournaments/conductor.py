"""The conductor: opens the tables of a round, ends it when they are over or its time is up, draws the next.

A look is taken every few seconds, by every process. Each step leaves the store so that whoever comes next,
after a kill or beside this process, knows what is left to do: see `store.py`.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from burgomaster.core import python_api
from burgomaster.core.rng import MAX_SEED
from burgomaster.core.table import Table, load_game
from burgomaster.server.calls.notices import round_notices
from burgomaster.server.match import Header, seats
from burgomaster.server.match.apply import Decide, begin_if_full
from burgomaster.server.match.clocks import check_clock
from burgomaster.server.match.journal import CUP
from burgomaster.server.match.moves import read_passing
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.new_match import header_of
from burgomaster.server.rating.results import last_if_left
from burgomaster.server.steady_time import now as steady_now
from burgomaster.server.tournament_tables import OVER, TIME
from burgomaster.server.tournaments.rounds import next_round, people_at, shared, who_went_away
from burgomaster.server.tournaments.state import LEFT, RUNNING, CupRound, CupTable, Entrant, Tournament
from burgomaster.server.tournaments.store import TournamentStore
from burgomaster.server.troubles import STORE, TROUBLES

log = logging.getLogger(__name__)

ROUND_SECONDS = 2.0
TIDY_ROUNDS = 1800  # after which it is looked for tournaments that nobody has started
UNSTARTED_SECONDS = 60 * 24 * 3600.0
MOST_DEALS = 100
MOST_STEPS = 8  # of one tournament at a look


class Conductor:
    def __init__(
        self, matches: MatchManager, store: TournamentStore, clock: Callable[[], float] = steady_now
    ) -> None:
        self._matches, self.store, self.clock = matches, store, clock
        self._looks = 0

    async def run(self) -> None:
        """Take a look every few seconds, for ever."""
        await self._matches.preparation.wait_for_all()
        while True:
            try:
                await self.look()
            except SQLAlchemyError as error:
                TROUBLES.report(STORE, error)
            await asyncio.sleep(ROUND_SECONDS)

    async def look(self) -> None:
        """Do what is to be done in all tournaments; one that cannot go on holds up no other."""
        now = self.clock()
        if self._looks % TIDY_ROUNDS == 0:
            await asyncio.to_thread(self.store.cancel_unstarted, now - UNSTARTED_SECONDS, now)
        self._looks += 1
        for name in await asyncio.to_thread(self.store.due, now):
            try:
                await self.advance(name)
            except SQLAlchemyError:
                raise
            except Exception as error:
                TROUBLES.report(f"tournament {name} cannot go on", error, with_traceback=True)

    async def advance(self, name: str) -> None:
        for _ in range(MOST_STEPS):
            cup = await asyncio.to_thread(self.store.find, name)
            if cup is None or cup.status != RUNNING or not await self._step(cup):
                return

    async def _step(self, cup: Tournament) -> bool:
        current, now = cup.current, self.clock()
        if current is None:
            return False
        if not current.opened:
            await self._open_round(cup, current)
            return True
        if not current.ended:
            return await self._end_round(cup, current, now)
        if now < current.due:
            return False
        await self._go_on(cup, now)
        return True

    # Opening

    async def _open_round(self, cup: Tournament, current: CupRound) -> None:
        """Open what is not open yet; then the time of the round begins."""
        for table in cup.tables_of(current.round):
            if table.is_open:
                await self.open_table(cup, table)
        now = self.clock()
        ends = now + cup.plan.round_seconds
        await asyncio.to_thread(self.store.mark_opened, cup.tournament, current.round, now, ends)

    async def open_table(self, cup: Tournament, table: CupTable) -> None:
        """Open one table; where nobody is left to play, everybody shares its points."""
        assert table.match is not None
        if not people_at(cup, table.seats):
            nothing = shared(len(table.seats))
            await asyncio.to_thread(self.store.settle, table.match, OVER, nothing, self.clock())
            return
        try:
            header = await asyncio.to_thread(header_of_table, cup, table)
            await self._matches.create(header, *sitting(cup, table), begin_if_full, calls=round_notices)
        except IntegrityError:
            log.info("table %s of a tournament was opened already", table.match)
        await asyncio.to_thread(self.store.mark_running, table.match)

    # Ending

    async def _end_round(self, cup: Tournament, current: CupRound, now: float) -> bool:
        """End a round whose tables are all over, or whose time is up."""
        still = [table for table in cup.tables_of(current.round) if table.is_open]
        if still and now < current.ends:
            return False
        for table in still:
            await self.count_unfinished(table, now)
        is_early = cup.plan.pace == "calendar" and now < current.ends
        due = current.ends if is_early else now + cup.plan.pause_seconds
        await asyncio.to_thread(self.store.end_round, cup.tournament, current.round, now, due)
        return True

    async def count_unfinished(self, table: CupTable, now: float) -> None:
        """Count a table whose time is up as it stands, by what everybody sees; who has left is last."""
        assert table.match is not None
        live = await self._matches.find(table.match, is_visit=False)
        outcome = shared(len(table.seats))
        if live is not None:
            match = live.match
            states = match.table.redacted(None)
            scores = [int(python_api.score(states, 0, seat)) for seat in range(match.game.players)]
            ranks = [sum(other > score for other in scores) for score in scores]
            left = [held.left_ply if held.left else None for held in match.seats]
            outcome = {
                "places": last_if_left(ranks, left),
                "scores": scores,
                "left": [held.left for held in match.seats],
            }
        await asyncio.to_thread(self.store.settle, table.match, TIME, outcome, now)

    async def _go_on(self, cup: Tournament, now: float) -> None:
        """Draw the next round, or end the tournament; who went away is not waited for."""
        gone = who_went_away(cup)
        entrants = [replace(one, state=LEFT) if one.number in gone else one for one in cup.entrants]
        drawn = await asyncio.to_thread(next_round, replace(cup, entrants=entrants))
        if drawn is None:
            await asyncio.to_thread(self.store.end, cup.tournament, (RUNNING,), now)
        else:
            await asyncio.to_thread(self.store.add_round, cup, drawn, now, None, gone)


def header_of_table(cup: Tournament, table: CupTable) -> Header:
    """Deal a table of a tournament; every table has cards of its own."""
    assert table.match is not None
    dealt = deal(cup, len(table.seats))
    made = header_of(dealt, f"{CUP}{cup.tournament}", check_clock(cup.clock), cup.is_open)
    return replace(made, match=table.match, rated=cup.rated, stand_in=cup.plan.bot)


def deal(cup: Tournament, players: int) -> Table:
    """Deal until the first seat moves first: games draw by lot who begins, here everybody has their turn."""
    game = load_game(cup.game, **{**cup.options, "players": players})
    dealt = game.new(seed=secrets.randbelow(MAX_SEED))
    for _ in range(MOST_DEALS):
        if dealt.to_move == 0:
            break
        dealt = game.new(seed=secrets.randbelow(MAX_SEED))
    return dealt


def sitting(cup: Tournament, table: CupTable) -> list[Decide]:
    """Let everybody of a table sit down; a bot where nobody is, or where somebody has left."""
    here = {one.number: one for one in people_at(cup, table.seats)}
    return [sit_down(seat, here.get(number), cup.plan.bot) for seat, number in enumerate(table.seats)]


def sit_down(seat: int, one: Entrant | None, bot: str) -> Decide:
    if one is None:
        return lambda match, now: seats.seat_bot(match, seat, bot, bot, now)
    mode = read_passing(one.passing)
    return lambda match, now: seats.sit(match, seat, one.who, one.name, now, mode, one.origin)
