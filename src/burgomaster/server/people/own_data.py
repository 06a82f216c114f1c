"""One's own data: all that a store knows of an account, and how it is forgotten.

When an account is deleted the games of others stay whole. Wherever its name stood, in journals, lists and
results, a neutral one takes its place, NOBODYS_NAME, which reads the same in every language. What is theirs
alone goes at once, their name at tables one table after another: somebody may have sat at thousands. Each is
changed by a transaction of its own, so that nobody who plays has to wait, and a server that is killed
meanwhile goes on with the rest when it starts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Engine, delete, or_, select, update

from burgomaster.server import models
from burgomaster.server.match import replay
from burgomaster.server.match.state import Seat
from burgomaster.server.names import unique_name
from burgomaster.server.news import RELOAD_NEWS, notify
from burgomaster.server.rating.rating import GONE
from burgomaster.server.rating.results import ACCOUNT
from burgomaster.server.store import Store
from burgomaster.server.store_engine import empty_log

NOBODYS_NAME = "N. N."
FORMAT = 1
BATCH = 50
EMPTY_AGAIN_SECONDS = 5.0  # until the log of SQLite is tried again, which a reader kept from being emptied
Reload = Callable[[str], Coroutine[Any, Any, None]]


def export(engine: Engine, account: int) -> dict[str, Any]:
    """Collect everything that is stored about an account; of others only what it said of them."""
    who, ties = f"{ACCOUNT}{account}", models.ties
    with engine.connect() as connection:

        def read(table: Any, *conditions: Any, but: Sequence[str] = ()) -> list[dict[str, Any]]:
            columns = [column for column in table.c if column.name not in but]
            return [dict(row) for row in connection.execute(select(*columns).where(*conditions)).mappings()]

        held = list(connection.scalars(select(models.holders.c.match).where(models.holders.c.who == who)))
        return {
            "format": FORMAT,
            "account": read(models.accounts, models.accounts.c.id == account, but=["password", "key"]),
            "profile": read(models.profiles, models.profiles.c.account == account),
            "sessions": read(models.sessions, models.sessions.c.account == account, but=["token"]),
            "ratings": read(models.ratings, models.ratings.c.account == account),
            "results": read(models.results, models.results.c.who == who, but=["who"]),
            "tables": held,
            "chat": said(connection, who),
            "ties": read(ties, ties.c.account == account),
            "invitations": read(
                models.invitations,
                or_(models.invitations.c.account == account, models.invitations.c.by == account),
            ),
            "silent_tables": read(models.call_tables, models.call_tables.c.who == who, but=["who"]),
            "reports": read(models.reports, models.reports.c.by == account),
            "calls": read(
                models.call_ways, models.call_ways.c.who == who, but=["mark", "details", "session"]
            ),
            "tallies": read(models.tallies, models.tallies.c.who == who, but=["who"]),
            "puzzles": read(models.puzzle_standings, models.puzzle_standings.c.account == account),
            "puzzle_answers": read(models.puzzle_answers, models.puzzle_answers.c.account == account),
            "studies": read(models.studies, models.studies.c.owner == who, but=["owner", "record"]),
            "tournaments": read(models.entrants, models.entrants.c.who == who, but=["who", "origin"]),
            "own_tournaments": read(
                models.tournaments, models.tournaments.c.host == who, but=["host", "origin", "seed"]
            ),
        }


def said(connection: Connection, who: str) -> list[dict[str, Any]]:
    chat, matches, holders = models.chat, models.matches, models.holders
    query = (
        select(chat, matches.c.summary)
        .join(holders, holders.c.match == chat.c.match)
        .join(matches, matches.c.match == chat.c.match)
        .where(holders.c.who == who, chat.c.seat >= 0)
        .order_by(chat.c.id)
    )
    rows = [dict(row) for row in connection.execute(query).mappings()]
    own = [row for row in rows if who in row["summary"].get("who", ())[row["seat"] : row["seat"] + 1]]
    return [{key: value for key, value in row.items() if key != "summary"} for row in own]


# Forgetting


def forget(connection: Connection, account: int) -> None:
    """Delete what an account was beyond its number, but for its name at tables (`Forgetter`)."""
    who = f"{ACCOUNT}{account}"
    for table, columns in (
        (models.ratings, ("account",)),
        (models.profiles, ("account",)),
        (models.puzzle_standings, ("account",)),
        (models.puzzle_answers, ("account",)),
        (models.ties, ("account", "other")),
        (models.invitations, ("account", "by")),
        (models.reports, ("by",)),
        (models.takeovers, ("account",)),
    ):
        connection.execute(delete(table).where(or_(*(table.c[name] == account for name in columns))))
    studies, tried = models.studies, models.study_moves
    own = select(studies.c.study).where(studies.c.owner == who)
    # written to first: nobody adds moves from now on
    connection.execute(update(studies).where(studies.c.owner == who).values(title=""))
    connection.execute(delete(tried).where(tried.c.study.in_(own)))
    connection.execute(delete(studies).where(studies.c.owner == who))
    entrants, cups = models.entrants, models.tournaments
    entered = update(entrants).where(entrants.c.who == who)
    connection.execute(entered.where(entrants.c.state == "in").values(state="left"))
    connection.execute(entered.values(name=NOBODYS_NAME))
    hosted = update(cups).where(cups.c.host == who)
    connection.execute(hosted.values(host_name=NOBODYS_NAME))
    connection.execute(hosted.where(cups.c.status == "entering").values(status="cancelled"))  # not started
    connection.execute(delete(models.tallies).where(models.tallies.c.who == who))
    named = models.results.c.who == who
    connection.execute(update(models.results).where(named).values(name=NOBODYS_NAME))


def forget_at_table(connection: Connection, match: str, who: str) -> None:
    """Put a neutral name in the place of somebody's at one table: journal, list and chat."""
    matches, journal, chat = models.matches, models.journal, models.chat
    query = select(matches.c.summary).where(matches.c.match == match).with_for_update()
    row = connection.execute(query).first()
    if row is None:
        return
    lines = (
        select(journal).where(journal.c.match == match, journal.c.kind == "sit").order_by(journal.c.number)
    )
    own = [line for line in connection.execute(lines).mappings() if line["data"].get("who") == who]
    seats = zip(row.summary.get("seats", ()), row.summary.get("who", ()), strict=False)
    taken = [seat["name"] for seat, holder in seats if holder != who]
    names: dict[str, str] = {}  # none that anybody else there has
    for line in own:
        if (name := line["data"]["name"]) not in names:
            names[name] = unique_name(NOBODYS_NAME, [*taken, *names.values()])
    for line in own:
        data = {**line["data"], "name": names[line["data"]["name"]]}
        place = (journal.c.match == match, journal.c.number == line["number"])
        connection.execute(update(journal).where(*place).values(data=data))
    shown = {line["seat"]: names[line["data"]["name"]] for line in own}
    summary = renamed(row.summary, who, shown)
    connection.execute(update(matches).where(matches.c.match == match).values(summary=summary))
    ended = (models.results.c.match == match, models.results.c.who == who)
    connection.execute(update(models.results).where(*ended).values(name=NOBODYS_NAME))
    rename_in_studies(connection, match, names)
    for old, new in names.items():
        said = (chat.c.match == match, chat.c.seat >= 0, chat.c.name == old)
        connection.execute(update(chat).where(*said).values(name=new))


