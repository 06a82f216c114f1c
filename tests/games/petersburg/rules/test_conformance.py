"""The conformance suite with options that are no variants (those are in tests/core/test_check.py)."""

from __future__ import annotations

from typing import Any

import pytest

from burgomaster.games.petersburg.rules.options import max_copies, read_table
from tests import conformance
from tests.cases import every_other

OPTIONS: dict[str, dict[str, Any]] = {
    "buying first": {
        "players": 2,
        "first_phase_buy_only": True,
        "warehouse_loss_discard": True,
        "tiebreak": "leftover_rubles",
    },
    "everything open": {"players": 3, "open_money": True, "open_hands": True, "nobles_over_ten": "plus10"},
    "forced moves": {
        "players": 4,
        "observatory_public": True,
        "potemkin_villages_same": True,
        "auto_forced": "all",
    },
    "an extra marker": {"players": 3, "extra_marker_seats": [1], "seating": "random"},
    "open society": {
        "players": 2,
        "expansions": ["new_society"],
        "prison_free_return": True,
        "open_hands": True,
    },
    "an endless market": {
        "players": 3,
        "edition": "2014",
        "expansions": ["market"],
        "market_pile_ends_game": False,
    },
    "every copy of every card": {
        "players": 5,
        "expansions": ["banquet", "new_society", "market"],
        "custom_cards": {row["id"]: max_copies(row) for row in read_table("cards.csv")},
    },
}


@pytest.mark.parametrize("name", every_other(OPTIONS))
def test_the_game_conforms_with_options(name: str) -> None:
    conformance.conform("petersburg", OPTIONS[name])


@pytest.mark.slow
def test_interpreted_is_compiled_with_every_option() -> None:
    conformance.compare_interpreted("petersburg", OPTIONS.values())


@pytest.mark.thorough
@pytest.mark.parametrize("name", OPTIONS)
def test_the_game_conforms_at_length_with_options(name: str) -> None:
    conformance.conform_at_length("petersburg", OPTIONS[name])
