"""Moves played on in imagined worlds by one look of the net at every move; in a game alone against points."""

from __future__ import annotations

import math
from typing import Any

from burgomaster.bots.net import (
    LEAD,
    LEAD_POINTS,
    NetSpace,
    Weights,
    evaluate_after,
    evaluate_by_net,
    set_base,
)
from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import apply, determinize, is_elsewhere, is_over, keep_likely, legal
from burgomaster.core.move_list import Moves
from burgomaster.core.rng import PLAY_STREAM, seed_rng
from burgomaster.core.struct import Floats, Ints

KNOWN, NOW, IMAGINED, AFTER = 0, 1, 2, 3  # the states that are worked in
N_STATES = 4
CHOICES = 14  # that are played on before the net is asked
THINGS = 9  # the best, of which every likely place is looked at


@jit
def play_on(
    states: Any,
    scratch: Any,
    space: NetSpace,
    weights: Weights,
    codes: Ints,
    first: int,
    end: int,
    seed: int,
    sums: Floats,
) -> None:
    """Play some moves on in the worlds first .. end - 1, and add up what is expected after that."""
    for world in range(first, end):
        for index in range(codes.shape[0]):
            seed_rng(scratch[0].rng, seed + world, PLAY_STREAM)
            states[NOW] = states[KNOWN]
            seat = wide(states[NOW].to_move)
            determinize(states[NOW], seat, scratch[0].rng)
            apply(states[NOW], wide(codes[index]), scratch[0].log)
            left = CHOICES
            while left > 0 and not is_over(states[NOW]):
                apply(states[NOW], look(states, scratch[0], space, weights), scratch[0].log)
                left -= 1
            evaluate_by_net(states[NOW], seat, 1, weights, space, 0)
            sums[index] += LEAD_POINTS * space.evaluations[0].outputs[LEAD]


@jit
def look(states: Any, scratch: Any, space: NetSpace, weights: Weights) -> int:
    """Choose the move after which the net expects most, without knowing what will be drawn.

    Of the moves that do the same thing in several places the likeliest is looked at first; the other places
    are looked at for the best few things alone, which saves half of all looks.
    """
    moves, seat = scratch.moves, wide(states[NOW].to_move)
    legal(states[NOW], moves)
    if moves.n_moves == 1:
        return wide(moves.codes[0])
    keep_likely(states[NOW], moves, space.evaluations[0].inputs)
    states[IMAGINED] = states[NOW]
    determinize(states[IMAGINED], seat, scratch.rng)
    set_base(states[IMAGINED], seat, weights, space, 0)
    look_at_things(states, scratch, space, weights)
    chosen = best_thing(moves, space)
    most = space.expected[0, chosen]
    for _ in range(THINGS):
        thing = best_thing(moves, space)
        space.expected[0, thing] = -math.inf
        place = thing + 1
        while place < moves.n_moves and is_elsewhere(states[NOW], moves.codes[place], moves.codes[thing]):
            expected = expect_after(states, scratch, space, weights, place)
            if expected > most:
                chosen, most = place, expected
            place += 1
    return wide(moves.codes[chosen])


@jit
def look_at_things(states: Any, scratch: Any, space: NetSpace, weights: Weights) -> None:
    """Note what the net expects after the first of all moves that do the same thing."""
    moves = scratch.moves
    for place in range(moves.n_moves):
        before = max(0, place - 1)
        is_first = place == 0 or not is_elsewhere(states[NOW], moves.codes[place], moves.codes[before])
        space.expected[0, place] = -math.inf
        if is_first:
            space.expected[0, place] = expect_after(states, scratch, space, weights, place)


@jit
def expect_after(states: Any, scratch: Any, space: NetSpace, weights: Weights, place: int) -> float:
    """Return the lead that the net expects after a move of the list, in the imagined world."""
    states[AFTER] = states[IMAGINED]
    apply(states[AFTER], wide(scratch.moves.codes[place]), scratch.log)
    evaluate_after(states[AFTER], wide(states[NOW].to_move), 1, weights, space, 0)
    expected: float = space.evaluations[0].outputs[LEAD]
    return expected


@jit
def best_thing(moves: Moves, space: NetSpace) -> int:
    """Find the place of the move after which most is expected."""
    best = 0
    for place in range(1, moves.n_moves):
        if space.expected[0, place] > space.expected[0, best]:
            best = place
    return best
