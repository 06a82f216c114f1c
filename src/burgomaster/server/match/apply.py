"""Applying journal entries: the only way in which a match changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from burgomaster.server.match.commentaries import apply_commentary
from burgomaster.server.match.hosting import apply_cancel, apply_swap
from burgomaster.server.match.journal import Entry, Header, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.moves import apply_move
from burgomaster.server.match.passing import apply_passing
from burgomaster.server.match.pauses import apply_pause, apply_pause_asked, apply_resume
from burgomaster.server.match.plans import apply_plan, apply_standing
from burgomaster.server.match.rematches import apply_rematch
from burgomaster.server.match.seats import apply_begin, apply_sit, apply_timeout
from burgomaster.server.match.secret_questions import UNSEEN_KINDS, apply_premove
from burgomaster.server.match.takebacks import apply_takeback_answered, apply_takeback_asked, apply_undo
from burgomaster.server.match.vacations import apply_vacation, apply_vacation_over

APPLY: Mapping[Kind, Callable[[Match, Entry], None]] = {
    Kind.MOVE: apply_move,
    Kind.UNDO: apply_undo,
    Kind.TAKEBACK_ASKED: apply_takeback_asked,
    Kind.TAKEBACK_ANSWERED: apply_takeback_answered,
    Kind.PAUSE: apply_pause,
    Kind.RESUME: apply_resume,
    Kind.PASSING: apply_passing,
    Kind.PREMOVE: apply_premove,
    Kind.SIT: apply_sit,
    Kind.BEGIN: apply_begin,
    Kind.TIMEOUT: apply_timeout,
    Kind.REMATCH: apply_rematch,
    Kind.SWAP: apply_swap,
    Kind.CANCEL: apply_cancel,
    Kind.PAUSE_ASKED: apply_pause_asked,
    Kind.PLAN: apply_plan,
    Kind.STANDING: apply_standing,
    Kind.VACATION: apply_vacation,
    Kind.VACATION_OVER: apply_vacation_over,
    Kind.COMMENTARY: apply_commentary,
}

UNDATED = (Kind.REMATCH, Kind.MOVE, *UNSEEN_KINDS)  # no change that lists show, or it says so itself


def replay(header: Header, entries: Sequence[Entry]) -> Match:
    """Make the match that a journal tells of."""
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
