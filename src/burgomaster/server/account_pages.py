"""The page of an account."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from burgomaster.server import accounts
from burgomaster.server.render import page
from burgomaster.server.requests import CurrentVisitor, own_words

router = APIRouter(include_in_schema=False)


@router.get("/account")
async def account(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    """Log in or register; change the password, log out or delete the account."""
    return page(request, visitor, "account.html", letters=accounts.PASSWORD_LETTERS)


@router.post("/account/{verb}")
async def change_account(request: Request, visitor: CurrentVisitor, verb: str) -> Response:
    """What the forms of that page ask for."""
    form = await own_words(request, visitor)
    if verb not in accounts.VERBS:
        raise HTTPException(404)
    return await accounts.do(request, visitor, verb, form, RedirectResponse("/", status_code=303))
