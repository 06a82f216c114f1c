"""Thousands of games at once are the same games, with Gymnasium's rules of restarting kept to the letter."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from gymnasium.wrappers.vector import NormalizeReward, RecordEpisodeStatistics, TransformObservation

import burgomaster as bm
from burgomaster.core.rng import PLAY_STREAM, draw_below, new_rng, seed_rng
from burgomaster.envs.encoded_table import EncodedTable
from burgomaster.envs.gymnasium import environment_id
from tests.cases import never, sweep

pytestmark = pytest.mark.slow  # what another library needs is compiled and run, in every CI

DALE = {"players": 1, "solo": "dale"}


def make_vec(game: str, n: int, **options: Any) -> Any:
    mode = options.pop("mode", "vector_entry_point")
    return gymnasium.make_vec(environment_id(game), num_envs=n, vectorization_mode=mode, **options)


def first_legal(masks: Any) -> Any:
    return masks.argmax(1)


def test_it_is_what_gymnasium_makes_of_single_environments() -> None:
    """Alone no opponent draws anything: the same seeds are the same games, in every array and info."""
    ours = make_vec("suburbia", 3, rewards="progress", **DALE)
    same_step = {"autoreset_mode": AutoresetMode.SAME_STEP}
    theirs = make_vec("suburbia", 3, mode="sync", vector_kwargs=same_step, rewards="progress", **DALE)
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert ours.observation_space == theirs.observation_space and ours.action_space == theirs.action_space
    (one, info), (other, other_info) = ours.reset(seed=5), theirs.reset(seed=5)
    ended = np.zeros(3, bool)
    while not ended.all():
        going = ~ended  # later games are drawn in other ways
        assert (one[going] == other[going]).all()
        assert (info["action_mask"][going] == other_info["action_mask"][going]).all()
        actions = np.where(going, first_legal(info["action_mask"]), first_legal(other_info["action_mask"]))
        own = np.where(going, actions, first_legal(info["action_mask"]))
        one, rewards, done, truncated, info = ours.step(own)
        other, other_rewards, other_done, _, other_info = theirs.step(actions)
        assert (rewards[going] == other_rewards[going]).all() and rewards.dtype == other_rewards.dtype
        assert (done[going] == other_done[going]).all() and not truncated.any()
        for game in np.flatnonzero(done & going):
            assert info["_final_obs"][game] and info["_final_info"][game]
            assert (info["final_obs"][game] == other_info["final_obs"][game]).all()
            scores, other_scores = info["final_info"]["scores"], other_info["final_info"]["scores"]
            assert scores[game].tolist() == other_scores[game].tolist()
        ended |= done


@pytest.mark.parametrize(
    ("name", "options", "seat"),
    [
        pytest.param("petersburg", {"players": 3}, 1),
        pytest.param("spyrium", {"players": 4}, 3, marks=pytest.mark.thorough),
        pytest.param("suburbia", {"players": 2}, 0, marks=pytest.mark.thorough),
    ],
)
def test_the_last_sight_of_a_game_is_kept(name: str, options: dict[str, Any], seat: int) -> None:
    envs = make_vec(name, 2, seat=seat, rewards="margin", **options)
    _, info = envs.reset(seed=21)
    finals: dict[int, tuple[list[int], list[int], float]] = {}
    while len(finals) < 2:
        _, rewards, done, _, info = envs.step(first_legal(info["action_mask"]))
        for game in np.flatnonzero(done):
            told = (
                info["final_obs"][game].tolist(),
                info["final_info"]["scores"][game].tolist(),
                rewards[game],
            )
            finals.setdefault(int(game), told)
    for game in range(2):
        encoded, rng = EncodedTable(envs.batch.game, "margin"), new_rng()
        encoded.deal(21 + game)
        seed_rng(rng, 21 + game, PLAY_STREAM)
        total = 0.0
        while not encoded.over:
            codes = encoded.table.legal_codes()
            action = int(encoded.mask(seat).argmax())
            if encoded.to_move != seat:
                action = encoded.space.action_of(codes[draw_below(rng, len(codes))])
            total += encoded.act(action)[seat]
        assert finals[game] == (encoded.observation(seat).tolist(), encoded.table.scores, total)


@pytest.mark.parametrize(
    "opponents", sweep(["random", "greedy"], quick=never, slow=lambda opponents: opponents == "random")
)
def test_it_goes_as_a_batch_goes(opponents: str) -> None:
    envs = make_vec("petersburg", 130, opponents=opponents, players=3, seat=2, threads=3)
    batch = bm.batch("petersburg", 130, opponents=opponents, players=3, seat=2, seed=8, threads=1)
    envs.reset(seed=8)
    for _ in range(60):
        actions = batch.random_actions().copy()
        envs.batch.random_actions()  # draws as well
        observations, rewards, done, _, infos = envs.step(actions)
        batch.step(actions)
        assert (observations == batch.observations).all() and (infos["action_mask"] == batch.mask).all()
        assert (rewards == batch.rewards[:, 2]).all() and (done == batch.done).all()
    assert envs.batch.seeds.max() >= 8 + 130 or opponents == "greedy"


def test_what_is_returned_stays_unless_asked_otherwise() -> None:
    for copy in (True, False):
        envs = make_vec("petersburg", 4, copy=copy)
        observations, infos = envs.reset(seed=1)
        before = observations.copy()
        later, _, _, _, later_infos = envs.step(first_legal(infos["action_mask"]))
        assert np.shares_memory(observations, later) == (not copy)
        assert np.shares_memory(infos["action_mask"], later_infos["action_mask"]) == (not copy)
        assert (observations == before).all() == copy
        assert (envs.action_masks() == later_infos["action_mask"]).all()
        envs.close()
        envs.close()


def test_a_game_that_ended_can_wait_for_the_next_step() -> None:
    late, same = (
        make_vec("petersburg", 5, autoreset_mode=mode, copy=False) for mode in ("NextStep", "SameStep")
    )
    assert late.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    (seen, infos), (_, same_infos) = late.reset(seed=3), same.reset(seed=3)
    before, n_ended = np.zeros(5, bool), 0
    while n_ended < 4:
        actions = first_legal(infos["action_mask"])
        first = np.array([late.batch.legal[game, : late.batch.n_legal[game]].min() for game in range(5)])
        assert (actions == np.where(before, 0, first)).all()
        seen, rewards, done, _, infos = late.step(actions)
        assert not done[before].any() and not rewards[before].any()
        assert (infos["action_mask"][before].any(1)).all() and not infos["action_mask"][done].any()
        for game in np.flatnonzero(done):
            assert infos["_scores"][game] and infos["scores"][game].max() > 0
            assert (seen[game] == late.batch.final_observations[game]).all()
        before, n_ended = done, n_ended + int(done.sum())
    wanted: dict[int, list[int]] = {}
    while len(wanted) < 5:
        _, _, done, _, same_infos = same.step(first_legal(same_infos["action_mask"]))
        for game in np.flatnonzero(done):
            wanted.setdefault(int(game), same_infos["final_obs"][game].tolist())
    again, infos = late.reset(seed=3)
    found: dict[int, list[int]] = {}
    while len(found) < 5:
        again, _, done, _, infos = late.step(first_legal(infos["action_mask"]))
        for game in np.flatnonzero(done):
            found.setdefault(int(game), again[game].tolist())
    assert found == wanted


def test_wrappers_of_gymnasium_fit() -> None:
    envs = NormalizeReward(RecordEpisodeStatistics(make_vec("petersburg", 6, rewards="score")))
    space = gymnasium.spaces.Box(-300, 300, envs.single_observation_space.shape, np.float32)
    late = TransformObservation(
        RecordEpisodeStatistics(make_vec("petersburg", 6, rewards="score", autoreset_mode="NextStep")),
        func=lambda seen: seen.astype(np.float32) / 100,
        single_observation_space=space,
        observation_space=batch_space(space, 6),
    )
    for made in (envs, late):
        _, infos = made.reset(seed=3)
        done, n_steps = np.zeros(6, bool), 0
        while not done.any():
            seen, rewards, done, _, infos = made.step(first_legal(infos["action_mask"]))
            n_steps += 1
        game = int(done.argmax())
        assert infos["episode"]["l"][game] == n_steps and rewards.shape == (6,)
        assert seen in made.observation_space


def test_resets_follow_the_seed() -> None:
    envs = make_vec("petersburg", 5)
    first, second = envs.reset(seed=4)[0], envs.reset()[0]
    assert (first != second).any()
    assert (envs.reset(seed=4)[0] == first).all() and (envs.reset()[0] == second).all()


def test_nonsense_is_refused_and_changes_nothing() -> None:
    for wrong in (
        {"opponents": "search:2"},
        {"opponents": None},
        {"opponents": ["random"]},
        {"seat": "random"},
        {"seat": 2},
        {"rewards": "love"},
        {"render_mode": "ansi"},
        {"players": 9},
        {"threads": 0},
        {"autoreset_mode": "Disabled"},
    ):
        with pytest.raises(bm.BurgomasterError) as refused:
            make_vec("petersburg", 4, **wrong)
        assert len(refused.value.text("ru")) > 15, wrong
    envs = make_vec("petersburg", 4)
    _, infos = envs.reset(seed=1)
    good = first_legal(infos["action_mask"])
    before = envs.batch.save()
    illegal = good.copy()
    illegal[2] = int((infos["action_mask"][2] == 0).argmax())
    for nonsense in (illegal, good - 10**6, good[:3], good.astype(float), None, [["a"]]):
        with pytest.raises(bm.SetupError):
            envs.step(nonsense)
    for name, kept in envs.batch.save().items():
        assert kept.tobytes() == before[name].tobytes()
    for seed in (-1, 2**63, "one"):
        with pytest.raises((bm.SetupError, gymnasium.error.Error)):
            envs.reset(seed=seed)


def test_other_ways_of_making_many_environments_work_too() -> None:
    envs = make_vec("petersburg", 2, mode="sync", opponents="greedy", seat="random")
    _, infos = envs.reset(seed=1)
    for _ in range(3):
        _, _, _, _, infos = envs.step(first_legal(infos["action_mask"]))
        assert infos["action_mask"].any(axis=1).all()
    envs.close()
