"""The conformance suite, over every game, player count and option, and its own sharpness."""

from __future__ import annotations

from typing import Any

import pytest

import burgomaster as bm
from burgomaster.core import check, check_kernels
from burgomaster.core.registry import game_info
from burgomaster.core.table import Game
from burgomaster.games.petersburg.rules.options import max_copies, read_table


def describe(options: dict[str, Any]) -> str:
    """An option set as the name of a test."""
    return " ".join(f"{name}={value}" for name, value in options.items() if name != "custom_cards")


VARIANTS: list[dict[str, Any]] = [
    {"players": players, **variant.options}
    for variant in game_info("petersburg").variants
    for players in variant.players
]
OPTIONS: list[dict[str, Any]] = [
    {
        "players": 2,
        "first_phase_buy_only": True,
        "warehouse_loss_discard": True,
        "tiebreak": "leftover_rubles",
    },
    {"players": 3, "open_money": True, "open_hands": True, "nobles_over_ten": "plus10"},
    {"players": 4, "observatory_public": True, "potemkin_villages_same": True, "auto_forced": "all"},
    {"players": 3, "extra_marker_seats": [1], "seating": "random"},
    {"players": 2, "expansions": ["new_society"], "prison_free_return": True, "open_hands": True},
    {"players": 3, "edition": "2014", "expansions": ["market"], "market_pile_ends_game": False},
]
EVERYTHING = {  # every copy of every card that a custom game allows, with all rules switched on
    "players": 5,
    "expansions": ["banquet", "new_society", "market"],
    "custom_cards": {row["id"]: max_copies(row) for row in read_table("cards.csv")},
}


@pytest.mark.parametrize("options", [*VARIANTS, *OPTIONS, EVERYTHING], ids=describe)
def test_the_game_conforms(options: dict[str, Any]) -> None:
    report = check.check_game(bm.game("petersburg", **options), games=60)
    assert report.ok, [found for found in report.checks if not found.passed]
    assert [found.name for found in report.checks] == list(check.CHECKS)


def failing(monkeypatch: pytest.MonkeyPatch, game: Game, name: str) -> check.Check:
    monkeypatch.setattr(check, "CHECKS", {name: check.CHECKS[name]})
    report = check.check_game(game, games=3)
    assert not report.ok
    return report.checks[0]


def test_a_broken_invariant_is_found(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    def broken(states: Any, scratches: Any, first: int, end: int, seed: int, found: Any) -> None:
        found[:] = (17, 7, 2, 16)

    monkeypatch.setattr(check_kernels, "check_rules", broken)
    assert (
        "invariant 7 broken in the game of seed 3 after 16 moves"
        in failing(monkeypatch, game, "invariants_hold").detail
    )


def test_a_move_that_legal_forgets_is_found(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    monkeypatch.setattr(check_kernels, "check_refusals", lambda *_: 511)
    assert "differ on move 511" in failing(monkeypatch, game, "legal_is_what_is_accepted").detail


def test_a_view_that_shows_the_piles_is_found(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    original = check_kernels.check_hidden

    def leak(states: Any, seat: int, rng: Any) -> int:
        broken = original(states, seat, rng)
        states[check_kernels.MINE].decks[200] = 1
        return int(broken)

    monkeypatch.setattr(check_kernels, "check_hidden", leak)
    assert "can tell hidden things" in failing(monkeypatch, game, "views_leak_nothing").detail


def test_a_difference_between_interpreted_and_compiled_is_found(
    monkeypatch: pytest.MonkeyPatch, game: Game
) -> None:
    original = check._run_interpreted

    def differ(records: list[Any]) -> list[list[str]]:
        found = original(records)
        found[0][5] = "?"
        return found

    monkeypatch.setattr(check, "_run_interpreted", differ)
    assert "differ after move 5" in failing(monkeypatch, game, "interpreted_is_compiled").detail
