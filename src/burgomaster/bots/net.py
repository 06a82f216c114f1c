"""A small net that evaluates positions, computed by our own kernels: inputs, two hidden layers, outputs.

The weights of a net are two rows of numbers: `lines` is the first layer, HIDDEN numbers for each input, and
`tail` its offsets, then the second layer and its offsets, then the last layer and its offsets. Few
inputs are not 0, so the first layer is a sum of lines; and moves of one position make positions that differ
in few of them, so that the sum of one is corrected to that of the next (`set_base`, `evaluate_after`).

Outputs are seen from a seat, the others follow in the order of play: the points of every seat at the end,
how likely every seat is to win (as logits), and the lead over the best of the others. All sums are made in
the same order everywhere, so that a net plays the same on every machine.
"""

from __future__ import annotations

import math
from typing import Annotated, Any, NamedTuple

import numpy as np

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.compiler.struct import F32, I8, Floats, Ints, record, zeros
from burgomaster.compiler.vectors import add_rows, add_weighted, aligned_zeros, load_row, store_row, zero_row
from burgomaster.core.inputs import Inputs
from burgomaster.core.kernels import apply, determinize, is_over, rank, rewrite_inputs, score, write_inputs

HIDDEN, SECOND = 256, 32
ROW = 32  # units of the first layer that are summed together
MAX_SEATS = 5
SCORES, LOGITS, LEAD = 0, MAX_SEATS, 2 * MAX_SEATS  # where the outputs begin
N_OUTPUTS = 2 * MAX_SEATS + 1
# Where the parts of the tail begin
SECOND_LAYER = HIDDEN
SECOND_OFFSETS = SECOND_LAYER + HIDDEN * SECOND
LAST_LAYER = SECOND_OFFSETS + SECOND
LAST_OFFSETS = LAST_LAYER + SECOND * N_OUTPUTS
TAIL = LAST_OFFSETS + N_OUTPUTS
POINTS = 50.0  # of the score that an output of 1 stands for
LEAD_POINTS = 20.0
ZERO = np.float32(0.0)
# The states in which every move is evaluated
KNOWN, WORLD, AFTER = 0, 1, 2
N_STATES = 3
NUMBERS = HIDDEN + SECOND  # of the layers: where the inputs of the last position stand


@record
class NetEvaluation:
    """What a net is given and computes of a position, and the inputs of the one before it."""

    inputs: Annotated[Inputs, Inputs]
    last: Annotated[Inputs, Inputs]
    changed: Annotated[Inputs, Inputs]
    outputs: Annotated[Floats, F32, N_OUTPUTS]
    chances: Annotated[Floats, F32, MAX_SEATS]  # of each seat to win, from the one that looks
    is_next: I8  # 1: `inputs` are those of the position that was evaluated after the same base


class Weights(NamedTuple):
    """The numbers of a net, or of several: then each part has a row a net."""

    lines: Any
    tail: Any


class NetSpace(NamedTuple):
    """What is written to while a net is computed; every part has a row a thread."""

    evaluations: Any
    layers: Any  # the sums of both layers, behind them the inputs of the last position
    stamps: Any  # the number of the position that is evaluated, then of the last one that had each input
    states: Any  # the position that was evaluated last, after a base


NO_NET = Weights(np.zeros(0, np.float32), np.zeros(0, np.float32))  # of a game that has no net


def new_space(state: type, n_inputs: int, threads: int = 1) -> NetSpace:
    """Make the space of so many threads, for positions of a game."""
    layers = aligned_zeros(threads, NUMBERS + n_inputs)
    stamps = np.zeros((threads, n_inputs + 1), np.int64)
    return NetSpace(zeros(NetEvaluation, threads), layers, stamps, zeros(state, threads))


# Evaluation


@jit
def evaluate_by_net(
    state: Any, seat: int, n_seats: int, weights: Weights, space: NetSpace, thread: int
) -> None:
    """Evaluate a position for a seat; one that is over is counted."""
    evaluation, layers = space.evaluations[thread], space.layers[thread]
    if is_over(state):
        count_result(state, seat, n_seats, evaluation)
        return
    write_inputs(state, seat, evaluation.inputs)
    begin_sums(weights.tail, layers)
    add_lines(weights.lines, evaluation.inputs, layers)
    finish(weights.tail, layers, evaluation.outputs)
    share_chances(n_seats, evaluation)


@jit
def set_base(state: Any, seat: int, weights: Weights, space: NetSpace, thread: int) -> None:
    """Remember the inputs and the first layer of a position, before evaluating what moves make of it."""
    evaluation, layers = space.evaluations[thread], space.layers[thread]
    last = evaluation.last
    evaluation.is_next = 0
    for index in range(last.n):
        layers[NUMBERS + wide(last.places[index])] = ZERO
    write_inputs(state, seat, last)
    for index in range(last.n):
        layers[NUMBERS + wide(last.places[index])] = last.numbers[index]
    begin_sums(weights.tail, layers)
    add_lines(weights.lines, last, layers)


