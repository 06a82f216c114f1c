"""What tests of campaigns share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.campaigns.campaign import Setup
from tests.campaigns.nursery import Forked, Nursery, nursery_for


@pytest.fixture(scope="session")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """One process that forks servers for all tests: loading everything takes seconds."""
    with nursery_for(Setup(tmp_path_factory.mktemp("nursery"))) as made:
        yield made


@pytest.fixture
def make_forked(nursery: Nursery, tmp_path: Path) -> Iterator[Callable[[str], Forked]]:
    """Servers as processes that are there in a blink; all are ended with the test."""
    made: list[Forked] = []

    def make(database: str) -> Forked:
        nursery.folder, nursery.plant, nursery.smtp = tmp_path, "", 0
        made.append(nursery.make(database, f"server-{len(made)}"))
        return made[-1]

    yield make
    for one in made:
        one.kill()
