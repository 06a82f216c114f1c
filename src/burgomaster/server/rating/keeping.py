"""Writing down how a game ended, in the transaction that ends it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from burgomaster.server import models
from burgomaster.server.rating.rating import rate_game
from burgomaster.server.rating.tallies import TALLY, add_tallies

ENDED = ("over", "cancelled")
GONE = -1.0  # in the place of when it ended: who held it has deleted their account, and was forgotten there
END_HOLDINGS = (
    update(models.holders)
    .where(models.holders.c.match == bindparam("name"), models.holders.c.ended != GONE)
    .values(ended=bindparam("at"))
)
_CHANGED = select(models.matches.c.changed).where(models.matches.c.match == models.holders.c.match)
_OVER = select(models.matches.c.match).where(models.matches.c.status.in_(ENDED))
END_OLD_HOLDINGS = (  # of stores and backups from before they said so
    update(models.holders)
    .where(models.holders.c.ended == 0, models.holders.c.match.in_(_OVER))
    .values(ended=_CHANGED.scalar_subquery())
)
MARK_COUNTED = (
    update(models.matches)
    .where(models.matches.c.match == bindparam("name"))
    .values(counted=True, tallied=True)
)
IS_COUNTED = select(models.matches.c.counted).where(models.matches.c.match == bindparam("name"))
IS_TALLIED = select(models.matches.c.tallied).where(models.matches.c.match == bindparam("name"))


def end_match(
    connection: Connection, match: str, status: str, at: float, results: Sequence[dict[str, Any]]
) -> None:
    """Note that a match is over, with its results if they are not written yet; else nothing is done."""
    if status in ENDED:
        connection.execute(END_HOLDINGS, {"name": match, "at": at})
    if results:
        keep_results(connection, match, results)


def keep_results(connection: Connection, match: str, results: Sequence[dict[str, Any]]) -> None:
    """Write the results of a game, and rate it; tallies are added to once only."""
    rate_game(connection, results)
    columns = [{name: value for name, value in row.items() if name != TALLY} for row in results]
    connection.execute(insert(models.results), columns)
    keep_tallies(connection, match, results)


def keep_tallies(connection: Connection, match: str, results: Sequence[dict[str, Any]]) -> None:
    """Add the results of a game to the tallies of its people, unless that was done."""
    query = IS_TALLIED.with_for_update()
    if not connection.scalar(query, {"name": match}):
        add_tallies(connection, results)
    connection.execute(MARK_COUNTED, {"name": match})
