"""Vacation: in a slow game a person's clock stands still for some days; everybody sees until when.

Everybody has the same number of days in every game. They are counted in its journal alone, so nothing outside
a match decides about its clocks.
"""

from __future__ import annotations

from burgomaster.server.match.clocks import is_slow
from burgomaster.server.match.journal import Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.refusal import Refused
from burgomaster.server.match.state import Vacation

DAY = 24 * 3600.0
BUDGET_DAYS = 14  # of one person in one game
MOST_DIGITS = 2


def go_on_vacation(match: Match, seat: int, days: str, now: float) -> Entry:
    """Let a person's clock stand still for some days."""
    match.require_running()
    match.require_present(seat)
    if not is_slow(match.header.clock):
        raise Refused("vacation_slow")
    if seat in match.vacations:
        raise Refused("vacation_on")
    left = days_left(match, seat, now)
    number = int(days) if days.isascii() and days.isdecimal() and len(days) <= MOST_DIGITS else 0
    if not 1 <= number <= left:
        raise Refused("vacation_days", left=left)
    return match.next_entry(Kind.VACATION, seat, now, until=now + number * DAY)


def come_home(match: Match, seat: int, now: float) -> Entry:
    """Come back before the vacation is over."""
    match.require_running()
    if seat not in match.vacations:
        raise Refused("no_vacation")
    return match.next_entry(Kind.VACATION_OVER, seat, now)


def vacation_over(match: Match, now: float) -> Entry | None:
    """End the vacation that is over, None if there is none."""
    over = (seat for seat, vacation in match.vacations.items() if now >= vacation.until)
    seat = next(over, None)
    return None if seat is None else match.next_entry(Kind.VACATION_OVER, seat, now)


def first_return(match: Match) -> float | None:
    """Tell when the first vacation is over."""
    return min((vacation.until for vacation in match.vacations.values()), default=None)


def days_left(match: Match, seat: int, now: float) -> int:
    """Count the whole days of vacation that a person still has in this game."""
    taken = match.vacation_taken.get(match.seats[seat].who, 0.0)
    vacation = match.vacations.get(seat)
    if vacation is not None:
        taken += max(0.0, min(now, vacation.until) - vacation.since)
    return max(0, int((BUDGET_DAYS * DAY - taken) // DAY))


# Applying


def apply_vacation(match: Match, entry: Entry) -> None:
    """Remember who is away until when."""
    match.vacations[entry.seat] = Vacation(entry.at, float(entry.data["until"]))


def apply_vacation_over(match: Match, entry: Entry) -> None:
    """Count the days that were taken."""
    vacation = match.vacations.pop(entry.seat, None)
    if vacation is not None:
        who = match.seats[entry.seat].who
        taken = max(0.0, min(entry.at, vacation.until) - vacation.since)
        match.vacation_taken[who] = match.vacation_taken.get(who, 0.0) + taken
