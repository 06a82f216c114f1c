"""JSON: what there is to play, who the sender is, and their account."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from burgomaster.core.registry import describe_games
from burgomaster.server import accounts
from burgomaster.server.api.answers import CHANGE
from burgomaster.server.api.bodies import AccountFields
from burgomaster.server.api.guarded_route import GuardedRoute, limited
from burgomaster.server.bot_players import offered_bots, other_bots
from burgomaster.server.requests import AuthDep, CurrentVisitor

router = APIRouter(route_class=GuardedRoute)


def account_purpose(request: Request) -> str:
    """Find the limit of what somebody wants to do with an account."""
    return accounts.PURPOSES.get(request.path_params["verb"], "login")


@router.get("/games")
def games() -> list[dict[str, Any]]:
    """List the games, with options and player counts."""
    return describe_games()


@router.get("/bots")
def bots() -> list[str]:
    """List the bots that can take a seat: our own, then those of other packages that are installed here."""
    return [*offered_bots(), *other_bots()]


@router.get("/me")
async def me(visitor: CurrentVisitor, auth: AuthDep) -> JSONResponse:
    """Tell who the sender is, and the token that must come along with their cookies."""
    shown = {"account": visitor.name or None, "number": visitor.account, "language": visitor.language}
    answer = JSONResponse({**shown, "form_token": auth.form_token(visitor)})
    auth.remember(answer, visitor)
    return answer


@router.post("/account/{verb}", responses=CHANGE)
@limited(account_purpose)
async def account(
    request: Request, visitor: CurrentVisitor, verb: accounts.Verb, asked: AccountFields
) -> JSONResponse:
    """Register, log in, log out; change the password; delete the account. The session is a cookie."""
    answer = JSONResponse({"done": verb})
    await accounts.change_account(request, visitor, verb, asked.model_dump(), answer)
    return answer
