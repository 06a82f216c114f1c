"""Leaderboards: people and bots of a game in one list, by what they are worth at least."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Float, Integer, bindparam, func, select, tuple_

from burgomaster.server import models
from burgomaster.server.bot_players import offered_bots
from burgomaster.server.people.profiles import Source, reading
from burgomaster.server.rating.numbers import ALL_TIME, bot_ratings, certain

PAGE = 50
HIGHEST = 1e9  # above everybody
MOST_COUNTED = 10_000  # places that are counted one by one


Row = Mapping[str, Any]
_RATED = models.ratings.c
PAGE_OF = (  # in the order of the index, read backwards
    select(models.ratings, models.accounts.c.name)
    .join(models.accounts, models.accounts.c.id == _RATED.account)
    .where(
        _RATED.season == bindparam("season"),
        _RATED.game == bindparam("game"),
        tuple_(_RATED.certain, _RATED.account)
        < tuple_(bindparam("worth", type_=Float), bindparam("last", type_=Integer)),
    )
    .order_by(_RATED.certain.desc(), _RATED.account.desc())
    .limit(bindparam("limit"))
)

OWN = (
    select(models.ratings)
    .where(_RATED.account == bindparam("account"), _RATED.season == bindparam("season"))
    .order_by(_RATED.game)
)


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

    def __init__(self, source: Source) -> None:
        self._source = source

    def page(
        self, season: str, game: str, after: Place = FIRST, limit: int = PAGE
    ) -> tuple[list[Leader], Place | None]:
        """List a page of people with the bots between them, and where the next page begins."""
        asked = {"season": season, "game": game, "limit": limit + 1}
        with reading(self._source) as connection:
            found = connection.execute(PAGE_OF, {**asked, "worth": after.certain, "last": after.account})
            rows = found.mappings().all()
        people = []
        for rank, row in enumerate(rows[:limit], start=after.rank + 1):
            numbers = (row["mu"], row["sigma"], row["games"], row["wins"])
            people.append(Leader(row["account"], row["name"], *numbers, rank))
        last = None
        if len(rows) > limit:
            last = Place(rows[limit - 1]["certain"], rows[limit - 1]["account"], after.rank + limit)
        return with_bots(people, game, after.certain, last.certain if last else -HIGHEST), last

    def ranks(self, rows: Sequence[Row]) -> list[int | None]:
        """Count the people up to somebody, them too, in several lists; None where there are too many."""
        if not rows:
            return []
        columns = [column for row in rows for column in rank_columns(row)]
        with reading(self._source) as connection:
            counts = [int(number) for number in connection.execute(select(*columns)).one()]
        pairs = zip(counts[::2], counts[1::2], strict=True)
        return [None if ahead >= MOST_COUNTED else ahead + beside + 1 for ahead, beside in pairs]

    def of(self, account: int, season: str = ALL_TIME) -> list[Mapping[str, Any]]:
        with reading(self._source) as connection:
            found = connection.execute(OWN, {"account": account, "season": season})
            return [dict(row) for row in found.mappings()]


def rank_columns(row: Row) -> tuple[Any, Any]:
    """Count who is ahead of somebody, up to a limit, and who is equal and listed before them."""
    table = models.ratings
    own = (table.c.season == row["season"], table.c.game == row["game"])
    ahead = select(table.c.account).where(*own, table.c.certain > row["certain"]).limit(MOST_COUNTED)
    equal = (table.c.certain == row["certain"], table.c.account > row["account"])
    first = select(func.count()).select_from(ahead.subquery()).scalar_subquery()
    return first, select(func.count()).where(*own, *equal).scalar_subquery()


def with_bots(people: list[Leader], game: str, below: float, above: float) -> list[Leader]:
    """Put the bots of a game between people, as far as they belong on the page."""
    bots = [
        Leader(None, name, found.mu, found.sigma, found.games, None, None)
        for name, found in bot_ratings(game).items()
        if name in offered_bots() and above <= certain(found.mu, found.sigma) < below
    ]
    return sorted([*people, *bots], key=lambda one: -certain(one.mu, one.sigma))
