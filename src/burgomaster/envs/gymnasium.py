"""The games for Gymnasium: one seat is the agent, bots play the others. Importing this registers them.

    import gymnasium
    import burgomaster.envs.gymnasium

    env = gymnasium.make("burgomaster/GAME-v0", opponents="greedy", players=3)
    observation, info = env.reset(seed=42)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

An id is made from every installed game. `gymnasium.make("burgomaster.envs.gymnasium:burgomaster/GAME-v0")`
does without the second import. `gymnasium.make_vec` gives thousands of games at once
(`burgomaster.envs.gymnasium_vector`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from burgomaster.core.language import check_language
from burgomaster.core.registry import game_names
from burgomaster.core.table import load_game
from burgomaster.envs.drawing import MODES, check_mode, render
from burgomaster.envs.encoded_position import Array
from burgomaster.envs.encoded_table import EncodedTable
from burgomaster.envs.opponents import Chooser, read_opponents, seat_opponents
from burgomaster.envs.spaces import action_space, observation_space
from burgomaster.envs.texts import EnvironmentFault, MissingPackage

try:
    import gymnasium
    from gymnasium.envs.registration import register, registry
except ModuleNotFoundError as error:
    raise MissingPackage(error.name, "envs") from None

NAMESPACE = "burgomaster"
VERSION = 0  # raised whenever the same actions give other observations, masks or rewards
ILLEGAL_REWARD = -1.0
DEALS = 2**62  # from so many seeds a game is drawn that nobody gave a seed for


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
        self.action_space = action_space(self.encoded.space)

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
            return self._end_illegally()
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

    def _end_illegally(self) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """End the game, which is lost."""
        observation, info = self._observe()
        self.encoded.to_move = None
        info["action_mask"][:] = 0
        return observation, self.illegal_reward, True, False, {**info, "illegal_action": True}

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
                vector_entry_point="burgomaster.envs.gymnasium_vector:SeatVectorEnv",
                kwargs={"game": game},
            )


register_games()
