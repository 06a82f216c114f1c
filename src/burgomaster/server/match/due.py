"""What happens in a match without anybody asking."""

from __future__ import annotations

from burgomaster.server.match.journal import Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.moves import automatic_move
from burgomaster.server.match.plans import planned_entry
from burgomaster.server.match.secret_questions import answer_deadline, answer_for, release_move
from burgomaster.server.match.takebacks import unopposed_takeback
from burgomaster.server.match.vacations import first_return, vacation_over


def next_due(match: Match, now: float) -> Entry | None:
    """Find the next entry that nobody asks for: a takeback, a held, planned or automatic move, a timeout."""
    seat = match.to_move
    if seat is None:
        return None
    return unopposed_takeback(match, now) or vacation_over(match, now) or due_of_seat(match, seat, now)


def due_at(match: Match) -> float | None:
    """Tell when something is due if nobody does anything: a clock runs out, or somebody's vacation."""
    moments = [moment for moment in (clock_due(match), first_return(match)) if moment is not None]
    return min(moments, default=None)


def clock_due(match: Match) -> float | None:
    """Tell when a clock runs out, or the patience with a secret question."""
    if match.to_move is None or match.to_move == match.clock.running:
        return match.clock.deadline()
    return answer_deadline(match)


def due_of_seat(match: Match, seat: int, now: float) -> Entry | None:
    """Find what happens to the seat that must act."""
    deadline = clock_due(match)
    is_late = deadline is not None and now >= deadline
    if is_late and seat != match.clock.running:
        return answer_for(match, seat, now)
    held = match.held_moves.get(seat)
    if held is not None:
        return release_move(match, seat, held.move, now)
    planned = planned_entry(match, seat, now)
    if planned is not None:
        return planned
    if is_late:
        return match.next_entry(Kind.TIMEOUT, seat, now)
    return automatic_move(match, seat, now)
