"""Connections are counted and timed: half-sent requests shut nobody out, and streams go on."""

from __future__ import annotations

import logging
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from burgomaster.server import connections, streams
from burgomaster.server.connections import PROXY, RESERVED, ConnectionLimiter, ConnectionLimits, fitting
from burgomaster.server.proxies import read_proxies
from tests.campaigns.clients import Seat, listening, open_for_two, open_table
from tests.server.fixtures import Running, new_server, settings_for, until
from tests.server.raw import connected, head, read_all, status_of

HALF = b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Half: "
HALF_BODY = head("POST /taste", "Content-Length: 100", "Content-Type: text/plain") + b"a"
QUICK = ConnectionLimits(50, 40, head_seconds=0.3, write_seconds=0.3, close_seconds=0.3)


@contextmanager
def serving_with(tmp_path: Path, limits: ConnectionLimits, **other: object) -> Iterator[Running]:
    with new_server(settings_for(f"sqlite:///{tmp_path}/tables.db", **other), limits) as running:
        yield running


def is_answered(url: str) -> bool:
    """Whether an honest visitor is answered at once, on a connection of their own."""
    began = time.monotonic()
    answer = httpx.get(f"{url}/api/bots", trust_env=False, timeout=10)
    return answer.status_code == 200 and time.monotonic() - began < 5


@pytest.mark.parametrize(
    "limits",
    [ConnectionLimits(300, 1000), pytest.param(ConnectionLimits(2000, 200), marks=pytest.mark.slow)],
)
def test_half_sent_requests_shut_nobody_out(tmp_path: Path, limits: ConnectionLimits) -> None:
    with serving_with(tmp_path, limits) as running, ExitStack() as stack:
        for number in range(1200):
            made = stack.enter_context(connected(running.url))
            with suppress(OSError):  # it may have made room for another already
                made.sendall(HALF if number % 2 else HALF_BODY)
            assert number % 300 or is_answered(running.url)
        assert is_answered(running.url)
        limiter: ConnectionLimiter = running.app.state.connections
        assert limiter.open.total() <= min(limits.most, limits.most_of_address)
    until(lambda: not limiter.open.total() and not limiter.idle and not limiter.idle_of)


