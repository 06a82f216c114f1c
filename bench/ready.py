"""How long it takes from `burgomaster serve` until the lobby answers, when everything is set up.

The peer is Python loading numba, without which nothing here starts.

    python bench/ready.py
"""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from urllib.error import URLError
from urllib.request import urlopen

ROUNDS = 5
GOAL = 3.0  # seconds
PATIENCE = 300.0  # the first round may have to compile


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


def lobby_seconds(folder: str) -> float:
    """Start a server on a store in a folder; how long the lobby takes."""
    port = free_port()
    environment = {**os.environ, "BURGOMASTER_DATABASE": f"sqlite:///{folder}/tables.db"}
    command = [sys.executable, "-m", "burgomaster", "serve", "--port", str(port)]
    begun = time.perf_counter()
    server = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    try:
        while time.perf_counter() - begun < PATIENCE:
            try:
                with urlopen(f"http://127.0.0.1:{port}/") as lobby:
                    lobby.read()
                return time.perf_counter() - begun
            except URLError:
                time.sleep(0.01)
    finally:
        server.terminate()
        server.wait()
    raise TimeoutError("the lobby did not answer")


def peer_seconds() -> float:
    """How long Python takes to load numba."""
    begun = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import numba"], check=True)
    return time.perf_counter() - begun


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder:
        lobby_seconds(folder)  # sets everything up
        lobby = [lobby_seconds(folder) for _ in range(ROUNDS)]
    peer = statistics.median(peer_seconds() for _ in range(ROUNDS))
    middle = statistics.median(lobby)
    print(f"lobby after {middle:.2f} s, at most {max(lobby):.2f} s  (goal: under {GOAL:.0f} s)")
    print(f"loading numba {peer:.2f} s; ratio {middle / peer:.1f}")


if __name__ == "__main__":
    main()
