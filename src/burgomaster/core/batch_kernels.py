"""What is done with one game of a batch, or with a row of them: dealt, stepped, rewarded and described.

Threads share the games by a board (`core/sharing.py`), a graphics card has a thread for each
(`cuda/batch_kernels.py`). Everything is written into arrays that live as long as the batch; nothing is
allocated on the way.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.compiler.struct import Ints
from burgomaster.core.kernels import (
    apply,
    begin,
    deal,
    determinize,
    evaluate,
    is_over,
    legal,
    number_of,
    rank,
    redact,
    score,
    write_observation,
)
from burgomaster.core.rng import DEAL_STREAM, PLAY_STREAM, draw_below, seed_rng

# How rewards are counted
BY_RANK, BY_SCORE, BY_MARGIN, BY_PROGRESS = 0, 1, 2, 3


@jit
def reset_game(
    states: Any, undealt: Any, scratch: Any, game: int, seeds: Ints, rngs: Ints, scores: Ints, kind: int
) -> None:
    """Deal one game anew by its seed, and start the generator of its random moves."""
    deal_game(states, undealt, scratch, game, wide(seeds[game]))
    seed_rng(rngs[game], wide(seeds[game]), PLAY_STREAM)
    remember_scores(states[game], scores, game, kind)


@jit
def deal_game(states: Any, undealt: Any, scratch: Any, game: int, seed: int) -> None:
    """Deal one game and begin it."""
    states[game] = undealt[0]
    state = states[game]
    seed_rng(state.rng, seed, DEAL_STREAM)
    deal(state)
    begin(state, scratch.log)


@jit
def count_wrong(mask: Any, actions: Ints, first: int, end: int) -> int:
    """Count the games whose action is not legal."""
    n_wrong = 0
    for game in range(first, end):
        if not is_legal(mask, game, wide(actions[game])):
            n_wrong += 1
    return n_wrong


@jit
def find_wrong(mask: Any, actions: Ints) -> int:
    """Find the first game whose action is not legal; -1 if all are."""
    for game in range(actions.shape[0]):
        if not is_legal(mask, game, wide(actions[game])):
            return game
    return -1


@inline
def is_legal(mask: Any, game: int, action: int) -> bool:
    """Tell whether an action may be carried out in a game; any number may be asked for."""
    return bool(0 <= action < mask.shape[1] and mask[game, action] != 0)


@inline
def clear_outcome(done: Any, rewards: Any, game: int) -> None:
    """Forget what came of the last step of a game."""
    done[game] = False
    for seat in range(rewards.shape[1]):
        rewards[game, seat] = 0.0


@inline
def advance(
    states: Any,
    undealt: Any,
    scratch: Any,
    game: int,
    move: int,
    seeds: Ints,
    done: Any,
    rewards: Any,
    scores: Ints,
    kind: int,
) -> None:
    """Make a move in one game; if it ends, reward the seats and deal it anew."""
    apply(states[game], move, scratch.log)
    if is_over(states[game]):
        done[game] = True
        reward_seats(states[game], rewards, scores, game, kind)
        deal_next(states, undealt, scratch, game, seeds, scores, kind)
    elif kind == BY_PROGRESS:
        reward_progress(states[game], rewards, scores, game)


@inline
def deal_next(
    states: Any, undealt: Any, scratch: Any, game: int, seeds: Ints, scores: Ints, kind: int
) -> None:
    """Deal the game that follows one that has ended."""
    seeds[game] = wide(seeds[game]) + states.shape[0]
    deal_game(states, undealt, scratch, game, wide(seeds[game]))
    remember_scores(states[game], scores, game, kind)


@jit
def greedy_move(state: Any, spares: Any, place: int, scratch: Any, rng: Ints) -> int:
    """Choose the move after which a position looks best to who moves, by what they know; ties by chance."""
    moves, seat = scratch.moves, wide(state.to_move)
    legal(state, moves)
    spares[place] = state
    determinize(spares[place], seat, rng)
    best, chosen, n_equal = -np.inf, 0, 0
    for index in range(moves.n_moves):
        spares[place + 1] = spares[place]
        apply(spares[place + 1], wide(moves.codes[index]), scratch.log)
        value = evaluate(spares[place + 1], seat)
        if value > best:
            best, chosen, n_equal = value, index, 1
        elif value == best:  # each of n is left with a chance of 1 in n, whatever worse moves stand between
            n_equal += 1
            if draw_below(rng, n_equal) == 0:
                chosen = index
    return wide(moves.codes[chosen])


@jit
def reward_seats(state: Any, rewards: Any, scores: Ints, game: int, kind: int) -> None:
    """Write the rewards and the scores of all seats at the end of a game."""
    if kind == BY_PROGRESS:
        reward_progress(state, rewards, scores, game)
        return
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
def reward_progress(state: Any, rewards: Any, scores: Ints, game: int) -> None:
    """Add to the rewards what the scores have changed by, and remember the scores."""
    for seat in range(rewards.shape[1]):
        now = score(state, seat)
        rewards[game, seat] += now - wide(scores[game, seat])
        scores[game, seat] = now


@jit
def remember_scores(state: Any, scores: Ints, game: int, kind: int) -> None:
    """Note the scores that a game begins with, if progress is rewarded."""
    if kind == BY_PROGRESS:
        for seat in range(scores.shape[1]):
            scores[game, seat] = score(state, seat)


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
    numbers: Ints,
    shapes: Any,
    observations: Ints,
    mask: Any,
    actions: Ints,
    n_actions: Ints,
    to_move: Ints,
) -> None:
    """Write who decides in each game, what they see, and what they may do."""
    moves = scratches[0].moves
    for game in range(states.shape[0]):
        describe_game(states, game, moves, numbers, shapes, observations, mask, actions, n_actions, to_move)


@inline
def describe_game(
    states: Any,
    game: int,
    moves: Any,
    numbers: Ints,
    shapes: Any,
    observations: Ints,
    mask: Any,
    actions: Ints,
    n_actions: Ints,
    to_move: Ints,
) -> None:
    """Write who decides in one game, what they see, and what they may do."""
    state = states[game]
    n_before = wide(n_actions[game])
    n_actions[game] = list_actions(state, moves, numbers, mask[game], actions[game], n_before)
    to_move[game] = state.to_move
    write_observation(state, wide(state.to_move), shapes[0], observations[game])


@inline
def list_actions(state: Any, moves: Any, numbers: Ints, allowed: Any, listed: Ints, n_before: int) -> int:
    """Write what may be done in one game, as a list and as a mask that shows the last one still."""
    for place in range(n_before):
        allowed[listed[place]] = 0
    legal(state, moves)
    n_moves = wide(moves.n_moves)
    for place in range(n_moves):
        action = numbers[number_of(state, wide(moves.codes[place]))]  # -1: none that the options foresee
        listed[place] = action
        allowed[action] = 1
    return n_moves


@jit
def choose_randomly(actions: Ints, n_actions: Ints, rngs: Ints, chosen: Ints, first: int, end: int) -> None:
    """Choose one of the legal actions of each game, each equally likely."""
    for game in range(first, end):
        chosen[game] = actions[game, draw_below(rngs[game], wide(n_actions[game]))]


@jit
def observe_games(views: Any, seat: int, shapes: Any, observations: Ints) -> None:
    """Write what one seat (-1: a spectator) knows of each game; the positions are redacted on the way."""
    for game in range(views.shape[0]):
        redact(views[game], seat)
        write_observation(views[game], seat, shapes[0], observations[game])
