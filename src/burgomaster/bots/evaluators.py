"""Who evaluates the positions of a search: the net of a game, or its rule of thumb.

A game with a file `bot/net.safetensors` is evaluated by that net, any other by `bot.value`, or by the score
where it has none. The file may hold another net for whoever plays alone.
"""

from __future__ import annotations

from typing import Any, Protocol

from burgomaster.bots import net_simulation, simulation
from burgomaster.bots.evaluation import load_evaluation
from burgomaster.bots.levels import SearchParams, classic_params_of, net_params_of
from burgomaster.bots.net import new_space
from burgomaster.bots.net_file import has_net, layout_of, net_of
from burgomaster.core.table import load_game


class Evaluator(Protocol):
    """Runs the simulations of a search in its own way."""

    params: SearchParams

    def run(self, states: Any, trees: Any, index: int, params: Any, n_simulations: int) -> None:
        """Run simulations of one tree."""
        ...


class RuleOfThumb:
    """Evaluates by what a game says of its positions."""

    def __init__(self, game: str) -> None:
        load_evaluation(game)
        self.params = classic_params_of(game)

    def run(self, states: Any, trees: Any, index: int, params: Any, n_simulations: int) -> None:
        """Run simulations of one tree."""
        simulation.run_simulations(states, trees, index, params, n_simulations)


class NetEvaluator:
    """Evaluates by a net."""

    def __init__(self, game: str, path: str, threads: int, n_seats: int = 2) -> None:
        layout = layout_of(game)
        self.weights = net_of(game, path, n_seats)  # says what is wrong if there is no layout
        assert layout is not None
        self.space = new_space(load_game(game).rules.state, layout.size, threads)
        self.params = net_params_of(game)

    def run(self, states: Any, trees: Any, index: int, params: Any, n_simulations: int) -> None:
        """Run simulations of one tree."""
        net_simulation.run_simulations(states, trees, index, params, n_simulations, self.weights, self.space)


def make_evaluator(game: str, is_classic: bool, threads: int, path: str = "", n_seats: int = 2) -> Evaluator:
    """Choose the evaluator of a game of so many seats: its net, or that of a file; else the rule of thumb."""
    if not is_classic and (path or has_net(game)):
        return NetEvaluator(game, path, threads, n_seats)
    return RuleOfThumb(game)
