"""Plays what a net judges best, without looking further ahead than its own move."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import numpy.typing as npt

from burgomaster.bots.bot import BaseBot, Budget, Choice, MoveEstimate
from burgomaster.bots.information_set import InformationSet
from burgomaster.bots.net import (
    LEAD,
    LEAD_POINTS,
    LOGITS,
    MAX_SEATS,
    N_OUTPUTS,
    POINTS,
    NetSpace,
    Weights,
    evaluate_after,
    new_space,
    set_base,
)
from burgomaster.bots.net_file import layout_of, net_of
from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import apply, determinize
from burgomaster.core.move import Move
from burgomaster.core.playout import Scratch
from burgomaster.core.rng import PLAY_STREAM, seed_rng
from burgomaster.core.struct import Floats, Ints, zeros
from burgomaster.core.table import Game

WORLDS = 8  # in which the moves are tried
WIN_SHARE = 0.3  # how much the chance to win counts against the lead, in units of LEAD_POINTS
KNOWN, WORLD, AFTER = 0, 1, 2  # the states that are worked in
N_STATES = 3


class NetBot(BaseBot):
    """Quick and strong: one look at every move."""

    name = "net"

    def __init__(self, seed: int | None, path: str = "", worlds: int = WORLDS) -> None:
        self._random = random.Random(seed)
        self._path, self._worlds = path, worlds
        self._spaces: dict[str, Any] = {}

    def think(self, information: InformationSet, budget: Budget | None = None) -> Choice:
        """Choose the move after which the net expects most."""
        moves = information.moves()
        if len(moves) == 1:
            return Choice(moves[0], (MoveEstimate(moves[0], 0, 0.5, 0.0),))
        means = self._evaluate(information, moves)
        return make_choice(information, moves, means, self._worlds)

    def _evaluate(self, information: InformationSet, moves: list[Move]) -> npt.NDArray[Any]:
        """Compute the mean outputs after every move."""
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


@jit
def evaluate_moves(
    states: Any,
    scratches: Any,
    space: NetSpace,
    weights: Weights,
    seat: int,
    n_seats: int,
    n_worlds: int,
    codes: Ints,
    sums: Floats,
) -> None:
    """Add up, for every move, the outputs after it in some worlds: points, chances, lead."""
    scratch, evaluation = scratches[0], space.evaluations[0]
    for _ in range(n_worlds):
        states[WORLD] = states[KNOWN]
        determinize(states[WORLD], seat, scratch.rng)
        set_base(states[WORLD], seat, weights, space, 0)
        for index in range(codes.shape[0]):
            states[AFTER] = states[WORLD]
            apply(states[AFTER], wide(codes[index]), scratch.log)
            evaluate_after(states[AFTER], seat, n_seats, weights, space, 0)
            for ahead in range(MAX_SEATS):
                sums[index, ahead] += evaluation.outputs[ahead]
                sums[index, LOGITS + ahead] += evaluation.chances[ahead]
            sums[index, LEAD] += evaluation.outputs[LEAD]


def make_choice(
    information: InformationSet, moves: list[Move], means: npt.NDArray[Any], worlds: int
) -> Choice:
    """Turn mean outputs into a choice with an estimate of every move, the best first."""
    n_seats = information.game.n_seats
    values = WIN_SHARE * means[:, LOGITS] + (1.0 - WIN_SHARE) * means[:, LEAD]
    order = np.argsort(-values, kind="stable")
    estimates = [
        MoveEstimate(moves[at], worlds, float(means[at, LOGITS]), LEAD_POINTS * float(means[at, LEAD]))
        for at in order
    ]
    best = means[order[0]]
    seats = [(seat - information.seat) % n_seats for seat in range(n_seats)]
    scores = [POINTS * float(best[ahead]) for ahead in seats]
    chances = [float(best[LOGITS + ahead]) for ahead in seats]
    return Choice(moves[order[0]], estimates, scores, chances, worlds * len(moves))


def make(seed: int | None = None, setting: str = "", worlds: int = WORLDS) -> NetBot:
    """Make a player by a net: that of the game, or of a file (`net:FILE`)."""
    return NetBot(seed, setting, worlds)
