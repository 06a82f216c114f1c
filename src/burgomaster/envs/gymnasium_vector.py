"""Thousands of games at once for Gymnasium, on `bm.batch`: no Python per game.

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

from burgomaster.core.batch import OPPONENTS, Array, Batch
from burgomaster.core.table import load_game
from burgomaster.envs.spaces import action_space, observation_space
from burgomaster.envs.texts import EnvironmentFault, MissingPackage

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise MissingPackage(error.name, "envs") from None

DEALS = 2**61  # from so many first seeds one is drawn if nobody gives it


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
        self.single_action_space = action_space(self.batch.space)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Deal all games: those of the seeds `seed`, `seed + 1` and so on, or by chance."""
        super().reset(seed=seed)
        self.batch.skipped[:] = False
        self.batch.reset(int(self.np_random.integers(DEALS)) if seed is None else seed)
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
            self._show_ends(done, observations, infos)
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

    def _show_ends(self, done: Array, observations: Array, infos: dict[str, Any]) -> None:
        """Show the end of games that wait for the next step."""
        observations[done] = self.batch.final_observations[done]
        infos["action_mask"][done] = 0
        infos |= {"scores": self.batch.final_scores.copy(), "_scores": done.copy()}

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
