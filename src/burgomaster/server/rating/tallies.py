"""What accounts buy and where their points come from, added up when a game is stored.

A row holds the sums of all games of one kind: a profile reads a few rows, however much somebody has played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from burgomaster.core.statistics import statistics_of
from burgomaster.core.table import Table
from burgomaster.server import models

TALLY = "tally"  # the key of a result that is not a column of results
ACCOUNT = "account:"

Row = Mapping[str, Any]


def tally_of(table: Table, seat: int) -> dict[str, Any] | None:
    """Count what a seat bought and where its points came from; None of a game that does not say."""
    statistics = statistics_of(table.game.name)
    if statistics is None:
        return None
    events = table.events()
    sources: Counter[str] = Counter()
    for one in statistics.earned(events, table.game.n_seats):
        if one.seat == seat:
            sources[one.source] += one.points
    bought = Counter(statistics.items[item] for who, item in statistics.items_of(events) if who == seat)
    return {"sources": dict(sources), "items": dict(bought)}


def add_tallies(connection: Connection, results: Sequence[Row]) -> None:
    """Add the results of a game to the sums of those who still have an account.

    Rows are locked in the order of their names: of two games that end at once, one waits for the other.
    """
    counted = [row for row in results if row.get(TALLY) and row["kind"] == ""]
    there = existing_accounts(connection, [row["who"] for row in counted])
    for row in sorted(counted, key=lambda row: str(row["who"])):
        if row["who"] in there:
            add_tally(connection, row)


def existing_accounts(connection: Connection, whos: Sequence[str]) -> set[str]:
    """List those of some who have an account that was not deleted."""
    numbers = [int(who.removeprefix(ACCOUNT)) for who in whos if who.startswith(ACCOUNT)]
    accounts = models.accounts
    query = select(accounts.c.id).where(accounts.c.id.in_(numbers), accounts.c.name != "")
    return {f"{ACCOUNT}{number}" for number in connection.scalars(query)} if numbers else set()


def add_tally(connection: Connection, row: Row) -> None:
    """Add one result to the sums of the player."""
    table = models.tallies
    key = {name: row[name] for name in ("who", "game", "is_public")}
    make = sqlite_insert if connection.dialect.name == "sqlite" else postgresql_insert
    empty = make(table).values(**key, games=0, sources={}, items={})
    connection.execute(empty.on_conflict_do_nothing())
    own = [table.c[name] == value for name, value in key.items()]
    known = connection.execute(select(table).where(*own).with_for_update()).mappings().one()
    values = {
        "games": known["games"] + 1,
        "sources": sums_of(known["sources"], row[TALLY]["sources"]),
        "items": items_of(known["items"], row[TALLY]["items"], row["place"] == 0),
    }
    connection.execute(update(table).where(*own).values(**values))


def sums_of(known: Mapping[str, int], new: Mapping[str, int]) -> dict[str, int]:
    """Add points up by source."""
    return {name: known.get(name, 0) + new.get(name, 0) for name in {**known, **new}}


def items_of(
    known: Mapping[str, Sequence[int]], new: Mapping[str, int], is_won: bool
) -> dict[str, list[int]]:
    """Add up what was bought: how often, in how many games, and in how many that were won."""
    found = {name: list(numbers) for name, numbers in known.items()}
    for name, times in new.items():
        bought, games, wins = found.get(name, (0, 0, 0))
        found[name] = [bought + times, games + 1, wins + is_won]
    return found
