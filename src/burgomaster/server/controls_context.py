"""What the bar of controls shows to the holder of a seat: what can be taken back, how they pass, who asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from burgomaster.server.advice import may_have_hints
from burgomaster.server.match import Match
from burgomaster.server.match.absences import asks_for_pause, days_left, late_seat
from burgomaster.server.match.clocks import is_slow
from burgomaster.server.match.moves import passing_mode
from burgomaster.server.match.state import Passing
from burgomaster.server.match.takebacks import (
    absent_since,
    can_undo,
    decided_by,
    last_decision,
    still_to_answer,
)
from burgomaster.server.steady_time import now
from burgomaster.server.texts import TEXTS

WORDS = (
    *("auto_note", "takeback_by", "takeback_way", "takeback_note"),
    *("pause_by", "pause_way", "late_name", "plan_note"),
)
NOBODYS: dict[str, Any] = {
    **dict.fromkeys(WORDS, ""),
    **dict.fromkeys(("left", "may_have_hints", "planning", "is_away"), False),
    "seat": None,
    "undo_seat": None,
    "passing": Passing.OFF,
    "passing_modes": (),
    "vacation_days": 0,
}


def controls_context(match: Match, seat: int | None, mine: Sequence[int], language: str) -> dict[str, Any]:
    """Collect what only the holder of a seat has on the page."""
    if seat is None:
        return {**NOBODYS, "skip": match.game.rules.info.skip}
    plan, is_here = match.plans.get(seat), match.seats[seat].is_human and not match.is_still
    is_free = is_here and is_slow(match.header.clock) and seat not in match.vacations
    return {
        "seat": seat,
        "left": match.seats[seat].left,
        "undo_seat": undo_seat(match, seat, mine),
        "passing": passing_mode(match, seat),
        "passing_modes": tuple(Passing) if match.game.rules.info.skip else (),
        "skip": match.game.rules.info.skip,
        "auto_note": auto_note(match, seat),
        "takeback_by": takeback_by(match, seat, language),
        "takeback_way": takeback_way(match, seat),
        "takeback_note": takeback_note(match, seat),
        "pause_by": pause_by(match, seat, language),
        "pause_way": pause_way(match, seat),
        "late_name": late_name(match, seat, language),
        "may_have_hints": may_have_hints(match, seat),
        "planning": is_here and bool(match.others(seat)),
        "plan_note": "" if plan is None else "; ".join(plan_words(match, seat, plan.moves, language)),
        "vacation_days": days_left(match, seat, match.latest) if is_free else 0,
        "is_away": seat in match.vacations,
    }


def plan_words(match: Match, seat: int, moves: Sequence[str], language: str) -> list[str]:
    """Say the moves of a plan in words, as far as what the seat sees has words for them."""
    rules, state = match.game.rules, match.table.redacted(seat)[0]
    codes = [(move, rules.read_notation(move)) for move in moves]
    return [move if code is None else rules.move_text(state, code, language) for move, code in codes]


def undo_seat(match: Match, seat: int, mine: Sequence[int]) -> int | None:
    """Find the seat of this device that can undo: the viewer's, else that of whoever has just moved."""
    return next((one for one in (seat, *mine) if can_undo(match, one)), None)


def takeback_by(match: Match, seat: int, language: str) -> str:
    takeback = match.takeback
    if takeback is None or seat not in still_to_answer(match, takeback):
        return ""
    return match.names_in(language)[takeback.seat]


def takeback_way(match: Match, seat: int) -> str:
    """Say how moves that others answered are taken back: ask them; at one device just do it; "": by undo."""
    if match.header.is_compared or match.plays_alone(seat):
        return ""
    ply = last_decision(match, seat)
    if ply is not None and absent_since(match, seat, ply):  # somebody would have to agree who has left
        return ""
    return "ask" if match.others(seat) else "here"


def takeback_note(match: Match, seat: int) -> str:
    """Say what became of a takeback that a seat asks for: it "waits", or was just "declined"."""
    if match.takeback is not None:
        return "waits" if match.takeback.seat == seat else ""
    refused = match.refused_takeback
    return "declined" if refused is not None and refused.seat == seat else ""


def pause_by(match: Match, seat: int, language: str) -> str:
    asking = match.pause_wishes & match.others(seat)
    if not asking or seat in match.pause_wishes or not match.seats[seat].is_human:
        return ""
    return match.names_in(language)[min(asking)]


def pause_way(match: Match, seat: int) -> str:
    """Say how a seat pauses: "" at once; "ask" the others; "asked" already; "never" in rated games alone."""
    if match.header.is_serious and not match.others(seat):
        return "never"
    if seat in match.pause_wishes:
        return "asked"
    return "ask" if asks_for_pause(match, seat) else ""


def late_name(match: Match, seat: int, language: str) -> str:
    """Name who has been waited for so long that the computer may play for them."""
    late = late_seat(match, seat, max(now(), match.latest))
    return "" if late is None else match.names_in(language)[late]


def auto_note(match: Match, seat: int) -> str:
    """Name the text that says why a seat passed without being asked, "" if it decided on its last move."""
    for ply in range(match.ply - 1, -1, -1):
        if match.table.steps[ply].seat == seat and not match.played[ply].is_secret:
            return "" if decided_by(match, ply, seat) else reason_of(match, ply)
    return ""


def reason_of(match: Match, ply: int) -> str:
    """Name the text for an automatic move: nothing else was possible, or it was asked for."""
    is_only = len(match.table.legal_codes(match.table.before(ply))) == 1
    notation = match.game.rules.write_notation(match.table.steps[ply].move)
    is_pass = notation == match.game.rules.info.skip
    return ("passed_forced" if is_pass else "only_move") if is_only else "passed_asked"


def automatic_notes(match: Match, seat: int | None, language: str, since: int = 0) -> dict[int, str]:
    """Note in the log which own moves were made automatically; those of others are their own affair."""
    moves = zip(match.table.steps[since:], match.played[since:], strict=True)
    own = [
        ply for ply, (step, played) in enumerate(moves, since) if played.is_automatic and step.seat == seat
    ]
    return dict.fromkeys(own, TEXTS.text(language, "controls.automatic")) if own else {}
