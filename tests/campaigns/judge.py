"""What a store keeps, compared with what people were told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import select

from burgomaster.server import models
from burgomaster.server.match import Entry, Header, Kind, Match, apply_entry
from burgomaster.server.store import Store
from tests.campaigns.callers import Acknowledged, Memory


def find_lost(store: Store, memories: Sequence[Memory]) -> Iterator[str]:
    """Name what was acknowledged and is not in the store."""
    for memory in memories:
        yield from list(memory.troubles)
        for table, told in list(memory.acknowledged.items()):
            yield from lost_of_table(store, table, list(told))  # more may be told while the store is read
        names, tables = {name.casefold() for name in list(memory.accounts)}, set(memory.tables)
        if missing := names - kept(store, models.accounts.c.key):
            yield f"accounts are lost: {sorted(missing)[:3]}"
        if missing := tables - kept(store, models.matches.c.match):
            yield f"tables are lost: {sorted(missing)[:3]}"


def kept(store: Store, column: Any) -> set[str]:
    """Read everything in a column."""
    with store.engine.connect() as connection:
        return set(connection.scalars(select(column)))


def lost_of_table(store: Store, table: str, told: Sequence[Acknowledged]) -> Iterator[str]:
    """Compare what was acknowledged at a table with its journal and its chat."""
    journal = [what_of(entry) for entry in store.entries(table, 0)]
    if (lost := first_missing([what for what in told if what[0] != "said"], journal)) is not None:
        yield f"table {table}: {lost} was acknowledged and is not in its place in the journal"
    said = [("said", row["seat"], row["text"]) for row in store.chat_of(table, limit=10_000)]
    if (lost := first_missing([what for what in told if what[0] == "said"], said)) is not None:
        yield f"table {table}: {lost} was acknowledged and is not in the chat"


def what_of(entry: Entry) -> Acknowledged:
    """Write an entry as it is acknowledged."""
    if entry.kind == Kind.MOVE:
        return ("move", entry.seat, entry.data["move"])
    if entry.kind == Kind.REMATCH:
        return ("rematch", entry.data["match"])
    kind = Kind.PAUSE if entry.kind == Kind.PAUSE_ASKED else entry.kind  # who asks cannot know which it is
    return (str(kind), entry.seat)


def first_missing(told: Sequence[Acknowledged], found: Sequence[Acknowledged]) -> Acknowledged | None:
    """Find the first of some things that does not come, in their order, among others."""
    rest = iter(found)
    return next((what for what in told if what not in rest), None)


def find_unstored(store: Store, memories: Sequence[Memory]) -> Iterator[str]:
    """Name what was shown and follows from no part of a journal; a journal that does not replay, too."""
    tables = {table for memory in memories for table, _ in memory.shown}
    for table in sorted(tables):
        loaded = store.load(table)
        if loaded is None:
            yield f"table {table} was shown and is not stored"
            continue
        try:
            known = positions(*loaded)
        except Exception as error:
            yield f"table {table}: the journal does not replay: {type(error).__name__}: {error}"
            continue
        for memory in memories:
            for (name, seat), shown in memory.shown.items():
                if name == table and (more := shown - known[seat]):
                    yield f"table {table}: seat {seat} was shown {len(more)} positions that are not stored"


def positions(header: Header, entries: Sequence[Entry]) -> dict[int | None, set[str]]:
    """Name every position that each seat has ever seen."""
    match = Match(header)
    seats: list[int | None] = [None, *range(match.game.players)]
    known: dict[int | None, set[str]] = {seat: {match.position(seat)} for seat in seats}
    for entry in entries:
        apply_entry(match, entry)
        for seat in seats:
            known[seat].add(match.position(seat))
    return known
