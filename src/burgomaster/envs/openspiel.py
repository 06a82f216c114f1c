"""Every game as a game of OpenSpiel: importing this module registers `python_burgomaster`.

    import pyspiel
    import burgomaster.envs.openspiel
    game = pyspiel.load_game("python_burgomaster(game=...,players=2)")

Parameters: `game` and `players`; `options` as one word (`openspiel_options`); `returns`, by "rank" (1 for the
first place, -1 for the last, evenly between), "score" or "margin"; `deals`, how many deals chance chooses
from before the game, counted from `seed`; `draws`, how many ways every draw during the game can come out.
With `draws=0` everything is settled by the deal.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from burgomaster.core.errors import OptionError
from burgomaster.core.log import COLUMNS
from burgomaster.core.registry import game_info, game_names
from burgomaster.core.rng import MAX_SEED
from burgomaster.envs.encoded_table import MissingPackage, end_rewards
from burgomaster.envs.openspiel_position import NO_SEAT, Position, Table, shared_table, write_options

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise MissingPackage(error.name, "envs") from None

NAME = "python_burgomaster"
RETURNS = ("rank", "score", "margin")
MOST_OUTCOMES = 1 << 20
LONGEST_GAME = 1000  # decisions; random games of all variants have at most half of it
LONGEST_LOG = 1500  # events that an information state has room for; likewise
FURTHEST = 1000.0  # points that no score and no margin reach
PARAMETERS = {
    "game": game_names()[0],
    "players": 2,
    "options": "",
    "returns": "rank",
    "deals": 1000,
    "draws": 16,
    "seed": 1,
}


def game_type(is_zero_sum: bool) -> Any:
    """Say what kind of game it is; every draw is a chance node of its own."""
    utility = pyspiel.GameType.Utility
    counts = [count for name in game_names() for count in game_info(name).players]
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Burgomaster",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.ZERO_SUM if is_zero_sum else utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(counts),
        min_num_players=min(counts),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


class BurgomasterGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel is untyped
    """One of our games with its options chosen."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        if given["returns"] not in RETURNS:
            word, allowed = repr(given["returns"])[:80], ", ".join(RETURNS)
            raise OptionError("option.value", name="returns", given=word, allowed=allowed)
        self.by = str(given["returns"])
        self.table = shared_table(
            given["game"],
            given["players"],
            given["options"],
            check_number("deals", given["deals"], 1, MOST_OUTCOMES),
            check_number("draws", given["draws"], 0, MOST_OUTCOMES),
            check_number("seed", given["seed"], 0, MAX_SEED - MOST_OUTCOMES),
        )
        ours = self.table.game
        self.deals = _outcomes(self.table.deals)
        self.draws = _outcomes(self.table.draws)
        is_zero_sum = ours.n_seats == ours.players and _is_zero_sum(self.by, ours.players)
        furthest = 1.0 if self.by == "rank" else FURTHEST
        info = pyspiel.GameInfo(
            num_distinct_actions=self.table.space.size,
            max_chance_outcomes=max(self.table.deals, self.table.draws),
            num_players=self.table.game.players,
            min_utility=-furthest,
            max_utility=furthest,
            utility_sum=0.0 if is_zero_sum else None,
            max_game_length=LONGEST_GAME,
        )
        super().__init__(game_type(is_zero_sum), info, given)

    def max_chance_nodes_in_history(self) -> int:
        """Return more chance nodes than any game has."""
        return LONGEST_GAME + 1 if self.table.draws else 1

    def new_initial_state(self, _given: Any = None) -> BurgomasterState:
        """Return a game before its deal."""
        return BurgomasterState(self)

    def state_at(self, position: Position) -> BurgomasterState:
        """Return a position as a state, without any history: not what led here, but what is thought of."""
        state = BurgomasterState(self)
        state.position = position
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Return what observes states."""
        return Observer(self.table, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class BurgomasterState(pyspiel.State):  # type: ignore[misc]
    """A game being played; all of it is in `position`, which OpenSpiel copies and keeps."""

    def __init__(self, game: BurgomasterGame) -> None:
        super().__init__(game)
        self.position = Position()

    @property
    def _table(self) -> Table:
        table: Table = self.get_game().table
        return table

    def current_player(self) -> int:
        """Return the seat that decides, or that chance does or nobody."""
        if self.position.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self._table.seat_to_move(self.position)
        return int(pyspiel.PlayerId.TERMINAL) if seat == NO_SEAT else seat

    def _legal_actions(self, _player: int) -> list[int]:
        """List the legal actions of the seat to move."""
        return self._table.legal_actions(self.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List the ways in which the deal or a draw can come out, all equally likely."""
        game = self.get_game()
        outcomes: list[tuple[int, float]] = game.deals if self.position.states is None else game.draws
        return outcomes

    def _apply_action(self, action: int) -> None:
        """Deal, draw or carry out a move."""
        table, position = self._table, self.position
        if position.is_chance:
            n_outcomes = table.deals if position.states is None else table.draws
            if not 0 <= action < n_outcomes:
                raise ValueError(f"chance has no outcome {action}; there are 0 to {n_outcomes - 1}")
            (table.deal if position.states is None else table.draw)(position, action)
            return
        if table.is_over(position) or not table.is_legal(position, action):
            raise ValueError(f"action {action} ({self._action_to_string(0, action)}) is not legal now")
        table.play(position, int(table.space.moves[action]))

    def _action_to_string(self, player: int, action: int) -> str:
        """Say an action in our notation."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"{'deal' if self.position.states is None else 'draw'} {action}"
        space = self._table.space
        known = 0 <= action < space.size
        return self._table.game.rules.write_notation(int(space.moves[action])) if known else "no action"

    def is_terminal(self) -> bool:
        """Tell whether the game has ended."""
        return not self.position.is_chance and self._table.is_over(self.position)

    def returns(self) -> list[float]:
        """Return what each seat has reached at the end, 0 before it."""
        return self._worth(self.position) if self.is_terminal() else [0.0] * self._table.game.players

    def played_out(self, seed: int) -> list[float]:
        """Return what each seat reaches if all play at random from here, in compiled code."""
        state = self.clone() if self.position.states is None else self
        if state.position.states is None:
            state.apply_action(seed % self._table.deals)
        return self._worth(self._table.play_out(state.position, seed))

    def _worth(self, position: Position) -> list[float]:
        """Return what each player reaches in a game that is over."""
        assert position.states is not None
        game = self._table.game
        return end_rewards(self.get_game().by, position.states, game.n_seats)[: game.players]

    def resample_from_infostate(self, player: int, sampler: Any) -> BurgomasterState:
        """Return another state that is the same to a player; what is hidden from them is drawn anew.

        It has no history: how the true game came here is not what the player knows.
        """
        seed = int(sampler() * (1 << 53)) if callable(sampler) else int(sampler)
        game: BurgomasterGame = self.get_game()
        return game.state_at(self._table.resample(self.position, player, seed))

    def __str__(self) -> str:
        if self.position.states is None:
            return "before the deal"
        return json.dumps(self._table.view(self.position, NO_SEAT), separators=(",", ":"))


class Observer:
    """Writes what a player knows of a state: as numbers and in words, now or with all they remember."""

    def __init__(self, table: Table, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations; given: {params}")
        private = pyspiel.PrivateInfoType
        if not kind.public_info or kind.private_info == private.ALL_PLAYERS:
            raise ValueError("only what one player, or a spectator, can see of everything is observed")
        self._table, self._recalls = table, kind.perfect_recall
        self._is_spectator = kind.private_info == private.NONE
        sizes = {"player": table.game.players, "observation": table.layout.size}
        if self._recalls:
            sizes["log"] = LONGEST_LOG * COLUMNS
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        ends = np.cumsum(list(sizes.values()))
        self.dict = {
            name: self.tensor[end - size : end] for (name, size), end in zip(sizes.items(), ends, strict=True)
        }

    def set_from(self, state: BurgomasterState, player: int) -> None:
        """Fill the tensor; before the deal nothing is known."""
        self.tensor.fill(0)
        if not self._is_spectator:
            self.dict["player"][player] = 1
        if state.position.states is None:
            return
        self._table.observe(state.position, self._seat(player), self.dict["observation"])
        if self._recalls:
            events = self._events(state, player)[-LONGEST_LOG:]
            self.dict["log"][: len(events) * COLUMNS] = np.array(events, np.float32).reshape(-1)

    def string_from(self, state: BurgomasterState, player: int) -> str:
        """Say it in words: the position as JSON, or a digest of everything remembered until now."""
        seat = self._seat(player)
        if state.position.states is None:
            return f"seat {seat} before the deal"
        if self._recalls and not self._is_spectator:
            memory = self._table.memory(state.position, player)
            return f"seat {seat} after {len(memory.events)} events {memory.digest.hex()}"
        return f"seat {seat} {json.dumps(self._table.view(state.position, seat), separators=(',', ':'))}"

    def _seat(self, player: int) -> int:
        return NO_SEAT if self._is_spectator else player

    def _events(self, state: BurgomasterState, player: int) -> tuple[Any, ...]:
        events = self._table.memory(state.position, player).events
        if not self._is_spectator:
            return events
        redact, now = self._table.game.rules.redact_event, state.position.states
        assert now is not None  # there are no events before the deal
        return tuple(redact(now[0], event, None) for event in events)


def load_game(game: str, players: int = 2, returns: str = "rank", deals: int = 1000, draws: int = 16,
              seed: int = 1, **options: Any) -> Any:  # fmt: skip
    """Load a game for OpenSpiel with the options that `bm.game` takes."""
    given = {"game": game, "players": players, "options": write_options(options)}
    return pyspiel.load_game(
        NAME, {**given, "returns": returns, "deals": deals, "draws": draws, "seed": seed}
    )


# Parameters


def _is_zero_sum(by: str, players: int) -> bool:
    return players > 1 and (by == "rank" or (by == "margin" and players == 2))


def _outcomes(n: int) -> list[tuple[int, float]]:
    return [(number, 1.0 / n) for number in range(n)]


def check_number(name: str, value: Any, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise OptionError("option.value", name=name, given=repr(value)[:80], allowed=f"{least}-{most}")
    return value


pyspiel.register_game(game_type(False), BurgomasterGame)
