"""The page on which somebody sets how they are called, and the pages behind the links of mails."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from burgomaster.server.auth import Auth, Visitor
from burgomaster.server.calls.service import CallService
from burgomaster.server.calls.ways import CHANNELS, EVENTS, PACES
from burgomaster.server.calls.words import SHAPES
from burgomaster.server.match import Refused
from burgomaster.server.match.absences import BUDGET_DAYS, days_left
from burgomaster.server.match.clocks import is_slow
from burgomaster.server.render import page
from burgomaster.server.requests import MATCH_NAME, CurrentVisitor, limit_rate, small_number, trusted_fields
from burgomaster.server.table_lists import known_games, list_row
from burgomaster.server.table_service import SeatAction, TableService

router = APIRouter(include_in_schema=False)
DONE = ("saved", "tested", "test_failed", "mail_waiting")  # what the page can say was done
MOST_TOLD = 99
# the limits of what costs
PURPOSES = {"mail": "mail", **dict.fromkeys(("webhook", "test", "vacation", "home"), "call")}


def service_of(request: Request) -> CallService:
    calls: CallService = request.app.state.calls
    return calls


@router.get("/calls")
async def settings(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    limit_rate(request, "page", visitor)
    calls, done = service_of(request), request.query_params.get("done", "")
    known = known_games(await calls.tables_of(visitor))
    tables = [{**list_row(row, visitor), "off": row["off"]} for row in known]
    is_reached = calls.channels.reach != "off"
    values: dict[str, Any] = {
        "ways": await calls.of(visitor),
        "tables": tables,
        "done": said(done),
        "budget": BUDGET_DAYS,
        "slow": [table for table in tables if table["status"] == "running" and is_slow(table["clock"])],
        "push_key": calls.channels.key.public if is_reached else "",
        "has_webhooks": is_reached,
        "has_mail": calls.channels.is_mail_on,
        "events": EVENTS,
        "paces": PACES,
        "shapes": tuple(SHAPES),
        "channels": CHANNELS,
    }
    return page(request, visitor, "calls.html", **values)


@router.post("/calls/{verb}")
async def change(request: Request, visitor: CurrentVisitor, verb: str) -> Response:
    """Do what a form of that page asks for; links of mails come without a cookie, and are signed."""
    if verb in ("confirm", "stop"):
        return await follow(request, visitor, verb)
    fields = await trusted_fields(request, visitor, PURPOSES.get(verb, "page"))
    done = await act(request, visitor, verb, fields)
    answer = RedirectResponse(f"/calls?done={done}", 303)
    request.app.state.auth.remember(answer, visitor)
    return answer


async def act(request: Request, visitor: Visitor, verb: str, fields: dict[str, str]) -> str:
    """Do what a form asks for; name what is said about it."""
    calls = service_of(request)
    match verb:
        case "mail":
            way = await calls.add_mail(visitor, fields.get("address", ""))
            return "saved" if way.confirmed else "mail_waiting"
        case "webhook":
            base = str(request.base_url).rstrip("/").removesuffix(request.app.state.settings.prefix)
            await calls.add_webhook(visitor, fields.get("address", ""), fields.get("shape", ""), base)
        case "change":
            events = [event for event in EVENTS if fields.get(f"event_{event}")]
            await calls.change(visitor, way_number(fields), events, small_number(fields.get("pace", 0)) or 0)
        case "remove":
            await calls.remove(visitor, way_number(fields))
        case "test":
            return "tested" if await calls.test(visitor, way_number(fields)) else "test_failed"
        case "table":
            name = fields.get("table", "")
            if not MATCH_NAME.fullmatch(name):
                raise HTTPException(404)
            silent = [channel for channel in CHANNELS if not fields.get(channel)]
            await calls.quiet(visitor, name, silent)
        case "vacation" | "home":
            state = request.app.state
            given = (state.table_service, calls, state.auth, visitor)
            return f"at_{min(await everywhere(*given, verb, fields.get('days', '')), MOST_TOLD)}"
        case _:
            raise HTTPException(404)
    return "saved"


def said(done: str) -> tuple[str, int]:
    """Read what the page is to say was done: the key of a text, and a number in it."""
    if done.startswith("at_"):
        return "vacation.done", min(small_number(done.removeprefix("at_")) or 0, MOST_TOLD)
    return (f"calls.{done}", 0) if done in DONE else ("", 0)


def way_number(fields: dict[str, str]) -> int:
    number = small_number(fields.get("way"))
    if number is None:
        raise Refused("no_such_way")
    return number


@router.get("/calls/{verb}")
async def ask(request: Request, visitor: CurrentVisitor, verb: str) -> HTMLResponse:
    """Ask before anything is done: programs that look at mails open every link."""
    if verb not in ("confirm", "stop"):
        raise HTTPException(404)
    return link_page(request, visitor, verb, request.query_params.get("token", ""))


async def follow(request: Request, visitor: Visitor, verb: str) -> Response:
    """Do what a link of a mail is for. The token is all that is needed: RFC 8058 sends no cookie."""
    limit_rate(request, "call", visitor)
    calls, token = service_of(request), request.query_params.get("token", "")
    await (calls.confirm(token) if verb == "confirm" else calls.stop(token))
    return link_page(request, visitor, verb, "")


def link_page(request: Request, visitor: Visitor, verb: str, token: str) -> HTMLResponse:
    """Show the page of a link: the question with its button, or that it is done."""
    return page(request, visitor, "calls_link.html", verb=verb, token=token)


async def everywhere(
    tables: TableService, calls: CallService, auth: Auth, visitor: Visitor, verb: str, days: str
) -> int:
    """Go on vacation, or come home, at every slow table; count those where it was possible.

    Where fewer days are left, they are taken.
    """
    count = 0
    for row in await calls.tables_of(visitor):
        is_running = row["status"] == "running" and is_slow(row["clock"])
        live = await tables.matches.find(str(row["match"])) if is_running else None
        if live is None:
            continue
        is_done = False
        for seat in auth.seats_of(visitor, live.match):
            left = days_left(live.match, seat, live.now)
            is_number = days.isascii() and days.isdecimal() and len(days) < 3
            wanted = str(min(int(days), left)) if is_number else ""
            with suppress(Refused):
                await tables.act(live, seat, SeatAction(verb, mode=wanted))
                is_done = True
        count += is_done
    return count
