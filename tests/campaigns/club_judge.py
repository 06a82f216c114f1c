"""What a store keeps beside the tables, compared with what people were told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sqlalchemy import Connection, func, select

from burgomaster.server import models
from burgomaster.server.store import Store
from tests.campaigns.callers import Memory

Kept = Callable[[Connection], set[tuple[Any, ...]]]


def columns(*chosen: Any, **known: Any) -> Kept:
    """Read some columns of all rows, or of those with some values."""

    def read(connection: Connection) -> set[tuple[Any, ...]]:
        table = chosen[0].table
        query = select(*chosen).where(*(table.c[name] == value for name, value in known.items()))
        return {tuple(row) for row in connection.execute(query)}

    return read


ENTRANTS, MOVES = models.entrants.c, models.study_moves.c
KEPT: dict[str, Kept] = {
    "cup": columns(models.tournaments.c.tournament),
    "in": columns(ENTRANTS.tournament, ENTRANTS.who, state="in"),
    "left": columns(ENTRANTS.tournament, ENTRANTS.who, state="left"),
    "started": columns(models.tournament_rounds.c.tournament),
    "answered": columns(models.puzzle_answers.c.account, models.puzzle_answers.c.puzzle),
    "study": columns(models.studies.c.study),
    "shared": columns(models.studies.c.study),
    "tried": columns(MOVES.study, MOVES.number, MOVES.move),
    "promised": columns(models.takeovers.c.match, models.takeovers.c.guest),
    "silent": columns(models.call_tables.c.match, models.call_tables.c.who),
}


def find_lost_facts(store: Store, memories: Sequence[Memory]) -> Iterator[str]:
    """Name what was acknowledged beside the tables and is not in the store, or only half."""
    facts = [fact for memory in memories for fact in list(memory.facts)]
    with store.engine.connect() as connection:
        for word in sorted({fact[0] for fact in facts}):
            told = {fact[1:] for fact in facts if fact[0] == word}
            if missing := told - KEPT[word](connection):
                yield f"acknowledged and lost: {word} {sorted(map(str, missing))[:3]}"
        yield from half_written(connection)


def half_written(connection: Connection) -> Iterator[str]:
    """Name what is only half there: rounds without tables, answers that no standing counts, lost parents."""
    rounds = columns(models.tournament_rounds.c.tournament, models.tournament_rounds.c.round)(connection)
    tables = columns(models.tournament_tables.c.tournament, models.tournament_tables.c.round)(connection)
    if rounds != tables:
        yield f"rounds without tables: {sorted(map(str, rounds ^ tables))[:3]}"
    answers, standings = models.puzzle_answers.c, models.puzzle_standings.c
    counted = select(answers.account, func.count()).group_by(answers.account)
    kept = Counter({row[0]: row[1] for row in connection.execute(counted)})
    said = Counter(
        {row[0]: row[1] for row in connection.execute(select(standings.account, standings.answered))}
    )
    if kept != said:
        yield f"answers {dict(kept)}, in standings {dict(said)}"
    nodes = columns(MOVES.study, MOVES.number)(connection)
    parents = {one for one in columns(MOVES.study, MOVES.parent)(connection) if one[1]}
    if parents - nodes:
        yield f"moves of studies behind nothing: {sorted(map(str, parents - nodes))[:3]}"


def unopened_tables(store: Store) -> list[str]:
    """List tables of running tournaments that were drawn and are not opened."""
    table = models.tournament_tables.c
    with store.engine.connect() as connection:
        return list(connection.scalars(select(table.match).where(table.status == "drawn")))
