"""The store: matches and chat in one SQLite file, or in PostgreSQL. What `write` wrote is safe.

Accounts are in the same database (account_store.py), as is what others keep by the store's engine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import (
    Connection,
    Engine,
    ExceptionContext,
    and_,
    bindparam,
    case,
    event,
    func,
    insert,
    or_,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError

from burgomaster.server import models
from burgomaster.server.account_store import AccountStore
from burgomaster.server.match import Entry, Header, Kind
from burgomaster.server.match.journal import with_shared_words
from burgomaster.server.news import CHAT_NEWS, VISIT_NEWS, notify
from burgomaster.server.outbox import Notice, write_notices
from burgomaster.server.rating.rating import end_match
from burgomaster.server.store_engine import (
    close_engine,
    is_sqlite,
    make_engine,
    reader_of,
    upgrade,
    version_of,
)
from burgomaster.server.tournament_tables import keep_outcome

MOST_OF_HOST = 5  # tables of one person in a list for everybody
MOST_ASKED = 500  # tables that one query asks for
OUR_FAULTS = (DataError, IntegrityError, ProgrammingError)  # of a store that is well: asking again is no use
PROBE = (  # more than fits into what a full disk may have left in a file or a log
    "DROP TABLE IF EXISTS probe",
    "CREATE TABLE probe AS WITH RECURSIVE counting(number) AS "
    "(SELECT 1 UNION ALL SELECT number + 1 FROM counting WHERE number < 10000) SELECT number FROM counting",
    "DROP TABLE probe",
)
HEADER_COLUMNS = [column.name for column in fields(Header)]
LISTED = [column for column in models.matches.c if column.name != "setup"]  # that is long, and in no list

# What is read and written at every move is put together once
NEW_ENTRIES = (
    select(models.journal)
    .where(models.journal.c.match == bindparam("name"), models.journal.c.number > bindparam("after"))
    .order_by(models.journal.c.number)
)
ADD_ENTRY = insert(models.journal)
CHANGE_LISTED = (
    update(models.matches)
    .where(models.matches.c.match == bindparam("name"))
    .values(status=bindparam("status"), changed=bindparam("changed"), summary=bindparam("summary"))
)


class Conflict(Exception):
    """Somebody else has written that entry of the journal."""


class CommitFailed(SQLAlchemyError):
    """The store failed while it committed: nobody knows whether that is stored."""


class Writing(NamedTuple):
    """What is to be written to a match: entries, how it is listed then, and who is called for them.

    The entry that ends a game comes with its results.
    """

    match: str
    entries: Sequence[Entry]
    status: str
    changed: float
    summary: Mapping[str, Any]
    notices: Sequence[Notice] = ()
    results: Sequence[dict[str, Any]] = ()


class Store:
    """All reading and writing. Its methods block: call them in a thread."""

    def __init__(self, address: str, has_deadline: bool = True) -> None:
        self.is_sqlite = is_sqlite(address)
        upgrade(address)
        self.deadline = None
        if has_deadline and not self.is_sqlite:
            from burgomaster.server.store_deadline import Deadline  # late: only PostgreSQL needs its driver

            self.deadline = Deadline()
        self.engine: Engine = make_engine(address, self.deadline)
        self.has_failed = False  # and nothing was tried since
        event.listen(self.engine, "handle_error", self._note_error)
        self.accounts = AccountStore(self.engine)

    def close(self) -> None:
        """Give every connection back, and make no other."""
        if self.deadline is not None:  # the first listener would go on making connections
            event.remove(self.engine, "do_connect", self.deadline.connect)
        close_engine(self.engine)

    def ping(self) -> None:
        """Ask the store for something small; after a failure it must write, too. An error if it cannot."""
        version_of(self.engine)
        if self.has_failed:
            with self.engine.connect() as connection:  # SQLite commits each of these, PostgreSQL none
                for statement in PROBE:
                    connection.execute(text(statement))
            self.has_failed = False

    def _note_error(self, context: ExceptionContext) -> None:
        """Remember that the store failed; faults of ours are no failures of the store."""
        error = context.sqlalchemy_exception
        self.has_failed |= isinstance(error, DBAPIError) and not isinstance(error, OUR_FAULTS)

    def clock(self) -> float | None:
        """Read the time of a database that several servers share, None where it is this machine's own."""
        if self.is_sqlite:
            return None
        with self.engine.connect() as connection:
            return float(connection.scalar(text("SELECT extract(epoch FROM clock_timestamp())")))

    def newest(self) -> float:
        """Tell when something was changed last, 0 if nothing ever was."""
        with self.engine.connect() as connection:
            return float(connection.scalar(select(func.max(models.matches.c.changed))) or 0.0)

    # Matches

    def create(
        self,
        header: Header,
        summary: Mapping[str, Any],
        entries: Sequence[Entry] = (),
        status: str = "waiting",
        notices: Sequence[Notice] = (),
    ) -> None:
        """Keep a new match with the beginning of its journal and who is called to it, all or nothing."""
        changed = entries[-1].at if entries else header.created
        row = {**asdict(header), "status": status, "changed": changed, "summary": dict(summary)}
        with self.engine.begin() as connection:
            connection.execute(insert(models.matches).values(row))
            connection.execute(insert(models.holders).values(match=header.match, who=header.host))
            self._add_entries(connection, header.match, entries)
            write_notices(connection, header.match, notices)

    def load(self, match: str) -> tuple[Header, list[Entry]] | None:
        with self.engine.connect() as connection:
            query = select(models.matches).where(models.matches.c.match == match)
            row = connection.execute(query).mappings().one_or_none()
        if row is None:
            return None
        header = {name: row[name] for name in HEADER_COLUMNS}
        header["setup"] = with_shared_words(header["setup"])
        return Header(**header), self.entries(match, 0)

    def entries(self, match: str, after: int) -> list[Entry]:
        with reader_of(self.engine).connect() as connection:
            rows = connection.execute(NEW_ENTRIES, {"name": match, "after": after}).all()
        return [Entry(row.number, Kind(row.kind), row.seat, row.at, row.data) for row in rows]

    def write(self, *writings: Writing) -> None:
        """Write to some matches, all or nothing; Conflict if the number of an entry is taken.

        Results and what they change of ratings and of a tournament are written by the same transaction.
        """
        is_written = False
        try:
            with self.engine.begin() as connection:
                for writing in writings:
                    self._write(connection, writing)
                is_written = True
        except IntegrityError as error:
            raise Conflict(writings[-1].match) from error
        except SQLAlchemyError as error:
            if is_written:
                raise CommitFailed(type(error).__name__) from error
            raise

    def _write(self, connection: Connection, writing: Writing) -> None:
        match, entries, status, changed, summary, notices, results = writing
        self._add_entries(connection, match, entries)
        listed = {"name": match, "status": status, "changed": changed, "summary": dict(summary)}
        connection.execute(CHANGE_LISTED, listed)
        end_match(connection, match, status, changed, results)
        keep_outcome(connection, match, changed, results)
        write_notices(connection, match, notices)
        notify(connection, match, str(entries[-1].number))

    def _add_entries(self, connection: Any, match: str, entries: Sequence[Entry]) -> None:
        """Write entries, and who has to do with a match by them."""
        if not entries:
            return
        rows = []
        for entry in entries:
            row = {"match": match, "number": entry.number, "kind": str(entry.kind), "seat": entry.seat}
            rows.append({**row, "at": entry.at, "data": dict(entry.data)})
        connection.execute(ADD_ENTRY, rows[0] if len(rows) == 1 else rows)
        table = models.holders
        for who in {str(entry.data["who"]) for entry in entries if entry.data.get("who")}:
            known = select(table).where(table.c.match == match, table.c.who == who)
            if connection.execute(known).first() is None:
                connection.execute(insert(table).values(match=match, who=who))

    def notify_visit(self, match: str) -> None:
        with self.engine.begin() as connection:
            notify(connection, match, VISIT_NEWS)

    def running(self, since: float) -> list[str]:
        table = models.matches
        running = (models.UNFINISHED, table.c.status == "running", table.c.changed >= since)
        query = select(table.c.match).where(*running)
        with self.engine.connect() as connection:
            return list(connection.scalars(query.order_by(table.c.changed.desc())))

    def open_matches(self, limit: int = 50, skip: int = 0) -> list[Mapping[str, Any]]:
        """List matches with free seats that anybody may join: fairly, and among equals the newest first."""
        return self._list(_fair_list("waiting"), {"since": 0.0, "limit": limit, "skip": skip})

    def watchable(self, since: float, limit: int = 30, skip: int = 0) -> list[Mapping[str, Any]]:
        """List open tables whose game goes on and has changed since a moment, in the same way."""
        return self._list(_fair_list("running"), {"since": since, "limit": limit, "skip": skip})

    def matches_of(
        self, whos: Sequence[str], limit: int = 100, most_over: int = 100
    ) -> list[Mapping[str, Any]]:
        """List the matches that somebody has to do with, the last changed first.

        Of those that are over only the last are looked at: somebody may have thousands.
        """
        names = {f"who_{place}": who for place, who in enumerate(whos)}
        return self._list(_own_list(len(whos)), {**names, "limit": limit, "most_over": most_over})

    # How many there are, and whose people are gone

    def count_tables(self, column: str, value: str, since: float) -> dict[str, int]:
        """Count the tables of a host or an origin: running with a move since a moment, waiting, open."""
        table = models.matches
        kinds = (table.c.status, table.c.is_open)
        query = select(*kinds, func.count()).where(
            table.c[column] == value,
            table.c.imported.is_(False),
            or_(table.c.status == "waiting", and_(table.c.status == "running", table.c.changed >= since)),
        )
        with self.engine.connect() as connection:
            rows = connection.execute(query.group_by(*kinds)).all()
        found = {(status, bool(is_open)): int(number) for status, is_open, number in rows}
        opened = found.get(("waiting", True), 0)
        running = found.get(("running", True), 0) + found.get(("running", False), 0)
        return {"running": running, "waiting": opened + found.get(("waiting", False), 0), "open": opened}

    def count_joined(self, who: str) -> int:
        """Count the waiting tables of others at which somebody sits."""
        table = models.matches
        mine = select(models.holders.c.match).where(models.holders.c.who == who)
        query = select(table.c.summary).where(
            table.c.match.in_(mine), table.c.status == "waiting", table.c.host != who
        )
        with self.engine.connect() as connection:
            return sum(who in summary["who"] for summary in connection.scalars(query))

    def host_of(self, match: str) -> str:
        """Name the host of a match, "" if there is no such match."""
        query = select(models.matches.c.host).where(models.matches.c.match == match)
        with reader_of(self.engine).connect() as connection:
            return str(connection.scalar(query) or "")

    def has_played(self, whos: Sequence[str], game: str, host: str) -> bool:
        """Tell whether a person has played a game at a table of a host to its end, without leaving."""
        table, results = models.matches, models.results
        own = (results.c.who.in_(whos), results.c.kind == "", table.c.host == host, table.c.game == game)
        query = select(results.c.match).join(table, table.c.match == results.c.match).where(*own).limit(1)
        with reader_of(self.engine).connect() as connection:
            return connection.scalar(query) is not None

    def seated(self, names: Sequence[str]) -> dict[str, set[tuple[str, str]]]:
        """Read who has ever sat at some tables, each with their name there, as the journals tell it."""
        table, found = models.journal, dict[str, set[tuple[str, str]]]()
        with self.engine.connect() as connection:
            for first in range(0, len(names), MOST_ASKED):
                some = table.c.match.in_(names[first : first + MOST_ASKED])
                query = select(table.c.match, table.c.data).where(some, table.c.kind == Kind.SIT)
                for row in connection.execute(query):
                    found.setdefault(row.match, set()).add((str(row.data["who"]), str(row.data["name"])))
        return found

    def mark_seen(self, names: Sequence[str], now: float) -> None:
        table = models.matches
        with self.engine.begin() as connection:
            for first in range(0, len(names), MOST_ASKED):
                some = names[first : first + MOST_ASKED]
                connection.execute(update(table).where(table.c.match.in_(some)).values(seen=now))

    def waiting_unseen(self, since: float) -> list[Mapping[str, Any]]:
        """List waiting tables at which nobody has done anything, or been there, since a moment."""
        table = models.matches
        columns = (table.c.match, table.c.is_open, table.c.clock, table.c.seen, table.c.changed)
        conditions = (table.c.status == "waiting", table.c.seen < since, table.c.changed < since)
        return self._list(select(*columns).where(*conditions))

    def _list(self, query: Any, values: Mapping[str, Any] | None = None) -> list[Mapping[str, Any]]:
        with reader_of(self.engine).connect() as connection:
            return [dict(row._mapping) for row in connection.execute(query, values or {})]

    # Chat

    def say(self, match: str, ply: int, seat: int, name: str, message: str, at: float) -> None:
        with self.engine.begin() as connection:
            connection.execute(
                insert(models.chat).values(match=match, ply=ply, seat=seat, name=name, text=message, at=at)
            )
            notify(connection, match, CHAT_NEWS)

    def chat_of(self, match: str, limit: int = 200) -> list[Mapping[str, Any]]:
        table = models.chat
        query = select(table).where(table.c.match == match).order_by(table.c.id.desc()).limit(limit)
        return list(reversed(self._list(query)))


