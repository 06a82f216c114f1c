"""Who is to be called because of what was written to a journal, and whether that is still true later.

What calls follows from what everybody sees: whose turn it seems to be. Only who is asked in secret is called
for the question, as another call that depends on nothing else; the others' calls are the same with it and
without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from burgomaster.server.match import Entry, Kind, Match
from burgomaster.server.match.clocks import is_slow
from burgomaster.server.outbox import Notice

GRACE, SLOW_GRACE = 30.0, 15.0  # seconds in which somebody may look by themselves
LOW_PART, LOW_SECONDS = 0.2, 12 * 3600.0  # a clock is low when this part of it is left, or these seconds
LEAST_LOW = 600.0  # seconds; nobody is called for less


class Truth(Enum):
    """What became of the reason of a call."""

    HOLDS = "holds"
    LATER = "later"
    GONE = "gone"


def notices_of(before: Match, after: Match, entries: Sequence[Entry]) -> list[Notice]:
    """List who is to be called because of entries that led from one match to the other."""
    found = []
    turn = turn_of(after)
    if turn is not None and turn != turn_of(before) and has_company(after, turn[0]):
        found += [call(after, "turn", turn[0]), *low_notices(after, turn[0])]
    asked = asked_seat(after)
    if asked is not None and (asked != asked_seat(before) or before.ply != after.ply):
        found.append(call(after, "asked", asked, is_secret=True))  # and nobody else
    for entry in entries:
        found += entry_notices(after, entry)
    if after.is_over and not before.is_over and not after.header.imported:
        found += [call(after, "over", seat) for seat in seats_of_people(after) if has_company(after, seat)]
    return found


def call(match: Match, event: str, seat: int, due: float | None = None, is_secret: bool = False) -> Notice:
    """Make the call of whoever holds a seat, because of the newest entry."""
    at, who = match.latest, match.seats[seat].who
    grace = SLOW_GRACE if is_slow(match.header.clock) else GRACE
    return Notice(event, who, seat, match.number, at, at + grace if due is None else due, is_secret)


# Turns


def turn_of(match: Match) -> tuple[int, str] | None:
    """Name the person whose turn it is for everybody to see: seat and holder; None if it is nobody's."""
    seat = None if match.to_move is None else match.seems_to_move()
    if seat is None or not match.seats[seat].is_human or seat in match.vacations:
        return None
    return seat, match.seats[seat].who


def low_notices(match: Match, seat: int) -> Iterator[Notice]:
    """Call who is to move once more when their time runs out."""
    deadline = match.clock.deadline()
    if deadline is not None and is_slow(match.header.clock):
        due = deadline - low_seconds(match, seat)
        if due > match.latest + LEAST_LOW:
            yield call(match, "low", seat, due=due)


def has_company(match: Match, seat: int) -> bool:
    """Tell whether other people play at a table, or hold a seat that is kept for them."""
    who = match.seats[seat].who
    return any(held.who and held.who != who for held in match.seats)


def low_seconds(match: Match, seat: int) -> float:
    return max(LEAST_LOW, min(LOW_SECONDS, LOW_PART * match.clock.seconds))


def asked_seat(match: Match) -> int | None:
    """Name the seat of a person who is asked in secret, None if nobody is."""
    seat = match.to_move
    if seat is None or seat == match.seems_to_move() or not match.seats[seat].is_human:
        return None
    mover = match.seems_to_move()
    is_same_device = mover is not None and match.seats[mover].who == match.seats[seat].who
    return None if is_same_device else seat


# What else happens


def entry_notices(match: Match, entry: Entry) -> Iterator[Notice]:
    """Call for what single entries tell of: a beginning, a rematch, a clock that ran out."""
    if entry.kind == Kind.BEGIN:
        turn = turn_of(match)
        for seat in seats_of_people(match):
            if (turn is None or match.seats[seat].who != turn[1]) and has_company(match, seat):
                yield call(match, "begun", seat)
    elif entry.kind == Kind.REMATCH:
        asking = match.seats[entry.seat].who
        for seat in seats_of_people(match):
            if match.seats[seat].who != asking:
                yield call(match, "rematch", seat)
    elif entry.kind == Kind.TIMEOUT:
        yield call(match, "timeout", entry.seat)


def round_notices(match: Match) -> list[Notice]:
    """Call everybody to a table of a tournament that was just opened: nobody asked for it themselves."""
    turn = turn_of(match)
    calls = [call(match, "round", seat) for seat in seats_of_people(match)]
    return calls if turn is None else [*calls, *low_notices(match, turn[0])]


def seats_of_people(match: Match) -> list[int]:
    """List one seat of everybody who plays, also of those whose seat is kept for them."""
    first = {held.who: seat for seat, held in reversed(list(enumerate(match.seats))) if held.who}
    return sorted(first.values())


# Whether it is still true


def truth_of(match: Match, event: str, who: str, seat: int, now: float) -> Truth:
    if event == "invite":
        is_free = match.status == "waiting" and who not in match.sent_away
        return Truth.HOLDS if is_free and all(held.who != who for held in match.seats) else Truth.GONE
    if not 0 <= seat < len(match.seats) or match.seats[seat].who != who:
        return Truth.GONE
    is_turn = turn_of(match) == (seat, who) and seat not in match.held_moves
    if event == "low":  # the clock may have stopped meanwhile, or got more time
        if match.paused or seat in match.vacations:
            return Truth.LATER
        if not is_turn or match.clock.running != seat:
            return Truth.GONE
        left = match.clock.seconds_left(seat, now) or 0.0
        return Truth.HOLDS if left <= low_seconds(match, seat) + 1 else Truth.LATER
    holds = {
        "turn": lambda: is_turn,
        "asked": lambda: asked_seat(match) == seat,
        "timeout": lambda: match.seats[seat].timed_out and match.seats[seat].left,
        "begun": lambda: match.status == "running",
        "round": lambda: match.status == "running",
        "over": lambda: match.is_over,
        "rematch": lambda: bool(match.rematch),
    }
    return Truth.HOLDS if holds[event]() else Truth.GONE
