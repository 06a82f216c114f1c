"""Any bot of OpenSpiel at our tables: `openspiel:ismcts` and `openspiel:mcts`, those OpenSpiel has registered
by name (`openspiel:uniform_random`), or a function of yours (`openspiel:package.module:function`).

The function is handed the game of OpenSpiel, the seat and a seed, and returns a bot of OpenSpiel. Such a bot
is asked by `step(state)`. The state is one that its seat thinks possible, drawn anew for every question and
without a history: the true position never reaches it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from importlib import import_module
from typing import Any

import numpy as np
import pyspiel

from burgomaster.bots.bot import BaseBot, Budget, Choice
from burgomaster.bots.information_set import InformationSet
from burgomaster.core.errors import OptionError
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Game
from burgomaster.envs.openspiel import BurgomasterGame, BurgomasterState, check_number, load_game
from burgomaster.envs.openspiel_position import Memory, redacted

CHOICES = ("mcts", "ismcts")
TITLES = {"en": "OpenSpiel", "ru": "OpenSpiel"}
SIMULATIONS = 100
MOST_SIMULATIONS = 1_000_000
WORLDS = 4  # that a search which sees everything is asked about, one after the other
MOST_WORLDS = 1000
EXPLORE = 1.4

Factory = Callable[[BurgomasterGame, int, int], Any]  # game, seat, seed -> a bot of OpenSpiel


class PlayOut:
    """Evaluates states for the searches of OpenSpiel by random games to the end, in compiled code."""

    def __init__(self, seed: int, games: int = 1) -> None:
        self._random, self._games = random.Random(seed), games

    def evaluate(self, state: BurgomasterState) -> Any:
        """Return the mean of what each player reaches."""
        seeds = [self._random.getrandbits(60) for _ in range(self._games)]
        return np.mean([state.played_out(seed) for seed in seeds], axis=0)

    def prior(self, state: BurgomasterState) -> list[tuple[int, float]]:
        """Return the chances of chance; of a player's actions all are equally likely."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        legal = state.legal_actions()
        return [(action, 1.0 / len(legal)) for action in legal]


class OpenSpielBot(BaseBot):
    """Lets a bot of OpenSpiel choose; with several worlds by the majority of its answers."""

    def __init__(
        self, factory: Factory, seed: int | None = None, worlds: int = 1, name: str = "openspiel"
    ) -> None:
        self.name, self.worlds = name, worlds
        self._factory, self._random = factory, random.Random(seed)
        self._made: tuple[BurgomasterGame, int, Any] | None = None

    def think(self, information: InformationSet, budget: Budget | None = None) -> Choice:
        """Choose what the bot answers most often in worlds that the seat thinks possible."""
        moves = information.moves()
        if len(moves) == 1:
            return Choice(moves[0], ())
        game = game_for(information.game)
        seat = information.seat
        if self._made is None or self._made[:2] != (game, seat):
            self._made = (game, seat, self._factory(game, seat, self._random.getrandbits(31)))
        bot = self._made[2]
        answers = Counter(int(bot.step(self._world(game, information))) for _ in range(self.worlds))
        code = int(game.table.space.moves[answers.most_common(1)[0][0]])
        return Choice(next(move for move in moves if move.code == code), ())

    def _world(self, game: BurgomasterGame, information: InformationSet) -> BurgomasterState:
        """Draw a state that the seat thinks possible."""
        rng, seat = new_rng(), information.seat
        seed_rng(rng, self._random.getrandbits(62), 0)
        states = information.determinize(rng)
        digest = blake2b(information.key(), digest_size=16).digest()
        own = Memory(digest, bytes(redacted(states, seat).tobytes()))
        return game.state_at(game.table.imagine(states, seat, own))


@lru_cache(maxsize=16)
def _loaded(name: str, options: tuple[tuple[str, Any], ...]) -> BurgomasterGame:
    game: BurgomasterGame = load_game(name, **dict(options))
    return game


def game_for(game: Game) -> BurgomasterGame:
    """Return the game of OpenSpiel for one of ours with its options."""
    try:
        return _loaded(game.name, tuple(game.options.items()))
    except TypeError:  # an option that is a list or a map
        found: BurgomasterGame = load_game(game.name, **dict(game.options))
        return found


# By name


def make(
    seed: int | None = None,
    setting: str = "ismcts",
    simulations: int = SIMULATIONS,
    worlds: int | None = None,
) -> OpenSpielBot:
    """Make a player that lets a bot of OpenSpiel choose, by the name of that bot."""
    check_number("simulations", simulations, 1, MOST_SIMULATIONS)
    asked = (WORLDS if setting == "mcts" else 1) if worlds is None else worlds
    check_number("worlds", asked, 1, MOST_WORLDS)
    return OpenSpielBot(find_factory(setting, simulations), seed, asked, f"openspiel:{setting}")


def find_factory(setting: str, simulations: int) -> Factory:
    """Find how a bot is made: a search, one that OpenSpiel has registered, or a function of yours."""
    if setting in CHOICES:
        return lambda game, _seat, seed: _SEARCHES[setting](game, seed, simulations)
    if setting in pyspiel.registered_bots():
        return lambda game, seat, _seed: pyspiel.load_bot(setting, game, seat)
    module, colon, function = setting.partition(":")
    if not colon:
        known = ", ".join([*CHOICES, *pyspiel.registered_bots(), "package.module:function"])
        raise OptionError("option.bot", given=repr(f"openspiel:{setting}")[:60], known=known)
    try:
        factory: Factory = getattr(import_module(module), function)
    except Exception as error:
        why = f"{type(error).__name__}: {error}"[:200]
        raise OptionError("option.bot_broken", name="openspiel", package=module, why=why) from error
    return factory


def make_mcts(game: BurgomasterGame, seed: int, simulations: int) -> Any:
    """Make OpenSpiel's Monte Carlo tree search; it takes the world that it is shown for the truth."""
    from open_spiel.python.algorithms import mcts

    return mcts.MCTSBot(game, EXPLORE, simulations, PlayOut(seed), random_state=np.random.RandomState(seed))


def make_ismcts(game: BurgomasterGame, seed: int, simulations: int) -> Any:
    """Make OpenSpiel's search of information sets; it draws a world of its own for every simulation."""
    from open_spiel.python.algorithms import ismcts

    chance = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(game, PlayOut(seed), EXPLORE, simulations, random_state=chance)
    bot.set_resampler(lambda state, player: state.resample_from_infostate(player, chance.random_sample))
    return bot


_SEARCHES = {"mcts": make_mcts, "ismcts": make_ismcts}
