"""A quiet stop: streams are told to come back, bots stop thinking, and nothing is complained about."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from burgomaster.server import stopping
from burgomaster.server.logs import WatchRequestsMiddleware
from burgomaster.server.metrics import Figures
from burgomaster.server.stopping import told_to_stop
from tests.campaigns.clients import NOBODY, new_client, open_table
from tests.server.fixtures import SECRET, free_socket, until

SOON = 4.0  # seconds; machines may be busy, and two are the goal


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    with free_socket() as listening:
        port = str(listening.getsockname()[1])
    environment = {**os.environ, "BURGOMASTER_DATABASE": f"sqlite:///{tmp_path / 'tables.db'}"}
    environment |= {"BURGOMASTER_SECRET": SECRET, "BURGOMASTER_BOT_PAUSE": "0"}
    words = [sys.executable, "-m", "burgomaster", "serve", "--port", port]
    process = subprocess.Popen(words, env=environment, stdout=-1, stderr=-1, text=True)
    url = f"http://127.0.0.1:{port}"
    until(lambda: answers(f"{url}/readyz"))
    yield url, process
    process.kill()
    process.communicate()


def answers(url: str) -> bool:
    try:
        return httpx.get(url, trust_env=False).status_code == 200
    except httpx.HTTPError:
        return False


@pytest.mark.slow
def test_a_stop_is_quick_and_quiet_with_open_streams_and_thinking_bots(
    served: tuple[str, subprocess.Popen[str]],
) -> None:
    url, process = served
    with new_client(url) as client:
        made = open_table(client, bots=["search:5"])
    headers = {"Authorization": f"Bearer {made['key']}"}
    seen = NOBODY.get(f"{url}/api/tables/{made['table']}", headers=headers).json()
    if seen["can_act"]:
        body = {"move": seen["view"]["moves"][-1]}
        NOBODY.post(f"{url}/api/tables/{made['table']}/moves", json=body, headers=headers)
    with (
        new_client(url) as client,
        client.stream("GET", f"/t/{made['table']}/events") as page,
        client.stream("GET", f"/api/tables/{made['table']}/stream") as program,
    ):
        begun = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert "ask again" in page.read().decode() and "ask again" in program.read().decode()
    assert process.wait(SOON) == 0 and time.monotonic() - begun < SOON
    assert process.stderr is not None and process.stderr.read() == ""


class Left(BaseException):
    """The process has ended."""


def leave(_code: int) -> None:
    raise Left


def test_the_second_signal_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[str] = []
    handled: list[int] = []
    monkeypatch.setattr(stopping.os, "_exit", leave)
    monkeypatch.setattr(stopping, "leave_after", lambda _seconds: None)

    async def serve() -> None:
        with told_to_stop(lambda: stopped.append("streams")):
            signal.raise_signal(signal.SIGTERM)
            await asyncio.sleep(0)
            await asyncio.sleep(0.01)
            assert stopped == ["streams"] and handled == [signal.SIGTERM]
            with pytest.raises(Left):
                signal.raise_signal(signal.SIGTERM)

    usual = signal.signal(signal.SIGTERM, lambda number, _frame: handled.append(number))
    try:
        asyncio.run(serve())
        assert signal.getsignal(signal.SIGTERM) != usual
        signal.raise_signal(signal.SIGTERM)
    finally:
        signal.signal(signal.SIGTERM, usual)
    assert stopped == ["streams"]  # what was asked for afterwards is none of its business


@pytest.mark.parametrize("is_begun", [False, True])
def test_what_is_cut_short_by_a_stop_is_no_error_of_ours(is_begun: bool) -> None:
    """Somebody who is still sending when the time is up is told to come back."""
    sent: list[Any] = []
    is_stopping = False

    async def slow(_scope: Any, _receive: Any, send: Any) -> None:
        if is_begun:
            await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.sleep(60)

    async def send(message: Any) -> None:
        sent.append(message)

    async def ask() -> None:
        scope = {"type": "http", "method": "POST", "path": "/", "headers": []}
        middleware = WatchRequestsMiddleware(slow, Figures(0.0), lambda: is_stopping)
        task = asyncio.create_task(middleware(scope, send, send))
        await asyncio.sleep(0)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):  # the visitor went away
        asyncio.run(ask())
    sent.clear()
    is_stopping = True
    asyncio.run(ask())
    assert [message.get("status") for message in sent] == [200 if is_begun else 503, None]
    assert not sent[-1].get("more_body")
