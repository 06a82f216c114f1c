"""What happened during one move, written by the kernels as rows of ints.

A log is a record, not an array: passing an array to a kernel counts references, which is dear.
Play that nobody reads is handed a log with no room, so that nothing is ever written to it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, TypeAlias

from burgomaster.compiler.jit import inline
from burgomaster.compiler.struct import I32, Ints, Records, record, zeros

COLUMNS = 6
MAX_EVENTS = 256

Event: TypeAlias = tuple[int, int, int, int, int, int]  # kind, seat, and what the kind says: a, b, c, d


@record
class Log:
    """The events of one move, in the order in which they happened."""

    room: I32  # how many events may be written
    n_events: I32
    events: Annotated[Ints, I32, (MAX_EVENTS, COLUMNS)]


def new_logs() -> Records[Log]:
    """Make an array of one log, with room for the events of any one move."""
    logs = zeros(Log, 1)
    logs[0].room = MAX_EVENTS
    return logs


def take_events(logs: Records[Log]) -> tuple[Event, ...]:
    """List the events written to the log, which is empty afterwards."""
    array: Any = logs  # by field: the attributes of a record are slow
    rows = array["events"][0, : array["n_events"][0]].tolist()
    array["n_events"][0] = 0
    return tuple(_event(*row) for row in rows)


@lru_cache(maxsize=16384)
def _event(kind: int, seat: int, a: int, b: int, c: int, d: int) -> Event:
    """Return an event; the same happens at many tables, and is kept once."""
    return kind, seat, a, b, c, d


@inline
def emit(log: Log, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
    """Note an event, if the log has room."""
    place = log.n_events
    if place < log.room:
        log.n_events = place + 1
        log.events[place, 0] = kind
        log.events[place, 1] = seat
        log.events[place, 2] = a
        log.events[place, 3] = b
        log.events[place, 4] = c
        log.events[place, 5] = d
