"""PettingZoo's own tests pass, and an environment plays the games of a table and tells nothing hidden."""

from __future__ import annotations

import importlib.util
import pickle
import sys
from typing import Any

import numpy as np
import pytest
from pettingzoo import make
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, render_test, seed_test

import burgomaster as bm
from burgomaster.core.check import Suite
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.envs import pettingzoo
from burgomaster.envs.encoded_table import MissingPackage
from tests.cases import every
from tests.envs.suites import QUICK_AND_ALL, name_of, options_of

pytestmark = pytest.mark.slow  # what another library needs is compiled and run, in every CI

# What the tests of PettingZoo say of its own classic games as well: observations with a mask are dicts, and
# the mask of an agent whose game is over is empty
CUSTOMARY = (
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably",
    "ignore:Action mask numpy array is all zeros",
)
customary = [pytest.mark.filterwarnings(words) for words in CUSTOMARY]
REWARDS = ("rank", "score", "margin", "progress")


def with_marks(test: Any) -> Any:
    for mark in customary:
        test = mark(test)
    return test


@with_marks
@pytest.mark.parametrize("suite", QUICK_AND_ALL, ids=name_of)
def test_it_passes_the_tests_of_pettingzoo(suite: Suite, capsys: pytest.CaptureFixture[str]) -> None:
    options = options_of(suite)
    api_test(pettingzoo.env(suite.game, **options), num_cycles=40)
    seed_test(lambda: pettingzoo.env(suite.game, **options), num_cycles=15)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.thorough
def test_it_passes_the_other_tests_of_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("petersburg", "suburbia", "spyrium"):
        performance_benchmark(pettingzoo.env(name))
        render_test(lambda render_mode, name=name: pettingzoo.env(name, render_mode=render_mode))  # type: ignore[misc]
    assert capsys.readouterr().out.count("turns per second") == 3


def play(env: Any, seed: int, choose: Any) -> dict[str, float]:
    """Play a game and add the rewards of every agent up."""
    env.reset(seed=seed)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        env.step(None if termination or truncation else choose(observation["action_mask"]))
    return total


def first_legal(mask: Any) -> int:
    return int(np.flatnonzero(mask)[0])


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("petersburg", {"players": 3}),
        pytest.param("spyrium", {"players": 2}, marks=pytest.mark.thorough),
        pytest.param("suburbia", {"players": 1, "solo": "dale"}, marks=pytest.mark.thorough),
    ],
)
def test_it_plays_and_rewards_the_games_of_a_batch(name: str, options: dict[str, Any]) -> None:
    for kind in REWARDS:
        batch = bm.batch(name, 1, seed=5, rewards=kind, **options)
        total = np.zeros(batch.game.n_seats)
        while not batch.done[0]:
            batch.step(np.array([first_legal(batch.mask[0])], np.int32))
            total += batch.rewards[0]
        env = pettingzoo.env(name, rewards=kind, **options)
        assert list(play(env, 5, first_legal).values()) == pytest.approx(total[: options["players"]].tolist())
        if kind == "score":
            assert env.unwrapped.encoded.table.scores == batch.scores[0].tolist()


def test_pettingzoo_makes_it_by_name() -> None:
    made = make("aec", pettingzoo.environment_id("petersburg"), players=3)
    made.reset(seed=1)
    env = pettingzoo.env("petersburg", players=3)
    env.reset(seed=1)
    assert (made.state() == env.state()).all() and str(made) == str(env) == "burgomaster_petersburg_v0"
    assert make("parallel", "burgomaster/spyrium-v0", players=5).possible_agents[-1] == "player_4"


def test_the_game_of_a_seed_is_the_one_of_a_table() -> None:
    env = pettingzoo.env("petersburg", players=4)
    env.reset(seed=77)
    dealt = bm.game("petersburg", players=4).new(seed=77)
    assert env.unwrapped.encoded.table.state_bytes() == dealt.state_bytes()
    env.reset()
    later = env.unwrapped.encoded.table.state_bytes()
    env.reset(seed=77)
    env.reset()
    assert env.unwrapped.encoded.table.state_bytes() == later != dealt.state_bytes()


@every(
    "name, options",
    [("petersburg", {"players": 3}), ("suburbia", {"players": 3}), ("spyrium", {"players": 3})],
)
def test_what_is_hidden_changes_nothing(name: str, options: dict[str, Any]) -> None:
    env = pettingzoo.raw_env(name, **options)
    env.reset(seed=3)
    rng = new_rng()
    seed_rng(rng, 1, 0)
    for turn in range(24):
        if turn % 6 == 5:
            for seat, agent in enumerate(env.agents):
                before, shown = env.observe(agent), env.encoded.table
                env.encoded.table = shown.copy()
                env.encoded.table._states = shown.determinized(seat, rng)
                env.encoded._describe()
                for key, value in env.observe(agent).items():
                    assert (value == before[key]).all(), (turn, agent, key)
                env.encoded.table = shown
                env.encoded._describe()
        env.step(first_legal(env.observe(env.agent_selection)["action_mask"]))


