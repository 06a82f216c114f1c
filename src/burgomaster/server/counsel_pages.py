"""Hints during a game against the computer, and the analysis of a finished game, as pages and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse

from burgomaster.bots.advice import MoveEvaluation, grades_of, to_json
from burgomaster.server.counsel import HINT_LEVEL, Counsel, Study
from burgomaster.server.hub import Live
from burgomaster.server.identity import Doorman, Visitor
from burgomaster.server.match import Match
from burgomaster.server.render import page
from burgomaster.server.requests import CurrentLive, CurrentVisitor, TheDoorman, limit, own_seat
from burgomaster.server.table_page import frame_values

pages = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", tags=["advice"])
Level = Annotated[int, Query(ge=1, le=5, description="how strong the adviser is: 3, 4 or 5")]
WIDTH, HEIGHT, EDGE = 640, 200, 24  # of the chart


def counsel_of(request: Request) -> Counsel:
    """Who gives advice."""
    counsel: Counsel = request.app.state.counsel
    return counsel


@pages.get("/t/{match}/hint")
async def hint_page(
    request: Request, visitor: CurrentVisitor, live: CurrentLive, doorman: TheDoorman
) -> HTMLResponse:
    """What a strong bot would do now, as a part of the page, or as a page of its own without a script."""
    values = await hint_values(request, visitor, live, doorman, HINT_LEVEL)
    template = "hint.html" if request.headers.get("hx-request") else "hint_page.html"
    return page(
        request,
        visitor,
        template,
        match=live.match,
        hint=values,
        **frame_values(live.match, visitor.language),
    )


@api.get("/tables/{match}/hint")
async def hint(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentLive,
    doorman: TheDoorman,
    level: Level = HINT_LEVEL,
    seat: Annotated[str | None, Query(max_length=9)] = None,
) -> dict[str, Any]:
    """What a level would do now, and what it expects; only for who plays against bots alone."""
    return await hint_values(request, visitor, live, doorman, level, seat)


async def hint_values(
    request: Request, visitor: Visitor, live: Live, doorman: Doorman, level: int, seat: str | None = None
) -> dict[str, Any]:
    """A hint for the seat that the sender acts for."""
    limit(request, "hint", visitor)
    number = own_seat(doorman, visitor, live, seat or request.query_params.get("seat"))
    return await counsel_of(request).hint(live.match, number, level, visitor.language)


# Afterwards


@pages.get("/t/{match}/analysis")
async def analysis_page(request: Request, visitor: CurrentVisitor, live: CurrentLive) -> HTMLResponse:
    """How good every move of a finished game was; while that is being found out, how far it is."""
    limit(request, "page", visitor)
    study = counsel_of(request).study(live.match)
    template = "analysis_live.html" if request.headers.get("hx-request") else "analysis.html"
    values = analysis_values(live.match, study, visitor.language)
    return page(request, visitor, template, **frame_values(live.match, visitor.language), **values)


@api.get("/tables/{match}/analysis")
async def analysis(request: Request, visitor: CurrentVisitor, live: CurrentLive) -> JSONResponse:
    """The same for programs; 202 with what is there so far until it is complete."""
    limit(request, "page", visitor)
    study = counsel_of(request).study(live.match)
    found = list(study.found)
    shown = {
        "done": len(found),
        "moves": study.total,
        "judgements": [to_json(one, visitor.language) for one in found],
    }
    return JSONResponse(shown, status_code=200 if study.is_done else 202)


def analysis_values(match: Match, study: Study, language: str) -> dict[str, Any]:
    """What the page of an analysis needs."""
    found = list(study.found)
    n_seats = match.game.players
    return {
        "match": match,
        "study": study,
        "names": match.names,
        "lines": [line_of(judgement, language) for judgement in found] if study.is_done else [],
        "grades": [grades_of(found, seat) for seat in range(n_seats)],
        "curves": [curve_of(found, seat) for seat in range(n_seats)] if study.is_done else [],
        "chart": {"width": WIDTH, "height": HEIGHT, "edge": EDGE},
    }


def line_of(judgement: MoveEvaluation, language: str) -> dict[str, Any]:
    """One move of the table."""
    best, played = judgement.best[0], judgement.played
    return {
        "ply": judgement.ply,
        "seat": judgement.seat,
        "text": played.move.text(language),
        "grade": judgement.grade,
        "loss": judgement.loss,
        "better": "" if judgement.grade == "best" else best.move.text(language),
        "chance": judgement.chances[judgement.seat] if judgement.chances else None,
    }


def curve_of(found: Sequence[MoveEvaluation], seat: int) -> str:
    """The chances of a seat to win, move by move, as points of a polyline."""
    wide, high = WIDTH - 2 * EDGE, HEIGHT - 2 * EDGE
    judged = [(place, one.chances[seat]) for place, one in enumerate(found) if one.chances]
    last = max(1, len(found) - 1)
    return " ".join(
        f"{EDGE + wide * place / last:.1f},{EDGE + high * (1 - chance):.1f}" for place, chance in judged
    )
