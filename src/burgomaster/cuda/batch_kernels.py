"""Kernels of a batch on a graphics card: what core/batch_kernels.py does with one game, one thread a game."""

from __future__ import annotations

from functools import cache
from typing import Any

import numba

from burgomaster.compiler.bits import wide
from burgomaster.compiler.struct import dtype_of
from burgomaster.core.batch_kernels import advance, clear_outcome, describe_game, greedy_move, reset_game
from burgomaster.core.kernels import legal, redact, write_observation
from burgomaster.core.playout import Scratch
from burgomaster.core.rng import draw_below
from burgomaster.cuda import target
from burgomaster.cuda.driver import cuda
from burgomaster.cuda.kernels import ALIGNED

BLOCK = 128


@cache
def make_kernels(state: type) -> dict[str, Any]:
    """Make the kernels for the rules of a game, by their names.

    reset_games: deal all games by their seeds, and start the generators of their random moves.
    step_games: carry out one action in each game; reward games that end and deal them anew.
    play_randomly, play_greedily: make the moves of all other seats until it is one seat's turn.
    describe_games: write who decides in each game, what they see, and what they may do.
    observe_games: write what one seat (-1: a spectator) knows; the positions are redacted on the way.
    """
    target.prepare()
    tools, position = numba.from_dtype(dtype_of(Scratch)), numba.from_dtype(dtype_of(state))

    def reset_games(states, undealt, seeds, rngs, scores, kind):  # type: ignore[no-untyped-def]
        scratch = cuda.local.array(1, tools, alignment=ALIGNED)[0]
        scratch.log.room = scratch.log.n_events = 0
        game = cuda.grid(1)
        if game < states.shape[0]:
            reset_game(states, undealt, scratch, game, seeds, rngs, scores, kind)

    def step_games(states, undealt, actions, moves, seeds, done, rewards, scores, kind):  # type: ignore[no-untyped-def]
        scratch = cuda.local.array(1, tools, alignment=ALIGNED)[0]
        scratch.log.room = scratch.log.n_events = 0
        game = cuda.grid(1)
        if game < states.shape[0]:
            clear_outcome(done, rewards, game)
            move = wide(moves[actions[game]])
            advance(states, undealt, scratch, game, move, seeds, done, rewards, scores, kind)

    def play_randomly(states, undealt, seat, rngs, seeds, done, rewards, scores, kind):  # type: ignore[no-untyped-def]
        scratch = cuda.local.array(1, tools, alignment=ALIGNED)[0]
        scratch.log.room = scratch.log.n_events = 0
        game = cuda.grid(1)
        if game < states.shape[0]:
            while states[game].to_move != seat:
                legal(states[game], scratch.moves)
                chosen = draw_below(rngs[game], wide(scratch.moves.n_moves))
                move = wide(scratch.moves.codes[chosen])
                advance(states, undealt, scratch, game, move, seeds, done, rewards, scores, kind)

    def play_greedily(states, undealt, seat, rngs, seeds, done, rewards, scores, kind):  # type: ignore[no-untyped-def]
        scratch = cuda.local.array(1, tools, alignment=ALIGNED)[0]
        scratch.log.room = scratch.log.n_events = 0
        spares = cuda.local.array(2, position, alignment=ALIGNED)
        game = cuda.grid(1)
        if game < states.shape[0]:
            while states[game].to_move != seat:
                move = greedy_move(states[game], spares, 0, scratch, rngs[game])
                advance(states, undealt, scratch, game, move, seeds, done, rewards, scores, kind)

    def describe_games(states, numbers, shapes, observations, mask, actions, n_actions, to_move):  # type: ignore[no-untyped-def]
        scratch = cuda.local.array(1, tools, alignment=ALIGNED)[0]
        game = cuda.grid(1)
        if game < states.shape[0]:
            moves = scratch.moves
            describe_game(
                states, game, moves, numbers, shapes, observations, mask, actions, n_actions, to_move
            )

    def observe_games(views, seat, shapes, observations):  # type: ignore[no-untyped-def]
        game = cuda.grid(1)
        if game < views.shape[0]:
            redact(views[game], seat)
            write_observation(views[game], seat, shapes[0], observations[game])

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
