"""How quickly lobby, profiles, games and leaderboards answer where there are many people and games.

`--make` fills an empty store with accounts and finished games (bulk inserts, no journals), as active people
and seldom guests make them; then pages and JSON are asked for and the times printed:

    python -m bench.people --database sqlite:////tmp/people.db --make --accounts 100000 --games 1000000
    python -m bench.people --database sqlite:////tmp/people.db
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import httpx
import numpy as np
from sqlalchemy import Table, func, select
from tests.campaigns.servers import settings_for, start

from burgomaster.core.registry import game_info, game_names
from burgomaster.core.statistics import statistics_of
from burgomaster.server import models
from burgomaster.server.rating.numbers import ALL_TIME, certain, season_of
from burgomaster.server.security import hash_token
from burgomaster.server.store import Store

YEAR = 365 * 24 * 3600.0
BATCH = 20_000
SESSIONS = 200
BOTS = ("greedy", "search:1", "search:2", "search:3", "search:5")
BOT_SHARE, RATED_SHARE, OPEN_SHARE = 0.3, 0.4, 0.5
WAITING, RUNNING = 150, 600
TABLES = (
    models.accounts,
    models.sessions,
    models.matches,
    models.holders,
    models.results,
    models.tallies,
    models.ratings,
)
GOAL = 50.0  # milliseconds of 95 of 100 answers
SEED = 7
TALLIED = 5_000  # accounts with tallies: the busiest

Rows = Iterable[Sequence[Any]]


def main() -> None:
    """Make, or measure, or both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", required=True)
    parser.add_argument("--make", action="store_true")
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--requests", type=int, default=200)
    asked = parser.parse_args()
    if asked.make:
        make(asked.database, asked.accounts, asked.games)
    measure(asked.database, asked.requests)


# Making


def make(database: str, n_accounts: int, n_games: int) -> None:
    """Fill an empty store: rows first, indexes afterwards."""
    store, begun = Store(database), time.monotonic()
    indexes = [index for table in TABLES for index in table.indexes]
    for index in indexes:
        index.drop(store.engine)
    write(store, models.accounts, accounts(n_accounts))
    write(store, models.sessions, sessions(n_accounts))
    made = Games(n_accounts, n_games)
    write(store, models.matches, made.matches())
    write(store, models.holders, made.holders())
    write(store, models.results, made.results())
    write(store, models.tallies, tallies(n_accounts))
    write(store, models.ratings, made.ratings())
    for index in indexes:
        index.create(store.engine)
    with store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql("ANALYZE" if store.is_sqlite else "VACUUM ANALYZE")
    store.close()
    print(f"made {n_accounts:,} accounts and {n_games:,} games in {time.monotonic() - begun:.0f} s")


