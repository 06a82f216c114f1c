"""Whom an account knows: friends, blocked people, invitations to tables, reports.

Friends are two who both say so; what one alone says is a request. A block ends all of it in both directions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from sqlalchemy import ColumnElement, Connection, and_, bindparam, delete, exists, func, insert, or_, select

from burgomaster.server import models
from burgomaster.server.match import Refused
from burgomaster.server.names import clean_text
from burgomaster.server.outbox import invitation_to, write_notices
from burgomaster.server.people.profiles import Source, reading, writing

FRIEND, BLOCK = "friend", "block"
Verb = Literal["friend", "unfriend", "block", "unblock", "report"]
VERBS: tuple[str, ...] = get_args(Verb)
Reason = Literal["name", "chat", "cheating", "leaving", "other"]
REASONS: tuple[str, ...] = get_args(Reason)
MOST_TIES = 500
MOST_TEXT = 1000
MOST_INVITED = 20  # to one table
MOST_LISTED = 100
MOST_OPEN_REPORTS = 5  # of one person about another
Row = Mapping[str, Any]


_TIES = models.ties.c
BETWEEN = select(_TIES.account, _TIES.kind).where(
    or_(
        and_(_TIES.account == bindparam("one"), _TIES.other == bindparam("two")),
        and_(_TIES.account == bindparam("two"), _TIES.other == bindparam("one")),
    )
)


def standing_of(mine: str, theirs: str) -> str:
    """Say how two stand by what they said of each other."""
    if mine == BLOCK:
        return BLOCK
    if mine == FRIEND:
        return "friends" if theirs == FRIEND else "asked"
    return "asks" if theirs == FRIEND else ""


def is_answered(*kinds: str) -> ColumnElement[bool]:
    """Select ties whose other account has said something of these kinds, too."""
    back = models.ties.alias()
    pair = (back.c.account == _TIES.other, back.c.other == _TIES.account)
    return exists().where(*pair, back.c.kind.in_(kinds))


class Circle:
    """Ties between accounts. Its methods block: call them in a thread."""

    def __init__(self, source: Source) -> None:
        self._source = source

    # Reading

    def between(self, account: int, other: int) -> tuple[str, str]:
        """Read what two accounts said of each other: friend, block or nothing."""
        with reading(self._source) as connection:
            found = connection.execute(BETWEEN, {"one": account, "two": other}).all()
        said = {row.account: row.kind for row in found}
        return said.get(account, ""), said.get(other, "")

    def standing(self, account: int, other: int) -> str:
        """Say how two accounts stand, as the first sees it: friends, asked, asks, block or nothing."""
        return standing_of(*self.between(account, other))

    def is_blocked(self, by: int, account: int) -> bool:
        return self.between(by, account)[0] == BLOCK

    def friends(self, account: int) -> list[Row]:
        """List those who are friends with an account, by name."""
        own = (_TIES.account == account, _TIES.kind == FRIEND)
        return self._people(_TIES.other, *own, is_answered(FRIEND))

    def requests(self, account: int) -> list[Row]:
        """List those who would like to be friends and were not answered."""
        asked = (_TIES.other == account, _TIES.kind == FRIEND)
        return self._people(_TIES.account, *asked, ~is_answered(FRIEND, BLOCK))

    def asked(self, account: int) -> list[Row]:
        """List those whom an account asked and who did not answer."""
        own = (_TIES.account == account, _TIES.kind == FRIEND)
        return self._people(_TIES.other, *own, ~is_answered(FRIEND))

    def blocked(self, account: int) -> list[Row]:
        return self._people(_TIES.other, _TIES.account == account, _TIES.kind == BLOCK)

    def _people(self, column: Any, *conditions: Any) -> list[Row]:
        accounts = models.accounts
        query = select(accounts.c.id, accounts.c.name).join(models.ties, accounts.c.id == column)
        query = query.where(accounts.c.name != "", *conditions).order_by(accounts.c.key).limit(MOST_LISTED)
        return self._list(query)

    def _list(self, query: Any) -> list[Row]:
        with reading(self._source) as connection:
            return [dict(row) for row in connection.execute(query).mappings()]

    # Changing

    def change(self, account: int, other: int, verb: str, at: float) -> None:
        require_other(account, other)
        with writing(self._source) as connection:
            require_account(connection, other)
            if verb == "block":
                end_tie(connection, other, account, FRIEND)
                set_tie(connection, account, other, BLOCK, at)
            elif verb == "friend":
                if BLOCK in Circle(connection).between(account, other):
                    raise Refused("blocked")
                set_tie(connection, account, other, FRIEND, at)
            else:
                end_tie(connection, account, other, BLOCK if verb == "unblock" else FRIEND)
                if verb == "unfriend":  # a request that is turned down is gone
                    end_tie(connection, other, account, FRIEND)

    # Invitations

    def invite(self, match: str, by: int, account: int, at: float) -> None:
        require_other(by, account)
        table = models.invitations
        with writing(self._source) as connection:
            if Circle(connection).between(by, account) != (FRIEND, FRIEND):
                raise Refused("not_friends")
            waits = select(models.matches.c.status).where(models.matches.c.match == match)
            if connection.scalar(waits) != "waiting":
                raise Refused("not_waiting")
            invited = list(connection.scalars(select(table.c.account).where(table.c.match == match)))
            if account not in invited and len(invited) < MOST_INVITED:
                connection.execute(insert(table).values(match=match, account=account, by=by, at=at))
                write_notices(connection, match, [invitation_to(account, at)])

    def invitations(self, account: int) -> list[Row]:
        """List the tables that somebody is invited to and that still wait, the newest first."""
        table, matches, accounts = models.invitations, models.matches, models.accounts
        listed = [column for column in matches.c if column.name != "setup"]
        query = (
            select(*listed, accounts.c.name.label("by_name"), table.c.by, table.c.at)
            .join(table, table.c.match == matches.c.match)
            .join(accounts, accounts.c.id == table.c.by)
            .where(table.c.account == account, matches.c.status == "waiting")
        )
        return self._list(query.order_by(table.c.at.desc()).limit(MOST_LISTED))

    def invited(self, match: str) -> set[int]:
        table = models.invitations
        with reading(self._source) as connection:
            return set(connection.scalars(select(table.c.account).where(table.c.match == match)))

    def decline(self, match: str, account: int) -> None:
        table = models.invitations
        with writing(self._source) as connection:
            connection.execute(delete(table).where(table.c.match == match, table.c.account == account))

    # Reports

    def report(self, by: int, about: int, reason: str, words: str, match: str, at: float) -> None:
        """Tell whoever runs the server about somebody; what is told again and again is kept a few times."""
        require_other(by, about)
        if reason not in REASONS:
            raise Refused("no_reason", allowed=", ".join(REASONS))
        table = models.reports
        with writing(self._source) as connection:
            require_account(connection, about)
            own = (table.c.by == by, table.c.about == about, table.c.is_open.is_(True))
            if (connection.scalar(select(func.count()).where(*own)) or 0) >= MOST_OPEN_REPORTS:
                raise Refused("too_often")
            told = {"text": clean_text(words)[:MOST_TEXT], "match": match[:24], "at": at, "is_open": True}
            connection.execute(insert(table).values(by=by, about=about, reason=reason, **told))


def set_tie(connection: Connection, account: int, other: int, kind: str, at: float) -> None:
    """Let one account say something of another, in the place of what it said before."""
    ties = models.ties
    # one request at a time changes what an account says
    connection.execute(select(models.accounts.c.id).where(models.accounts.c.id == account).with_for_update())
    said, _ = Circle(connection).between(account, other)
    if said == kind:
        return
    if (connection.scalar(select(func.count()).where(ties.c.account == account)) or 0) >= MOST_TIES:
        raise Refused("too_many_ties", most=MOST_TIES)
    end_tie(connection, account, other, said)
    connection.execute(insert(ties).values(account=account, other=other, kind=kind, since=at))


def end_tie(connection: Connection, account: int, other: int, kind: str) -> None:
    ties = models.ties
    own = (ties.c.account == account, ties.c.other == other, ties.c.kind == kind)
    connection.execute(delete(ties).where(*own))


def require_other(account: int, other: int) -> None:
    """Raise Refused for what nobody does with themselves."""
    if account == other:
        raise Refused("not_yourself")


def require_account(connection: Connection, account: int) -> None:
    name = connection.scalar(select(models.accounts.c.name).where(models.accounts.c.id == account))
    if not name:
        raise Refused("no_person")
