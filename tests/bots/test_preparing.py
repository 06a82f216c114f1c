"""Preparing games in worker processes: what counts, what comes first, what is left when a worker fails."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

import pytest

from burgomaster.bots import preparing, rehearsing
from burgomaster.bots.preparing import BOTS, REHEARSAL, RULES, STEPS, Job, Preparer
from burgomaster.core.preparing import RULES_ENTRIES, entry_kernels, rules_kernels
from burgomaster.core.registry import game_names
from burgomaster.core.table import load_game

PATIENCE = 60.0


class FakeWorker:
    def kill(self) -> None:
        """Do nothing."""

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, *_: object) -> None:
        """Do nothing."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """The steps that workers were asked for, in order; nothing is compiled and nothing is marked."""
    found: list[tuple[str, str, str]] = []

    def do(_preparer: Any, _process: Any, job: Job, step: str) -> None:
        found.append((job.game, job.stage, step))
        if step == "broken":
            raise OSError("the worker ended")
        job.kernels.update({step, "shared"})
        job.done.update({step, "shared"})

    monkeypatch.setattr(Preparer, "_spawn", lambda _preparer: FakeWorker())
    monkeypatch.setattr(Preparer, "_do", do)
    monkeypatch.setattr(preparing, "is_prepared", lambda game, stage: False)
    monkeypatch.setattr(preparing, "mark_prepared", lambda game, stage: found.append((game, stage, "marked")))
    return found


def test_the_rehearsal_comes_last_and_then_the_stage_is_ready(asked: list[tuple[str, str, str]]) -> None:
    preparer = Preparer(n_workers=2)
    preparer.add("tulips", RULES)
    assert preparer.wait("tulips", RULES, PATIENCE)
    steps = [step for _, _, step in asked]
    assert sorted(steps[: len(RULES_ENTRIES)]) == sorted(RULES_ENTRIES)
    assert steps[len(RULES_ENTRIES) :] == [REHEARSAL, "marked"]
    assert preparer.progress("tulips", RULES) == (len(STEPS[RULES]) + 1, len(STEPS[RULES]) + 1, True)
    preparer.close()


def test_the_game_that_somebody_wants_comes_first(asked: list[tuple[str, str, str]]) -> None:
    preparer = Preparer(n_workers=1, delay=PATIENCE)
    for game in ("one", "two", "three"):
        preparer.add(game, RULES, BOTS)
    preparer.want("two")
    for game in ("one", "two", "three"):
        assert preparer.wait(game, BOTS, PATIENCE)
    order = [(game, stage) for game, stage, step in asked if step == "marked"]
    assert order == [(game, stage) for game in ("two", "one", "three") for stage in (RULES, BOTS)]
    preparer.close()


def test_a_worker_that_dies_holds_nobody_up(
    asked: list[tuple[str, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(STEPS, BOTS, ("broken", "greedy"))  # type: ignore[index]
    preparer = Preparer(n_workers=1)
    preparer.add("tulips", BOTS)
    assert preparer.wait("tulips", BOTS, PATIENCE)
    assert [step for _, _, step in asked][:2] == ["broken", "greedy"]
    preparer.close()


def test_what_is_compiled_already_starts_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preparing, "is_prepared", lambda game, stage: True)
    monkeypatch.setattr(Preparer, "_spawn", lambda _preparer: pytest.fail("a worker was started"))
    preparer = Preparer()
    preparer.add("tulips", RULES, BOTS)
    assert preparer.wait("tulips", RULES, 0.0) and preparer.wait("tulips", BOTS, 0.0)
    preparer.close()


def test_closing_ends_the_workers(asked: list[tuple[str, str, str]]) -> None:
    preparer = Preparer(n_workers=2, delay=PATIENCE)
    preparer.add("tulips", RULES)
    closing = threading.Thread(target=preparer.close)
    closing.start()
    closing.join(PATIENCE)
    assert not closing.is_alive() and not asked


def test_positions_are_laid_out_before_anybody_asks_for_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """What checks a position against the rules takes seconds to compile: no page waits for it."""
    laid_out: list[str] = []
    monkeypatch.setattr(rehearsing, "load_position", lambda text, seed: laid_out.append(text))
    rehearsing.rehearse_bot(rehearsing.EXPLAINED, load_game("spyrium"))
    assert [text.split(".")[1] for text in laid_out] == ["spyrium"]
    monkeypatch.setattr(rehearsing, "game_part", lambda *_: None)
    rehearsing.rehearse_position(load_game("spyrium"))  # as if it could not write its positions
    assert len(laid_out) == 1


COUNTING = """
import os, sys
from burgomaster.bots.prepare_worker import compile_step
from burgomaster.bots.preparing import REHEARSAL
from burgomaster.compiler import jit
from burgomaster.core.preparing import rules_kernels

def count(game):
    told = compile_step(game, REHEARSAL)
    used = set(jit.loaded_kernels())
    assert used and used <= told, used - told
    assert len(used - rules_kernels(game)) <= 5, "the total must be known before the work"

for game in sys.argv[1:]:
    child = os.fork()  # every game begins with no kernel loaded
    if not child:
        count(game)
        break
    assert os.waitpid(child, 0)[1] == 0, game
"""


@pytest.mark.slow
def test_all_kernels_that_people_need_are_counted() -> None:
    """The total of the progress is real, and nearly all of it is known before the work."""
    done = subprocess.run([sys.executable, "-c", COUNTING, *game_names()], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    for game in game_names():
        assert all(entry_kernels(game, name) <= rules_kernels(game) for name in RULES_ENTRIES)
