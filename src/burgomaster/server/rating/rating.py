"""Ratings: what a finished rated game changes, in the transaction that ends it, so exactly once.

Everybody has two numbers in a game, of all time and of the season. Bots stand in the same pool, with numbers
that do not change. The notes of results (`rating_notes`) say who is rated against whom, and games against the
same person count less and less (`weight`). Accounts are locked in the order of their numbers, so that two
games of the same people that end at the same moment wait for each other and never deadlock.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, text, update

from burgomaster.server import models
from burgomaster.server.rating.numbers import (
    ALL_TIME,
    BETA,
    CENTRE,
    DEVIATION,
    bot_ratings,
    certain,
    season_of,
)
from burgomaster.server.rating.results import ALONE, BOT, EARLY, TALLY, Row, account_of, add_tallies

BATCH = 2000
REPEAT_SECONDS = 30 * 24 * 3600  # in which games against the same person are counted
FULL_GAMES = 5  # of them count in full, as many half, as many a quarter, and so on
Meetings = Mapping[tuple[str, str], int]  # how often two people were rated against each other lately
ENDED = ("over", "cancelled")
GONE = -1.0  # in the place of when it ended: who held it has deleted their account, and was forgotten there
END_HOLDINGS = (
    update(models.holders)
    .where(models.holders.c.match == bindparam("name"), models.holders.c.ended != GONE)
    .values(ended=bindparam("at"))
)
_CHANGED = select(models.matches.c.changed).where(models.matches.c.match == models.holders.c.match)
_OVER = select(models.matches.c.match).where(models.matches.c.status.in_(ENDED))
END_OLD_HOLDINGS = (  # of stores and backups from before they said so
    update(models.holders)
    .where(models.holders.c.ended == 0, models.holders.c.match.in_(_OVER))
    .values(ended=_CHANGED.scalar_subquery())
)
MARK_COUNTED = (
    update(models.matches)
    .where(models.matches.c.match == bindparam("name"))
    .values(counted=True, tallied=True)
)
IS_COUNTED = select(models.matches.c.counted).where(models.matches.c.match == bindparam("name"))
IS_TALLIED = select(models.matches.c.tallied).where(models.matches.c.match == bindparam("name"))


class Strength(NamedTuple):
    mu: float = CENTRE
    sigma: float = DEVIATION
    games: int = 0
    wins: int = 0


UNKNOWN = Strength()


@cache
def model() -> Any:
    from openskill.models import PlackettLuce  # late: half of its import is of no use here

    return PlackettLuce(mu=CENTRE, sigma=DEVIATION, beta=BETA)


def rerate(strengths: Sequence[Strength], places: Sequence[int]) -> list[Strength]:
    """Compute what a result makes of everybody's strength; equal places are shared."""
    teams = [[model().rating(mu=one.mu, sigma=one.sigma)] for one in strengths]
    rated = model().rate(teams, ranks=[float(place) for place in places])
    return [
        Strength(new[0].mu, new[0].sigma, old.games + 1, old.wins + (place == 0))
        for old, new, place in zip(strengths, rated, places, strict=True)
    ]


def strength_of(row: Row, known: Mapping[int, Strength]) -> Strength:
    account = account_of(row["who"])
    if account is not None:
        return known.get(account, UNKNOWN)
    bot = bot_ratings(row["game"]).get(str(row["who"]).removeprefix(BOT))
    return UNKNOWN if bot is None else Strength(bot.mu, bot.sigma)


def is_ratable(rows: Sequence[Row]) -> bool:
    """Tell whether a game can be rated: at least two, everybody an account or a bot that was measured."""
    known = bot_ratings(rows[0]["game"]) if rows else {}
    whos = [str(row["who"]) for row in rows]
    people = [who for who in whos if account_of(who) is not None]
    are_known = all(who in people or who.removeprefix(BOT) in known for who in whos)
    return len(rows) > 1 and bool(people) and are_known and len(set(people)) == len(people)


