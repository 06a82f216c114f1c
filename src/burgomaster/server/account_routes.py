"""The page of an account."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from burgomaster.server import accounts
from burgomaster.server.render import page
from burgomaster.server.requests import CurrentVisitor, trusted_fields

router = APIRouter(include_in_schema=False)


@router.get("/account")
async def account(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    """Show the forms to log in or register, to change the password, log out or delete the account."""
    return page(request, visitor, "account.html", letters=accounts.PASSWORD_LETTERS)


@router.post("/account/{verb}")
async def change_account(request: Request, visitor: CurrentVisitor, verb: str) -> Response:
    """Do what the forms of that page ask for."""
    if verb not in accounts.VERBS:
        raise HTTPException(404)
    fields = await trusted_fields(request, visitor, accounts.PURPOSES[verb])
    answer = RedirectResponse("/", status_code=303)
    return await accounts.change_account(request, visitor, verb, fields, answer)
