"""The kernels of a batch (core/batch_kernels.py) on a graphics card: one thread a game."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba

from burgomaster.core import batch_kernels as core
from burgomaster.core.bits import wide
from burgomaster.core.playout import Scratch
from burgomaster.core.rng import draw_below
from burgomaster.core.struct import dtype_of
from burgomaster.cuda import target
from burgomaster.cuda.driver import cuda
from burgomaster.cuda.kernels import ALIGNED

BLOCK = 128


@cache
def make_kernels(state: type) -> dict[str, Any]:
    """Make the kernels for the rules of a game, by the names that they have in the core."""
    target.prepare()
    tools, position = numba.from_dtype(dtype_of(Scratch)), numba.from_dtype(dtype_of(state))

    def reset_games(states, undealt, seeds, rngs, scores, kind):  # type: ignore[no-untyped-def]
        scratch = cuda.local.array(1, tools, alignment=ALIGNED)
        scratch[0].log.room = scratch[0].log.n_events = 0
        game = cuda.grid(1)
        if game < states.shape[0]:
            core.reset_games(states, undealt, scratch, 0, game, game + 1, seeds, rngs, scores, kind)

    def step_games(states, undealt, actions, moves, seeds, done, rewards, scores, kind):  # type: ignore[no-untyped-def]
        scratch = cuda.local.array(1, tools, alignment=ALIGNED)
        scratch[0].log.room = scratch[0].log.n_events = 0
        game = cuda.grid(1)
        if game < states.shape[0]:
            core.step_games(
                states, undealt, scratch, 0, game, game + 1, actions, moves, seeds, done, rewards, scores,
                kind,
            )  # fmt: skip

    def play_randomly(states, undealt, seat, rngs, seeds, done, rewards, scores, kind):  # type: ignore[no-untyped-def]
        scratch = cuda.local.array(1, tools, alignment=ALIGNED)
        scratch[0].log.room = scratch[0].log.n_events = 0
        game = cuda.grid(1)
        if game < states.shape[0]:
            core.play_randomly(
                states, undealt, scratch, 0, game, game + 1, seat, rngs, seeds, done, rewards, scores, kind
            )

    def play_greedily(states, undealt, seat, rngs, seeds, done, rewards, scores, kind):  # type: ignore[no-untyped-def]
        scratch = cuda.local.array(1, tools, alignment=ALIGNED)
        scratch[0].log.room = scratch[0].log.n_events = 0
        spares = cuda.local.array(2, position, alignment=ALIGNED)
        game = cuda.grid(1)
        if game < states.shape[0]:
            core.play_greedily(
                states, undealt, scratch, 0, game, game + 1, seat, spares, rngs, seeds, done, rewards, scores,
                kind,
            )  # fmt: skip

    def describe_games(  # type: ignore[no-untyped-def]
        states, undealt, numbers, shapes, observations, mask, actions, n_actions, to_move
    ):
        scratch = cuda.local.array(1, tools, alignment=ALIGNED)
        scratch[0].log.room = scratch[0].log.n_events = 0
        game = cuda.grid(1)
        if game < states.shape[0]:
            core.describe_games(
                states, undealt, scratch, 0, game, game + 1, numbers, shapes, observations, mask, actions,
                n_actions, to_move,
            )  # fmt: skip

    def observe_games(views, seat, shapes, observations):  # type: ignore[no-untyped-def]
        game = cuda.grid(1)
        if game < views.shape[0]:
            here = slice(game, game + 1)
            core.observe_games(views[here], seat, shapes, observations[here])

    made = (reset_games, step_games, play_randomly, play_greedily, describe_games, observe_games)
    return {kernel.__name__: kernel for kernel in made}


def choose_randomly(legal, n_legal, rngs, chosen):  # type: ignore[no-untyped-def]
    """Choose one of the legal actions of each game, each equally likely."""
    game = cuda.grid(1)
    if game < chosen.shape[0]:
        chosen[game] = legal[game, draw_below(rngs[game], wide(n_legal[game]))]


def read_actions(given, mask, actions, wrong):  # type: ignore[no-untyped-def]
    """Copy actions, and note the first game whose action is not legal."""
    game = cuda.grid(1)
    if game < actions.shape[0]:
        action = wide(given[game])
        if action < 0 or action >= mask.shape[1] or mask[game, action] == 0:
            cuda.atomic.min(wrong, 0, game)
        else:
            actions[game] = action
