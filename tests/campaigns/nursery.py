"""Server processes that start in a blink: one process has everything loaded, and forks them.

A server that is started from nothing reads its modules and kernels for seconds. Here that is done once; what
is forked then opens its store, wakes its tables and answers requests as every other server does. Run as a
module it is that process: it reads orders, one JSON document a line, and answers each with one.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from burgomaster.core.registry import game_names
from tests.campaigns.campaign import Setup
from tests.campaigns.servers import SECRET, ServerProcess, free_port, last_words

BUSY_MILLISECONDS = 400  # for which a forked server waits for somebody who has locked its file
TAKE_OVER_SECONDS = 0.2  # for which it waits for the bots of another process, beyond what a bot may think
BOT_SECONDS = 1.0
BOT_PAUSE = 0.01  # seconds before each move of a bot
GRACE = 0.5  # seconds in which somebody may look by themselves before they are called
CALL_ROUND = 0.05  # seconds between two looks for calls that are due
CALL_CLAIM = 8.0  # seconds for which somebody who sends a call has it: longer than a busy machine takes
CALL_PAUSE = 0.3  # seconds before a call that failed is sent again
CUP_ROUND = 0.1  # seconds between two looks whether a tournament goes on
MODULES = ("burgomaster.server.app", "burgomaster.server.news", "alembic.command", "uvicorn")


@dataclass
class Forked(ServerProcess):
    """A server that a nursery has made, or will make."""

    nursery: Nursery
    port: int
    database: str
    log: Path
    bot_pause: float = BOT_PAUSE
    pid: int = 0

    def begin(self) -> None:
        order = {"do": "start", "port": self.port, "database": self.database, "log": str(self.log)}
        order |= {"plant": self.nursery.plant, "bot_pause": self.bot_pause, "smtp": self.nursery.smtp}
        self.pid = int(self.nursery.order(**order)["pid"])

    @property
    def is_alive(self) -> bool:
        return bool(self.pid) and bool(self.nursery.order(do="look", pid=self.pid)["alive"])

    def kill(self) -> None:
        if self.pid:
            self.nursery.order(do="kill", pid=self.pid)
        self.pid = 0

    def last_words(self) -> str:
        return last_words(self.log)


class Nursery:
    """The process that forks servers; only what it made can be killed through it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.plant = ""  # a function, as module:name, that spoils every server: is that found?
        self.smtp = 0  # the port to which servers send mail; 0: they send none
        pipe = subprocess.PIPE
        words = [sys.executable, "-m", "tests.campaigns.nursery"]
        self._process = subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True)

    def make(self, database: str, name: str = "server") -> Forked:
        return Forked(self, free_port(), database, self.folder / f"{name}.log")

    def order(self, **order: Any) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return dict(json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()


@contextmanager
def nursery_for(setup: Setup) -> Iterator[Nursery]:
    """Run a nursery for a campaign, or lend it one that runs already."""
    lent: Nursery | None = setup.options.get("nursery")
    nursery = lent or Nursery(setup.folder)
    nursery.folder, nursery.plant, nursery.smtp = setup.folder, str(setup.options.get("plant", "")), 0
    try:
        yield nursery
    finally:
        if lent is None:
            nursery.close()


# The process itself


def main() -> None:
    """Load everything, then follow orders until nobody gives any."""
    load_everything()
    children: set[int] = set()
    for line in sys.stdin:
        print(json.dumps(follow(json.loads(line), children)), flush=True)
    for pid in children:
        end(pid)


def load_everything() -> None:
    """Use once what a server needs, so that no server has to load it."""
    from burgomaster.bots import bot
    from burgomaster.core.preparing import SEED, rehearse
    from burgomaster.core.table import load_game

    for name in MODULES:
        import_module(name)
    game = load_game(game_names()[0])
    rehearse(game)
    bot("greedy", seed=SEED).choose(game.new(seed=SEED))


def follow(order: Mapping[str, Any], children: set[int]) -> dict[str, Any]:
    if order["do"] == "start":
        pid = fork(order)
        children.add(pid)
        return {"pid": pid}
    pid = int(order["pid"])
    if order["do"] == "kill" and pid in children:
        end(pid)
        children.discard(pid)
    return {"alive": pid in children and is_running(pid, children)}


def end(pid: int) -> None:
    with suppress(ProcessLookupError, ChildProcessError):
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)


def is_running(pid: int, children: set[int]) -> bool:
    if os.waitpid(pid, os.WNOHANG)[0] == 0:
        return True
    children.discard(pid)
    return False


def fork(order: Mapping[str, Any]) -> int:
    """Start a server as a child, which says everything to its log; the child never comes back."""
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        said = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.dup2(said, 1)
        os.dup2(said, 2)
        serve(order)
        code = 0
    except BaseException as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr, flush=True)
    finally:
        os._exit(code)


def serve(order: Mapping[str, Any]) -> None:
    """Be a server: the same as every other, with less patience and cheap passwords."""
    import uvicorn
    from argon2 import PasswordHasher

    from burgomaster.server import match_manager, security, store_engine
    from burgomaster.server.app import create_app
    from burgomaster.server.calls import caller, notices
    from burgomaster.server.match import commentaries
    from burgomaster.server.settings import Settings
    from burgomaster.server.tournaments import conductor

    random.seed()
    if order["plant"]:
        module, _, name = str(order["plant"]).partition(":")
        getattr(import_module(module), name)()
    store_engine.BUSY_MILLISECONDS = BUSY_MILLISECONDS
    match_manager.TAKE_OVER_SECONDS = TAKE_OVER_SECONDS
    commentaries.DELAY_SECONDS = 0.0
    notices.GRACE = notices.SLOW_GRACE = GRACE
    caller.ROUND_SECONDS, caller.CLAIM_SECONDS, caller.FIRST_PAUSE = CALL_ROUND, CALL_CLAIM, CALL_PAUSE
    conductor.ROUND_SECONDS = CUP_ROUND
    security._passwords = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    settings = Settings(
        str(order["database"]),
        SECRET,
        bot_pause=float(order["bot_pause"]),
        bot_seconds=BOT_SECONDS,
        rate_limits=False,
        analyse=False,
        **notifying(int(order["smtp"])),
    )
    config = uvicorn.Config(
        create_app(settings), port=int(order["port"]), log_level="warning", timeout_graceful_shutdown=1
    )
    uvicorn.Server(config).run()


def notifying(smtp: int) -> dict[str, Any]:
    if not smtp:
        return {}
    mail = {"smtp_host": "127.0.0.1", "smtp_port": smtp, "smtp_from": "club@example.org"}
    return {**mail, "smtp_security": "none", "url": "http://play.test", "outgoing": "any"}


if __name__ == "__main__":
    main()
