"""JSON: puzzles, answers to them, and how well the sender does."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse
from pydantic import Field
from starlette.convertors import StringConvertor, register_url_convertor

from burgomaster.bots.explanations import justified_json
from burgomaster.server.api.bodies import Body
from burgomaster.server.api.guarded_route import AT_TABLE, CHANGE, COMMON, GuardedRoute, limited
from burgomaster.server.auth import Visitor
from burgomaster.server.puzzles import service
from burgomaster.server.puzzles.routes import CurrentPuzzle, all_context, found_rows, lost_percent, public
from burgomaster.server.requests import CurrentVisitor, limit_rate

router = APIRouter(prefix="/api", tags=["puzzles"], route_class=GuardedRoute, responses=COMMON)
Difficulty = Annotated[int | None, Query(ge=1, le=6, description="1 to 6; any if there is none")]


class PuzzleName(StringConvertor):
    """The name of a puzzle in a path: not the word by which one asks for the next."""

    regex = r"(?!next(?:/|$))[^/]+"


register_url_convertor("puzzle_name", PuzzleName())


class TriedMove(Body):
    """A move that is to be judged."""

    move: str = Field(max_length=200, description="one of `moves`")


@router.get("/puzzles")
async def games(request: Request, visitor: CurrentVisitor) -> dict[str, Any]:
    """List the games with puzzles: how many of each difficulty, that of the day, and the sender's rating."""
    limit_rate(request, "page", visitor)
    shown = await asyncio.to_thread(all_context, request, visitor)
    return {"streak": shown["streak"], "games": [game_json(one) for one in shown["games"]]}


def game_json(one: dict[str, Any]) -> dict[str, Any]:
    standing = one["standing"]
    numbers = {} if standing is None else {name: getattr(standing, name) for name in NUMBERS}
    return {
        "game": one["game"],
        "puzzles": one["total"],
        "difficulties": {str(n): count for n, count in one["difficulties"]},
        "daily": {**one["daily"], "answered": one["is_daily_done"]},
        "own": None if standing is None else {"rating": one["rating"], **numbers},
    }


NUMBERS = ("answered", "solved", "streak", "best")


@router.get("/puzzles/{game}/next", responses=AT_TABLE)
async def next_one(
    request: Request, visitor: CurrentVisitor, game: str, difficulty: Difficulty = None
) -> dict[str, Any]:
    """Choose a puzzle for the sender that they have not answered yet."""
    limit_rate(request, "page", visitor)
    collection = service.find_game(request, game)
    chosen = await asyncio.to_thread(service.choose, request, visitor, collection, difficulty)
    return await asyncio.to_thread(puzzle_json, request, visitor, service.Asked(collection, chosen))


@router.get("/puzzles/{game}/{puzzle:puzzle_name}", responses=AT_TABLE)
async def show(request: Request, visitor: CurrentVisitor, asked: CurrentPuzzle) -> dict[str, Any]:
    """Describe a puzzle: the position as the seat to move sees it, and the legal moves."""
    limit_rate(request, "replay", visitor)
    return await asyncio.to_thread(puzzle_json, request, visitor, asked)


def puzzle_json(request: Request, visitor: Visitor, asked: service.Asked) -> dict[str, Any]:
    table = asked.puzzle.table()
    return {
        "game": asked.game,
        **public(asked.puzzle),
        "position": asked.puzzle.position,
        "options": dict(table.game.options),
        "seat": table.to_move,
        "view": table.view(table.to_move),
        "moves": [move.notation for move in table.moves()],
        "answered": asked.puzzle.id in service.keeper_of(request, visitor).answered(asked.game),
    }


@router.post("/puzzles/{game}/{puzzle:puzzle_name}", responses={**CHANGE, **AT_TABLE})
@limited("move")
async def answer(
    request: Request, visitor: CurrentVisitor, asked: CurrentPuzzle, tried: TriedMove
) -> JSONResponse:
    """Judge a move; the first answer to a puzzle counts. The solution comes with a right answer only."""
    found = await service.answer(request, visitor, asked, tried.move)
    return answered(request, visitor, asked, found)


@router.post("/puzzles/{game}/{puzzle:puzzle_name}/solution", responses={**CHANGE, **AT_TABLE})
@limited("move")
async def solution(request: Request, visitor: CurrentVisitor, asked: CurrentPuzzle) -> JSONResponse:
    """Tell the best move and why; who has not answered before has not found it."""
    found = await service.give_up(request, visitor, asked, "")
    return answered(request, visitor, asked, found)


def answered(request: Request, visitor: Visitor, asked: service.Asked, found: service.Answer) -> JSONResponse:
    """Send what is to be said of an answer, and let a guest be known the next time."""
    response = JSONResponse(answer_json(asked, found, visitor.language))
    request.app.state.auth.remember(response, visitor)
    service.remember(request, response)
    return response


def answer_json(asked: service.Asked, found: service.Answer, language: str) -> dict[str, Any]:
    one, counted = found.verdict.evaluation, found.counted
    shown: dict[str, Any] = {
        "right": found.is_right,
        "counted": counted.is_first,
        "rating": round(counted.after.rating),
        "change": counted.change,
        "streak": counted.after.streak,
    }
    if found.tried:
        shown |= {"move": found.tried, "grade": one.grade, "lost": round(one.loss, 2)}
        shown["lost_percent"] = lost_percent(found.verdict)
    if found.is_shown:
        told = justified_json(asked.game, found.verdict, language)
        shown["solution"] = asked.puzzle.solution
        shown["compared_with"], shown["reasons"] = told["compared_with"], told["reasons"]
        shown["levels"] = found_rows(asked.puzzle)
    return shown
