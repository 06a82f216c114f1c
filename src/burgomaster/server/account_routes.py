"""The page of an account."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from burgomaster.server import accounts
from burgomaster.server.auth import Visitor
from burgomaster.server.errors import count_refusal
from burgomaster.server.lobby_routes import local_path
from burgomaster.server.match import Refused
from burgomaster.server.names import clean_name
from burgomaster.server.render import page
from burgomaster.server.requests import CurrentVisitor, trusted_fields

router = APIRouter(include_in_schema=False)
FIELD_REFUSALS = ("wrong_password", "weak_account", "name_taken")  # told beside a field of the form
FORM_OF = {"register": "login"}  # two buttons of one form
LEADING_BACK = ("login", "register")  # to where somebody was before: to the table of an invitation, say


@router.get("/account")
async def account(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    back = local_path(request.query_params.get("back", "/"))
    return page(request, visitor, "account.html", letters=accounts.PASSWORD_LETTERS, refused=None, back=back)


@router.post("/account/{verb}")
async def change_account(request: Request, visitor: CurrentVisitor, verb: str) -> Response:
    fields = await trusted_fields(request, visitor, accounts.PURPOSES.get(verb, "login"))
    if verb not in accounts.VERBS:
        raise HTTPException(404)
    back = local_path(fields.get("back", "/")) if verb in LEADING_BACK else "/"
    answer = RedirectResponse(back, status_code=303)
    try:
        return await accounts.change_account(request, visitor, verb, fields, answer)
    except Refused as error:
        if error.key not in FIELD_REFUSALS:
            raise
        return refused_form(request, visitor, error, verb, fields)


def refused_form(
    request: Request, visitor: Visitor, error: Refused, verb: str, fields: Mapping[str, str]
) -> HTMLResponse:
    """Show the forms again with the name that was typed, and what is wrong beside its field."""
    name, is_weak = clean_name(fields.get("name", "")), error.key == "weak_account"
    field = "new" if is_weak and verb == "password" else "password"
    if error.key == "name_taken" or (is_weak and verb == "register" and len(name) < accounts.NAME_LETTERS):
        field = "name"
    words = error.text(visitor.language)
    values = {
        "letters": accounts.PASSWORD_LETTERS,
        "refused": {"form": FORM_OF.get(verb, verb), "field": field, "name": name, "words": words},
        "back": local_path(fields.get("back", "/")),
        "back_path": "/account",
    }
    return page(request, visitor, "account.html", count_refusal(request, error.key), **values)
