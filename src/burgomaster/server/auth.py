"""Authentication: who sends a request, by visitor or account, and which seats are theirs.

A visitor is a random name in a signed cookie. A seat belongs to the visitor or account who sat down. A seat
link, signed and unguessable, acts for its seat on any device, and is the bearer token of other clients.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

from fastapi import Request, Response

from burgomaster.server.characters import guest_name
from burgomaster.server.fair_turns import Owner
from burgomaster.server.match import Match
from burgomaster.server.match.state import Passing
from burgomaster.server.names import clean_name, person_names
from burgomaster.server.proxies import key_of
from burgomaster.server.security import Signer, hash_token, mask, new_token, unmask
from burgomaster.server.steady_time import now
from burgomaster.server.store import Store
from burgomaster.server.texts import preferred_language

VISITOR_COOKIE = "bm_visitor"
SESSION_COOKIE = "bm_session"
LANGUAGE_COOKIE = "bm_lang"
THEME_COOKIE = "bm_theme"
SEATS_COOKIE = "bm_seats"
NAME_COOKIE = "bm_name"
KNOWN_COOKIE = "bm_known_"  # with the number of an account that was logged in with this browser
PASSING_COOKIE = "bm_passing"
TOGETHER_COOKIE = "bm_together"
YEAR = 365 * 24 * 3600
SESSION_SECONDS = 60 * 24 * 3600
MOST_SEAT_KEYS = 20
MOST_TOKENS = 4096
NAME_COOKIE_LENGTH = 400  # letters beyond ASCII take up to twelve each
THEMES = ("auto", "light", "dark")
MARK_LETTERS = 16  # of the mark of an address


@dataclass
class Visitor:
    visitor: str
    account: int | None
    name: str  # of the account, or ""
    language: str
    theme: str
    keys: tuple[str, ...]  # seat links this browser has used, or the bearer token
    is_new: bool
    bearer: bool = False
    together: bool = False  # whether people at this device may all see everything: nobody hands it over
    nickname: str = ""  # the name typed last in this browser
    passing: Passing = Passing.FORCED  # how they want to pass at tables that they sit down at from a page
    origin: str = ""  # a mark of the address that they connect from
    session: str = ""  # by which they are logged in: the hash of its token

    @property
    def who(self) -> str:
        return f"account:{self.account}" if self.account is not None else f"visitor:{self.visitor}"

    @property
    def is_known_by_cookie(self) -> bool:
        """Tell whether a cookie says who this is: by a visit, an account or the link of a seat."""
        return not self.is_new or self.account is not None or (not self.bearer and any(self.keys))

    @property
    def owner(self) -> Owner:
        return Owner(self.origin, self.who)

    @property
    def called(self) -> str:
        """Give the name under which this person sits down unless they type another."""
        return self.name or self.nickname or self.guest

    @property
    def guest(self) -> str:
        return guest_name(self.visitor, self.language)

    def named(self, typed: str, n_people: int) -> list[str]:
        """Name the people at this device by what was typed, or by what they are called without that."""
        others = [guest_name(self.visitor, self.language, number) for number in range(1, n_people)]
        return person_names(typed, n_people, [self.called, *others])

    @property
    def whos(self) -> list[str]:
        """List all names under which this person may hold seats."""
        return [f"visitor:{self.visitor}", *([self.who] if self.account is not None else [])]


class Auth:
    """Identifies visitors, and knows which seats are theirs."""

    def __init__(self, store: Store, signer: Signer, https_only: bool) -> None:
        self.store = store
        self.signer = signer
        self.https_only = https_only
        self._form_token = lru_cache(maxsize=MOST_TOKENS)(self._sign_form)

    async def identify(self, request: Request) -> Visitor:
        token, found = request.cookies.get(SESSION_COOKIE), None
        if token:
            find, since = self.store.accounts.find_by_session, now() - SESSION_SECONDS
            found = await asyncio.to_thread(find, hash_token(token), since)
        return self.read_cookies(request, found)

    def read_cookies(self, request: Request, account: Mapping[str, Any] | None = None) -> Visitor:
        """Read from a request what it tells without the store, about somebody with that account."""
        cookies = request.cookies
        visitor = self.signer.read("visitor", cookies.get(VISITOR_COOKIE, ""))
        token = cookies.get(SESSION_COOKIE)
        bearer = bearer_token(request)
        theme = cookies.get(THEME_COOKIE, "auto")
        return Visitor(
            visitor=visitor or new_token(),
            account=None if account is None else int(account["id"]),
            name="" if account is None else str(account["name"]),
            language=preferred_language(cookies.get(LANGUAGE_COOKIE), request.headers.get("accept-language")),
            theme=theme if theme in THEMES else "auto",
            keys=(bearer,) if bearer else tuple(cookies.get(SEATS_COOKIE, "").split("|")),
            is_new=visitor is None,
            bearer=bool(bearer),
            together=cookies.get(TOGETHER_COOKIE) == "1",
            nickname=clean_name(unquote(cookies.get(NAME_COOKIE, "")[:NAME_COOKIE_LENGTH])),
            passing=Passing.OFF if cookies.get(PASSING_COOKIE) == Passing.OFF else Passing.FORCED,
            origin=origin_of(request, self.signer),
            session=hash_token(token) if account is not None and token else "",
        )

    def remember(self, response: Response, visitor: Visitor) -> None:
        """Let a new visitor be known the next time."""
        if visitor.is_new:
            self.set_cookie(response, VISITOR_COOKIE, self.signer.sign("visitor", visitor.visitor), YEAR)

    def remember_account(self, response: Response, visitor: Visitor, account: int) -> None:
        """Let a browser that has logged in be known as one of its account, also after it was logged out."""
        signed = self.signer.sign("known browser", f"{visitor.visitor}:{account}")
        self.set_cookie(response, f"{KNOWN_COOKIE}{account}", signed, YEAR)

    def knows_browser(self, request: Request, visitor: Visitor, account: int) -> bool:
        """Tell whether a browser is logged in with an account, or has ever been."""
        signed = request.cookies.get(f"{KNOWN_COOKIE}{account}", "")
        is_known = self.signer.read("known browser", signed) == f"{visitor.visitor}:{account}"
        return is_known or visitor.account == account

    def remember_name(self, response: Response, visitor: Visitor, typed: str) -> None:
        """Let somebody type their name only once; a name among several people is nobody's in particular."""
        name = clean_name(typed)
        if name and "," not in name and name not in (visitor.name, visitor.nickname):
            self.set_cookie(response, NAME_COOKIE, quote(name), YEAR)

    def set_cookie(self, response: Response, name: str, value: str, seconds: int) -> None:
        """Set a cookie that scripts cannot read and other sites cannot send along."""
        response.set_cookie(
            name, value, max_age=seconds, httponly=True, samesite="lax", secure=self.https_only, path="/"
        )

    # Seats

    def seat_key(self, match: Match, seat: int) -> str:
        """Sign the secret part of a seat's link, for the seat and for whoever holds it now."""
        return self.signer.sign("seat", f"{match.header.match}:{seat}:{match.seats[seat].since}")

    def key_seat(self, key: str, match: Match) -> int | None:
        """Find the seat of a match that a key opens; the key of an earlier holder opens nothing."""
        parts = (self.signer.read("seat", key) or "").split(":")
        if len(parts) != 3 or parts[0] != match.header.match:
            return None
        since = int(parts[2])  # seats may have changed places: the link follows who sat down then
        return next((seat for seat, held in enumerate(match.seats) if held.who and held.since == since), None)

    def seats_of(self, visitor: Visitor, match: Match) -> list[int]:
        """List the seats of a match that somebody may act for."""
        opened = {self.key_seat(key, match) for key in visitor.keys if key}
        held = set(visitor.whos) if not visitor.bearer else set()
        return [
            seat
            for seat in range(match.game.players)
            if (match.seats[seat].who and match.seats[seat].who in held) or seat in opened
        ]

    def may_host(self, visitor: Visitor, match: Match) -> bool:
        """Tell whether somebody may fill up a table: they opened it, or sit there."""
        return self.is_host(visitor, match) or bool(self.seats_of(visitor, match))

    def is_host(self, visitor: Visitor, match: Match) -> bool:
        """Tell whether somebody opened a table, or acts for the seat of whoever did."""
        if match.header.host in visitor.whos and not visitor.bearer:
            return True
        return any(match.seats[seat].who == match.header.host for seat in self.seats_of(visitor, match))

    # Forms

    def form_token(self, visitor: Visitor) -> str:
        return mask(self._form_token(visitor.visitor))

    def _sign_form(self, visitor: str) -> str:
        return self.signer.sign("form", visitor).rpartition(".")[2]

    def is_own_form(self, visitor: Visitor, token: str | None) -> bool:
        """Tell whether a form was made by a page of ours for this visitor, or is in nobody's name."""
        return visitor.bearer or (
            self.signer.read("form", f"{visitor.visitor}.{unmask(token or '')}") == visitor.visitor
        )


def bearer_token(request: Request) -> str:
    """Read the seat key that a program sends along, "" if there is none."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token if scheme == "Bearer" else ""


def origin_of(request: Request, signer: Signer) -> str:
    """Mark an address: equal ones get equal marks, and nobody without the server's secret can read them."""
    return signer.sign("origin", key_of(request.scope)).rpartition(".")[2][:MARK_LETTERS]
