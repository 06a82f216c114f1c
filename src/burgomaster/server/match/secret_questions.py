"""Secret questions: one seat is asked, and for the others it seems to be somebody else's turn.

Whoever seems to move may send a move meanwhile; it is held until the question is answered, so that nobody can
tell that there was one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from burgomaster.core.errors import BurgomasterError
from burgomaster.server.match.clocks import is_slow
from burgomaster.server.match.journal import Entry, Kind
from burgomaster.server.match.match import Match
from burgomaster.server.match.state import HeldMove

UNSEEN_KINDS = (Kind.PREMOVE, Kind.PASSING, Kind.PLAN, Kind.STANDING)
# The clock of whoever waits with a held move must run on, or it would tell of the question. So the question
# takes no more of their time than this: a part of what they have left, within these seconds.
LEAST_PATIENCE, MOST_PATIENCE, PATIENT_PART = 2.0, 30.0, 0.1
# Where people look in now and then, who is asked may be asleep: there it may take half a day of a player's
# time, and a day where every move has its own.
SLOW_PATIENCE, SLOW_MOVE_PATIENCE = 12 * 3600.0, 24 * 3600.0


def is_secret(match: Match, entry: Entry) -> bool:
    """Tell whether nobody else may notice an entry, in the position before it."""
    is_answer = entry.kind == Kind.MOVE and match.seems_to_move() != entry.seat
    return is_answer or entry.kind in UNSEEN_KINDS


def audience_of(before: Match, after: Match, entries: Sequence[Entry]) -> set[int] | None:
    """Name the seats that alone may notice what entries changed, None if everybody does."""
    if not all(is_secret(before, entry) for entry in entries):
        return None
    is_shown = any(entry.kind == Kind.MOVE for entry in entries) and bool(after.table.steps[-1].events)
    return None if is_shown else {entry.seat for entry in entries}


def hold_move(match: Match, seat: int, notation: str, now: float) -> list[Entry]:
    """Hold a legal move that is made while another seat is asked in secret.

    People at one device had their chance to speak up before: for them the answer is that nothing happens.
    """
    quiet, asked = quiet_answer(match), match.to_move
    if quiet is not None and asked is not None and match.seats[asked].who == match.seats[seat].who:
        answer = match.next_entry(Kind.MOVE, asked, now, move=quiet, by="auto")
        move = match.next_entry(Kind.MOVE, seat, now, move=notation, by="player")
        return [answer, replace(move, number=answer.number + 1)]
    return [match.next_entry(Kind.PREMOVE, seat, now, move=notation, runs=True)]


def quiet_answer(match: Match) -> str | None:
    """Find an answer to a secret question of which nobody else notices anything, None if there is none."""
    quiet = (code for code in match.table.legal_codes() if is_quiet(match, code))
    return next((match.game.rules.write_notation(code) for code in quiet), None)


def is_quiet(match: Match, code: int) -> bool:
    """Tell whether nobody but the seat that makes a move would notice anything of it."""
    twin, before = match.table.copy(), match.table.redacted(None)
    twin.step(code)
    after: Any = twin.redacted(None)
    return not twin.steps[-1].events and after.tobytes() == before.tobytes()  # type: ignore[attr-defined]


def answer_deadline(match: Match) -> float | None:
    """Tell when a secret question is answered quietly for the seat that is asked, None if it may wait."""
    clock, held = match.clock, match.held_moves.get(match.clock.running)
    deadline = clock.deadline()
    if deadline is None or held is None:
        return deadline
    is_by_post = is_slow(match.header.clock)
    if clock.kind != "player":
        return min(deadline, held.at + SLOW_MOVE_PATIENCE) if is_by_post else deadline
    left = clock.seconds_left(clock.running, held.at) or 0.0
    longest = SLOW_PATIENCE if is_by_post else MOST_PATIENCE
    return min(deadline, held.at + min(longest, max(LEAST_PATIENCE, PATIENT_PART * left)))


def answer_for(match: Match, seat: int, now: float) -> Entry:
    """Answer quietly for a seat that has let the seat that seems to move wait for too long."""
    quiet = quiet_answer(match)
    if quiet is None:
        return match.next_entry(Kind.TIMEOUT, seat, now)
    return match.next_entry(Kind.MOVE, seat, now, move=quiet, by="auto")


def release_move(match: Match, seat: int, notation: str, now: float) -> Entry:
    """Make a held move, now that it is the seat's turn; drop it if it is not legal any more."""
    try:
        match.table.read_move(notation)
    except BurgomasterError:
        return match.next_entry(Kind.PREMOVE, seat, now, move="")
    return match.next_entry(Kind.MOVE, seat, now, move=notation, by="player")


def drop_idle_moves(match: Match) -> None:
    """Forget held moves of seats whose turn it neither is nor seems to be."""
    if not match.held_moves:
        return
    waiting = (match.table.to_move, match.seems_to_move())
    match.held_moves = {seat: held for seat, held in match.held_moves.items() if seat in waiting}


def apply_premove(match: Match, entry: Entry) -> None:
    """Hold a move; an empty one drops what is held."""
    if entry.data["move"]:
        match.held_moves[entry.seat] = HeldMove(str(entry.data["move"]), entry.at, "runs" in entry.data)
    else:
        match.held_moves.pop(entry.seat, None)
