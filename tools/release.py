"""Build the wheel and the source distribution, and try them where nothing else is installed: `make release`.

    python -m tools.release                              build into dist/, try the wheel with this Python
    python -m tools.release --python python3.12 --python python3.13
    python -m tools.release --build-only                 build, and compare what the two hold

The trial makes an empty virtual environment for each Python, installs the wheel as a stranger would, plays in
the terminal, starts a server, lets bots play in the arena, and steps through an environment for learning.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
import urllib.request
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "burgomaster"
PATIENCE = 600  # seconds; the first start compiles rules
ENVIRONMENT = """
import gymnasium
import burgomaster as bm
import burgomaster.envs.gymnasium
name = bm.games()[0]["game"].capitalize()
env = gymnasium.make(f"burgomaster/{name}-v0")
_, info = env.reset(seed=1)
ended = False
while not ended:
    _, reward, ended, _, info = env.step(env.action_space.sample(info["action_mask"]))
print(info["scores"])
"""


# Building


def build(folder: Path) -> tuple[Path, Path]:
    """Build the wheel and the source distribution into a folder."""
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))


def missing_sources(wheel: Path, source: Path) -> set[str]:
    """Name the files of the wheel that the source distribution could not build."""
    with zipfile.ZipFile(wheel) as files, tarfile.open(source) as archive:
        installed = {name for name in files.namelist() if ".dist-info/" not in name}
        packed = {name.partition("/src/")[2] for name in archive.getnames()}
    return installed - packed


def size_of(path: Path) -> str:
    """Say how large a file is."""
    return f"{path.name}: {path.stat().st_size / 1e6:.1f} MB"


# Trying


@dataclass(frozen=True)
class Place:
    """An empty virtual environment, with a home of its own."""

    folder: Path

    @property
    def environment(self) -> Mapping[str, str]:
        """Give what its processes know of the world: nothing of this repository."""
        left_out = ("PYTHONPATH", "BURGOMASTER_", "NUMBA_", "VIRTUAL_ENV")
        outside = {key: value for key, value in os.environ.items() if not key.startswith(left_out)}
        home = {"HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache")}
        return {**outside, **home, "XDG_STATE_HOME": str(self.folder / "state"), "LANG": "en"}

    def program(self, name: str) -> str:
        """Find a program that is installed there."""
        return str(self.folder / "venv" / "bin" / name)

    def run(self, *words: str, typed: str = "") -> str:
        """Run something there; what it prints."""
        done = subprocess.run(
            words,
            input=typed,
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        if done.returncode:
            raise SystemExit(f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
        return done.stdout


def prepare(python: str, wheel: Path, folder: Path) -> Place:
    """Make the environment and install the wheel with what a server and learning need."""
    place = Place(folder)
    place.run(python, "-m", "venv", str(folder / "venv"))
    pip = (place.program("python"), "-m", "pip", "install", "--quiet")
    place.run(*pip, f"{wheel}[server,envs]", "openskill")
    return place


def play(place: Place) -> str:
    """Look at a game in the terminal and leave; the game is saved."""
    shown = place.run(place.program(PACKAGE), "play", first_game(place), typed="q\n")
    return f"{len(shown.splitlines())} lines of a board"


def first_game(place: Place) -> str:
    """Name the first game that is installed."""
    return str(json.loads(place.run(place.program(PACKAGE), "games", "--json"))[0]["game"])


def serve(place: Place) -> str:
    """Start a server, ask for its lobby, and stop it as Ctrl+C does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [place.program(PACKAGE), "serve", "--port", str(port)]
    server = subprocess.Popen(command, cwd=place.folder, env=place.environment, stdout=subprocess.DEVNULL)
    try:
        page = ask(f"http://127.0.0.1:{port}/")
        server.send_signal(signal.SIGINT)
        if server.wait(60) != 0:
            raise SystemExit(f"the server ended with {server.returncode}")
        return f"a lobby of {len(page):,} bytes, and a clean stop"
    finally:
        server.kill()


def ask(url: str) -> bytes:
    """Ask until a server answers."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=30) as answer:
                return bytes(answer.read())
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)


def arena(place: Place) -> str:
    """Let two bots play each other."""
    words = ("arena", first_game(place), "--bots", "greedy,random", "--games", "20")
    return place.run(place.program(PACKAGE), *words).strip().splitlines()[-1]


def environment(place: Place) -> str:
    """Step through a whole game with the interface of Gymnasium."""
    return f"scores {place.run(place.program('python'), '-c', ENVIRONMENT).strip()}"


TRIALS: dict[str, Callable[[Place], str]] = {
    "version": lambda place: place.run(place.program(PACKAGE), "--version").strip(),
    "play": play,
    "serve": serve,
    "arena": arena,
    "environment": environment,
}


def try_out(python: str, wheel: Path) -> None:
    """Install the wheel for one Python and do everything with it."""
    with tempfile.TemporaryDirectory(prefix="burgomaster-trial-") as name:
        begun = time.monotonic()
        place = prepare(python, wheel, Path(name))
        version = place.run(place.program("python"), "--version").strip()
        print(f"{version}: installed in {time.monotonic() - begun:.0f} s", flush=True)
        for title, trial in TRIALS.items():
            begun = time.monotonic()
            found = trial(place)
            print(f"  {title:<12} {time.monotonic() - begun:5.0f} s  {found}", flush=True)


def main() -> None:
    """Build, compare, try."""
    parser = argparse.ArgumentParser(description="Build a release and try it in empty environments.")
    parser.add_argument("--python", action="append", help="a Python to try; may be given again")
    parser.add_argument("--build-only", action="store_true", help="try nothing")
    parser.add_argument("--directory", type=Path, default=ROOT / "dist", help="where the files go")
    chosen = parser.parse_args()
    wheel, source = build(chosen.directory)
    print(size_of(wheel), size_of(source), sep="\n")
    if missing := missing_sources(wheel, source):
        raise SystemExit(f"the source distribution lacks {sorted(missing)[:5]}")
    for python in () if chosen.build_only else chosen.python or (sys.executable,):
        try_out(python, wheel)


if __name__ == "__main__":
    main()
