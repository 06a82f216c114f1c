"""Games of one alone for learning: looks at every move, what a net is told after it, whole games by looks."""

from __future__ import annotations

from typing import Any

from burgomaster.bots.net import LEAD, LEAD_POINTS, NetSpace, Weights, evaluate_after, set_base
from burgomaster.bots.playing_on_kernels import AFTER, IMAGINED, KNOWN, NOW, look
from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import apply, begin, deal, determinize, is_over, legal, score, write_inputs
from burgomaster.core.rng import DEAL_STREAM, PLAY_STREAM, seed_rng


@jit
def deal_game(states: Any, place: int, undealt: Any, scratch: Any, seed: int) -> None:
    """Deal and begin a game."""
    states[place] = undealt[0]
    seed_rng(states[place].rng, seed, DEAL_STREAM)
    deal(states[place])
    begin(states[place], scratch[0].log)


@jit
def note_looks(states: Any, scratch: Any, space: NetSpace, weights: Weights, seed: int) -> int:
    """List the legal moves, and note the points that the net expects after each, in one imagined world."""
    moves, seat = scratch[0].moves, wide(states[KNOWN].to_move)
    legal(states[KNOWN], moves)
    imagine(states, scratch, seed)
    set_base(states[IMAGINED], seat, weights, space, 0)
    for place in range(moves.n_moves):
        states[AFTER] = states[IMAGINED]
        apply(states[AFTER], wide(moves.codes[place]), scratch[0].log)
        evaluate_after(states[AFTER], seat, 1, weights, space, 0)
        space.expected[0, place] = LEAD_POINTS * space.evaluations[0].outputs[LEAD]
    return wide(moves.n_moves)


@jit
def imagine(states: Any, scratch: Any, seed: int) -> None:
    """Draw anew what the mover does not know; the same seed draws the same."""
    seed_rng(scratch[0].rng, seed, PLAY_STREAM)
    states[IMAGINED] = states[KNOWN]
    determinize(states[IMAGINED], wide(states[KNOWN].to_move), scratch[0].rng)


@jit
def write_inputs_after(states: Any, scratch: Any, space: NetSpace, move: int, seed: int) -> int:
    """Write what the net is told after a move in an imagined world; return how many inputs, 0 at the end."""
    seat = wide(states[KNOWN].to_move)
    imagine(states, scratch, seed)
    apply(states[IMAGINED], move, scratch[0].log)
    if is_over(states[IMAGINED]):
        return 0
    write_inputs(states[IMAGINED], seat, space.evaluations[0].inputs)
    return wide(space.evaluations[0].inputs.n)


@jit
def make_move(states: Any, scratch: Any, move: int) -> bool:
    """Make a move of the game; tell whether it is over."""
    apply(states[KNOWN], move, scratch[0].log)
    return is_over(states[KNOWN])


@jit
def sum_scores(
    states: Any, undealt: Any, scratch: Any, space: NetSpace, weights: Weights, first: int, end: int
) -> int:
    """Play the deals first .. end - 1 by one look at every move, and add up their scores."""
    total = 0
    for game in range(first, end):
        deal_game(states, NOW, undealt, scratch, game)
        seed_rng(scratch[0].rng, game, PLAY_STREAM)
        while not is_over(states[NOW]):
            apply(states[NOW], look(states, scratch[0], space, weights), scratch[0].log)
        total += score(states[NOW], 0)
    return total
