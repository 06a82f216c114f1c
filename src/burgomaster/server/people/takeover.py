"""Games that somebody played as a guest belong to the account that they make.

What a guest holds is written down by the transaction that makes the account, so that nothing is forgotten
whatever is killed, and nothing is taken that somebody else plays as a guest at the same device later. A game
is taken over when it has ended: its seat, its result and its place in lists, table by table. Until then it is
played as it was begun, by the device of the guest.
"""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy import Connection, delete, exists, insert, literal, select, update
from sqlalchemy.exc import IntegrityError

from burgomaster.server import models
from burgomaster.server.news import RELOAD_NEWS, notify
from burgomaster.server.people.own_data import Reload
from burgomaster.server.rating.rating import ENDED
from burgomaster.server.rating.results import ACCOUNT
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store

BATCH = 50
CLAIM_TRIES = 3
LOOK_SECONDS = 60.0  # between two looks for games that have ended


def claim(connection: Connection, guest: str, account: int) -> None:
    """Write down what a guest holds when they make an account; studies are theirs at once.

    Whoever makes two accounts at the same moment has promised a game to the first already when the second is
    made.
    """
    held, table = models.holders, models.takeovers
    known = exists().where(table.c.match == held.c.match, table.c.guest == guest)
    rows = select(held.c.match, literal(guest), literal(account), literal(now()))
    rows = rows.where(held.c.who == guest, ~known)
    for _ in range(CLAIM_TRIES):
        try:
            with connection.begin_nested():
                connection.execute(insert(table).from_select(["match", "guest", "account", "at"], rows))
            break
        except IntegrityError:  # now it can be seen what is promised
            continue
    studies = models.studies
    connection.execute(update(studies).where(studies.c.owner == guest).values(owner=f"{ACCOUNT}{account}"))


class Takeovers:
    """Gives games of guests to their accounts, beside all other work."""

    def __init__(self, store: Store, reload: Reload) -> None:
        self._store, self._reload = store, reload
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Begin: somebody has just made an account."""
        self._woken.set()

    async def work(self) -> None:
        """Take over what has ended, now and then, for ever."""
        while True:
            self._woken.clear()
            await self.take_all()
            try:
                await asyncio.wait_for(self._woken.wait(), LOOK_SECONDS)
            except TimeoutError:
                continue

    async def take_all(self) -> None:
        while rows := await asyncio.to_thread(ended_ones, self._store):
            for match, guest, account in rows:
                await asyncio.to_thread(take_over, self._store, match, guest, account)
                await self._reload(match)


def ended_ones(store: Store) -> list[tuple[str, str, int]]:
    table, matches = models.takeovers, models.matches
    query = (
        select(table.c.match, table.c.guest, table.c.account)
        .outerjoin(matches, matches.c.match == table.c.match)
        .where(matches.c.status.is_(None) | matches.c.status.in_(ENDED) | matches.c.imported.is_(True))
        .order_by(table.c.match)
        .limit(BATCH)
    )
    with store.engine.connect() as connection:
        return [(row.match, row.guest, row.account) for row in connection.execute(query)]


def take_over(store: Store, match: str, guest: str, account: int) -> None:
    """Give one game to an account, and let all processes read it again; all of it or nothing."""
    who, table = f"{ACCOUNT}{account}", models.takeovers
    with store.engine.begin() as connection:
        done = connection.execute(delete(table).where(table.c.match == match, table.c.guest == guest))
        if done.rowcount == 0:  # another process has just done it
            return
        move_seat(connection, match, guest, who)
        holders, results = models.holders, models.results
        held = (holders.c.match == match, holders.c.who == guest)
        known = select(holders).where(holders.c.match == match, holders.c.who == who)
        if connection.execute(known).first() is None:
            connection.execute(update(holders).where(*held).values(who=who))
        else:
            connection.execute(delete(holders).where(*held))
        own = (results.c.match == match, results.c.who == guest)
        connection.execute(update(results).where(*own).values(who=who))
        notify(connection, match, RELOAD_NEWS)


def move_seat(connection: Connection, match: str, guest: str, who: str) -> None:
    """Put an account in the place of a guest: in the journal, in what lists show, and as the host."""
    matches, journal = models.matches, models.journal
    query = select(matches.c.summary, matches.c.host).where(matches.c.match == match).with_for_update()
    row = connection.execute(query).first()
    if row is None:
        return
    lines = select(journal).where(journal.c.match == match, journal.c.kind == "sit")
    for line in connection.execute(lines).mappings().all():
        if line["data"].get("who") == guest:
            place = (journal.c.match == match, journal.c.number == line["number"])
            connection.execute(update(journal).where(*place).values(data={**line["data"], "who": who}))
    holders = [who if one == guest else one for one in row.summary.get("who", ())]
    values: dict[str, Any] = {"summary": {**row.summary, "who": holders}}
    if row.host == guest:
        values["host"] = who
    connection.execute(update(matches).where(matches.c.match == match).values(values))
