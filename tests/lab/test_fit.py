"""Fitting: the least squares find what was put in, and the command keeps what it found."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from burgomaster.bots.fitted import features_of, read_fit, read_weights
from burgomaster.cli.main import main
from burgomaster.lab import fit
from burgomaster.lab.fit import Moment


def moments(weights: list[float], n: int = 4000) -> list[Moment]:
    """Made-up positions whose margins follow the weights, with luck."""
    draw = np.random.default_rng(1)
    rows = draw.normal(size=(n, len(weights)))
    leads, luck = draw.normal(size=n) * 5, draw.normal(size=n)
    return [
        Moment(at, 1 + at % 3, leads[at], rows[at], float(leads[at] + rows[at] @ weights + luck[at]), 3.0)
        for at in range(n)
    ]


def test_least_squares_find_the_weights() -> None:
    wanted = [2.0, -1.0, 0.0, 0.5]
    assert fit.solve(moments(wanted)) == pytest.approx(wanted, abs=0.1)


def test_what_was_fitted_foresees_better() -> None:
    found = moments([2.0, -1.0])
    assert fit.error(found, np.array([2.0, -1.0])) == pytest.approx(1.0, abs=0.05)
    assert fit.error(found, np.zeros(2)) == pytest.approx(np.sqrt(6.0), abs=0.1)


def test_the_spread_is_that_of_the_luck() -> None:
    draw = np.random.default_rng(2)
    leads = draw.normal(size=20_000) * 10
    margins = leads + draw.logistic(scale=7.0, size=20_000)
    assert fit.fit_spread(leads, margins) == pytest.approx(7.0, rel=0.1)


def test_rounds_that_are_rare_have_no_spread_of_their_own() -> None:
    found = moments([1.0, 0.0], 300)
    assert [len(here) for here in fit.by_round(found)] == [100, 100, 100]
    assert fit.by_round(found[:100]) == []


def test_the_command_writes_weights_with_where_they_come_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "weights.json"
    words = ["fit", "petersburg", "--games", "2", "--descents", "2", "--seed", "10", "--out", str(path)]
    assert main([*words, "--json"]) == 0
    told, kept = json.loads(capsys.readouterr().out), json.loads(path.read_text())
    assert told == kept
    assert list(kept["weights"]) == list(features_of("petersburg").names)
    assert kept["provenance"]["command"] == "burgomaster fit petersburg --games 2 --seed 10 --descents 2"


def test_a_folder_that_is_not_there_is_said_before_any_game(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fit", "petersburg", "--out", str(tmp_path / "no" / "weights.json")]) == 1
    assert "cannot be written" in capsys.readouterr().err


def test_a_feature_without_a_weight_counts_nothing() -> None:
    assert (read_weights("petersburg", ["nobody knows this"]) == 0.0).all()
    assert read_fit("no_such_game") == {}