def test_what_does_not_come_is_not_waited_for(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    connections.seldom.logged.clear()
    with serving_with(tmp_path, QUICK) as running, ExitStack() as stack:
        url = running.url
        silent, half, slow, again, blank = (stack.enter_context(connected(url)) for _ in range(5))
        half.sendall(HALF)
        again.sendall(head("GET /api/bots"))
        assert status_of(again.recv(65536)) == 200
        again.sendall(HALF)
        blank.sendall(head("GET /api/bots"))
        assert status_of(blank.recv(65536)) == 200
        ends = {silent: 0, half: 408, again: 408}
        for _ in range(12):  # a byte now and then does not help
            for one in (slow, blank):
                with suppress(OSError):
                    one.sendall(b"\r\n" if one is blank else b"G")
            time.sleep(0.05)
        for made, status in ends.items():
            assert status_of(read_all(made)) == status
        for made in (slow, blank):
            assert status_of(read_all(made)) in (0, 400, 408)
    told = [record for record in caplog.records if record.name == connections.__name__]
    assert len(told) == 1 and told[0].levelno == logging.WARNING


def test_an_endless_head_is_cut_off(tmp_path: Path) -> None:
    with serving_with(tmp_path, replace(QUICK, head_seconds=30)) as running, connected(running.url) as made:
        made.sendall(HALF)
        with pytest.raises(OSError):
            for _ in range(1000):
                made.sendall(b"a" * 65536)


def test_requests_without_end_are_not_queued(tmp_path: Path) -> None:
    with serving_with(tmp_path, QUICK) as running, connected(running.url) as made:
        made.sendall(head("GET /api/bots") * 500)
        assert read_all(made).count(b"HTTP/1.1 200") <= connections.MOST_QUEUED + 1
        assert is_answered(running.url)


def test_a_reader_who_does_not_read_is_let_go(tmp_path: Path) -> None:
    with serving_with(tmp_path, QUICK) as running, connected(running.url) as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        for _ in range(400):  # answers that are never read
            try:
                made.sendall(head("GET /api/openapi.json") * 2)
            except OSError:
                break
            time.sleep(0.01)
        until(lambda: not running.app.state.connections.open.total(), 20)


def test_the_rest_of_a_refused_request_is_not_read_for_ever(tmp_path: Path) -> None:
    with serving_with(tmp_path, QUICK) as running, connected(running.url) as made:
        made.sendall(head("POST /nowhere", "Transfer-Encoding: chunked"))
        assert status_of(made.recv(65536)) in (404, 405)
        made.sendall(b"1\r\na\r\n")  # still there: an honest client may send what it has begun
        with pytest.raises(OSError):
            for _ in range(100):
                made.sendall(b"1\r\na\r\n")
                time.sleep(0.02)


def test_streams_are_never_cut(tmp_path: Path) -> None:
    with serving_with(tmp_path, QUICK, keep_alive_seconds=0.2) as running:
        anna, boris = open_for_two(running.url)
        with listening(f"{running.url}/api/tables/{anna.table}/stream", anna.headers) as heard:
            until(lambda: heard.heard)
            time.sleep(1.0)  # longer than anything else may take
            mover = next(seat for seat in (anna, boris) if seat.get()["can_act"])
            assert isinstance(mover, Seat) and mover.play_first()
            until(lambda: heard.last["ply"] == 1)
            assert heard.n_connections == 1


def test_streams_of_one_address_are_limited_without_cookies_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MOST_OF_ADDRESS", 2)
    with serving_with(tmp_path, ConnectionLimits(), rate_limits=True) as running, ExitStack() as stack:
        table = open_table(running.client(), bots=["random"])["table"]
        found, pieces = [], []
        for _ in range(4):  # each is somebody new
            visitor = stack.enter_context(httpx.Client(base_url=running.url, trust_env=False))
            answer = stack.enter_context(visitor.stream("GET", f"/api/tables/{table}/stream"))
            pieces.append(answer.iter_bytes())
            next(pieces[-1])
            found.append(answer.status_code)
        assert found == [200, 200, 429, 429]
    until(lambda: not running.app.state.streams.from_address)


def test_a_stream_ends_with_its_connection_also_when_another_request_waits(tmp_path: Path) -> None:
    with serving_with(tmp_path, ConnectionLimits(), keep_alive_seconds=0.2) as running:
        table = open_table(running.client(), bots=["random"])["table"]
        with connected(running.url) as made:
            made.sendall(head(f"GET /api/tables/{table}/stream"))
            assert status_of(made.recv(65536)) == 200
            made.sendall(head("GET /api/bots"))
            time.sleep(0.1)
            assert running.app.state.streams.open.total() == 1
        until(lambda: not running.app.state.streams.open.total(), 10)


def test_who_goes_away_leaves_no_trace_in_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving_with(tmp_path, QUICK) as running:
        for path in ("/taste", "/records", "/api/records", "/api/tables"):
            kind = "application/json" if path.startswith("/api") else "application/x-www-form-urlencoded"
            with connected(running.url) as made:
                made.sendall(head(f"POST {path}", f"Content-Type: {kind}", "Content-Length: 100") + b"a")
                until(lambda: running.server.server_state.tasks)
        until(lambda: not running.app.state.connections.open.total())
    assert [record for record in caplog.records if record.levelno >= logging.WARNING] == []


# Without sockets


class FakeConnection:
    def __init__(self) -> None:
        self.evicted = False

    def evict(self) -> None:
        self.evicted = True


def test_who_waits_longest_makes_room(caplog: pytest.LogCaptureFixture) -> None:
    connections.seldom.logged.clear()
    limiter = ConnectionLimiter(ConnectionLimits(6, 3))
    first, second, third, fourth, fifth, sixth, seventh = (FakeConnection() for _ in range(7))
    assert all(limiter.admit(one, "a") for one in (first, second, third))
    limiter.mark_active(first)
    assert limiter.admit(fourth, "a") and second.evicted and not first.evicted
    for one in (third, fourth):
        limiter.mark_active(one)
    assert not limiter.admit(fifth, "a")  # all three of that address are being answered
    assert all(limiter.admit(one, name) for one, name in ((fifth, "b"), (sixth, "c"), (seventh, "d")))
    assert not fifth.evicted
    assert limiter.admit(FakeConnection(), "e") and fifth.evicted  # another address makes room: all are taken
    assert [record.levelno for record in caplog.records] == [logging.WARNING] * 2
    for _ in range(10):
        limiter.admit(FakeConnection(), "f")
    assert len(caplog.records) == 2  # said once in a while


def test_a_proxy_of_ours_may_bring_many() -> None:
    limiter = ConnectionLimiter(ConnectionLimits(100, 3, proxies=read_proxies("10.0.0.0/8 unix")))
    for host in ("10.1.2.3", None):
        address = limiter.address_of(host)
        assert address.startswith(PROXY)
        for _ in range(20):
            made = FakeConnection()
            assert limiter.admit(made, address)
            limiter.mark_active(made)
    assert limiter.address_of("2001:db8::1") == limiter.address_of("2001:db8::2") == "2001:db8::/64"


def test_descriptors_are_raised_and_respected() -> None:
    code = (
        "import resource\n"
        "from burgomaster.server.connections import raise_descriptor_limit\n"
        "_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))\n"
        "print(raise_descriptor_limit() == hard)\n"
    )
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "True\n"
    assert fitting(10_000, 1024) == 1024 - RESERVED
    assert fitting(10_000, None) == fitting(10_000, 65536) == 10_000
    assert fitting(10_000, 64) == 32


def test_lines_that_anybody_can_cause_are_seldom() -> None:
    seldom = connections.SeldomFilter()
    record = logging.LogRecord("x", logging.WARNING, "", 0, "Invalid HTTP request received.", None, None)
    other = logging.LogRecord("x", logging.WARNING, "", 0, "Something else", None, None)
    assert [seldom.filter(record), seldom.filter(record)] == [True, False]
    assert seldom.filter(other) and seldom.filter(other)
