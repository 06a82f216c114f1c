"""What tests of campaigns share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from burgomaster.campaigns.campaign import Setup
from burgomaster.campaigns.nursery import Nursery, nursery_for


@pytest.fixture(scope="session")
def nursery(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Nursery]:
    """One process that forks servers for all tests: loading everything takes seconds."""
    with nursery_for(Setup(tmp_path_factory.mktemp("nursery"))) as made:
        yield made
