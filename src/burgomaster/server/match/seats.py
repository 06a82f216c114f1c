"""Sitting down, getting up, coming back, and the beginning of a match."""

from __future__ import annotations

from dataclasses import replace

from burgomaster.server.match.journal import NOBODY, Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.refusal import Refused
from burgomaster.server.match.state import Passing, Seat
from burgomaster.server.names import unique_name

ACCOUNT = "account:"  # before the number of somebody who has one
TIMEOUT_BOT = "greedy"  # plays on for somebody whose time is over


def sit(
    match: Match,
    seat: int,
    who: str,
    name: str,
    now: float,
    passing: Passing = Passing.OFF,
    origin: str = "",
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
    """Let a bot play a free seat."""
    require_free(match, seat)
    called = unique_name(name, (held.name for held in match.seats))
    return match.next_entry(Kind.SIT, seat, now, who="", name=called, bot=bot, left=False)


def require_free(match: Match, seat: int) -> None:
    """Raise Refused unless anybody may still sit down on a seat."""
    if not 0 <= seat < match.game.players:
        raise Refused("no_such_seat", last=match.game.players - 1)
    match.require_not_cancelled()
    if not match.is_waiting:
        raise Refused("has_begun")
    held = match.seats[seat]
    if not held.is_free:
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
    """Take one's own seat back from the bot that kept it."""
    held = match.seats[seat]
    if not held.left:
        raise Refused("not_left")
    if match.header.is_serious:
        raise Refused("rated_left")
    return match.next_entry(Kind.SIT, seat, now, who=held.who, name=held.name, bot="", left=False)


def begin(match: Match, now: float) -> Entry:
    """Begin, when every seat is taken."""
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
    """Begin."""
    match.begun = entry.at


def apply_timeout(match: Match, entry: Entry) -> None:
    """Let a bot keep the seat of somebody whose time is over."""
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
