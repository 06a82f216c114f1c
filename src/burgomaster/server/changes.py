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

Mark: TypeAlias = "array[int]"  # the parts of an update by their numbers; no two texts share one in practice


class Drawn(NamedTuple):
    """An update as it is sent, and what it is known by: nothing is sent twice."""

    sent: bytes
    mark: Any


class Run(NamedTuple):
    """Parts behind each other that a page has: the place of the first, and how many."""

    first: int
    n_parts: int

    def __bytes__(self) -> bytes:
        return b"%b%d,%d" % (PLACE, *self)


def mark_of(parts: Iterable[bytes]) -> Mark:
    """Number the parts of an update, by a key that this process has chosen: what was numbered is at hand."""
    return array("q", map(hash, parts))


def write_changes(parts: Sequence[bytes], mark: Mark, known: Sequence[Mark]) -> bytes:
    """Write an update for a page that has the last ones, the newest first."""
    return EVENT % END.join(map(bytes, changes(parts, mark, known)))


def changes(parts: Sequence[bytes], mark: Mark, known: Sequence[Mark]) -> Iterator[bytes | Run]:
    """List what is new, and the places of what is not."""
    kept = [key for one in known for key in one]
    places = dict(zip(reversed(kept), reversed(range(len(kept))), strict=True))  # the first of equal ones
    first = end = 0
    for part, key in zip(parts, mark, strict=True):
        if first < end < len(kept) and kept[end] == key:
            end += 1
            continue
        if first < end:
            yield Run(first, end - first)
        place = places.get(key) if len(part) >= SHORT else None
        first = end = 0
        if place is None:
            yield part
        else:
            first, end = place, place + 1
    if first < end:
        yield Run(first, end - first)


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
