"""Kernels of self-play on a graphics card: games go in step, and every legal move of every game is tried.

One step of all games is four launches. `list_moves` writes what each seat may do, and the world as it might
imagine it; `try_moves` makes every one of these moves in a world of its own and writes the inputs of the net
for what comes of it; when the net has judged, `choose_best` chooses, and `try_moves` makes the chosen moves
in the games themselves. Numbers are drawn in the order in which learning/self_play.py draws them: with the
same seeds and nets the games are those that a processor plays.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numba
import numpy as np

from burgomaster.compiler.bits import wide
from burgomaster.compiler.struct import dtype_of
from burgomaster.core.inputs import Inputs
from burgomaster.core.kernels import (
    apply,
    begin,
    deal,
    determinize,
    is_over,
    legal,
    rank,
    score,
    write_inputs,
)
from burgomaster.core.log import Log
from burgomaster.core.move_list import Moves
from burgomaster.core.rng import DEAL_STREAM, PLAY_STREAM, draw_below, seed_rng
from burgomaster.cuda import target
from burgomaster.cuda.driver import cuda
from burgomaster.cuda.kernels import ALIGNED
from burgomaster.cuda.trial_columns import OVER, RANKS, SCORES

BLOCK = 128
LEARNER = 0  # the player who explores
MANY = 1 << 30  # in how many parts chance is divided


@cache
def make_dealer(_state: type) -> Any:
    """Make the kernel that deals games by their seeds."""
    target.prepare()
    notes = numba.from_dtype(dtype_of(Log))

    def deal_games(undealt, variants, seeds, states, rngs):  # type: ignore[no-untyped-def]
        log = cuda.local.array(1, notes, alignment=ALIGNED)[0]
        log.room = log.n_events = 0
        game = cuda.grid(1)
        if game < variants.shape[0]:
            states[game] = undealt[variants[game]]
            seed_rng(states[game].rng, wide(seeds[game]), DEAL_STREAM)
            seed_rng(rngs[game], wide(seeds[game]), PLAY_STREAM)
            deal(states[game])
            begin(states[game], log)

    return deal_games


@cache
def make_lister(_state: type) -> Any:
    """Make the kernel that lists the moves of games that go on, and draws what their movers cannot know.

    wild: the place of a move that chance has chosen, -1 if the best is to be made.
    """
    target.prepare()
    room = numba.from_dtype(dtype_of(Moves))

    def list_moves(states, worlds, rngs, is_playing, players, explore, codes, counts, seats, wild):  # type: ignore[no-untyped-def]
        moves = cuda.local.array(1, room, alignment=ALIGNED)[0]
        game = cuda.grid(1)
        if game < counts.shape[0]:
            counts[game] = 0
            if is_playing[game]:
                legal(states[game], moves)
                counts[game] = moves.n_moves
                seats[game] = states[game].to_move
                for place in range(moves.n_moves):
                    codes[game, place] = moves.codes[place]
                wild[game] = -1
                if moves.n_moves > 1:
                    worlds[game] = states[game]
                    determinize(worlds[game], wide(states[game].to_move), rngs[game])
                    is_wild = draw_below(rngs[game], MANY) < explore * MANY
                    if is_wild and players[game, seats[game]] == LEARNER:
                        wild[game] = draw_below(rngs[game], wide(moves.n_moves))

    return list_moves


@cache
def make_trier(_state: type) -> Any:
    """Make the kernel that makes moves, each in a copy, and writes the inputs of what comes of them."""
    target.prepare()
    notes, room = (numba.from_dtype(dtype_of(kind)) for kind in (Log, Inputs))

    def try_moves(source, copies, kept, owners, moves, seats, n_seats, rows, ends):  # type: ignore[no-untyped-def]
        log = cuda.local.array(1, notes, alignment=ALIGNED)[0]
        log.room = log.n_events = 0
        inputs = cuda.local.array(1, room, alignment=ALIGNED)[0]
        row = cuda.grid(1)
        if row < owners.shape[0]:
            game = owners[row]
            copies[row] = source[game]
            here = copies[row]
            apply(here, wide(moves[row]), log)
            if kept.shape[0] > 0:
                kept[game] = copies[row]
            ends[row, OVER] = is_over(here)
            if is_over(here):
                for seat in range(n_seats[game]):
                    ends[row, SCORES + seat] = wide(score(here, seat))
                    ends[row, RANKS + seat] = wide(rank(here, seat))
            else:
                write_inputs(here, wide(seats[game]), inputs)
                for index in range(inputs.n):
                    rows[row, inputs.places[index]] = np.float16(inputs.numbers[index])

    return try_moves


def choose_best(values, begins, counts, wild, chosen):  # type: ignore[no-untyped-def]
    """Choose the row of the best value of each game, or the one that chance has named."""
    game = cuda.grid(1)
    if game < counts.shape[0] and counts[game] > 0:
        first = begins[game]
        best = first
        if wild[game] >= 0:
            best = first + wild[game]
        else:
            for row in range(first + 1, first + counts[game]):
                if values[row] > values[best]:
                    best = row
        chosen[game] = best
