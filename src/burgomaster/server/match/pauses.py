"""Pausing a match: no moves are made and no clock runs.

Nobody gets time to think by it. While another is to move, one may pause a few times a game, when the door
bell rings; in one's own turn the other people at the table have to want it too. Anybody may go on at once.
Nobody pauses a rated game against bots alone: it would never have to end.
"""

from __future__ import annotations

from burgomaster.server.match.journal import Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.refusal import Refused

MOST_PAUSES = 3  # that one person may take alone in a game


def pause(match: Match, seat: int, now: float) -> Entry:
    """Pause, or ask the others for it; it begins when everybody else has asked for it as well."""
    match.require_running()
    match.require_present(seat)
    others = match.others(seat)
    if match.header.is_serious and not others:
        raise Refused("rated_pause")
    if others <= match.pause_wishes:
        return match.next_entry(Kind.PAUSE, seat, now)
    if not match.pause_wishes and may_pause_alone(match, seat):
        return match.next_entry(Kind.PAUSE, seat, now, alone=True)
    if seat in match.pause_wishes:
        raise Refused("pause_asked")
    return match.next_entry(Kind.PAUSE_ASKED, seat, now)


def may_pause_alone(match: Match, seat: int) -> bool:
    """Tell whether a person may pause without asking: another is to move, and they did it seldom so far.

    What counts is whose turn it is for everybody to see: a secret question must not show.
    """
    who, mover = match.seats[seat].who, match.seems_to_move()
    is_own_turn = mover is None or match.seats[mover].who == who
    return not is_own_turn and match.pauses_taken.get(who, 0) < MOST_PAUSES


def asks_for_pause(match: Match, seat: int) -> bool:
    """Tell whether a seat would have to ask the others for a pause."""
    return bool(match.others(seat)) and not may_pause_alone(match, seat)


def resume(match: Match, seat: int, now: float) -> Entry:
    """Go on."""
    if not match.paused:
        raise Refused("not_paused")
    return match.next_entry(Kind.RESUME, seat, now)


# Applying


def apply_pause(match: Match, entry: Entry) -> None:
    """Stop the clocks."""
    match.clock = match.clock.stop(entry.at)
    match.paused = True
    match.pause_wishes = frozenset()
    if entry.data.get("alone"):
        who = match.seats[entry.seat].who
        match.pauses_taken[who] = match.pauses_taken.get(who, 0) + 1


def apply_pause_asked(match: Match, entry: Entry) -> None:
    """Remember who would like a pause."""
    match.pause_wishes |= {entry.seat}


def apply_resume(match: Match, entry: Entry) -> None:
    """Go on."""
    match.paused = False
