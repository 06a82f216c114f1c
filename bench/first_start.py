"""How long the very first start takes: an empty cache, a server, and somebody who wants to play.

Prints when the lobby answers, when the first game can be played, when all games can, when their bots can
think too, and the same for a second start.

    python bench/first_start.py [GAME]
"""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 900.0
GOALS = {"lobby": 3, "first game": 15, "everything": 40}  # seconds on two quiet cores


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


def get(port: int, path: str) -> tuple[int, bytes]:
    """What a server answers; 0 if it does not."""
    try:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", path)
        answer = connection.getresponse()
        return answer.status, answer.read()
    except OSError:
        return 0, b""


def until(condition: Callable[[], bool], begun: float) -> float:
    """The seconds after which something is so."""
    while not condition():
        if time.perf_counter() - begun > PATIENCE:
            raise TimeoutError("it takes too long")
        time.sleep(0.02)
    return time.perf_counter() - begun


def is_ready(port: int, game: str) -> bool:
    """Whether a game can be played."""
    status, body = get(port, f"/preparing/{game}")
    return status == 200 and bool(json.loads(body)["ready"])


def has_bots(cache: str, n_games: int) -> bool:
    """Whether the workers have compiled what all bots need."""
    return len(list(Path(cache).glob("bots.*/prepared-bots"))) == n_games


def measure(cache: str, data: str, first: str) -> dict[str, float]:
    """Start a server and ask for a game as soon as the lobby is there."""
    port = free_port()
    environment = {**os.environ, "BURGOMASTER_CACHE": cache, "BURGOMASTER_DATA": data}
    environment.pop("BURGOMASTER_DATABASE", None)
    begun = time.perf_counter()
    command = [sys.executable, "-m", "burgomaster", "serve", "--port", str(port)]
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        found = {"lobby": until(lambda: get(port, "/")[0] == 200, begun)}
        games = [one["game"] for one in json.loads(get(port, "/api/games")[1])]
        get(port, f"/rules/{first}")  # who asks for a game is served first
        found["first game"] = until(lambda: is_ready(port, first), begun)
        found["all games"] = until(lambda: all(is_ready(port, game) for game in games), begun)
        found["everything"] = until(lambda: has_bots(cache, len(games)), begun)
    finally:
        server.terminate()
        server.wait()
    return found


def main() -> None:
    """Measure the first and the second start, and print."""
    first = sys.argv[1] if len(sys.argv) > 1 else "petersburg"
    with tempfile.TemporaryDirectory() as cache, tempfile.TemporaryDirectory() as data:
        for name in ("first start", "second start"):
            found = measure(cache, data, first)
            goals = {what: f" (goal: {GOALS[what]} s)" if what in GOALS else "" for what in found}
            told = [f"{what} after {seconds:.1f} s{goals[what]}" for what, seconds in found.items()]
            print(f"{name}: {', '.join(told)}")
        print(f"{len(list(Path(cache).rglob('*.nbc')))} kernels are stored")


if __name__ == "__main__":
    main()
