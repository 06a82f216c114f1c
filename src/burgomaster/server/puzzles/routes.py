"""The pages of puzzles. Everything works without a script.

Nothing of a solution is in what they show before somebody has answered.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from burgomaster.bots.explanations import Explanation
from burgomaster.bots.puzzles import DIFFICULTIES, HARDEST, LEVELS, Collection, Puzzle
from burgomaster.core.language import decimal
from burgomaster.core.registry import game_info
from burgomaster.core.seat_view import SeatView
from burgomaster.core.table import Table
from burgomaster.server.analysis_context import SIGNS, reasons_context
from burgomaster.server.auth import Visitor
from burgomaster.server.characters import bot_name
from burgomaster.server.daily.deals import today
from burgomaster.server.puzzles import service
from burgomaster.server.render import FORM_FIELD, answer_in_place, board_html, page, scripts, stylesheets
from burgomaster.server.requests import CurrentVisitor, form_fields, limit_rate
from burgomaster.server.steady_time import now

router = APIRouter(include_in_schema=False)
OPPONENT = "search:5"  # whose names the other seats have


async def asked_of(request: Request, game: str, puzzle: str) -> service.Asked:
    """Find the puzzle that a path names; 404 if there is none."""
    collection = service.find_game(request, game)
    found = collection.get(puzzle)
    if found is None:
        raise HTTPException(404)
    return service.Asked(collection, found)


CurrentPuzzle = Annotated[service.Asked, Depends(asked_of)]


@router.get("/puzzles")
async def all_puzzles(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    limit_rate(request, "page", visitor)
    context = await asyncio.to_thread(all_context, request, visitor)
    return page(request, visitor, "puzzles.html", **context)


def all_context(request: Request, visitor: Visitor) -> dict[str, Any]:
    """Describe the puzzles of every game, with how well somebody does."""
    keeper, daily = service.keeper_of(request, visitor), service.daily_puzzles(request, today(now()))
    standings, games = keeper.standings(), []
    for one in service.collections():
        standing, puzzle = standings.get(one.game), daily[one.game]
        games.append(
            {
                "game": one.game,
                "title": game_info(one.game).title(visitor.language),
                "total": len(one.puzzles),
                "difficulties": [(n, len(one.of_difficulty(n))) for n in DIFFICULTIES],
                "hardest": HARDEST,
                "daily": public(puzzle),
                "daily_url": url_of(one.game, puzzle),
                "is_daily_done": puzzle.id in keeper.answered(one.game),
                "standing": standing,
                "rating": None if standing is None else round(standing.rating),
                "like_level": None if standing is None else like_level(one, standing.rating),
            }
        )
    return {"games": games, "streak": service.day_streak(keeper), "is_guest": visitor.account is None}


@router.get("/puzzles/{game}")
async def next_one(request: Request, visitor: CurrentVisitor, game: str) -> Response:
    limit_rate(request, "page", visitor)
    collection = service.find_game(request, game)
    difficulty = service.read_difficulty(request.query_params.get("difficulty"))
    chosen = await asyncio.to_thread(service.choose, request, visitor, collection, difficulty)
    asked = f"?difficulty={difficulty}" if difficulty else ""
    answer = RedirectResponse(url_of(game, chosen) + asked, status_code=303)
    request.app.state.auth.remember(answer, visitor)
    return answer


@router.get("/puzzles/{game}/{puzzle}")
async def show(request: Request, visitor: CurrentVisitor, asked: CurrentPuzzle) -> Response:
    limit_rate(request, "replay", visitor)
    return await shown(request, visitor, asked, None)


@router.post("/puzzles/{game}/{puzzle}/try")
async def try_move(
    request: Request,
    visitor: CurrentVisitor,
    fields: Annotated[dict[str, str], form_fields("move")],
    asked: CurrentPuzzle,
) -> Response:
    answer = await service.answer(request, visitor, asked, fields.get("move", ""))
    return await shown(request, visitor, asked, answer)


@router.post("/puzzles/{game}/{puzzle}/solution")
async def solution(
    request: Request,
    visitor: CurrentVisitor,
    fields: Annotated[dict[str, str], form_fields("move")],
    asked: CurrentPuzzle,
) -> Response:
    answer = await service.give_up(request, visitor, asked, fields.get("tried", ""))
    return await shown(request, visitor, asked, answer)


async def shown(
    request: Request, visitor: Visitor, asked: service.Asked, answer: service.Answer | None
) -> Response:
    context = await asyncio.to_thread(shown_context, request, visitor, asked, answer)
    is_part = bool(request.headers.get("hx-request"))
    drawn = page(request, visitor, "puzzle_live.html" if is_part else "puzzle.html", **context)
    service.remember(request, drawn)
    if is_part:
        answer_in_place(drawn, "#puzzle")
        drawn.headers["HX-Reswap"] += " show:#puzzle:top"  # on a phone the verdict is above the board
    return drawn


def shown_context(
    request: Request, visitor: Visitor, asked: service.Asked, answer: service.Answer | None
) -> dict[str, Any]:
    keeper, language = service.keeper_of(request, visitor), visitor.language
    game, puzzle, info = asked.game, asked.puzzle, game_info(asked.game)
    standing = keeper.standings().get(game)
    difficulty = service.read_difficulty(request.query_params.get("difficulty"))
    url, query = url_of(game, puzzle), f"?difficulty={difficulty}" if difficulty else ""
    table = named_table(puzzle, visitor)
    view = SeatView.of(table, table.to_move, language, move_url=f"{url}/try{query}")
    return {
        "title": info.title(language),
        "variant": info.variant_title(table.game.options, language),
        "stylesheets": stylesheets(game),
        "scripts": scripts(game),
        "game": game,
        "puzzle": public(puzzle),
        "players": table.game.players,
        "round": table.round,
        "url": url,
        "asked": query,
        "signs": SIGNS,
        "board": board_html(view, FORM_FIELD),
        "answer": None if answer is None else answer_context(game, answer, language),
        "found": found_rows(puzzle) if answer is not None and answer.is_shown else [],
        "standing": standing,
        "own_rating": None if standing is None else round(standing.rating),
        "is_known": answer is None and puzzle.id in keeper.answered(game),
        "is_daily": service.daily_puzzles(request, today(now()))[game].id == puzzle.id,
        "streak": service.day_streak(keeper),
    }


def url_of(game: str, puzzle: Puzzle) -> str:
    return f"/puzzles/{game}/{puzzle.id}"


def public(puzzle: Puzzle) -> dict[str, Any]:
    """Tell of a puzzle what may be known before it is answered."""
    return {"id": puzzle.id, "difficulty": puzzle.difficulty, "rating": puzzle.rating}


def named_table(puzzle: Puzzle, visitor: Visitor) -> Table:
    """Lay a puzzle out with names at its seats: the visitor's, and those of strong bots."""
    table = puzzle.table()
    for seat in range(table.game.players):
        is_own = seat == table.to_move
        number = seat - (table.to_move is not None and seat > table.to_move)
        name = visitor.called if is_own else bot_name(OPPONENT, number, visitor.language)
        table.seats[seat]["name"] = name
    return table


