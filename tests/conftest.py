"""Shared by all tests."""

from __future__ import annotations

import pytest
from hypothesis import settings

import burgomaster as bm
from burgomaster.core.table import Game

settings.register_profile("patient", deadline=None)  # machines may be busy: no test is timed
settings.load_profile("patient")


@pytest.fixture(scope="session")
def game() -> Game:
    """Saint Petersburg for two."""
    return bm.game("petersburg", players=2)
