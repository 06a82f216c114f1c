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
from burgomaster.core.kernels import apply, determinize, is_over, keep_likely, legal
from burgomaster.core.rng import PLAY_STREAM, seed_rng
from burgomaster.core.struct import Floats, Ints

KNOWN, NOW, IMAGINED, AFTER = 0, 1, 2, 3  # the states that are worked in
N_STATES = 4
CHOICES = 14  # that are played on before the net is asked


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
    """Choose the move after which the net expects most, without knowing what will be drawn."""
    moves, seat = scratch.moves, wide(states[NOW].to_move)
    legal(states[NOW], moves)
    if moves.n_moves == 1:
        return wide(moves.codes[0])
    keep_likely(states[NOW], moves, space.evaluations[0].inputs)
    states[IMAGINED] = states[NOW]
    determinize(states[IMAGINED], seat, scratch.rng)
    set_base(states[IMAGINED], seat, weights, space, 0)
    chosen, most = wide(moves.codes[0]), -math.inf
    for place in range(moves.n_moves):
        states[AFTER] = states[IMAGINED]
        apply(states[AFTER], wide(moves.codes[place]), scratch.log)
        evaluate_after(states[AFTER], seat, 1, weights, space, 0)
        expected = space.evaluations[0].outputs[LEAD]
        if expected > most:
            chosen, most = wide(moves.codes[place]), expected
    return chosen
