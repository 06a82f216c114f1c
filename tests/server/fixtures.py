"""Servers for tests: in a thread of this process, or as a process of their own that can be killed."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests import machine

if TYPE_CHECKING:
    import uvicorn

    from burgomaster.server.settings import Settings

SECRET = "a secret of the tests"
PATIENCE = 60.0  # seconds; machines may be busy


def free_socket() -> socket.socket:
    """A socket on a port that nobody uses."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("127.0.0.1", 0))
    return made


def until(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """What a condition gives as soon as it gives anything."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.02)
    raise AssertionError(f"still waiting after {seconds} seconds")


@dataclass
class Running:
    """A server in a thread."""

    url: str
    app: Any
    server: uvicorn.Server
    thread: threading.Thread
    clients: list[httpx.Client] = field(default_factory=list)

    def client(self, **settings: Any) -> httpx.Client:
        """Somebody who visits it, with cookies of their own."""
        made = httpx.Client(base_url=self.url, timeout=PATIENCE, trust_env=False, verify=False, **settings)
        self.clients.append(made)
        return made

    def stop(self) -> None:
        """Stop it."""
        for client in self.clients:
            client.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


def settings_for(database: str, **other: Any) -> Settings:
    """Settings of a quick server without limits."""
    from burgomaster.server.settings import Settings

    usual: dict[str, Any] = {"bot_pause": 0.0, "keep_alive_seconds": 0.5, "rate_limits": False}
    return Settings(database=database, secret=SECRET, **{**usual, **other})


def start(settings: Settings) -> Running:
    """A server in a thread."""
    import uvicorn

    from burgomaster.server.app import create_app
    from burgomaster.server.serving import server_config

    listening = free_socket()
    app = create_app(settings)
    server = uvicorn.Server(server_config(app, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive())
    assert thread.is_alive(), "the server did not start"
    return Running(f"http://127.0.0.1:{listening.getsockname()[1]}", app, server, thread)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One server on SQLite that most tests share; every test has tables of its own."""
    folder = tmp_path_factory.mktemp("server")
    running = start(settings_for(f"sqlite:///{folder / 'tables.db'}"))
    yield running
    running.stop()


@pytest.fixture
def client(server: Running) -> httpx.Client:
    """Somebody without cookies."""
    return server.client()


# A server that can be killed


@dataclass
class Process:
    """A server as a process of its own."""

    port: int
    environment: dict[str, str]
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        words = ["-m", "uvicorn", "--factory", "burgomaster.server.app:create_app", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [sys.executable, *words, "--log-level", "warning", "--timeout-graceful-shutdown", "1"],
            env=self.environment,
        )
        until(self.answers)

    def answers(self) -> bool:
        """Whether it answers."""
        assert self.process is not None and self.process.poll() is None, "the server ended"
        with contextlib.suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/api/bots", trust_env=False).status_code == 200
        return False

    def kill(self) -> None:
        """Kill it without warning."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process = None


@pytest.fixture
def make_process(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Servers as processes; all are ended with the test."""
    made: list[Process] = []

    def make(database: str = "", **environment: str) -> Process:
        with free_socket() as listening:
            port = listening.getsockname()[1]
        chosen = {
            **os.environ,
            "BURGOMASTER_DATABASE": database or f"sqlite:///{tmp_path / 'tables.db'}",
            "BURGOMASTER_SECRET": SECRET,
            "BURGOMASTER_BOT_PAUSE": "0.02",
            "BURGOMASTER_LIMITS": "0",
            **environment,
        }
        made.append(Process(port, chosen))
        return made[-1]

    yield make
    for process in made:
        if process.process is not None:
            process.kill()


# PostgreSQL


def postgres_folder() -> Path:
    """Where the programs of PostgreSQL are; a test that needs them fails if they are missing."""
    program = machine.find_postgres()
    if program is None:
        pytest.fail(machine.explain("postgres"))
    return Path(program).parent


def as_somebody(words: list[str]) -> list[str]:
    """A command of PostgreSQL, which refuses to be run by root."""
    return ["runuser", "-u", "postgres", "--", *words] if os.geteuid() == 0 else words


@pytest.fixture(scope="session")
def cluster() -> Iterator[str]:
    """A PostgreSQL of our own, on a socket in its folder; gives the address without a database."""
    programs = postgres_folder()
    folder = Path(tempfile.mkdtemp(prefix="burgomaster-pg-"))
    if os.geteuid() == 0:
        user = pwd.getpwnam("postgres")
        os.chown(folder, user.pw_uid, user.pw_gid)
    data = str(folder / "data")
    quiet = {"stdout": subprocess.DEVNULL, "check": True, "cwd": "/"}
    subprocess.run(
        as_somebody([str(programs / "initdb"), "-D", data, "-U", "test", "-A", "trust", "--no-sync"]), **quiet
    )
    options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c max_connections=100"
    begin = [str(programs / "pg_ctl"), "-D", data, "-o", options, "-w", "-l", f"{folder}/log", "start"]
    subprocess.run(as_somebody(begin), **quiet)
    yield f"postgresql+psycopg://test@/{{database}}?host={folder}"
    stop = [str(programs / "pg_ctl"), "-D", data, "-m", "immediate", "-w", "stop"]
    subprocess.run(as_somebody(stop), **quiet)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres(cluster: str, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of an empty database."""
    import psycopg

    name = f"test_{abs(hash(request.node.nodeid))}"
    plain = cluster.format(database="postgres").replace("+psycopg", "")
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    yield cluster.format(database=name)
    with psycopg.connect(plain, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store, of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.db'}"
    return str(request.getfixturevalue("postgres"))
