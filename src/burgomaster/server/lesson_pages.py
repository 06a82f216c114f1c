"""Learning by playing: a page for each game, and the tables of lessons."""

from __future__ import annotations

import asyncio
import json
import secrets
import time

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from burgomaster.core.registry import game_info, game_names
from burgomaster.server.desk import MATCH_BYTES, Desk
from burgomaster.server.hub import Live
from burgomaster.server.identity import Visitor
from burgomaster.server.journal import Header
from burgomaster.server.pages import list_row
from burgomaster.server.render import page
from burgomaster.server.requests import CurrentVisitor, TheDesk, limit, own_words
from burgomaster.server.texts import TEXTS
from burgomaster.web.lessons import LEARNER, LESSON_BOT, Lesson, has_lesson, load_lesson

router = APIRouter(include_in_schema=False)
OTHER = 1 - LEARNER


def known_lesson(game: str) -> Lesson:
    """The lesson of a game that a path names; 404 if there is none."""
    if game not in game_names() or not has_lesson(game):
        raise HTTPException(404)
    return load_lesson(game)


@router.get("/learn/{game}")
async def learn(request: Request, visitor: CurrentVisitor, game: str) -> HTMLResponse:
    """What a lesson is about, and the lessons that were begun."""
    lesson = known_lesson(game)
    rows = await asyncio.to_thread(request.app.state.store.matches_of, visitor.whos)
    begun = [row for row in rows if is_lesson(row, game) and row["status"] == "running"]
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


def is_lesson(row: dict[str, object], game: str) -> bool:
    """Whether a stored match is a lesson of a game."""
    summary = row["summary"]
    assert isinstance(summary, dict)
    return row["game"] == game and any(seat["bot"] == LESSON_BOT for seat in summary["seats"])


@router.post("/learn/{game}")
async def begin(request: Request, visitor: CurrentVisitor, desk: TheDesk, game: str) -> Response:
    """Begin a lesson."""
    await own_words(request, visitor)
    lesson = known_lesson(game)
    limit(request, "create", visitor)
    live = await open_lesson(desk, visitor, lesson)
    response = RedirectResponse(f"/t/{live.match.header.match}", status_code=303)
    request.app.state.doorman.remember(response, visitor)
    return response


async def open_lesson(desk: Desk, visitor: Visitor, lesson: Lesson) -> Live:
    """A table with the deal of a lesson, the learner and who plays the script."""
    header = await asyncio.to_thread(lesson_header, lesson, visitor.who)
    live = await desk.hub.create(header)
    name = visitor.name or TEXTS.text(visitor.language, "lobby.you")
    other = TEXTS.text(visitor.language, "learn.other")
    await desk.hub.submit(live, lambda match, now: match.sit(LEARNER, visitor.who, name, now))
    await desk.hub.submit(live, lambda match, now: match.seat_bot(OTHER, LESSON_BOT, other, now))
    await desk.begin_if_full(live)
    return live


def lesson_header(lesson: Lesson, host: str) -> Header:
    """What is settled at a lesson's table."""
    table = lesson.dealt
    return Header(
        match=secrets.token_urlsafe(MATCH_BYTES),
        game=lesson.game,
        version=table.game.version,
        options=json.loads(json.dumps(dict(table.game.options))),
        seed=None,
        setup=table.setup,
        clock={"kind": "none"},
        is_open=False,
        created=time.time(),
        host=host,
    )
