"""Who plays the other seats of an environment with one agent: bots by name, bots, or functions.

A function is handed what its seat observes and its action mask, and returns an action: a policy that is being
trained can play against itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from burgomaster.bots import bot
from burgomaster.envs.encoded_position import EncodedPosition
from burgomaster.envs.encoded_table import EncodedTable
from burgomaster.envs.texts import EnvironmentFault

Chooser = Callable[[EncodedTable], int]
Policy = Callable[[Any, Any], Any]  # observation, action mask -> action
UNHURRIED = 3600.0  # seconds a move: a search stops by its simulations, so that seeds repeat games


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
        return choose_by_bot(named_bot(opponent, seed))
    if callable(getattr(opponent, "choose", None)):
        return choose_by_bot(opponent)
    if callable(opponent):
        return choose_by_policy(opponent)
    raise EnvironmentFault("opponents.kind", given=repr(opponent)[:40])


def named_bot(name: str, seed: int) -> Any:
    """Make a bot by its name and level, such as `search:2`; it takes the time that it needs."""
    unhurried = {"seconds": UNHURRIED} if name.partition(":")[0] == "search" else {}
    return bot(name, seed=seed, **unhurried)


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
