"""Which running games are worth watching, by a rule that anybody can check.

Points are given for people who play each other, how strong they are, how close it is, how far it is, how many
watch already, and whether something has happened just now. Everything it is told is what lists show to
everybody: the points of a game are those that a spectator sees.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean
from typing import Any

PEOPLE, ONE_MORE, ALONE = 30.0, 6.0, 4.0  # two people; each beyond them; one against the computer
STRONG, AVERAGE, MOST_STRONG = 25.0, 1500, 500  # at most, for so many points above the average
CLOSE, NEAR = 20.0, 0.35  # at most; the gap, of the leader's points, at which nothing is left
LATE, HALF_WAY = 15.0, 4  # at most; the round at which half of it is reached
WATCHED = 5.0  # for the first who watch, and for each doubling
LIVELY, CALM = 20.0, 600.0  # at most; seconds without a move after which nothing is left
CLOSE_GAP = 5  # points between the first two that are worth a word
STRONG_MEAN = 1600
LEAST_POINTS = 8  # of the leader, before "close" means anything


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
    """Read from a row of a list what counts."""
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
