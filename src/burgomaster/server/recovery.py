"""A forgotten password: a link by mail, to an address that its owner has confirmed for calls.

Whoever asks is told the same, and as quickly, whether there is such an account and address or not. A link
works for two hours and once: it is signed for the password that it replaces and the address it was sent to.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from email.message import EmailMessage
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from sqlalchemy import select

from burgomaster.server import models
from burgomaster.server.account_store import Conditions
from burgomaster.server.accounts import (
    PASSWORD_LETTERS,
    change_password,
    hand_session,
    has_password,
    read_password,
)
from burgomaster.server.api.bodies import RecoveryFields
from burgomaster.server.api.guarded_route import CHANGE, COMMON, GuardedRoute, limited
from burgomaster.server.auth import Visitor
from burgomaster.server.calls.words import link_to, mail_settings
from burgomaster.server.errors import count_refusal
from burgomaster.server.mail import MailRefused, MailTrouble, MailUnanswered, new_mail, send_mail
from burgomaster.server.match import Refused
from burgomaster.server.names import clean_name
from burgomaster.server.rating.results import ACCOUNT
from burgomaster.server.render import page
from burgomaster.server.requests import CurrentVisitor, trusted_fields
from burgomaster.server.security import RateLimiter, Signer, hash_token, new_token
from burgomaster.server.settings import Settings
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store
from burgomaster.server.texts import TEXTS

log = logging.getLogger(__name__)
PURPOSE = "recover password"  # what tokens are signed for
SECONDS = 2 * 3600.0
MARK_LETTERS = 16
router = APIRouter(include_in_schema=False)
api = APIRouter(prefix="/api", tags=["tables"], responses=COMMON, route_class=GuardedRoute)


class Recovery:
    """Sends links by which a password can be set again, and reads them."""

    def __init__(self, store: Store, settings: Settings, signer: Signer, limiter: RateLimiter) -> None:
        self._store, self._settings, self._signer, self._limiter = store, settings, signer, limiter
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def is_possible(self) -> bool:
        return self._settings.mail is not None

    def ask(self, name: str, language: str) -> None:
        """Send a link to whoever has that name, beside the answer to whoever asks."""
        if not self.is_possible:
            raise Refused("no_mail")
        task = asyncio.create_task(asyncio.to_thread(self._send, clean_name(name), language))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def _send(self, name: str, language: str) -> None:
        """Send the mails; whatever goes wrong, nobody who asked learns of it."""
        try:
            account = self._store.accounts.find(name.casefold()) if name else None
            if account is None or not self._limiter.allow("recover", f"account:{account['id']}"):
                return
            for address in self.addresses(int(account["id"])):
                try:
                    send_mail(mail_settings(self._settings), self._letter(address, account, language))
                except (MailRefused, MailTrouble, MailUnanswered) as error:
                    log.warning("a link for a new password was not taken: %s", type(error).__name__)
        except Exception:
            log.exception("a link for a new password could not be sent")

    def addresses(self, account: int) -> list[str]:
        with self._store.engine.connect() as connection:
            return list(connection.scalars(select(models.call_ways.c.address).where(*confirmed(account))))

    def _letter(self, address: str, account: Mapping[str, Any], language: str) -> EmailMessage:
        token = self.token(account, address)
        link = link_to(self._settings, f"/account/recover?token={token}")
        values = {"link": link, "name": account["name"]}
        said = [TEXTS.text(language, f"recover.{key}", **values) for key in ("mail", "mail_not")]
        subject, mark = TEXTS.text(language, "recover.subject"), hash_token(token)[:32]
        return new_mail(mail_settings(self._settings), address, subject, said, language, mark, now())

    # Tokens

    def token(self, account: Mapping[str, Any], address: str) -> str:
        """Sign a token for an account, the password that it has now, and one of its addresses."""
        return self._signer.sign(PURPOSE, f"{account['id']}:{int(now())}:{link_mark(account, address)}")

    def read(self, token: str) -> tuple[int, Conditions]:
        """Find the account of a token, and the conditions under which its password may be changed.

        Refused if the token is too old, used already, sent to an address that was removed, or none.
        """
        parts = (self._signer.read(PURPOSE, token) or "").split(":")
        if len(parts) != 3 or not now() - SECONDS <= int(parts[1]) <= now() + 60:
            raise Refused("bad_link")
        table, ways = models.accounts, models.call_ways.c
        with self._store.engine.connect() as connection:
            row = connection.execute(select(table).where(table.c.id == int(parts[0]))).mappings().first()
        if row is None:
            raise Refused("bad_link")
        account, number = dict(row), int(row["id"])
        for address in self.addresses(number):
            if link_mark(account, address) == parts[2]:
                way = select(ways.id).where(*confirmed(number), ways.address == address)
                return number, (*has_password(account), way.exists())
        raise Refused("bad_link")


def confirmed(account: int) -> Conditions:
    """Choose the mail addresses that the owner of an account has confirmed."""
    ways = models.call_ways.c
    return (ways.who == f"{ACCOUNT}{account}", ways.channel == "mail", ways.confirmed > 0)


def link_mark(account: Mapping[str, Any], address: str) -> str:
    """Mark a password and an address in a token: it is worth nothing without either of them."""
    return hash_token(f"{account['password']} {address}")[:MARK_LETTERS]


def recovery_of(request: Request) -> Recovery:
    found: Recovery = request.app.state.recovery
    return found


@router.get("/account/recover")
async def form(request: Request, visitor: CurrentVisitor) -> HTMLResponse:
    token = request.query_params.get("token", "")
    if token:
        await asyncio.to_thread(recovery_of(request).read, token)
    return shown(request, visitor, token)


def shown(request: Request, visitor: Visitor, token: str = "", is_sent: bool = False) -> HTMLResponse:
    values = {"letters": PASSWORD_LETTERS, "is_possible": recovery_of(request).is_possible}
    return page(request, visitor, "recover.html", token=token, is_sent=is_sent, refused=None, **values)


@router.post("/account/recover")
async def recover(request: Request, visitor: CurrentVisitor) -> Response:
    fields = await trusted_fields(request, visitor, "login")
    if fields.get("token"):
        answer = RedirectResponse("/", status_code=303)
        try:
            return await set_password(request, visitor, fields["token"], read_password(fields, "new"), answer)
        except Refused as error:
            if error.key != "weak_account":
                raise
            refused = {"form": "recover", "field": "new", "words": error.text(visitor.language)}
            values = {"letters": PASSWORD_LETTERS, "token": fields["token"], "refused": refused}
            return page(request, visitor, "recover.html", count_refusal(request, error.key), **values)
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
