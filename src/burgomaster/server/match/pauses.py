"""Pausing a match: no moves are made and no clock runs."""

from __future__ import annotations

from burgomaster.server.match.journal import Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.refusal import Refused


def pause(match: Match, seat: int, now: float) -> Entry:
    """Stop the clocks; anybody at the table may."""
    match.require_running()
    match.require_present(seat)
    return match.next_entry(Kind.PAUSE, seat, now)


def resume(match: Match, seat: int, now: float) -> Entry:
    """Go on."""
    if not match.paused:
        raise Refused("not_paused")
    return match.next_entry(Kind.RESUME, seat, now)


def apply_pause(match: Match, entry: Entry) -> None:
    """Stop the clocks."""
    match.clock = match.clock.stop(entry.at)
    match.paused = True


def apply_resume(match: Match, entry: Entry) -> None:
    """Go on."""
    match.paused = False
