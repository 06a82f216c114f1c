"""What decides a match: whose turn it is, what is legal, what follows. It knows no socket and no database.

A match is a header and a journal. Requests (`moves.play`, `takebacks.undo`, `seats.sit`, ...) return the
entries that would be written, or raise `Refused`, and change nothing; `apply_entry` takes an entry that is
stored and moves on. So nothing is ever shown that is not stored, and a restart reads the journal and stands
where the match stood.
"""

from __future__ import annotations

from burgomaster.server.match.apply import after, apply_entry, due_at, next_due, replay
from burgomaster.server.match.journal import NOBODY, Entry, Header, Kind, Refused
from burgomaster.server.match.match import Match

__all__ = [
    "NOBODY",
    "Entry",
    "Header",
    "Kind",
    "Match",
    "Refused",
    "after",
    "apply_entry",
    "due_at",
    "next_due",
    "replay",
]
