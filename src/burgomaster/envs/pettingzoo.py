"""The games for PettingZoo: every seat that a player sits at is an agent, and they act in turn (AEC).

    from burgomaster.envs import pettingzoo
    env = pettingzoo.env("GAME", players=3)
    env.reset(seed=42)                      # the game that bm.game("GAME", players=3).new(seed=42) deals
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        ended = termination or truncation
        env.step(None if ended else env.action_space(agent).sample(observation["action_mask"]))

An observation is a dict: `observation` is what the agent's seat knows (docs/research.md says what every entry
means), `action_mask` has 1 for every legal action, and only zeros when it is not the agent's turn. The mask
is also in the agent's info. `rewards` are "rank" (1 first to -1 last), "score", "margin" or "progress".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from burgomaster.core.language import check_language
from burgomaster.core.registry import game_names
from burgomaster.core.table import load_game
from burgomaster.envs.encoded_table import (
    MODES,
    Array,
    EncodedTable,
    MissingPackage,
    check_mode,
    observation_space,
    render,
)

try:
    import pettingzoo as library
    from gymnasium import spaces
    from gymnasium.utils import EzPickle, seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ModuleNotFoundError as error:
    raise MissingPackage(error.name, "envs") from None

VERSION = 0  # raised whenever the same actions give other observations, masks or rewards
ILLEGAL_REWARD = -1.0
DEALS = 2**62  # from so many seeds a game is drawn that nobody gave a seed for


def env(game: str, *, illegal_reward: float = ILLEGAL_REWARD, **settings: Any) -> Any:
    """Make an environment as the classic games of PettingZoo are: an illegal action ends the game."""
    made = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), illegal_reward=illegal_reward)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def parallel_env(game: str, **settings: Any) -> Any:
    """Make the turns look parallel, for libraries that know nothing else: all but one agent wait (None)."""
    return turn_based_aec_to_parallel(env(game, **settings))


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]
    """The environment without wrappers: an illegal action raises an error and changes nothing."""

    def __init__(
        self,
        game: str,
        players: int = 2,
        rewards: str = "rank",
        render_mode: str | None = None,
        language: str = "en",
        **options: Any,
    ) -> None:
        EzPickle.__init__(self, game, players, rewards, render_mode, language, **options)
        AECEnv.__init__(self)
        self.encoded = EncodedTable(load_game(game, players=players, **options), rewards)
        self.render_mode, self.language = check_mode(render_mode), check_language(language)
        name = f"burgomaster_{game}_v{VERSION}"
        self.metadata = {
            "name": name,
            "render_modes": list(MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        layout, space, agents = self.encoded.layout, self.encoded.space, self.possible_agents
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": observation_space(layout),
                    "action_mask": spaces.Box(0, 1, (space.size,), np.int8),
                }
            )
            for agent in agents
        }
        self.action_spaces = {agent: spaces.Discrete(space.size) for agent in agents}
        seen, each = observation_space(layout), len(agents)
        self.state_space = spaces.Box(np.tile(seen.low, each), np.tile(seen.high, each), dtype=np.int16)
        self._chance: np.random.Generator | None = None

    def observation_space(self, agent: str) -> Any:
        """Return the space of what an agent observes."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    # Playing

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game: by a seed, or by chance that follows the last seed."""
        if seed is not None or self._chance is None:
            self._chance, _ = seeding.np_random(seed)
        self.encoded.deal(int(self._chance.integers(DEALS)) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._inform()
        self.agent_selection = self.possible_agents[self.encoded.to_move or 0]

    def step(self, action: Any) -> None:
        """Carry out an action of the agent to move; None of an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = self.encoded.read_action(action)
        if not self.encoded.is_legal(number):
            raise self.encoded.refusal(number)
        rewards = self.encoded.act(number)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {name: rewards[self._seats[name]] for name in self.agents}
        self.terminations = dict.fromkeys(self.agents, self.encoded.over)
        self._inform()
        self._accumulate_rewards()
        after = (self._seats[agent] + 1) % len(self.agents) if self.encoded.over else self.encoded.to_move
        self.agent_selection = self.possible_agents[after or 0]

    def _inform(self) -> None:
        """Put the masks, and the scores of a game that is over, into the infos."""
        ended = {"scores": self.encoded.table.scores} if self.encoded.over else {}
        self.infos = {
            agent: {"action_mask": self.encoded.mask(self._seats[agent]), **ended} for agent in self.agents
        }

    # What is seen

    def observe(self, agent: str) -> dict[str, Array]:
        """Return what an agent knows, and what it may do."""
        seat = self._seats[agent]
        return {"observation": self.encoded.observation(seat), "action_mask": self.encoded.mask(seat)}

    def state(self) -> Array:
        """Return what all agents know together, for training with a shared critic."""
        return np.concatenate([self.encoded.observation(seat) for seat in self._seats.values()])

    def render(self) -> str | None:
        """Draw the table as the agent to move sees it."""
        return render(self.encoded.table, self.encoded.to_move, self.render_mode, self.language)

    def close(self) -> None:
        """Have nothing to release."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def environment_id(game: str) -> str:
    """Name the environment of a game, as the registry of PettingZoo does: burgomaster/some_game-v0."""
    return f"burgomaster/{game}-v{VERSION}"


def register_games() -> None:
    """Register every installed game for `pettingzoo.make`, where PettingZoo has that (from version 1.26)."""
    if not hasattr(library, "register"):
        return
    for game in game_names():
        for kind, registry in (("aec", library.aec_registry), ("parallel", library.parallel_registry)):
            entry = "env" if kind == "aec" else "parallel_env"
            if environment_id(game) not in registry:
                where = f"burgomaster.envs.pettingzoo:{entry}"
                library.register(kind, environment_id(game), entry_point=where, kwargs={"game": game})


register_games()
