"""The score track with everybody's pawn, ready to be drawn. Knows no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

TRACK_STEP = 10
TRACK_LEAST = 30
NEAR = 3  # hundredths of the track within which pawns are drawn above each other


class Pawn(NamedTuple):
    """A player on the score track."""

    seat: int
    name: str
    score: int
    x: str
    level: int


class Track(NamedTuple):
    """The score track."""

    ticks: tuple[tuple[int, str], ...]
    pawns: tuple[Pawn, ...]
    levels: int
    end: int


def track_of(names: Sequence[str], scores: Sequence[int]) -> Track:
    """Place everybody's pawn on the score track; pawns that stand close are drawn above each other."""
    end = max(TRACK_LEAST, *(score + 5 for score in scores))
    end += -end % TRACK_STEP
    step = TRACK_STEP if end <= 10 * TRACK_STEP else 2 * TRACK_STEP if end <= 200 else 5 * TRACK_STEP
    ticks = [(score, place_on(score, end)) for score in range(0, end + 1, step)]
    pawns: list[Pawn] = []
    for seat in sorted(range(len(names)), key=lambda one: (scores[one], one)):
        score = scores[seat]
        taken = {pawn.level for pawn in pawns if abs(pawn.score - score) * 100 < NEAR * end}
        level = next(one for one in range(len(names)) if one not in taken)
        pawns.append(Pawn(seat, names[seat], score, place_on(score, end), level))
    return Track(tuple(ticks), tuple(pawns), 1 + max(pawn.level for pawn in pawns), end)


def place_on(score: int, end: int) -> str:
    """Find where a score stands on the track."""
    return f"{2 + 96 * max(0, score) / end:.2f}%"
