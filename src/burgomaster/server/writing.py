"""What is written to matches by one transaction, and how that can fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from burgomaster.server.match import Entry
from burgomaster.server.outbox import Notice


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
