"""Learning by playing: a page for each game, and the tables of lessons."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from burgomaster.core.registry import game_info, game_names
from burgomaster.server.match import seats
from burgomaster.server.match.apply import begin_if_full
from burgomaster.server.new_match import header_of
from burgomaster.server.render import page
from burgomaster.server.requests import AuthDep, CurrentVisitor, TableServiceDep, trusted_fields
from burgomaster.server.table_lists import list_row
from burgomaster.server.table_service import counts_of
from burgomaster.server.texts import TEXTS
from burgomaster.web.lessons import LEARNER, LESSON_BOT, Lesson, has_lesson, load_lesson

router = APIRouter(include_in_schema=False)
OTHER = 1 - LEARNER


def known_lesson(request: Request, game: str) -> Lesson:
    """Find the lesson of a game that a path names; 404 if there is none."""
    if game not in game_names() or not has_lesson(game):
        raise HTTPException(404)
    request.app.state.preparation.require(game)
    return load_lesson(game)


@router.get("/learn/{game}")
async def learn(request: Request, visitor: CurrentVisitor, game: str) -> HTMLResponse:
    lesson = known_lesson(request, game)
    rows = await asyncio.to_thread(request.app.state.store.matches_of, visitor.whos)
    running = [row for row in rows if row["game"] == game and row["status"] == "running"]
    begun = [row for row in running if any(one["bot"] == LESSON_BOT for one in row["summary"]["seats"])]
    explained = [step.explanation for step in lesson.steps if step.explanation is not None]
    return page(
        request,
        visitor,
        "learn.html",
        game=game,
        title=game_info(game).title(visitor.language),
        about=game_info(game).texts.text(visitor.language, "game.about"),
        topics=[one.title[visitor.language] for one in explained],
        begun=[list_row(row, visitor) for row in begun],
    )


@router.post("/learn/{game}")
async def begin(
    request: Request, visitor: CurrentVisitor, tables: TableServiceDep, auth: AuthDep, game: str
) -> Response:
    """Open a table with the deal of a lesson, the learner, and the bot that plays the script."""
    await trusted_fields(request, visitor, "create")
    lesson = known_lesson(request, game)
    dealt = await asyncio.to_thread(lambda: lesson.dealt)
    who, name, other = visitor.who, visitor.called, TEXTS.text(visitor.language, "learn.other")
    async with tables.limits.room_for(visitor.owner, counts_of(is_waiting=False, is_open=False)):
        live = await tables.matches.create(
            header_of(dealt, who, origin=visitor.origin),
            lambda match, now: seats.sit(match, LEARNER, who, name, now),
            lambda match, now: seats.seat_bot(match, OTHER, LESSON_BOT, other, now),
            begin_if_full,
        )
    response = RedirectResponse(f"/t/{live.name}", status_code=303)
    auth.remember(response, visitor)
    return response
