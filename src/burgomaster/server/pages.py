"""The pages: lobby, table, replay, accounts. Forms work without a script; with one, the table is morphed."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.datastructures import FormData, UploadFile

from burgomaster.core.errors import BurgomasterError
from burgomaster.core.language import LANGUAGES
from burgomaster.core.record import MAX_BYTES
from burgomaster.server import games_menu
from burgomaster.server.api import brief, watch
from burgomaster.server.desk import clean_name
from burgomaster.server.hub import Live
from burgomaster.server.identity import (
    LANGUAGE_COOKIE,
    MOST_SEAT_KEYS,
    SEATS_COOKIE,
    SESSION_COOKIE,
    SESSION_SECONDS,
    THEME_COOKIE,
    THEMES,
    YEAR,
    Visitor,
)
from burgomaster.server.match import Refused
from burgomaster.server.render import form_field, render
from burgomaster.server.requests import (
    CurrentLive,
    CurrentVisitor,
    TheDesk,
    TheDoorman,
    limit,
    own_seat,
    seen_seat,
    visitor_of,
)
from burgomaster.server.security import hash_password, hash_token, is_password, new_token
from burgomaster.server.table_page import replay_values, table_values

router = APIRouter(include_in_schema=False)
PASSWORD_LETTERS = 8


def page(request: Request, visitor: Visitor, template: str, status: int = 200, **values: Any) -> HTMLResponse:
    """A whole page."""
    doorman = request.app.state.doorman
    token = doorman.form_token(visitor)
    common = {"visitor": visitor, "form_token": token, "csrf_field": form_field(token)}
    html = render(template, visitor.language, **{**common, "path": request.url.path, **values})
    response = HTMLResponse(html, status_code=status)
    doorman.remember(response, visitor)
    return response


async def own_form(request: Request, visitor: Visitor) -> FormData:
    """A form that one of our own pages sent."""
    form = await request.form(max_files=1, max_fields=200)
    token = request.headers.get("x-form-token") or str(form.get("form", ""))
    if not request.app.state.doorman.is_own_form(visitor, token):
        raise HTTPException(403)
    return form


def words(form: FormData) -> dict[str, str]:
    """The texts of a form."""
    return {name: value for name, value in form.items() if isinstance(value, str)}


# The lobby


@router.get("/")
async def lobby(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    """Play now, join, go on."""
    store = request.app.state.store
    mine, others = await asyncio.gather(
        asyncio.to_thread(store.matches_of, visitor.whos), asyncio.to_thread(store.open_matches)
    )
    tables = [list_row(row, visitor) for row in mine]
    opened = [list_row(row, visitor) for row in others if row["match"] not in {t["match"] for t in tables}]
    menu = games_menu.menu(visitor.language)
    return page(request, visitor, "lobby.html", menu=menu, mine=tables, opened=opened)


def list_row(row: Mapping[str, Any], visitor: Visitor) -> dict[str, Any]:
    """A table in the lists of the lobby."""
    from burgomaster.core.registry import game_info

    info = game_info(row["game"])
    seats = [seat for seat, who in enumerate(row["summary"]["who"]) if who in visitor.whos]
    return {
        **brief(row),
        "title": info.title(visitor.language),
        "variant": info.variant_title(row["options"], visitor.language),
        "my_turn": row["status"] == "running" and row["summary"]["to_move"] in seats,
        "names": [seat["name"] for seat in row["summary"]["seats"]],
    }


@router.post("/tables")
async def open_table(request: Request, visitor: CurrentVisitor, desk: TheDesk) -> Response:
    """Open a table from the lobby's form."""
    form = words(await own_form(request, visitor))
    limit(request, "create", visitor)
    game, options = games_menu.read_choice(form)
    players = int(options["players"])
    name = clean_name(form.get("name", "")) or visitor.name or default_name(visitor)
    how = form.get("how", "bots")
    humans = players if how == "hotseat" else 1
    bots = [form.get("bot", "greedy")] * (players - 1) if how == "bots" else []
    clock = {"kind": form.get("clock", "none"), "seconds": read_seconds(form.get("seconds", ""))}
    live = await desk.open_table(
        visitor,
        game,
        options,
        name,
        clock if clock["kind"] != "none" else {},
        bots,
        humans,
        is_open=how == "open",
    )
    response = RedirectResponse(f"/t/{live.match.header.match}", status_code=303)
    request.app.state.doorman.remember(response, visitor)
    return response


def default_name(visitor: Visitor) -> str:
    """What somebody is called who has no name."""
    return {"ru": "Вы"}.get(visitor.language, "You")


def read_seconds(given: str) -> float:
    """Seconds of a form."""
    return float(given) if given.isdecimal() else 60.0


# The table


@router.get("/t/{match}")
async def table(
    request: Request, visitor: CurrentVisitor, live: CurrentLive, doorman: TheDoorman
) -> Response:
    """A table; a seat link opens its seat for this browser."""
    key = request.query_params.get("key")
    if key is not None:
        return accept_key(request, visitor, live, key)
    seat = seen_seat(doorman, visitor, live, request.query_params.get("seat"))
    values = await asyncio.to_thread(values_for, request, visitor, live, seat)
    return page(request, visitor, "table.html", **values)


