"""The ways by which people are called, and the tables that they do not want to hear of."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from burgomaster.server import models
from burgomaster.server.match import Refused
from burgomaster.server.outbox import forget_ways
from burgomaster.server.rating.results import account_of

CHANNELS = ("push", "mail", "webhook")
EVENTS = ("turn", "low", "tables", "over")  # what can be switched; each stands for one call or several
SWITCH = {  # the switch that a call falls under; a test is always wanted
    "turn": "turn",
    "asked": "turn",
    "low": "low",
    "timeout": "low",
    "begun": "tables",
    "round": "tables",
    "rematch": "tables",
    "invite": "tables",
    "over": "over",
    "test": "",
}
PACES = (0, 6 * 3600, 24 * 3600)  # seconds between two mails
UNCONFIRMED_SECONDS = 7 * 24 * 3600.0
MOST_WAYS = {"push": 10, "mail": 1, "webhook": 3}  # of one person
TRIES = 4  # to write down what somebody chose, while they choose something else
WAYS, QUIET = models.call_ways, models.call_tables
TURN = text("SELECT pg_advisory_xact_lock(hashtext(:who))")


@dataclass(frozen=True)
class Way:
    who: str
    channel: str
    address: str
    language: str
    details: Mapping[str, Any] = field(default_factory=dict)
    events: tuple[str, ...] = EVENTS
    pace: int = 0
    confirmed: float = 0.0
    used: float = 0.0
    failures: int = 0
    session: str = ""
    id: int = 0

    @property
    def mark(self) -> str:
        """Name the way: the same address of the same person is one way."""
        return hashlib.sha256(f"{self.who}\n{self.channel}\n{self.address}".encode()).hexdigest()

    @property
    def shown_address(self) -> str:
        """Write the address as its owner may see it: the secret part of a webhook or a browser stays here."""
        if self.channel == "mail":
            return self.address
        host = self.address.partition("://")[2].partition("/")[0]
        return f"{host}/…"

    def wants(self, event: str) -> bool:
        return self.confirmed > 0 and (not SWITCH[event] or SWITCH[event] in self.events)


class Ways:
    """All ways of a store. Its methods block: call them in a thread."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def add(self, way: Way, now: float) -> Way:
        """Keep a way; the same address again brings its keys and its language up to date."""
        with self._engine.begin() as connection:
            _wait_for_turn(connection, way.who)
            _require_present(connection, way)
            known = _first(connection, WAYS.c.mark == way.mark)
            if known is not None:
                values = {"details": dict(way.details), "language": way.language, "session": way.session}
                connection.execute(update(WAYS).where(WAYS.c.id == known.id).values(**values, failures=0))
                return _first(connection, WAYS.c.id == known.id) or known
            _require_room(connection, way)
            # addresses that nobody has confirmed for long make room
            forget_ways(connection, WAYS.c.confirmed == 0, WAYS.c.created < now - UNCONFIRMED_SECONDS)
            row = {**vars(way), "mark": way.mark, "details": dict(way.details), "created": now}
            row["events"] = " ".join(way.events)
            del row["id"]
            try:
                connection.execute(insert(WAYS).values(row))
            except IntegrityError:  # the same was sent twice at once
                raise Refused("stale") from None
            made = _first(connection, WAYS.c.mark == way.mark)
            assert made is not None
            return made

    def of(self, whos: Sequence[str]) -> list[Way]:
        return self._list(WAYS.c.who.in_(whos))

    def find(self, number: int) -> Way | None:
        return next(iter(self._list(WAYS.c.id == number)), None)

    def change(self, whos: Sequence[str], number: int, **values: Any) -> None:
        """Change a way of a person; Refused if it is not theirs."""
        with self._engine.begin() as connection:
            mine = (WAYS.c.id == number, WAYS.c.who.in_(whos))
            if connection.execute(update(WAYS).where(*mine).values(**values)).rowcount != 1:
                raise Refused("no_such_way")

    def remove(self, whos: Sequence[str], number: int) -> None:
        """Forget a way of a person with everything that was to be sent by it; Refused if it is not theirs."""
        with self._engine.begin() as connection:
            mine = (WAYS.c.id == number, WAYS.c.who.in_(whos))
            if not forget_ways(connection, *mine):
                raise Refused("no_such_way")

    def forget(self, number: int) -> None:
        """Forget a way: its address is gone, or somebody unsubscribed."""
        with self._engine.begin() as connection:
            forget_ways(connection, WAYS.c.id == number)

    def confirm(self, number: int, address: str, now: float) -> bool:
        """Believe that an address belongs to the person; tell whether there still is such a way."""
        with self._engine.begin() as connection:
            same = (WAYS.c.id == number, WAYS.c.address == address)
            first = select(WAYS.c.confirmed).where(*same)
            known = connection.scalar(first)
            if known == 0:
                connection.execute(update(WAYS).where(*same).values(confirmed=now))
            return known is not None

    def note(self, number: int, is_sent: bool, now: float) -> int:
        """Note that something was sent by a way, or could not be; count the failures in a row."""
        with self._engine.begin() as connection:
            values = {"used": now, "failures": 0} if is_sent else {"failures": WAYS.c.failures + 1}
            connection.execute(update(WAYS).where(WAYS.c.id == number).values(**values))
            return int(connection.scalar(select(WAYS.c.failures).where(WAYS.c.id == number)) or 0)

    # Tables

    def quiet(self, whos: Sequence[str], match: str) -> tuple[str, ...]:
        """List the channels by which a person does not want to hear of a table."""
        query = select(QUIET.c.off).where(QUIET.c.who.in_(whos), QUIET.c.match == match)
        with self._engine.connect() as connection:
            return tuple({word for off in connection.scalars(query) for word in off.split()})

    def set_quiet(self, whos: Sequence[str], match: str, channels: Sequence[str]) -> None:
        """Let some channels be silent about a table, and no others."""
        off = " ".join(channel for channel in CHANNELS if channel in channels)
        for _ in range(TRIES - 1):
            try:
                return self._set_quiet(whos, match, off)
            except IntegrityError:  # the same person chose something else at the same moment: the last counts
                continue
        self._set_quiet(whos, match, off)

    def _set_quiet(self, whos: Sequence[str], match: str, off: str) -> None:
        with self._engine.begin() as connection:
            connection.execute(delete(QUIET).where(QUIET.c.who.in_(whos), QUIET.c.match == match))
            for who in whos if off else ():
                connection.execute(insert(QUIET).values(who=who, match=match, off=off))

    def _list(self, *conditions: Any) -> list[Way]:
        with self._engine.connect() as connection:
            rows = connection.execute(select(WAYS).where(*conditions).order_by(WAYS.c.id))
            return [_way(dict(row._mapping)) for row in rows]


