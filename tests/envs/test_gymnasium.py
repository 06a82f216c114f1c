"""Gymnasium's own checker passes; bots, policies and seeds of an environment with one agent."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import burgomaster as bm
from burgomaster.core.check import Suite
from burgomaster.core.registry import game_names
from burgomaster.envs.gymnasium import environment_id
from tests.cases import every
from tests.envs.suites import QUICK_AND_ALL, name_of, options_of

pytestmark = pytest.mark.slow  # what another library needs is compiled and run, in every CI


def make(game: str, **options: Any) -> Any:
    return gymnasium.make(environment_id(game), **options)


@pytest.mark.parametrize("suite", QUICK_AND_ALL, ids=name_of)
def test_it_passes_the_checker_of_gymnasium(suite: Suite, capsys: pytest.CaptureFixture[str]) -> None:
    env = make(suite.game, seat="random", **options_of(suite))
    check_env(env.unwrapped, skip_render_check=False)
    assert capsys.readouterr().out  # what was rendered


@pytest.mark.thorough
@pytest.mark.parametrize("opponents", ["greedy", "search:2"])
def test_it_passes_the_checker_with_every_opponent(opponents: str) -> None:
    for game in game_names():
        check_env(make(game, opponents=opponents).unwrapped)


def test_every_game_has_an_id() -> None:
    assert environment_id("some_long_name") == "burgomaster/SomeLongName-v0"
    for game in game_names():
        assert environment_id(game) in gymnasium.registry
    env = gymnasium.make(f"burgomaster.envs.gymnasium:{environment_id('petersburg')}")
    assert env.unwrapped.encoded.game.name == "petersburg"


def play(env: Any, seed: int | None) -> tuple[list[Any], float, dict[str, Any]]:
    """Play a game with the first legal action; everything seen, the rewards, the last info."""
    observation, info = env.reset(seed=seed)
    seen, total, ended = [observation.tolist()], 0.0, False
    while not ended:
        assert (env.unwrapped.action_masks() == info["action_mask"]).all()
        action = int(np.flatnonzero(info["action_mask"])[0])
        observation, reward, ended, truncated, info = env.step(action)
        assert observation in env.observation_space and not truncated
        seen.append(observation.tolist())
        total += reward
    return seen, total, info


@pytest.mark.parametrize(
    "opponents", [["greedy", "random"], pytest.param("greedy", marks=pytest.mark.thorough)]
)
def test_a_seed_repeats_a_game_and_those_after_it(opponents: Any) -> None:
    env = make("petersburg", players=3, opponents=opponents, seat="random")
    first = [play(env, 6)[0], play(env, None)[0]]
    assert [play(env, 6)[0], play(env, None)[0]] == first and first[0] != first[1]
    assert play(env, 7)[0] != first[0]


@pytest.mark.thorough
def test_a_seed_repeats_a_game_against_a_search() -> None:
    env = make("petersburg", opponents="search:2")
    assert play(env, 6)[0] == play(env, 6)[0]


@every("rewards", ["rank", "score", "margin", "progress"])
def test_rewards_come_from_the_game(rewards: str) -> None:
    env = make("petersburg", players=3, seat=1, rewards=rewards)
    _, total, info = play(env, 3)
    mine, table = int(info["scores"][1]), env.unwrapped.encoded.table
    assert info["scores"].tolist() == table.scores and not info["action_mask"].any()
    others = max(info["scores"][0], info["scores"][2])
    wanted = {"score": mine, "margin": mine - others, "progress": mine, "rank": None}[rewards]
    assert total == wanted if wanted is not None else (total == 1.0) == (table.winners == [1])


def test_opponents_are_handed_what_their_own_seats_know() -> None:
    asked: list[int] = []

    def policy(observation: Any, mask: Any) -> int:
        encoded = env.unwrapped.encoded
        asked.append(encoded.to_move)
        assert (observation == encoded.observation(encoded.to_move)).all() and mask.any()
        return int(np.flatnonzero(mask)[-1])

    env = make("petersburg", players=3, seat=1, opponents=[policy, bm.bot("random", seed=1)])
    play(env, 1)
    assert set(asked) == {2}  # the first in the list sits behind the agent


def test_the_agent_can_be_seated_by_chance() -> None:
    env = make("petersburg", players=4, seat="random")
    seats = {env.reset(seed=seed)[1]["seat"] for seed in range(24)}
    assert seats == {0, 1, 2, 3}
    assert make("petersburg", players=4, seat=2).reset(seed=1)[1]["seat"] == 2


def test_an_illegal_action_loses_the_game() -> None:
    env = make("petersburg", illegal_reward=-2.0)
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated, info["illegal_action"]) == (-2.0, True, False, True)
    assert not info["action_mask"].any()
    with pytest.raises(bm.BurgomasterError, match="reset"):
        env.unwrapped.step(illegal)
    env.reset(seed=1)
    for nonsense in (-1, 10**9, "buy", None, 0.5, np.array([1, 2])):
        with pytest.raises(bm.BurgomasterError, match="whole number"):
            env.unwrapped.step(nonsense)


def test_nonsense_is_refused_in_words() -> None:
    def wrong_policy(_observation: Any, _mask: Any) -> int:
        return -1

    for wrong in (
        {"opponents": "chess"},
        {"opponents": "search:x"},
        {"opponents": "search:99"},
        {"opponents": ["random", "random"]},
        {"opponents": 5},
        {"opponents": None},
        {"opponents": "random:3"},
        {"seat": 2},
        {"seat": True},
        {"seat": "window"},
        {"rewards": "love"},
        {"players": 0},
        {"render_mode": "rgb_array"},
        {"weather": "rain"},
    ):
        with pytest.raises(bm.BurgomasterError) as refused:
            bm.envs.gymnasium.SeatEnv("petersburg", **wrong)
        assert len(refused.value.text("ru")) > 15, wrong
    with pytest.raises(bm.BurgomasterError, match="reset"):
        bm.envs.gymnasium.SeatEnv("petersburg", render_mode="ansi").render()
    env = make("petersburg", seat=1, opponents=wrong_policy)
    with pytest.raises(bm.BurgomasterError, match="whole number"):
        for seed in range(5):
            env.reset(seed=seed)
