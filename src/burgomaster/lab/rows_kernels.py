"""Play many games and write them down as numbers: one row a game, or one row a decision.

Each of both is there twice, so that whoever asks for random games alone compiles nothing of greedy seats.
"""

from __future__ import annotations

from typing import Any

from burgomaster.core.batch_kernels import greedy_move
from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import apply, begin, deal, is_over, legal, number_of, rank, score
from burgomaster.core.rng import DEAL_STREAM, PLAY_STREAM, draw_below, seed_rng
from burgomaster.core.struct import Ints

RANDOM, GREEDY = 0, 1  # how a seat chooses its moves
MAX_ITEMS = 96  # that one seat buys in a game; further ones are not noted
MAX_PLIES = 4096  # of one game: room that must be left before it begins


@jit
def deal_row(states: Any, place: int, scratch: Any, seed: int) -> None:
    """Deal the game of a seed and start the generator of its moves, as `simulate` does."""
    states[place] = states[0]
    seed_rng(states[place].rng, seed, DEAL_STREAM)
    seed_rng(scratch.rng, seed, PLAY_STREAM)
    scratch.log.n_events = 0
    deal(states[place])
    begin(states[place], scratch.log)


@jit
def random_move(state: Any, scratch: Any) -> int:
    """Choose any legal move; all of them stand in the scratch afterwards."""
    legal(state, scratch.moves)
    return wide(scratch.moves.codes[draw_below(scratch.rng, wide(scratch.moves.n_moves))])


@jit
def chosen_move(state: Any, spares: Any, place: int, scratch: Any, players: Ints) -> int:
    """Choose the next move as its seat does, at random or greedily."""
    if players[state.to_move] == GREEDY:
        return greedy_move(state, spares, place, scratch, scratch.rng)
    return random_move(state, scratch)


# One row a game


@jit
def play_randomly(
    states: Any,
    scratches: Any,
    thread: int,
    seed: int,
    counted: Any,
    finals: Any,
    steps: Ints,
    scores: Ints,
    ranks: Ints,
) -> None:
    """Play a row of games by random moves, the first by the seed, and write down how each ended."""
    scratch, place = scratches[thread], thread + 1
    for game in range(steps.shape[0]):
        deal_row(states, place, scratch, seed + game)
        source = count_events(scratch.log, game, 0, counted)
        while not is_over(states[place]):
            move = random_move(states[place], scratch)
            scratch.log.n_events = 0
            apply(states[place], move, scratch.log)
            source = count_events(scratch.log, game, source, counted)
            steps[game] += 1
        end_row(states[place], game, finals, scores, ranks)


@jit
def play_mixed(
    states: Any,
    scratches: Any,
    thread: int,
    seed: int,
    counted: Any,
    finals: Any,
    steps: Ints,
    scores: Ints,
    ranks: Ints,
    spares: Any,
    players: Ints,
) -> None:
    """Do the same where some seats choose greedily."""
    scratch, place = scratches[thread], thread + 1
    for game in range(steps.shape[0]):
        deal_row(states, place, scratch, seed + game)
        source = count_events(scratch.log, game, 0, counted)
        while not is_over(states[place]):
            move = chosen_move(states[place], spares, 2 * thread, scratch, players)
            scratch.log.n_events = 0  # without what greedy seats tried
            apply(states[place], move, scratch.log)
            source = count_events(scratch.log, game, source, counted)
            steps[game] += 1
        end_row(states[place], game, finals, scores, ranks)


@jit
def end_row(state: Any, game: int, finals: Any, scores: Ints, ranks: Ints) -> None:
    """Write down how a game ended."""
    finals[game] = state
    for seat in range(scores.shape[1]):
        scores[game, seat] = score(state, seat)
        ranks[game, seat] = rank(state, seat)