# Lists that everybody asks for again and again are put together once


@cache
def _own_list(n_names: int) -> Any:
    table, holders = models.matches, models.holders
    names: list[Any] = [bindparam(f"who_{place}") for place in range(n_names)]
    parts = [select(holders.c.match).where(holders.c.who == name, holders.c.ended == 0) for name in names]
    for name in names:  # one for each name: so the index brings them in order
        over = select(holders.c.match).where(holders.c.who == name, holders.c.ended > 0)
        last = over.order_by(holders.c.ended.desc()).limit(bindparam("most_over")).subquery()
        parts.append(select(last.c.match))
    query = select(*LISTED).where(table.c.match.in_(union_all(*parts)), table.c.status != "cancelled")
    return query.order_by(table.c.changed.desc()).limit(bindparam("limit"))


@cache
def _fair_list(status: str) -> Any:
    """List tables so that nobody pushes others out: the newest of everybody first, then their second.

    Everybody is an address; of one person only a few are listed at all. What is long is read at the end.
    """
    table = models.matches
    place = case((table.c.origin == "", table.c.host), else_=table.c.origin)
    newest = table.c.changed.desc()
    shown = (models.UNFINISHED, table.c.status == status, table.c.is_open.is_(True))
    ranked = (
        select(
            table.c.match,
            table.c.changed,
            func.row_number().over(partition_by=place, order_by=newest).label("rank"),
            func.row_number().over(partition_by=table.c.host, order_by=newest).label("host_rank"),
        )
        .where(*shown, table.c.changed >= bindparam("since"))
        .subquery()
    )
    order = (ranked.c.rank, ranked.c.changed.desc(), ranked.c.match)
    fair = select(ranked).where(ranked.c.host_rank <= MOST_OF_HOST).order_by(*order)
    few = fair.limit(bindparam("limit")).offset(bindparam("skip")).subquery()
    whole = select(*LISTED).join(few, few.c.match == table.c.match)
    return whole.order_by(few.c.rank, newest, table.c.match)
