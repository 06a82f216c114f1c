"""The page of a table. With a script, what changes is pushed and morphed into the page."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from markupsafe import Markup

from burgomaster.server.auth import (
    MOST_SEAT_KEYS,
    PASSING_COOKIE,
    SEATS_COOKIE,
    TOGETHER_COOKIE,
    YEAR,
    Auth,
    Visitor,
)
from burgomaster.server.bot_players import default_bot
from burgomaster.server.changes import EVENT
from burgomaster.server.end_context import end_context
from burgomaster.server.invitation import invitation_to, qr_code, room_context
from burgomaster.server.live_match import LiveMatch
from burgomaster.server.match import Refused
from burgomaster.server.match.moves import STANDING
from burgomaster.server.match.plans import MOST_ANSWERS, MOST_MOVES
from burgomaster.server.middleware import add_prefix
from burgomaster.server.plan_options import plan_context
from burgomaster.server.proxies import app_prefix
from burgomaster.server.render import FORM_FIELD, answer_in_place, page, part_of_page, render, render_units
from burgomaster.server.requests import (
    AuthDep,
    CurrentMatch,
    CurrentVisitor,
    TableServiceDep,
    acting_seat,
    form_fields,
    limit_rate,
    limit_spectators,
    live_match_of,
    require_host,
    require_swapper,
    small_number,
    trusted_fields,
    viewing_seat,
    visitor_of,
)
from burgomaster.server.security import PURPOSE_OF
from burgomaster.server.share.pictures import picture_link
from burgomaster.server.streams import ALIVE, Elsewhere, stream
from burgomaster.server.table_context import BoardUnits, device_view, frame_context, table_context
from burgomaster.server.table_service import SEAT_VERBS, SeatAction, TableService
from burgomaster.server.texts import TEXTS
from burgomaster.web.pieces import cut, sent, sent_parts, write_lines

router = APIRouter(include_in_schema=False)
busy = APIRouter(include_in_schema=False)  # what nearly all requests ask for: looked for before all others
BOARD = Markup("<!-- the board -->")  # no text of a person holds it: their < is escaped


@router.get("/t/{match}")
async def table(request: Request, visitor: CurrentVisitor, live: CurrentMatch) -> Response:
    """Show a table; a seat link opens its seat for this browser."""
    key, auth = request.query_params.get("key"), request.app.state.auth
    if key is not None:
        if auth.key_seat(key, live.match) is None:
            raise HTTPException(403)
        keys = [key, *(old for old in visitor.keys if old and old != key)][:MOST_SEAT_KEYS]
        response = RedirectResponse(f"/t/{live.name}", status_code=303)
        auth.remember(response, visitor)
        auth.set_cookie(response, SEATS_COOKIE, "|".join(keys), YEAR)
        return response
    context = await asyncio.to_thread(context_for, request, visitor, live)
    context["spectators"] = request.app.state.spectators.count(live.name)
    context["picture"] = await asyncio.to_thread(link_to_picture, request, visitor, live)
    seat = small_number(request.query_params.get("seat"))
    keep = "&keep=1" if "keep" in request.query_params else ""
    context["asked"] = "" if seat is None else f"?seat={seat}{keep}"
    return page(request, visitor, "table.html", **context)


def link_to_picture(request: Request, visitor: Visitor, live: LiveMatch) -> str:
    """Write where the picture of a table is found that goes with links to it."""
    chosen = request.app.state.avatars.of(held.who for held in live.match.seats)
    return picture_link(live.match, visitor.language, chosen)


def context_for(request: Request, visitor: Visitor, live: LiveMatch) -> dict[str, Any]:
    auth, match = request.app.state.auth, live.match
    wanted = small_number(request.query_params.get("seat"))
    mine, keep = auth.seats_of(visitor, match), "keep" in request.query_params
    view = device_view(match, mine, wanted, keep, visitor.together)
    chat = request.app.state.match_manager.chat_of(live)
    chosen = request.app.state.avatars.of(held.who for held in match.seats)
    base = str(request.base_url).rstrip("/")
    shown = table_context(match, view, auth, visitor, chat, base, chosen)
    shown |= room_context(request, match, auth, visitor)
    if match.is_over:
        known = request.app.state.advice.known(match)
        after = request.app.state.people.after_game(match.header.match)
        shown["end"] = {**end_context(match, view.seat, visitor.language, known), "after": after}
    return shown


def live_html(request: Request, visitor: Visitor, live: LiveMatch) -> str:
    return render("table_live.html", visitor.language, **live_context(request, visitor, live))


def live_context(request: Request, visitor: Visitor, live: LiveMatch) -> dict[str, Any]:
    return {"visitor": visitor, "csrf_field": FORM_FIELD, **context_for(request, visitor, live)}


@router.get("/t/{match}/live")
async def live_part(request: Request, visitor: CurrentVisitor, live: CurrentMatch) -> HTMLResponse:
    """Send the part of the page that changes, to a page that wants to catch up."""
    limit_rate(request, "page", visitor)
    return part_of_page(request, visitor, await asyncio.to_thread(live_html, request, visitor, live))


@router.get("/t/{match}/events")
async def events(request: Request, visitor: CurrentVisitor, live: CurrentMatch) -> StreamingResponse:
    """Send the same whenever it changes (server-sent events); in parts, only those that do."""

    state, in_parts = request.app.state, "parts" in request.query_params
    show = live_parts if in_parts else live_event

    def elsewhere() -> Elsewhere | None:
        found: Elsewhere | None = state.drawers.find(request, visitor, live, in_parts)
        return found

    def alive() -> str:
        return ALIVE.format(state.spectators.count(live.name))

    return stream(request, visitor, live, lambda: show(request, visitor, live), alive, elsewhere, in_parts)


def live_event(request: Request, visitor: Visitor, live: LiveMatch) -> bytes:
    """Draw the part of the page that changes as an event, of kept pieces as they were sent before."""
    prefix = app_prefix(request.scope)
    if prefix:
        return EVENT % write_lines(add_prefix(live_html(request, visitor, live), prefix))
    frame, board = live_units(request, visitor, live)
    return EVENT % sent(frame).replace(BOARD.encode(), board.sent() if board else b"", 1)


def live_parts(request: Request, visitor: Visitor, live: LiveMatch) -> list[bytes]:
    """Draw the same in parts, of which many come again in the next update."""
    prefix = app_prefix(request.scope)
    if prefix:
        return cut(write_lines(add_prefix(live_html(request, visitor, live), prefix)))
    frame, board = live_units(request, visitor, live)
    parts = sent_parts(frame)
    place = next(at for at, part in enumerate(parts) if BOARD.encode() in part)
    before, _, behind = parts[place].partition(BOARD.encode())
    return [*parts[:place], before, *(board.sent_parts() if board else ()), behind, *parts[place + 1 :]]


def live_units(request: Request, visitor: Visitor, live: LiveMatch) -> tuple[list[str], BoardUnits | None]:
    """Draw the frame of what changes, with a mark where its board belongs, and the board, if there is one."""
    context = live_context(request, visitor, live)
    board, context["board"] = context["board"], BOARD
    frame = render_units("table_live.html", visitor.language, **context)
    return frame, board or None


@router.get("/t/{match}/link")
async def seat_link(
    request: Request, visitor: CurrentVisitor, live: CurrentMatch, auth: AuthDep
) -> HTMLResponse:
    """Show the secret link of an own seat.

    It has a page to itself: beside words of other people, the size of the compressed page would tell of it.
    """
    limit_rate(request, "page", visitor)
    seat = acting_seat(auth, visitor, live, request.query_params.get("seat"))
    path = f"/t/{live.name}?key={auth.seat_key(live.match, seat)}"
    found = invitation_to(request, path, request.app.state.settings.host)
    context = {**frame_context(live.match, visitor.language), "match": live.match, "seat": seat}
    context["back_path"] = f"/t/{live.name}/link?seat={seat}"  # not as it was asked for: no words of others
    qr = qr_code(found.link, TEXTS.text(visitor.language, "room.qr"))
    return page(request, visitor, "seat_link.html", **context, seat_link=found.link, reach=found.reach, qr=qr)


@router.get("/t/{match}/plan")
async def plan(request: Request, visitor: CurrentVisitor, live: CurrentMatch, auth: AuthDep) -> HTMLResponse:
    limit_rate(request, "page", visitor)
    seat = acting_seat(auth, visitor, live, request.query_params.get("seat"))
    live.match.require_running()
    offered = await asyncio.to_thread(plan_context, live.match, seat, visitor.language)
    context = {**frame_context(live.match, visitor.language), "match": live.match, "seat": seat, **offered}
    context["skip"] = live.match.game.rules.info.skip
    context["is_turn"] = live.match.sees_turn(seat)
    return page(request, visitor, "plan.html", **context)


@router.post("/t/{match}/together")
async def together(
    fields: Annotated[dict[str, str], form_fields("page")], live: CurrentMatch, auth: AuthDep
) -> Response:
    """Choose whether people at this device may all see everything, or hand it over."""
    response = RedirectResponse(f"/t/{live.name}", status_code=303)
    auth.set_cookie(response, TOGETHER_COOKIE, "1" if fields.get("on") == "1" else "0", YEAR)
    return response


@router.post("/t/{match}/rematch")
async def rematch(
    visitor: CurrentVisitor,
    fields: Annotated[dict[str, str], form_fields("create")],
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
) -> Response:
    """Play again with the same people and settings: lead to the one table where that happens."""
    seat = acting_seat(auth, visitor, live, fields.get("seat"))
    again = await tables.play_again(live, seat, visitor)
    # a device that plays this seat by its link has no other way to the new one
    has_moved = again.match.seats[seat].who != live.match.seats[seat].who
    is_own = has_moved or seat in auth.seats_of(visitor, again.match)
    asked = "" if is_own else f"?key={auth.seat_key(again.match, seat)}"
    return RedirectResponse(f"/t/{again.name}{asked}", status_code=303)


@router.post("/t/{match}/{verb}")
async def act(
    request: Request,
    visitor: CurrentVisitor,
    fields: Annotated[dict[str, str], form_fields("move", PURPOSE_OF)],
    live: CurrentMatch,
    tables: TableServiceDep,
    auth: AuthDep,
    verb: str,
) -> Response:
    return await act_and_show(request, visitor, fields, live, tables, auth, verb)


async def move(request: Request) -> Response:
    """Make a move: the same, for what is asked most often, without what works out parameters of routes."""
    state, visitor = request.app.state, await visitor_of(request)
    fields = await trusted_fields(request, visitor, "move")
    live = await live_match_of(request, request.path_params["match"])
    return await act_and_show(request, visitor, fields, live, state.table_service, state.auth, "move")


busy.add_route("/t/{match}/move", move, methods=["POST"], include_in_schema=False)


async def act_and_show(
    request: Request,
    visitor: Visitor,
    sent: Mapping[str, str],
    live: LiveMatch,
    tables: TableService,
    auth: Auth,
    verb: str,
) -> Response:
    fields = {**request.query_params, **sent}
    if verb == "say":
        limit_spectators(request, live, viewing_seat(auth, visitor, live, fields.get("seat")))
    await act_by_verb(tables, auth, visitor, live, verb, fields)
    if verb == "commentary":
        return RedirectResponse(f"/t/{live.name}/commentary", status_code=303)
    answer = await shown_answer(request, visitor, live)
    if verb == "sit":
        auth.remember_name(answer, visitor, fields.get("name", ""))
    if verb == "passing" and fields.get("mode") in STANDING:  # how it shall be at the next table, too
        auth.set_cookie(answer, PASSING_COOKIE, fields["mode"], YEAR)
    return answer


async def shown_answer(request: Request, visitor: Visitor, live: LiveMatch) -> Response:
    """Show what came of a request: by the stream, as the part that changed, or as the whole page."""
    if request.headers.get("hx-request"):
        if request.headers.get("x-stream") == "open":  # it brings what has changed
            return Response(status_code=204)
        # a form that is gone when its answer comes changes nothing: the stream has done it already
        html = await asyncio.to_thread(live_html, request, visitor, live)
        return answer_in_place(part_of_page(request, visitor, html))
    asked = f"?seat={request.query_params['seat']}" if "seat" in request.query_params else ""
    return RedirectResponse(f"/t/{live.name}{asked}", status_code=303)


async def act_by_verb(
    tables: TableService, auth: Auth, visitor: Visitor, live: LiveMatch, verb: str, fields: Mapping[str, str]
) -> None:
    match verb:
        case "sit":
            await tables.sit(live, read_seat(fields), visitor, fields.get("name", ""), visitor.passing)
        case "bot":
            if not auth.may_host(visitor, live.match):
                raise Refused("not_yours")
            bot = fields.get("bot") or default_bot(live.match.header.game)
            await tables.seat_bot(live, read_seat(fields), bot)
        case "swap":
            seat, other = read_seat(fields), read_seat(fields, "other")
            require_swapper(auth, visitor, live, seat, other)
            await tables.swap(live, seat, other)
        case "kick":
            require_host(auth, visitor, live)
            await tables.send_away(live, read_seat(fields))
        case "cancel":
            require_host(auth, visitor, live)
            await tables.cancel(live)
        case "say":
            speaker = viewing_seat(auth, visitor, live, fields.get("seat"))
            await tables.say(live, speaker, fields.get("name", "") or visitor.name, fields.get("text", ""))
        case _:
            seat = acting_seat(auth, visitor, live, fields.get("seat"))
            await act_for_seat(tables, live, seat, verb, fields)


async def act_for_seat(
    tables: TableService, live: LiveMatch, seat: int, verb: str, fields: Mapping[str, str]
) -> None:
    """Do what only the holder of a seat may ask for; 404 for an unknown verb."""
    if verb == "move":
        await tables.play(live, seat, fields.get("move", ""), fields.get("number") or None)
    elif verb == "plan":
        planned = [fields.get(f"plan_{place}", "") for place in range(MOST_MOVES)]
        await tables.plan(live, seat, [move for move in planned if move], fields.get("holds", "phase"))
    elif verb == "standing":  # the answer for each phase that is named
        named = {name: move for name, move in fields.items() if name.startswith("in_") and move}
        answers = [(move, name.removeprefix("in_")) for name, move in named.items()]
        await tables.set_standing(live, seat, answers[:MOST_ANSWERS])
    elif verb in SEAT_VERBS:
        await tables.act(live, seat, SeatAction(verb, fields.get("yes") == "1", fields.get("mode", "")))
    else:
        raise HTTPException(404)


def read_seat(fields: Mapping[str, str], name: str = "seat") -> int:
    seat = small_number(fields.get(name))
    if seat is None:
        raise HTTPException(400)
    return seat
