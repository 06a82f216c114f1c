"""Policies and bots as players: at any table, and on the other seats of an environment with one agent.

A policy is a function of what its seat observes and its action mask; it returns an action. As a bot:


    bot = PolicyBot(lambda observation, mask: int(mask.argmax()), name="hasty")
    move = bot.choose(table)

A module of your own with `make(seed=None)` that returns one, named by an entry point, is a bot like any other
(docs/bots.md). No library is needed. A policy that is being trained can play against itself.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from burgomaster.bots import bot
from burgomaster.bots.bot import BaseBot, Budget, Choice
from burgomaster.bots.information_set import InformationSet
from burgomaster.core.move import Move
from burgomaster.envs.encoded_table import EncodedPosition, EncodedTable, EnvironmentFault

Chooser = Callable[[EncodedTable], int]
Policy = Callable[[Any, Any], Any]  # observation, action mask -> action
UNHURRIED = 3600.0  # seconds a move: a search stops by its simulations, so that seeds repeat games


class PolicyBot(BaseBot):
    """Lets a function of observation and action mask choose; it is shown what `bm.batch` shows its seat.

    An observation has other entries with other options or numbers of players: a policy plays the kind of
    games that it was trained for.
    """

    def __init__(self, policy: Policy, name: str = "policy") -> None:
        self.name = name
        self._choose = choose_by_policy(policy)
        self._positions: dict[str, EncodedPosition] = {}  # for each game with its options
        self._thinking = threading.Lock()

    def think(self, information: InformationSet, budget: Budget | None = None) -> Choice:
        """Choose the move of the action that the policy returns; EnvironmentFault if it is not legal."""
        with self._thinking:
            key = repr(information.game)
            if key not in self._positions:
                self._positions[key] = EncodedPosition(information.game)
            position = self._positions[key]
            states = information.redacted()
            position.show(states, information.seat)
            code = int(position.space.moves[self._choose(position)])
        return Choice(Move(code, information.game.rules, states), ())


# Opponents in an environment: bots by name, bots, or policies


def read_opponents(given: Any, wanted: int) -> list[Any]:
    """Name the opponent of each other seat: one for all, or a list, the next in turn first."""
    each = list(given) if isinstance(given, (list, tuple)) else [given] * wanted
    if len(each) != wanted:
        raise EnvironmentFault("opponents.count", given=len(each), wanted=wanted)
    for number, one in enumerate(each):
        choose_by(one, number)  # complains now, not in the middle of a game
    return each


def seat_opponents(each: Sequence[Any], seeds: np.random.Generator) -> list[Chooser]:
    """Make the opponents anew, with seeds of their own."""
    return [choose_by(one, int(seeds.integers(2**62))) for one in each]


def choose_by(opponent: Any, seed: int) -> Chooser:
    """Make what chooses the actions of one opponent."""
    if opponent == "random":
        return choose_randomly(seed)
    if isinstance(opponent, str):
        unhurried = {"seconds": UNHURRIED} if opponent.partition(":")[0] == "search" else {}
        return choose_by_bot(bot(opponent, seed=seed, **unhurried))
    if callable(getattr(opponent, "choose", None)):
        return choose_by_bot(opponent)
    if callable(opponent):
        return choose_by_policy(opponent)
    raise EnvironmentFault("opponents.kind", given=repr(opponent)[:40])


def choose_randomly(seed: int) -> Chooser:
    """Choose any legal action."""
    chance = np.random.default_rng(seed)

    def choose(table: EncodedTable) -> int:
        actions = table.legal_actions()
        return int(actions[chance.integers(len(actions))])

    return choose


def choose_by_bot(player: Any) -> Chooser:
    """Let a bot choose, which is handed only what its seat knows."""

    def choose(table: EncodedTable) -> int:
        return table.space.action_of(player.choose(table.table).code)

    return choose


def choose_by_policy(policy: Policy) -> Callable[[EncodedPosition], int]:
    """Let a function of observation and action mask choose."""

    def choose(position: EncodedPosition) -> int:
        action = position.read_action(policy(position.own_observation(), position.mask(position.to_move)))
        if not position.is_legal(action):
            raise position.refusal(action)
        return action

    return choose
