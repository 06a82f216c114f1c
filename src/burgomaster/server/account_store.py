"""Accounts and who is logged in, in the database of a store."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Engine, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from burgomaster.server import models
from burgomaster.server.news import SESSION_NEWS, notify
from burgomaster.server.outbox import forget_calls, forget_ways
from burgomaster.server.store_engine import reader_of

MOST_ASKED = 500  # sessions that one query asks for
Conditions = Sequence[ColumnElement[bool]]  # on an account, at the moment in which it is changed


class AccountStore:
    """Reads and writes accounts and their sessions. Its methods block: call them in a thread."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def add(
        self,
        name: str,
        key: str,
        password: str,
        at: float,
        session: str = "",
        claim: Callable[[Connection, int], None] | None = None,
    ) -> int | None:
        """Make an account, None if the name is taken; `password` is its hash.

        Whoever makes it is logged in by the same transaction, if they have a session; `claim` writes down in
        it what else is theirs from now on.
        """
        try:
            with self.engine.begin() as connection:
                values = {"name": name, "key": key, "password": password, "created": at}
                done = connection.execute(insert(models.accounts).values(values))
                account = int(done.inserted_primary_key[0])  # type: ignore[index]
                self._add_session(connection, session, account, at)
                if claim is not None:
                    claim(connection, account)
                return account
        except IntegrityError:
            return None

    def find(self, key: str) -> Mapping[str, Any] | None:
        return self._find(select(models.accounts).where(models.accounts.c.key == key))

    def set_password(
        self, account: int, password: str, session: str = "", at: float = 0.0, only_if: Conditions = ()
    ) -> bool:
        """Set another password, given as its hash; all are logged out but the session that asks for it.

        False, and nothing is changed, if a condition does not hold any more.
        """
        with self.engine.begin() as connection:
            if not _lock(connection, account, only_if):
                return False
            self._change(connection, account, {"password": password})
            self._add_session(connection, session, account, at)
            return True

    def delete(
        self,
        account: int,
        token: str,
        forget: Callable[[Connection, int], None] | None = None,
        only_if: Conditions = (),
    ) -> bool:
        """Forget who an account was. Its number stays taken: nobody else may ever sit on its seats.

        `forget` deletes in the same transaction what else is known of it. False if a condition does not hold.
        """
        with self.engine.begin() as connection:
            if not _lock(connection, account, only_if):
                return False
            self._change(connection, account, {"name": "", "key": f"-{token}", "password": ""})
            forget_calls(connection, f"account:{account}")
            if forget is not None:
                forget(connection, account)
            return True

    def _change(self, connection: Any, account: int, values: Mapping[str, Any]) -> None:
        """Change an account and end all its sessions; browsers that were logged in are called no more."""
        table = models.accounts
        ways = models.call_ways.c
        connection.execute(update(table).where(table.c.id == account).values(**values))
        connection.execute(delete(models.sessions).where(models.sessions.c.account == account))
        # after what a new way is added behind: none comes between
        forget_ways(connection, ways.who == f"account:{account}", ways.session != "")
        notify(connection, SESSION_NEWS, str(account))

    def add_session(self, token: str, account: int, at: float, only_if: Conditions = ()) -> bool:
        """Keep an account logged in; False if a condition does not hold any more."""
        with self.engine.begin() as connection:
            if not _lock(connection, account, only_if):
                return False
            self._add_session(connection, token, account, at)
            return True

    def _add_session(self, connection: Any, token: str, account: int, at: float) -> None:
        if token:
            connection.execute(insert(models.sessions).values(token=token, account=account, created=at))

    def end_session(self, token: str) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(models.sessions).where(models.sessions.c.token == token))
            forget_ways(connection, models.call_ways.c.session == token)
            notify(connection, SESSION_NEWS, token)

    def forget_sessions(self, before: float) -> None:
        with self.engine.begin() as connection:
            connection.execute(delete(models.sessions).where(models.sessions.c.created < before))

    def known_sessions(self, tokens: Sequence[str], since: float) -> set[str]:
        """List those of some sessions that are still there and not older than a moment."""
        table, found = models.sessions, set()
        with self.engine.connect() as connection:
            for first in range(0, len(tokens), MOST_ASKED):
                some = table.c.token.in_(tokens[first : first + MOST_ASKED])
                found |= set(connection.scalars(select(table.c.token).where(some, table.c.created >= since)))
        return found

    def find_by_session(self, token: str, since: float) -> Mapping[str, Any] | None:
        """Find who is logged in with a token that is not older than a moment."""
        query = (
            select(models.accounts)
            .join(models.sessions)
            .where(models.sessions.c.token == token, models.sessions.c.created >= since)
        )
        return self._find(query)

    def _find(self, query: Any) -> Mapping[str, Any] | None:
        with reader_of(self.engine).connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else dict(row._mapping)


def _lock(connection: Connection, account: int, only_if: Conditions) -> bool:
    """Let no other transaction change an account; False if a condition on it does not hold.

    A write, so that of several changes at the same moment each sees what the one before it wrote.
    """
    table = models.accounts
    same = update(table).where(table.c.id == account, *only_if).values(created=table.c.created)
    return connection.execute(same).rowcount == 1
