"""What tables and tournaments have to do with each other: how a game counts, and where somebody plays.

Stands below `tournaments`, because the store needs it and they need the store.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, and_, bindparam, select, update

from burgomaster.server import models
from burgomaster.server.rating.results import LEFT

DRAWN, RUNNING = "drawn", "running"  # a table that is not counted yet: it has a name, it was opened
OVER, TIME, SET, VOID, BYE = "over", "time", "set", "void", "bye"
OPEN = (DRAWN, RUNNING)
_TABLES = models.tournament_tables
KEEP = (
    update(_TABLES)
    .where(_TABLES.c.match == bindparam("name"), _TABLES.c.status.in_(OPEN))
    .values(status=bindparam("how"), outcome=bindparam("found"), ended=bindparam("at"))
)
TITLE = (
    select(models.tournaments.c.title, _TABLES.c.round)
    .join(_TABLES, _TABLES.c.tournament == models.tournaments.c.tournament)
    .where(_TABLES.c.match == bindparam("name"))
)


def keep_outcome(connection: Connection, match: str, at: float, results: Sequence[Mapping[str, Any]]) -> None:
    """Note how a table of a tournament ended; nothing is done for other games, or if it counts already."""
    if results:
        keep(connection, match, OVER, outcome_of(results), at)


def keep(connection: Connection, match: str, how: str, found: Mapping[str, Any], at: float) -> bool:
    """Note how a table counts that was not counted yet; tell whether it was noted."""
    values = {"name": match, "how": how, "found": dict(found), "at": at}
    return bool(connection.execute(KEEP, values).rowcount)


def outcome_of(results: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    rows = sorted(results, key=lambda row: row["seat"])
    return {
        "places": [row["place"] for row in rows],
        "scores": [row["score"] for row in rows],
        "left": [row["kind"] == LEFT for row in rows],
    }


def round_of_table(engine: Engine, match: str) -> tuple[str, int]:
    """Name the tournament of a table and its round; nothing where it belongs to none."""
    with engine.connect() as connection:
        row = connection.execute(TITLE, {"name": match}).first()
    return ("", 0) if row is None else (str(row.title), int(row.round))


def own_tournaments(engine: Engine, whos: Sequence[str]) -> list[dict[str, Any]]:
    """List the tournaments that somebody takes part in: where they play now, or that they wait."""
    cups, entrants = models.tournaments, models.entrants
    mine = and_(entrants.c.tournament == cups.c.tournament, entrants.c.who.in_(whos))
    newest = and_(_TABLES.c.tournament == cups.c.tournament, _TABLES.c.round == cups.c.round)
    query = (
        select(cups.c.tournament, cups.c.title, cups.c.status, cups.c.round, entrants.c.number)
        .add_columns(entrants.c.state, _TABLES.c.match, _TABLES.c.seats, _TABLES.c.status.label("how"))
        .join(entrants, mine)
        .join(_TABLES, newest, isouter=True)
        .where(cups.c.status.in_(("entering", "running")))
        .order_by(cups.c.changed.desc())
    )
    found: dict[str, dict[str, Any]] = {}
    with engine.connect() as connection:
        rows = [dict(row) for row in connection.execute(query).mappings()]
    for row in rows:
        names = ("tournament", "title", "status", "round", "state")
        shown = found.setdefault(row["tournament"], {name: row[name] for name in names} | {"table": ""})
        if row["match"] and row["number"] in row["seats"] and row["how"] in OPEN:
            shown["table"] = row["match"]
    return [row for row in found.values() if row["state"] == "in"]
