"""The list of running games, the most interesting first, by a rule that anybody can check.

Points are given for people who play each other, how strong they are, how close it is, how far it is, how many
watch already, and whether something has happened just now. Everything it is told is what lists show to
everybody: the points of a game are those that a spectator sees.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
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

MOST_LOOKED_AT = 300  # of the last changed, among which the most interesting are chosen
MOST_SHOWN = 40
N_PICTURES = 6  # tables at the top that are shown with a picture
PEOPLE, ONE_MORE, ALONE = 30.0, 6.0, 4.0  # two people; each beyond them; one against the computer
STRONG, AVERAGE, MOST_STRONG = 25.0, 1500, 500  # at most, for so many points above the average
CLOSE, NEAR = 20.0, 0.35  # at most; the gap, of the leader's points, at which nothing is left
LATE, HALF_WAY = 15.0, 4  # at most; the round at which half of it is reached
WATCHED = 5.0  # for the first who watch, and for each doubling
LIVELY, CALM = 20.0, 600.0  # at most; seconds without a move after which nothing is left
CLOSE_GAP = 5  # points between the first two that are worth a word
STRONG_MEAN = 1600
LEAST_POINTS = 8  # of the leader, before "close" means anything

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Facts:
    """What is known of a running game by everybody."""

    people: int  # who play, without bots and those who left
    ratings: Sequence[int] = ()
    points: Sequence[int] = ()
    round_no: int = 1
    spectators: int = 0
    quiet: float = 0.0  # seconds since the last move


def facts_of(row: Mapping[str, Any], ratings: Sequence[int], spectators: int, at: float) -> Facts:
    summary = row["summary"]
    people = sum(
        bool(who) and not seat["bot"] for who, seat in zip(summary["who"], summary["seats"], strict=True)
    )
    points = tuple(summary.get("points") or ())
    return Facts(people, ratings, points, int(summary["round"]), spectators, max(0.0, at - row["changed"]))


def interest(facts: Facts) -> float:
    """Tell how worth watching a game is; a paused or deserted one gets little."""
    people = facts.people
    company = PEOPLE + ONE_MORE * (people - 2) if people > 1 else ALONE * people
    above = (mean(facts.ratings) - AVERAGE) / MOST_STRONG if facts.ratings else 0.0
    worth = company + STRONG * min(1.0, max(0.0, above)) + closeness(facts.points)
    worth += LATE * facts.round_no / (facts.round_no + HALF_WAY)
    worth += WATCHED * math.log2(1 + facts.spectators) + LIVELY * max(0.0, 1 - facts.quiet / CALM)
    return round(worth, 2)


def closeness(points: Sequence[int]) -> float:
    """Give points for a close game, once there are points to speak of."""
    gap = gap_of(points)
    if gap is None:
        return 0.0
    return CLOSE * max(0.0, 1 - gap / (NEAR * max(points)))


def gap_of(points: Sequence[int]) -> int | None:
    """Count the points between the first and the second; None where that says nothing yet."""
    if len(points) < 2 or max(points) < LEAST_POINTS:
        return None
    first, second = sorted(points, reverse=True)[:2]
    return first - second


def reasons_of(facts: Facts) -> list[tuple[str, int]]:
    """Name why a game is worth watching, as keys of texts with a number."""
    gap, strength = gap_of(facts.points), mean(facts.ratings) if facts.ratings else 0
    found = [("people", facts.people)] if facts.people > 1 else []
    if gap is not None and gap <= CLOSE_GAP:
        found.append(("close" if gap else "level", gap))
    if strength >= STRONG_MEAN:
        found.append(("strong", round(strength)))
    return found


# The list


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
