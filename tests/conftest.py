"""Shared by all tests."""

from __future__ import annotations

import pytest

import burgomaster as bm
from burgomaster.core.game import Game


@pytest.fixture(scope="session")
def game() -> Game:
    """Saint Petersburg for two."""
    return bm.game("petersburg", players=2)
