"""Receivers on this machine: an endpoint for pushes and webhooks, and an SMTP server; both remember all."""

from __future__ import annotations

import asyncio
import email
import email.policy
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from email.message import EmailMessage
from types import TracebackType
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from burgomaster.campaigns.servers import settings_for
from burgomaster.server.calls.web_push import CURVE, derive, encode, point_of
from burgomaster.server.settings import Settings


@dataclass(frozen=True)
class Received:
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """A server in a thread of its own, which can be told what to answer."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = int(self._server.sockets[0].getsockname()[1])

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
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
                self.got.append(email.message_from_bytes(text, policy=email.policy.default))  # type: ignore[arg-type]
            code = self.refuses.pop(0) if verb == "RCPT" and self.refuses else 250
            writer.write(f"{221 if verb == 'QUIT' else code} ok\r\n".encode())
            await writer.drain()
            if verb == "QUIT":
                return


@dataclass
class Browser:
    """A browser that can be pushed to: its keys, and how it reads a message."""

    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(CURVE))
    auth: bytes = b"0123456789abcdef"

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": encode(point_of(self.private.public_key())), "auth": encode(self.auth)}

    def read(self, body: bytes) -> bytes:
        """What a message says (RFC 8291, from the receiver's side)."""
        salt, length = body[:16], body[20]
        point = body[21 : 21 + length]
        other = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, point)
        own = point_of(self.private.public_key())
        material = derive(
            self.auth, self.private.exchange(ec.ECDH(), other), b"WebPush: info\0" + own + point, 32
        )
        key = derive(salt, material, b"Content-Encoding: aes128gcm\0", 16)
        nonce = derive(salt, material, b"Content-Encoding: nonce\0", 12)
        return AESGCM(key).decrypt(nonce, body[21 + length :], None).rstrip(b"\0")[:-1]


@dataclass
class FakeTime:
    """A time that passes when the test says so."""

    moment: float = 1_800_000_000.0

    def __call__(self) -> float:
        return self.moment

    def wait(self, seconds: float) -> None:
        self.moment += seconds


Clock = Callable[[], float]


def calling_settings(database: str, smtp: SmtpReceiver, **other: Any) -> Settings:
    """Settings of a server that sends mail to a receiver, and calls webhooks on this machine."""
    mail = {"smtp_host": "127.0.0.1", "smtp_port": smtp.port, "smtp_from": "club@example.org"}
    usual = {"outgoing": "any", "url": "http://play.test", "smtp_security": "none"}
    return settings_for(database, **{**mail, **usual, **other})
