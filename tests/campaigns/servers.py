"""Servers to be attacked: in a thread of this process, or as processes of their own that can be killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx

if TYPE_CHECKING:
    import uvicorn

    from burgomaster.server.connections import ConnectionLimits
    from burgomaster.server.settings import Settings

SECRET = "a secret of servers that are attacked"
PATIENCE = 60.0  # seconds; machines may be busy
LOOK_AGAIN = 0.02  # seconds
ANSWER_SECONDS = 5.0  # how long a server that starts may take for one answer


def free_socket(port: int = 0) -> socket.socket:
    """Make a socket on a port that nobody uses."""
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("127.0.0.1", port))
    return made


def free_port() -> int:
    """Find a port that nobody uses."""
    with free_socket() as made:
        return int(made.getsockname()[1])


def until(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    """Wait until a condition gives something; give that."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(LOOK_AGAIN)
    raise AssertionError(f"still waiting after {seconds} seconds")


def is_answering(url: str) -> bool:
    """Tell whether a server answers."""
    address = urlsplit(url)
    connection = HTTPConnection(str(address.hostname), address.port, timeout=ANSWER_SECONDS)
    try:
        connection.request("GET", "/api/bots")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


# In a thread


@dataclass
class Running:
    """A server in a thread."""

    url: str
    app: Any
    server: uvicorn.Server
    thread: threading.Thread
    clients: list[httpx.Client] = field(default_factory=list)

    def client(self, **settings: Any) -> httpx.Client:
        """Make somebody who visits it, with cookies of their own."""
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
    """Make the settings of a quick server without limits."""
    from burgomaster.server.settings import Settings

    usual: dict[str, Any] = {"bot_pause": 0.0, "keep_alive_seconds": 0.5, "rate_limits": False}
    usual["analyse"] = False
    return Settings(database=database, secret=SECRET, **{**usual, **other})


def start(settings: Settings, limits: ConnectionLimits | None = None, port: int = 0) -> Running:
    """Start a server in a thread, on a port of its own or where another one was."""
    import uvicorn

    from burgomaster.server.app import create_app
    from burgomaster.server.serving import server_config

    listening = free_socket(port)
    app = create_app(settings)
    server = uvicorn.Server(server_config(app, limits, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive())
    assert thread.is_alive(), "the server did not start"
    return Running(f"http://127.0.0.1:{listening.getsockname()[1]}", app, server, thread)


# As a process


@dataclass
class Process:
    """A server as a process of its own."""

    port: int
    environment: dict[str, str]
    process: subprocess.Popen[bytes] | None = None
    log: Path | None = None  # what it says goes there; None: where this process writes

    @property
    def url(self) -> str:
        """Say where it listens."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.begin()
        self.wait()

    def begin(self) -> None:
        """Start it without waiting."""
        words = [sys.executable, "-m", "burgomaster.cli", "serve", "--port", str(self.port)]
        if self.log is None:
            self.process = subprocess.Popen(words, env=self.environment, stdout=subprocess.DEVNULL)
            return
        with self.log.open("ab") as said:
            self.process = subprocess.Popen(words, env=self.environment, stdout=said, stderr=said)

    def wait(self) -> None:
        """Wait until it answers."""
        until(self.answers)

    def answers(self) -> bool:
        """Tell whether it answers."""
        assert self.is_alive, "the server ended"
        return is_answering(self.url)

    @property
    def is_alive(self) -> bool:
        """Tell whether the process runs."""
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """Kill it without warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it as an operator does."""
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.process = None


def make_process(database: str, log: Path | None = None, **environment: str) -> Process:
    """Make a server process for a database; it is not started yet."""
    chosen = {
        **os.environ,
        "BURGOMASTER_DATABASE": database,
        "BURGOMASTER_SECRET": SECRET,
        "BURGOMASTER_BOT_PAUSE": "0.02",
        "BURGOMASTER_LIMITS": "0",
        **environment,
    }
    return Process(free_port(), chosen, log=log)