def answer_context(game: str, answer: service.Answer, language: str) -> dict[str, Any]:
    """Describe an answer: whether it is right and what it gives away; why, only with the solution."""
    one = answer.verdict.evaluation
    shown: dict[str, Any] = {
        "is_right": answer.is_right,
        "is_shown": answer.is_shown,
        "tried": answer.tried,
        "text": one.played.move.board_text(language) if answer.tried else "",
        "grade": one.grade,
        "lost": decimal(one.loss, language),
        "percent": lost_percent(answer.verdict),
        "counted": answer.counted,
        "rating": round(answer.counted.after.rating),
    }
    if answer.is_shown:
        shown["solution"] = one.best[0].move.board_text(language)
        shown |= reasons_context(game, answer.verdict, language)
    return shown


def lost_percent(verdict: Explanation) -> int:
    """Tell how much of the result a move gives away, in hundredths."""
    one = verdict.evaluation
    return max(0, round(100 * (one.best[0].result - one.played.result)))


def found_rows(puzzle: Puzzle) -> list[dict[str, int]]:
    """Tell how often each level finds the move, in hundredths."""
    return [
        {"level": level, "percent": round(100 * times / puzzle.asked)}
        for level, times in zip(LEVELS, puzzle.found, strict=True)
    ]


def like_level(collection: Collection, rating: float) -> int | None:
    """Tell which level does as well at these puzzles; None below the first."""
    ranked = sorted(zip(collection.levels, LEVELS, strict=True))
    return max((level for number, level in ranked if number <= rating), default=None)
