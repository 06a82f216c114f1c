"""Results of a finished game: a row for each seat, enough to list and count without its journal; and tallies.

Of an uploaded record and of a lesson nothing is counted. `kind` says which rows statistics leave out: of
people who had left when the game ended (`left`), or who shared a device (`device`).

A tally sums up what an account buys and where its points come from, over all games of one kind: a profile
reads a few rows, however much somebody has played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from burgomaster.core import python_api
from burgomaster.core.registry import game_info
from burgomaster.core.statistics import statistics_of
from burgomaster.core.table import Table
from burgomaster.server import models
from burgomaster.server.match import Match
from burgomaster.web.lessons import LESSON_BOT

TALLY = "tally"  # the key of a result that is not a column of results
ACCOUNT = "account:"
Row = Mapping[str, Any]
PLAYED, LEFT, DEVICE = "", "left", "device"
BOT = "bot:"
MOST_VARIANT = 120
LEAST_MOVES = 5  # of a player's own, before others gain anything from their leaving
# why a rated game does not count in full: `origin`: another account at the table has the same address, so
# neither is rated; `early`: left before LEAST_MOVES, which counts as a loss, but for nobody as a win;
# `alone`: nobody is left to be rated against
ORIGIN, EARLY, ALONE = "origin", "early", "alone"


def tally_of(table: Table, seat: int) -> dict[str, Any] | None:
    """Count what a seat bought and where its points came from; None of a game that does not say."""
    statistics = statistics_of(table.game.name)
    if statistics is None:
        return None
    events = table.events()
    sources: Counter[str] = Counter()
    for one in statistics.earned(events, table.game.n_seats):
        if one.seat == seat:
            sources[one.source] += one.points
    bought = Counter(statistics.items[item] for who, item in statistics.items_of(events) if who == seat)
    return {"sources": dict(sources), "items": dict(bought)}


def add_tallies(connection: Connection, results: Sequence[Row]) -> None:
    """Add the results of a game to the sums of those who still have an account.

    Rows are locked in the order of their names: of two games that end at once, one waits for the other.
    """
    counted = [row for row in results if row.get(TALLY) and row["kind"] == ""]
    numbers = [number for row in counted if (number := account_of(row["who"])) is not None]
    accounts, table = models.accounts, models.tallies
    living = select(accounts.c.id).where(accounts.c.id.in_(numbers), accounts.c.name != "")
    there = {f"{ACCOUNT}{number}" for number in connection.scalars(living)} if numbers else set()
    make = sqlite_insert if connection.dialect.name == "sqlite" else postgresql_insert
    for row in sorted((row for row in counted if row["who"] in there), key=lambda row: str(row["who"])):
        key = {name: row[name] for name in ("who", "game", "is_public")}
        empty = make(table).values(**key, games=0, sources={}, items={})
        connection.execute(empty.on_conflict_do_nothing())
        own = [table.c[name] == value for name, value in key.items()]
        known = connection.execute(select(table).where(*own).with_for_update()).mappings().one()
        values = {
            "games": known["games"] + 1,
            "sources": sums_of(known["sources"], row[TALLY]["sources"]),
            "items": items_of(known["items"], row[TALLY]["items"], row["place"] == 0),
        }
        connection.execute(update(table).where(*own).values(**values))


def sums_of(known: Mapping[str, int], new: Mapping[str, int]) -> dict[str, int]:
    return {name: known.get(name, 0) + new.get(name, 0) for name in {**known, **new}}


def items_of(
    known: Mapping[str, Sequence[int]], new: Mapping[str, int], is_won: bool
) -> dict[str, list[int]]:
    """Add up what was bought: how often, in how many games, and in how many that were won."""
    found = {name: list(numbers) for name, numbers in known.items()}
    for name, times in new.items():
        bought, games, wins = found.get(name, (0, 0, 0))
        found[name] = [bought + times, games + 1, wins + is_won]
    return found


# Results


def results_of(match: Match) -> list[dict[str, Any]]:
    """Write down how a game ended; nothing if it is not over, or does not count.

    What a seat bought is with it for `keep_results`, and no column.
    """
    if not match.is_over or not counts(match):
        return []
    header, scores, notes = match.header, match.table.scores, rating_notes(match)
    common = {
        "match": header.match,
        "game": header.game,
        "variant": game_info(header.game).variant_name(header.options)[:MOST_VARIANT],
        "players": match.game.players,
        "ended": match.changed,
        "is_public": header.is_open or header.rated,
        "rated": header.rated,
        "mu": None,
        "sigma": None,
        "accuracy": None,
        "kept": True,
    }
    return [
        {
            **common,
            "seat": number,
            **seat_facts(match, number),
            "score": int(scores[number]),
            "place": place,
            "rating_note": notes[number],
            TALLY: tally_of(match.table, number) if match.seats[number].who.startswith(ACCOUNT) else None,
        }
        for number, place in enumerate(places_of(match))
    ]


def counts(match: Match) -> bool:
    """Tell whether a match is a game that somebody played."""
    return not match.header.imported and all(seat.bot != LESSON_BOT for seat in match.seats)


def seat_facts(match: Match, number: int) -> dict[str, Any]:
    """Tell who sat on a seat; of several people at one device the first stands for its owner."""
    seat, whos = match.seats[number], [held.who for held in match.seats]
    is_shared = bool(seat.who) and whos.count(seat.who) > 1
    who = seat.who or f"{BOT}{seat.bot}"
    if is_shared and who in whos[:number]:
        who = ""
    kind = DEVICE if is_shared else LEFT if seat.left else PLAYED
    return {"who": who, "name": seat.name[:40], "kind": kind}


def rating_notes(match: Match) -> list[str]:
    """Say for each seat of a rated game why it does not count in full for ratings, "" where it does."""
    if not match.header.rated:
        return [""] * match.game.players
    people = Counter(seat.origin for seat in match.seats if seat.who and seat.origin)
    notes = [
        ORIGIN if seat.who and people[seat.origin] > 1 else EARLY if left_early(match, number) else ""
        for number, seat in enumerate(match.seats)
    ]
    if notes.count("") > 1:
        return notes
    return [ALONE if seat.who and not note else note for seat, note in zip(match.seats, notes, strict=True)]


def left_early(match: Match, number: int) -> bool:
    """Tell whether the person of a seat left before they had made a few moves of their own."""
    seat = match.seats[number]
    made = zip(match.table.steps[: seat.left_ply], match.played, strict=False)
    return seat.left and sum(step.seat == number and one.by == "player" for step, one in made) < LEAST_MOVES


def places_of(match: Match) -> list[int]:
    """Count for each seat those that ended before it; in a serious game whoever left is behind the others."""
    states, players = match.table.redacted(None), match.game.players
    ranks = [int(python_api.rank(states, 0, seat)) for seat in range(players)]
    left = [seat.left_ply if seat.left else None for seat in match.seats]
    return last_if_left(ranks, left) if match.header.is_serious else ranks


def last_if_left(ranks: Sequence[int], left: Sequence[int | None]) -> list[int]:
    """Put those who have left, at a ply, behind all who stayed, and the earlier of them behind the later."""
    keys = [(0, rank) if ply is None else (1, -ply) for rank, ply in zip(ranks, left, strict=True)]
    return [sum(other < key for other in keys) for key in keys]


def account_of(who: str) -> int | None:
    number = who.removeprefix(ACCOUNT)
    return int(number) if who.startswith(ACCOUNT) and number.isdecimal() else None
