"""Receivers of notifications on this machine: an HTTP endpoint for pushes and webhooks, and an SMTP server.

Both remember everything; a `PostOffice` sorts it by the name of the recipient.
"""

from __future__ import annotations

import asyncio
import base64
import email
import email.policy
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from email.message import EmailMessage
from typing import Any

from burgomaster.server.calls.ways import Way, Ways
from burgomaster.server.calls.web_push import CURVE, encode, point_of
from burgomaster.server.store import Store

CHANNELS = ("mail", "webhook", "push")


@dataclass(frozen=True)
class Received:
    path: str
    headers: dict[str, str]
    body: bytes
    at: float = field(default_factory=time.monotonic)


class Receiver:
    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = int(self._server.sockets[0].getsockname()[1])

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)

    def _do(self, coroutine: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(5)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self.talk(reader, writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        raise NotImplementedError


class HttpReceiver(Receiver):
    """Takes what is posted; `answers` are statuses for the next requests, None for no answer at all."""

    def __init__(self) -> None:
        self.got: list[Received] = []
        self.answers: list[int | None] = []
        super().__init__()

    def url(self, path: str = "/hook") -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:] if line)
        body = await reader.readexactly(int(headers["Content-Length"]))
        self.got.append(Received(head[0].split()[1], headers, body))
        status = self.answers.pop(0) if self.answers else 201
        if status is not None:
            there = "Location: http://127.0.0.1:1/\r\n" if 300 <= status < 400 else ""
            writer.write(f"HTTP/1.1 {status} X\r\n{there}Content-Length: 0\r\n\r\n".encode())
            await writer.drain()


class SmtpReceiver(Receiver):
    """Takes mail; `refuses` answers a recipient with a code, `breaks` hangs up after the message."""

    def __init__(self) -> None:
        self.got: list[EmailMessage] = []
        self.times: list[float] = []  # when each came
        self.refuses: list[int] = []
        self.breaks = False
        super().__init__()

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 here\r\n")
        while line := (await reader.readline()).decode().strip():
            verb = line[:4].upper()
            if verb == "DATA":
                writer.write(b"354 go on\r\n")
                text = (await reader.readuntil(b"\r\n.\r\n"))[:-3]
                if self.breaks:
                    return
                self.times.append(time.monotonic())
                self.got.append(email.message_from_bytes(text, policy=email.policy.default))
            code = self.refuses.pop(0) if verb == "RCPT" and self.refuses else 250
            writer.write(f"{221 if verb == 'QUIT' else code} ok\r\n".encode())
            await writer.drain()
            if verb == "QUIT":
                return


# The post office


@dataclass(frozen=True)
class Arrived:
    at: float  # by time.monotonic()
    text: str  # of a push: its topic


class PostOffice:
    """Receivers of every channel; every person has a name in all addresses."""

    def __init__(self, http: HttpReceiver, smtp: SmtpReceiver) -> None:
        from cryptography.hazmat.primitives.asymmetric import ec

        self.http, self.smtp = http, smtp
        public = point_of(ec.generate_private_key(CURVE).public_key())  # nobody reads what is pushed
        auth = base64.urlsafe_b64encode(bytes(16)).decode().rstrip("=")
        push = {"p256dh": encode(public), "auth": auth}
        self._details = {"push": push, "webhook": {"shape": "plain"}, "mail": {}}

    def address(self, channel: str, name: str) -> str:
        return f"{name}@example.org" if channel == "mail" else self.http.url(f"/{channel}/{name}")

    def add_ways(
        self, store: Store, who: str, name: str, channels: Sequence[str] = CHANNELS, **other: Any
    ) -> list[Way]:
        given = {"confirmed": 1.0, **other}
        ways = (Way(who, one, self.address(one, name), "en", self._details[one], **given) for one in channels)
        return [Ways(store.engine).add(way, 1.0) for way in ways]

    def body(self, channel: str, name: str) -> dict[str, str]:
        keys = self._details["push"] if channel == "push" else {}
        return {"channel": channel, "address": self.address(channel, name), **keys}

    def arrived(self, channel: str, name: str) -> list[Arrived]:
        if channel == "mail":
            pairs = zip(list(self.smtp.times), list(self.smtp.got), strict=False)
            mine = [(at, mail) for at, mail in pairs if mail["To"] == self.address("mail", name)]
            return [Arrived(at, str(mail.get_content())) for at, mail in mine]
        got = [one for one in list(self.http.got) if one.path == f"/{channel}/{name}"]
        is_push = channel == "push"
        return [Arrived(one.at, one.headers["Topic"] if is_push else one.body.decode()) for one in got]


@contextmanager
def post_office() -> Iterator[PostOffice]:
    with HttpReceiver() as http, SmtpReceiver() as smtp:
        yield PostOffice(http, smtp)
