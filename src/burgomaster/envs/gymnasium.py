"""The games for Gymnasium: one seat is the agent, bots play the others. Importing this registers them.

    import gymnasium
    import burgomaster.envs.gymnasium

    env = gymnasium.make("burgomaster/GAME-v0", opponents="greedy", players=3)
    observation, info = env.reset(seed=42)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

An id is made from every installed game. `gymnasium.make("burgomaster.envs.gymnasium:burgomaster/GAME-v0")`
does without the second import. Thousands of games at once, on `bm.batch`, without Python per game:

    envs = gymnasium.make_vec("burgomaster/GAME-v0", num_envs=1024, opponents="random")
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step(actions)

Legal are the actions with 1 in `infos["action_mask"]`.
A game that ends is dealt anew in the same step (`AutoresetMode.SAME_STEP`): the observation is the first one
of the new game, the last one of the old game is in `infos["final_obs"]`, its scores in `infos["final_info"]`.
With `autoreset_mode="NextStep"`, which some wrappers of Gymnasium ask for, the last observation is returned
as such, and the next step, whose action is not looked at, returns the first one of the new game.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from burgomaster.core.batch import OPPONENTS, Batch
from burgomaster.core.language import check_language
from burgomaster.core.registry import game_names
from burgomaster.core.table import load_game
from burgomaster.envs.encoded_table import (
    MODES,
    Array,
    EncodedTable,
    EnvironmentFault,
    MissingPackage,
    check_mode,
    observation_space,
    render,
)
from burgomaster.envs.policy_bot import Chooser, read_opponents, seat_opponents

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.envs.registration import register, registry
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise MissingPackage(error.name, "envs") from None

NAMESPACE = "burgomaster"
VERSION = 0  # raised whenever the same actions give other observations, masks or rewards
ILLEGAL_REWARD = -1.0
DEALS = 2**62  # from so many seeds a game is drawn that nobody gave a seed for
FIRST_SEEDS = 2**61  # and from so many the first one of many games


class SeatEnv(gymnasium.Env):  # type: ignore[misc]
    """One seat of a game against bots.

    opponents: the name of a bot ("random", "greedy", "search:2") for all other seats, or a list with one for
    each, the next in turn first; also bots, and functions of observation and action mask.
    seat: a number, or "random": drawn for every game.
    An illegal action ends the game with `illegal_reward`, and info says `illegal_action`.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012  # as Gymnasium wants it

    def __init__(
        self,
        game: str,
        players: int = 2,
        opponents: Any = "random",
        seat: int | str = 0,
        rewards: str = "rank",
        illegal_reward: float = ILLEGAL_REWARD,
        render_mode: str | None = None,
        language: str = "en",
        **options: Any,
    ) -> None:
        self.encoded = EncodedTable(load_game(game, players=players, **options), rewards)
        self.render_mode, self.language = check_mode(render_mode), check_language(language)
        self.illegal_reward = float(illegal_reward)
        self._seat_wish = read_seat(seat, players)
        self._opponents = read_opponents(opponents, players - 1)
        self._choosers: list[Chooser] = []
        self.seat = 0
        self.observation_space = observation_space(self.encoded.layout)
        self.action_space = spaces.Discrete(self.encoded.space.size)

    # Playing

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal a game, by a seed or by chance that follows the last seed, and wait for the agent's turn."""
        super().reset(seed=seed)
        if seed is not None or not self._choosers:
            self._choosers = seat_opponents(self._opponents, self.np_random)
        players = self.encoded.game.players
        self.seat = int(self.np_random.integers(players)) if self._seat_wish is None else self._seat_wish
        self.encoded.deal(int(self.np_random.integers(DEALS)) if seed is None else seed)
        self._let_others_play()
        return self._observe()

    def step(self, action: Any) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Carry out an action, then the moves of the others until it is the agent's turn or the end."""
        number = self.encoded.read_action(action)
        if not self.encoded.is_legal(number):
            observation, info = self._observe()
            self.encoded.to_move = None
            info["action_mask"][:] = 0
            return observation, self.illegal_reward, True, False, {**info, "illegal_action": True}
        reward = self.encoded.act(number)[self.seat] + self._let_others_play()
        observation, info = self._observe()
        return observation, reward, self.encoded.over, False, info

    def _let_others_play(self) -> float:
        """Make the moves of the other seats until it is the agent's turn; return the agent's rewards."""
        reward, players = 0.0, self.encoded.game.players
        while (mover := self.encoded.to_move) is not None and mover != self.seat:
            choose = self._choosers[(mover - self.seat) % players - 1]
            reward += self.encoded.act(choose(self.encoded))[self.seat]
        return reward

    # What is seen

    def _observe(self) -> tuple[Array, dict[str, Any]]:
        """Return what the agent knows, and what it may do."""
        info: dict[str, Any] = {"action_mask": self.encoded.mask(self.seat), "seat": self.seat}
        if self.encoded.over:
            info["scores"] = np.array(self.encoded.table.scores, np.int32)
        return self.encoded.observation(self.seat), info

    def action_masks(self) -> Array:
        """Tell which actions are legal now, under the name that MaskablePPO of sb3-contrib asks for."""
        return self.encoded.mask(self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """Draw the table as the agent's seat sees it."""
        return render(self.encoded.table, self.seat, self.render_mode, self.language)


def read_seat(seat: Any, players: int) -> int | None:
    """Read a seat; None if it is to be drawn."""
    if isinstance(seat, str) and seat == "random":
        return None
    if type(seat) is not int or not 0 <= seat < players:
        raise EnvironmentFault("seat.unknown", given=repr(seat)[:40], last=players - 1)
    return seat


# Many games at once


class SeatVectorEnv(VectorEnv):  # type: ignore[misc]
    """One seat of many games against random or greedy players.

    An array of actions with an illegal one raises an error and changes nothing. With `copy=False`
    observations and masks are the batch's own arrays, which the next step fills anew: nothing is copied,
    unless games that ended wait for the next step and show something else than the batch has.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        opponents: str = "random",
        seat: int = 0,
        rewards: str = "rank",
        threads: int | None = None,
        copy: bool = True,
        autoreset_mode: Any = "SameStep",
        render_mode: None = None,
        **options: Any,
    ) -> None:
        if opponents not in OPPONENTS:
            raise EnvironmentFault("opponents.batch", known=", ".join(OPPONENTS), given=repr(opponents)[:40])
        if type(seat) is not int or not 0 <= seat < players:
            raise EnvironmentFault("seat.batch", last=players - 1, given=repr(seat)[:40])
        if render_mode is not None:
            raise EnvironmentFault("render.mode", given=repr(render_mode)[:40], known="None")
        self._is_late = read_autoreset(autoreset_mode) == AutoresetMode.NEXT_STEP
        made = load_game(game, players=players, **options)
        self.batch = Batch(made, num_envs, opponents=opponents, seat=seat, rewards=rewards, threads=threads)
        self.num_envs, self.copy = num_envs, bool(copy) or self._is_late
        self._rewards, self._mask = self.batch.rewards[:, seat], self.batch.mask.view(np.int8)
        self._all_have_one = np.ones(num_envs, np.bool_)
        self.metadata = {"autoreset_mode": read_autoreset(autoreset_mode), "render_modes": []}
        self.single_observation_space = observation_space(self.batch.layout)
        self.single_action_space = spaces.Discrete(self.batch.space.size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal all games: those of the seeds `seed`, `seed + 1` and so on, or by chance."""
        super().reset(seed=seed)
        self.batch.skipped[:] = False
        self.batch.reset(int(self.np_random.integers(FIRST_SEEDS)) if seed is None else seed)
        return self._shown(self.batch.observations), self._masks()

    def step(self, actions: Any) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Carry out one action in each game, then the moves of the others until it is the seat's turn."""
        batch = self.batch
        batch.step(self._replace_skipped(np.asarray(actions)) if self._is_late else np.asarray(actions))
        rewards, done = self._rewards.astype(np.float64), batch.done.copy()
        observations, infos = self._shown(batch.observations), self._masks()
        ended = done.nonzero()[0]
        if self._is_late:
            batch.skipped[:] = done
        if len(ended) and self._is_late:
            observations[done] = self.batch.final_observations[done]
            infos["action_mask"][done] = 0
            infos |= {"scores": self.batch.final_scores.copy(), "_scores": done.copy()}
        elif len(ended):
            infos |= self._finals(done, ended)
        return observations, rewards, done, np.zeros(self.num_envs, np.bool_), infos

    def action_masks(self) -> Array:
        """Tell which actions are legal now, one row a game."""
        return self._shown(self.batch.mask).view(np.bool_)

    def close_extras(self, **_kwargs: Any) -> None:
        """Let the threads go."""
        self.batch.close()

    def _shown(self, array: Array) -> Array:
        """Return an array, or the caller's own copy of it."""
        return array.copy() if self.copy else array

    def _masks(self) -> dict[str, Any]:
        """Return infos with the action masks, which every game has."""
        return {"action_mask": self._shown(self._mask), "_action_mask": self._all_have_one.copy()}

    def _replace_skipped(self, actions: Array) -> Array:
        """Put something legal where actions are not looked at."""
        if actions.shape != (self.num_envs,):
            return actions
        given, skipped = actions.copy(), self.batch.skipped
        given[skipped] = self.batch.legal[skipped, 0]
        return given

    def _finals(self, done: Array, ended: Array) -> dict[str, Any]:
        """Return what Gymnasium says of games that were dealt anew in this step."""
        seen = np.empty(self.num_envs, object)  # of None
        for game, row in zip(ended.tolist(), self.batch.final_observations.take(ended, 0), strict=True):
            seen[game] = row
        told = {"scores": self.batch.final_scores.copy(), "_scores": done.copy()}
        return {"final_obs": seen, "_final_obs": done.copy(), "final_info": told, "_final_info": done.copy()}


def read_autoreset(mode: Any) -> AutoresetMode:
    """Read how games that end begin again."""
    known = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)
    found = next((one for one in known if mode in (one, one.value)), None)
    if found is None:
        words = ", ".join(one.value for one in known)
        raise EnvironmentFault("autoreset.mode", given=repr(mode)[:40], known=words)
    return found


# Registration


def environment_id(game: str) -> str:
    """Name the environment of a game: burgomaster/SomeGame-v0."""
    words = "".join(word.capitalize() for word in game.split("_"))
    return f"{NAMESPACE}/{words}-v{VERSION}"


def register_games() -> None:
    """Register every installed game, unless it is registered already."""
    for game in game_names():
        if environment_id(game) not in registry:
            register(
                id=environment_id(game),
                entry_point="burgomaster.envs.gymnasium:SeatEnv",
                vector_entry_point="burgomaster.envs.gymnasium:SeatVectorEnv",
                kwargs={"game": game},
            )


register_games()
