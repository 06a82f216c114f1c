"""Where calls of servers arrive: mails, webhooks and pushes, by the name of who is called."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

from burgomaster.server.calls.ways import Way, Ways
from burgomaster.server.calls.web_push import CURVE, encode, point_of
from burgomaster.server.store import Store
from tests.campaigns.receivers import HttpReceiver, SmtpReceiver

CHANNELS = ("mail", "webhook", "push")


@dataclass(frozen=True)
class Arrived:
    """Something that came."""

    at: float  # by time.monotonic()
    text: str  # what it says; of a push what it takes the place of


class PostOffice:
    """Receivers of everything; every person has a name in all addresses."""

    def __init__(self, http: HttpReceiver, smtp: SmtpReceiver) -> None:
        self.http, self.smtp = http, smtp
        self._details = {"push": browser_keys(), "webhook": {"shape": "plain"}, "mail": {}}

    def address(self, channel: str, name: str) -> str:
        """Write where somebody is called."""
        return f"{name}@example.org" if channel == "mail" else self.http.url(f"/{channel}/{name}")

    def add_ways(
        self, store: Store, who: str, name: str, channels: Sequence[str] = CHANNELS, **other: Any
    ) -> list[Way]:
        """Let somebody be called by some channels."""
        ways, usual = Ways(store.engine), {"confirmed": 1.0, **other}
        return [
            ways.add(
                Way(who, channel, self.address(channel, name), "en", self._details[channel], **usual), 1.0
            )
            for channel in channels
        ]

    def body(self, channel: str, name: str) -> dict[str, str]:
        """Write what somebody sends to a server who wants to be called."""
        keys = self._details["push"] if channel == "push" else {}
        return {"channel": channel, "address": self.address(channel, name), **keys}

    def arrived(self, channel: str, name: str) -> list[Arrived]:
        """List what came for somebody by a channel."""
        if channel == "mail":
            pairs = zip(list(self.smtp.times), list(self.smtp.got), strict=False)
            mine = [(at, mail) for at, mail in pairs if mail["To"] == self.address("mail", name)]
            return [Arrived(at, str(mail.get_content())) for at, mail in mine]
        got = [one for one in list(self.http.got) if one.path == f"/{channel}/{name}"]
        is_push = channel == "push"
        return [Arrived(one.at, one.headers["Topic"] if is_push else one.body.decode()) for one in got]


def browser_keys() -> dict[str, str]:
    """Make the keys of a browser; nobody reads what is pushed to it."""
    from cryptography.hazmat.primitives.asymmetric import ec

    public = point_of(ec.generate_private_key(CURVE).public_key())
    return {"p256dh": encode(public), "auth": base64.urlsafe_b64encode(bytes(16)).decode().rstrip("=")}


@contextmanager
def post_office() -> Iterator[PostOffice]:
    """Receive calls for a while."""
    with ExitStack() as stack:
        http = stack.enter_context(HttpReceiver())
        yield PostOffice(http, stack.enter_context(SmtpReceiver()))
