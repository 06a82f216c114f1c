"""Many games in lockstep: every call makes one step in each, and writes down what can be seen and done then.

Everything is written into arrays that live as long as the batch; nothing is allocated on the way.
"""

from __future__ import annotations

from typing import Any

from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import (
    apply,
    begin,
    deal,
    is_over,
    legal,
    number_of,
    rank,
    redact,
    score,
    write_observation,
)
from burgomaster.core.rng import DEAL_STREAM, PLAY_STREAM, draw_below, seed_rng
from burgomaster.core.struct import Ints

# How rewards are counted
BY_RANK, BY_SCORE, BY_MARGIN = 0, 1, 2


@jit
def reset_games(
    states: Any, undealt: Any, scratches: Any, thread: int, first: int, end: int, seeds: Ints, rngs: Ints
) -> None:
    """Deal games anew by their seeds, and start the generators of their random moves."""
    for game in range(first, end):
        deal_game(states, undealt, scratches[thread], game, wide(seeds[game]))
        seed_rng(rngs[game], wide(seeds[game]), PLAY_STREAM)


@jit
def deal_game(states: Any, undealt: Any, scratch: Any, game: int, seed: int) -> None:
    """Deal one game and begin it."""
    states[game] = undealt[0]
    state = states[game]
    seed_rng(state.rng, seed, DEAL_STREAM)
    deal(state)
    begin(state, scratch.log)


@jit
def find_illegal(mask: Any, actions: Ints) -> int:
    """Find the first game whose action is not legal; -1 if all are."""
    for game in range(actions.shape[0]):
        action = wide(actions[game])
        if action < 0 or action >= mask.shape[1] or mask[game, action] == 0:
            return game
    return -1


@jit
def step_games(
    states: Any,
    undealt: Any,
    scratches: Any,
    thread: int,
    first: int,
    end: int,
    actions: Ints,
    moves: Ints,
    seeds: Ints,
    rewards: Any,
    kind: int,
    scores: Ints,
    done: Any,
) -> int:
    """Carry out one action in each game; reward games that end and deal them anew; count those."""
    scratch = scratches[thread]
    n_ended = 0
    for game in range(first, end):
        state = states[game]
        apply(state, wide(moves[actions[game]]), scratch.log)
        ended = is_over(state)
        done[game] = ended
        for seat in range(rewards.shape[1]):
            rewards[game, seat] = 0.0
        if ended:
            reward_seats(state, rewards, scores, game, kind)
            seeds[game] = wide(seeds[game]) + states.shape[0]
            deal_game(states, undealt, scratch, game, wide(seeds[game]))
            n_ended += 1
    return n_ended


@jit
def reward_seats(state: Any, rewards: Any, scores: Ints, game: int, kind: int) -> None:
    """Write the rewards of all seats at the end of a game."""
    n_seats = rewards.shape[1]
    for seat in range(n_seats):
        scores[game, seat] = score(state, seat)
    for seat in range(n_seats):
        if kind == BY_RANK:
            rewards[game, seat] = rank_reward(state, seat, n_seats)
        elif kind == BY_SCORE:
            rewards[game, seat] = scores[game, seat]
        else:
            rewards[game, seat] = wide(scores[game, seat]) - best_other(scores, game, seat)


@jit
def rank_reward(state: Any, seat: int, n_seats: int) -> float:
    """Return 1 for the first place, -1 for the last, evenly between; equal places share. 0 alone."""
    before = rank(state, seat)
    equal = 0
    for other in range(n_seats):
        if rank(state, other) == before:
            equal += 1
    place = before + (equal - 1) / 2
    return 1.0 - 2.0 * place / (n_seats - 1) if n_seats > 1 else 0.0


@jit
def best_other(scores: Ints, game: int, seat: int) -> int:
    """Return the highest score of the other seats, 0 if there are none."""
    best, found = 0, False
    for other in range(scores.shape[1]):
        if other != seat and (not found or scores[game, other] > best):
            best, found = wide(scores[game, other]), True
    return best


@jit
def describe_games(
    states: Any,
    scratches: Any,
    thread: int,
    first: int,
    end: int,
    numbers: Ints,
    shapes: Any,
    observations: Ints,
    mask: Any,
    actions: Ints,
    n_actions: Ints,
    to_move: Ints,
) -> None:
    """Write who decides in each game, what they see, and what they may do."""
    codes = scratches[thread].moves
    for game in range(first, end):
        state = states[game]
        for place in range(n_actions[game]):
            mask[game, actions[game, place]] = 0
        legal(state, codes)
        n_actions[game] = codes.n_moves
        for place in range(codes.n_moves):
            action = numbers[number_of(state, wide(codes.codes[place]))]
            actions[game, place] = action
            mask[game, action] = 1
        to_move[game] = state.to_move
        write_observation(state, wide(state.to_move), shapes[0], observations[game])


@jit
def choose_randomly(first: int, end: int, actions: Ints, n_actions: Ints, rngs: Ints, chosen: Ints) -> None:
    """Choose one of the legal actions of each game, each equally likely."""
    for game in range(first, end):
        chosen[game] = actions[game, draw_below(rngs[game], wide(n_actions[game]))]


@jit
def observe_games(views: Any, seat: int, shapes: Any, observations: Ints) -> None:
    """Write what one seat (-1: a spectator) knows of each game; the positions are redacted on the way."""
    for game in range(views.shape[0]):
        redact(views[game], seat)
        write_observation(views[game], seat, shapes[0], observations[game])
