"""A small net that judges positions, computed by our own kernels: inputs, two hidden layers, outputs.

The weights of a net are one row of numbers: the first layer (a line of HIDDEN numbers for each input), its
offsets, the second layer and its offsets, the last layer and its offsets. Inputs are few that are not 0, so
the first layer is a sum of lines.

Outputs are seen from a seat, the others follow in the order of play: the points of every seat at the end,
how likely every seat is to win (as logits), and the lead over the best of the others.
"""

from __future__ import annotations

import math
from typing import Annotated, Any

import numpy as np

from burgomaster.core.bits import wide
from burgomaster.core.inputs import Inputs
from burgomaster.core.jit import inline, jit
from burgomaster.core.kernels import is_over, rank, score, write_inputs
from burgomaster.core.struct import F32, Floats, record

HIDDEN, SECOND = 256, 32
MAX_SEATS = 5
SCORES, LOGITS, LEAD = 0, MAX_SEATS, 2 * MAX_SEATS  # where the outputs begin
N_OUTPUTS = 2 * MAX_SEATS + 1
TAIL = HIDDEN + HIDDEN * SECOND + SECOND + SECOND * N_OUTPUTS + N_OUTPUTS  # numbers behind the first layer
POINTS = 50.0  # of the score that an output of 1 stands for
LEAD_POINTS = 20.0
ZERO = np.float32(0.0)


@record
class Judgement:
    """What is computed of one position: inputs, layers, and what each seat can expect."""

    inputs: Annotated[Inputs, Inputs]
    hidden: Annotated[Floats, F32, HIDDEN]
    second: Annotated[Floats, F32, SECOND]
    outputs: Annotated[Floats, F32, N_OUTPUTS]
    chances: Annotated[Floats, F32, MAX_SEATS]  # of each seat to win, from the one that looks


def size_of(n_inputs: int) -> int:
    """Count the weights of a net with so many inputs."""
    return n_inputs * HIDDEN + TAIL


@jit
def judge(state: Any, seat: int, n_seats: int, weights: Any, judgement: Judgement) -> None:
    """Judge a position for a seat; one that is over is counted."""
    if is_over(state):
        count_result(state, seat, n_seats, judgement)
        return
    write_inputs(state, seat, judgement.inputs)
    run_net(weights, judgement)
    share_chances(n_seats, judgement)


@jit
def run_net(weights: Any, judgement: Judgement) -> None:
    """Compute the outputs from the inputs."""
    inputs, hidden, second, outputs = (
        judgement.inputs,
        judgement.hidden,
        judgement.second,
        judgement.outputs,
    )
    start = weights.shape[0] - TAIL
    for unit in range(HIDDEN):
        hidden[unit] = weights[start + unit]
    for index in range(inputs.n):
        line = wide(inputs.places[index]) * HIDDEN
        number = inputs.numbers[index]
        for unit in range(HIDDEN):
            hidden[unit] += number * weights[line + unit]
    start += HIDDEN
    offsets = start + HIDDEN * SECOND
    for unit in range(SECOND):
        second[unit] = weights[offsets + unit]
    for unit in range(HIDDEN):
        number = hidden[unit]
        if number > ZERO:
            for other in range(SECOND):
                second[other] += number * weights[start + unit * SECOND + other]
    start = offsets + SECOND
    offsets = start + SECOND * N_OUTPUTS
    for output in range(N_OUTPUTS):
        outputs[output] = weights[offsets + output]
    for unit in range(SECOND):
        number = second[unit]
        if number > ZERO:
            for output in range(N_OUTPUTS):
                outputs[output] += number * weights[start + unit * N_OUTPUTS + output]


@inline
def share_chances(n_seats: int, judgement: Judgement) -> None:
    """Turn the logits of the seats into chances to win that add up to 1."""
    outputs, total = judgement.outputs, 0.0
    most = outputs[LOGITS]
    for seat in range(1, n_seats):
        most = max(most, outputs[LOGITS + seat])
    for seat in range(n_seats):
        judgement.chances[seat] = math.exp(outputs[LOGITS + seat] - most)
        total += judgement.chances[seat]
    for seat in range(n_seats):
        judgement.chances[seat] /= total


@jit
def count_result(state: Any, seat: int, n_seats: int, judgement: Judgement) -> None:
    """Write the outputs of a game that is over: its scores, shares of the victory and lead."""
    n_winners = 0
    best_other = -1e9
    for other in range(n_seats):
        n_winners += wide(rank(state, other) == 0)
    for ahead in range(n_seats):
        other = seat + ahead if seat + ahead < n_seats else seat + ahead - n_seats
        points = float(score(state, other))
        judgement.outputs[SCORES + ahead] = points / POINTS
        judgement.chances[ahead] = 1.0 / n_winners if rank(state, other) == 0 else 0.0
        if ahead > 0:
            best_other = max(best_other, points)
    lead = score(state, seat) - (best_other if n_seats > 1 else 0.0)
    judgement.outputs[LEAD] = lead / LEAD_POINTS


@inline
def worth(judgement: Judgement, win_share: float) -> float:
    """Weigh the chance to win and the lead that a seat can expect."""
    return win_share * judgement.chances[0] + (1.0 - win_share) * judgement.outputs[LEAD]
