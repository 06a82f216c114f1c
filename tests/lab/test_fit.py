"""Fitting: it finds what was put in, and the command keeps what it found."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from burgomaster.bots.fitted import FittedNumbers, growth_at, read_fitted, spread_at
from burgomaster.cli.main import main
from burgomaster.core.registry import game_names
from burgomaster.lab import fit
from burgomaster.lab.fit import Moment


def moments(n: int, scale: float = 7.0) -> list[Moment]:
    """Made-up positions of three rounds: margins are leads and luck, and 3 points are still made."""
    draw = np.random.default_rng(1)
    leads, luck = draw.normal(size=n) * 10, draw.logistic(scale=scale, size=n)
    return [
        Moment(1 + at % 3, float(leads[at]), float(leads[at] + luck[at]), 3.0 + (at // 3) % 2)
        for at in range(n)
    ]


def test_the_spread_is_that_of_the_luck() -> None:
    found = moments(60_000)
    assert fit.fit(found).spread == [pytest.approx(7.0, rel=0.1)] * 3


def test_the_growth_is_the_mean_of_what_is_still_made() -> None:
    assert fit.fit(moments(600)).growth == [3.5, 3.5, 3.5]


def test_the_error_is_the_root_mean_square_of_the_luck() -> None:
    found = fit.fit(moments(60_000))
    assert found.error == pytest.approx(7.0 * np.pi / np.sqrt(3), rel=0.05)
    assert found.moments == 60_000


def test_rounds_that_are_rare_have_no_spread_of_their_own() -> None:
    found = moments(300)
    assert [len(here) for here in fit.by_round(found)] == [100, 100, 100]
    assert fit.by_round(found[:100]) == []


@pytest.mark.thorough  # compiles the search by rule of thumb
def test_the_command_writes_numbers_with_where_they_come_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "fitted.json"
    words = ["fit", "petersburg", "--games", "12", "--simulations", "2", "--seed", "10", "--out", str(path)]
    assert main([*words, "--json"]) == 0
    told, kept = json.loads(capsys.readouterr().out), json.loads(path.read_text())
    assert told == kept
    assert kept["game"] == "petersburg" and len(kept["spread"]) == len(kept["growth"]) > 0
    assert kept["provenance"]["command"] == "burgomaster fit petersburg --games 12 --seed 10 --simulations 2"
    assert kept["provenance"]["moments"] > 60 and kept["provenance"]["error"] > 0


def test_a_folder_that_is_not_there_is_said_before_any_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fit", "petersburg", "--out", str(tmp_path / "no" / "fitted.json")]) == 1
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("name", game_names())
def test_every_game_of_ours_has_fitted_numbers(name: str) -> None:
    found = read_fitted(name)
    assert len(found.spread) == len(found.growth) >= 6 and min(found.spread) > 0
    assert spread_at(name, 1, 0.0) == found.spread[0] and growth_at(name, 99) == found.growth[-1]


def test_a_game_without_fitted_numbers_uses_the_defaults(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("burgomaster.bots.fitted.game_folder", lambda _name: tmp_path)
    assert read_fitted.__wrapped__("petersburg") == FittedNumbers()
    monkeypatch.setattr("burgomaster.bots.fitted.read_fitted", lambda _name: FittedNumbers())
    assert spread_at("petersburg", 3, 12.5) == 12.5 and growth_at("petersburg", 3) == 0.0