def rename_in_studies(connection: Connection, match: str, names: Mapping[str, str]) -> None:
    """Put neutral names into what others have begun to study of a game."""
    studies = models.studies
    query = select(studies.c.study, studies.c.record).where(studies.c.match == match)
    for row in connection.execute(query).all():
        seats = [{**seat, "name": names.get(seat["name"], seat["name"])} for seat in row.record["seats"]]
        changed = {**row.record, "seats": seats}
        connection.execute(update(studies).where(studies.c.study == row.study).values(record=changed))


def renamed(summary: Mapping[str, Any], who: str, names: Mapping[int, str]) -> dict[str, Any]:
    """Put somebody's new names, by seat, into what lists show, whatever stood there."""
    seats = list(zip(summary.get("seats", ()), summary.get("who", ()), strict=False))
    shown = [
        {**seat, "name": names.get(place, seat["name"])} if holder == who else seat
        for place, (seat, holder) in enumerate(seats)
    ]
    return {**summary, "seats": shown} if seats else dict(summary)


# Forgetting one table after another


class Forgetter:
    def __init__(self, store: Store, reload: Reload) -> None:
        self._store, self._reload = store, reload
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Begin: somebody has just gone."""
        self._woken.set()

    async def work(self) -> None:
        """Do what is left of earlier times, then wait for whoever goes next, for ever."""
        while True:
            self._woken.clear()
            for account in await asyncio.to_thread(gone_accounts, self._store):
                await self.forget(account)
            is_empty = await asyncio.to_thread(empty_log, self._store.engine)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), None if is_empty else EMPTY_AGAIN_SECONDS)

    async def forget(self, account: int) -> None:
        who = f"{ACCOUNT}{account}"
        while names := await asyncio.to_thread(tables_left, self._store, who):
            for name in names:
                await asyncio.to_thread(forget_once, self._store, name, who)
                await self._reload(name)
                # what was written between the two had the old name in lists
                await asyncio.to_thread(forget_once, self._store, name, who)


def gone_accounts(store: Store) -> list[int]:
    """List the accounts that were deleted and whose name may still stand somewhere."""
    accounts, holders = models.accounts, models.holders
    with store.engine.connect() as connection:
        gone = list(connection.scalars(select(accounts.c.id).where(accounts.c.name == "")))
        left = []
        for number in gone:
            query = select(holders.c.match).where(holders.c.who == f"{ACCOUNT}{number}", holders.c.ended >= 0)
            if connection.execute(query.limit(1)).first() is not None:
                left.append(number)
    return left


def tables_left(store: Store, who: str) -> list[str]:
    holders = models.holders
    query = select(holders.c.match).where(holders.c.who == who, holders.c.ended >= 0).limit(BATCH)
    with store.engine.connect() as connection:
        return list(connection.scalars(query))


def forget_once(store: Store, match: str, who: str) -> None:
    """Put the neutral name at one table, and let all processes read it again."""
    holders = models.holders
    with store.engine.begin() as connection:
        own = (holders.c.match == match, holders.c.who == who)
        connection.execute(update(holders).where(*own).values(ended=GONE))
        forget_at_table(connection, match, who)
        notify(connection, match, RELOAD_NEWS)


# A match listed again from its journal. A process that did not hear that a journal was rewritten, because
# somebody was forgotten or took over what they had done as a guest, goes on writing the people it knows
# into lists and results. When it hears again, it puts that right.


def relist(store: Store, match: str, before: Sequence[Seat]) -> None:
    """List a match as its journal tells it; names that somebody had before go from its results, too."""
    matches, results = models.matches, models.results
    with store.engine.begin() as connection:
        # locked: what others write meanwhile they list themselves, behind this
        connection.execute(select(matches.c.match).where(matches.c.match == match).with_for_update())
        loaded = store.load(match)
        if loaded is None:
            return
        told = replay(*loaded)
        connection.execute(update(matches).where(matches.c.match == match).values(summary=told.summary))
        for old, new in zip(before, told.seats, strict=True):
            if old.name != new.name:
                own = (results.c.match == match, results.c.who == new.who, results.c.name == old.name)
                connection.execute(update(results).where(*own).values(name=new.name))
