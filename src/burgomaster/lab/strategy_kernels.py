"""Games of a net against itself, counted: what was bought, what could be, and what that was worth.

As in training, the mover draws the hidden things anew, tries every move in that world, and makes the one that
its net judges best.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from burgomaster.bots.net import (
    LEAD,
    LEAD_POINTS,
    NetSpace,
    Weights,
    evaluate_after,
    set_base,
    weighted_value,
)
from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Floats, Ints
from burgomaster.core.kernels import apply, determinize, is_over, legal
from burgomaster.lab.rows_kernels import REAL, Counts, Ends, count_events, deal_game, end_game, item_of

WORLD, AFTER = 2, 3  # the states that are worked in, behind those of rows_kernels.py
N_STATES = 4
MAX_ROUNDS = 40  # that are told apart; later ones count as the last
NOTHING = -1e9  # a lead that stands for none


class NetPlayers(NamedTuple):
    """The net that plays all seats, and how it does."""

    space: NetSpace
    weights: Weights
    n_seats: int
    win_share: float  # how much the chance to win counts against the lead


class Offers(NamedTuple):
    """What purchases are worth, as the net sees it."""

    sums: Any  # by item and round: how often it could be bought, and by how much that was better
    leads: Any  # of the move that is chosen now: the best lead by item, before them that without any


class NetGames(NamedTuple):
    """Games of a net against itself: what they are played with, and where they are counted."""

    states: Any
    scratches: Any
    players: NetPlayers
    counts: Counts
    rounds: Any  # in which items were bought, by game and seat
    offers: Offers
    offered: Any  # by game, seat, purchases before and item: whether a seat could have bought it next
    ends: Ends


@jit
def play_by_net(games: NetGames, seed: int) -> None:
    """Play a row of games, the first by the seed, and count them."""
    states, scratch, counts = games.states, games.scratches[0], games.counts
    for game in range(games.ends.steps.shape[0]):
        deal_game(states, scratch, seed + game)
        source = count_events(scratch.log, game, 0, counts)
        n_steps = 0
        while not is_over(states[REAL]):
            seat, round_no = wide(states[REAL].to_move), round_of(states[REAL])
            move = net_move(states, scratch, games.players, counts.bought, games.offers)
            note_offers(game, seat, wide(counts.n_items[game, seat]), games.offers.leads, games.offered)
            scratch.log.n_events = 0  # without what was tried
            apply(states[REAL], move, scratch.log)
            source = count_events(scratch.log, game, source, counts)
            note_rounds(game, round_no, counts.n_items, games.rounds)
            n_steps += 1
        end_game(states[REAL], game, n_steps, games.ends)


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
def note_offers(game: int, seat: int, n_bought: int, leads: Floats, offered: Any) -> None:
    """Note what a seat can buy now, as long as its first purchases are looked at."""
    if n_bought >= offered.shape[2]:
        return
    for item in range(offered.shape[3]):
        if leads[item + 1] > NOTHING:
            offered[game, seat, n_bought, item] = 1


@jit
def net_move(states: Any, scratch: Any, players: NetPlayers, bought: Ints, offers: Offers) -> int:
    """Choose the move that the net judges best, and count what all purchases are worth."""
    legal(states[REAL], scratch.moves)
    moves, space, weights = scratch.moves, players.space, players.weights
    seat, leads, share = wide(states[REAL].to_move), offers.leads, players.win_share
    leads[:] = NOTHING
    if moves.n_moves == 1:
        return wide(moves.codes[0])
    states[WORLD] = states[REAL]
    determinize(states[WORLD], seat, scratch.rng)
    set_base(states[WORLD], seat, weights, space, 0)
    best, chosen = NOTHING, 0
    for index in range(moves.n_moves):
        states[AFTER] = states[WORLD]
        scratch.log.n_events = 0
        apply(states[AFTER], wide(moves.codes[index]), scratch.log)
        item = item_of(scratch.log, seat, bought)
        evaluate_after(states[AFTER], seat, players.n_seats, weights, space, 0)
        evaluation = space.evaluations[0]
        value = weighted_value(evaluation, share)
        leads[item + 1] = max(leads[item + 1], LEAD_POINTS * evaluation.outputs[LEAD])
        if value > best:
            best, chosen = value, index
    count_offers(round_of(states[REAL]), leads, offers.sums)
    return wide(moves.codes[chosen])


@jit
def count_offers(round_no: int, leads: Floats, sums: Floats) -> None:
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
            sums[place - 1, round_no, 0] += 1.0
            sums[place - 1, round_no, 1] += leads[place] - without
