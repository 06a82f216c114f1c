"""Relieving somebody who does not come back: without a clock nothing else would ever end their turn."""

from __future__ import annotations

from dataclasses import replace

from burgomaster.server.match.journal import Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.refusal import Refused
from burgomaster.server.match.secret_questions import answer_for

ABSENT_SECONDS = 24 * 3600.0


def relieve(match: Match, seat: int, bot: str, now: float) -> list[Entry]:
    """Let a bot keep the seat of whoever is to move, as everybody sees it; they may come back at any time.

    A secret question that nobody answers is answered quietly, as when a clock has run out.
    """
    match.require_running()
    match.require_present(seat)
    mover = late_seat(match, seat, now)
    if mover is None:
        raise Refused("relieve_later")
    entries, asked = [], match.to_move
    if asked is not None and asked != mover:
        entries.append(answer_for(match, asked, now))
    if mover not in match.held_moves:
        held = match.seats[mover]
        entries.append(
            match.next_entry(Kind.SIT, mover, now, who=held.who, name=held.name, bot=bot, left=True)
        )
    return [replace(entry, number=match.number + place) for place, entry in enumerate(entries, start=1)]


def late_seat(match: Match, seat: int, now: float) -> int | None:
    """Find the seat that has been waited for long enough: another person's, or one's own held move."""
    mover = match.seems_to_move() if match.to_move is not None else None
    if mover is None or match.clock.kind != "none":
        return None
    is_late = now - last_public_move(match) >= ABSENT_SECONDS
    is_others = mover in match.others(seat) or mover in match.held_moves
    return mover if is_late and is_others else None


def last_public_move(match: Match) -> float:
    """Tell when somebody moved the last time, for everybody to see, or when the game began."""
    return next((move.at for move in reversed(match.played) if not move.is_secret), match.begun)
