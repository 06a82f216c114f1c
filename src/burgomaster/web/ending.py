"""How a game ended: places, what decided a tie, what made the difference. Knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from burgomaster.core.language import Names
from burgomaster.core.seat_view import SeatView
from burgomaster.core.translator import Translator

MOST_AHEAD, MOST_BEHIND = 3, 1  # sources of points that are named
Criterion = tuple[str, Sequence[int]]  # the key of its text, and what each seat has of it


@dataclass(frozen=True)
class Place:
    """Where a seat ended."""

    place: int  # from 1; equal ones share it
    seat: int
    name: str
    score: int
    has_won: bool
    is_me: bool


@dataclass(frozen=True)
class Difference:
    """Points from one source: those of the winner and of whoever is compared with them."""

    source: str
    winner: int
    rival: int

    @property
    def by(self) -> int:
        return self.winner - self.rival


def places_of(seat_view: SeatView, ranks: Sequence[int]) -> list[Place]:
    """List the seats as they ended, the winners first."""
    order = sorted(range(len(ranks)), key=lambda seat: (ranks[seat], -seat_view.scores[seat], seat))
    return [
        Place(
            ranks[seat] + 1,
            seat,
            seat_view.names[seat],
            seat_view.scores[seat],
            seat in seat_view.winners,
            seat == seat_view.seat,
        )
        for seat in order
    ]


# Ties


def tie_lines(seat_view: SeatView, say: Translator, criteria: Sequence[Criterion]) -> list[str]:
    """Say of all who have equal scores what decided between them, by the rules in their order."""
    lines: list[str] = []
    for score in sorted(set(seat_view.scores), reverse=True):
        seats = [seat for seat, own in enumerate(seat_view.scores) if own == score]
        lines += split_tie(seat_view, say, seats, criteria)
    return lines


def split_tie(
    seat_view: SeatView, say: Translator, seats: Sequence[int], criteria: Sequence[Criterion]
) -> Iterator[str]:
    """Find the first criterion in which tied seats differ, then go on with those who are still equal."""
    if len(seats) < 2:
        return
    score = seat_view.scores[seats[0]]
    if not criteria:
        yield say("tie.shared", n=score, names=Names([seat_view.names[seat] for seat in seats]))
        return
    (key, values), *others = criteria
    groups = [
        [seat for seat in seats if values[seat] == value]
        for value in sorted({values[seat] for seat in seats}, reverse=True)
    ]
    if len(groups) > 1:
        named = [f"{seat_view.names[seat]} {values[seat]}" for group in groups for seat in group]
        yield say(f"tie.{key}", n=score, names=", ".join(named))
    for group in groups:
        yield from split_tie(seat_view, say, group, others)


# What made the difference


def rival_of(places: Sequence[Place]) -> Place | None:
    """Choose whom the winner is compared with: the reader if they lost, else the best of the others."""
    others = [place for place in places if not place.has_won]
    return next((place for place in others if place.is_me), others[0] if others else None)


def differences(result: Mapping[str, Any], winner: int, rival: int) -> list[Difference]:
    """List the sources of points in which the winner was most ahead, and where they were most behind."""
    say = result["say"]
    found = [Difference(say(f"source.{source}"), own[winner], own[rival]) for source, own in result["table"]]
    ahead = sorted((one for one in found if one.by > 0), key=lambda one: -one.by)
    behind = sorted((one for one in found if one.by < 0), key=lambda one: one.by)
    return ahead[:MOST_AHEAD] + behind[:MOST_BEHIND]
