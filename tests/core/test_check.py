"""The conformance suite, over every variant and player count of every game, and its own sharpness."""

from __future__ import annotations

from typing import Any

import pytest

from burgomaster.core import check, check_kernels
from burgomaster.core.table import Game
from tests import conformance
from tests.suites import Suite, all_suites, own_games, suites_of, swept_suites


@pytest.mark.parametrize("suite", swept_suites(), ids=str)
def test_every_variant_conforms(suite: Suite) -> None:
    conformance.conform(suite.game, {"players": suite.players, **suite.options})


@pytest.mark.parametrize("game", own_games())
def test_interpreted_is_compiled_in_every_variant(game: str) -> None:
    options = [{"players": suite.players, **suite.options} for suite in suites_of(game)]
    conformance.compare_interpreted(game, options)


@pytest.mark.thorough
@pytest.mark.parametrize("suite", all_suites(), ids=str)
def test_every_variant_conforms_at_length(suite: Suite) -> None:
    conformance.conform_at_length(suite.game, {"players": suite.players, **suite.options})


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


def test_a_failure_tells_the_moves_that_led_there(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    def fail_later(states: Any, *_: Any) -> int:
        return -1 if states[check_kernels.NOW].round_no < 2 else 7

    monkeypatch.setattr(check_kernels, "check_refusals", fail_later)
    monkeypatch.setattr(check, "SLOW_GAMES", 1)
    detail = failing(monkeypatch, game, "legal_is_what_is_accepted").detail
    assert detail.startswith("legal and refuse differ on move 7 after ['")
    assert len(detail) > 200


def test_checks_can_be_left_out(game: Game) -> None:
    first, *others = check.CHECKS
    report = check.check_game(game, games=1, without=others)
    assert [found.name for found in report.checks] == [first]


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
