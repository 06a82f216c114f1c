"""What of a page is sent: the parts that it does not have. For all others it is told where it has them.

A move changes a part of a page, and much of that is as it was one update earlier, before it was somebody
else's turn. So a page that wants updates in parts keeps those of its last two, and each update consists of
new parts and of places among those that are kept. What an open page has is known here by numbers alone.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, TypeAlias

EVENT = b"event: table\ndata: %b\n\n"
END, PLACE = b"\x1e", b"\x1f"  # between parts; before a place: neither is sent as a part of a page
MOST_KNOWN = 2  # updates that a page keeps
SHORT = 24  # bytes; to say where these are would not be shorter
PLACES = PLACE + b"%d,%d"  # of the first of some parts behind each other, and how many
NOWHERE = -1

Mark: TypeAlias = "array[int]"  # the parts of an update by their numbers; no two texts share one in practice


class Drawn(NamedTuple):
    """An update as it is sent, and what it is known by: nothing is sent twice."""

    sent: bytes
    mark: Any


def mark_of(parts: Iterable[bytes]) -> Mark:
    """Number the parts of an update, by a key that this process has chosen: what was numbered is at hand."""
    return array("q", map(hash, parts))


def write_changes(parts: Sequence[bytes], mark: Mark, known: Sequence[Mark]) -> bytes:
    """Write what is new for a page that has the last updates, the newest first, and where the rest is."""
    written: list[bytes] = []
    first, end = NOWHERE, NOWHERE  # of parts behind each other that the page has
    for part, place in zip(parts, places_of(mark, known), strict=True):
        if place == end:
            end += 1
            continue
        if end != NOWHERE:
            written.append(PLACES % (first, end - first))
            end = NOWHERE
        if place is None or len(part) < SHORT:
            written.append(part)
        else:
            first, end = place, place + 1
    if end != NOWHERE:
        written.append(PLACES % (first, end - first))
    return EVENT % END.join(written)


def places_of(mark: Mark, known: Sequence[Mark]) -> Iterator[int | None]:
    """Find for each part of an update where a page has it, among all that it keeps; None of a new one."""
    kept = [key for one in known for key in one]
    places = dict(zip(reversed(kept), reversed(range(len(kept))), strict=True))  # the first of equal ones
    return map(places.get, mark)


def put_together(update: bytes, known: Sequence[Sequence[bytes]]) -> list[bytes]:
    """Find the parts of an update, as a page does that has those of the last ones."""
    kept = [part for one in known for part in one]
    parts: list[bytes] = []
    for part in update.split(END):
        if part.startswith(PLACE):
            first, n_parts = map(int, part[1:].split(b","))
            parts += kept[first : first + n_parts]
        else:
            parts.append(part)
    return parts
