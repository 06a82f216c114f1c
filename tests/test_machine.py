"""What is said and done when the machine lacks something that tests need."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests import machine
from tests.conftest import LOADED, is_quick, is_slow, is_sweep, needs

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def commands(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A machine without a browser; what is run on it is collected."""
    found: list[list[str]] = []
    monkeypatch.setitem(machine.PARTS, "browser", replace(machine.PARTS["browser"], find=lambda: None))
    monkeypatch.setitem(machine.PARTS, "postgres", replace(machine.PARTS["postgres"], find=lambda: "/initdb"))
    monkeypatch.setattr(machine.subprocess, "run", lambda words, **_: found.append(words))
    return found


def test_what_is_missing_is_a_failure_that_says_how_to_get_it(
    commands: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine, "can_install", lambda: False)
    assert machine.main([]) == 1
    said = capsys.readouterr()
    assert said.out == "PostgreSQL: /initdb\n"
    for words in ("Chromium is missing", "apt-get install chromium", 'make test WITHOUT="browser"'):
        assert words in said.err
    assert commands == []


def test_who_needs_a_browser_or_a_database_is_known(request: pytest.FixtureRequest) -> None:
    kinds: dict[str, set[str]] = {}
    for item in request.session.items:
        kinds.setdefault(item.nodeid.partition("[")[0], set()).update(needs(item))
    assert kinds[request.node.nodeid] == set()
    for name, found in kinds.items():
        if "/test_browser.py" in name or "/test_accessibility.py" in name:
            assert found == {"browser"}, name
        if "/test_at_once.py" in name:
            assert found == {"postgres"}, name


def test_collecting_the_tests_loads_no_kernel(pytestconfig: Any) -> None:
    assert pytestconfig.stash[LOADED] == []


def test_sweeps_are_marked_tests_and_all_of_hypothesis(request: pytest.FixtureRequest) -> None:
    marks = [getattr(item, "own_markers", []) for item in request.session.items]
    for item, own in zip(request.session.items, marks, strict=True):
        names = {mark.name for mark in own}
        assert not {"slow", "thorough"} <= names, item.nodeid
        assert is_slow(item) == ("slow" in names), item.nodeid
        assert is_quick(item) == (not {"slow", "thorough"} & names), item.nodeid
        assert is_sweep(item) == bool({"thorough", "hypothesis", "sampled"} & names), item.nodeid


def test_every_change_is_tested_by_the_quick_and_the_slow_proofs() -> None:
    """What a person may leave out is never left out by the machine that watches over the project."""
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    commands = [line.split(" #")[0].strip() for line in lines if not line.startswith((" ", "#"))]
    assert "set -euo pipefail" in commands and commands.index("make test") < commands.index("make slow")
