"""The list of running games, the most interesting first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Engine, select

from burgomaster.server import models
from burgomaster.server.auth import Visitor
from burgomaster.server.characters import seat_faces, seat_names
from burgomaster.server.rating.numbers import points_of
from burgomaster.server.rating.results import account_of
from burgomaster.server.steady_time import now
from burgomaster.server.store import LISTED, MOST_OF_HOST, Store
from burgomaster.server.store_engine import reader_of
from burgomaster.server.table_lists import WATCHED_SECONDS, chosen_faces, known_games, list_row
from burgomaster.server.watch.interest import Facts, facts_of, interest, reasons_of

MOST_LOOKED_AT = 300  # of the last changed, among which the most interesting are chosen
MOST_SHOWN = 40
N_PICTURES = 6  # tables at the top that are shown with a picture

Row = Mapping[str, Any]


def running(engine: Engine, since: float, game: str = "") -> list[Row]:
    """List the open tables that go on and have changed since a moment, the last changed first."""
    table = models.matches
    wanted: list[Any] = [
        models.UNFINISHED,
        table.c.status == "running",
        table.c.is_open.is_(True),
        table.c.changed >= since,
    ]
    if game:
        wanted.append(table.c.game == game)
    query = select(*LISTED).where(*wanted).order_by(table.c.changed.desc()).limit(MOST_LOOKED_AT)
    with reader_of(engine).connect() as connection:
        return [dict(row._mapping) for row in connection.execute(query)]


def ratings_of(engine: Engine, rows: Sequence[Row]) -> dict[tuple[str, int | None], int]:
    """Read the ratings of everybody who plays, by game and account."""
    accounts = {
        number for row in rows for who in row["summary"]["who"] if (number := account_of(who)) is not None
    }
    if not accounts:
        return {}
    table = models.ratings
    query = select(table.c.game, table.c.account, table.c.mu).where(
        table.c.season == "", table.c.account.in_(sorted(accounts))
    )
    with reader_of(engine).connect() as connection:
        return {(game, account): points_of(mu) for game, account, mu in connection.execute(query)}


def most_interesting(
    store: Store, spectators: Mapping[str, int], game: str = ""
) -> list[tuple[Row, Facts, float]]:
    """List running games with what is known of them, the most interesting first; nobody fills it alone."""
    at, found = now(), []
    rows = known_games(running(store.engine, at - WATCHED_SECONDS, game))
    known = ratings_of(store.engine, rows)
    for row in rows:
        players = [(row["game"], account_of(who)) for who in row["summary"]["who"]]
        ratings = [known[player] for player in players if player in known]
        facts = facts_of(row, ratings, spectators.get(row["match"], 0), at)
        found.append((row, facts, interest(facts)))
    found.sort(key=lambda one: (-one[2], -one[0]["changed"], one[0]["match"]))
    return fair(found)[:MOST_SHOWN]


def fair(found: Sequence[tuple[Row, Facts, float]]) -> list[tuple[Row, Facts, float]]:
    """Keep only a few tables of one host."""
    hosts: Counter[str] = Counter()
    kept = []
    for one in found:
        hosts[one[0]["host"]] += 1
        if hosts[one[0]["host"]] <= MOST_OF_HOST:
            kept.append(one)
    return kept


def watch_rows(
    store: Store, visitor: Visitor, spectators: Mapping[str, int], game: str = ""
) -> list[dict[str, Any]]:
    """Describe the list for a page."""
    found = most_interesting(store, spectators, game)
    chosen = chosen_faces(store, [row for row, _, _ in found])
    return [
        {
            **list_row(row, visitor, chosen),
            "sides": sides_of(row, facts, visitor.language, chosen),
            "spectators": facts.spectators,
            "reasons": reasons_of(facts),
            "has_picture": place < N_PICTURES,
        }
        for place, (row, facts, _) in enumerate(found)
    ]


def sides_of(row: Row, facts: Facts, language: str, chosen: Mapping[str, str]) -> list[dict[str, Any]]:
    """Describe who plays, with the points that everybody sees."""
    summary = row["summary"]
    names = seat_names(summary["seats"], language)
    faces = seat_faces(summary["seats"], summary["who"], chosen)
    return [
        {
            "name": name,
            "face": face,
            "points": facts.points[seat] if seat < len(facts.points) else None,
            "is_turn": summary["to_move"] == seat,
        }
        for seat, (name, face) in enumerate(zip(names, faces, strict=True))
    ]
