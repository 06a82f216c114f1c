"""The conformance suite with options that are no variants (those are in tests/core/test_check.py)."""

from __future__ import annotations

from typing import Any

import pytest

from burgomaster.core import check
from burgomaster.core.registry import game_info
from burgomaster.games.petersburg.rules.options import max_copies, read_table
from burgomaster.games.spyrium.rules.cards import CARD_ROWS
from tests import conformance
from tests.cases import every_other
from tests.games.suburbia.positions import MODES, OPTION_SETS, random_table

OPTIONS: dict[str, dict[str, dict[str, Any]]] = {
    "petersburg": {
        "buying first": {
            "players": 2,
            "first_phase_buy_only": True,
            "warehouse_loss_discard": True,
            "tiebreak": "leftover_rubles",
        },
        "everything open": {
            "players": 3,
            "open_money": True,
            "open_hands": True,
            "nobles_over_ten": "plus10",
        },
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
    },
    "spyrium": {
        "a sixth residence": {"players": 3, "residence_track": "with_six", "kept_tokens": "recycled"},
        "recycled tokens": {"players": 5, "kept_tokens": "recycled"},
        "everything is free": {"players": 2, "figures": {row["id"]: {"price": 0} for row in CARD_ROWS}},
    },
    "suburbia": OPTION_SETS,
}
SETS = [(game, name) for game, sets in OPTIONS.items() for name in sets]


@pytest.mark.parametrize(("game", "name"), every_other(SETS))
def test_the_game_conforms_with_options(game: str, name: str) -> None:
    conformance.conform(game, OPTIONS[game][name], seed=31)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["petersburg", "spyrium"])
def test_interpreted_is_compiled_with_every_option(game: str) -> None:
    conformance.compare_interpreted(game, OPTIONS[game].values())


@pytest.mark.slow
def test_interpreted_is_compiled_in_rich_games_of_suburbia() -> None:
    """Rich games reach red lines and markers; they are played without the compiler in one process for all."""
    tables = [random_table(5, 30, "rich", **options) for options in OPTION_SETS.values()]
    assert check.compare_interpreted([check.beginning_of(table, 30) for table in tables]) > 300


@pytest.mark.thorough
@pytest.mark.parametrize(("game", "name"), SETS)
def test_the_game_conforms_at_length_with_options(game: str, name: str) -> None:
    conformance.conform_at_length(game, OPTIONS[game][name])


def test_the_variants_of_suburbia_are_all_modes() -> None:
    variants = game_info("suburbia").variants
    assert list(MODES.values()) == [
        {"players": players, **variant.options} for variant in variants for players in variant.players
    ]
