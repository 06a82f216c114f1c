"""Commentary: people who play let others look into their hands, some moves late.

It is open while everybody agrees who sits there, or has left a seat that a bot keeps; anybody may withdraw
at any time. Who takes a seat has not agreed. Bots have nothing to say in this.
"""

from __future__ import annotations

from burgomaster.server.match.journal import Entry, Kind, Refused
from burgomaster.server.match.match import Match

DELAY_MOVES = 12  # that everybody has seen since
DELAY_SECONDS = 180.0  # that have passed since at least


def set_commentary(match: Match, seat: int, yes: bool, now: float) -> list[Entry]:
    """Agree to be commented on, or withdraw; nothing happens if that was said already."""
    if match.is_waiting:
        raise Refused("not_begun")
    if match.is_open_book:
        raise Refused("over")
    if yes == has_agreed(match, seat):
        return []
    return [match.next_entry(Kind.COMMENTARY, seat, now, yes=yes)]


def has_agreed(match: Match, seat: int) -> bool:
    """Tell whether the person of a seat agrees: the one who sits there now, not one before."""
    who = match.seats[seat].who
    return bool(who) and match.commentary.get(seat) == who


def is_open(match: Match) -> bool:
    """Tell whether everybody agrees whose hand would be seen."""
    people = [seat for seat, held in enumerate(match.seats) if held.who]
    is_going_on = not match.is_waiting and not match.is_open_book
    return is_going_on and bool(people) and all(has_agreed(match, seat) for seat in people)


def delayed_place(match: Match, now: float) -> int | None:
    """Find the newest moment that may be shown: so many moves and seconds old; None if there is none yet.

    A moment is over when the next move is made. Moves are those that everybody has seen: answers to secret
    questions neither count nor show.
    """
    plies = match.public_plies
    place = len(plies) - DELAY_MOVES
    while place >= 0 and match.played[plies[place]].at > now - DELAY_SECONDS:
        place -= 1
    return place if place >= 0 else None


# Applying


def apply_commentary(match: Match, entry: Entry) -> None:
    if entry.data["yes"]:
        match.commentary[entry.seat] = match.seats[entry.seat].who
    else:
        match.commentary.pop(entry.seat, None)
