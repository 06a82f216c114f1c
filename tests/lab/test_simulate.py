"""Mass simulation."""

from __future__ import annotations

import numpy as np
import pytest
from numba.core.runtime import _nrt_python, rtsys

import burgomaster as bm
from burgomaster.compiler.struct import zeros
from burgomaster.core.playout import Scratch, play_games
from burgomaster.core.table import Game


@pytest.mark.thorough
def test_threads_change_nothing_but_the_time(game: Game) -> None:
    one = bm.simulate(game, games=1500, seed=5, threads=1)
    two = bm.simulate(game, games=1500, seed=5, threads=2)
    assert one.steps == two.steps and (one.scores == two.scores).all()
    assert one.games == 1500 and one.seconds > 0 and one.steps_per_second > 0


@pytest.mark.slow
def test_a_simulated_game_is_the_game_a_table_plays(game: Game) -> None:
    from burgomaster.core.check import play_random

    simulated = bm.simulate(game, games=5, seed=11)
    assert [play_random(game, 11 + number).scores for number in range(5)] == simulated.scores.tolist()


@pytest.mark.slow
def test_random_play_scores_near_the_reference(game: Game) -> None:
    """Rules.md 17: mean winning score / mean score of random play, within a few points."""
    for players, winner, mean in ((2, 63, 50), (3, 37, 27), (4, 29, 18)):
        scores = bm.simulate(bm.game("petersburg", players=players), games=3000).scores
        assert abs(scores.max(axis=1).mean() - winner) < 6
        assert abs(scores.mean() - mean) < 6


def count_allocations(game: Game, games: int) -> int:
    states, scratches = zeros(game.rules.state, 2), zeros(Scratch, 1)
    states[0] = game.rules.undealt(game.options)[0]
    scores = np.zeros((games, 2), np.int32)
    before = rtsys.get_allocation_stats()
    play_games(states, scratches, scores, 0, 0, games, 1)
    return int(rtsys.get_allocation_stats().alloc - before.alloc)


@pytest.mark.slow
def test_a_playout_allocates_nothing(game: Game) -> None:
    _nrt_python.memsys_enable_stats()
    of_the_call = count_allocations(game, 1)  # numba wraps the arrays it is handed
    assert of_the_call > 0
    assert count_allocations(game, 200) == of_the_call


@pytest.mark.slow
def test_progress_adds_up(game: Game) -> None:
    seen: list[int] = []
    bm.simulate(game, games=600, threads=2, progress=seen.append)
    assert sum(seen) == 600


@pytest.mark.parametrize(
    "wrong", [{"games": 0}, {"games": 1.5}, {"threads": 0}, {"seed": -1}, {"seed": 2**63 - 2}]
)
def test_impossible_numbers_are_refused(game: Game, wrong: dict[str, int]) -> None:
    with pytest.raises(bm.SetupError):
        bm.simulate(game, **wrong)
