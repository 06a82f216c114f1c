"""What is decided: one entry or several, one after another, and how a match is opened with all of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from burgomaster.server.match.apply import after, apply_entry
from burgomaster.server.match.journal import Entry, Header
from burgomaster.server.match.match import Match
from burgomaster.server.match.seats import begin

Decide = Callable[[Match, float], Entry | Sequence[Entry]]


def as_entries(decided: Entry | Sequence[Entry]) -> list[Entry]:
    """List what was decided."""
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
    return [begin(match, now)]


def then_begin(decide: Decide) -> Decide:
    """Do something, and begin if nobody is missing then: both are stored, or neither."""

    def decide_both(match: Match, now: float) -> list[Entry]:
        entries = as_entries(decide(match, now))
        return [*entries, *begin_if_full(after(match, entries), now)]

    return decide_both