@jit
def count_events(log: Any, game: int, source: int, counted: Any) -> int:
    """Add up the points of the events of one move by source; return the source of points that may follow.

    counted: rows of gains, kinds of events in which something is bought; points, items and their number.
    """
    gains, bought, points, items, n_items = counted
    for index in range(log.n_events):
        kind, seat = wide(log.events[index, 0]), wide(log.events[index, 1])
        if seat >= 0 and bought[kind] == 1 and n_items[game, seat] < MAX_ITEMS:
            items[game, seat, n_items[game, seat]] = log.events[index, 2]
            n_items[game, seat] += 1
        for row in range(gains.shape[0]):
            if gains[row, 0] == kind and fits(log, index, gains, row):
                if gains[row, 1] == 0:
                    source = wide(gains[row, 2])
                elif seat >= 0:
                    target = source if gains[row, 2] < 0 else wide(gains[row, 2])
                    points[game, seat, target] += gains[row, 4] * wide(log.events[index, gains[row, 3]])
    return source


@jit
def fits(log: Any, index: int, gains: Ints, row: int) -> bool:
    """Tell whether an event is of the kind that a row counts."""
    column = wide(gains[row, 5])
    return column < 0 or (wide(log.events[index, column]) & wide(gains[row, 6])) == wide(gains[row, 7])


# One row a decision


@jit
def decide_randomly(
    states: Any, scratches: Any, thread: int, seed: int, tables: Any, rows: Ints, found: Ints, ends: Any
) -> None:
    """Play random games while there is room; found: the next game, and how many rows were written."""
    scratch, place = scratches[thread], thread + 1
    while found[0] < ends[0].shape[0] and found[1] + MAX_PLIES <= rows.shape[0]:
        deal_row(states, place, scratch, seed + wide(found[0]))
        begun = wide(found[1])
        while not is_over(states[place]):
            move = random_move(states[place], scratch)
            write_decision(states[place], scratch, move, tables, rows, found)
        end_decisions(states[place], wide(found[0]), wide(found[1]) - begun, ends)
        found[0] += 1


@jit
def decide_mixed(
    states: Any,
    scratches: Any,
    thread: int,
    seed: int,
    tables: Any,
    rows: Ints,
    found: Ints,
    ends: Any,
    spares: Any,
    players: Ints,
) -> None:
    """Do the same where some seats choose greedily."""
    scratch, place = scratches[thread], thread + 1
    while found[0] < ends[0].shape[0] and found[1] + MAX_PLIES <= rows.shape[0]:
        deal_row(states, place, scratch, seed + wide(found[0]))
        begun = wide(found[1])
        while not is_over(states[place]):
            move = chosen_move(states[place], spares, 2 * thread, scratch, players)
            write_decision(states[place], scratch, move, tables, rows, found)
        end_decisions(states[place], wide(found[0]), wide(found[1]) - begun, ends)
        found[0] += 1


@jit
def write_decision(state: Any, scratch: Any, move: int, tables: Any, rows: Ints, found: Ints) -> None:
    """Write one decision down and carry it out; legal moves stand in the scratch.

    A row: seat, move, its action, number of legal moves, score before, round, item bought or -1.
    """
    bought, numbers = tables
    row, seat = wide(found[1]), wide(state.to_move)
    rows[row, 0], rows[row, 1] = seat, move
    rows[row, 2] = numbers[number_of(state, move)]
    rows[row, 3] = scratch.moves.n_moves
    rows[row, 4] = score(state, seat)
    rows[row, 5] = state.round_no
    scratch.log.n_events = 0
    apply(state, move, scratch.log)
    rows[row, 6] = item_of(scratch.log, seat, bought)
    found[1] += 1


@jit
def end_decisions(state: Any, game: int, n_steps: int, ends: Any) -> None:
    """Write down how a game ended."""
    steps, scores, ranks = ends
    steps[game] = n_steps
    for seat in range(scores.shape[1]):
        scores[game, seat] = score(state, seat)
        ranks[game, seat] = rank(state, seat)


@jit
def item_of(log: Any, seat: int, bought: Ints) -> int:
    """Find what a seat bought by a move, -1 if nothing."""
    for index in range(log.n_events):
        if log.events[index, 1] == seat and bought[log.events[index, 0]] == 1:
            return wide(log.events[index, 2])
    return -1
