"""Whole games of nets against themselves, earlier nets, greedy and random players, without Python in between.

Each move: the hidden things are drawn anew as the mover might imagine them, every move is tried, and the
position it leads to is evaluated by the net of the mover. What the positions were worth is known at the end
of the game: samples are pairs of inputs and what came of them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from burgomaster.bots.net import (
    LEAD,
    LOGITS,
    N_OUTPUTS,
    NetSpace,
    Weights,
    count_result,
    evaluate_after,
    set_base,
    weighted_value,
)
from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Ints
from burgomaster.core.batch_kernels import greedy_move
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
from burgomaster.core.rng import DEAL_STREAM, PLAY_STREAM, draw_below, seed_rng

GREEDY, RANDOM = -1, -2  # players that are no nets; nets are counted from 0, the one that learns
LEARNER = 0
REAL, WORLD, AFTER, SPARE = 0, 1, 2, 3  # the states of a thread
N_STATES = 5
MANY = 1 << 30
LONGEST = 1024  # samples of one game, at most


class SelfPlayParams(NamedTuple):
    """How games are played, and how samples are made of them."""

    explore: float  # how often the net that learns makes any move
    win_share: float  # how much the chance to win counts against the lead
    trust: float  # how much the end of a game counts against what was expected a move later


class KeptSamples(NamedTuple):
    """The samples of some games: inputs of positions as their movers see them, and what came of each."""

    places: Any  # of the inputs of all samples, one behind the other
    numbers: Any  # of the same inputs
    starts: Any  # where the inputs of each sample begin
    counts: Any  # how many samples there are, and how many inputs
    seats: Any  # that look
    targets: Any  # what was expected; at the end of a game, what came
    expected: Any  # of the move that was chosen last
    later: Any  # scratch: what came of the move after


@jit
def play_games(
    states: Any,
    undealt: Any,
    scratch: Any,
    space: NetSpace,
    nets: Weights,
    seat_nets: Ints,
    seed: int,
    params: SelfPlayParams,
    samples: KeptSamples,
    scores: Ints,
    places: Any,
) -> int:
    """Play games until all are over or the samples are full; return how many were played."""
    n_games, n_seats = wide(scores.shape[0]), wide(scores.shape[1])
    for game in range(n_games):
        if is_full(samples):
            return game
        states[REAL] = undealt[0]
        seed_rng(states[REAL].rng, seed + game, DEAL_STREAM)
        seed_rng(scratch[0].rng, seed + game, PLAY_STREAM)
        deal(states[REAL])
        begin(states[REAL], scratch[0].log)
        first = wide(samples.counts[0])
        while not is_over(states[REAL]):
            play_move(states, scratch[0], space, nets, seat_nets[game], n_seats, params, samples)
        write_targets(states[REAL], n_seats, first, params.trust, space.evaluations[0], samples)
        for seat in range(n_seats):
            scores[game, seat] = score(states[REAL], seat)
            places[game, seat] = rank(states[REAL], seat)
    return n_games


@jit
def is_full(samples: KeptSamples) -> bool:
    """Tell whether there may be no room for the samples of another game."""
    n_samples, n_inputs = wide(samples.counts[0]), wide(samples.counts[1])
    has_room = n_samples + LONGEST <= samples.starts.shape[0]
    return not (has_room and n_inputs + LONGEST * 256 <= samples.places.shape[0])


@jit
def play_move(
    states: Any,
    scratch: Any,
    space: NetSpace,
    nets: Weights,
    seat_nets: Ints,
    n_seats: int,
    params: SelfPlayParams,
    samples: KeptSamples,
) -> None:
    """Make one move, and keep a sample of what it leads to if it was a choice of the net that learns."""
    moves = scratch.moves
    legal(states[REAL], moves)
    if moves.n_moves == 1:
        apply(states[REAL], wide(moves.codes[0]), scratch.log)
        return
    seat = wide(states[REAL].to_move)
    player = wide(seat_nets[seat])
    if player >= 0:
        move = net_move(states, scratch, space, nets, player, n_seats, params, samples)
    elif player == GREEDY:
        move = greedy_move(states[REAL], states, SPARE, scratch, scratch.rng)
    else:
        move = wide(moves.codes[draw_below(scratch.rng, wide(moves.n_moves))])
    apply(states[REAL], move, scratch.log)
    if player == LEARNER and not is_over(states[REAL]):
        keep_sample(states[REAL], seat, space.evaluations[0], samples)


@jit
def net_move(
    states: Any,
    scratch: Any,
    space: NetSpace,
    nets: Weights,
    player: int,
    n_seats: int,
    params: SelfPlayParams,
    samples: KeptSamples,
) -> int:
    """Choose the move that a net judges best, now and then any; what it expects of it is kept."""
    moves, seat, evaluation = scratch.moves, wide(states[REAL].to_move), space.evaluations[0]
    weights = Weights(nets.lines[player], nets.tail[player])
    states[WORLD] = states[REAL]
    determinize(states[WORLD], seat, scratch.rng)
    set_base(states[WORLD], seat, weights, space, 0)
    first, end = 0, wide(moves.n_moves)
    if draw_below(scratch.rng, MANY) < params.explore * MANY and player == LEARNER:
        first = draw_below(scratch.rng, end)
        end = first + 1
    best, chosen, expected = -1e9, first, samples.expected
    for index in range(first, end):
        states[AFTER] = states[WORLD]
        apply(states[AFTER], wide(moves.codes[index]), scratch.log)
        evaluate_after(states[AFTER], seat, n_seats, weights, space, 0)
        value = weighted_value(evaluation, params.win_share)
        if value > best:
            best, chosen = value, index
            for output in range(LOGITS):
                expected[output] = evaluation.outputs[output]
                expected[LOGITS + output] = evaluation.chances[output]
            expected[LEAD] = evaluation.outputs[LEAD]
    return wide(moves.codes[chosen])


# Samples


@jit
def keep_sample(state: Any, seat: int, evaluation: Any, samples: KeptSamples) -> None:
    """Add the inputs of a position as its mover sees it."""
    sample, at = wide(samples.counts[0]), wide(samples.counts[1])
    write_inputs(state, seat, evaluation.inputs)
    for index in range(evaluation.inputs.n):
        samples.places[at + index] = evaluation.inputs.places[index]
        samples.numbers[at + index] = evaluation.inputs.numbers[index]
    samples.starts[sample] = at
    samples.seats[sample] = seat
    for output in range(N_OUTPUTS):
        samples.targets[sample, output] = samples.expected[output]
    samples.counts[0] = sample + 1
    samples.counts[1] = at + wide(evaluation.inputs.n)


@jit
def write_targets(
    state: Any, n_seats: int, first: int, trust: float, evaluation: Any, samples: KeptSamples
) -> None:
    """Replace what was expected by what came: the result, mixed with what was expected a move later."""
    targets, later = samples.targets, samples.later
    for seat in range(n_seats):
        count_result(state, seat, n_seats, evaluation)
        for output in range(LOGITS):
            later[output] = evaluation.outputs[output]
            later[LOGITS + output] = evaluation.chances[output]
        later[LEAD] = evaluation.outputs[LEAD]
        for sample in range(wide(samples.counts[0]) - 1, first - 1, -1):
            if samples.seats[sample] == seat:
                for output in range(N_OUTPUTS):
                    expected = targets[sample, output]
                    targets[sample, output] = later[output]
                    later[output] = trust * later[output] + (1.0 - trust) * expected
