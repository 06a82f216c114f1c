"""Golden files: any change of behaviour shows as a difference of text."""

from __future__ import annotations

import pytest

import burgomaster as bm
from tests import golden
from tests.cases import sweep
from tests.suites import Suite, own_games, suites_of, swept_suites


@pytest.mark.parametrize("suite", swept_suites(), ids=str)
def test_every_variant_and_player_count_plays_and_ends_as_it_did(suite: Suite) -> None:
    path, text = golden.playthrough(suite)
    assert path.read_text(encoding="utf-8") == text, f"{path.name} differs: see make golden"
    assert bm.Record.load(golden.record_file(suite)).check().over


@pytest.mark.parametrize("name", sweep(own_games(), lambda name: name == "spyrium"))
def test_lines_of_play_are_as_many_as_they_were(name: str) -> None:
    first, *_ = golden.PERFT_SEEDS
    kept = golden.perft_file(name).read_text(encoding="utf-8").splitlines()[1:]
    counted = [line for suite in suites_of(name) for line in golden.seed_lines(suite, first)]
    assert [line for line in kept if line.split()[1] == str(first)] == counted


@pytest.mark.thorough
@pytest.mark.parametrize("name", own_games())
def test_lines_of_play_of_every_seed_are_as_many_as_they_were(name: str) -> None:
    assert golden.perft_file(name).read_text(encoding="utf-8").splitlines() == list(golden.perft_lines(name))
