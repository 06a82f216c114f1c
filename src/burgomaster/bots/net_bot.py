"""Plays what a net judges best, without looking further ahead than its own move."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.bots.bot import BaseBot, Budget, Choice, MoveEstimate
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.net import (
    KNOWN,
    LEAD,
    LEAD_POINTS,
    LOGITS,
    N_OUTPUTS,
    N_STATES,
    POINTS,
    Weights,
    evaluate_moves,
    new_space,
)
from burgomaster.bots.net_file import layout_of, net_of
from burgomaster.compiler.struct import zeros
from burgomaster.core.move import Move
from burgomaster.core.playout import Scratch
from burgomaster.core.rng import PLAY_STREAM, seed_rng
from burgomaster.core.table import Game

WORLDS = 8  # in which the moves are tried
WIN_SHARE = 0.3  # how much the chance to win counts against the lead, in units of LEAD_POINTS


class NetBot(BaseBot):
    """Quick and strong: one look at every move."""

    name = "net"

    def __init__(self, seed: int | None, path: str = "", worlds: int = WORLDS) -> None:
        self._random = random.Random(seed)
        self._path, self._worlds = path, worlds
        self._spaces: dict[str, Any] = {}

    def think(self, information: InformationSet, budget: Budget | None = None) -> Choice:
        moves = information.moves()
        if len(moves) == 1:
            return Choice(moves[0], (MoveEstimate(moves[0], 0, 0.5, 0.0),))
        means = self._evaluate(information, moves)
        n_seats = information.game.n_seats
        values = WIN_SHARE * means[:, LOGITS] + (1.0 - WIN_SHARE) * means[:, LEAD]
        order = np.argsort(-values, kind="stable")
        estimates = [
            MoveEstimate(
                moves[at], self._worlds, float(means[at, LOGITS]), LEAD_POINTS * float(means[at, LEAD])
            )
            for at in order
        ]
        best = means[order[0]]
        seats = [(seat - information.seat) % n_seats for seat in range(n_seats)]
        scores = [POINTS * float(best[ahead]) for ahead in seats]
        chances = [float(best[LOGITS + ahead]) for ahead in seats]
        return Choice(moves[order[0]], estimates, scores, chances, self._worlds * len(moves))

    def _evaluate(self, information: InformationSet, moves: list[Move]) -> npt.NDArray[Any]:
        game, weights = information.game, self._weights(information.game)
        states: Any = zeros(game.rules.state, N_STATES)
        scratches: Any = zeros(Scratch, 1)
        seed_rng(scratches[0].rng, self._random.getrandbits(62), PLAY_STREAM)
        states[KNOWN] = information.determinize(scratches[0].rng)[0]
        sums = np.zeros((len(moves), N_OUTPUTS))
        codes = np.array([move.code for move in moves], np.int64)
        about = (information.seat, game.n_seats, self._worlds)
        evaluate_moves(states, scratches, self._space(game), weights, *about, codes, sums)
        return sums / self._worlds

    def _weights(self, game: Game) -> Weights:
        return net_of(game.name, self._path, game.n_seats)

    def _space(self, game: Game) -> Any:
        """Make what the net writes to, once for each game."""
        if game.name not in self._spaces:
            layout = layout_of(game.name)
            assert layout is not None
            self._spaces[game.name] = new_space(game.rules.state, layout.size)
        return self._spaces[game.name]


def make(seed: int | None = None, setting: str = "", worlds: int = WORLDS) -> NetBot:
    """Make a player by a net: that of the game, or of a file (`net:FILE`)."""
    return NetBot(seed, setting, worlds)
