"""What happens in a match without anybody asking."""

from __future__ import annotations

from burgomaster.server.match.journal import Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.moves import automatic_move
from burgomaster.server.match.secret_questions import answer_deadline, answer_for, release_move
from burgomaster.server.match.takebacks import unopposed_takeback


def next_due(match: Match, now: float) -> Entry | None:
    """Find the next entry that nobody asks for: a takeback, a held or automatic move, a timeout."""
    seat = match.to_move
    if seat is None:
        return None
    return unopposed_takeback(match, now) or due_of_seat(match, seat, now)


def due_at(match: Match) -> float | None:
    """Tell when something is due if nobody does anything: a clock runs out, or a secret question does."""
    if match.to_move is None or match.to_move == match.clock.running:
        return match.clock.deadline()
    return answer_deadline(match)


def due_of_seat(match: Match, seat: int, now: float) -> Entry | None:
    """Find what happens to the seat that must act."""
    deadline = due_at(match)
    is_late = deadline is not None and now >= deadline
    if is_late and seat != match.clock.running:
        return answer_for(match, seat, now)
    held = match.held_moves.get(seat)
    if held is not None:
        return release_move(match, seat, held.move, now)
    if is_late:
        return match.next_entry(Kind.TIMEOUT, seat, now)
    return automatic_move(match, seat, now)
