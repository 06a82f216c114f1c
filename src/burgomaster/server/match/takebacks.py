"""Taking moves back: one's own last move while nothing followed, or any if everybody allows it.

Whoever plays against bots alone takes back what they like: nobody else's game is touched.
"""

from __future__ import annotations

from dataclasses import replace

from burgomaster.server.match.journal import Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.passing import keep_forced_passing
from burgomaster.server.match.refusal import Refused
from burgomaster.server.match.state import Takeback

# Undo


def undo(match: Match, seat: int, now: float) -> Entry:
    """Take back one's own last move, if nobody moved since and nothing was revealed; against bots, anyway."""
    match.require_running()
    match.require_present(seat)
    ply = undo_ply(match, seat)
    if ply is None:
        raise Refused("nothing_to_take_back" if match.plays_alone(seat) else "no_undo")
    return match.next_entry(Kind.UNDO, seat, now, ply=ply)


def can_undo(match: Match, seat: int) -> bool:
    """Tell whether `undo` would work."""
    can_move = match.seats[seat].is_human and not match.is_still
    return can_move and undo_ply(match, seat) is not None


def undo_ply(match: Match, seat: int) -> int | None:
    """Find the ply to which a seat may go back by itself, None if there is none."""
    return last_decision(match, seat) if match.plays_alone(seat) else unanswered_ply(match, seat)


def last_decision(match: Match, seat: int) -> int | None:
    """Find the ply before a seat's last own decision, None if it has made none."""
    return next((ply for ply in range(match.ply - 1, -1, -1) if decided_by(match, ply, seat)), None)


def unanswered_ply(match: Match, seat: int) -> int | None:
    """Find the ply before a seat's last move, if nothing was revealed and only automatic moves followed.

    Answers to secret questions do not count: whether they were asked must not show.
    """
    for ply in range(match.ply - 1, -1, -1):
        if any(match.game.rules.is_reveal(event) for event in match.table.steps[ply].events):
            return None
        if decided_by(match, ply, seat):
            return ply
        if not match.played[ply].is_automatic and not match.played[ply].is_secret:
            return None
    return None


def decided_by(match: Match, ply: int, seat: int) -> bool:
    """Tell whether a seat chose a move itself, for everybody to see.

    An answer to a secret question of which nobody noticed anything is never taken back by itself: that
    something was undone, while nothing changed, would tell of it.
    """
    step, played = match.table.steps[ply], match.played[ply]
    is_unnoticed = played.is_secret and not step.events
    return step.seat == seat and not played.is_automatic and not is_unnoticed


# Takebacks


def ask_takeback(match: Match, seat: int, now: float) -> Entry:
    """Ask the others to let one's own last move be taken back."""
    match.require_running()
    match.require_present(seat)
    ply = last_decision(match, seat)
    if ply is None:
        raise Refused("nothing_to_take_back")
    if match.takeback is not None:
        raise Refused("takeback_pending")
    return match.next_entry(Kind.TAKEBACK_ASKED, seat, now, ply=ply)


def answer_takeback(match: Match, seat: int, yes: bool, now: float) -> list[Entry]:
    """Allow a takeback or refuse it; it happens when everybody has allowed it."""
    match.require_present(seat)
    takeback = match.takeback
    if takeback is None or seat in takeback.allowed or seat == takeback.seat:
        raise Refused("no_takeback")
    answered = match.next_entry(Kind.TAKEBACK_ANSWERED, seat, now, yes=yes)
    if not yes or still_to_answer(match, takeback) - {seat}:
        return [answered]
    undone = match.next_entry(Kind.UNDO, seat, now, ply=takeback.ply)
    return [answered, replace(undone, number=answered.number + 1)]


def unopposed_takeback(match: Match, now: float) -> Entry | None:
    """Take moves back when nobody is left who could answer."""
    takeback = match.takeback
    if takeback is None or still_to_answer(match, takeback):
        return None
    return match.next_entry(Kind.UNDO, takeback.seat, now, ply=takeback.ply)


def still_to_answer(match: Match, takeback: Takeback) -> set[int]:
    """List the people who have not yet allowed a takeback."""
    asker = match.seats[takeback.seat].who
    others = {seat for seat, held in enumerate(match.seats) if held.is_human and held.who != asker}
    return others - set(takeback.allowed)


# Applying


def apply_undo(match: Match, entry: Entry) -> None:
    """Go back to an earlier ply, with the time that everybody had then."""
    ply = int(entry.data["ply"])
    match.clock = match.clock.stop(entry.at).reset(match.played[ply].clock_left)
    match.table.rewind(ply)
    del match.played[ply:]
    match.takeback = None
    match.held_moves.clear()
    keep_forced_passing(match)


def apply_takeback_asked(match: Match, entry: Entry) -> None:
    """Remember who asks, and for what."""
    match.takeback = Takeback(entry.seat, int(entry.data["ply"]))


def apply_takeback_answered(match: Match, entry: Entry) -> None:
    """Count a yes; one no ends the asking."""
    takeback = match.takeback
    if takeback is None:
        return
    allowed = (*takeback.allowed, entry.seat)
    match.takeback = replace(takeback, allowed=allowed) if entry.data["yes"] else None
