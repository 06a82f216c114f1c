"""How the screen is cleared, so that one person does not see what another saw."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from burgomaster.terminal.output import BLANK_LINES, clear


def cleared(terminal: bool) -> str:
    """What clearing the screen writes."""
    file = io.StringIO()
    clear(Console(file=file, force_terminal=terminal))
    return file.getvalue()


def test_a_terminal_is_cleared_with_all_that_could_be_scrolled_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert cleared(terminal=True) == "\x1b[2J\x1b[H\x1b[3J"


def test_a_simple_terminal_is_scrolled_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert cleared(terminal=True).count("\n") >= BLANK_LINES


def test_a_pipe_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert cleared(terminal=False) == ""