def rerate_game(rows: Sequence[Row], known: Mapping[int, Strength], met: Meetings) -> dict[int, Strength]:
    """Compute by seat what a game makes of the strengths of its people and bots."""
    full = [row for row in rows if row["rating_note"] == ""]
    stayed = [row for row in rows if row["rating_note"] in ("", ALONE)]
    pools = [(full, full), *(([row], [*stayed, row]) for row in rows if row["rating_note"] == EARLY)]
    found: dict[int, Strength] = {}
    for rated, pool in pools:
        if len(pool) < 2:
            continue
        before = [strength_of(row, known) for row in pool]
        after = rerate(before, [row["place"] for row in pool])
        for row, old, new in zip(pool, before, after, strict=True):
            if row in rated:
                share = weight(row, pool, met)
                mu, sigma = old.mu + share * (new.mu - old.mu), old.sigma + share * (new.sigma - old.sigma)
                found[row["seat"]] = new._replace(mu=mu, sigma=sigma)
    return found


def weight(row: Row, pool: Sequence[Row], met: Meetings) -> float:
    """Say how much a game counts for a seat: the mean over its opponents, of whom bots count in full."""
    others = [other["who"] for other in pool if other is not row]
    return sum(0.5 ** (met.get((row["who"], who), 0) // FULL_GAMES) for who in others) / len(others)


# In the transaction that ends a game


def rate_game(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Change the ratings of the people of a game, and write into its rows what they are now."""
    if not rows or not rows[0]["rated"] or not is_ratable(rows):
        return
    # the accounts that still exist, locked in the order of their numbers
    numbers = {number for row in rows if (number := account_of(row["who"])) is not None}
    table = models.accounts
    query = select(table.c.id, table.c.name).where(table.c.id.in_(numbers)).order_by(table.c.id)
    living = {row.id for row in connection.execute(query.with_for_update()) if row.name}
    met = read_meetings(connection, rows)
    for season in (season_of(rows[0]["ended"]), ALL_TIME):
        known = read_strengths(connection, season, rows[0]["game"], living)
        after = rerate_game(rows, known, met)
        for row in rows:
            account, strength = account_of(row["who"]), after.get(row["seat"])
            if account in living and strength is not None:
                assert account is not None
                keep_strength(connection, (season, row["game"], account), strength, row["ended"])
                row |= {"mu": strength.mu, "sigma": strength.sigma}


def read_meetings(connection: Connection, rows: Sequence[Row]) -> Meetings:
    """Count how often the people of a game were rated against each other lately."""
    whos = [row["who"] for row in rows if account_of(row["who"]) is not None]
    if len(whos) < 2:
        return {}
    one, other = models.results.alias(), models.results.alias()
    since = rows[0]["ended"] - REPEAT_SECONDS
    query = (
        select(one.c.who, other.c.who, func.count())
        .join(other, and_(other.c.match == one.c.match, other.c.seat != one.c.seat))
        .where(one.c.who.in_(whos), one.c.game == rows[0]["game"], one.c.ended > since)
        .where(one.c.mu.is_not(None), other.c.who.in_(whos), other.c.mu.is_not(None))
        .group_by(one.c.who, other.c.who)
    )
    return {(who, met): number for who, met, number in connection.execute(query)}


def read_strengths(
    connection: Connection, season: str, game: str, accounts: Iterable[int]
) -> dict[int, Strength]:
    table = models.ratings
    query = select(table).where(
        table.c.season == season, table.c.game == game, table.c.account.in_(list(accounts))
    )
    return {
        row.account: Strength(row.mu, row.sigma, row.games, row.wins) for row in connection.execute(query)
    }


def keep_strength(
    connection: Connection, key: tuple[str, str, int], strength: Strength, changed: float
) -> None:
    table, (season, game, account) = models.ratings, key
    values = {**strength._asdict(), "certain": certain(strength.mu, strength.sigma), "changed": changed}
    own = (table.c.season == season, table.c.game == game, table.c.account == account)
    if connection.execute(update(table).where(*own).values(values)).rowcount == 0:
        connection.execute(insert(table).values(season=season, game=game, account=account, **values))


# All of them again


def recompute(connection: Connection) -> int:
    """Compute all ratings again from the results, in the order in which games ended; how many were rated."""
    if connection.dialect.name == "postgresql":  # no game ends meanwhile
        connection.execute(text("LOCK TABLE results, ratings IN EXCLUSIVE MODE"))
    connection.execute(delete(models.ratings))
    living = set(connection.scalars(select(models.accounts.c.id).where(models.accounts.c.name != "")))
    pools: dict[tuple[str, str], dict[int, Strength]] = {}
    changed: dict[tuple[str, str, int], float] = {}
    recent: deque[tuple[float, str, str, str]] = deque()  # ended, game, two people
    met: Counter[tuple[str, str, str]] = Counter()
    n_games = 0
    for rows in rated_games(connection):
        if not is_ratable(rows):
            continue
        n_games += 1
        ended, game = rows[0]["ended"], rows[0]["game"]
        while recent and recent[0][0] <= ended - REPEAT_SECONDS:
            met[recent.popleft()[1:]] -= 1
        whos = [row["who"] for row in rows if account_of(row["who"]) is not None]
        lately = {pair: met[game, *pair] for pair in permutations(whos, 2)}
        for season in (season_of(ended), ALL_TIME):
            rated = replay_game(connection, rows, season, pools, changed, living, lately)
        for pair in permutations(rated, 2):
            recent.append((ended, game, *pair))
            met[game, *pair] += 1
    keep_all(connection, pools, changed)
    return n_games


def rated_games(connection: Connection) -> Iterable[list[Row]]:
    """Go through the rated games in the order in which they ended, some in memory at a time."""
    table = models.results
    last: tuple[float, str] = (float("-inf"), "")
    while True:
        after = (table.c.ended > last[0]) | ((table.c.ended == last[0]) & (table.c.match > last[1]))
        query = select(table).where(table.c.rated, after).order_by(table.c.ended, table.c.match, table.c.seat)
        found = [dict(row) for row in connection.execute(query.limit(BATCH)).mappings()]
        if not found:
            return
        names = list(dict.fromkeys(row["match"] for row in found))
        whole = names if len(found) < BATCH or len(names) == 1 else names[:-1]  # the last may be cut
        for name in whole:
            yield [row for row in found if row["match"] == name]
        last = next((row["ended"], row["match"]) for row in reversed(found) if row["match"] == whole[-1])


def replay_game(
    connection: Connection,
    rows: Sequence[Row],
    season: str,
    pools: dict[tuple[str, str], dict[int, Strength]],
    changed: dict[tuple[str, str, int], float],
    living: set[int],
    met: Meetings,
) -> list[str]:
    """Rate one game again, in one season; list the people who were rated."""
    game, table = rows[0]["game"], models.results
    known = pools.setdefault((season, game), {})
    after, rated = rerate_game(rows, known, met), list[str]()
    for row in rows:
        account, strength = account_of(row["who"]), after.get(row["seat"])
        if account is not None and account in living and strength is not None:
            rated.append(row["who"])
            known[account] = strength
            changed[season, game, account] = row["ended"]
            if season == ALL_TIME and (row["mu"], row["sigma"]) != (strength.mu, strength.sigma):
                own = (table.c.match == row["match"], table.c.seat == row["seat"])
                connection.execute(update(table).where(*own).values(mu=strength.mu, sigma=strength.sigma))
    return rated


def keep_all(
    connection: Connection,
    pools: Mapping[tuple[str, str], Mapping[int, Strength]],
    changed: Mapping[tuple[str, str, int], float],
) -> None:
    rows = [
        {
            "season": season,
            "game": game,
            "account": account,
            **strength._asdict(),
            "certain": certain(strength.mu, strength.sigma),
            "changed": changed[season, game, account],
        }
        for (season, game), known in pools.items()
        for account, strength in known.items()
    ]
    for first in range(0, len(rows), BATCH):
        connection.execute(insert(models.ratings), rows[first : first + BATCH])


# Writing down how a game ended, in the transaction that ends it


def end_match(
    connection: Connection, match: str, status: str, at: float, results: Sequence[dict[str, Any]]
) -> None:
    """Note that a match is over, with its results if they are not written yet; else nothing is done."""
    if status in ENDED:
        connection.execute(END_HOLDINGS, {"name": match, "at": at})
    if results:
        keep_results(connection, match, results)


def keep_results(connection: Connection, match: str, results: Sequence[dict[str, Any]]) -> None:
    """Write the results of a game, and rate it; tallies are added to once only."""
    rate_game(connection, results)
    columns = [{name: value for name, value in row.items() if name != TALLY} for row in results]
    connection.execute(insert(models.results), columns)
    keep_tallies(connection, match, results)


def keep_tallies(connection: Connection, match: str, results: Sequence[dict[str, Any]]) -> None:
    """Add the results of a game to the tallies of its people, unless that was done."""
    query = IS_TALLIED.with_for_update()
    if not connection.scalar(query, {"name": match}):
        add_tallies(connection, results)
    connection.execute(MARK_COUNTED, {"name": match})
