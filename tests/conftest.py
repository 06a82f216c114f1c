"""Shared by all tests: what is run when, and fixtures.

`make test` proves every rule, page and fault once. `make slow` (`pytest --slow`) runs what is marked `slow`:
proofs like those, too expensive to run after every change. `make thorough` (`pytest --thorough`) runs the
sweeps: tests that are marked `thorough`, and every Hypothesis test with many more examples.
"""

from __future__ import annotations

import asyncio
import gc
import hashlib
import os
import sys
import time
from collections.abc import Callable, Generator
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

import pytest

from tests import machine, profiles

if TYPE_CHECKING:
    from burgomaster.core.table import Game

# Before anything loads numpy, and for all processes that tests start: matrices are small here, and threads
# that share them out would only watch for each other on cores that other workers need.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

pytest_plugins = [
    "tests.campaigns.fixtures",
    "tests.cli.fixtures",
    "tests.coroutines",
    "tests.server.fixtures",
    "tests.web.fixtures",
]
BEGUN = pytest.StashKey[float]()
LOADED = pytest.StashKey[list[str]]()
MISSING = pytest.StashKey[list[str]]()
NO_TIME = "its time is over"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the slow proofs or the sweeps be asked for, or something be left out."""
    add = parser.addoption
    add("--slow", action="store_true", help="run the slow proofs instead of the quick ones")
    add("--thorough", action="store_true", help="run the sweeps instead of the quick proofs")
    parts = sorted(machine.PARTS)
    add("--without", action="append", default=[], choices=parts, help="leave out the tests that need it")
    add("--minutes", type=float, help="begin no test later than this")
    add("--order", default="", help="some text: another text, another order of the tests")


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples Hypothesis tries, before any test is imported."""
    profiles.load(thorough=config.getoption("--thorough"))
    config.stash[BEGUN] = time.monotonic()


# Which tests


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage among the tests, neither now nor later: they are many, and all of them stay."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what was not asked for, and what cannot be tested."""
    wanted = kind_of_run(config)
    without = set(config.getoption("--without"))
    missing = set(machine.missing_libraries())
    wishes = [item for item in items if wanted(item) and not needs(item) & without]
    chosen = [item for item in wishes if not libraries(item) & missing]
    config.stash[MISSING] = sorted({name for item in wishes for name in libraries(item) & missing})
    config.hook.pytest_deselected(items=list(set(items) - set(chosen)))
    if order := config.getoption("--order"):
        chosen.sort(key=lambda item: hashlib.sha256(f"{order} {item.nodeid}".encode()).digest())
    else:
        chosen.sort(key=how_short)
    items[:] = chosen


def how_short(item: pytest.Item) -> int:
    """Put whole games in browsers first, then browsers, then servers: nobody waits for them at the end.

    What is expensive to start stands together, so that one worker starts it for all: a browser, the process
    that forks servers, PostgreSQL.
    """
    fixtures = set(getattr(item, "fixturenames", ()))
    if "browser" in fixtures:
        return 0 if "whole" in item.nodeid else 1
    if "nursery" in fixtures:
        return 2
    if "postgres" in needs(item):
        return 3
    return 4 if "server" in item.nodeid else 5


def kind_of_run(config: pytest.Config) -> Callable[[pytest.Item], bool]:
    """Which tests were asked for."""
    if config.getoption("--thorough"):
        return is_sweep
    return is_slow if config.getoption("--slow") else is_quick


def is_quick(item: pytest.Item) -> bool:
    """Whether a test belongs to `make test`."""
    return not any(item.get_closest_marker(name) for name in ("slow", "thorough"))


def is_slow(item: pytest.Item) -> bool:
    """Whether a test belongs to `make slow`."""
    return item.get_closest_marker("slow") is not None and item.get_closest_marker("thorough") is None


def is_sweep(item: pytest.Item) -> bool:
    """Whether a test belongs to `make thorough`."""
    is_hypothesis_test = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    is_marked = any(item.get_closest_marker(name) for name in ("thorough", "sampled"))
    return is_marked or is_hypothesis_test


def needs(item: pytest.Item) -> set[str]:
    """The parts of the machine that a test needs."""
    fixtures = set(getattr(item, "fixturenames", ()))
    parameters = getattr(item, "callspec", None)
    found = {"browser"} if "browser" in fixtures else set()
    stores = [parameters.params.get(name) for name in ("database", "bare_database")] if parameters else []
    if fixtures & {"postgres", "bare_postgres"} or "postgresql" in stores:
        found.add("postgres")
    return found


def libraries(item: pytest.Item) -> set[str]:
    """The libraries that a test needs and that not everybody has."""
    return set(getattr(item, "fixturenames", ())) & set(machine.LIBRARIES)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Remember which kernels were loaded while tests were collected: there should be none."""
    jit = sys.modules.get("burgomaster.compiler.jit")
    session.config.stash[LOADED] = jit.loaded_kernels() if jit is not None else []


# How long, and what was left out


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin no test when the time that was given is over."""
    minutes = item.config.getoption("--minutes")
    if minutes is not None and time.monotonic() - item.config.stash[BEGUN] > 60 * minutes:
        pytest.skip(NO_TIME)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Hide the event loop that the driver of a browser keeps in this thread from tests without a browser."""
    loop = asyncio._get_running_loop()
    if "browser" not in needs(item):
        asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        asyncio._set_running_loop(loop)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say loudly what was not tested."""
    for name in config.getoption("--without"):
        terminalreporter.write_line(machine.not_tested(name), red=True, bold=True)
    for name in config.stash.get(MISSING, []):
        terminalreporter.write_line(machine.not_installed(name), yellow=True, bold=True)
    late = [report for report in terminalreporter.getreports("skipped") if NO_TIME in str(report.longrepr)]
    if late:
        terminalreporter.write_line(f"{len(late)} tests did not fit into the time", yellow=True, bold=True)


# Fixtures of all tests


@pytest.fixture
def torch() -> ModuleType:
    """PyTorch; without it a test that asks for it is left out, loudly."""
    return import_module("torch")


@pytest.fixture(scope="session")
def game() -> Game:
    """Saint Petersburg for two."""
    import burgomaster as bm

    return bm.game("petersburg", players=2)
