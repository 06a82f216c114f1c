"""The caller: takes calls from the outbox, looks whether they are still true, and sends them.

A round is made every few seconds. Calls of people who look at their table are dropped, by every process for
the streams it has; so a call waits some seconds before anybody may send it. A call that is sent is marked
before: if the process dies then, nobody knows whether it arrived, and only what takes the place of itself on
a screen is sent again. Nothing is doubled, whoever is killed.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from burgomaster.server.calls.channels import Channels, Outcome
from burgomaster.server.calls.notices import Truth, truth_of
from burgomaster.server.calls.ways import Way, Ways
from burgomaster.server.calls.words import Message, message_of
from burgomaster.server.match_manager import MatchManager
from burgomaster.server.outbox import Outbox
from burgomaster.server.security import hash_token
from burgomaster.server.steady_time import now as steady_now
from burgomaster.server.tournament_tables import round_of_table
from burgomaster.server.troubles import STORE, TROUBLES

log = logging.getLogger(__name__)

Row = Mapping[str, Any]
Written = TypeVar("Written")
ROUND_SECONDS = 3.0
SOON = 60.0  # seconds before a call is due in which a look at the table settles it
CLAIM_SECONDS = 120.0  # longer than any sending takes
STORE_PAUSE = 0.5  # seconds before something is written again that a store has not taken
MOST_SENDING = 32  # at a time
FIRST_PAUSE, PAUSE_GROWTH, MOST_TRIES = 30.0, 4.0, 6  # half a minute, then two, eight, ... five hours
MOST_FAILURES = 30  # in a row, after which a way is taken for dead
LATER_SECONDS = 3600.0  # before a clock that stands is looked at again
OLDEST = 7 * 24 * 3600.0  # seconds after which nobody wants to hear of it
URGENT = ("low", "timeout")  # these wait for no other mail
REPLACING = ("push",)  # channels whose messages take the place of themselves


class Caller:
    """Sends what the outbox holds."""

    def __init__(
        self, matches: MatchManager, channels: Channels, clock: Callable[[], float] = steady_now
    ) -> None:
        self._matches, self._channels, self.clock = matches, channels, clock
        self.outbox, self.ways = Outbox(matches.store.engine), Ways(matches.store.engine)
        self._sending: dict[int, asyncio.Task[None]] = {}  # by the number of the way

    async def run(self) -> None:
        """Make a round every few seconds, for ever."""
        try:
            while True:
                await asyncio.sleep(ROUND_SECONDS)
                try:
                    await self.make_round()
                except SQLAlchemyError as error:
                    TROUBLES.report(STORE, error)
        finally:
            for task in self._sending.values():
                task.cancel()

    async def settle(self) -> None:
        """Wait until everything is sent that is being sent."""
        while self._sending:
            await asyncio.gather(*self._sending.values())

    async def make_round(self) -> None:
        """Drop what is settled, and begin to send what is due."""
        now = self.clock()
        waiting = await asyncio.to_thread(self.outbox.waiting, now + SOON)
        seen = {row["id"] for row in waiting if self._is_seen(row, now)}
        await asyncio.to_thread(self.outbox.drop, sorted(seen))
        due = [row for row in waiting if row["id"] not in seen and row["due"] <= now >= row["claimed"]]
        # what this process sends still is not looked at again, however long it takes
        idle = [rows for rows in by_way(due) if rows[0]["way"] not in self._sending]
        for rows in idle[: max(0, MOST_SENDING - len(self._sending))]:
            number = int(rows[0]["way"])
            task = self._sending[number] = asyncio.create_task(self._send_safely(rows))
            task.add_done_callback(partial(self._end_sending, number))

    def _end_sending(self, number: int, _task: asyncio.Task[None]) -> None:
        del self._sending[number]

    def _is_seen(self, row: Row, now: float) -> bool:
        """Tell whether somebody looks at the table that they are to be called to."""
        is_early = row["event"] == "low" and row["due"] > now
        return not is_early and row["seat"] in self._matches.live.watched_seats(row["match"])

    async def _send_safely(self, rows: Sequence[Row]) -> None:
        """Send the calls of one way; whatever goes wrong, they are tried again when the claim has ended."""
        try:
            await self._send_by_way(rows)
        except SQLAlchemyError as error:
            TROUBLES.report(STORE, error)
        except Exception as error:
            TROUBLES.report("a call could not be sent", error, with_traceback=True)

    async def _send_by_way(self, rows: Sequence[Row]) -> None:
        """Send by one way what is due: one call, or in a mail all of them."""
        now, way = self.clock(), await asyncio.to_thread(self.ways.find, int(rows[0]["way"]))
        if way is None:
            return
        is_urgent = any(row["event"] in URGENT for row in rows)
        if now < way.used + way.pace and not is_urgent:
            return
        told: list[tuple[Row, Message]] = []
        for row in rows:
            message = None if told and way.channel != "mail" else await self._claimed_message(way, row, now)
            if message is not None:
                told.append((row, message))
        ids = [row["id"] for row, _ in told]
        ours = await surely(self.outbox.hand, ids, now + CLAIM_SECONDS) if told else []
        told = [(row, message) for row, message in told if row["id"] in ours]
        if told:
            await self._send(way, told, now)

    async def _claimed_message(self, way: Way, row: Row, now: float) -> Message | None:
        """Claim a call and write what it says, None if another process has it or it is not to be sent."""
        if not await asyncio.to_thread(self.outbox.claim, row, way.used, now, now + CLAIM_SECONDS):
            return None
        may_have_arrived = row["handed"] and way.channel not in REPLACING
        if may_have_arrived or row["tries"] >= MOST_TRIES or row["at"] < now - OLDEST - way.pace:
            await asyncio.to_thread(self.outbox.drop, [row["id"]])
            return None
        truth, message = await self._looked_at(way, row, now)
        if truth is Truth.LATER:
            await asyncio.to_thread(self.outbox.put_back, [row["id"]], now + LATER_SECONDS, False)
        elif message is None:
            await asyncio.to_thread(self.outbox.drop, [row["id"]])
        return message

    async def _looked_at(self, way: Way, row: Row, now: float) -> tuple[Truth, Message | None]:
        """Look at the table: whether the call still holds and is wanted, and what it says."""
        quiet = await asyncio.to_thread(self.ways.quiet, [way.who], row["match"])
        if way.channel in quiet or not way.wants(row["event"]):
            return Truth.GONE, None
        live = await self._matches.find(row["match"], is_visit=False)
        if live is None:
            return Truth.GONE, None
        await self._matches.refresh(live)
        truth = truth_of(live.match, row["event"], row["who"], row["seat"], live.now)
        if truth is Truth.HOLDS and row["event"] == "rematch" and not await self._is_missed(live.match, row):
            truth = Truth.GONE
        if truth is not Truth.HOLDS:
            return truth, None
        cup = ("", 0)
        if row["event"] == "round":
            cup = await asyncio.to_thread(round_of_table, self._matches.store.engine, row["match"])
        return truth, message_of(live.match, row["event"], row["seat"], way.language, live.now, cup)

    async def _is_missed(self, match: Any, row: Row) -> bool:
        """Tell whether a rematch waits for somebody who has not come yet."""
        again = await self._matches.find(match.rematch, is_visit=False)
        if again is None or again.match.status != "waiting":
            return False
        return all(held.who != row["who"] for held in again.match.seats)

    async def _send(self, way: Way, told: Sequence[tuple[Row, Message]], now: float) -> None:
        """Send, and note what came of it: as often as it takes, because nobody else knows."""
        ids = [row["id"] for row, _ in told]
        outcome = await self._channels.send(way, [message for _, message in told], mark_of(way, told), now)
        if outcome is Outcome.GONE:
            await surely(self.ways.forget, way.id)
            return
        is_sent = outcome is Outcome.SENT or (outcome is Outcome.MAYBE and way.channel not in REPLACING)
        failures = await surely(self.ways.note, way.id, is_sent, now)
        if is_sent:
            await surely(self.outbox.drop, ids)
        elif failures >= MOST_FAILURES:
            await surely(self.ways.forget, way.id)
        else:
            tries = max(row["tries"] for row, _ in told)
            await surely(self.outbox.put_back, ids, now + FIRST_PAUSE * PAUSE_GROWTH**tries)


async def surely(write: Callable[..., Written], *given: Any) -> Written:
    """Write something that only this process knows, and go on trying while the store fails."""
    while True:
        try:
            return await asyncio.to_thread(write, *given)
        except SQLAlchemyError as error:
            TROUBLES.report(STORE, error)
            await asyncio.sleep(STORE_PAUSE)


def by_way(rows: Sequence[Row]) -> list[list[Row]]:
    """Put the calls of each way together; of everybody's ways the first come first."""
    found: dict[int, list[Row]] = defaultdict(list)
    for row in rows:
        found[row["way"]].append(row)
    return list(found.values())


def mark_of(way: Way, told: Sequence[tuple[Row, Message]]) -> str:
    """Name a sending: the same calls by the same way have the same name, however often they are sent."""
    keys = (f"{row['match']} {row['number']} {row['event']}" for row, _ in told)
    return hash_token(" ".join([way.mark, *keys]))[:32]
