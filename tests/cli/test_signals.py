"""What happens to a game when the program is interrupted, or killed."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from burgomaster.core.table import Record
from tests.cases import never, sweep

PATIENCE = 60  # seconds; a cold cache compiles first
PROMPT = b"your choice"


def be_interruptible() -> None:
    """In the new process: its terminal makes Ctrl-C a signal, even if whoever runs the tests ignores it."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Terminal:
    def __init__(self, *words: str) -> None:
        self.controller, device = pty.openpty()
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "LINES": "40", "LANG": "C.UTF-8"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "burgomaster", "--lang", "en", *words],
            stdin=device,
            stdout=device,
            stderr=device,
            env=environment,
            start_new_session=True,
            preexec_fn=be_interruptible,
        )
        os.close(device)
        self.seen = b""

    def wait_for(self, words: bytes, count: int = 1) -> None:
        end = time.monotonic() + PATIENCE
        while self.seen.count(words) < count:
            assert time.monotonic() < end, self.seen[-2000:]
            if select.select([self.controller], [], [], 0.2)[0]:
                self.seen += os.read(self.controller, 65536)

    def type(self, words: bytes) -> None:
        os.write(self.controller, words)

    def wait(self) -> int:
        return self.process.wait(PATIENCE)

    def close(self) -> None:
        """Leave nothing running."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.controller)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


@pytest.fixture
def terminal(file: Path) -> Iterator[Terminal]:
    playing = Terminal("play", "petersburg", "--seed", "4", "--file", str(file))
    try:
        playing.wait_for(PROMPT)
        playing.type(b"1\n")
        playing.wait_for(PROMPT, 2)
        time.sleep(0.3)  # the prompt is there a moment before anybody listens
        yield playing
    finally:
        playing.close()


def human_moves(file: Path) -> list[str]:
    table = Record.load(file).begin()
    found = []
    for notation in Record.load(file).moves:
        if table.to_move == 0:
            found.append(notation)
        table.play(notation)
    return found


@pytest.mark.parametrize("way", sweep(["ctrl_c", "signal", "ctrl_d"], never, lambda way: way == "ctrl_c"))
def test_an_interrupted_game_is_kept(terminal: Terminal, file: Path, way: str) -> None:
    if way == "ctrl_d":
        terminal.type(b"\x04")
    elif way == "signal":
        terminal.process.send_signal(signal.SIGINT)
    else:
        terminal.type(b"\x03")
    terminal.wait_for(b"--resume")
    assert terminal.wait() == 0
    assert b"Traceback" not in terminal.seen
    assert len(human_moves(file)) == 1


def test_a_killed_game_has_lost_no_move(terminal: Terminal, file: Path) -> None:
    terminal.process.send_signal(signal.SIGKILL)
    assert terminal.wait() == -signal.SIGKILL
    assert len(human_moves(file)) == 1
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.slow
def test_the_screen_is_cleared_between_two_people(file: Path) -> None:
    playing = Terminal("play", "petersburg", "--humans", "2", "--names", "Anna,Boris", "--file", str(file))
    try:
        playing.wait_for(b"press Enter")
        playing.type(b"\n")
        playing.wait_for(PROMPT)
        playing.type(b"1\n")
        playing.wait_for(b"press Enter", 2)
        between = playing.seen[playing.seen.rindex(PROMPT) : playing.seen.rindex(b"Pass the keyboard")]
        assert b"\x1b[2J" in between
        assert b"\x1b[3J" in between  # and nothing to scroll back to
    finally:
        playing.close()
