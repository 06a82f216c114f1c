"""JSON: studies of finished games."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BeforeValidator, Field

from burgomaster.bots.advice import estimate_json
from burgomaster.server.api.bodies import Body, as_whole
from burgomaster.server.api.guarded_route import AT_TABLE, CHANGE, COMMON, GuardedRoute, errors, limited
from burgomaster.server.auth import Visitor
from burgomaster.server.bot_players import check_bot
from burgomaster.server.requests import CurrentMatch, CurrentVisitor, limit_rate
from burgomaster.server.study.routes import CurrentStudy, StudiesDep, fair_expectation, read_place
from burgomaster.server.study.service import is_own
from burgomaster.server.study.tree import Place, Study

router = APIRouter(prefix="/api", tags=["studies"], route_class=GuardedRoute, responses=COMMON)
At = Annotated[str, Query(max_length=9, description="`12`: after so many moves of the game; `n7`: a branch")]
Ply = Annotated[int, Field(ge=0, le=10**6), BeforeValidator(as_whole)]
STUDY_CHANGE = {**CHANGE, **AT_TABLE, **errors(409)}
N_THOUGHTS = 3  # moves that are suggested


class NewStudy(Body):
    """Where a study begins."""

    ply: Ply = Field(0, description="the moment of the game that it is about")
    title: str = Field("", max_length=200)


class TriedMove(Body):
    """A move to try."""

    at: str = Field(max_length=9, description="the place, as in the answer to the last move")
    move: str = Field(max_length=200)
    against: str = Field("", max_length=40, description="a bot that answers until the same seat is to move")


@router.get("/studies")
async def own(visitor: CurrentVisitor, studies: StudiesDep) -> list[dict[str, Any]]:
    """List the sender's studies, the last changed first."""
    return [dict(row) for row in await studies.list_of(visitor)]


@router.post("/tables/{match}/studies", status_code=201, responses=STUDY_CHANGE)
@limited("study")
async def begin(
    visitor: CurrentVisitor, live: CurrentMatch, studies: StudiesDep, asked: NewStudy
) -> dict[str, Any]:
    """Begin to study a finished game."""
    title = asked.title or ", ".join(live.match.names_in(visitor.language))
    study, place = await studies.open(live.match, asked.ply, title, visitor)
    return describe(study, place, visitor)


@router.get("/studies/{study}", responses=AT_TABLE)
async def read(
    request: Request, visitor: CurrentVisitor, study: CurrentStudy, studies: StudiesDep, at: At = "0"
) -> dict[str, Any]:
    """Describe a study, and the position at one of its places as the seat to move sees it."""
    limit_rate(request, "page", visitor)
    place = read_place(study, at)
    table = await studies.table(study, place)
    legal = [move.notation for move in table.moves()]
    return {**describe(study, place, visitor), "view": table.view(table.to_move), "moves": legal}


@router.get("/studies/{study}/expectation", responses=AT_TABLE)
async def expectation(
    request: Request, visitor: CurrentVisitor, study: CurrentStudy, at: At = "0"
) -> dict[str, Any]:
    """Say what a strong player expects at a place; chances and moves are empty when the game is over."""
    found = await fair_expectation(request, visitor, study, read_place(study, at))
    if found is None:
        return {"chances": [], "scores": [], "thoughts": []}
    return {
        "chances": [round(chance, 3) for chance in found.chances],
        "scores": [round(score, 1) for score in found.scores],
        "thoughts": [estimate_json(one, visitor.language) for one in found.estimates[:N_THOUGHTS]],
    }


@router.post("/studies/{study}/moves", responses=STUDY_CHANGE)
@limited("move")
async def try_move(
    visitor: CurrentVisitor, study: CurrentStudy, studies: StudiesDep, asked: TriedMove
) -> dict[str, Any]:
    """Try a move; a new one begins or continues a branch, which is kept when the answer comes."""
    if asked.against:
        check_bot(asked.against)
    place = await studies.try_move(study, read_place(study, asked.at), asked.move, asked.against, visitor)
    return describe(await studies.find(study.study) or study, place, visitor)


def describe(study: Study, place: Place, visitor: Visitor) -> dict[str, Any]:
    return {
        "study": study.study,
        "title": study.title,
        "game": study.record["game"],
        "table": study.match,
        "own": is_own(study, visitor),
        "at": str(place),
        "game_moves": list(study.record["moves"]),
        "branches": [
            {
                "name": line.first.name,
                "leaves": str(Place(line.first.ply, line.first.parent)),
                "moves": [{"at": f"n{node.number}", "move": node.move} for node in line.nodes],
            }
            for line in study.lines()
        ],
    }
