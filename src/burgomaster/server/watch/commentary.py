"""The page of a commentator: the table as one of the seats saw it, some moves ago.

Where people are asked in secret, a hand is shown only after everybody could see that nothing of it is a
secret any more: a game that asks in secret says so from what a spectator sees (`keeps_secret` in its
`web/commentary.py`). So whether a hand is shown depends on nothing hidden either.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from markupsafe import Markup

from burgomaster.core.registry import game_part
from burgomaster.core.seat_view import SeatView
from burgomaster.server.match import Match, commentaries
from burgomaster.server.render import board_html, page
from burgomaster.server.replay_context import CourseKey, require_begun, shown_plies, table_at
from burgomaster.server.requests import AuthDep, CurrentMatch, CurrentVisitor, limit_rate, small_number
from burgomaster.server.table_context import frame_context
from burgomaster.web.linked_log import linked_log

router = APIRouter(include_in_schema=False)
MOST_KEPT = 256
LINES = 8  # of the log
KeepsSecret = Callable[[SeatView, int], bool]


@router.get("/t/{match}/commentary")
async def commentary(
    request: Request, visitor: CurrentVisitor, live: CurrentMatch, auth: AuthDep
) -> Response:
    """Show a table to commentators, if everybody agrees; to whoever sits there, what they agree to."""
    limit_rate(request, "replay", visitor)
    # who has withdrawn is believed at once, whichever process was told
    await request.app.state.match_manager.refresh(live)
    require_begun(live.match)
    if live.match.is_open_book:
        return RedirectResponse(f"/t/{live.name}/replay", status_code=303)
    wanted = small_number(request.query_params.get("seat")) or 0
    shown = await asyncio.to_thread(commentary_context, live.match, wanted, visitor.language, live.now)
    shown["mine"] = auth.seats_of(visitor, live.match)
    template = "commentary_live.html" if request.headers.get("hx-request") else "commentary.html"
    return page(request, visitor, template, **shown)


def commentary_context(match: Match, wanted: int, language: str, now: float) -> dict[str, Any]:
    """Collect what a commentator is shown: as somebody's eyes saw it, or why there is nothing to see."""
    seat = wanted if wanted < match.game.players else 0
    place = commentaries.delayed_place(match, now) if commentaries.is_open(match) else None
    names = match.names_in(language)
    agrees = [commentaries.has_agreed(match, one) for one in range(match.game.players)]
    return {
        **frame_context(match, language),
        "match": match,
        "names": names,
        "agreed": [(names[one], agrees[one]) for one, held in enumerate(match.seats) if held.who],
        "agrees": agrees,
        "is_open": commentaries.is_open(match),
        "seat": seat,
        "place": place,
        "delay_moves": commentaries.DELAY_MOVES,
        "delay_minutes": round(commentaries.DELAY_SECONDS / 60),
        **(moment_context(match, seat, place, language) if place is not None else {"board": "", "log": []}),
        "url": f"/t/{match.header.match}/commentary",
    }


def moment_context(match: Match, seat: int, place: int, language: str) -> dict[str, Any]:
    """Draw an earlier moment as a seat saw it; as everybody did while something of it is a secret."""
    table = table_at(match, shown_plies(match)[place], language)
    is_closed = hides_hand(match, seat, place)
    eyes = None if is_closed else seat
    view = SeatView.of(table, eyes, language, can_act=False, is_reader=False)
    told = linked_log(table, eyes, language, max(-1, len(table.steps) - LINES), is_reader=False)
    return {"board": board_html(view, Markup("")), "log": told[-LINES:], "is_closed": is_closed}


# What is still a secret


def hides_hand(match: Match, seat: int, place: int) -> bool:
    """Tell whether a hand of an earlier moment may still hold a secret, by what everybody has seen since."""
    module = game_part(match.header.game, "web.commentary")
    if module is None:
        return False
    key = CourseKey(match.header.match, match.number, len(match.table.steps), match.table)
    return not was_free(key, tuple(shown_plies(match)), seat, place, module.keeps_secret)


@lru_cache(maxsize=MOST_KEPT)
def was_free(
    key: CourseKey, plies: tuple[int, ...], seat: int, place: int, keeps_secret: KeepsSecret
) -> bool:
    """Tell whether a seat kept no secret at some moment that everybody saw, at that place or since."""
    steps = list(key.table.steps)
    table = key.table.copy()
    table.rewind(plies[place])
    for ply, until in zip(plies[place:], [*plies[place + 1 :], plies[-1]], strict=True):
        if not keeps_secret(SeatView.of(table, None, can_act=False), seat):
            return True
        for step in steps[ply:until]:
            table.step(step.move)
    return False
