"""How a tournament stands. Pure: knows no store and no page.

A point for everybody who ends behind you at your table, half a point for everybody who ends level; at a
smaller table they count for more, so that winning is worth the same everywhere. Whoever sits out gets the
points of a win. Among equal points these decide, one after the other: the average points of the opponents;
who was ahead of whom at the same tables; the share in the scores of one's tables. Those who are equal in all
of them share a place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from burgomaster.server.tournaments.pairing import BOT, people_of

TIE_BREAKS = ("points", "opponents", "duel", "share")  # in the order in which they decide
DIGITS = 6  # equal up to here is equal


@dataclass(frozen=True)
class Played:
    """A table that counts, seat by seat."""

    seats: tuple[int, ...]  # numbers of entrants, BOT for a bot
    places: tuple[int, ...]  # how many ended before each
    scores: tuple[int, ...] = ()  # nothing where somebody decided how it ended


@dataclass(frozen=True)
class Standing:
    number: int
    points: float = 0.0
    opponents: float = 0.0
    duel: float = 0.0
    share: float = 0.0  # of an average score at their tables: 1.0
    games: int = 0
    wins: int = 0  # first places, shared ones too
    place: int = 1

    @property
    def order(self) -> tuple[float, ...]:
        """Give what decides, the larger the better."""
        return tuple(round(getattr(self, name), DIGITS) for name in TIE_BREAKS)


def stand(
    numbers: Sequence[int], played: Sequence[Played], byes: Iterable[int], seats: int
) -> list[Standing]:
    """Work out how entrants stand, the first one first."""
    own: dict[int, list[Played]] = {one: [] for one in numbers}
    points: dict[int, float] = dict.fromkeys(numbers, 0.0)
    for one in byes:
        points[one] = points.get(one, 0.0) + seats - 1
    for table in played:
        for one, won in table_points(table, seats).items():
            points[one] = points.get(one, 0.0) + won
            own.setdefault(one, []).append(table)
    rows = [first_look(one, own[one], points) for one in numbers]
    rows.sort(key=lambda row: (-row.points, -row.opponents, row.number))
    settled: list[Standing] = []
    for _, tied in groupby(rows, key=lambda row: row.order[:2]):
        settled += with_duels(list(tied), own)
    settled.sort(key=lambda row: (*(-value for value in row.order), row.number))
    placed: list[Standing] = []
    for number, row in enumerate(settled, start=1):
        is_shared = bool(placed) and placed[-1].order == row.order
        placed.append(replace(row, place=placed[-1].place if is_shared else number))
    return placed


def table_points(table: Played, seats: int) -> Mapping[int, float]:
    """Count what everybody gets at a table, as if it had so many seats."""
    others = len(table.seats) - 1
    worth = (seats - 1) / others if others else 0.0
    found = {}
    for seat, one in enumerate(table.seats):
        if one != BOT:
            behind = sum(beaten(table, seat, other) for other in range(len(table.seats)) if other != seat)
            found[one] = behind * worth
    return found


def beaten(table: Played, seat: int, other: int) -> float:
    """Tell whether one seat ended before another: 1, or a half if they are level."""
    mine, theirs = table.places[seat], table.places[other]
    return 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0


def first_look(one: int, own: Sequence[Played], points: Mapping[int, float]) -> Standing:
    met = [points.get(other, 0.0) for table in own for other in people_of(table.seats) if other != one]
    return Standing(
        one,
        points[one],
        sum(met) / len(met) if met else 0.0,
        share=share_of(one, own),
        games=len(own),
        wins=sum(table.places[table.seats.index(one)] == 0 for table in own),
    )


def share_of(one: int, own: Sequence[Played]) -> float:
    """Work out the average of somebody's score in parts of what an average player of the table had."""
    shares = []
    for table in own:
        scores = [max(0, score) for score in table.scores]
        if scores:
            total, mine = sum(scores), scores[table.seats.index(one)]
            shares.append(mine * len(scores) / total if total else 1.0)
    return sum(shares) / len(shares) if shares else 0.0


def with_duels(tied: list[Standing], own: Mapping[int, Sequence[Played]]) -> list[Standing]:
    """Count for some who are level how often each was ahead of another of them."""
    numbers = {row.number for row in tied}
    if len(tied) == 1:
        return tied
    return [replace(row, duel=duels_of(row.number, numbers, own[row.number])) for row in tied]


def duels_of(one: int, rivals: set[int], own: Sequence[Played]) -> float:
    """Count how often somebody was ahead of a rival at the same table."""
    return sum(
        beaten(table, table.seats.index(one), seat)
        for table in own
        for seat, other in enumerate(table.seats)
        if other in rivals and other != one
    )


# Several groups, and a final


def merge_groups(groups: Sequence[Sequence[Standing]]) -> list[Standing]:
    """Put groups into one order: all first ones by what they have, then all second ones, and so on."""
    longest = max((len(group) for group in groups), default=0)
    merged: list[Standing] = []
    for rank in range(longest):
        level = [group[rank] for group in groups if rank < len(group)]
        level.sort(key=lambda row: (*(-value for value in row.order), row.number))
        merged += level
    return [replace(row, place=place) for place, row in enumerate(merged, start=1)]


def after_final(rows: Sequence[Standing], final: Played | None) -> list[Standing]:
    """Put who played the final first, as it ended; who is level there stands as before it."""
    if final is None:
        return list(rows)
    ended = {one: final.places[seat] for seat, one in enumerate(final.seats) if one != BOT}
    first = sorted((row for row in rows if row.number in ended), key=lambda row: ended[row.number])
    rest = [row for row in rows if row.number not in ended]
    return [replace(row, place=place) for place, row in enumerate([*first, *rest], start=1)]
