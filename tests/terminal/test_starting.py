"""What is said while rules are compiled, and that nothing is said otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

import burgomaster as bm
import burgomaster.compiler.jit
from burgomaster.bots.preparing import RULES, Progress
from burgomaster.compiler.jit import count_compilations
from burgomaster.core import preparing
from burgomaster.core.translator import Translator
from burgomaster.terminal import starting
from burgomaster.terminal.starting import load_game, wait, wait_for_bots, watching_compiler
from burgomaster.terminal.texts import TEXTS


@contextmanager
def compiling_two(callback: Callable[[str], None]) -> Iterator[None]:
    callback("legal")
    callback("apply")
    yield


def test_the_first_start_says_once_what_it_is_doing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(burgomaster.compiler.jit, "on_compile", compiling_two)
    with watching_compiler(Translator(TEXTS, "ru")):
        pass
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("Первый запуск") == 1


def test_the_first_start_names_the_kernel_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(burgomaster.compiler.jit, "on_compile", compiling_two)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    with watching_compiler(Translator(TEXTS, "en")):
        pass
    said = capsys.readouterr().err
    assert "First start" in said
    assert "2/" in said
    assert "apply" in said


def test_a_later_start_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    load_game("petersburg", Translator(TEXTS, "en"), ["greedy", "random"], players=2)
    wait_for_bots("petersburg", Translator(TEXTS, "en"))
    capsys.readouterr()
    load_game("petersburg", Translator(TEXTS, "en"), ["greedy", "random"], players=2)
    wait_for_bots("petersburg", Translator(TEXTS, "en"))
    assert capsys.readouterr() == ("", "")


def test_a_game_is_rehearsed_once_in_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    rehearsed: list[bm.Game] = []
    monkeypatch.setattr(preparing, "rehearse", rehearsed.append)
    monkeypatch.setattr(starting, "_rehearsed", set())
    for players in (2, 3):
        load_game("petersburg", Translator(TEXTS, "en"), players=players)
    assert [game.players for game in rehearsed] == [2]


def test_a_rehearsal_leaves_nothing_to_compile() -> None:
    game = load_game("petersburg", Translator(TEXTS, "en"), ["greedy"], players=2)
    wait_for_bots("petersburg", Translator(TEXTS, "en"))
    before = count_compilations()
    table = game.new(seed=9)
    bot = bm.bot("greedy", seed=9)
    while not table.over:
        table.play(bot.choose(table))
        table.view(0)
        table.log(1)
    table.record().check()
    assert count_compilations() == before


class SlowPreparer:
    def __init__(self) -> None:
        self.n_looks = 0

    def wait(self, game: str, stage: str, seconds: float | None = None) -> bool:
        self.n_looks += 1
        return seconds is None or self.n_looks > 3

    def progress(self, game: str, stage: str) -> Progress:
        return Progress(100 * self.n_looks, 400, False)


def test_a_first_start_counts_kernels_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "100")
    wait(SlowPreparer(), "petersburg", RULES, Translator(TEXTS, "en"))  # type: ignore[arg-type]
    said = capsys.readouterr().err
    assert "First start" in said and "300/400" in said


def test_a_first_start_says_one_line_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    wait(SlowPreparer(), "petersburg", RULES, Translator(TEXTS, "ru"))  # type: ignore[arg-type]
    assert capsys.readouterr().err.count("Первый запуск") == 1
