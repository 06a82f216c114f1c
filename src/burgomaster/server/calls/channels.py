"""The channels: Web Push, mail and webhooks. Each sends messages by a way and says what came of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from enum import Enum

from burgomaster.server.calls.outgoing import Unanswered, Unreachable, post
from burgomaster.server.calls.ways import Way
from burgomaster.server.calls.web_push import BadKeys, ServerKey, encrypt, read_keys
from burgomaster.server.calls.words import SHAPES, Message, call_letter
from burgomaster.server.mail import MailRefused, MailTrouble, MailUnanswered, send_mail
from burgomaster.server.security import Signer
from burgomaster.server.settings import Settings

PUSH_SECONDS = 3 * 24 * 3600  # how long a push service keeps a message for a browser that is off
GONE = (404, 410)  # the browser, or the webhook, is not there any more


class Outcome(Enum):
    SENT = "sent"
    MAYBE = "maybe"  # it may have arrived: only what replaces itself is sent again
    FAILED = "failed"  # it has not arrived; to be tried again
    GONE = "gone"  # the way leads nowhere any more


class Channels:
    def __init__(self, settings: Settings, signer: Signer) -> None:
        self._settings, self._signer = settings, signer
        self.key = ServerKey(settings.secret, settings.contact)
        self.reach = settings.outgoing

    @property
    def is_mail_on(self) -> bool:
        return self._settings.mail is not None

    async def send(self, way: Way, messages: Sequence[Message], mark: str, now: float) -> Outcome:
        """Send messages by a way; mails hold several, everything else is given one."""
        if way.channel == "mail":
            return await self._send_mail(way, messages, mark, now)
        try:
            posting = self._push if way.channel == "push" else self._call_webhook
            status = await posting(way, messages[0], now)
        except Unanswered:
            return Outcome.MAYBE
        except Unreachable:
            return Outcome.FAILED
        except BadKeys:
            return Outcome.GONE
        if 200 <= status < 300:  # nothing is followed, so a redirection is a failure
            return Outcome.SENT
        return Outcome.GONE if status in GONE else Outcome.FAILED

    async def _push(self, way: Way, message: Message, now: float) -> int:
        told = {"title": message.title, "body": message.body, "path": message.path, "tag": message.tag}
        keys = read_keys(str(way.details.get("p256dh")), str(way.details.get("auth")))
        headers = {
            "Authorization": self.key.authorization(way.address, now),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(PUSH_SECONDS),
            "Urgency": "high" if message.event in ("low", "turn", "asked") else "normal",
            "Topic": message.tag,
        }
        body = encrypt(json.dumps(told, ensure_ascii=False).encode(), keys)
        return await post(way.address, body, headers, self.reach)

    async def _call_webhook(self, way: Way, message: Message, now: float) -> int:
        base = self._settings.url or str(way.details.get("base", ""))
        link = f"{base}{self._settings.prefix}{message.path}"
        shaped = SHAPES[str(way.details.get("shape", "plain"))](message, link)
        body = json.dumps(shaped, ensure_ascii=False).encode()
        return await post(way.address, body, {"Content-Type": "application/json"}, self.reach)

    async def _send_mail(self, way: Way, messages: Sequence[Message], mark: str, now: float) -> Outcome:
        if self._settings.mail is None:
            return Outcome.FAILED
        letter = call_letter(self._settings, self._signer, way, messages, mark, now)
        try:
            await asyncio.to_thread(send_mail, self._settings.mail, letter)
        except MailRefused:
            return Outcome.GONE
        except MailTrouble:
            return Outcome.FAILED
        except MailUnanswered:
            return Outcome.MAYBE
        return Outcome.SENT
