"""The pages of a forgotten password, and their JSON."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from burgomaster.server.accounts import PASSWORD_LETTERS, change_password, hand_session, read_password
from burgomaster.server.api.bodies import RecoveryFields
from burgomaster.server.api.guarded_route import CHANGE, COMMON, GuardedRoute, limited
from burgomaster.server.auth import Visitor
from burgomaster.server.errors import count_refusal
from burgomaster.server.match import Refused
from burgomaster.server.recovery import Recovery
from burgomaster.server.render import page
from burgomaster.server.requests import CurrentVisitor, trusted_fields
from burgomaster.server.security import hash_token, new_token

router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", tags=["tables"], responses=COMMON, route_class=GuardedRoute)


def recovery_of(request: Request) -> Recovery:
    """Get what sends the links."""
    found: Recovery = request.app.state.recovery
    return found


@router.get("/account/recover")
async def form(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    """Ask for a name, or behind the link of a mail for a new password."""
    token = request.query_params.get("token", "")
    if token:
        await asyncio.to_thread(recovery_of(request).read, token)
    return shown(request, visitor, token)


def shown(request: Request, visitor: Visitor, token: str = "", is_sent: bool = False) -> HTMLResponse:
    """Show the page in one of its three forms."""
    values = {"letters": PASSWORD_LETTERS, "is_possible": recovery_of(request).is_possible}
    return page(request, visitor, "recover.html", token=token, is_sent=is_sent, refused=None, **values)


def refused_form(request: Request, visitor: Visitor, error: Refused, token: str) -> HTMLResponse:
    """Ask for the new password again, and say what is wrong with this one."""
    refused = {"form": "recover", "field": "new", "words": error.text(visitor.language)}
    status = count_refusal(request, error.key)
    values = {"letters": PASSWORD_LETTERS, "token": token, "refused": refused}
    return page(request, visitor, "recover.html", status, **values)


@router.post("/account/recover")
async def recover(request: Request, visitor: CurrentVisitor) -> Response:
    """Send a link, or set the new password of whoever has one."""
    fields = await trusted_fields(request, visitor, "login")
    if fields.get("token"):
        answer = RedirectResponse("/", status_code=303)
        try:
            return await set_password(request, visitor, fields["token"], read_password(fields, "new"), answer)
        except Refused as error:
            if error.key != "weak_account":
                raise
            return refused_form(request, visitor, error, fields["token"])
    recovery_of(request).ask(fields.get("name", ""), visitor.language)
    return shown(request, visitor, is_sent=True)


async def set_password(
    request: Request, visitor: Visitor, token: str, password: str, answer: Response
) -> Response:
    """Set a password by the link of a mail; whoever has it is logged in, all others are logged out."""
    account, only_if = await asyncio.to_thread(recovery_of(request).read, token)
    session = new_token()
    if not await change_password(request, account, password, hash_token(session), only_if):
        raise Refused("bad_link")
    request.app.state.sessions.end(str(account))
    return hand_session(request, visitor, account, session, answer)


@api.post("/recovery", responses=CHANGE)
@limited("login")
async def recover_json(request: Request, visitor: CurrentVisitor, asked: RecoveryFields) -> Response:
    """Send the link for a new password to the mail addresses of an account, or set it by `token` and `new`.

    The answer to a name is always the same, whether there is such an account or not.
    """
    answer = JSONResponse({"done": "recovery"})
    if asked.token:
        return await set_password(request, visitor, asked.token, asked.new, answer)
    recovery_of(request).ask(asked.name, visitor.language)
    return answer
