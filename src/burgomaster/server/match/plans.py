"""Plans: what a seat does when it becomes its turn, and what it answers when it is asked in secret.

A plan is a list of moves; the first that is legal then is made. It is for one turn, nobody else learns of it,
and it ends when something happened that its maker did not want to bet on. A standing answer is for secret
questions: it is given at once, so that nobody has to wait, and nobody can tell by waiting that there was one.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from burgomaster.server.match.journal import Entry, Kind, Refused
from burgomaster.server.match.match import Match
from burgomaster.server.match.moves import progress_mark
from burgomaster.server.match.state import Passing, Plan

MOST_MOVES = 8
MOST_ANSWERS = 12
LONGEST = 200  # letters of a move
BY_PLAN = "plan"


class Holds(StrEnum):
    ALWAYS = "always"  # whatever happens
    PHASE = "phase"  # to the end of the phase
    CHANGE = "change"  # until somebody does anything but pass


def set_plan(match: Match, seat: int, moves: Sequence[str], holds: str, now: float) -> Entry:
    """Say what to do when it becomes one's turn; no moves at all drop the plan."""
    match.require_running()
    match.require_present(seat)
    if match.sees_turn(seat) and moves:
        raise Refused("plan_now")
    if holds not in tuple(Holds) or len(moves) > MOST_MOVES:
        raise Refused("plan_form", given=holds[:20], allowed=", ".join(Holds), most=MOST_MOVES)
    if holds == Holds.CHANGE and not match.game.rules.info.skip:
        raise Refused("no_passing")  # there every move of the others would end it
    require_notations(match, moves)
    return match.next_entry(Kind.PLAN, seat, now, moves=list(dict.fromkeys(moves)), holds=str(holds))


def set_standing(match: Match, seat: int, answers: Sequence[tuple[str, str]], now: float) -> Entry:
    """Say what to answer whenever one is asked in secret: a move, and the phase it is for ("" for any)."""
    match.require_running()
    match.require_present(seat)
    if len(answers) > MOST_ANSWERS:
        raise Refused("plan_form", given="", allowed=", ".join(Holds), most=MOST_ANSWERS)
    require_notations(match, [move for move, _ in answers])
    given = [[move, phase[:40]] for move, phase in answers]
    return match.next_entry(Kind.STANDING, seat, now, answers=given)


def require_notations(match: Match, moves: Sequence[str]) -> None:
    """Raise Refused unless everything is a move of the game; whether it will be legal nobody knows yet."""
    for move in moves:
        if len(move) > LONGEST or match.game.rules.read_notation(move) is None:
            raise Refused("plan_move", given=move[:80])


# When it becomes one's turn


def planned_entry(match: Match, seat: int, now: float) -> Entry | None:
    """Make the first move of a plan that is legal, or drop the plan; answer a secret question as was said."""
    if not match.seats[seat].is_human:
        return None
    if seat != match.seems_to_move():
        phase = match.table.phase
        answers = [move for move, when in match.standing.get(seat, ()) if when in ("", phase)]
        move = first_legal(match, answers)
        return None if move is None else match.next_entry(Kind.MOVE, seat, now, move=move, by=BY_PLAN)
    plan = match.plans.get(seat)
    if plan is None:
        return None
    holds = plan.mark == mark_of(match, plan.holds)
    move = first_legal(match, plan.moves) if holds else None
    if move is None:
        return match.next_entry(Kind.PLAN, seat, now, moves=[], holds=str(plan.holds))
    return match.next_entry(Kind.MOVE, seat, now, move=move, by=BY_PLAN)


def first_legal(match: Match, moves: Sequence[str]) -> str | None:
    if not moves:
        return None
    legal = {match.game.rules.write_notation(code) for code in match.table.legal_codes()}
    return next((move for move in moves if move in legal), None)


def mark_of(match: Match, holds: str) -> object:
    if holds == Holds.ALWAYS:
        return None
    return progress_mark(match, Passing.PHASE if holds == Holds.PHASE else Passing.CHANGE)


# Applying


def apply_plan(match: Match, entry: Entry) -> None:
    """Remember a plan; an empty one is dropped."""
    moves = tuple(str(move) for move in entry.data["moves"])
    match.plans.pop(entry.seat, None)
    if moves:
        holds = str(entry.data["holds"])
        match.plans[entry.seat] = Plan(moves, holds, mark_of(match, holds))


def apply_standing(match: Match, entry: Entry) -> None:
    match.standing[entry.seat] = tuple((str(move), str(phase)) for move, phase in entry.data["answers"])
