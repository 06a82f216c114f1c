"""Hints during a game against the computer, and the analysis of a finished game, as pages and as JSON."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse

from burgomaster.bots.explanations import justified_json, told_parts
from burgomaster.bots.reasons import Part
from burgomaster.core.language import decimal
from burgomaster.core.translator import Translator
from burgomaster.server.advice import HINT_LEVEL, HINT_LEVELS, AdviceService
from burgomaster.server.analysis_context import analysis_context, reason_rows
from burgomaster.server.api.guarded_route import AT_TABLE, COMMON, errors
from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.render import page
from burgomaster.server.requests import (
    AuthDep,
    CurrentMatch,
    CurrentVisitor,
    acting_seat,
    limit_rate,
    small_number,
)
from burgomaster.server.table_context import frame_context
from burgomaster.server.texts import TEXTS

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", tags=["advice"], responses={**COMMON, **AT_TABLE})
Level = Annotated[int, Query(ge=1, le=HINT_LEVELS[-1], description="how strong the adviser is: 3 to 6")]
CLOSE = 0.3  # points of lead that nobody can tell apart


async def advice_of(request: Request) -> AdviceService:
    advice: AdviceService = request.app.state.advice
    return advice


AdviceDep = Annotated[AdviceService, Depends(advice_of)]


@pages.get("/t/{match}/hint")
async def hint_page(
    request: Request, visitor: CurrentVisitor, live: CurrentMatch, auth: AuthDep, advice: AdviceDep
) -> HTMLResponse:
    """Show what a strong bot would do now, in the page, or on a page of its own without a script."""
    seat = hint_seat(request, visitor, live, auth)
    found = await advice.hint(live.match, seat, HINT_LEVEL, visitor.language, visitor.origin)
    template = "hint.html" if request.headers.get("hx-request") else "hint_page.html"
    frame = frame_context(live.match, visitor.language)
    why = reasons_of(found, visitor.language)
    compared = []  # what the best move has before each other one, by reasons
    for rank, thought in enumerate(found["thoughts"], start=1):
        if thought.get("reasons"):
            parts = [Part(one["reason"], one["points"]) for one in thought["reasons"]]
            rows = reason_rows(live.match.header.game, told_parts(parts), visitor.language)
            compared.append({"rank": rank, "text": thought["words"], "reasons": rows})
    return page(request, visitor, template, match=live.match, hint=found, why=why, compared=compared, **frame)


@api.get("/tables/{match}/hint", responses=errors(403))
async def hint(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentMatch,
    auth: AuthDep,
    advice: AdviceDep,
    level: Level = HINT_LEVEL,
    seat: Annotated[str | None, Query(max_length=9)] = None,
) -> dict[str, Any]:
    """Say what a level would do now, and what it expects; only for people who play against bots alone."""
    number = hint_seat(request, visitor, live, auth, seat)
    return await advice.hint(live.match, number, level, visitor.language, visitor.origin)


def hint_seat(
    request: Request, visitor: Visitor, live: LiveMatch, auth: Auth, seat: str | None = None
) -> int:
    limit_rate(request, "hint", visitor)
    return acting_seat(auth, visitor, live, seat or request.query_params.get("seat"))


def reasons_of(hint: dict[str, Any], language: str) -> list[dict[str, Any]]:
    """Say of each suggested move why: what it leads to, and how far it is from the others."""
    say = Translator(TEXTS, language)
    thoughts, scores = hint["thoughts"], hint["scores"]
    shown = []
    for rank, thought in enumerate(thoughts, start=1):
        if rank == 1:
            reason = best_reason(thoughts, scores, say)
        else:
            reason = other_reason(thoughts[0], thought, len(scores) == 1, say)
        shown.append({"rank": rank, "move": thought["move"], "text": thought["words"], "reason": reason})
    return shown


def best_reason(thoughts: Sequence[dict[str, Any]], scores: Sequence[float], say: Translator) -> str:
    """Say what the best move leads to, and what it is worth against the next."""
    if len(thoughts) == 1:
        return say("hint.only")
    lead = thoughts[0]["lead"]
    if len(scores) == 1:
        ahead = say("hint.alone", n=round(scores[0]))
    else:
        ahead = say("hint.ahead" if lead >= 0 else "hint.behind", n=decimal(abs(lead), say.language))
    more = lead - thoughts[1]["lead"]
    key = "hint.better" if more >= CLOSE else "hint.close_call"
    return f"{ahead}; {say(key, n=decimal(more, say.language))}"


def other_reason(best: dict[str, Any], thought: dict[str, Any], is_alone: bool, say: Translator) -> str:
    """Say what another move gives away against the best; who plays alone has no chances, only points."""
    less = best["lead"] - thought["lead"]
    percent = round(100 * (best["result"] - thought["result"]))
    if thought["visits"] == 0:
        return say("hint.untried")
    told = [say("hint.less", n=decimal(less, say.language))] if less >= CLOSE else []
    told += [say("hint.less_chance", n=percent)] if percent >= 1 and not is_alone else []
    return ", ".join(told) or say("hint.as_good")


@pages.get("/t/{match}/analysis")
async def analysis_page(
    request: Request, visitor: CurrentVisitor, live: CurrentMatch, advice: AdviceDep
) -> HTMLResponse:
    """Show how good every move of a finished game was; while that is being found out, how far it is.

    A page that has all of it asks for single moves only: with `part=move` just that one is sent.
    """
    is_part = request.query_params.get("part") == "move"
    limit_rate(request, "replay" if is_part else "page", visitor)
    analysis = await advice.recall(live.match, visitor.owner)
    ply = small_number(request.query_params.get("ply"))
    context = await asyncio.to_thread(analysis_context, live.match, analysis, ply, visitor.language)
    whole = "analysis_live.html" if request.headers.get("hx-request") else "analysis.html"
    template = "analysis_move.html" if is_part and analysis.is_done else whole
    return page(request, visitor, template, **frame_context(live.match, visitor.language), **context)


@api.get("/tables/{match}/analysis", responses={202: {"description": "Not complete yet."}})
async def analysis(
    request: Request, visitor: CurrentVisitor, live: CurrentMatch, advice: AdviceDep
) -> JSONResponse:
    """Send the same to programs; 202 with what is there so far until it is complete."""
    limit_rate(request, "page", visitor)
    begun, game = await advice.recall(live.match, visitor.owner), live.match.header.game

    def shown() -> JSONResponse:  # hundreds of moves with their reasons
        explained = begun.explained[: len(begun.found)]
        judgements = [justified_json(game, one, visitor.language) for one in explained]
        answer = {"done": len(explained), "moves": begun.total, "judgements": judgements}
        return JSONResponse(answer, status_code=200 if len(explained) == begun.total else 202)

    return await asyncio.to_thread(shown)
