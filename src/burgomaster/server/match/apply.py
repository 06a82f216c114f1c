"""How a match goes on: journal entries applied, the only way in which it changes; what is due without anybody
asking; and how it is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from burgomaster.server.match import absences, commentaries, moves, plans, seats, secret_questions, takebacks
from burgomaster.server.match.journal import Entry, Header, Kind
from burgomaster.server.match.match import Match

APPLY: Mapping[Kind, Callable[[Match, Entry], None]] = {
    Kind.MOVE: moves.apply_move,
    Kind.UNDO: takebacks.apply_undo,
    Kind.TAKEBACK_ASKED: takebacks.apply_takeback_asked,
    Kind.TAKEBACK_ANSWERED: takebacks.apply_takeback_answered,
    Kind.PAUSE: absences.apply_pause,
    Kind.RESUME: absences.apply_resume,
    Kind.PASSING: moves.apply_passing,
    Kind.PREMOVE: secret_questions.apply_premove,
    Kind.SIT: seats.apply_sit,
    Kind.BEGIN: seats.apply_begin,
    Kind.TIMEOUT: seats.apply_timeout,
    Kind.REMATCH: seats.apply_rematch,
    Kind.SWAP: seats.apply_swap,
    Kind.CANCEL: seats.apply_cancel,
    Kind.PAUSE_ASKED: absences.apply_pause_asked,
    Kind.PLAN: plans.apply_plan,
    Kind.STANDING: plans.apply_standing,
    Kind.VACATION: absences.apply_vacation,
    Kind.VACATION_OVER: absences.apply_vacation_over,
    Kind.COMMENTARY: commentaries.apply_commentary,
}
# no change that lists show, or it says so itself
UNDATED = (Kind.REMATCH, Kind.MOVE, *secret_questions.UNSEEN_KINDS)
Decide = Callable[[Match, float], Entry | Sequence[Entry]]


def replay(header: Header, entries: Sequence[Entry]) -> Match:
    match = Match(header)
    for entry in entries:
        apply_entry(match, entry)
    return match


def after(match: Match, entries: Sequence[Entry]) -> Match:
    """Make the match as it will be when these entries are stored; the given one stays as it is."""
    twin = match.fork()
    for entry in entries:
        apply_entry(twin, entry)
    return twin


def apply_entry(match: Match, entry: Entry) -> None:
    """Move on by the entry that follows the last one."""
    if entry.number != match.number + 1:
        raise ValueError(f"entry {entry.number} does not follow {match.number}")
    match.number = entry.number
    match.latest = max(match.latest, entry.at)
    if entry.at < match.latest:  # the clock of whoever wrote it was set back: time stood still then
        entry = replace(entry, at=match.latest)
    if entry.kind not in UNDATED:
        match.changed = entry.at
    APPLY[entry.kind](match, entry)
    match.table.seats = [{"name": name} for name in match.names]
    run_clock(match, entry.at)


def run_clock(match: Match, now: float) -> None:
    """Run the clock of whoever must act now, as everybody sees it: a secret question has no clock."""
    if match.clock.kind == "none":
        return
    seat = None if match.to_move is None else match.seems_to_move()
    if seat is None or not match.seats[seat].is_human or seat in match.vacations:
        match.clock = match.clock.stop(now)
    elif match.clock.running != seat:
        match.clock = match.clock.stop(now).start(seat, now)


# What nobody asks for


def next_due(match: Match, now: float) -> Entry | None:
    """Find the next entry that nobody asks for: a takeback, a held, planned or automatic move, a timeout."""
    seat = match.to_move
    if seat is None:
        return None
    if due := takebacks.unopposed_takeback(match, now) or absences.vacation_over(match, now):
        return due
    deadline = clock_due(match)
    is_late = deadline is not None and now >= deadline
    if is_late and seat != match.clock.running:
        return secret_questions.answer_for(match, seat, now)
    if held := match.held_moves.get(seat):
        return secret_questions.release_move(match, seat, held.move, now)
    if planned := plans.planned_entry(match, seat, now):
        return planned
    if is_late:
        return match.next_entry(Kind.TIMEOUT, seat, now)
    return moves.automatic_move(match, seat, now)


def due_at(match: Match) -> float | None:
    """Tell when something is due if nobody does anything: a clock runs out, or somebody's vacation."""
    moments = [moment for moment in (clock_due(match), absences.first_return(match)) if moment is not None]
    return min(moments, default=None)


def clock_due(match: Match) -> float | None:
    """Tell when a clock runs out, or the patience with a secret question."""
    if match.to_move is None or match.to_move == match.clock.running:
        return match.clock.deadline()
    return secret_questions.answer_deadline(match)


# Several entries


def as_entries(decided: Entry | Sequence[Entry]) -> list[Entry]:
    return [decided] if isinstance(decided, Entry) else list(decided)


def open_match(header: Header, steps: Sequence[Decide]) -> tuple[Match, list[Entry]]:
    """Make a match and the beginning of its journal: each step is decided after the one before."""
    match, entries = Match(header), list[Entry]()
    for decide in steps:
        for entry in as_entries(decide(match, header.created)):
            apply_entry(match, entry)
            entries.append(entry)
    return match, entries


def begin_if_full(match: Match, now: float) -> list[Entry]:
    """Begin if nobody is missing; nothing is written if somebody is, or if the match has begun."""
    if not match.is_waiting or match.cancelled or any(seat.is_free for seat in match.seats):
        return []
    return [seats.begin(match, now)]


def then_begin(decide: Decide) -> Decide:
    """Do something, and begin if nobody is missing then: both are stored, or neither."""

    def decide_both(match: Match, now: float) -> list[Entry]:
        entries = as_entries(decide(match, now))
        return [*entries, *begin_if_full(after(match, entries), now)]

    return decide_both
