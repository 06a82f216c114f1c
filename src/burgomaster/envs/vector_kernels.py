"""Steps of many games played from one seat: like core/batch_kernels.py, but the end of a game is seen.

What the seat knows when a game is over is written down before the next one is dealt.
"""

from __future__ import annotations

from typing import Any

from burgomaster.core.batch_kernels import (
    BY_PROGRESS,
    deal_game,
    greedy_move,
    remember_scores,
    reward_progress,
    reward_seats,
)
from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import apply, is_over, legal, redact, write_observation
from burgomaster.core.rng import draw_below
from burgomaster.core.struct import Ints


@jit
def step_against_random(
    states: Any,
    undealt: Any,
    scratches: Any,
    thread: int,
    first: int,
    end: int,
    skipped: Any,
    actions: Ints,
    moves: Ints,
    seat: int,
    _spares: Any,
    rngs: Ints,
    seeds: Ints,
    done: Any,
    rewards: Any,
    scores: Ints,
    kind: int,
    shapes: Any,
    finals: Ints,
    ends: Ints,
) -> None:
    """Carry out one action in each game, then random moves of the others until it is the seat's turn."""
    scratch = scratches[thread]
    for game in range(first, end):
        clear_outcome(done, rewards, game)
        if skipped[game]:
            continue
        move = wide(moves[actions[game]])
        while True:
            go_on(
                states,
                undealt,
                scratch,
                game,
                move,
                seat,
                seeds,
                done,
                rewards,
                scores,
                kind,
                shapes,
                finals,
                ends,
            )
            if states[game].to_move == seat:
                break
            legal(states[game], scratch.moves)
            move = wide(scratch.moves.codes[draw_below(rngs[game], wide(scratch.moves.n_moves))])


@jit
def step_against_greedy(
    states: Any,
    undealt: Any,
    scratches: Any,
    thread: int,
    first: int,
    end: int,
    skipped: Any,
    actions: Ints,
    moves: Ints,
    seat: int,
    spares: Any,
    rngs: Ints,
    seeds: Ints,
    done: Any,
    rewards: Any,
    scores: Ints,
    kind: int,
    shapes: Any,
    finals: Ints,
    ends: Ints,
) -> None:
    """Carry out one action in each game, then the others' best-looking moves until it is the seat's turn."""
    scratch = scratches[thread]
    for game in range(first, end):
        clear_outcome(done, rewards, game)
        if skipped[game]:
            continue
        move = wide(moves[actions[game]])
        while True:
            go_on(
                states,
                undealt,
                scratch,
                game,
                move,
                seat,
                seeds,
                done,
                rewards,
                scores,
                kind,
                shapes,
                finals,
                ends,
            )
            if states[game].to_move == seat:
                break
            move = greedy_move(states[game], spares, 2 * thread, scratch, rngs[game])


@jit
def clear_outcome(done: Any, rewards: Any, game: int) -> None:
    """Forget what came of the last step of a game."""
    done[game] = False
    for seat in range(rewards.shape[1]):
        rewards[game, seat] = 0.0


@jit
def go_on(
    states: Any,
    undealt: Any,
    scratch: Any,
    game: int,
    move: int,
    seat: int,
    seeds: Ints,
    done: Any,
    rewards: Any,
    scores: Ints,
    kind: int,
    shapes: Any,
    finals: Ints,
    ends: Ints,
) -> None:
    """Make a move in one game; if it ends, reward the seats, note what one of them sees, and deal it anew."""
    apply(states[game], move, scratch.log)
    if is_over(states[game]):
        done[game] = True
        reward_seats(states[game], rewards, scores, game, kind)
        for other in range(scores.shape[1]):
            ends[game, other] = scores[game, other]
        redact(states[game], seat)
        write_observation(states[game], seat, shapes[0], finals[game])
        seeds[game] = wide(seeds[game]) + states.shape[0]
        deal_game(states, undealt, scratch, game, wide(seeds[game]))
        remember_scores(states[game], scores, game, kind)
    elif kind == BY_PROGRESS:
        reward_progress(states[game], rewards, scores, game)
