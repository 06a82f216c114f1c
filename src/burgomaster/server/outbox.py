"""The outbox: who is to be called, written in the transaction of the journal entry that is the reason.

A row is one call by one way. Its key, the way with table, entry and event, makes a second one impossible,
whichever process writes it; whoever wants to send it claims it first. What was sent is deleted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, literal, select, update

from burgomaster.server import models

PRIVATE = ("push", "mail")  # channels that nobody but their owner reads
NO_SEAT = -1
INVITE_SECONDS = 20.0  # in which somebody may see the invitation by themselves
# what a new call takes the place of
ONE_AT_A_TIME = {"turn": ("turn", "low"), "asked": ("asked",), "invite": ("invite",)}


@dataclass(frozen=True)
class Notice:
    """That somebody is to be called."""

    event: str  # turn, asked, low, timeout, begun, round, over, rematch, invite
    who: str
    seat: int
    number: int  # of the journal entry that is the reason
    at: float
    due: float  # not to be sent before
    is_secret: bool = False  # nobody else may learn of it: not by a channel that others may read


def invitation_to(account: int, at: float) -> Notice:
    """Make the call of an account that is invited to a table; they have no seat there yet."""
    return Notice("invite", f"account:{account}", NO_SEAT, 0, at, at + INVITE_SECONDS)


OUT, WAYS = models.outbox, models.call_ways
# a call for every way of a person
_COLUMNS = ("match", "number", "event", "seat", "at", "due")
_CALL = (
    select(WAYS.c.id, WAYS.c.who)
    .add_columns(*(bindparam(f"in_{name}", type_=OUT.c[name].type) for name in _COLUMNS))
    .add_columns(literal(0), literal(0.0), literal(False))
    .where(WAYS.c.who == bindparam("of_who"), WAYS.c.confirmed > 0)
)
_WRITTEN = ["way", "who", *_COLUMNS, "tries", "claimed", "handed"]
WRITE = insert(OUT).from_select(_WRITTEN, _CALL)
WRITE_SECRETLY = insert(OUT).from_select(_WRITTEN, _CALL.where(WAYS.c.channel.in_(PRIVATE)))

# Put together once: they are asked for at every move that passes a turn on
# a way that is being forgotten is waited for, and one that is called by is not forgotten meanwhile
CALLABLE = (
    select(WAYS.c.who)
    .where(WAYS.c.who.in_(bindparam("whos", expanding=True)))
    .order_by(WAYS.c.id)
    .with_for_update(read=True, key_share=True)
)
REPLACED = delete(OUT).where(
    OUT.c.match == bindparam("in_match"),
    OUT.c.who == bindparam("of_who"),
    OUT.c.seat == bindparam("in_seat"),
    OUT.c.event.in_(bindparam("events", expanding=True)),
)


def write_notices(connection: Connection, match: str, notices: Sequence[Notice]) -> None:
    """Write calls for every way of everybody who is to be called; who has none costs one question."""
    if not notices:
        return
    whos = sorted({notice.who for notice in notices})
    callable_ones = set(connection.scalars(CALLABLE, {"whos": whos}))
    for notice in notices:
        if notice.who in callable_ones:
            write_notice(connection, match, notice)


def write_notice(connection: Connection, match: str, notice: Notice) -> None:
    """Write a call for every way of a person; what it takes the place of goes."""
    values: dict[str, Any] = {"in_match": match, "of_who": notice.who, "in_seat": notice.seat}
    gone = ONE_AT_A_TIME.get(notice.event)
    if gone:
        connection.execute(REPLACED, {**values, "events": gone})
    values |= {"in_number": notice.number, "in_event": notice.event, "in_at": notice.at}
    connection.execute(WRITE_SECRETLY if notice.is_secret else WRITE, {**values, "in_due": notice.due})


def forget_ways(connection: Connection, *conditions: Any) -> int:
    """Forget ways with everything that was to be sent by them; count them."""
    chosen = select(WAYS.c.id).where(*conditions).order_by(WAYS.c.id).with_for_update()
    ids = list(connection.scalars(chosen))
    if ids:
        connection.execute(delete(OUT).where(OUT.c.way.in_(ids)))
        connection.execute(delete(WAYS).where(WAYS.c.id.in_(ids)))
    return len(ids)


def forget_calls(connection: Connection, who: str) -> None:
    """Forget how somebody was called, and what they did not want to hear of."""
    forget_ways(connection, WAYS.c.who == who)
    connection.execute(delete(models.call_tables).where(models.call_tables.c.who == who))


class Outbox:
    """What is to be sent. Its methods block: call them in a thread."""

    def __init__(self, engine: Any) -> None:
        self._engine = engine

    def add(self, match: str, notices: Sequence[Notice]) -> None:
        """Write calls that no journal entry is the reason of, such as an invitation."""
        with self._engine.begin() as connection:
            write_notices(connection, match, notices)

    def waiting(self, until: float) -> list[Mapping[str, Any]]:
        query = select(OUT).where(OUT.c.due <= until).order_by(OUT.c.due, OUT.c.id)
        with self._engine.connect() as connection:
            return [dict(row._mapping) for row in connection.execute(query)]

    def claim(self, row: Mapping[str, Any], used: float, now: float, until: float) -> bool:
        """Take a call to send it; only one of all processes succeeds, and one at a time by each way.

        `used` is when the way was used last, as far as is known: whoever has used it since has changed what
        may be sent.
        """
        mine = (OUT.c.id == row["id"], OUT.c.claimed == row["claimed"], OUT.c.tries == row["tries"])
        others = (OUT.c.way == row["way"], OUT.c.claimed > now, OUT.c.claimed != until)
        same = (WAYS.c.id == row["way"], WAYS.c.used == used)
        with self._engine.begin() as connection:
            # written to first: who claims another call of the same way comes before or after
            is_same = connection.execute(update(WAYS).where(*same).values(used=used)).rowcount == 1
            if not is_same or connection.execute(select(OUT.c.id).where(*others).limit(1)).first():
                return False
            done = connection.execute(update(OUT).where(*mine).values(claimed=until, tries=OUT.c.tries + 1))
            return bool(done.rowcount == 1)

    def hand(self, ids: Sequence[int], until: float) -> list[int]:
        """Note that calls are on their way from now on; give those that are still wanted, and still ours.

        A process that stood still for longer than its claim has lost it, and another one may have sent them.
        """
        ours = (OUT.c.id.in_(ids), OUT.c.claimed == until)
        with self._engine.begin() as connection:
            connection.execute(update(OUT).where(*ours).values(handed=True))
            return list(connection.scalars(select(OUT.c.id).where(*ours)))

    def put_back(self, ids: Sequence[int], due: float, keep_tries: bool = True) -> None:
        values: dict[str, Any] = {"due": due, "claimed": 0.0, "handed": False}
        if not keep_tries:
            values["tries"] = 0
        with self._engine.begin() as connection:
            connection.execute(update(OUT).where(OUT.c.id.in_(ids)).values(**values))

    def drop(self, ids: Sequence[int]) -> None:
        """Forget calls: they were sent, or are not true any more."""
        if ids:
            with self._engine.begin() as connection:
                connection.execute(delete(OUT).where(OUT.c.id.in_(ids)))
