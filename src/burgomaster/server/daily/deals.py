"""What is dealt on a day, to whom, and how it ended for everybody.

A deal of the day is a table like any other, but for its host: `deal:` and the day. The server's secret makes
the seed of a day and the name of a person's table, so nobody knows tomorrow's cards or has two tables. Days
are those of UTC. Nothing but the journal and the results of finished games is kept.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta

from sqlalchemy import Engine, exists, func, select

from burgomaster.core.registry import game_info
from burgomaster.core.rng import MAX_SEED
from burgomaster.core.table import load_game
from burgomaster.server import models
from burgomaster.server.match import Header
from burgomaster.server.match.journal import DEAL
from burgomaster.server.new_match import MATCH_BYTES, header_of
from burgomaster.server.rating.results import account_of
from burgomaster.server.security import Signer

# Whom one plays against on which day of the week: gentle on Monday, hard on Sunday
OPPONENTS = ("greedy", "search:1", "search:1", "search:2", "search:2", "search:3", "search:4")
PLAYERS = 2
PAST_DAYS = 7  # that are shown
MOST_ROWS = 50  # of a table of the day that are shown
MOST_STREAK = 400  # days that are looked back


@dataclass(frozen=True)
class Ending:
    """How the deal of a day ended for somebody."""

    match: str
    who: str
    name: str
    place: int  # how many were better at their table
    score: int
    margin: int  # ahead of the best of the others, or behind

    @property
    def is_guest(self) -> bool:
        return account_of(self.who) is None


def today(moment: float) -> date:
    return datetime.fromtimestamp(moment, UTC).date()


def read_day(text: str, now: float) -> date | None:
    """Read a day that can be shown: today or one of the last; None for any other."""
    try:
        day = date.fromisoformat(text) if text else today(now)
    except ValueError:
        return None
    return day if today(now) - timedelta(days=PAST_DAYS) <= day <= today(now) else None


def opponent_of(day: date) -> str:
    return OPPONENTS[day.weekday()]


def host_of(day: date) -> str:
    return f"{DEAL}{day.isoformat()}"


def table_name(signer: Signer, day: date, game: str, who: str) -> str:
    """Name the one table at which somebody plays the deal of a day; others cannot guess it."""
    digest = _digest(signer, f"table {day.isoformat()} {game} {who}")
    return base64.urlsafe_b64encode(digest[:MATCH_BYTES]).decode()


def header_on(signer: Signer, day: date, game: str, who: str, origin: str = "") -> Header:
    seed = int.from_bytes(_digest(signer, f"deal {day.isoformat()} {game}")) % MAX_SEED
    table = load_game(game, players=PLAYERS).new(seed=seed)
    made = header_of(table, host_of(day), origin=origin)
    return replace(made, match=table_name(signer, day, game, who))


def _digest(signer: Signer, text: str) -> bytes:
    """Make bytes that nobody can guess from a text and the server's secret."""
    return hashlib.sha256(signer.sign("deal", text).encode()).digest()


def is_dealt(game: str) -> bool:
    info = game_info(game)
    return info.players[0] <= PLAYERS <= info.players[-1]


# How it ended


def endings(engine: Engine, day: date, game: str) -> list[Ending]:
    """List how the deal of a day ended for everybody who played it to its end.

    Accounts come before guests, then the best first; of an account only the game that ended first counts.
    """
    table, results = models.matches, models.results
    others = select(func.max(results.c.score)).where(
        results.c.match == table.c.match, results.c.who.like("bot:%")
    )
    rival = others.correlate(table).scalar_subquery()
    query = (
        select(results.c.match, results.c.who, results.c.name, results.c.place, results.c.score, rival)
        .join(table, table.c.match == results.c.match)
        .where(table.c.host == host_of(day), table.c.game == game)
        .where(results.c.who.not_like("bot:%"), results.c.kind == "")  # people, without those who left
        .order_by(results.c.ended.desc())
    )
    with engine.connect() as connection:
        rows = connection.execute(query).all()
    found = {row.who: Ending(*row[:5], margin=row.score - int(row[5] or 0)) for row in rows}
    return sorted(
        found.values(), key=lambda one: (one.is_guest, one.place, -one.margin, -one.score, one.name)
    )


def own_tables(engine: Engine, day: date, whos: Sequence[str]) -> dict[str, str]:
    """List the tables by game at which a person has begun the deal of a day, under any of their names.

    What an account was promised by a guest is its own. Where there are two, that of the account counts, and
    of several the first.
    """
    table, held, promised = models.matches, models.holders, models.takeovers
    accounts = [number for number in map(account_of, whos) if number is not None]
    is_promised = exists().where(promised.c.match == table.c.match, promised.c.account.in_(accounts))
    query = (
        select(table.c.game, table.c.match, held.c.who, is_promised)
        .join(held, held.c.match == table.c.match)
        .where(table.c.host == host_of(day), held.c.who.in_(whos) | is_promised)
        .order_by(table.c.created.desc())
    )
    with engine.connect() as connection:
        rows = connection.execute(query).all()
    rows = sorted(rows, key=lambda row: row[3] or account_of(row.who) is not None)  # the last one stays
    return {row.game: row.match for row in rows}


def days_played(engine: Engine, whos: Sequence[str]) -> set[date]:
    table, results = models.matches, models.results
    query = (
        select(table.c.host)
        .join(results, results.c.match == table.c.match)
        .where(results.c.who.in_(whos), results.c.kind == "", table.c.host.like(f"{DEAL}%"))
        .distinct()
    )
    with engine.connect() as connection:
        return {date.fromisoformat(host.removeprefix(DEAL)) for host in connection.scalars(query)}


def streak(played: set[date], day: date) -> int:
    """Count the days in a row up to today, or up to yesterday while today's deal is not played."""
    last = day if day in played else day - timedelta(days=1)
    days = (last - timedelta(days=back) for back in range(MOST_STREAK))
    return next((n for n, one in enumerate(days) if one not in played), MOST_STREAK)
