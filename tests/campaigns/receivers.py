"""Receivers on this machine: an endpoint for pushes and webhooks, and an SMTP server; both remember all."""

from __future__ import annotations

import asyncio
import email
import email.policy
import threading
import time
from dataclasses import dataclass, field
from email.message import EmailMessage
from types import TracebackType
from typing import Any


@dataclass(frozen=True)
class Received:
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float = field(default_factory=time.monotonic)


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
        """End it."""
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
        """Speak with somebody who has connected."""
        raise NotImplementedError


class HttpReceiver(Receiver):
    """Takes what is posted; `answers` are statuses for the next requests, None for no answer at all."""

    def __init__(self) -> None:
        self.got: list[Received] = []
        self.answers: list[int | None] = []
        super().__init__()

    def url(self, path: str = "/hook") -> str:
        """Write where something can be posted."""
        return f"http://127.0.0.1:{self.port}{path}"

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Take a request, and answer as told."""
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
        """Take mails until somebody says goodbye."""
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
