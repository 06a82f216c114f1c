"""Passing automatically: a seat asks for it once, until something changes."""

from __future__ import annotations

from typing import Any

from burgomaster.server.match.journal import Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.refusal import Refused
from burgomaster.server.match.state import Passing


def set_passing(match: Match, seat: int, mode: str, now: float) -> Entry:
    """Pass automatically from now on, or no more."""
    match.require_running()
    match.require_present(seat)
    if mode not in tuple(Passing):
        raise Refused("passing_mode", given=mode[:20], allowed=", ".join(Passing))
    if mode != Passing.OFF and not match.game.rules.info.skip:
        raise Refused("no_passing")
    return match.next_entry(Kind.PASSING, seat, now, mode=str(mode))


def passes_automatically(match: Match, seat: int) -> bool:
    """Tell whether a seat has asked to pass automatically in just this position."""
    mode, skip = match.passing[seat], match.game.rules.info.skip
    if mode == Passing.OFF or not skip or not match.seats[seat].is_human:
        return False
    notations = [match.game.rules.write_notation(code) for code in match.table.legal_codes()]
    if skip not in notations:
        return False
    if mode == Passing.FORCED:
        return len(notations) == 1
    return bool(match.passing_mark[seat] == progress_mark(match, mode))


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
    match.passing = [Passing.FORCED if mode == Passing.FORCED else Passing.OFF for mode in match.passing]


def apply_passing(match: Match, entry: Entry) -> None:
    """Remember when a seat passes, and what ends it."""
    mode = Passing(str(entry.data["mode"]))
    match.passing[entry.seat] = mode
    has_mark = mode in (Passing.CHANGE, Passing.PHASE)
    match.passing_mark[entry.seat] = progress_mark(match, mode) if has_mark else None
