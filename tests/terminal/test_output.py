"""How the screen is cleared, so that one person does not see what another saw; and how it shows work."""

from __future__ import annotations

import io
import time

import pytest
from rich.console import Console

from burgomaster.terminal.output import BLANK_LINES, SPINNER_DELAY, clear, working
from burgomaster.terminal.texts import program_words
from tests.cases import every


def cleared(terminal: bool) -> str:
    file = io.StringIO()
    clear(Console(file=file, force_terminal=terminal))
    return file.getvalue()


def test_a_terminal_is_cleared_a_simple_one_scrolled_away_and_a_pipe_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert cleared(terminal=True) == "\x1b[2J\x1b[H\x1b[3J"  # with all that could be scrolled back
    assert cleared(terminal=False) == ""
    monkeypatch.setenv("TERM", "dumb")
    assert cleared(terminal=True).count("\n") >= BLANK_LINES


def worked(terminal: bool, seconds: float) -> str:
    file = io.StringIO()
    with working(Console(file=file, force_terminal=terminal), "Boris is thinking …"):
        time.sleep(seconds)
    return file.getvalue()


def test_what_takes_long_shows_that_it_is_worked_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert "Boris is thinking …" in worked(terminal=True, seconds=3 * SPINNER_DELAY)
    assert worked(terminal=True, seconds=0) == ""


@pytest.mark.parametrize(("terminal", "kind"), [(False, "xterm"), (True, "dumb")])
def test_a_pipe_and_a_simple_terminal_show_no_spinner(
    terminal: bool, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", kind)
    assert worked(terminal, seconds=2 * SPINNER_DELAY) == ""


@every(
    "called, found, said",
    [
        ("/usr/bin/burgomaster", "/usr/bin/burgomaster", "burgomaster"),
        (".venv/bin/burgomaster", None, ".venv/bin/burgomaster"),
        ("/my games/bin/burgomaster", None, "'/my games/bin/burgomaster'"),
        ("/lib/burgomaster/cli/main.py", None, "burgomaster"),
    ],
)
def test_a_command_is_told_as_this_shell_finds_it(called: str, found: str | None, said: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", [called])
        patch.setattr("shutil.which", lambda _name: found)
        assert program_words() == said
