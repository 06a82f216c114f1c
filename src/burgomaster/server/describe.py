"""A table as JSON: as one seat, or a spectator, may know it."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from burgomaster.core import python_api
from burgomaster.core.language import LANGUAGES
from burgomaster.server.match import NOBODY, Match
from burgomaster.server.match.commentaries import has_agreed, is_open
from burgomaster.server.match.takebacks import can_undo
from burgomaster.server.rating.results import rating_notes


def brief(row: Mapping[str, Any]) -> dict[str, Any]:
    summary = {key: value for key, value in row["summary"].items() if key != "who"}
    shown = {key: row[key] for key in ("match", "game", "options", "status", "created", "changed", "clock")}
    return {**shown, "rated": bool(row.get("rated")), **summary}


def describe_table(match: Match, seat: int | None) -> dict[str, Any]:
    clock, plan = match.clock, None if seat is None else match.plans.get(seat)
    n_seats = match.game.n_seats
    if match.is_waiting:  # nothing of the deal is told before the game begins
        scores, view = [0] * n_seats, {"game": match.header.game, "seat": seat, "to_move": None}
    else:
        states, view = match.table.redacted(seat), match.table.view(seat)
        scores = [int(python_api.score(states, 0, other)) for other in range(n_seats)]
    agreed = [other for other in range(match.game.players) if has_agreed(match, other)]
    return {
        "table": match.header.match,
        "game": match.header.game,
        "version": match.header.version,
        "options": match.header.options,
        "rated": match.header.rated,
        "rating_note": "" if seat is None else rating_notes(match)[seat],
        "tournament": match.header.tournament or None,
        "status": match.status,
        "position": match.position(seat),
        "ply": match.public_ply,
        "paused": match.paused,
        "seats": [held.describe() for held in match.seats],
        "names": match.names,
        "names_in": {language: match.names_in(language) for language in LANGUAGES},
        "seat": seat,
        "clock": {  # everybody's time; the running one runs out at `deadline`, in seconds since 1970
            "kind": clock.kind,
            "left": list(clock.left),
            "running": clock.running if clock.running >= 0 else None,
            "deadline": clock.deadline(),
        },
        "takeback": None if match.takeback is None else {"seat": match.takeback.seat},
        "pause_asked": sorted(match.pause_wishes),
        "can_act": seat is not None and match.sees_turn(seat),
        "can_undo": seat is not None and can_undo(match, seat),
        "passing": match.passing[seat] if seat is not None else None,
        "plan": None if plan is None else {"moves": list(plan.moves), "holds": plan.holds},
        "standing": [list(answer) for answer in match.standing.get(NOBODY if seat is None else seat, ())],
        "vacations": {str(away): vacation.until for away, vacation in sorted(match.vacations.items())},
        "commentary": {"agreed": agreed, "open": is_open(match)},
        "winners": match.table.winners,
        "rematch": match.rematch or None,
        "scores": scores,
        "view": view,
    }


def describe_state(match: Match, seat: int | None) -> str:
    """Encode the position without what a seat may not know, for clients that have the rules themselves.

    Before the game begins there is nothing to know: "".
    """
    if match.is_waiting:
        return ""
    seen: Any = match.table.redacted(seat)
    return base64.b64encode(seen.tobytes()).decode()
