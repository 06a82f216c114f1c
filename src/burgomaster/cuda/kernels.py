"""Random games on a graphics card: to their ends as fast as it goes, or with the invariants tested.

What limits a card here is neither its arithmetic nor its memory but how fast it reads the program: the rules
are long, and every game is somewhere else in them. So the games of a block go in step, all list their moves,
then all make one; and before they make them the threads share the games out anew, sorted by what is to be
done, so that neighbours do the same. The games are those that a processor plays with the same seeds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numba
import numpy as np

from burgomaster.compiler.bits import wide
from burgomaster.compiler.struct import dtype_of
from burgomaster.core.kernels import (
    apply,
    begin,
    broken_rule,
    broken_step,
    deal,
    draw_legal,
    is_over,
    legal,
    score,
)
from burgomaster.core.playout import Scratch
from burgomaster.core.rng import DEAL_STREAM, PLAY_STREAM, draw_below, seed_rng
from burgomaster.cuda import target
from burgomaster.cuda.driver import cuda

MAX_BLOCK = 512  # threads that go in step, at most
MAX_REGISTERS = 128  # of a thread that plays
VERBS = 64  # kinds of moves: the lowest bits of a move, in every game
NOW, BEFORE = 0, 1
ALIGNED = 16  # bytes: what is copied at once
MAX_STEPS = 20_000  # no game comes near: a longer one does not end


@cache
def make_player(fix: Callable[[Any], Any]) -> Any:
    """Make the kernel that plays random games of some rules to their ends; see `play_games` of the core.

    fix: hands a state on as one whose rules are constants (`target.fixing`).
    """
    target.prepare()
    tools = numba.from_dtype(dtype_of(Scratch))

    def play(undealt, scores, steps, seed, states):  # type: ignore[no-untyped-def]
        scratch = cuda.local.array(1, tools, alignment=ALIGNED)[0]
        counts = cuda.shared.array(VERBS, numba.int32)
        order = cuda.shared.array(MAX_BLOCK, numba.int32)
        chosen = cuda.shared.array(MAX_BLOCK, numba.int32)
        scratch.log.room = 0
        scratch.log.n_events = 0
        n_games, thread, base = scores.shape[0], cuda.threadIdx.x, cuda.blockIdx.x * cuda.blockDim.x
        here = fix(states[base + thread])
        for first in range(base, n_games, cuda.gridsize(1)):
            game = first + thread
            is_playing, n_steps = game < n_games, 0
            if is_playing:
                states[base + thread] = undealt[0]
                seed_rng(here.rng, seed + game, DEAL_STREAM)
                seed_rng(scratch.rng, seed + game, PLAY_STREAM)
                deal(here)
                begin(here, scratch.log)
            while cuda.syncthreads_or(np.int32(is_playing)):
                if thread < VERBS:
                    counts[thread] = 0
                order[thread] = -1
                cuda.syncthreads()
                verb, place = 0, 0
                if is_playing:
                    move = wide(draw_legal(here, scratch.moves, scratch.rng))
                    chosen[thread], verb = move, move & (VERBS - 1)
                    place = cuda.atomic.add(counts, verb, 1)
                cuda.syncthreads()
                if thread == 0:  # from how many of each kind to where each kind begins
                    total = 0
                    for kind in range(VERBS):
                        n_alike = counts[kind]
                        counts[kind] = total
                        total += n_alike
                cuda.syncthreads()
                if is_playing:
                    order[counts[verb] + place] = thread
                cuda.syncthreads()
                mine = order[thread]
                if mine >= 0:
                    apply(fix(states[base + mine]), wide(chosen[mine]), scratch.log)
                cuda.syncthreads()
                if is_playing:
                    n_steps += 1
                    is_playing = not is_over(here)
            if game < n_games:
                steps[game] = n_steps
                for seat in range(scores.shape[1]):
                    scores[game, seat] = wide(score(here, seat))

    return play


@cache
def make_checker(state: type) -> Any:
    """Make the kernel that tests the invariants after every step; see `check_rules` of the core."""
    target.prepare()
    tools, position = numba.from_dtype(dtype_of(Scratch)), numba.from_dtype(dtype_of(state))

    def check(undealt, broken, steps, seed):  # type: ignore[no-untyped-def]
        scratch = cuda.local.array(1, tools, alignment=ALIGNED)[0]
        states = cuda.local.array(2, position, alignment=ALIGNED)
        scratch.log.room = 0
        scratch.log.n_events = 0
        for game in range(cuda.grid(1), broken.shape[0], cuda.gridsize(1)):
            states[NOW] = undealt[0]
            here = states[NOW]
            seed_rng(here.rng, seed + game, DEAL_STREAM)
            seed_rng(scratch.rng, seed + game, PLAY_STREAM)
            deal(here)
            begin(here, scratch.log)
            step, found = 0, wide(broken_rule(here))
            while found == 0 and not is_over(here):
                states[BEFORE] = states[NOW]
                legal(here, scratch.moves)
                move = wide(scratch.moves.codes[draw_below(scratch.rng, wide(scratch.moves.n_moves))])
                apply(here, move, scratch.log)
                step += 1
                found = wide(broken_rule(here))
                if found == 0:
                    found = wide(broken_step(states[BEFORE], here))
                if found == 0 and step > MAX_STEPS:
                    found = -1
            steps[game] = step
            broken[game] = found

    return check
