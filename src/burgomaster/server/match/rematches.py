"""Playing again: a finished match names the table that continues it, and who sat here sits down there.

The name is written into the journal of the old match first: however many ask, and wherever, there is one
table. The deal is drawn anew, and with it who goes first; everybody keeps their seat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from burgomaster.server.match.journal import NOBODY, Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.refusal import Refused
from burgomaster.server.names import unique_name


def ask_rematch(match: Match, seat: int, name: str, now: float, instead_of: str = "") -> list[Entry]:
    """Name the table at which a finished match is played again; nothing is written if it has another one.

    `instead_of` is a table that was called off: another takes its place.
    """
    if not match.is_over or match.header.imported:
        raise Refused("rematch_later")
    return [match.next_entry(Kind.REMATCH, seat, now, match=name)] if match.rematch == instead_of else []


def rejoin(
    old: Match, new: Match, who: str, now: float, bot_of: Callable[[str], str], origin: str = ""
) -> list[Entry]:
    """Seat somebody of the old table at the new one, and its bots; begin when nobody is missing.

    `bot_of` names the bot that plays again for one that sat at the old table, `origin` marks the address.
    """
    is_seated = any(held.who == who for held in new.seats)
    if not new.is_waiting or new.cancelled or is_seated or who in new.sent_away:
        return []
    entries = [
        entry
        for seat in range(new.game.players)
        for entry in sit_again(old, new, seat, who, now, bot_of, origin)
    ]
    seated = {entry.seat for entry in entries}
    if all(seat in seated or not held.is_free for seat, held in enumerate(new.seats)):
        entries.append(new.next_entry(Kind.BEGIN, NOBODY, now))
    return [replace(entry, number=new.number + place) for place, entry in enumerate(entries, start=1)]


def sit_again(
    old: Match, new: Match, seat: int, who: str, now: float, bot_of: Callable[[str], str], origin: str
) -> Iterator[Entry]:
    """Write who sits down on a free seat of the new table: who asks, or the bot that sat there."""
    held = old.seats[seat]
    if not new.seats[seat].is_free:
        return
    if held.who == who and who:
        more = {"passing": str(old.passing_rest[seat])} | ({"origin": origin} if origin else {})
        name = unique_name(held.name, new.names_but(seat))
        yield new.next_entry(Kind.SIT, seat, now, who=who, name=name, bot="", left=False, **more)
    elif not held.who and new.number == 0:  # later a free seat is one that a bot was taken from
        yield new.next_entry(Kind.SIT, seat, now, who="", name=held.name, bot=bot_of(held.bot), left=False)


def apply_rematch(match: Match, entry: Entry) -> None:
    """Remember the table that continues a match, and who asked for it."""
    match.rematch = str(entry.data["match"])
    match.rematch_seat = entry.seat
