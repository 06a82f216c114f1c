"""Absence: pauses, vacation in slow games, and relief for somebody who does not come back.

In a pause no moves are made and no clock runs. Nobody gets time to think by it: while another is to move, one
may pause a few times a game, when the door bell rings; in one's own turn the other people at the table have
to want it too. Anybody may go on at once. Nobody pauses a rated game against bots alone: it would never have
to end.

On vacation a person's clock stands still for some days; everybody sees until when. Everybody has the same
number of days in every game. They are counted in its journal alone, so nothing outside a match decides about
its clocks.
"""

from __future__ import annotations

from dataclasses import replace

from burgomaster.server.match.clocks import is_slow
from burgomaster.server.match.journal import Entry, Kind, Refused
from burgomaster.server.match.match import Match
from burgomaster.server.match.secret_questions import answer_for
from burgomaster.server.match.state import Vacation

MOST_PAUSES = 3  # that one person may take alone in a game
DAY = 24 * 3600.0
BUDGET_DAYS = 14  # of one person in one game
MOST_DIGITS = 2
ABSENT_SECONDS = 24 * 3600.0


# Pauses


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
    if not match.paused:
        raise Refused("not_paused")
    return match.next_entry(Kind.RESUME, seat, now)


# Applying


def apply_pause(match: Match, entry: Entry) -> None:
    match.clock = match.clock.stop(entry.at)
    match.paused = True
    match.pause_wishes = frozenset()
    if entry.data.get("alone"):
        who = match.seats[entry.seat].who
        match.pauses_taken[who] = match.pauses_taken.get(who, 0) + 1


def apply_pause_asked(match: Match, entry: Entry) -> None:
    match.pause_wishes |= {entry.seat}


def apply_resume(match: Match, entry: Entry) -> None:
    match.paused = False


# Vacation


def go_on_vacation(match: Match, seat: int, days: str, now: float) -> Entry:
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
    match.vacations[entry.seat] = Vacation(entry.at, float(entry.data["until"]))


def apply_vacation_over(match: Match, entry: Entry) -> None:
    vacation = match.vacations.pop(entry.seat, None)
    if vacation is not None:
        who = match.seats[entry.seat].who
        taken = max(0.0, min(entry.at, vacation.until) - vacation.since)
        match.vacation_taken[who] = match.vacation_taken.get(who, 0.0) + taken


# Relief: without a clock nothing else would ever end the turn of somebody who does not come back


def relieve(match: Match, seat: int, bot: str, now: float) -> list[Entry]:
    """Let a bot keep the seat of whoever is to move, as everybody sees it; they may come back at any time.

    A secret question that nobody answers is answered quietly, as when a clock has run out.
    """
    match.require_running()
    match.require_present(seat)
    mover = late_seat(match, seat, now)
    if mover is None:
        raise Refused("relieve_later")
    entries, asked = [], match.to_move
    if asked is not None and asked != mover:
        entries.append(answer_for(match, asked, now))
    if mover not in match.held_moves:
        held = match.seats[mover]
        entries.append(
            match.next_entry(Kind.SIT, mover, now, who=held.who, name=held.name, bot=bot, left=True)
        )
    return [replace(entry, number=match.number + place) for place, entry in enumerate(entries, start=1)]


def late_seat(match: Match, seat: int, now: float) -> int | None:
    """Find the seat that has been waited for long enough: another person's, or one's own held move."""
    mover = match.seems_to_move() if match.to_move is not None else None
    if mover is None or match.clock.kind != "none":
        return None
    last = next((move.at for move in reversed(match.played) if not move.is_secret), match.begun)
    is_late = now - last >= ABSENT_SECONDS
    is_others = mover in match.others(seat) or mover in match.held_moves
    return mover if is_late and is_others else None
