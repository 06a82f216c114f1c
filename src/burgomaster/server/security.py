"""Signed links and cookies, passwords, rate limits, and the headers of every answer."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
TOKEN_BYTES = 18
FORM_TOKEN = "&form-token;"  # in drawn pages where the token of forms belongs; no user's text has a plain &
MOST_KEYS = 20_000
ADDRESS = "address:"  # before the name of an address
NAME = "name:"  # before the number of a bucket of account names
NAME_BUCKETS = 16_384  # fewer than MOST_KEYS: none is ever forgotten

# for what differs from answer to answer; the campaign about leaks puts something constant here
random_bytes: Callable[[int], bytes] = secrets.token_bytes
_passwords = PasswordHasher()
MOST_PASSWORD = 200  # letters; hashing more costs more


class Signer:
    """Signs short texts with the server's secret, for one purpose each."""

    def __init__(self, secret: str) -> None:
        self._secret = secret.encode()

    def sign(self, purpose: str, text: str) -> str:
        return f"{text}.{self._signature(purpose, text)}"

    def read(self, purpose: str, signed: str) -> str | None:
        """Read a signed text, None if it was not signed here for this purpose."""
        text, _, signature = signed.rpartition(".")
        if not signed.isascii():
            return None
        expected = self._signature(purpose, text)
        return text if text and hmac.compare_digest(signature.encode(), expected.encode()) else None

    def _signature(self, purpose: str, text: str) -> str:
        digest = hmac.new(self._secret, f"{purpose}:{text}".encode(), hashlib.sha256).digest()
        return base64.urlsafe_b64encode(digest[:TOKEN_BYTES]).decode()


def mask(token: str) -> str:
    """Write a token differently every time: beside chosen text, compressed sizes do not tell it (BREACH)."""
    noise = random_bytes(TOKEN_BYTES)
    return base64.urlsafe_b64encode(noise + _xor(noise, base64.urlsafe_b64decode(token))).decode()


def unmask(token: str) -> str:
    """Read a token that may be masked; "" for nonsense."""
    try:
        masked = base64.urlsafe_b64decode(token)
    except ValueError:
        return ""
    if len(masked) != 2 * TOKEN_BYTES:
        return token
    return base64.urlsafe_b64encode(_xor(masked[:TOKEN_BYTES], masked[TOKEN_BYTES:])).decode()


def _xor(one: bytes, other: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(one, other, strict=True))


def padding() -> bytes:
    """Make 0 to 255 letters that do not compress, to blur the size of an answer."""
    n_letters = random_bytes(1)[0]
    return base64.urlsafe_b64encode(random_bytes(n_letters))[:n_letters]


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def hash_token(token: str) -> str:
    """Hash a token for the store: whoever reads the store cannot use it."""
    return hashlib.sha256(token.encode()).hexdigest()


def hash_password(password: str) -> str:
    return _passwords.hash(password)


def is_password(hashed: str, password: str) -> bool:
    """Tell whether a password is the one that was stored; for "", no account, it takes as long."""
    dummy = nobodys_password()
    try:
        return _passwords.verify(hashed or dummy, password)
    except (Argon2Error, InvalidHashError):
        return False


@cache
def nobodys_password() -> str:
    """Make what a password is compared with where there is no account, so that both take the same time."""
    return hash_password(new_token())


@dataclass(frozen=True)
class Limit:
    burst: float
    per_minute: float


# By one visitor; from one address, where a whole club may sit, so many times as much
LIMITS = {
    "create": Limit(10, 6),
    "study": Limit(10, 6),
    "guest_study": Limit(10, 0.2),  # a row with a whole record, for a person without a name
    "move": Limit(60, 120),
    "chat": Limit(10, 20),
    "spectators": Limit(8, 8),  # what all who watch a table say together: people play there
    "seat": Limit(20, 12),  # sitting down, getting up, changing places, sending away
    "wish": Limit(12, 8),  # what the others are asked for: takebacks and pauses
    "people": Limit(30, 20),  # friends, invitations, reports, profiles
    "export": Limit(4, 2),
    "recover": Limit(3, 0.1),  # links for a new password, of one account
    "login": Limit(8, 6),
    "login_name": Limit(10, 0.2),  # logins with one name, from all browsers that never had its account
    "register": Limit(5, 2),
    "upload": Limit(5, 4),
    "call": Limit(6, 4),  # new ways to be called by, and tests of them
    "mail": Limit(4, 0.1),  # mails that ask whether an address is somebody's; also by address
    "hint": Limit(10, 12),
    "expectation": Limit(30, 40),  # in a study, where every step asks for one
    "stream": Limit(30, 60),
    "picture": Limit(40, 40),
    "page": Limit(120, 240),
    "request": Limit(400, 2400),  # of all kinds; always counted by address
    "replay": Limit(180, 240),  # one that plays by itself asks more than twice a second
}
CROWD = 10
PURPOSE_OF = {  # what is asked for at a table, by its verb; anything else is a move
    "say": "chat",
    **dict.fromkeys(("sit", "bot", "swap", "kick", "cancel", "leave", "return", "relieve"), "seat"),
    **dict.fromkeys(("takeback", "pause", "resume", "commentary"), "wish"),
}
# where an address is one visitor: passwords are guessed from few, and every request can be a new guest
OF_GUESTS = {"study": "guest_study"}  # purposes with a limit of their own for guests
STRICT = ("login", "register", "mail", "guest_study")


# by purpose and key: what is left, and since when
Buckets = OrderedDict[tuple[str, str], tuple[float, float]]


class RateLimiter:
    """Token buckets, one for each purpose and visitor; the oldest are forgotten.

    Addresses have a memory of their own: whoever makes up many visitors does not make it forget theirs. Names
    of accounts share a fixed number of buckets: made-up names take no memory, and no bucket is forgotten.
    """

    def __init__(self, enabled: bool = True) -> None:
        self.enabled = enabled
        self._visitors: Buckets = OrderedDict()
        self._addresses: Buckets = OrderedDict()
        self._names: Buckets = OrderedDict()

    def allow_name(self, purpose: str, name: str, now: float | None = None) -> bool:
        """Tell whether something may be done once more with the name of an account."""
        return self.allow(purpose, f"{NAME}{hash(name) % NAME_BUCKETS}", now)

    def allow(self, purpose: str, key: str, now: float | None = None, times: float = 1) -> bool:
        """Tell whether something may be done once more; `times` makes room for several people."""
        if not self.enabled:
            return True
        moment = time.monotonic() if now is None else now
        burst, per_second = LIMITS[purpose].burst * times, LIMITS[purpose].per_minute * times / 60
        memories = {ADDRESS: self._addresses, NAME: self._names}
        buckets = memories.get(key[: key.find(":") + 1], self._visitors)
        tokens, since = buckets.pop((purpose, key), (burst, moment))
        tokens = min(burst, tokens + (moment - since) * per_second)
        allowed = tokens >= 1
        buckets[purpose, key] = (tokens - 1 if allowed else tokens, moment)
        while len(buckets) > MOST_KEYS:
            buckets.popitem(last=False)
        return allowed