def accept_key(request: Request, visitor: Visitor, live: Live, key: str) -> Response:
    """Remember a seat link in this browser."""
    doorman, name = request.app.state.doorman, live.match.header.match
    if doorman.key_seat(key, name) is None:
        raise HTTPException(403)
    keys = [key, *(old for old in visitor.keys if old and old != key)][:MOST_SEAT_KEYS]
    response = RedirectResponse(f"/t/{name}", status_code=303)
    doorman.remember(response, visitor)
    doorman.set_cookie(response, SEATS_COOKIE, "|".join(keys), YEAR)
    return response


def values_for(request: Request, visitor: Visitor, live: Live, seat: int | None) -> dict[str, Any]:
    """What the template of a table needs."""
    doorman = request.app.state.doorman
    said = request.app.state.store.chat_of(live.match.header.match)
    token = doorman.form_token(visitor)
    base = str(request.base_url).rstrip("/")
    return table_values(live.match, seat, doorman, visitor, said, token, base)


@router.get("/t/{match}/events")
async def events(
    request: Request, visitor: CurrentVisitor, live: CurrentLive, doorman: TheDoorman
) -> StreamingResponse:
    """The table as a fragment, whenever it changes (server-sent events)."""
    limit(request, "stream", visitor)
    wanted = request.query_params.get("seat")

    def show(live: Live) -> str:
        seat = seen_seat(doorman, visitor, live, wanted)
        values = values_for(request, visitor, live, seat)
        token = doorman.form_token(visitor)
        html = render(
            "table_live.html", visitor.language, visitor=visitor, csrf_field=form_field(token), **values
        )
        data = "".join(f"data: {line}\n" for line in html.splitlines())
        return f"event: table\n{data}\n"

    seconds = request.app.state.settings.keep_alive_seconds
    return StreamingResponse(
        watch(live, show, seconds), media_type="text/event-stream", headers={"X-Accel-Buffering": "no"}
    )


@router.post("/t/{match}/{verb}")
async def act(
    request: Request,
    visitor: CurrentVisitor,
    live: CurrentLive,
    desk: TheDesk,
    doorman: TheDoorman,
    verb: str,
) -> Response:
    """Everything a page of a table can ask for."""
    form = words(await own_form(request, visitor))
    limit(request, "chat" if verb == "say" else "move", visitor)
    match verb:
        case "sit":
            await desk.sit(live, read_seat(form), visitor, form.get("name", ""))
        case "bot":
            await desk.seat_bot(live, read_seat(form), form.get("bot", "greedy"))
            await desk.begin_if_full(live)
        case "say":
            seat = seen_seat(doorman, visitor, live, form.get("seat"))
            await desk.say(live, seat, form.get("name", "") or visitor.name, form.get("text", ""))
        case _:
            await act_for_seat(desk, live, own_seat(doorman, visitor, live, form.get("seat")), verb, form)
    if request.headers.get("hx-request"):
        return Response(status_code=204)
    return RedirectResponse(f"/t/{live.match.header.match}", status_code=303)


async def act_for_seat(desk: Any, live: Live, seat: int, verb: str, form: Mapping[str, str]) -> None:
    """What only the holder of a seat may ask for."""
    match verb:
        case "move":
            await desk.play(live, seat, form.get("move", ""), form.get("number") or None)
        case "undo":
            await desk.undo(live, seat)
        case "takeback":
            await desk.ask_takeback(live, seat)
        case "answer":
            await desk.answer_takeback(live, seat, form.get("yes") == "1")
        case "pause":
            await desk.pause(live, seat)
        case "resume":
            await desk.resume(live, seat)
        case "passing":
            await desk.set_passing(live, seat, form.get("mode", ""))
        case "leave":
            await desk.leave(live, seat)
        case _:
            raise HTTPException(404)


def read_seat(form: Mapping[str, str]) -> int:
    """The seat that a form names."""
    seat = form.get("seat", "")
    if not seat.isdecimal():
        raise HTTPException(400)
    return int(seat)


# Replays and records


@router.get("/t/{match}/replay")
async def replay(
    request: Request, visitor: CurrentVisitor, live: CurrentLive, doorman: TheDoorman
) -> HTMLResponse:
    """A game move by move, as the seat saw it; everything when it is over."""
    seat = seen_seat(doorman, visitor, live, request.query_params.get("seat"))
    wanted = request.query_params.get("ply", "")
    ply = int(wanted) if wanted.isdecimal() else None
    values = await asyncio.to_thread(replay_values, live.match, seat, ply, visitor.language)
    template = "replay_live.html" if request.headers.get("hx-request") else "replay.html"
    return page(request, visitor, template, **values)


