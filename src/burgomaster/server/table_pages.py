"""The page of a table and of a replay. With a script, what changes is pushed and morphed into the page."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from burgomaster.server.choosing import default_bot
from burgomaster.server.desk import Desk
from burgomaster.server.hub import Live
from burgomaster.server.identity import MOST_SEAT_KEYS, SEATS_COOKIE, YEAR, Doorman, Visitor
from burgomaster.server.match import Refused
from burgomaster.server.render import form_field, page, render
from burgomaster.server.requests import (
    CurrentLive,
    CurrentVisitor,
    TheDesk,
    TheDoorman,
    limit,
    own_seat,
    own_words,
    seen_seat,
    small_number,
)
from burgomaster.server.streams import ALIVE, stream
from burgomaster.server.table_page import frame_values, looking, replay_values, table_values

router = APIRouter(include_in_schema=False)
# A form that is gone from the page when its answer comes changes nothing: the stream has done it already.
MORPH = {"HX-Reswap": "morph:outerHTML transition:true"}


@router.get("/t/{match}")
async def table(request: Request, visitor: CurrentVisitor, live: CurrentLive) -> Response:
    """A table; a seat link opens its seat for this browser."""
    key = request.query_params.get("key")
    if key is not None:
        return accept_key(request, visitor, live, key)
    values = await asyncio.to_thread(values_for, request, visitor, live)
    seat = small_number(request.query_params.get("seat"))
    keep = "&keep=1" if "keep" in request.query_params else ""
    values["asked"] = "" if seat is None else f"?seat={seat}{keep}"
    return page(request, visitor, "table.html", **values)


def accept_key(request: Request, visitor: Visitor, live: Live, key: str) -> Response:
    """Remember a seat link in this browser."""
    doorman, name = request.app.state.doorman, live.match.header.match
    if doorman.key_seat(key, live.match) is None:
        raise HTTPException(403)
    keys = [key, *(old for old in visitor.keys if old and old != key)][:MOST_SEAT_KEYS]
    response = RedirectResponse(f"/t/{name}", status_code=303)
    doorman.remember(response, visitor)
    doorman.set_cookie(response, SEATS_COOKIE, "|".join(keys), YEAR)
    return response


def values_for(request: Request, visitor: Visitor, live: Live) -> dict[str, Any]:
    """What the template of a table needs."""
    doorman, match = request.app.state.doorman, live.match
    wanted = small_number(request.query_params.get("seat"))
    seat_view = looking(match, doorman.seats_of(visitor, match), wanted, "keep" in request.query_params)
    said = request.app.state.hub.chat_of(live)
    base = str(request.base_url).rstrip("/")
    return table_values(match, seat_view, doorman, visitor, said, base)


def fragment(request: Request, visitor: Visitor, live: Live) -> str:
    """The part of the page that changes."""
    token = request.app.state.doorman.form_token(visitor)
    values = values_for(request, visitor, live)
    return render(
        "table_live.html", visitor.language, visitor=visitor, csrf_field=form_field(token), **values
    )


@router.get("/t/{match}/live")
async def live_part(request: Request, visitor: CurrentVisitor, live: CurrentLive) -> HTMLResponse:
    """The part of the page that changes, for a page that wants to catch up."""
    limit(request, "page", visitor)
    return HTMLResponse(await asyncio.to_thread(fragment, request, visitor, live))


@router.get("/t/{match}/events")
async def events(request: Request, visitor: CurrentVisitor, live: CurrentLive) -> StreamingResponse:
    """The same whenever it changes (server-sent events)."""

    def show() -> str:
        html = fragment(request, visitor, live).replace("\r", "").replace("\n", "\ndata: ")
        return f"event: table\ndata: {html}\n\n"

    return stream(request, visitor, live, show, ALIVE)


@router.get("/t/{match}/link")
async def seat_link(
    request: Request, visitor: CurrentVisitor, live: CurrentLive, doorman: TheDoorman
) -> HTMLResponse:
    """The secret link of an own seat.

    It has a page to itself: beside words of other people, the size of the compressed page would tell of it.
    """
    limit(request, "page", visitor)
    seat = own_seat(doorman, visitor, live, request.query_params.get("seat"))
    base = str(request.base_url).rstrip("/")
    values = {
        **frame_values(live.match, visitor.language),
        "match": live.match,
        "seat": seat,
        "seat_link": f"{base}/t/{live.match.header.match}?key={doorman.seat_key(live.match, seat)}",
    }
    return page(request, visitor, "seat_link.html", **values)


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
    form = {**request.query_params, **await own_words(request, visitor)}
    limit(request, "chat" if verb == "say" else "move", visitor)
    match verb:
        case "sit":
            await desk.sit(live, read_seat(form), visitor, form.get("name", ""))
        case "bot":
            if not doorman.may_host(visitor, live.match):
                raise Refused("not_yours")
            await desk.seat_bot(live, read_seat(form), form.get("bot") or default_bot())
            await desk.begin_if_full(live)
        case "say":
            seat = seen_seat(doorman, visitor, live, form.get("seat"))
            await desk.say(live, seat, form.get("name", "") or visitor.name, form.get("text", ""))
        case _:
            await act_for_seat(desk, live, own_seat(doorman, visitor, live, form.get("seat")), verb, form)
    if request.headers.get("hx-request"):
        if request.headers.get("x-stream") == "open":  # it brings what has changed
            return Response(status_code=204)
        return HTMLResponse(await asyncio.to_thread(fragment, request, visitor, live), headers=MORPH)
    asked = f"?seat={request.query_params['seat']}" if "seat" in request.query_params else ""
    return RedirectResponse(f"/t/{live.match.header.match}{asked}", status_code=303)


async def act_for_seat(desk: Desk, live: Live, seat: int, verb: str, form: Mapping[str, str]) -> None:
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
        case "return":
            await desk.come_back(live, seat)
        case _:
            raise HTTPException(404)


def read_seat(form: Mapping[str, str]) -> int:
    """The seat that a form names."""
    seat = small_number(form.get("seat"))
    if seat is None:
        raise HTTPException(400)
    return seat


# Replays and records


@router.get("/t/{match}/replay")
async def replay(
    request: Request, visitor: CurrentVisitor, live: CurrentLive, doorman: TheDoorman
) -> HTMLResponse:
    """A game move by move, as the seat saw it; when it is over, with anybody's eyes."""
    limit(request, "page", visitor)
    seat = replay_seat(request, visitor, live, doorman)
    ply = small_number(request.query_params.get("ply"))
    values = await asyncio.to_thread(replay_values, live.match, seat, ply, visitor.language)
    template = "replay_live.html" if request.headers.get("hx-request") else "replay.html"
    return page(request, visitor, template, **values)


def replay_seat(request: Request, visitor: Visitor, live: Live, doorman: Doorman) -> int | None:
    """Whose eyes a replay shows: one's own, or of a finished game those of any seat; None: a spectator's."""
    wanted = request.query_params.get("seat")
    number = small_number(wanted)
    if live.match.is_open_book and number is not None and number < live.match.game.players:
        return number
    if len(doorman.seats_of(visitor, live.match)) == 1 or wanted is not None:
        return seen_seat(doorman, visitor, live, wanted)
    return None


@router.get("/t/{match}/record.json")
async def record(live: CurrentLive) -> Response:
    """The record of a finished game."""
    if not live.match.is_open_book:
        raise Refused("record_later")
    text = json.dumps(live.match.table.record().to_json(), ensure_ascii=False, indent=1)
    name = f"{live.match.header.game}-{live.match.header.match}.json"
    return Response(
        text, media_type="application/json", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
