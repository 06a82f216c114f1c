"""Making moves, and moves that are made automatically."""

from __future__ import annotations

import sys

from burgomaster.server.match.journal import Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.passing import passes_automatically
from burgomaster.server.match.refusal import Refused
from burgomaster.server.match.secret_questions import drop_idle_moves, hold_move, is_secret
from burgomaster.server.match.state import PlayedMove


def play(
    match: Match, seat: int, notation: str, position: str | None, now: float, by: str = "player"
) -> list[Entry]:
    """Make a move; `position` names the position that its maker saw, None if they do not say.

    Whether and why it is refused depends on nothing that its maker may not know.
    """
    match.require_running()
    if by == "player":
        match.require_present(seat)
    if position is not None and position != match.position(seat):
        raise Refused("stale")
    match.require_turn(seat)
    match.seen_by(seat).read_move(notation)
    if seat != match.to_move:
        return hold_move(match, seat, notation, now)
    return [match.next_entry(Kind.MOVE, seat, now, move=notation, by=by)]


def automatic_move(match: Match, seat: int, now: float) -> Entry | None:
    """Pass for a seat that asked for it, or make the only move there is where an option says so."""
    notation = automatic_notation(match, seat)
    return None if notation is None else match.next_entry(Kind.MOVE, seat, now, move=notation, by="auto")


def automatic_notation(match: Match, seat: int) -> str | None:
    """Name the move that is made without asking a seat, None if it has to decide."""
    if passes_automatically(match, seat):
        return match.game.rules.info.skip
    if match.game.options.get("auto_forced") != "all":
        return None
    codes = match.table.legal_codes()
    return match.game.rules.write_notation(codes[0]) if len(codes) == 1 else None


def apply_move(match: Match, entry: Entry) -> None:
    """Move on; the clock runs until everybody sees the move, whether it was held or not.

    In journals of older servers it stopped when a held move was sent; there that stays as it was shown.
    """
    secret = is_secret(match, entry)
    held = match.held_moves.pop(entry.seat, None)
    if not secret:  # a clock that stopped for a secret answer, or earlier for a held move, would tell of it
        match.clock = match.clock.stop(entry.at if held is None or held.runs else held.at)
    clock_left = match.clock.left
    match.table.step(match.table.read_move(str(entry.data["move"])))
    if not secret:
        match.plans.pop(entry.seat, None)  # a plan is for one turn
        match.clock = match.clock.moved(entry.seat)
        match.takeback = match.refused_takeback = None
        match.pause_wishes = frozenset()
        match.changed = entry.at
    by = sys.intern(str(entry.data.get("by", "player")))  # one word for all moves that a store hands out
    match.played.append(PlayedMove(entry.at, by, secret, clock_left))
    drop_idle_moves(match)
