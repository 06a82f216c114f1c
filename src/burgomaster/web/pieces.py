"""Pieces of a page that are kept, with what was found out about each: how it is sent, what it shows.

A page has a hundred kilobytes and more, and a move changes a tenth of it. What a template yields is therefore
not put together at once. Kept pieces stay by themselves, and what is done to every text of a page, such as
encoding it or reading its places, is done to a kept piece once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from markupsafe import Markup

HAPPENED = "<!-- what happened -->"  # where a board wants to be told what happened
LONG = 256  # letters; what is shorter is not worth being looked at by itself
NEW_LINE = b"\ndata: "  # how a line of a server-sent event ends and the next begins
NEVER_SENT = (b"\r", b"\x1e", b"\x1f")  # a line ends otherwise, and so do parts of an update
ITEM, LEAST = b"<li", 640  # before items a text is cut into parts, which have so many bytes at least

# What carries a state on a board: a place with so many of a card, or anything that says its state itself.
PLACE_BEGINNING, STATE_BEGINNING = ' data-place="', ' data-state="'
CARD = re.compile(r' data-place="[^"]*" data-card="([^"]*)" data-count="(\d+)"')
ID = 'id="'  # stands before the state


class Places(NamedTuple):
    """The places that were found on a drawn text, by their ids."""

    states: dict[str, str]
    ends: dict[str, int]  # where each id ends in the text


NOWHERE = Places({}, {})


class Piece(Markup):
    """A piece that is kept: what was found out about it once is known."""

    __slots__ = ("_places", "_sent")
    _places: Places
    _sent: bytes

    @property
    def places(self) -> Places:
        """Find the places that it shows."""
        try:
            return self._places
        except AttributeError:
            self._places = find_places(self)
            return self._places

    @property
    def sent(self) -> bytes:
        """Write it as a part of a server-sent event."""
        try:
            return self._sent
        except AttributeError:
            self._sent = write_lines(self)
            return self._sent


def gather(chunks: Iterable[str]) -> list[str]:
    """Put together what a template yields: long pieces stay by themselves, what is between them is a text."""
    units: list[str] = []
    loose: list[str] = []
    for chunk in chunks:
        is_alone = len(chunk) >= LONG if type(chunk) is Piece else chunk == HAPPENED
        if not is_alone or is_inside_tag(loose):
            loose.append(chunk)
            continue
        if loose:
            units.append("".join(loose))
            loose = []
        units.append(chunk)
    return [*units, "".join(loose)]


def is_inside_tag(chunks: Sequence[str]) -> bool:
    """Tell whether the last tag of some chunks is still open: what follows belongs to it."""
    for chunk in reversed(chunks):
        if chunk.endswith((">", ">\n")):  # as nearly all that stand before a piece
            return False
        begun, ended = chunk.rfind("<"), chunk.rfind(">")
        if begun != ended:  # both are -1 where there is none
            return begun > ended
    return False


def write_lines(text: str) -> bytes:
    """Write a text as lines of a server-sent event; as bytes, in which they are found three times as fast."""
    written = text.encode()
    for never in NEVER_SENT:
        written = written.replace(never, b"")
    return written.replace(b"\n", NEW_LINE)


def sent(units: Iterable[str]) -> bytes:
    """Write all units of a page as lines of a server-sent event."""
    return b"".join([unit.sent if type(unit) is Piece else write_lines(unit) for unit in units])


def sent_parts(units: Iterable[str]) -> list[bytes]:
    """Write the same in parts that may come again: kept pieces, and items of what is not kept."""
    parts: list[bytes] = []
    for unit in units:
        if type(unit) is Piece:
            parts.append(unit.sent)
        else:
            parts += cut(write_lines(unit))
    return parts


def cut(written: bytes) -> list[bytes]:
    """Cut what is written before its items; a long one ends a part, so that the same ones are found again."""
    parts, begun = [], 0
    while (end := written.find(ITEM, begun + LEAST)) >= 0:
        parts.append(written[begun:end])
        begun = end
    return [*parts, written[begun:]]


def places_of(unit: str) -> Places:
    """Read the places of a unit, each with its state."""
    return unit.places if type(unit) is Piece else find_places(unit)


def find_places(text: str) -> Places:
    """Read the places of a drawn text, each with its state."""
    starts = beginnings(text)
    if not starts:
        return NOWHERE
    found, before = Places({}, {}), -1
    text = str(text)  # what is no safe text is looked at faster
    for start in starts:
        tag = text.rfind("<", 0, start)
        begin = text.find(ID, tag, start) + len(ID)
        state = state_at(text, start)
        if state is not None and tag != before and begin >= len(ID):
            end = text.index('"', begin)
            name = text[begin:end]
            found.states[name], found.ends[name] = state, end + 1
            before = tag
    return found


def beginnings(text: str) -> list[int]:
    """Find where states may begin; a search for plain words takes a quarter of the time of a pattern."""
    found = []
    for beginning in (PLACE_BEGINNING, STATE_BEGINNING):
        at = text.find(beginning)
        while at >= 0:
            found.append(at)
            at = text.find(beginning, at + 1)
    return sorted(found)


def state_at(text: str, start: int) -> str | None:
    """Read the state that begins somewhere in a text; None of a place without a card."""
    if text.startswith(STATE_BEGINNING, start):
        begin = start + len(STATE_BEGINNING)
        return text[begin : text.index('"', begin)].strip()
    seen = CARD.match(text, start)
    return " ".join(seen.groups()).strip() if seen else None
