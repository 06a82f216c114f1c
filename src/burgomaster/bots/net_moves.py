"""Evaluate every move by a net: hidden things are drawn several times, every move is tried in each world."""

from __future__ import annotations

from typing import Any

from burgomaster.bots.net import LEAD, LOGITS, MAX_SEATS, NetSpace, Weights, evaluate_after, set_base
from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import apply, determinize
from burgomaster.core.struct import Floats, Ints

KNOWN, WORLD, AFTER = 0, 1, 2  # the states that are worked in


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
