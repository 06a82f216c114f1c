"""Servers to be attacked: in a thread of this process, or as processes of their own that can be killed."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    import uvicorn

    from burgomaster.server.connections import ConnectionLimits
    from burgomaster.server.settings import Settings

SECRET = "a secret of servers that are attacked"
PATIENCE = 60.0  # seconds; machines may be busy
LOOK_AGAIN = 0.02  # seconds
ANSWER_SECONDS = 5.0  # how long a server that starts may take for one answer
SERVE = (sys.executable, "-m", "burgomaster", "serve")


def free_socket(port: int = 0) -> socket.socket:
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    made.bind(("127.0.0.1", port))
    return made


def free_port() -> int:
    with free_socket() as made:
        return int(made.getsockname()[1])


def until(condition: Callable[[], Any], seconds: float = PATIENCE) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(LOOK_AGAIN)
    raise AssertionError(f"still waiting after {seconds} seconds")


# In a thread


@dataclass
class Running:
    url: str
    app: Any
    server: uvicorn.Server
    thread: threading.Thread
    clients: list[httpx.Client] = field(default_factory=list)

    def client(self, **settings: Any) -> httpx.Client:
        made = httpx.Client(base_url=self.url, timeout=PATIENCE, trust_env=False, verify=False, **settings)
        self.clients.append(made)
        return made

    def stop(self) -> None:
        for client in self.clients:
            client.close()
        self.server.should_exit = True
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive()


def settings_for(database: str, **other: Any) -> Settings:
    from burgomaster.server.settings import Settings

    usual: dict[str, Any] = {
        "bot_pause": 0.0,
        "keep_alive_seconds": 0.5,
        "rate_limits": False,
        "analyse": False,
    }
    return Settings(database=database, secret=SECRET, **{**usual, **other})


def start(settings: Settings, limits: ConnectionLimits | None = None, port: int = 0) -> Running:
    """Start a server in a thread, on a port of its own or where another one was."""
    import uvicorn

    from burgomaster.server.app import create_app
    from burgomaster.server.connections import server_config

    listening = free_socket(port)
    app = create_app(settings)
    server = uvicorn.Server(server_config(app, limits, timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    until(lambda: server.started or not thread.is_alive())
    assert thread.is_alive(), "the server did not start"
    return Running(f"http://127.0.0.1:{listening.getsockname()[1]}", app, server, thread)


# As a process


class ServerProcess:
    """A server as a process of its own."""

    port: int

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        self.begin()
        self.wait()

    def begin(self) -> None:
        raise NotImplementedError

    def wait(self) -> None:
        until(self.answers)

    def is_ready(self) -> bool:
        return self.answers("/readyz")

    def answers(self, path: str = "/api/bots") -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)
        try:
            connection.request("GET", path)
            return connection.getresponse().status == 200
        except (OSError, HTTPException):
            assert self.is_alive, f"the server ended: {self.last_words()}"
            return False
        finally:
            connection.close()

    @property
    def is_alive(self) -> bool:
        raise NotImplementedError

    def last_words(self) -> str:
        return ""


@dataclass
class Process(ServerProcess):
    """A server that is started by the command line."""

    port: int
    environment: dict[str, str]
    process: subprocess.Popen[bytes] | None = None
    log: Path | None = None  # None: it logs where this process does
    command: Sequence[str] = SERVE

    def begin(self) -> None:
        words = [*self.command, "--port", str(self.port)]
        with ExitStack() as stack:
            said = stack.enter_context(self.log.open("ab")) if self.log else None
            self.process = subprocess.Popen(
                words, env=self.environment, stdout=subprocess.DEVNULL, stderr=said
            )

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def last_words(self) -> str:
        return last_words(self.log)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        self.process = None


def last_words(log: Path | None) -> str:
    return log.read_text(encoding="utf-8", errors="replace")[-2000:] if log and log.exists() else ""


def environment_for(database: str, **more: str) -> dict[str, str]:
    usual = {"BURGOMASTER_DATABASE": database, "BURGOMASTER_SECRET": SECRET, "BURGOMASTER_LIMITS": "0"}
    return {**os.environ, **usual, "BURGOMASTER_BOT_PAUSE": "0.02", **more}


def make_process(database: str, log: Path | None = None, **environment: str) -> Process:
    return Process(free_port(), environment_for(database, **environment), log=log)
