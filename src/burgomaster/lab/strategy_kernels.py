"""Games of a net against itself, counted: what was bought, what could be, and what that was worth.

As in training, the mover draws the hidden things anew, tries every move in that world, and makes the one that
its net judges best.
"""

from __future__ import annotations

from typing import Any

from burgomaster.bots.net import LEAD, LEAD_POINTS, judge_after, set_base, worth
from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import apply, determinize, is_over, legal
from burgomaster.core.struct import Floats, Ints
from burgomaster.lab.rows_kernels import count_events, deal_row, end_decisions, item_of

REAL, WORLD, AFTER = 1, 2, 3  # the states that are worked in; the first is the undealt one
N_STATES = 4
MAX_ROUNDS = 40  # that are told apart; later ones count as the last
NOTHING = -1e9  # a lead that stands for none


@jit
def play_by_net(
    states: Any,
    scratches: Any,
    judging: Any,
    how: Floats,
    seed: int,
    counted: Any,
    rounds: Ints,
    offers: Any,
    ends: Any,
) -> None:
    """Play a row of games and count them.

    judging: space, weights, the number of seats, and for each seat what inputs count extra, in points.
    how: the share of winning, and whether anything counts extra.
    """
    scratch, n_items = scratches[0], counted[4]
    for game in range(ends[0].shape[0]):
        deal_row(states, REAL, scratch, seed + game)
        source = count_events(scratch.log, game, 0, counted)
        n_steps = 0
        while not is_over(states[REAL]):
            move = net_move(states, scratch, judging, how, counted[1], offers)
            round_no = round_of(states[REAL])
            scratch.log.n_events = 0  # without what was tried
            apply(states[REAL], move, scratch.log)
            source = count_events(scratch.log, game, source, counted)
            note_rounds(game, round_no, n_items, rounds)
            n_steps += 1
        end_decisions(states[REAL], game, n_steps, ends)


@jit
def round_of(state: Any) -> int:
    """Number the round of a position, as far as rounds are told apart."""
    return min(wide(state.round_no), MAX_ROUNDS - 1)


@jit
def note_rounds(game: int, round_no: int, n_items: Ints, rounds: Ints) -> None:
    """Write down in which round new items were bought; -1 stands for none yet."""
    for seat in range(n_items.shape[1]):
        place = wide(n_items[game, seat]) - 1
        while place >= 0 and rounds[game, seat, place] < 0:
            rounds[game, seat, place] = round_no
            place -= 1


@jit
def net_move(states: Any, scratch: Any, judging: Any, how: Floats, bought: Ints, offers: Any) -> int:
    """Choose the move that the net judges best, and count what all purchases are worth."""
    legal(states[REAL], scratch.moves)
    moves, space, weights, n_seats = scratch.moves, judging[0], judging[1], wide(judging[2][0])
    if moves.n_moves == 1:
        return wide(moves.codes[0])
    seat, leads = wide(states[REAL].to_move), offers[1]
    states[WORLD] = states[REAL]
    determinize(states[WORLD], seat, scratch.rng)
    set_base(states[WORLD], seat, weights, space, 0)
    leads[:] = NOTHING
    best, chosen = NOTHING, 0
    for index in range(moves.n_moves):
        states[AFTER] = states[WORLD]
        scratch.log.n_events = 0
        apply(states[AFTER], wide(moves.codes[index]), scratch.log)
        item = item_of(scratch.log, seat, bought)
        judge_after(states[AFTER], seat, n_seats, weights, space, 0)
        value = worth(space[0][0], how[0])
        if how[1] > 0.0 and not is_over(states[AFTER]):
            value += (1.0 - how[0]) * liking(space[0][0].inputs, judging[3][seat]) / LEAD_POINTS
        leads[item + 1] = max(leads[item + 1], LEAD_POINTS * space[0][0].outputs[LEAD])
        if value > best:
            best, chosen = value, index
    count_offers(round_of(states[REAL]), leads, offers[0])
    return wide(moves.codes[chosen])


@jit
def liking(inputs: Any, taste: Any) -> float:
    """Add up what is liked of a position, in points."""
    total = 0.0
    for index in range(inputs.n):
        total += taste[wide(inputs.places[index])] * inputs.numbers[index]
    return total


@jit
def count_offers(round_no: int, leads: Floats, counts: Floats) -> None:
    """Add how much better the best move with each item is than the best without it; the first is no item."""
    first, second = NOTHING, NOTHING
    for place in range(leads.shape[0]):
        if leads[place] > first:
            first, second = leads[place], first
        else:
            second = max(second, leads[place])
    for place in range(1, leads.shape[0]):
        if leads[place] > NOTHING and second > NOTHING:
            without = second if leads[place] == first else first
            counts[place - 1, round_no, 0] += 1.0
            counts[place - 1, round_no, 1] += leads[place] - without
