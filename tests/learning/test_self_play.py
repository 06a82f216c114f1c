"""Self-play: repeatable, samples of the right seats, and targets that are what came."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.bots.net import LEAD, LEAD_POINTS, LOGITS, POINTS
from burgomaster.learning.player import Job, Players, Space, stack
from burgomaster.learning.self_play import GREEDY, LEARNER, RANDOM
from tests.cases import never, sweep
from tests.learning.nets import GAMES, any_net, layout

QUICK = "spyrium"  # the game that is compiled soonest


def job_of(name: str, seats: list[int], seed: int = 3, games: int = 1, **how: Any) -> Job:
    game = bm.game(name, **{**GAMES[name], "players": len(seats)})
    row = np.array([*seats, *[LEARNER] * (5 - len(seats))], np.int8)
    return Job(game, np.tile(row, (games, 1)), seed, **how)


def space_of(job: Job) -> Space:
    return Space(job.game.rules.state, layout(job.game.name))


def nets_of(name: str) -> Any:
    return stack([any_net(name, 1), any_net(name, 2)])


@pytest.mark.parametrize("name", sweep(GAMES, never, lambda name: name == QUICK))
def test_targets_are_the_end_of_the_game_as_each_seat_sees_it(name: str) -> None:
    job = job_of(name, [LEARNER] * GAMES[name]["players"])
    space = space_of(job)
    played = space.play(job, nets_of(name))
    n, n_seats = played.n_samples, job.game.n_seats
    seats = space.samples.seats[:n].astype(int)
    assert n > 20 and set(seats) == set(range(n_seats))
    scores, won = played.scores[0], played.places[0] == 0
    for seat, target in zip(seats, played.targets, strict=True):
        order = (seat + np.arange(n_seats)) % n_seats
        np.testing.assert_allclose(target[:n_seats] * POINTS, scores[order], rtol=1e-5)
        np.testing.assert_allclose(target[LOGITS : LOGITS + n_seats], won[order] / won.sum())
        lead = scores[seat] - max(np.delete(scores, seat))
        assert target[LEAD] * LEAD_POINTS == pytest.approx(lead, abs=1e-3)


@pytest.mark.slow
def test_less_trust_mixes_in_what_was_expected_but_never_at_the_end() -> None:
    job = job_of(QUICK, [LEARNER, LEARNER])
    space = space_of(job)
    full = space.play(job, nets_of(QUICK))
    less = space.play(replace(job, trust=0.5), nets_of(QUICK))
    seats = space.samples.seats[: less.n_samples]
    np.testing.assert_array_equal(full.scores, less.scores)
    for seat in (0, 1):
        differ = np.abs(full.targets - less.targets).max(1)[seats == seat]
        assert differ[-1] == 0 and (differ[:-1] > 0).all()


@pytest.mark.slow
def test_only_the_net_that_learns_leaves_samples() -> None:
    for other in (GREEDY, RANDOM, 1):
        job = job_of(QUICK, [other, LEARNER], games=2)
        space = space_of(job)
        played = space.play(job, nets_of(QUICK))
        assert set(space.samples.seats[: played.n_samples]) == {1}
    greedy = space_of(job).play(job_of(QUICK, [GREEDY, RANDOM], games=4), nets_of(QUICK))
    assert greedy.n_samples == 0 and (greedy.places[:, 0] == 0).all()


@pytest.mark.slow
def test_an_earlier_net_plays_as_itself() -> None:
    """Who sits in a seat decides its moves: the same net under another number plays the same game."""
    one, other = any_net(QUICK, 1), any_net(QUICK, 2)
    space = space_of(job_of(QUICK, [0, 1]))
    first = space.play(job_of(QUICK, [0, 1], games=3), stack([one, other]))
    second = space.play(job_of(QUICK, [1, 0], games=3), stack([other, one]))
    np.testing.assert_array_equal(first.scores, second.scores)
    same = space.play(job_of(QUICK, [0, 1], games=3), stack([one, one]))
    assert (same.scores != first.scores).any()


@pytest.mark.slow
def test_games_are_repeated_by_their_seed_on_any_number_of_threads() -> None:
    jobs = [job_of(QUICK, [LEARNER, LEARNER], seed, 2, explore=0.3) for seed in (10, 12, 14)]
    found = []
    for threads in (1, 2):
        players = Players(jobs[0].game.rules.state, layout(QUICK), threads)
        found.append(list(players.play(jobs, nets_of(QUICK))))
        players.close()
    for one, other in zip(*found, strict=True):
        np.testing.assert_array_equal(one.scores, other.scores)
        np.testing.assert_array_equal(one.targets, other.targets)
        for part, again in zip(one.inputs, other.inputs, strict=True):
            np.testing.assert_array_equal(part, again)
    assert (found[0][0].scores != found[0][1].scores).any()


@pytest.mark.slow
def test_samples_are_inputs_as_a_net_takes_them() -> None:
    job = job_of(QUICK, [LEARNER, LEARNER])
    played = space_of(job).play(job, nets_of(QUICK))
    places, numbers, starts = played.inputs
    assert len(places) == len(numbers) and starts[0] == 0 and (np.diff(starts) > 10).all()
    assert places.max() < layout(QUICK).size and (numbers != 0).all()
