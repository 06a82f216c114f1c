"""Steps of many games played from one seat: like core/batch_kernels.py, but the end of a game is seen.

What the seat knows when a game is over is written down before the next one is dealt.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from burgomaster.core.batch_kernels import (
    BY_PROGRESS,
    clear_outcome,
    deal_game,
    greedy_move,
    remember_scores,
    reward_progress,
    reward_seats,
)
from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import apply, draw_legal, is_over, redact, write_observation
from burgomaster.core.struct import Ints


class Written(NamedTuple):
    """Where and how a step writes what came of it, a row a game."""

    seeds: Ints
    done: Any
    rewards: Any
    scores: Ints
    kind: int  # of reward
    shapes: Any  # what the observation depends on
    finals: Ints  # what the seat saw last of a game that is over
    ends: Ints  # its scores


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
    written: Written,
) -> None:
    """Carry out one action in each game, then random moves of the others until it is the seat's turn."""
    scratch = scratches[thread]
    for game in range(first, end):
        clear_outcome(written.done, written.rewards, game)
        if skipped[game]:
            continue
        go_on(states, undealt, scratch, game, wide(moves[actions[game]]), seat, written)
        while states[game].to_move != seat:
            move = wide(draw_legal(states[game], scratch.moves, rngs[game]))
            go_on(states, undealt, scratch, game, move, seat, written)


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
    written: Written,
) -> None:
    """Carry out one action in each game, then the others' best-looking moves until it is the seat's turn."""
    scratch = scratches[thread]
    for game in range(first, end):
        clear_outcome(written.done, written.rewards, game)
        if skipped[game]:
            continue
        go_on(states, undealt, scratch, game, wide(moves[actions[game]]), seat, written)
        while states[game].to_move != seat:
            move = greedy_move(states[game], spares, 2 * thread, scratch, rngs[game])
            go_on(states, undealt, scratch, game, move, seat, written)


@jit
def go_on(states: Any, undealt: Any, scratch: Any, game: int, move: int, seat: int, written: Written) -> None:
    """Make a move in one game; if it ends, reward the seats, note what one of them sees, and deal it anew."""
    apply(states[game], move, scratch.log)
    if is_over(states[game]):
        written.done[game] = True
        reward_seats(states[game], written.rewards, written.scores, game, written.kind)
        for other in range(written.scores.shape[1]):
            written.ends[game, other] = written.scores[game, other]
        redact(states[game], seat)
        write_observation(states[game], seat, written.shapes[0], written.finals[game])
        written.seeds[game] = wide(written.seeds[game]) + states.shape[0]
        deal_game(states, undealt, scratch, game, wide(written.seeds[game]))
        remember_scores(states[game], written.scores, game, written.kind)
    elif written.kind == BY_PROGRESS:
        reward_progress(states[game], written.rewards, written.scores, game)
