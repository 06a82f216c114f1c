"""Making moves, passing automatically, and other moves that are made without asking a seat."""

from __future__ import annotations

import sys
from typing import Any

from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import SPECTATOR
from burgomaster.server.match.journal import Entry, Kind, Refused
from burgomaster.server.match.match import Match
from burgomaster.server.match.secret_questions import drop_idle_moves, hold_move, is_secret
from burgomaster.server.match.state import Passing, PlayedMove

STANDING = (Passing.OFF, Passing.FORCED)  # modes that last; the others end by themselves
N_WORLDS = 24  # in which a pass must be forced before other people see it made automatically
PASSING_STREAM = 7  # of random numbers


def set_passing(match: Match, seat: int, mode: str, now: float) -> Entry:
    match.require_running()
    match.require_present(seat)
    if mode not in tuple(Passing):
        raise Refused("passing_mode", given=mode[:20], allowed=", ".join(Passing))
    if mode != Passing.OFF and not match.game.rules.info.skip:
        raise Refused("no_passing")
    return match.next_entry(Kind.PASSING, seat, now, mode=str(mode))


def read_passing(mode: str) -> Passing:
    """Read how somebody who sits down wants to pass: never automatically, or whenever they must."""
    if mode not in STANDING:
        raise Refused("passing_mode", given=mode[:20], allowed=", ".join(STANDING))
    return Passing(mode)


def passing_mode(match: Match, seat: int) -> Passing:
    """Name how a seat passes now: what it asked for last, or what it goes back to when that has ended."""
    mode = match.passing[seat]
    if mode in STANDING or match.passing_mark[seat] == progress_mark(match, mode):
        return mode
    return match.passing_rest[seat]


def passes_automatically(match: Match, seat: int) -> bool:
    """Tell whether a seat has asked to pass automatically in just this position."""
    skip = match.game.rules.info.skip
    if not skip or not match.seats[seat].is_human:
        return False
    mode = passing_mode(match, seat)
    codes = match.table.legal_codes()
    if mode == Passing.OFF or skip not in map(match.game.rules.write_notation, codes):
        return False
    return mode != Passing.FORCED or is_forced(match, seat)


def is_forced(match: Match, seat: int) -> bool:
    """Tell whether nothing but passing is possible, and passing at once betrays nothing to other people."""
    if len(match.table.legal_codes()) != 1:
        return False
    return match.plays_alone(seat) or is_evident(match)


def is_evident(match: Match) -> bool:
    """Tell whether everybody could know that nothing else is possible, whatever is hidden from them.

    Worlds are drawn that nobody at the table could tell from the true one. If the seat had a choice in any of
    them, an automatic pass would say what it does not hold: then it is left to its owner.
    """
    rng = new_rng()
    seed_rng(rng, match.ply, PASSING_STREAM)
    worlds = (match.table.determinized(SPECTATOR, rng) for _ in range(N_WORLDS))
    return all(len(match.table.legal_codes(world)) == 1 for world in worlds)


def progress_mark(match: Match, mode: Passing) -> Any:
    """Collect what must stay the same for a seat to go on passing."""
    where = (match.table.round, match.table.phase)
    if mode == Passing.PHASE:
        return where
    skip = match.game.rules.info.skip
    moves = zip(match.table.history, match.played, strict=True)
    return (*where, sum(move != skip and not played.is_secret for move, played in moves))


def apply_passing(match: Match, entry: Entry) -> None:
    mode = Passing(str(entry.data["mode"]))
    match.passing[entry.seat] = mode
    if mode in STANDING:
        match.passing_rest[entry.seat] = mode
    match.passing_mark[entry.seat] = None if mode in STANDING else progress_mark(match, mode)


# Moves


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
