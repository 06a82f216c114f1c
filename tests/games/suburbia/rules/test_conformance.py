"""The conformance suite with options that are no variants (those are in tests/core/test_check.py)."""

from __future__ import annotations

import pytest

from burgomaster.core import check
from burgomaster.core.registry import game_info
from tests import conformance
from tests.cases import every_other
from tests.games.suburbia.positions import MODES, OPTION_SETS, random_table


def test_the_variants_are_all_modes() -> None:
    variants = game_info("suburbia").variants
    assert list(MODES.values()) == [
        {"players": players, **variant.options} for variant in variants for players in variant.players
    ]


@pytest.mark.parametrize("name", every_other(OPTION_SETS))
def test_the_game_conforms_with_options(name: str) -> None:
    conformance.conform("suburbia", OPTION_SETS[name], seed=31)


@pytest.mark.slow
def test_interpreted_is_compiled_with_every_option() -> None:
    """Rich games, which reach red lines and markers, without the compiler in one process for all."""
    tables = [random_table(5, 30, "rich", **options) for options in OPTION_SETS.values()]
    assert check.compare_interpreted([check.beginning_of(table, 30) for table in tables]) > 300


@pytest.mark.thorough
@pytest.mark.parametrize("name", OPTION_SETS)
def test_the_game_conforms_at_length_with_options(name: str) -> None:
    conformance.conform_at_length("suburbia", OPTION_SETS[name])
