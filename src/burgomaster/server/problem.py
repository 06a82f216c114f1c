"""What somebody can send who reports a problem: the version, and the position as far as they know it."""

from __future__ import annotations

from burgomaster import __version__
from burgomaster.core.errors import PositionError
from burgomaster.server.match import Match

MOST_BROWSER = 200  # letters of how a browser calls itself


def problem_text(match: Match, seat: int | None, browser: str = "") -> str:
    """Write what makers need to see the same board: nothing hidden, no name, no table, no key."""
    info = match.game.rules.info
    lines = [
        f"Burgomaster {__version__}",
        f"Game: {info.name}, version {info.version}",
        f"Seen by: {'a spectator' if seat is None else f'seat {seat}'}",
        f"Status: {match.status}",
    ]
    if position := known_position(match, seat):
        lines.append(f"Position: {position}")
    if browser:
        lines.append(f"Browser: {' '.join(browser.split())[:MOST_BROWSER]}")
    return "\n".join(lines) + "\n"


def known_position(match: Match, seat: int | None) -> str:
    """Write the position as a seat knows it; "" before the game begins, and for a game that writes none."""
    if match.is_waiting:  # nothing of the deal is told then
        return ""
    try:
        return match.table.position(seat)
    except PositionError:
        return ""
