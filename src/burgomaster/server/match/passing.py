"""Passing automatically: a seat asks for it once, until something changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import SPECTATOR
from burgomaster.server.match.journal import Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.refusal import Refused
from burgomaster.server.match.state import Passing

STANDING = (Passing.OFF, Passing.FORCED)  # modes that last; the others end by themselves
N_WORLDS = 24  # in which a pass must be forced before other people see it made automatically
PASSING_STREAM = 7  # of random numbers


def set_passing(match: Match, seat: int, mode: str, now: float) -> Entry:
    """Pass automatically from now on, or no more."""
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
    if mode == Passing.OFF or skip not in notations_of(match, match.table.legal_codes()):
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


def notations_of(match: Match, codes: Sequence[int]) -> list[str]:
    """Write moves in the notation of their game."""
    return [match.game.rules.write_notation(code) for code in codes]


def progress_mark(match: Match, mode: Passing) -> Any:
    """Collect what must stay the same for a seat to go on passing."""
    where = (match.table.round, match.table.phase)
    if mode == Passing.PHASE:
        return where
    skip = match.game.rules.info.skip
    moves = zip(match.table.history, match.played, strict=True)
    return (*where, sum(move != skip and not played.is_secret for move, played in moves))


def keep_forced_passing(match: Match) -> None:
    """Ask everybody again after moves were taken back, but those who pass only when they must."""
    match.passing = list(match.passing_rest)


def apply_passing(match: Match, entry: Entry) -> None:
    """Remember when a seat passes, and what ends it."""
    mode = Passing(str(entry.data["mode"]))
    match.passing[entry.seat] = mode
    if mode in STANDING:
        match.passing_rest[entry.seat] = mode
    match.passing_mark[entry.seat] = None if mode in STANDING else progress_mark(match, mode)
