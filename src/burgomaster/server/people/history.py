"""Reading results: somebody's games with filters, sums of them, and whom they played.

Pages are cut by the last row that was seen, not counted from the beginning: the thousandth is as quick as the
first. Others see only games that anybody could watch; one's own are all there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import CTE, ColumnElement, and_, bindparam, case, exists, func, select, tuple_, union_all

from burgomaster.server import models
from burgomaster.server.people.profiles import Source, reading
from burgomaster.server.rating.results import BOT, LEFT, PLAYED

PAGE = 20
MOST_CURVE = 120  # rated games that a curve shows
MOST_ACCURACIES = 120  # analysed games that charts show
MOST_LOOKED = 300  # games among which opponents are counted
OUTCOMES = ("won", "lost", "left", "rated")
Row = Mapping[str, Any]


class Cursor(NamedTuple):
    """The last row of the page before."""

    ended: float
    match: str

    def __str__(self) -> str:
        return f"{self.ended!r}~{self.match}"


@dataclass(frozen=True)
class Filters:
    """Which games somebody wants to see; "" and 0 mean any."""

    game: str = ""
    variant: str = ""
    players: int = 0
    opponent: str = ""  # account:…, bot:…
    outcome: str = ""  # one of OUTCOMES


def read_cursor(word: str | None) -> Cursor | None:
    """Read where a page begins; None, the first page, if that makes no sense."""
    ended, _, match = (word or "").partition("~")
    try:
        moment = float(ended)
    except ValueError:
        return None
    return Cursor(moment, match[:24]) if abs(moment) < 1e12 else None


class History:
    """The results of people. Its methods block: call them in a thread."""

    def __init__(self, source: Source) -> None:
        self._source = source

    def games(
        self, who: str, wanted: Filters, sees_all: bool, before: Cursor | None = None, limit: int = PAGE
    ) -> tuple[list[Row], Cursor | None]:
        """List games of somebody, the last first, and where the next page begins; None if there is none."""
        table = models.results
        query = select(table).where(table.c.who == who, *conditions(who, wanted, sees_all))
        if before is not None:
            query = query.where(tuple_(table.c.ended, table.c.match) < tuple_(before.ended, before.match))
        found = self._list(query.order_by(table.c.ended.desc(), table.c.match.desc()).limit(limit + 1))
        shown = found[:limit]
        more = Cursor(shown[-1]["ended"], shown[-1]["match"]) if len(found) > limit else None
        return shown, more

    def seats(self, matches: Sequence[str]) -> dict[str, list[Row]]:
        found: dict[str, list[Row]] = {match: [] for match in matches}
        for row in self._list(SEATS, {"matches": list(matches)}) if matches else ():
            found[row["match"]].append(row)
        return found

    def sums(self, who: str, sees_all: bool) -> list[Row]:
        return self._list(sums_query(sees_all), {"who": who})

    def opponents(self, who: str, sees_all: bool, limit: int = 8) -> list[Row]:
        """Count whom somebody met most among their last games, and how often each was better."""
        return self._list(opponents_query(sees_all), {"who": who, "limit": limit})

    def curves(self, who: str, games: Sequence[str]) -> dict[str, list[Row]]:
        """Read the ratings after somebody's last rated games, of each game the oldest first."""
        found = {game: list[Row]() for game in games}
        names = {f"game_{place}": game for place, game in enumerate(games)}
        for row in self._list(curves_query(len(games)), {"who": who, **names}) if games else ():
            found[row["game"]].append(row)
        return {game: sorted(rows, key=lambda row: row["ended"]) for game, rows in found.items()}

    def tallies(self, who: str, sees_all: bool) -> list[Row]:
        """Read what somebody bought and where their points came from, by game and whether all may see it."""
        table = models.tallies
        seen = [] if sees_all else [table.c.is_public.is_(True)]
        return self._list(select(table).where(table.c.who == who, *seen).order_by(table.c.game))

    def accuracies(self, who: str, sees_all: bool) -> list[Row]:
        """Read how accurate somebody's last analysed games were, the oldest first."""
        table = models.results
        query = select(table.c.game, table.c.ended, table.c.accuracy).where(models.ANALYSED)
        query = query.where(table.c.who == who, table.c.kind == PLAYED, *public(sees_all))
        return self._list(query.order_by(table.c.ended.desc()).limit(MOST_ACCURACIES))[::-1]

    def _list(self, query: Any, values: Mapping[str, Any] | None = None) -> list[Row]:
        with reading(self._source) as connection:
            found = connection.execute(query, values or {})
            names = list(found.keys())
            return [dict(zip(names, row, strict=True)) for row in found.all()]


