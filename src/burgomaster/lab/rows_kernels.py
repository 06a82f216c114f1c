"""Play many games and write them down as numbers: one row a game, or one row a decision.

Each of both is there twice, so that whoever asks for random games alone compiles nothing of greedy seats.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Ints
from burgomaster.core.batch_kernels import greedy_move
from burgomaster.core.kernels import apply, begin, deal, is_over, legal, number_of, rank, score
from burgomaster.core.rng import DEAL_STREAM, PLAY_STREAM, draw_below, seed_rng

RANDOM, GREEDY = 0, 1  # how a seat chooses its moves
MAX_ITEMS = 96  # that one seat buys in a game; further ones are not noted
MAX_PLIES = 4096  # of one game: room that must be left before it begins
UNDEALT, REAL = 0, 1  # the states that are worked in


class Counts(NamedTuple):
    """What is counted in the events of games, and where to."""

    gains: Any  # rows of events that bring points (core/statistics.py)
    bought: Any  # by kind of event: 1 if something is bought in it
    points: Any  # by game, seat and source
    items: Any  # by game, seat and purchase
    n_items: Any  # by game and seat


class Ends(NamedTuple):
    """How games ended, by game, or by game and seat."""

    steps: Any
    scores: Any
    ranks: Any


class Decisions(NamedTuple):
    """Rows that decisions are written to."""

    bought: Any  # by kind of event: 1 if something is bought in it
    numbers: Any  # of actions
    rows: Any
    found: Any  # the next game, and how many rows were written


@jit
def deal_game(states: Any, scratch: Any, seed: int) -> None:
    """Deal the game of a seed and start the generator of its moves, as `simulate` does."""
    states[REAL] = states[UNDEALT]
    seed_rng(states[REAL].rng, seed, DEAL_STREAM)
    seed_rng(scratch.rng, seed, PLAY_STREAM)
    scratch.log.n_events = 0
    deal(states[REAL])
    begin(states[REAL], scratch.log)


@jit
def random_move(state: Any, scratch: Any) -> int:
    """Choose any legal move; all of them stand in the scratch afterwards."""
    legal(state, scratch.moves)
    return wide(scratch.moves.codes[draw_below(scratch.rng, wide(scratch.moves.n_moves))])


@jit
def chosen_move(state: Any, spares: Any, scratch: Any, players: Ints) -> int:
    """Choose the next move as its seat does, at random or greedily."""
    if players[state.to_move] == GREEDY:
        return greedy_move(state, spares, 0, scratch, scratch.rng)
    return random_move(state, scratch)


# One row a game


@jit
def play_randomly(states: Any, scratches: Any, seed: int, counts: Counts, finals: Any, ends: Ends) -> None:
    """Play a row of games by random moves, the first by the seed, and write down how each ended."""
    scratch = scratches[0]
    for game in range(ends.steps.shape[0]):
        deal_game(states, scratch, seed + game)
        source = count_events(scratch.log, game, 0, counts)
        n_steps = 0
        while not is_over(states[REAL]):
            move = random_move(states[REAL], scratch)
            scratch.log.n_events = 0
            apply(states[REAL], move, scratch.log)
            source = count_events(scratch.log, game, source, counts)
            n_steps += 1
        finals[game] = states[REAL]
        end_game(states[REAL], game, n_steps, ends)


@jit
def play_mixed(
    states: Any,
    scratches: Any,
    seed: int,
    counts: Counts,
    finals: Any,
    ends: Ends,
    spares: Any,
    players: Ints,
) -> None:
    """Do the same where some seats choose greedily."""
    scratch = scratches[0]
    for game in range(ends.steps.shape[0]):
        deal_game(states, scratch, seed + game)
        source = count_events(scratch.log, game, 0, counts)
        n_steps = 0
        while not is_over(states[REAL]):
            move = chosen_move(states[REAL], spares, scratch, players)
            scratch.log.n_events = 0  # without what greedy seats tried
            apply(states[REAL], move, scratch.log)
            source = count_events(scratch.log, game, source, counts)
            n_steps += 1
        finals[game] = states[REAL]
        end_game(states[REAL], game, n_steps, ends)


@jit
def end_game(state: Any, game: int, n_steps: int, ends: Ends) -> None:
    """Write down how a game ended."""
    ends.steps[game] = n_steps
    for seat in range(ends.scores.shape[1]):
        ends.scores[game, seat] = score(state, seat)
        ends.ranks[game, seat] = rank(state, seat)


@jit
def count_events(log: Any, game: int, source: int, counts: Counts) -> int:
    """Add up the points of the events of one move by source; return the source of points that may follow."""
    gains, n_items = counts.gains, counts.n_items
    for index in range(log.n_events):
        kind, seat = wide(log.events[index, 0]), wide(log.events[index, 1])
        if seat >= 0 and counts.bought[kind] == 1 and n_items[game, seat] < MAX_ITEMS:
            counts.items[game, seat, n_items[game, seat]] = log.events[index, 2]
            n_items[game, seat] += 1
        for row in range(gains.shape[0]):
            if gains[row, 0] == kind and fits(log, index, gains, row):
                if gains[row, 1] == 0:
                    source = wide(gains[row, 2])
                elif seat >= 0:
                    target = source if gains[row, 2] < 0 else wide(gains[row, 2])
                    counts.points[game, seat, target] += gains[row, 4] * wide(
                        log.events[index, gains[row, 3]]
                    )
    return source


@jit
def fits(log: Any, index: int, gains: Ints, row: int) -> bool:
    """Tell whether an event is of the kind that a row counts."""
    column = wide(gains[row, 5])
    return column < 0 or (wide(log.events[index, column]) & wide(gains[row, 6])) == wide(gains[row, 7])


# One row a decision


@jit
def decide_randomly(states: Any, scratches: Any, seed: int, decisions: Decisions, ends: Ends) -> None:
    """Play random games while there is room."""
    scratch, found = scratches[0], decisions.found
    while found[0] < ends.steps.shape[0] and found[1] + MAX_PLIES <= decisions.rows.shape[0]:
        deal_game(states, scratch, seed + wide(found[0]))
        begun = wide(found[1])
        while not is_over(states[REAL]):
            move = random_move(states[REAL], scratch)
            write_decision(states[REAL], scratch, move, decisions)
        end_game(states[REAL], wide(found[0]), wide(found[1]) - begun, ends)
        found[0] += 1


@jit
def decide_mixed(
    states: Any,
    scratches: Any,
    seed: int,
    decisions: Decisions,
    ends: Ends,
    spares: Any,
    players: Ints,
) -> None:
    """Do the same where some seats choose greedily."""
    scratch, found = scratches[0], decisions.found
    while found[0] < ends.steps.shape[0] and found[1] + MAX_PLIES <= decisions.rows.shape[0]:
        deal_game(states, scratch, seed + wide(found[0]))
        begun = wide(found[1])
        while not is_over(states[REAL]):
            move = chosen_move(states[REAL], spares, scratch, players)
            write_decision(states[REAL], scratch, move, decisions)
        end_game(states[REAL], wide(found[0]), wide(found[1]) - begun, ends)
        found[0] += 1


@jit
def write_decision(state: Any, scratch: Any, move: int, decisions: Decisions) -> None:
    """Write one decision down and carry it out; legal moves stand in the scratch.

    A row: seat, move, its action, number of legal moves, score before, round, item bought or -1.
    """
    rows, found = decisions.rows, decisions.found
    row, seat = wide(found[1]), wide(state.to_move)
    rows[row, 0], rows[row, 1] = seat, move
    rows[row, 2] = decisions.numbers[number_of(state, move)]
    rows[row, 3] = scratch.moves.n_moves
    rows[row, 4] = score(state, seat)
    rows[row, 5] = state.round_no
    scratch.log.n_events = 0
    apply(state, move, scratch.log)
    rows[row, 6] = item_of(scratch.log, seat, decisions.bought)
    found[1] += 1


@jit
def item_of(log: Any, seat: int, bought: Ints) -> int:
    """Find what a seat bought by a move, -1 if nothing."""
    for index in range(log.n_events):
        if log.events[index, 1] == seat and bought[log.events[index, 0]] == 1:
            return wide(log.events[index, 2])
    return -1
