"""The conformance suite with options that are no variants (those are in tests/core/test_check.py)."""

from __future__ import annotations

from typing import Any

import pytest

from burgomaster.games.spyrium.rules.cards import CARD_ROWS
from tests import conformance

OPTIONS: dict[str, dict[str, Any]] = {
    "a sixth residence": {"players": 3, "residence_track": "with_six", "kept_tokens": "recycled"},
    "recycled tokens": {"players": 5, "kept_tokens": "recycled"},
    "everything is free": {"players": 2, "figures": {row["id"]: {"price": 0} for row in CARD_ROWS}},
}


@pytest.mark.parametrize("name", OPTIONS)
def test_the_game_conforms_with_options(name: str) -> None:
    conformance.conform("spyrium", OPTIONS[name])


@pytest.mark.slow
def test_interpreted_is_compiled_with_every_option() -> None:
    conformance.compare_interpreted("spyrium", OPTIONS.values())


@pytest.mark.thorough
@pytest.mark.parametrize("name", OPTIONS)
def test_the_game_conforms_at_length_with_options(name: str) -> None:
    conformance.conform_at_length("spyrium", OPTIONS[name])
