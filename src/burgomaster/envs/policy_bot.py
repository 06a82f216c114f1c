"""A policy that was trained in an environment or on a batch, as a bot: in the arena, at any table.

    from burgomaster.envs.policy_bot import PolicyBot

    bot = PolicyBot(lambda observation, mask: int(mask.argmax()), name="hasty")
    move = bot.choose(table)

A module of your own with `make(seed=None)` that returns one, named by an entry point, is a bot like any other
(docs/bots.md). No library is needed.
"""

from __future__ import annotations

import threading

from burgomaster.bots.bot import BaseBot, Budget, Choice
from burgomaster.bots.information_set import InformationSet
from burgomaster.core.move import Move
from burgomaster.core.table import Game
from burgomaster.envs.encoded_position import EncodedPosition
from burgomaster.envs.opponents import Policy, choose_by_policy


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
            position = self._position_of(information.game)
            states = information.redacted()
            position.show(states, information.seat)
            code = int(position.space.moves[self._choose(position)])
        return Choice(Move(code, information.game.rules, states), ())

    def _position_of(self, game: Game) -> EncodedPosition:
        """Find what writes the positions of a game as numbers; it is made for its first move."""
        key = repr(game)
        if key not in self._positions:
            self._positions[key] = EncodedPosition(game)
        return self._positions[key]
