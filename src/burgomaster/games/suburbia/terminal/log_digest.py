"""The log of Suburbia beside the table: a paragraph a turn instead of a line an event."""

from __future__ import annotations

from collections.abc import Sequence

from burgomaster.core.language import ReaderName
from burgomaster.core.log import Event as LogEvent
from burgomaster.games.suburbia.rules.events import Event

FOLLOWING = {  # events that belong to the turn that is being told
    Event.CHANGE,
    Event.RED_LINE,
    Event.INCOME,
    Event.POPULATION,
    Event.DISCARD,
    Event.REMOVE,
}
SEEN = {Event.TILE_DRAWN, Event.DALE_CLEARS}  # the market itself lies beside the log


def digest(
    names: Sequence[str], events: Sequence[LogEvent], lines: Sequence[str], you: str = "You"
) -> list[str]:
    """Join the lines of a turn; the name of the player who acts, or `you`, is not repeated."""
    told: list[list[str]] = []
    actor = ""
    for event, line in zip(events, lines, strict=True):
        kind, seat = event[0], event[1]
        if kind in SEEN:
            continue
        if kind in FOLLOWING and told:
            told[-1].append(without_name(line, actor, you))
        else:
            told.append([line])
            actor = names[seat] if seat >= 0 else ""
    return [join(parts) for parts in told]


def without_name(line: str, actor: str, you: str) -> str:
    """Take the name of the player whose turn it is from a line that goes on in the middle of a sentence."""
    if isinstance(actor, ReaderName):
        said = line.removeprefix(f"{you} ")
        return said[:1].lower() + said[1:]
    for beginning in (f"{actor}: ", f"{actor} "):
        if actor and line.startswith(beginning):
            return line[len(beginning) :]
    return line


def join(parts: Sequence[str]) -> str:
    """Join what was done and what followed from it."""
    return parts[0] if len(parts) == 1 else f"{parts[0]} — {'; '.join(parts[1:])}"
