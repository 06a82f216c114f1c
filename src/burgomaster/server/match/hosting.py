"""What the host of a table does while it waits: change seats, send somebody away, call the table off."""

from __future__ import annotations

from typing import Any

from burgomaster.server.match.journal import NOBODY, Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.refusal import Refused


def swap(match: Match, seat: int, other: int, now: float) -> Entry:
    """Let two seats change places; either may be free."""
    require_waiting(match)
    for one in (seat, other):
        require_seat(match, one)
    return match.next_entry(Kind.SWAP, seat, now, other=other)


def send_away(match: Match, seat: int, now: float) -> Entry:
    """Free a seat: a bot is taken away, a person may not sit down at this table again."""
    require_waiting(match)
    require_seat(match, seat)
    held = match.seats[seat]
    if held.is_free:
        raise Refused("seat_free")
    sent_away = "" if held.who == match.header.host else held.who
    freed = {"who": "", "name": "", "bot": "", "left": False, "sent_away": sent_away}
    if sent_away and held.origin and held.origin != match.header.origin:
        freed["sent_origin"] = held.origin  # another cookie does not bring them back
    return match.next_entry(Kind.SIT, seat, now, **freed)


def cancel(match: Match, now: float) -> Entry:
    """Call the table off before the game begins."""
    require_waiting(match)
    return match.next_entry(Kind.CANCEL, NOBODY, now)


def expire(match: Match, now: float) -> list[Entry]:
    """Close a table whose people have all gone; nothing is written if it waits no more."""
    if match.cancelled or not match.is_waiting:
        return []
    return [match.next_entry(Kind.CANCEL, NOBODY, now, expired=True)]


def require_waiting(match: Match) -> None:
    """Raise Refused unless the table waits for its game to begin."""
    match.require_not_cancelled()
    if not match.is_waiting:
        raise Refused("has_begun")


def require_seat(match: Match, seat: int) -> None:
    """Raise Refused unless there is such a seat."""
    if not 0 <= seat < match.game.players:
        raise Refused("no_such_seat", last=match.game.players - 1)


# Applying


def apply_swap(match: Match, entry: Entry) -> None:
    """Let two seats change places; a link follows the person it belongs to."""
    one, other = entry.seat, int(entry.data["other"])
    belongings: tuple[list[Any], ...] = (match.seats, match.passing, match.passing_rest, match.passing_mark)
    for kept in belongings:
        kept[one], kept[other] = kept[other], kept[one]


def apply_cancel(match: Match, entry: Entry) -> None:
    """Call the table off."""
    match.cancelled = True
    match.expired = bool(entry.data.get("expired"))