@jit
def evaluate_after(
    state: Any, seat: int, n_seats: int, weights: Weights, space: NetSpace, thread: int
) -> None:
    """Evaluate a position that a move has made of the base, for the same seat.

    The first layer is corrected by what differs from the position that was evaluated last: two moves that
    stand side by side in a list often differ less from each other than from the base. Nothing else is
    evaluated in between.
    """
    evaluation, layers = space.evaluations[thread], space.layers[thread]
    if is_over(state):
        count_result(state, seat, n_seats, evaluation)
        return
    n_kept = 0
    if evaluation.is_next:
        n_kept = rewrite_inputs(state, space.states[thread], seat, evaluation.inputs)
    else:
        write_inputs(state, seat, evaluation.inputs)
    evaluation.is_next = 1
    space.states[thread] = state
    find_changes(evaluation, n_kept, layers, space.stamps[thread])
    add_lines(weights.lines, evaluation.changed, layers)
    finish(weights.tail, layers, evaluation.outputs)
    share_chances(n_seats, evaluation)


@jit
def find_changes(evaluation: NetEvaluation, n_kept: int, layers: Any, stamps: Ints) -> None:
    """List by how much the inputs differ from those of the last position, and take their place.

    The first ones, which were kept, are the same.
    """
    inputs, last, changed = evaluation.inputs, evaluation.last, evaluation.changed
    stamp, n_changed = wide(stamps[0]) + 1, 0
    stamps[0] = stamp
    for index in range(n_kept, inputs.n):
        place, number = wide(inputs.places[index]), inputs.numbers[index]
        stamps[place + 1] = stamp
        by = number - layers[NUMBERS + place]
        layers[NUMBERS + place] = number
        changed.places[n_changed] = place  # written over by the next one if nothing has changed
        changed.numbers[n_changed] = by
        n_changed += wide(by != ZERO)
    for index in range(n_kept, last.n):
        place = wide(last.places[index])
        if stamps[place + 1] != stamp:
            layers[NUMBERS + place] = ZERO
            changed.places[n_changed] = place
            changed.numbers[n_changed] = -last.numbers[index]
            n_changed += 1
    changed.n = n_changed
    last.n = inputs.n
    for index in range(n_kept, inputs.n):
        last.places[index] = inputs.places[index]
        last.numbers[index] = inputs.numbers[index]


# Layers


@inline
def begin_sums(tail: Any, layers: Any) -> None:
    """Begin the sums of the first layer with its offsets."""
    for unit in range(HIDDEN):
        layers[unit] = tail[unit]


@jit
def add_lines(lines: Any, inputs: Inputs, layers: Any) -> None:
    """Add lines to the sums of the first layer."""
    for unit in range(0, HIDDEN, 2 * ROW):
        low, high = load_row(layers, unit, ROW), load_row(layers, unit + ROW, ROW)
        for index in range(inputs.n):
            line, number = wide(inputs.places[index]) * HIDDEN + unit, inputs.numbers[index]
            low = add_weighted(low, number, lines, line)
            high = add_weighted(high, number, lines, line + ROW)
        store_row(layers, unit, low)
        store_row(layers, unit + ROW, high)


@jit
def finish(tail: Any, layers: Any, outputs: Floats) -> None:
    """Compute the second layer, summing over even and odd units apart, and the outputs."""
    even, odd = load_row(tail, SECOND_OFFSETS, SECOND), zero_row(SECOND)
    for unit in range(0, HIDDEN, 2):
        line = SECOND_LAYER + unit * SECOND
        even = add_weighted(even, max(layers[unit], ZERO), tail, line)
        odd = add_weighted(odd, max(layers[unit + 1], ZERO), tail, line + SECOND)
    store_row(layers, HIDDEN, add_rows(even, odd))
    last = load_row(tail, LAST_OFFSETS, N_OUTPUTS)
    for unit in range(SECOND):
        last = add_weighted(last, max(layers[HIDDEN + unit], ZERO), tail, LAST_LAYER + unit * N_OUTPUTS)
    store_row(outputs, 0, last)


# What comes out


@inline
def share_chances(n_seats: int, evaluation: NetEvaluation) -> None:
    """Turn the logits of the seats into chances to win that add up to 1."""
    outputs, total = evaluation.outputs, 0.0
    most = outputs[LOGITS]
    for seat in range(1, n_seats):
        most = max(most, outputs[LOGITS + seat])
    for seat in range(n_seats):
        chance = math.exp(outputs[LOGITS + seat] - most)
        evaluation.chances[seat] = chance
        total += chance
    for seat in range(n_seats):
        evaluation.chances[seat] /= total


@jit
def count_result(state: Any, seat: int, n_seats: int, evaluation: NetEvaluation) -> None:
    """Write the outputs of a game that is over: its scores, shares of the victory and lead."""
    n_winners, best_other = 0, -1e9
    for other in range(n_seats):
        n_winners += wide(rank(state, other) == 0)
    for ahead in range(n_seats):
        other = seat + ahead if seat + ahead < n_seats else seat + ahead - n_seats
        points = float(score(state, other))
        evaluation.outputs[SCORES + ahead] = points / POINTS
        evaluation.chances[ahead] = 1.0 / n_winners if rank(state, other) == 0 else 0.0
        if ahead > 0:
            best_other = max(best_other, points)
    lead = score(state, seat) - (best_other if n_seats > 1 else 0.0)
    evaluation.outputs[LEAD] = lead / LEAD_POINTS


@inline
def weighted_value(evaluation: NetEvaluation, win_share: float) -> float:
    """Weigh the chance to win and the lead that a seat can expect."""
    total: float = win_share * evaluation.chances[0] + (1.0 - win_share) * evaluation.outputs[LEAD]
    return total


# Every move of a position


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