def write(store: Store, table: Table, rows: Rows) -> None:
    """Write rows in bulk, in the order of the table's columns."""
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    raw = store.engine.raw_connection()
    try:
        if store.is_sqlite:
            raw.cursor().execute("PRAGMA synchronous=OFF")
            raw.cursor().execute("PRAGMA foreign_keys=OFF")
            marks = ", ".join("?" * len(table.columns))
            for some in batches(rows):
                raw.cursor().executemany(f"INSERT INTO {table.name} ({columns}) VALUES ({marks})", some)
        else:
            with raw.cursor().copy(f"COPY {table.name} ({columns}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        raw.commit()
    finally:
        raw.close()
    print(table.name, flush=True)


def batches(rows: Rows) -> Iterator[list[Sequence[Any]]]:
    """Cut rows into pieces."""
    left = iter(rows)
    while some := list(islice(left, BATCH)):
        yield some


def accounts(number: int) -> Rows:
    """Make accounts: id, name, key, password, created."""
    for account in range(1, number + 1):
        yield account, f"Player {account}", f"player {account}", "-", time.time() - YEAR


def sessions(n_accounts: int) -> Rows:
    """Let some people be logged in: the busiest, and others; token, account, created."""
    chosen = random.Random(SEED)
    for place in range(SESSIONS):
        account = place + 1 if place < 5 else chosen.randint(1, n_accounts)
        yield hash_token(f"token {place}"), account, time.time()


def tallies(n_accounts: int) -> Rows:
    """Let the busy ones have bought something of everything: who, game, is public, games, sources, items."""
    known = {name: statistics_of(name) for name in game_names()}
    for game, statistic in known.items():
        assert statistic is not None
        sources = json.dumps({name: 900 + 7 * place for place, name in enumerate(statistic.sources)})
        items = json.dumps(
            {name: [place + 3, place + 2, place] for place, name in enumerate(statistic.items)}
        )
        for account in range(1, min(n_accounts, TALLIED) + 1):
            for is_public in (False, True):
                yield f"account:{account}", game, is_public, 40, sources, items


class Games:
    """Finished games of people of whom few play much and many play little."""

    def __init__(self, n_accounts: int, n_games: int) -> None:
        self.n_games = n_games
        dice = np.random.default_rng(SEED)
        weights = 1 / (np.arange(n_accounts) + 20.0) ** 0.8
        self.players = dice.choice([2, 2, 2, 3, 3, 4, 5], n_games).astype(np.int8)
        self.people = dice.choice(n_accounts, (n_games, 5), p=weights / weights.sum()).astype(np.int32) + 1
        self.is_bot = dice.random((n_games, 5)) < BOT_SHARE
        self.is_bot[:, 0] = False
        self.scores = dice.integers(20, 160, (n_games, 5)).astype(np.int16)
        self.is_rated = dice.random(n_games) < RATED_SHARE
        self.is_open = dice.random(n_games) < OPEN_SHARE
        self.ended = np.sort(time.time() - dice.random(n_games) * YEAR)
        self.mu = dice.normal(28, 5, n_games)
        self.kinds = [
            (
                name,
                info.variant_name(options),
                {n: info.read(n, dict(variant.options)) for n in variant.players},
            )
            for name in game_names()
            for info in [game_info(name)]
            for variant in info.variants
            for options in [info.read(variant.players[-1], dict(variant.options))]
        ]
        self.kinds = [kind for kind in self.kinds if {2, 3, 4} <= set(kind[2])]

    def kind(self, number: int) -> tuple[str, str, Any]:
        """Choose what a game was: its name, variant and options."""
        game, variant, options = self.kinds[number % len(self.kinds)]
        return game, variant, options.get(int(self.players[number]), options[4])

    def seats(self, number: int) -> list[tuple[str, str]]:
        """List who sat where, each with a name; nobody twice."""
        found: list[tuple[str, str]] = []
        for seat in range(min(self.players[number], self.kind(number)[2]["players"])):
            person = int(self.people[number, seat])
            who = (f"account:{person}", f"Player {person}")
            bot = BOTS[(number + seat) % len(BOTS)]
            found.append((f"bot:{bot}", bot) if self.is_bot[number, seat] or who in found else who)
        return found

    def matches(self) -> Rows:
        """Make the rows of matches; some wait and some are still played."""
        now = time.time()
        for number in range(self.n_games):
            yield self.match(number, f"g{number:07}", "over", float(self.ended[number]))
        for number in range(WAITING):
            yield self.match(number, f"w{number:07}", "waiting", now - number)
        for number in range(RUNNING):
            yield self.match(number, f"r{number:07}", "running", now - number)

    def match(self, number: int, name: str, status: str, changed: float) -> Sequence[Any]:
        """Make one of them."""
        game, _, options = self.kind(number)
        seats, is_over = self.seats(number), status == "over"
        if status == "waiting":
            seats[-1] = ("", "")
        shown = [seat_shown(who, called) for who, called in seats]
        scores = [int(self.scores[number, seat]) for seat in range(len(seats))]
        best = [seat for seat, score in enumerate(scores) if score == max(scores)]
        whos = [who if who.startswith("account") else "" for who, _ in seats]
        summary = {
            "seats": shown,
            "who": whos,
            "to_move": None if is_over else 0,
            "round": 3,
            "paused": False,
        }
        summary |= {"scores": scores if is_over else None, "winners": best if is_over else []}
        values = {
            "match": name,
            "game": game,
            "version": 1,
            "options": json.dumps(options),
            "seed": number,
            "setup": "{}",
            "clock": json.dumps({"kind": "none"}),
            "is_open": bool(self.is_open[number]) or not is_over,
            "imported": False,
            "host": seats[0][0],
            "created": changed - 3600,
            "origin": "",
            "rated": bool(self.is_rated[number]),
            "status": status,
            "changed": changed,
            "summary": json.dumps(summary),
            "seen": changed,
            "counted": is_over,
            "tallied": is_over,
            "stand_in": "",
            "analysed": is_over,
        }
        return [values[column.name] for column in models.matches.columns]

    def holders(self) -> Rows:
        """Make the rows of who has to do with a match: match, who, ended."""
        for number in range(self.n_games):
            for who, _ in self.seats(number):
                if who.startswith("account"):
                    yield f"g{number:07}", who, float(self.ended[number])
        for number in range(RUNNING):
            for who, _ in self.seats(number):
                if who.startswith("account"):
                    yield f"r{number:07}", who, 0.0

    def results(self) -> Rows:
        """Make the rows of results, in the order of the columns."""
        for number in range(self.n_games):
            game, variant, options = self.kind(number)
            seats, rated = self.seats(number), bool(self.is_rated[number])
            scores = [int(self.scores[number, seat]) for seat in range(len(seats))]
            for seat, (who, name) in enumerate(seats):
                mu = float(self.mu[number]) if rated and who.startswith("account") else None
                yield (
                    f"g{number:07}",
                    seat,
                    game,
                    variant,
                    options["players"],
                    who,
                    name,
                    scores[seat],
                    sum(score > scores[seat] for score in scores),
                    "",
                    float(self.ended[number]),
                    bool(self.is_open[number]) or rated,
                    rated,
                    mu,
                    None if mu is None else 2.0,
                    80.0 if number % 10 == 0 else None,
                    True,
                    "",
                )

    def ratings(self) -> Rows:
        """Make the rows of ratings, of all time and of this season; everybody has played something rated."""
        dice = np.random.default_rng(SEED + 1)
        now = time.time()
        for season in (ALL_TIME, season_of(now)):
            for game in game_names():
                for account in np.unique(self.people[:, :2]):
                    mu, sigma = float(dice.normal(28, 6)), float(dice.uniform(1, 8))
                    yield season, game, int(account), mu, sigma, certain(mu, sigma), 10, 4, now


def seat_shown(who: str, name: str) -> dict[str, Any]:
    """Describe a seat as lists have it."""
    bot = who.removeprefix("bot:") if who.startswith("bot:") else None
    return {"name": name, "bot": bot, "free": not who, "left": False}


# Measuring


def measure(database: str, n_requests: int) -> None:
    """Ask a server that runs in this process for every kind of page, and print how long it takes."""
    store = Store(database)
    with store.engine.connect() as connection:
        n_accounts = int(connection.scalar(select(func.count()).select_from(models.accounts)) or 0)
        n_games = connection.scalar(select(func.count()).select_from(models.results)) or 0
        busiest = busiest_of(connection)
    store.close()
    print(f"{database.partition(':')[0]}: {n_accounts:,} accounts, {n_games:,} results")
    print(f"the busiest account has {busiest} games")
    running = start(settings_for(database))
    wait_until_calm()
    try:
        for name, path in kinds(n_accounts).items():
            report(name, *ask(running.url, path, n_requests))
    finally:
        running.stop()


def wait_until_calm() -> None:
    """Wait until the server has done what it does after a start."""
    while True:
        before = time.process_time()
        time.sleep(1.0)
        if time.process_time() - before < 0.1:
            return


def busiest_of(connection: Any) -> int:
    """Count the games of who has most: the first account, as they are made."""
    table = models.results
    return int(connection.scalar(select(func.count()).where(table.c.who == "account:1")) or 0)


def kinds(n_accounts: int) -> dict[str, Callable[[random.Random], str]]:
    """List what is asked for; the first accounts are the busiest."""
    games = game_names()

    def anybody(dice: random.Random) -> int:
        return dice.randint(1, n_accounts)

    def busy(dice: random.Random) -> int:
        return dice.randint(1, 20)

    return {
        "lobby": lambda dice: "/",
        "profile": lambda dice: f"/people/{anybody(dice)}",
        "profile, the 20 busiest": lambda dice: f"/people/{busy(dice)}",
        "games": lambda dice: f"/people/{anybody(dice)}/games",
        "games, the 20 busiest": lambda dice: f"/people/{busy(dice)}/games",
        "games, filtered": lambda dice: f"/people/{busy(dice)}/games?game={dice.choice(games)}&outcome=won",
        "games, far back": lambda dice: f"/people/{busy(dice)}/games?before={time.time() - YEAR / 2}~g",
        "games against somebody": lambda dice: f"/people/{busy(dice)}/games?opponent=account:{busy(dice)}",
        "leaderboard": lambda dice: f"/leaders/{dice.choice(games)}",
        "leaderboard, far down": lambda dice: (
            f"/leaders/{dice.choice(games)}?after={dice.uniform(0, 20)}~1~9"
        ),
        "leaderboard, season": lambda dice: f"/leaders/{dice.choice(games)}?season={season_of(time.time())}",
        "JSON: profile": lambda dice: f"/api/people/{anybody(dice)}",
        "JSON: games": lambda dice: f"/api/people/{busy(dice)}/games",
        "JSON: leaderboard": lambda dice: f"/api/leaders/{dice.choice(games)}",
        "JSON: tables": lambda dice: "/api/tables",
    }


def ask(url: str, path: Callable[[random.Random], str], number: int) -> tuple[list[float], list[float]]:
    """Ask again and again, as people who are logged in; milliseconds of each answer, and of the processor."""
    dice, found, worked = random.Random(SEED), list[float](), list[float]()
    with httpx.Client(base_url=url, timeout=60) as client:
        for place in range(number + 5):
            client.cookies.set("bm_session", f"token {place % SESSIONS}")
            begun, busy = time.perf_counter(), time.process_time()
            answer = client.get(path(dice))
            found.append(1000 * (time.perf_counter() - begun))
            worked.append(1000 * (time.process_time() - busy))
            assert answer.status_code == 200, (path(dice), answer.status_code, answer.text[:300])
    return found[5:], worked[5:]


def report(name: str, times: Sequence[float], worked: Sequence[float]) -> None:
    """Print how long answers took, and how long the processor worked for them in this process."""
    most = later(times)
    mark = "" if most < GOAL else "  <-- too slow"
    print(
        f"{name:26} median {statistics.median(times):6.1f}  95% {most:6.1f} ms   "
        f"processor: median {statistics.median(worked):5.1f}  95% {later(worked):5.1f} ms{mark}",
        flush=True,
    )


def later(times: Sequence[float]) -> float:
    """Find what 95 of 100 answers did not take longer than."""
    return sorted(times)[int(0.95 * len(times))]


if __name__ == "__main__":
    main()