@router.get("/t/{match}/record.json")
async def record(live: CurrentLive) -> Response:
    """The record of a finished game."""
    if not (live.match.is_over or live.match.header.imported):
        raise HTTPException(403)
    text = json.dumps(live.match.table.record().to_json(), ensure_ascii=False, indent=1)
    name = f"{live.match.header.game}-{live.match.header.match}.json"
    return Response(
        text, media_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@router.post("/records")
async def upload(request: Request, visitor: CurrentVisitor, desk: TheDesk) -> Response:
    """Upload a record to replay it."""
    form = await own_form(request, visitor)
    limit(request, "upload", visitor)
    file = form.get("file")
    if not isinstance(file, UploadFile):
        raise Refused("no_file")
    live = await desk.upload(visitor, await file.read(MAX_BYTES + 1))
    return RedirectResponse(f"/t/{live.match.header.match}/replay", status_code=303)


# Accounts


@router.get("/account")
async def account(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    """Log in, register, log out."""
    return page(request, visitor, "account.html", message="")


@router.post("/account/{verb}")
async def change_account(request: Request, visitor: CurrentVisitor, verb: str) -> Response:
    """Register, log in or log out."""
    form = words(await own_form(request, visitor))
    if verb == "logout":
        return await log_out(request)
    if verb not in ("login", "register"):
        raise HTTPException(404)
    limit(request, verb, visitor)
    name, password = clean_name(form.get("name", "")), form.get("password", "")
    store = request.app.state.store
    if verb == "register":
        number = await register(store, name, password)
    else:
        number = await log_in(store, name, password)
    token = new_token()
    await asyncio.to_thread(store.add_session, hash_token(token), number, time.time())
    response = RedirectResponse("/", status_code=303)
    request.app.state.doorman.set_cookie(response, SESSION_COOKIE, token, SESSION_SECONDS)
    return response


async def register(store: Any, name: str, password: str) -> int:
    """A new account."""
    if len(name) < 2 or len(password) < PASSWORD_LETTERS:
        raise Refused("weak_account", letters=PASSWORD_LETTERS)
    hashed = await asyncio.to_thread(hash_password, password)
    number: int | None = await asyncio.to_thread(
        store.add_account, name, name.casefold(), hashed, time.time()
    )
    if number is None:
        raise Refused("name_taken", name=name)
    return number


async def log_in(store: Any, name: str, password: str) -> int:
    """The account of somebody who knows its password."""
    found = await asyncio.to_thread(store.find_account, name.casefold())
    hashed = str(found["password"]) if found else hash_password("nobody")
    if not await asyncio.to_thread(is_password, hashed, password) or found is None:
        raise Refused("wrong_password")
    return int(found["id"])


async def log_out(request: Request) -> Response:
    """End the session of this browser."""
    token = request.cookies.get(SESSION_COOKIE, "")
    await asyncio.to_thread(request.app.state.store.end_session, hash_token(token))
    response = RedirectResponse("/", status_code=303)
    response.delete_cookie(SESSION_COOKIE)
    return response


# Taste


@router.post("/taste")
async def taste(request: Request, visitor: CurrentVisitor) -> Response:
    """Choose the language and the theme."""
    form = words(await own_form(request, visitor))
    back = form.get("back", "/")
    is_local = back.startswith("/") and not back.startswith(("//", "/\\"))
    response = RedirectResponse(back if is_local else "/", status_code=303)
    doorman = request.app.state.doorman
    if form.get("language") in LANGUAGES:
        doorman.set_cookie(response, LANGUAGE_COOKIE, form["language"], YEAR)
    if form.get("theme") in THEMES:
        doorman.set_cookie(response, THEME_COOKIE, form["theme"], YEAR)
    return response


@router.get("/credits")
async def credits(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    """Whose work is used."""
    return page(request, visitor, "credits.html")


# Errors


async def explain_error(request: Request, error: Exception) -> Response:
    """Something asked for cannot be done: say why, in the visitor's language."""
    assert isinstance(error, BurgomasterError)
    visitor = await visitor_of(request)
    status = 409 if isinstance(error, Refused) and error.key == "stale" else 422
    if isinstance(error, Refused) and error.key == "too_often":
        status = 429
    return answer_error(request, visitor, status, error.text(visitor.language))


async def explain_status(request: Request, error: Exception) -> Response:
    """A page that is not there, or not for this visitor."""
    status = getattr(error, "status_code", 500)
    visitor = await visitor_of(request)
    key = f"status.{status}" if status in (400, 403, 404, 405, 413) else "status.other"
    from burgomaster.server.texts import TEXTS

    return answer_error(request, visitor, status, TEXTS.text(visitor.language, key))


def answer_error(request: Request, visitor: Visitor, status: int, text: str) -> Response:
    """An error as JSON, as a line for a script, or as a page."""
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": text}, status_code=status)
    if request.headers.get("hx-request"):
        return HTMLResponse(text, status_code=status, headers={"X-Error": "1"})
    return page(request, visitor, "error.html", status, message=text, status_code=status)
