"""Leaderboards: people and bots of a game in one list, by what they are worth at least."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import Engine, and_, func, or_, select

from burgomaster.server import models
from burgomaster.server.bot_players import offered_bots
from burgomaster.server.rating.bot_ratings import bot_ratings
from burgomaster.server.rating.numbers import certain
from burgomaster.server.rating.seasons import ALL_TIME

PAGE = 50
MOST_SEASONS = 8
HIGHEST = 1e9  # above everybody
MOST_COUNTED = 10_000  # places that are counted one by one


class Place(NamedTuple):
    """The last row of the page before."""

    certain: float
    account: int
    rank: int = 0

    def __str__(self) -> str:
        return f"{self.certain!r}~{self.account}~{self.rank}"


FIRST = Place(HIGHEST, 0)


class Leader(NamedTuple):
    """Somebody in the list: an account, or a bot that is named by its description."""

    account: int | None
    name: str
    mu: float
    sigma: float
    games: int
    wins: int | None  # nobody counts those of bots
    rank: int | None  # among people


def read_place(word: str | None) -> Place:
    """Read where a page begins, the first one if that makes no sense."""
    try:
        worth, account, rank = (word or "").split("~")
        place = Place(float(worth), int(account), int(rank))
    except ValueError:
        return FIRST
    are_small = 0 <= place.account < 2**31 and 0 <= place.rank < 2**31
    return place if abs(place.certain) <= HIGHEST and are_small else FIRST


class Leaders:
    """Lists of ratings. Its methods block: call them in a thread."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def page(
        self, season: str, game: str, after: Place = FIRST, limit: int = PAGE
    ) -> tuple[list[Leader], Place | None]:
        """List a page of people with the bots between them, and where the next page begins."""
        table, names = models.ratings, models.accounts
        behind = or_(
            table.c.certain < after.certain,
            and_(table.c.certain == after.certain, table.c.account > after.account),
        )
        query = (
            select(table, names.c.name)
            .join(names, names.c.id == table.c.account)
            .where(table.c.season == season, table.c.game == game, table.c.certain <= after.certain, behind)
            .order_by(table.c.certain.desc(), table.c.account)
            .limit(limit + 1)
        )
        with self._engine.connect() as connection:
            rows = connection.execute(query).mappings().all()
        people = [leader_of(row, after.rank + place) for place, row in enumerate(rows[:limit], start=1)]
        last = None
        if len(rows) > limit:
            last = Place(rows[limit - 1]["certain"], rows[limit - 1]["account"], after.rank + limit)
        return with_bots(people, game, after.certain, last.certain if last else -HIGHEST), last

    def rank(self, row: Mapping[str, Any]) -> int | None:
        """Count the people up to somebody, them too; None where there are too many to be counted."""
        table = models.ratings
        own = (table.c.season == row["season"], table.c.game == row["game"])
        ahead = select(table.c.account).where(*own, table.c.certain > row["certain"])
        equal = (table.c.certain == row["certain"], table.c.account < row["account"])
        with self._engine.connect() as connection:
            some = ahead.limit(MOST_COUNTED).subquery()
            before = int(connection.scalar(select(func.count()).select_from(some)) or 0)
            if before >= MOST_COUNTED:
                return None
            beside = connection.scalar(select(func.count()).where(*own, *equal)) or 0
        return before + int(beside) + 1

    def of(self, account: int, season: str = ALL_TIME) -> list[Mapping[str, Any]]:
        """Read all ratings of an account in a season."""
        table = models.ratings
        query = select(table).where(table.c.account == account, table.c.season == season)
        with self._engine.connect() as connection:
            return [dict(row) for row in connection.execute(query.order_by(table.c.game)).mappings()]

    def seasons(self, game: str, candidates: list[str]) -> list[str]:
        """List those of some seasons in which somebody was rated."""
        table = models.ratings
        found = []
        with self._engine.connect() as connection:
            for season in candidates[:MOST_SEASONS]:
                query = select(table.c.account).where(table.c.season == season, table.c.game == game)
                if connection.execute(query.limit(1)).first() is not None:
                    found.append(season)
        return found


def leader_of(row: Any, rank: int) -> Leader:
    """Describe a person of the list."""
    numbers = (row["mu"], row["sigma"], row["games"], row["wins"])
    return Leader(row["account"], row["name"], *numbers, rank)


def with_bots(people: list[Leader], game: str, below: float, above: float) -> list[Leader]:
    """Put the bots of a game between people, as far as they belong on the page."""
    bots = [
        Leader(None, name, found.mu, found.sigma, found.games, None, None)
        for name, found in bot_ratings(game).items()
        if name in offered_bots() and above <= certain(found.mu, found.sigma) < below
    ]
    return sorted([*people, *bots], key=lambda one: -certain(one.mu, one.sigma))
