"""The conformance suite over every mode, number of players and option of Suburbia."""

from __future__ import annotations

from typing import Any

import pytest

from burgomaster.core import check, interpreted
from burgomaster.core.registry import game_info
from tests.games.suburbia.positions import OPTION_SETS, game, random_table

VARIANTS: list[dict[str, Any]] = [
    {"players": players, **variant.options}
    for variant in game_info("suburbia").variants
    for players in variant.players
]
SLOW = ("everything_has_words", "interpreted_is_compiled")  # these run below, all games in one process
QUICK = [name for name in check.CHECKS if name not in SLOW]


def test_the_variants_are_all_modes() -> None:
    assert VARIANTS == [
        {"players": 2},
        {"players": 3},
        {"players": 4},
        {"players": 1, "solo": "lone_architect"},
        {"players": 1, "solo": "dale"},
    ]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_game_conforms(options: dict[str, Any]) -> None:
    report = check.check_game(game(**options), games=60)
    assert report.ok, [found for found in report.checks if not found.passed]
    assert [found.name for found in report.checks] == list(check.CHECKS)


@pytest.mark.parametrize("name", OPTION_SETS)
def test_the_game_conforms_with_options(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(check, "CHECKS", {name: check.CHECKS[name] for name in QUICK})
    report = check.check_game(game(**OPTION_SETS[name]), games=60, seed=31)
    assert report.ok, [found for found in report.checks if not found.passed]


def test_interpreted_is_compiled_with_every_option() -> None:
    """The same source without the compiler, in one process for all option sets."""
    records = []
    for options in OPTION_SETS.values():
        record = random_table(5, 30, "rich", **options).record().to_json()
        records.append({**record, "result": None})
    found = check._run_interpreted(records)
    for name, record, theirs in zip(OPTION_SETS, records, found, strict=True):
        assert interpreted.digests(record) == theirs, name