# Queries that are always the same are put together once


SEATS = (
    select(models.results)
    .where(models.results.c.match.in_(bindparam("matches", expanding=True)))
    .order_by(models.results.c.match, models.results.c.seat)
)


@cache
def sums_query(sees_all: bool) -> Any:
    table = models.results
    kinds = (table.c.game, table.c.variant, table.c.players)
    query = select(
        *kinds,
        func.count().label("games"),
        func.sum(case((table.c.place == 0, 1), else_=0)).label("wins"),
        func.avg(table.c.score).label("average"),
        func.max(table.c.score).label("best"),
        func.avg(table.c.place + 1.0).label("place"),
        func.avg(table.c.accuracy).label("accuracy"),
    ).where(table.c.who == bindparam("who"), table.c.kind == PLAYED, *public(sees_all))
    return query.group_by(*kinds).order_by(*kinds)


@cache
def opponents_query(sees_all: bool) -> Any:
    """Count who sat at somebody's last games, and how often each was better."""
    table, other = models.results, models.results.alias()
    mine = (table.c.who == bindparam("who"), table.c.kind == PLAYED, table.c.players > 1)
    recent = select(table.c.match, table.c.seat, table.c.place).where(*mine, *public(sees_all))
    last = recent.order_by(table.c.ended.desc()).limit(MOST_LOOKED).subquery()
    return (
        select(
            other.c.who,
            func.max(other.c.name).label("name"),
            func.count().label("games"),
            func.sum(case((last.c.place < other.c.place, 1), else_=0)).label("better"),
            func.sum(case((last.c.place > other.c.place, 1), else_=0)).label("worse"),
        )
        .join(other, and_(other.c.match == last.c.match, other.c.seat != last.c.seat))
        .where(other.c.who != "", other.c.who.not_like("visitor:%"), other.c.kind == PLAYED)
        .group_by(other.c.who)
        .order_by(func.count().desc(), other.c.who)
        .limit(bindparam("limit"))
    )


@cache
def curves_query(n_games: int) -> Any:
    """Select the ratings after somebody's last rated games, of so many games."""
    table = models.results
    last = [
        select(table.c.game, table.c.ended, table.c.mu, table.c.sigma)
        .where(table.c.who == bindparam("who"), table.c.game == bindparam(f"game_{place}"))
        .where(table.c.mu.is_not(None))
        .order_by(table.c.ended.desc())
        .limit(MOST_CURVE)
        .subquery()
        for place in range(n_games)
    ]
    return union_all(*map(select, last))


def public(sees_all: bool) -> list[ColumnElement[bool]]:
    """Leave out what only its own people may see."""
    return [] if sees_all else [models.results.c.is_public.is_(True)]


def conditions(who: str, wanted: Filters, sees_all: bool) -> list[ColumnElement[bool]]:
    table, found = models.results, public(sees_all)
    if wanted.game:
        found.append(table.c.game == wanted.game)
    if wanted.variant:
        found.append(table.c.variant == wanted.variant)
    if wanted.players:
        found.append(table.c.players == wanted.players)
    if wanted.opponent:
        found.append(met(who, wanted.opponent))
    outcomes: dict[str, list[ColumnElement[bool]]] = {
        "won": [table.c.place == 0, table.c.kind == PLAYED],
        "lost": [table.c.place > 0, table.c.kind == PLAYED],
        "left": [table.c.kind == LEFT],
        "rated": [table.c.rated.is_(True)],
    }
    return found + outcomes.get(wanted.outcome, [])


def met(who: str, opponent: str) -> ColumnElement[bool]:
    """Write as a condition that somebody sat at the table, too.

    A person has far fewer games than all people together; a bot may be at every second table.
    """
    table, other = models.results, models.results.alias()
    if opponent.startswith(BOT):
        return exists().where(other.c.match == table.c.match, other.c.who == opponent)
    return table.c.match.in_(select(common_games(who, opponent).c.match))


def common_games(who: str, opponent: str) -> CTE:
    """Find the games of two people by the index of who played when, before any row is read.

    The busiest have thousands of games and few with each other.
    """
    one, other = models.results.alias(), models.results.alias()
    both = and_(other.c.match == one.c.match, other.c.who == opponent)
    found = select(one.c.match).join(other, both).where(one.c.who == who).cte("common_games")
    return found.prefix_with("MATERIALIZED", dialect="postgresql")