def _first(connection: Connection, *conditions: Any) -> Way | None:
    row = connection.execute(select(WAYS).where(*conditions)).first()
    return None if row is None else _way(dict(row._mapping))


def _wait_for_turn(connection: Connection, who: str) -> None:
    """Let whatever else a person adds at this moment come before or after."""
    if connection.dialect.name == "sqlite":  # a write that changes nothing: there is one writer
        connection.execute(update(WAYS).where(WAYS.c.who == who).values(who=who))
    else:
        connection.execute(TURN, {"who": who})


def _require_present(connection: Connection, way: Way) -> None:
    """Refuse a way of an account or of a browser that was deleted or logged out in the same moment.

    Both are written to, so that who deletes them comes before, or finds the way.
    """
    accounts, sessions = models.accounts, models.sessions
    account = account_of(way.who)
    if account is not None:
        own = update(accounts).where(accounts.c.id == account, accounts.c.name != "")
        _require_one(connection, own.values(created=accounts.c.created))
    if way.session:
        own = update(sessions).where(sessions.c.token == way.session)
        _require_one(connection, own.values(created=sessions.c.created))


def _require_one(connection: Connection, changing: Any) -> None:
    if connection.execute(changing).rowcount != 1:
        raise Refused("not_logged_in")


def _require_room(connection: Connection, way: Way) -> None:
    """Refuse a way too many; of a browser's ways the oldest makes room, a new mail address the old one."""
    same = (WAYS.c.who == way.who, WAYS.c.channel == way.channel)
    count = connection.scalar(select(func.count()).select_from(WAYS).where(*same)) or 0
    if count < MOST_WAYS[way.channel]:
        return
    if way.channel == "webhook":
        raise Refused("too_many_ways", most=MOST_WAYS[way.channel])
    oldest = connection.scalar(select(WAYS.c.id).where(*same).order_by(WAYS.c.id).limit(1))
    forget_ways(connection, WAYS.c.id == oldest)


def _way(row: Mapping[str, Any]) -> Way:
    known = {name: row[name] for name in ("who", "channel", "address", "language", "details", "pace")}
    more = {name: row[name] for name in ("confirmed", "used", "failures", "session", "id")}
    return Way(**known, **more, events=tuple(row["events"].split()))
