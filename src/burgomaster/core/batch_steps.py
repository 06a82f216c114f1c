"""What threads do with one game of a batch: it is dealt, stepped and described, alone or with opponents.

Who plays the other seats is known when a kernel is compiled, by the type of `Games.others`: whoever asks for
the moves of all seats compiles nothing of opponents.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, resolve
from burgomaster.compiler.struct import Ints
from burgomaster.core.batch_kernels import (
    BY_PROGRESS,
    advance,
    clear_outcome,
    deal_next,
    describe_game,
    greedy_move,
    reset_game,
    reward_progress,
    reward_seats,
)
from burgomaster.core.kernels import apply, draw_legal, is_over, redact, write_observation


class Games(NamedTuple):
    """The arrays of a batch, a row a game, and what else a step needs."""

    board: Ints
    states: Any
    undealt: Any
    scratches: Any  # a record a thread
    rngs: Ints
    chosen: Ints  # actions
    actions: Ints  # those to be carried out
    moves: Ints  # of actions
    seeds: Ints
    done: Any
    rewards: Any
    scores: Ints
    kind: int  # of reward
    numbers: Ints  # of actions
    shapes: Any  # what the observation depends on
    observations: Ints
    mask: Any
    legal: Ints
    n_legal: Ints
    to_move: Ints
    others: Any  # who plays the other seats: RandomOthers, GreedyOthers, or None if their moves are asked for


class RandomOthers(NamedTuple):
    """Opponents who move at random, and what is kept for the one seat that is asked."""

    seat: int
    skipped: Any  # games that stay as they are, whatever their actions
    finals: Ints  # what the seat saw last of a game that is over
    ends: Ints  # its scores


class GreedyOthers(NamedTuple):
    """Opponents who make the best-looking move, and what is kept for the one seat that is asked."""

    seat: int
    skipped: Any
    finals: Ints
    ends: Ints
    spares: Any  # two positions a thread


@inline
def deal_anew(games: Games, scratch: Any, thread: int, game: int) -> None:
    """Deal a game by its seed; the others move until it is the seat's turn."""
    reset_game(games.states, games.undealt, scratch, game, games.seeds, games.rngs, games.scores, games.kind)
    move_others(games.others, games, scratch, thread, game)
    clear_outcome(games.done, games.rewards, game)  # of a game that ended before the seat's first turn


@inline
def describe(games: Games, scratch: Any, game: int) -> None:
    """Write who decides in a game, what they see, and what they may do."""
    describe_game(
        games.states, game, scratch.moves, games.numbers, games.shapes, games.observations, games.mask,
        games.legal, games.n_legal, games.to_move,
    )  # fmt: skip


# What depends on who plays the other seats


def step_game(others: Any, games: Games, scratch: Any, thread: int, game: int) -> None:
    """Carry out the action of a game, and what the others do before the next one is asked for."""
    _STEPS[type(others)](others, games, scratch, thread, game)


def move_others(others: Any, games: Games, scratch: Any, thread: int, game: int) -> None:
    """Make the moves of all other seats until one seat is asked."""
    _MOVES[type(others)](others, games, scratch, thread, game)


@inline
def step_alone(_others: None, games: Games, scratch: Any, _thread: int, game: int) -> None:
    """Carry out the action of a game."""
    move = wide(games.moves[games.actions[game]])
    advance(
        games.states, games.undealt, scratch, game, move, games.seeds, games.done, games.rewards,
        games.scores, games.kind,
    )  # fmt: skip


@inline
def nobody_moves(_others: None, _games: Games, _scratch: Any, _thread: int, _game: int) -> None:
    """Leave a game to who asks for the moves of all seats."""


@inline
def step_against(others: Any, games: Games, scratch: Any, thread: int, game: int) -> None:
    """Carry out the action of a game that is not skipped, and let the others move."""
    if not others.skipped[game]:
        go_on(others, games, scratch, game, wide(games.moves[games.actions[game]]))
        move_others(others, games, scratch, thread, game)


@inline
def move_randomly(others: RandomOthers, games: Games, scratch: Any, _thread: int, game: int) -> None:
    """Make random moves of all other seats until it is one seat's turn."""
    while games.states[game].to_move != others.seat:
        move = wide(draw_legal(games.states[game], scratch.moves, games.rngs[game]))
        go_on(others, games, scratch, game, move)


@inline
def move_greedily(others: GreedyOthers, games: Games, scratch: Any, thread: int, game: int) -> None:
    """Make the best-looking moves of all other seats until it is one seat's turn."""
    while games.states[game].to_move != others.seat:
        move = greedy_move(games.states[game], others.spares, 2 * thread, scratch, games.rngs[game])
        go_on(others, games, scratch, game, move)


@inline
def go_on(others: Any, games: Games, scratch: Any, game: int, move: int) -> None:
    """Do what `advance` does; of a game that ends note what the seat sees before the next one is dealt."""
    state = games.states[game]
    apply(state, move, scratch.log)
    if is_over(state):
        games.done[game] = True
        reward_seats(state, games.rewards, games.scores, game, games.kind)
        for seat in range(games.scores.shape[1]):
            others.ends[game, seat] = games.scores[game, seat]
        redact(state, others.seat)
        write_observation(state, others.seat, games.shapes[0], others.finals[game])
        deal_next(games.states, games.undealt, scratch, game, games.seeds, games.scores, games.kind)
    elif games.kind == BY_PROGRESS:
        reward_progress(state, games.rewards, games.scores, game)


Step = Callable[[Any, Games, Any, int, int], None]
_STEPS: dict[type, Step] = {type(None): step_alone, RandomOthers: step_against, GreedyOthers: step_against}
_MOVES: dict[type, Step] = {
    type(None): nobody_moves,
    RandomOthers: move_randomly,
    GreedyOthers: move_greedily,
}


def _kind_of(others: Any) -> type:
    """Return the class of opponents, by their compiled type."""
    found: type = getattr(others, "instance_class", type(None))
    return found


resolve(step_game, lambda others: _STEPS[_kind_of(others)])
resolve(move_others, lambda others: _MOVES[_kind_of(others)])