def test_an_illegal_action_ends_the_game_or_raises_and_changes_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    env, raw = pettingzoo.env("petersburg", illegal_reward=-3), pettingzoo.raw_env("petersburg")
    env.reset(seed=1)
    raw.reset(seed=1)
    illegal = int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0])
    before = raw.encoded.table.state_bytes()
    for nonsense in (illegal, -1, raw.encoded.space.size, 1.5, "buy", None, True, np.array([1, 2])):
        with pytest.raises(bm.BurgomasterError) as refused:
            raw.step(nonsense)
        assert len(refused.value.text("ru")) > 20
    assert raw.encoded.table.state_bytes() == before and not raw.terminations["player_0"]
    agent = env.agent_selection
    with caplog.at_level("WARNING"):
        env.step(illegal)
    assert "Illegal move" in caplog.text
    assert all(env.terminations.values()) and env._cumulative_rewards[agent] == -3
    env.reset(seed=1)
    with pytest.raises(AssertionError, match="action space"):
        env.step(10**6)


def test_everybody_knows_the_end_and_what_all_know_together() -> None:
    env = pettingzoo.env("spyrium", players=3)
    env.reset(seed=2)
    while not all(env.terminations.values()):
        assert env.state() in env.unwrapped.state_space
        env.step(first_legal(env.observe(env.agent_selection)["action_mask"]))
    assert {tuple(info["scores"]) for info in env.infos.values()} == {
        tuple(env.unwrapped.encoded.table.scores)
    }
    for agent in env.possible_agents:
        assert env.observe(agent) in env.observation_space(agent)
        assert not env.observe(agent)["action_mask"].any()


def test_it_is_drawn_as_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = pettingzoo.env("petersburg", render_mode="ansi", language="ru")
    shown = pettingzoo.env("petersburg", render_mode="human")
    silent = pettingzoo.env("petersburg")
    for env in (drawn, shown, silent):
        env.reset(seed=1)
    assert "Санкт-Петербург" in drawn.render() and shown.render() is None and silent.render() is None
    assert "Saint Petersburg" in capsys.readouterr().out
    with pytest.raises(bm.BurgomasterError, match="ansi"):
        pettingzoo.env("petersburg", render_mode="rgb_array")


@pytest.mark.filterwarnings("ignore")  # it offers actions that are not legal
def test_turns_can_look_parallel() -> None:
    parallel_api_test(pettingzoo.parallel_env("petersburg", players=3), num_cycles=30)
    env = pettingzoo.parallel_env("petersburg", players=2)
    observations, _ = env.reset(seed=4)
    n_turns = 0
    while env.agents:
        masks = {agent: observations[agent]["action_mask"] for agent in env.agents}
        actions = {agent: first_legal(mask) if mask.any() else None for agent, mask in masks.items()}
        assert sum(action is not None for action in actions.values()) == 1
        observations, _, terminations, _, _ = env.step(actions)
        n_turns += 1
    assert n_turns > 20 and all(terminations.values())


def test_it_can_be_sent_to_another_process() -> None:
    env = pettingzoo.raw_env("petersburg", players=3, rewards="margin")
    twin = pickle.loads(pickle.dumps(env))
    env.reset(seed=9)
    twin.reset(seed=9)
    assert twin.encoded.rewards == "margin" and twin.possible_agents == env.possible_agents
    assert (twin.state() == env.state()).all()


def test_nonsense_is_refused_in_words() -> None:
    for wrong in (
        {"game": "chess"},
        {"game": "petersburg", "players": 9},
        {"game": "petersburg", "rewards": "love"},
        {"game": "petersburg", "weather": "rain"},
        {"game": "suburbia", "players": 1},
    ):
        with pytest.raises(bm.BurgomasterError) as refused:
            pettingzoo.env(**wrong)
        assert len(str(refused.value)) > 20


@every(
    "module, package",
    [
        ("pettingzoo", "pettingzoo"),
        ("gymnasium", "gymnasium"),
    ],
)
def test_a_missing_library_is_named_with_what_to_install(module: str, package: str) -> None:
    found = importlib.util.find_spec(f"burgomaster.envs.{module}")
    assert found is not None and found.loader is not None
    kept = {name: sys.modules[name] for name in sys.modules if name.split(".")[0] == package}
    for name in kept:
        del sys.modules[name]
    sys.modules[package] = None  # type: ignore[assignment]  # as if it were not there
    try:
        with pytest.raises(MissingPackage, match=r"pip install 'burgomaster\[") as missing:
            found.loader.exec_module(importlib.util.module_from_spec(found))
    finally:
        del sys.modules[package]
        sys.modules.update(kept)
    assert package in str(missing.value) and isinstance(missing.value, ImportError)
