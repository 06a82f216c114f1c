"""The pages of puzzles. Everything works without a script."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from burgomaster.server.auth import Visitor
from burgomaster.server.daily.deals import today
from burgomaster.server.puzzles import service
from burgomaster.server.puzzles.context import Answer, Reader, list_context, puzzle_context, url_of
from burgomaster.server.puzzles.service import (
    Asked,
    collection_of,
    find_game,
    find_puzzle,
    games_with_puzzles,
    keeper_of,
    read_difficulty,
)
from burgomaster.server.render import answer_in_place, page
from burgomaster.server.requests import CurrentVisitor, form_fields, limit_rate
from burgomaster.server.steady_time import now

router = APIRouter(include_in_schema=False)


async def asked_of(request: Request, game: str, puzzle: str) -> Asked:
    return find_puzzle(request, game, puzzle)


CurrentPuzzle = Annotated[Asked, Depends(asked_of)]


@router.get("/puzzles")
async def all_puzzles(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    """Offer the puzzles of every game, by difficulty, and that of the day."""
    limit_rate(request, "page", visitor)
    context = await asyncio.to_thread(all_context, request, visitor)
    return page(request, visitor, "puzzles.html", **context)


def all_context(request: Request, visitor: Visitor) -> dict[str, Any]:
    """Collect what the page of all puzzles shows."""
    keeper, daily = keeper_of(request, visitor), service.daily_puzzles(request, today(now()))
    collections = [one for game in games_with_puzzles() if (one := collection_of(game)) is not None]
    done = {game: puzzle.id in keeper.answered(game) for game, puzzle in daily.items()}
    games = list_context(collections, keeper.standings(), daily, done, visitor.language)
    return {"games": games, "streak": service.day_streak(keeper), "is_guest": visitor.account is None}


@router.get("/puzzles/{game}")
async def next_one(request: Request, visitor: CurrentVisitor, game: str) -> Response:
    """Lead to a puzzle that suits a visitor."""
    limit_rate(request, "page", visitor)
    collection = find_game(request, game)
    difficulty = read_difficulty(request.query_params.get("difficulty"))
    chosen = await asyncio.to_thread(service.choose, request, visitor, collection, difficulty)
    asked = f"?difficulty={difficulty}" if difficulty else ""
    answer = RedirectResponse(url_of(game, chosen) + asked, status_code=303)
    request.app.state.auth.remember(answer, visitor)
    return answer


@router.get("/puzzles/{game}/{puzzle}")
async def show(request: Request, visitor: CurrentVisitor, asked: CurrentPuzzle) -> Response:
    """Show a puzzle: a position, and the question what is best."""
    limit_rate(request, "replay", visitor)
    return await shown(request, visitor, asked, None)


@router.post("/puzzles/{game}/{puzzle}/try")
async def try_move(
    request: Request,
    visitor: CurrentVisitor,
    fields: Annotated[dict[str, str], form_fields("move")],
    asked: CurrentPuzzle,
) -> Response:
    """Tell whether a move is the best."""
    answer = await service.answer(request, visitor, asked, fields.get("move", ""))
    return await shown(request, visitor, asked, answer)


@router.post("/puzzles/{game}/{puzzle}/solution")
async def solution(
    request: Request,
    visitor: CurrentVisitor,
    fields: Annotated[dict[str, str], form_fields("move")],
    asked: CurrentPuzzle,
) -> Response:
    """Tell the best move."""
    answer = await service.give_up(request, visitor, asked, fields.get("tried", ""))
    return await shown(request, visitor, asked, answer)


async def shown(request: Request, visitor: Visitor, asked: Asked, answer: Answer | None) -> Response:
    """Show a puzzle, and what is to be said of an answer."""
    context = await asyncio.to_thread(shown_context, request, visitor, asked, answer)
    is_part = bool(request.headers.get("hx-request"))
    drawn = page(request, visitor, "puzzle_live.html" if is_part else "puzzle.html", **context)
    service.remember(request, drawn)
    if is_part:
        answer_in_place(drawn, "#puzzle")
        drawn.headers["HX-Reswap"] += " show:#puzzle:top"  # on a phone the verdict is above the board
    return drawn


def shown_context(request: Request, visitor: Visitor, asked: Asked, answer: Answer | None) -> dict[str, Any]:
    keeper = keeper_of(request, visitor)
    reader = Reader(visitor.called, visitor.language)
    difficulty = read_difficulty(request.query_params.get("difficulty"))
    standing = keeper.standings().get(asked.game)
    daily = service.daily_puzzles(request, today(now()))
    return {
        **puzzle_context(asked.collection, asked.puzzle, reader, difficulty, answer),
        "standing": standing,
        "own_rating": None if standing is None else round(standing.rating),
        "is_known": answer is None and asked.puzzle.id in keeper.answered(asked.game),
        "is_daily": daily[asked.game].id == asked.puzzle.id,
        "streak": service.day_streak(keeper),
    }
