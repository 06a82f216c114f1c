"""The environment for RLlib passes RLlib's own check, plays whole games, and can be learned from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.envs import pettingzoo
from tests.cases import every

pytestmark = pytest.mark.slow  # what another library needs is compiled and run, in every CI

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("petersburg", {"players": 3}),
    ("spyrium", {"players": 5, "rewards": "margin"}),
    ("suburbia", {"players": 1, "solo": "dale", "rewards": "progress"}),
]


@pytest.fixture(scope="module")
def rllib() -> Any:
    """The module; it loads half of Ray."""
    from burgomaster.envs import rllib

    return rllib


def make(rllib: Any, name: str, options: dict[str, Any]) -> Any:
    return rllib.SeatsEnv({"game": name, **options})


def only_agent(seen: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    ((agent, one),) = seen.items()
    return agent, one


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")  # Ray's own
@every("name, options", GAMES)
def test_it_passes_the_check_of_rllib(name: str, options: dict[str, Any], rllib: Any) -> None:
    from ray.rllib.utils.pre_checks.env import check_multiagent_environments

    check_multiagent_environments(make(rllib, name, options))


@pytest.mark.thorough
@every("name, options", GAMES)
def test_it_plays_and_rewards_the_games_of_the_other_environments(
    name: str, options: dict[str, Any], rllib: Any
) -> None:
    env, other = make(rllib, name, options), pettingzoo.raw_env(name, **options)
    seen, _ = env.reset(seed=4)
    other.reset(seed=4)
    ended = False
    while not ended:
        agent, one = only_agent(seen)
        assert agent == other.agent_selection and seen[agent] in env.observation_spaces[agent]
        wanted = other.observe(agent)
        assert (one["action_mask"] == wanted["action_mask"]).all()
        assert np.allclose(one["observations"] * env._scale, wanted["observation"])
        action = int(one["action_mask"].argmax())
        seen, rewards, terminated, truncated, infos = env.step({agent: action})
        other.step(action)
        assert rewards == other.rewards and truncated == {"__all__": False}
        ended = terminated["__all__"]
    assert set(seen) == set(env.agents) and all(terminated.values())
    assert infos["player_0"]["scores"] == other.encoded.table.scores


def test_check_seeds_and_nonsense(rllib: Any) -> None:
    from ray.rllib.utils.pre_checks.env import check_multiagent_environments

    env = make(rllib, "petersburg", {"players": 2})
    with pytest.raises(bm.BurgomasterError, match="reset"):
        env.step({"player_0": 1})
    check_multiagent_environments(env)
    first = only_agent(env.reset(seed=1)[0])[1]["observations"]
    second = only_agent(env.reset()[0])[1]["observations"]
    assert (only_agent(env.reset(seed=1)[0])[1]["observations"] == first).all()
    agent, one = only_agent(env.reset()[0])
    assert (one["observations"] == second).all() and (first != second).any()
    other = next(name for name in env.agents if name != agent)
    for nonsense in ({}, {other: 1}, {agent: 1, other: 1}, {agent: -1}, {agent: "buy"}, {agent: None}):
        with pytest.raises(bm.BurgomasterError) as refused:
            env.step(nonsense)
        assert len(refused.value.text("ru")) > 15
    illegal = int((one["action_mask"] == 0).argmax())
    _, rewards, terminated, _, infos = env.step({agent: illegal})
    assert rewards == {agent: -1.0, other: 0.0} and terminated["__all__"] and infos[agent]["illegal_action"]
    with pytest.raises(bm.BurgomasterError, match="over"):
        env.step({agent: illegal})
    for config in (None, {}, {"game": 5}, {"game": "chess"}, {"game": "petersburg", "players": 9}):
        with pytest.raises(bm.BurgomasterError):
            rllib.SeatsEnv(config)


@pytest.fixture
def cluster() -> Iterator[None]:
    """A Ray of one process on this machine."""
    import ray

    ray.init(num_cpus=1, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield
    ray.shutdown()


@pytest.mark.thorough
@pytest.mark.filterwarnings("ignore")  # Ray's own
@pytest.mark.usefixtures("cluster", "torch")
def test_ppo_learns_from_it_for_a_few_iterations(rllib: Any) -> None:
    config = rllib.ppo("petersburg", hidden=(32,), players=2)
    config = config.env_runners(num_env_runners=0).training(
        train_batch_size_per_learner=400, minibatch_size=100, num_epochs=1
    )
    algorithm = config.build_algo()
    before = weights_of(algorithm, rllib.POLICY)
    for _ in range(3):
        result = algorithm.train()
    learned = result["learners"][rllib.POLICY]
    assert np.isfinite(learned["total_loss"]) and result["num_env_steps_sampled_lifetime"] >= 1200
    assert result["env_runners"]["num_episodes"] > 0
    returned = result["env_runners"]["agent_episode_returns_mean"]
    assert returned["player_0"] == pytest.approx(-returned["player_1"])  # nobody lost by an illegal action
    after = weights_of(algorithm, rllib.POLICY)
    assert any((before[name] != after[name]).any() for name in before)
    algorithm.stop()


def weights_of(algorithm: Any, policy: str) -> dict[str, Any]:
    """Copy the weights of a policy."""
    found = algorithm.get_module(policy).get_state()
    return {name: np.array(values) for name, values in found.items()}
