"""The population track: the stretch where the players are, with its red lines."""

from __future__ import annotations

from typing import Any, NamedTuple

from burgomaster.core.cache import Cache
from burgomaster.core.seat_view import SeatView
from burgomaster.games.suburbia.rules.effects import is_line

TRACK_BEHIND, TRACK_AHEAD, TRACK_LEAST = 4, 14, 36  # how much of the population track is shown
TRACK_STEP = 10
NEAR = 4.0  # hundredths of the track within which pawns are drawn above each other
CROWDED = 60  # numbers on the track above which not every red line has room for its own


_lines: Cache[list[int]] = Cache(4096)


class Pawn(NamedTuple):
    """A player on the population track."""

    seat: int
    name: str
    population: int
    next_line: int
    x: str
    level: int


class Track(NamedTuple):
    """A stretch of the population track."""

    ticks: tuple[tuple[int, str], ...]
    lines: tuple[tuple[int, str, bool], ...]  # number, place, whether the number has room
    pawns: tuple[Pawn, ...]
    levels: int


def track_of(seat_view: SeatView) -> Track:
    """Draw the stretch of the track where the players are, with its red lines."""
    people = [player["population"] for player in seat_view.view["players"]]
    first = max(0, min(people) - TRACK_BEHIND)
    last = max(first + TRACK_LEAST, max(people) + TRACK_AHEAD)
    lines = lines_between(seat_view.state.rules, first, last)
    is_crowded = last - first > CROWDED
    pawns = pawns_of(seat_view, first, last)
    return Track(
        ticks=tuple((n, x_of(n, first, last)) for n in range(first, last) if n % TRACK_STEP == 0),
        lines=tuple((n, x_of(n - 0.5, first, last), not is_crowded) for n in lines),
        pawns=tuple(pawns),
        levels=max(pawn.level for pawn in pawns) + 1,
    )


def lines_between(rules: Any, first: int, last: int) -> list[int]:
    """List the red lines of a stretch; they are the same for all tables with the same rules."""
    key = rules.tobytes(), first, last
    return _lines.get(key, lambda: [n for n in range(first + 1, last + 1) if is_line(rules, n)])


def x_of(number: float, first: int, last: int) -> str:
    """Find where a number of the track is drawn."""
    return f"{3 + 94 * (number - first) / (last - first):.1f}%"


def pawns_of(seat_view: SeatView, first: int, last: int) -> list[Pawn]:
    """Place the players on the track, above each other where they are close."""
    order = sorted(
        range(len(seat_view.names)), key=lambda seat: seat_view.view["players"][seat]["population"]
    )
    placed: list[tuple[float, int]] = []
    pawns = []
    for seat in order:
        player = seat_view.view["players"][seat]
        x = 3 + 94 * (player["population"] - first) / (last - first)
        taken = {level for other, level in placed if abs(other - x) < NEAR}
        level = next(n for n in range(len(order)) if n not in taken)
        placed.append((x, level))
        name = seat_view.names[seat]
        pawns.append(Pawn(seat, name, player["population"], player["next_line"], f"{x:.1f}%", level))
    return pawns
