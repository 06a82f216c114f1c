"""The command line in this process, with what it is typed and what it prints."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import burgomaster as bm

if TYPE_CHECKING:
    from burgomaster.core.table import Record


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def state_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path / "state"


@pytest.fixture
def run(state_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    from burgomaster.cli.main import main
    from burgomaster.core.language import LANGUAGES
    from burgomaster.terminal.texts import TEXTS

    def run_command(*words: str, typed: str = "") -> Result:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main([str(word) for word in words])
        captured = capsys.readouterr()
        err = captured.err
        for language in LANGUAGES:  # what was compiled on the way is said once, by whichever test is first
            err = err.replace(TEXTS.text(language, "start.plain") + "\n", "")
        return Result(code, captured.out, err)

    return run_command


def random_record(seed: int, n_moves: int | None = None, players: int = 2) -> Record:
    table = bm.game("petersburg", players=players).new(seed=seed)
    bot = bm.bot("random", seed=seed)
    while not table.over and (n_moves is None or len(table.steps) < n_moves):
        table.play(bot.choose(table))
    return table.record()


@pytest.fixture(scope="session")
def finished() -> Record:
    return random_record(5)


@pytest.fixture
def record_file(tmp_path: Path, finished: Record) -> Path:
    path = tmp_path / "game.json"
    finished.save(path)
    return path
