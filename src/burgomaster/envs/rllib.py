"""The games for RLlib: every seat that a player sits at is an agent, and only the one to move acts.

    import burgomaster.envs.rllib                     # registers the environment "burgomaster" with Ray
    algorithm = burgomaster.envs.rllib.ppo("GAME", players=2).build_algo()
    algorithm.train()

An observation is a dict as RLlib's own module with masked actions wants it: `observations`, every entry
divided by the largest value that it can have, and `action_mask`; both are float32. `env_config` names the
game, and what `burgomaster.envs.pettingzoo.env` takes: players, rewards, options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from burgomaster.core.table import load_game
from burgomaster.envs.encoded_position import Array
from burgomaster.envs.encoded_table import EncodedTable
from burgomaster.envs.spaces import action_space
from burgomaster.envs.texts import EnvironmentFault, MissingPackage

try:
    from gymnasium import spaces
    from ray.rllib.env.multi_agent_env import MultiAgentEnv
    from ray.tune.registry import register_env
except ImportError as error:  # Ray says so itself where a part of it is missing
    raise MissingPackage(error.name or "ray[rllib]", "lab") from None

NAME = "burgomaster"
POLICY = "seat"  # of all seats
ILLEGAL_REWARD = -1.0
DEALS = 2**62  # from so many seeds a game is drawn that nobody gave a seed for

Results = tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]


class SeatsEnv(MultiAgentEnv):  # type: ignore[misc]
    """A game whose seats are agents. An illegal action ends the game with `illegal_reward` for its agent."""

    def __init__(self, config: Mapping[str, Any] | None = None) -> None:
        super().__init__()
        self.encoded, self.illegal_reward = read_config(config)
        agents = [f"player_{seat}" for seat in range(self.encoded.game.players)]
        self.agents, self.possible_agents = agents, list(agents)
        entries = self.encoded.layout.entries()
        self._scale = np.array([max(abs(entry.low), abs(entry.high), 1) for entry in entries], np.float32)
        size = self.encoded.space.size
        seen = {
            "observations": spaces.Box(-1, 1, self._scale.shape, np.float32),
            "action_mask": spaces.Box(0, 1, (size,), np.float32),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in agents}
        self.action_spaces = {agent: action_space(self.encoded.space) for agent in agents}
        self._chance = np.random.default_rng()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal a game, by a seed or by chance that follows the last seed; the first agent observes."""
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        self.encoded.deal(int(self._chance.integers(DEALS)) if seed is None else int(seed))
        return self._observe(self._turn()), {}

    def step(self, action_dict: Mapping[str, Any]) -> Results:
        """Carry out the action of the agent to move; the next one observes, at the end all of them."""
        (agent,) = self._turn()
        if set(action_dict) != {agent}:
            raise EnvironmentFault("action.agent", wanted=agent, given=", ".join(map(str, action_dict))[:80])
        action = self.encoded.read_action(action_dict[agent])
        if not self.encoded.is_legal(action):
            return self._end_illegally(agent)
        rewards = self.encoded.act(action)
        given = {name: rewards[seat] for seat, name in enumerate(self.agents)}
        infos = {}
        if self.encoded.over:
            infos = {name: {"scores": self.encoded.table.scores} for name in self.agents}
        return self._results(given, self.encoded.over, infos)

    def _end_illegally(self, agent: str) -> Results:
        """End the game, which its agent has lost."""
        self.encoded.to_move = None
        rewards = {name: self.illegal_reward if name == agent else 0.0 for name in self.agents}
        return self._results(rewards, True, {agent: {"illegal_action": True}})

    def _results(self, rewards: dict[str, float], ended: bool, infos: dict[str, Any]) -> Results:
        """Say what came of a step."""
        agents = self.agents if ended else self._turn()
        terminated = {**dict.fromkeys(agents, ended), "__all__": ended}
        return self._observe(agents), rewards, terminated, {"__all__": False}, infos

    def _turn(self) -> list[str]:
        """Name the agent to move."""
        return [self.agents[self.encoded.mover()]]

    def _observe(self, agents: list[str]) -> dict[str, dict[str, Array]]:
        """Return what some agents know, and what they may do."""
        return {agent: self._seen_by(self.agents.index(agent)) for agent in agents}

    def _seen_by(self, seat: int) -> dict[str, Array]:
        """Return what a seat knows, and what it may do."""
        seen = self.encoded.observation(seat) / self._scale
        return {"observations": seen, "action_mask": self.encoded.mask(seat).astype(np.float32)}


def read_config(config: Mapping[str, Any] | None) -> tuple[EncodedTable, float]:
    """Read what an environment is made of."""
    settings = dict(config or {})
    game = settings.pop("game", None)
    if not isinstance(game, str):
        raise EnvironmentFault("config.game", given=repr(game)[:40])
    rewards, illegal = settings.pop("rewards", "rank"), settings.pop("illegal_reward", ILLEGAL_REWARD)
    return EncodedTable(load_game(game, **settings), rewards), float(illegal)


def ppo(game: str, hidden: tuple[int, ...] = (256, 256), **settings: Any) -> Any:
    """Configure PPO with masked actions and one policy for all seats; it needs PyTorch."""
    try:
        from ray.rllib.algorithms.ppo import PPOConfig
        from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
        from ray.rllib.core.rl_module.rl_module import RLModuleSpec
        from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
    except (ImportError, AttributeError):  # without PyTorch the module has no base to stand on
        raise MissingPackage("torch", "train") from None
    model = {"fcnet_hiddens": list(hidden), "head_fcnet_hiddens": []}
    module = RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=model)
    return (
        PPOConfig()
        .environment(NAME, env_config={"game": game, **settings}, disable_env_checking=True)
        .multi_agent(policies={POLICY}, policy_mapping_fn=lambda *_given, **_more: POLICY)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={POLICY: module}))
    )


register_env(NAME, SeatsEnv)
