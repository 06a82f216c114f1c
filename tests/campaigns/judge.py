"""What a store has, compared with what people were told."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, func, select

from burgomaster.server import models
from burgomaster.server.match import Entry, Header, Kind, Match, apply_entry
from burgomaster.server.store import Store
from tests.campaigns.callers import Acknowledged, Memory

Kept = Callable[[Connection], set[tuple[Any, ...]]]


def columns(*chosen: Any, **known: Any) -> Kept:
    def read(connection: Connection) -> set[tuple[Any, ...]]:
        table = chosen[0].table
        query = select(*chosen).where(*(table.c[name] == value for name, value in known.items()))
        return {tuple(row) for row in connection.execute(query)}

    return read


ENTRANTS, MOVES = models.entrants.c, models.study_moves.c
KEPT: dict[str, Kept] = {  # by the words of facts
    "account": columns(models.accounts.c.key),
    "table": columns(models.matches.c.match),
    "cup": columns(models.tournaments.c.tournament),
    "in": columns(ENTRANTS.tournament, ENTRANTS.who, state="in"),
    "left": columns(ENTRANTS.tournament, ENTRANTS.who, state="left"),
    "started": columns(models.tournament_rounds.c.tournament),
    "answered": columns(models.puzzle_answers.c.account, models.puzzle_answers.c.puzzle),
    "study": columns(models.studies.c.study),
    "tried": columns(MOVES.study, MOVES.number, MOVES.move),
    "promised": columns(models.takeovers.c.match, models.takeovers.c.guest),
    "silent": columns(models.call_tables.c.match, models.call_tables.c.who),
}


def find_lost(store: Store, memories: Sequence[Memory]) -> Iterator[str]:
    """Name what was acknowledged and is not in the store, or only half."""
    for memory in memories:
        yield from list(memory.troubles)
        for table, told in list(memory.acknowledged.items()):
            yield from lost_of_table(store, table, list(told))  # more may be told while the store is read
    with store.engine.connect() as connection:
        for word, kept in KEPT.items():
            missing = facts_of(memories, word) - kept(connection)
            if missing := missing & facts_of(memories, word):  # a fact may have been withdrawn meanwhile
                yield f"acknowledged and lost: {word} {sorted(map(str, missing))[:3]}"
        yield from half_written(connection)


def facts_of(memories: Sequence[Memory], word: str) -> set[Acknowledged]:
    return {fact[1:] for memory in memories for fact in list(memory.facts) if fact[0] == word}


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
    kind = Kind.PAUSE if entry.kind == Kind.PAUSE_ASKED else entry.kind  # the asking seat cannot know which
    return (str(kind), entry.seat)


def first_missing(told: Sequence[Acknowledged], found: Sequence[Acknowledged]) -> Acknowledged | None:
    rest = iter(found)
    return next((what for what in told if what not in rest), None)


def half_written(connection: Connection) -> Iterator[str]:
    """Name what is only half there: rounds without tables, answers that no standing counts, lost parents."""
    rounds = columns(models.tournament_rounds.c.tournament, models.tournament_rounds.c.round)(connection)
    tables = columns(models.tournament_tables.c.tournament, models.tournament_tables.c.round)(connection)
    if rounds != tables:
        yield f"rounds without tables: {sorted(map(str, rounds ^ tables))[:3]}"
    answers, standings = models.puzzle_answers.c, models.puzzle_standings.c
    query = select(answers.account, func.count()).group_by(answers.account)
    kept = {tuple(row) for row in connection.execute(query)}
    said = {row for row in columns(standings.account, standings.answered)(connection) if row[1]}
    if kept != said:
        yield f"answers {sorted(kept)}, in standings {sorted(said)}"
    nodes = columns(MOVES.study, MOVES.number)(connection)
    parents = {one for one in columns(MOVES.study, MOVES.parent)(connection) if one[1]}
    if parents - nodes:
        yield f"moves of studies behind nothing: {sorted(map(str, parents - nodes))[:3]}"


def unopened_tables(store: Store) -> list[str]:
    table = models.tournament_tables.c
    with store.engine.connect() as connection:
        return list(connection.scalars(select(table.match).where(table.status == "drawn")))


def find_unstored(store: Store, memories: Sequence[Memory]) -> Iterator[str]:
    """Name what was shown and follows from no part of a journal, and journals that do not replay."""
    for table in sorted({table for memory in memories for table, _ in memory.shown}):
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
    match = Match(header)
    seats: list[int | None] = [None, *range(match.game.players)]
    known: dict[int | None, set[str]] = {seat: {match.position(seat)} for seat in seats}
    for entry in entries:
        apply_entry(match, entry)
        for seat in seats:
            known[seat].add(match.position(seat))
    return known
