"""Seats: sitting down, getting up and coming back; what the host does while a table waits; playing again.

A finished match names the table that continues it, and who sat here sits down there. The name is written into
the journal of the old match first: however many ask, and wherever, there is one table. The deal is drawn
anew, and with it who goes first; everybody keeps their seat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from burgomaster.server.match.journal import NOBODY, Entry, Kind, Refused
from burgomaster.server.match.match import Match
from burgomaster.server.match.state import Passing, Seat
from burgomaster.server.names import unique_name

ACCOUNT = "account:"  # before the number of somebody who has one
TIMEOUT_BOT = "greedy"  # plays on for somebody whose time is over


def sit(
    match: Match, seat: int, who: str, name: str, now: float, passing: Passing = Passing.OFF, origin: str = ""
) -> Entry:
    """Sit down on a free seat, perhaps with the wish to pass automatically; nobody gets another's name."""
    require_free(match, seat)
    if who in match.sent_away or (origin and origin in match.sent_origins):
        raise Refused("sent_away")
    require_ratable(match, who)
    called = unique_name(name, match.names_but(seat))
    wish = {"passing": str(passing)} if passing != Passing.OFF and match.game.rules.info.skip else {}
    wish |= {"origin": origin} if origin else {}
    return match.next_entry(Kind.SIT, seat, now, who=who, name=called, bot="", left=False, **wish)


def require_ratable(match: Match, who: str) -> None:
    """Raise Refused if somebody cannot be rated: they have no account, or sit at the table already."""
    if not match.header.rated:
        return
    if not who.startswith(ACCOUNT):
        raise Refused("rated_account")
    if any(held.who == who for held in match.seats):
        raise Refused("rated_twice")


def seat_bot(match: Match, seat: int, bot: str, name: str, now: float) -> Entry:
    require_free(match, seat)
    called = unique_name(name, (held.name for held in match.seats))
    return match.next_entry(Kind.SIT, seat, now, who="", name=called, bot=bot, left=False)


def require_free(match: Match, seat: int) -> None:
    """Raise Refused unless anybody may still sit down on a seat."""
    require_seat(match, seat)
    require_waiting(match)
    if not match.seats[seat].is_free:
        raise Refused("seat_taken", name=match.name_of(seat))


def leave(match: Match, seat: int, bot: str, now: float) -> Entry:
    """Get up: before the game the seat is free again, later a bot keeps it."""
    match.require_present(seat)
    held = match.seats[seat]
    if match.is_waiting:
        return match.next_entry(Kind.SIT, seat, now, who="", name="", bot="", left=False)
    if match.is_over:
        raise Refused("over")
    stand_in = match.header.stand_in or bot
    return match.next_entry(Kind.SIT, seat, now, who=held.who, name=held.name, bot=stand_in, left=True)


def come_back(match: Match, seat: int, now: float) -> Entry:
    held = match.seats[seat]
    if not held.left:
        raise Refused("not_left")
    if match.header.is_serious:
        raise Refused("rated_left")
    return match.next_entry(Kind.SIT, seat, now, who=held.who, name=held.name, bot="", left=False)


def begin(match: Match, now: float) -> Entry:
    if not match.is_waiting:
        raise Refused("has_begun")
    if any(seat.is_free for seat in match.seats):
        raise Refused("free_seats")
    return match.next_entry(Kind.BEGIN, NOBODY, now)


# Applying


def apply_sit(match: Match, entry: Entry) -> None:
    """Let somebody else hold a seat; whoever comes back to it gets time to move."""
    data, was = entry.data, match.seats[entry.seat]
    since = was.since if was.who and was.who == data["who"] else entry.number
    match.seats[entry.seat] = Seat(
        str(data["who"]),
        str(data["name"]),
        str(data["bot"]),
        bool(data["left"]),
        since,
        left_ply=match.ply,
        origin=str(data.get("origin", was.origin if was.who == data["who"] else "")),
    )
    if data.get("sent_away"):
        match.sent_away |= {str(data["sent_away"])}
    if data.get("sent_origin"):
        match.sent_origins |= {str(data["sent_origin"])}
    if was.who != data["who"]:
        match.passing[entry.seat] = match.passing_rest[entry.seat] = Passing(data.get("passing", Passing.OFF))
    if data["left"]:
        end_wishes(match, entry.seat)
    if was.left and not data["left"]:
        match.clock = match.clock.stop(entry.at).returned(entry.seat)


def apply_begin(match: Match, entry: Entry) -> None:
    match.begun = entry.at


def apply_timeout(match: Match, entry: Entry) -> None:
    match.clock = match.clock.stop(entry.at)
    held = match.seats[entry.seat]
    bot = match.header.stand_in or TIMEOUT_BOT
    match.seats[entry.seat] = replace(held, bot=bot, left=True, timed_out=True, left_ply=match.ply)
    end_wishes(match, entry.seat)


def end_wishes(match: Match, seat: int) -> None:
    """End what hangs on somebody who is gone: a takeback they did not allow, a pause they asked for."""
    takeback = match.takeback
    if takeback is not None and seat not in takeback.allowed:
        match.takeback = None
    match.pause_wishes -= {seat}


# What the host does while a table waits


def swap(match: Match, seat: int, other: int, now: float) -> Entry:
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
    require_waiting(match)
    return match.next_entry(Kind.CANCEL, NOBODY, now)


def expire(match: Match, now: float) -> list[Entry]:
    """Close a table whose people have all gone; nothing is written if it waits no more."""
    if match.cancelled or not match.is_waiting:
        return []
    return [match.next_entry(Kind.CANCEL, NOBODY, now, expired=True)]


def require_waiting(match: Match) -> None:
    match.require_not_cancelled()
    if not match.is_waiting:
        raise Refused("has_begun")


def require_seat(match: Match, seat: int) -> None:
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
    match.cancelled = True
    match.expired = bool(entry.data.get("expired"))


# Playing again


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
    entries = []
    for seat, held in enumerate(old.seats):
        sit_again: dict[str, Any] = {"who": "", "name": held.name, "bot": "", "left": False}
        if not new.seats[seat].is_free:
            continue
        if held.who == who and who:
            sit_again |= {"who": who, "name": unique_name(held.name, new.names_but(seat))}
            sit_again |= {"passing": str(old.passing_rest[seat])} | ({"origin": origin} if origin else {})
        elif not held.who and new.number == 0:  # later a free seat is one that a bot was taken from
            sit_again["bot"] = bot_of(held.bot)
        else:
            continue
        entries.append(new.next_entry(Kind.SIT, seat, now, **sit_again))
    seated = {entry.seat for entry in entries}
    if all(seat in seated or not held.is_free for seat, held in enumerate(new.seats)):
        entries.append(new.next_entry(Kind.BEGIN, NOBODY, now))
    return [replace(entry, number=new.number + place) for place, entry in enumerate(entries, start=1)]


def apply_rematch(match: Match, entry: Entry) -> None:
    match.rematch = str(entry.data["match"])
    match.rematch_seat = entry.seat
