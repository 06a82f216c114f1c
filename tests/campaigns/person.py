"""People with cookies, as browsers have them: for what the key of a seat is not enough for."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from functools import cache

from burgomaster.server.auth import SESSION_COOKIE, VISITOR_COOKIE
from burgomaster.server.security import Signer, hash_token
from burgomaster.server.store import Store
from tests.campaigns.servers import SECRET

PASSWORD = "long enough"


@dataclass(frozen=True)
class Person:
    """Somebody who is known by cookies, perhaps logged in."""

    visitor: str
    session: str = ""
    account: int | None = None

    @property
    def who(self) -> str:
        """Give the name under which seats are held."""
        return f"visitor:{self.visitor}" if self.account is None else f"account:{self.account}"

    @property
    def headers(self) -> dict[str, str]:
        """Write what comes along with every request."""
        signer = Signer(SECRET)
        cookies = {VISITOR_COOKIE: signer.sign("visitor", self.visitor)}
        cookies |= {SESSION_COOKIE: self.session} if self.session else {}
        token = signer.sign("form", self.visitor).rpartition(".")[2]
        told = "; ".join(f"{name}={value}" for name, value in cookies.items())
        return {"Cookie": told, "X-Form-Token": token}


@cache
def cheap_hash() -> str:
    """Hash the password that all members have, so that it is quickly compared."""
    from argon2 import PasswordHasher

    return PasswordHasher(time_cost=1, memory_cost=8, parallelism=1).hash(PASSWORD)


def new_guest(chance: random.Random) -> Person:
    """Let somebody come."""
    return Person(f"guest-{chance.getrandbits(60)}")


def new_member(store: Store, chance: random.Random, has_password: bool = False) -> Person:
    """Let somebody come who has an account, and is logged in; without a password it cannot be deleted."""
    name, session = f"m{chance.getrandbits(60)}", f"session-{chance.getrandbits(60)}"
    password = cheap_hash() if has_password else "-"
    account = store.accounts.add(name, name, password, time.time(), hash_token(session))
    assert account is not None
    return Person(f"member-{chance.getrandbits(60)}", session, account)
