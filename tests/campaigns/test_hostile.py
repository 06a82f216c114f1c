"""The campaign of hostile requests finds what is wrong with a server, and nothing where nothing is."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi import APIRouter, HTTPException

from burgomaster.server import app
from burgomaster.server.connections import ConnectionLimiter, ConnectionLimits
from burgomaster.server.match import Refused
from burgomaster.server.table_service import TableService
from tests.campaigns import hostile, hostile_requests
from tests.campaigns.campaign import Setup, Trial
from tests.server.fixtures import Running, new_server, settings_for

QUICK = {"examples": 10, "phases": "fuzzing", "bodies": 80, "sockets": 30, "floods": 120}
REFUSED_NUMBER, FATAL_NUMBER = -5, 5


@contextmanager
def attacked(tmp_path: Path, limits: ConnectionLimits | None = None) -> Iterator[Running]:
    with new_server(settings_for(f"sqlite:///{tmp_path}/tables.db"), limits) as running:
        yield running


def trial_of(running: Running, tmp_path: Path, name: str, seed: int = 1, **options: Any) -> Trial:
    setup = Setup(tmp_path, options={**QUICK, "url": running.url, "attacks": [name], **options})
    with hostile.begin(setup) as trial:
        return trial(seed)


def test_a_server_withstands_it(tmp_path: Path) -> None:
    with attacked(tmp_path) as running:
        for name in ("bodies", "sockets", "floods"):
            trial = trial_of(running, tmp_path, name)
            assert trial.findings == ()
            assert trial.counts[hostile.UNIT] == QUICK[name]


@pytest.mark.thorough
def test_a_server_is_as_it_is_described(tmp_path: Path) -> None:
    with attacked(tmp_path) as running:
        trial = trial_of(running, tmp_path, "description", phases="coverage,fuzzing,stateful")
        assert trial.findings == () and trial.counts[hostile.UNIT] > 500


@pytest.mark.thorough
def test_what_is_not_as_described_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = APIRouter(prefix="/api")

    @planted.get("/planted")
    async def fail(number: int) -> dict[str, int]:
        """Fail at some numbers."""
        if number > FATAL_NUMBER:
            raise OverflowError(number)
        if number < REFUSED_NUMBER:
            raise HTTPException(418)
        return {"number": number}

    monkeypatch.setattr(app, "ROUTERS", (*app.ROUTERS, planted))
    with attacked(tmp_path) as running:
        trial = trial_of(running, tmp_path, "description", include="/api/planted")
    text = "\n".join(trial.findings)
    assert "ServerError GET /api/planted 500" in text
    assert "UndefinedStatusCode GET /api/planted 418" in text
    assert "curl -X GET" in text and trial.counts[hostile.UNIT] > 0


def test_a_refusal_that_changes_something_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    say = TableService.say

    async def say_and_refuse(*given: Any) -> None:
        await say(*given)
        raise Refused("nothing_said")

    monkeypatch.setattr(TableService, "say", say_and_refuse)
    chat = hostile_requests.json_source("/api/tables/{match}/chat", {"text": {}})
    monkeypatch.setattr(hostile_requests, "sources", lambda sender: [chat])
    with attacked(tmp_path) as running:
        found = trial_of(running, tmp_path, "bodies").findings
    assert any("a refused request changed a table: 422 curl" in text for text in found)


def test_a_connection_that_hangs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hostile_requests, "PATIENCE", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        url = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        assert hostile_requests.send(url, b"GET / HTTP/1.1\r\n\r\n") == "neither answered nor closed"
    assert hostile_requests.judged(b"HTTP/1.1 500 No\r\n\r\n").startswith("500")
    assert hostile_requests.judged(b"nonsense") and not hostile_requests.judged(b"HTTP/1.1 400 No\r\n\r\n")


@pytest.mark.slow
def test_a_server_that_floods_shut_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with attacked(tmp_path, ConnectionLimits(most=30, most_of_address=1000)) as running:
        monkeypatch.setattr(ConnectionLimiter, "evict_oldest", lambda self, idle: False)
        with monkeypatch.context() as patched:
            patched.setattr("tests.campaigns.hostile_floods.open_for_two", lambda url: None)
            found = trial_of(running, tmp_path, "floods").findings
    assert any("while 120 connections of another address flood the server" in text for text in found)
