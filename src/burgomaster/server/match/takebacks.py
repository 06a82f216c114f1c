"""Taking moves back: one's own last move while nothing followed, or any if everybody allows it.

Whoever plays against bots alone takes back what they like: nobody else's game is touched. What a person has
decided or seen who has left since, or lost on time, stays: they cannot be asked, and they may come back. In
a rated game only what nothing has followed yet is taken back.
"""

from __future__ import annotations

from dataclasses import replace

from burgomaster.server.match.journal import Entry, Kind, Refused
from burgomaster.server.match.match import Match
from burgomaster.server.match.state import RefusedTakeback, Takeback

MOST_REFUSALS = 2  # after so many times no, nothing is asked until somebody has moved

# Undo


def undo(match: Match, seat: int, now: float) -> Entry:
    """Take back one's own last move, if nobody moved since and nothing was revealed; against bots, anyway."""
    match.require_running()
    match.require_present(seat)
    ply = undo_ply(match, seat)
    if ply is None:
        is_free = match.plays_alone(seat) and not match.header.is_compared
        raise Refused("nothing_to_take_back" if is_free else "no_undo")
    return match.next_entry(Kind.UNDO, seat, now, ply=ply)


def can_undo(match: Match, seat: int) -> bool:
    can_move = match.seats[seat].is_human and not match.is_still
    return can_move and undo_ply(match, seat) is not None


def undo_ply(match: Match, seat: int) -> int | None:
    """Find the ply to which a seat may go back by itself, None if there is none."""
    is_free = match.plays_alone(seat) and not match.header.is_compared
    return last_decision(match, seat) if is_free else unanswered_ply(match, seat)


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
    match.require_running()
    match.require_present(seat)
    if match.header.is_compared:
        raise Refused("rated_takeback")
    ply = last_decision(match, seat)
    if ply is None:
        raise Refused("nothing_to_take_back")
    if match.takeback is not None:
        raise Refused("takeback_pending")
    absent = absent_since(match, seat, ply)
    if absent:
        raise Refused("takeback_absent", name=match.name_of(min(absent)))
    refused = match.refused_takeback
    if refused is not None and refused.seat == seat and refused.times >= MOST_REFUSALS:
        raise Refused("takeback_refused")
    return match.next_entry(Kind.TAKEBACK_ASKED, seat, now, ply=ply)


def absent_since(match: Match, seat: int, ply: int) -> set[int]:
    """List the seats of other people who have left, and were still there after a ply."""
    who = match.seats[seat].who
    return {
        other
        for other, held in enumerate(match.seats)
        if held.left and held.who != who and held.left_ply > ply
    }


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
    """Take moves back when only bots are concerned, or everybody has agreed who has to."""
    takeback = match.takeback
    if takeback is None or still_to_answer(match, takeback):
        return None
    return match.next_entry(Kind.UNDO, takeback.seat, now, ply=takeback.ply)


def still_to_answer(match: Match, takeback: Takeback) -> set[int]:
    concerned = match.others(takeback.seat) | absent_since(match, takeback.seat, takeback.ply)
    return concerned - set(takeback.allowed)


# Applying


def apply_undo(match: Match, entry: Entry) -> None:
    """Go back to an earlier ply, with the time that everybody had then."""
    ply = int(entry.data["ply"])
    match.clock = match.clock.stop(entry.at).reset(match.played[ply].clock_left)
    match.table.rewind(ply)
    del match.played[ply:]
    match.takeback = match.refused_takeback = None
    match.pause_wishes = frozenset()
    match.held_moves.clear()
    match.plans.clear()
    match.passing = list(match.passing_rest)  # the others are asked again


def apply_takeback_asked(match: Match, entry: Entry) -> None:
    match.takeback = Takeback(entry.seat, int(entry.data["ply"]))


def apply_takeback_answered(match: Match, entry: Entry) -> None:
    """Count a yes; one no ends the asking."""
    takeback = match.takeback
    if takeback is None:
        return
    if entry.data["yes"]:
        match.takeback = replace(takeback, allowed=(*takeback.allowed, entry.seat))
        return
    before = match.refused_takeback
    times = before.times if before is not None and before.seat == takeback.seat else 0
    match.takeback, match.refused_takeback = None, RefusedTakeback(takeback.seat, times + 1)
