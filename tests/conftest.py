"""Shared by all tests: what is run when, and fixtures.

`make test` proves every rule, page and fault once. `make thorough` (`pytest --thorough`) runs the sweeps:
tests that are marked `thorough`, and every Hypothesis test with many more examples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import profiles

if TYPE_CHECKING:
    from burgomaster.core.table import Game

pytest_plugins = ["tests.cli.fixtures", "tests.server.fixtures", "tests.web.fixtures"]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let the sweeps be asked for."""
    parser.addoption("--thorough", action="store_true", help="run the sweeps instead of the quick proofs")


def pytest_configure(config: pytest.Config) -> None:
    """Choose how many examples Hypothesis tries, before any test is imported."""
    profiles.load(thorough=config.getoption("--thorough"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what belongs to the other of `make test` and `make thorough`."""
    wanted = is_sweep if config.getoption("--thorough") else is_quick
    left_out = [item for item in items if not wanted(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if wanted(item)]


def is_quick(item: pytest.Item) -> bool:
    """Whether a test belongs to `make test`."""
    return item.get_closest_marker("thorough") is None


def is_sweep(item: pytest.Item) -> bool:
    """Whether a test belongs to `make thorough`."""
    return not is_quick(item) or item.get_closest_marker("hypothesis") is not None


@pytest.fixture(scope="session")
def game() -> Game:
    """Saint Petersburg for two."""
    import burgomaster as bm

    return bm.game("petersburg", players=2)
