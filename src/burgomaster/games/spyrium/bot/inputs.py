"""What everybody knows of a position of Spyrium, as the inputs of a net.

Seats are counted from the one that looks, in the order of play. Cards on offer are told by their place and,
for all places together, by card; buildings are counted by card. Nothing but orders is hidden in this game,
and no order is read: of a deck the copies of each card that are left, of the events which are still to come.
"""

from __future__ import annotations

import numpy as np

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.inputs import MAX_INPUTS, InputLayout, Inputs, put_flag, put_step, seats_ahead
from burgomaster.core.kernels import InputKernels, register_inputs
from burgomaster.games.spyrium.bot.input_blocks import (
    BLOCKS,
    BUILDING_STEPS,
    CLOSE_SEATS,
    CLOSE_SIZE,
    CLOSE_START,
    CRYSTAL_STEPS,
    DECK_PLACE,
    FIRST_BUILDING,
    FIRST_CHANCE,
    FIRST_CLOSE,
    FIRST_SEAT,
    MONEY_STEPS,
    N_DEALT,
    SCORE_STEPS,
    SEAT_SIZE,
    SEAT_START,
    START,
    WORKER_STEPS,
    ClosePart,
    Part,
    SeatPart,
)
from burgomaster.games.spyrium.rules.cards import (
    CROWD_FEE,
    DIGITS,
    EARN_PER_WORKER,
    N_CARDS,
    N_EVENTS,
    N_ROUNDS,
    N_TECHNOLOGIES,
    NO_CARD,
    ROUND_DECK,
)
from burgomaster.games.spyrium.rules.effects import own_workers, plot_part
from burgomaster.games.spyrium.rules.market import GAP_POSITIONS, crowd_at
from burgomaster.games.spyrium.rules.scoring import building_points, technologies_points
from burgomaster.games.spyrium.rules.state import MAX_SPACES, N_GAPS, N_POSITIONS, Phase, Player, State
from burgomaster.games.spyrium.rules.view import first_hidden_event

# What an input is for each point, pound, crystal, worker, building or token.
POINT, POUND, CRYSTAL, WORKER, BUILDING, TOKEN = 1 / 50, 1 / 10, 1 / 5, 1 / 4, 1 / 5, 1 / 4
LEAD_POINT = 1 / 20
USUAL_SPACES = 5  # of the residence track
SAME_SPACES = 4  # of all residence tracks, from the first
WORKER_BITS = 4  # of the own workers around a place, packed together
SCRATCH = MAX_INPUTS - N_DEALT  # where copies are counted before they are written


@inline
def put(inputs: Inputs, place: int, number: float) -> None:
    """Add one input, if it is not 0: without a branch, because nobody can foresee which ones are."""
    n = wide(inputs.n)
    inputs.places[n] = place
    inputs.numbers[n] = number
    inputs.n = n + wide(number != 0)


@jit
def write_inputs(state: State, seat: int, inputs: Inputs) -> None:
    """Write what a seat knows of a position."""
    inputs.n = 0
    viewer = max(seat, 0)
    write_rules(state, inputs)
    write_course(state, viewer, inputs)
    write_events(state, inputs)
    write_deck(state, inputs)
    around = write_gaps(state, viewer, inputs)
    write_market(state, state.players[viewer], around, inputs)
    write_offers(state, state.players[viewer], around, inputs)
    n_players = wide(state.rules.n_players)
    best = -1
    own = 0
    for ahead in range(n_players):
        other = viewer + ahead if viewer + ahead < n_players else viewer + ahead - n_players
        final = write_seat(state, other, FIRST_SEAT + ahead * SEAT_SIZE, inputs)
        if ahead == 0:
            own = final
        else:
            best = max(best, final)
        if ahead < CLOSE_SEATS:
            write_close(state.players[other], FIRST_CLOSE + ahead * CLOSE_SIZE, inputs)
    put(inputs, START[Part.LEAD], LEAD_POINT * (own - best))


@inline
def write_rules(state: State, inputs: Inputs) -> None:
    """Write the options, and how many play."""
    rules = state.rules
    put_flag(inputs, START[Part.PLAYERS] + wide(rules.n_players))
    put(inputs, START[Part.RULES], float(wide(rules.recycles_kept)))
    put(inputs, START[Part.RULES] + 1, WORKER * (wide(rules.n_spaces) - USUAL_SPACES))
    for space in range(SAME_SPACES, rules.n_spaces):
        put(inputs, START[Part.TRACK] + space, BUILDING * wide(rules.residence[space]))


@inline
def write_course(state: State, viewer: int, inputs: Inputs) -> None:
    """Write where the game stands."""
    n_players = wide(state.rules.n_players)
    put_step(inputs, START[Part.ROUND], wide(state.round_no), N_ROUNDS + 1)
    put_flag(inputs, START[Part.DECISION] + wide(state.decision))
    put_flag(inputs, START[Part.TO_MOVE] + seats_ahead(viewer, wide(state.to_move), n_players))
    put_flag(inputs, START[Part.FIRST_PLAYER] + seats_ahead(viewer, wide(state.first_player), n_players))
    put(inputs, START[Part.DUE], float(wide(state.residence_due)))
    for digit in range(DIGITS):
        put(inputs, START[Part.SUPPLY] + digit, 0.5 * TOKEN * wide(state.supply[digit]))


@inline
def write_events(state: State, inputs: Inputs) -> None:
    """Write the event of this round, the next one, and which are still to come."""
    round_no = wide(state.round_no)
    if 0 < round_no <= N_EVENTS:
        put_flag(inputs, START[Part.EVENT] + wide(state.events[round_no - 1]))
        put_step(inputs, START[Part.EVENT_TOKEN], wide(state.event_token), DIGITS + 1)
    if round_no < N_ROUNDS:
        put_flag(inputs, START[Part.NEXT_EVENT] + wide(state.events[round_no]))
        put_step(inputs, START[Part.NEXT_TOKEN], wide(state.next_token), DIGITS + 1)
        for place in range(first_hidden_event(state), N_EVENTS):
            put_flag(inputs, START[Part.LATER_EVENTS] + wide(state.events[place]))


@inline
def write_deck(state: State, inputs: Inputs) -> None:
    """Write how many of each card are left in the deck that the next round is dealt from."""
    if state.round_no >= N_ROUNDS:
        return
    deck = wide(ROUND_DECK[state.round_no])
    for place in range(N_DEALT):
        inputs.numbers[SCRATCH + place] = 0.0
    for place in range(state.deck_next[deck], state.deck_end[deck]):
        inputs.numbers[SCRATCH + DECK_PLACE[deck, state.decks[place]]] += np.float32(0.5)
    for place in range(N_DEALT):
        put(inputs, START[Part.DECK] + place, inputs.numbers[SCRATCH + place])


@inline
def write_gaps(state: State, viewer: int, inputs: Inputs) -> int:
    """Write the workers in the gaps; the own ones around each place, packed."""
    around = 0
    n_players = wide(state.rules.n_players)
    for gap in range(N_GAPS):
        own, others = wide(state.gaps[gap, viewer]), 0
        for other in range(n_players):
            others += wide(state.gaps[gap, other])
        put(inputs, START[Part.OWN_GAPS] + gap, 0.5 * own)
        put(inputs, START[Part.OTHER_GAPS] + gap, 0.5 * (others - own))
        around += own << (WORKER_BITS * wide(GAP_POSITIONS[gap, 0]))
        around += own << (WORKER_BITS * wide(GAP_POSITIONS[gap, 1]))
    return around


@inline
def own_at(around: int, place: int) -> int:
    """Return the own workers around a place."""
    return (around >> (WORKER_BITS * place)) & ((1 << WORKER_BITS) - 1)


@inline
def price_at(state: State, player: Player, own: int, place: int) -> int:
    """Return the pounds that a card would cost a player now, without upgrading and tokens."""
    position = state.market[place]
    card = wide(position.card)
    fee = CROWD_FEE * (wide(position.crowd) - min(own, 1))
    return wide(state.rules.prices[card]) + fee + plot_part(player, card, NO_CARD)


@inline
def write_market(state: State, player: Player, around: int, inputs: Inputs) -> None:
    """Write the cards on the market with their tokens, the workers around each, and the best earning."""
    earning = 0
    for place in range(N_POSITIONS):
        position = state.market[place]
        if position.card != NO_CARD:
            own = own_at(around, place)
            put_flag(inputs, START[Part.MARKET] + place * N_CARDS + wide(position.card))
            put(inputs, START[Part.CROWD] + place, WORKER * wide(position.crowd))
            put(inputs, START[Part.OWN_BESIDE] + place, WORKER * own)
            put(inputs, START[Part.PRICE] + place, POUND * price_at(state, player, own, place))
            if own > 0:
                earning = max(earning, EARN_PER_WORKER * crowd_at(state, place))
            tokens = START[Part.TOKENS] + place * DIGITS
            for digit in range(DIGITS):
                put(inputs, tokens + digit, 0.5 * wide(position.tokens[digit]))
    put(inputs, FIRST_CHANCE, POUND * earning)


@inline
def write_offers(state: State, player: Player, around: int, inputs: Inputs) -> None:
    """Write for each card on the market, wherever it lies, who stands beside it and if it can be paid."""
    seen, n_payable = 0, 0
    for first in range(N_POSITIONS):
        card = wide(state.market[first].card)
        if card != NO_CARD and ((seen >> card) & 1) == 0:
            seen |= 1 << card
            copies, own, others, is_payable = 0, 0, 0, 0
            for place in range(first, N_POSITIONS):
                if state.market[place].card == card:
                    mine = own_at(around, place)
                    copies += 1
                    own += mine
                    others += wide(state.market[place].crowd) - mine
                    if mine > 0 and price_at(state, player, mine, place) <= player.money:
                        is_payable = 1
            put(inputs, START[Part.OFFER] + card, 0.5 * copies)
            put(inputs, START[Part.OFFER_OWN] + card, 0.5 * own)
            put(inputs, START[Part.OFFER_OTHERS] + card, 0.5 * others)
            put(inputs, START[Part.OFFER_PAYABLE] + card, float(is_payable))
            n_payable += is_payable
    put(inputs, FIRST_CHANCE + 1, 0.5 * n_payable)


@inline
def write_close(player: Player, start: int, inputs: Inputs) -> None:
    """Write some numbers of a seat step by step."""
    put_step(inputs, start + CLOSE_START[ClosePart.MONEY], wide(player.money), MONEY_STEPS)
    put_step(inputs, start + CLOSE_START[ClosePart.CRYSTALS], wide(player.crystals), CRYSTAL_STEPS)
    put_step(inputs, start + CLOSE_START[ClosePart.SCORE], wide(player.score), SCORE_STEPS)
    put_step(inputs, start + CLOSE_START[ClosePart.ACTIVE], wide(player.active), WORKER_STEPS)
    put_step(inputs, start + CLOSE_START[ClosePart.ON_MARKET], wide(player.on_market), WORKER_STEPS)
    put_step(inputs, start + CLOSE_START[ClosePart.WORKERS], own_workers(player), WORKER_STEPS)
    put_step(inputs, start + CLOSE_START[ClosePart.BUILDINGS], wide(player.n_buildings), BUILDING_STEPS)


@inline
def write_seat(state: State, seat: int, start: int, inputs: Inputs) -> int:
    """Write one seat; its score if the game ended now."""
    player = state.players[seat]
    buildings, technologies = building_points(state, seat), technologies_points(state, seat)
    final = wide(player.score) + buildings + technologies
    put(inputs, start, POINT * wide(player.score))
    put(inputs, start + 1, POUND * wide(player.money))
    put(inputs, start + 2, CRYSTAL * wide(player.crystals))
    put(inputs, start + 3, WORKER * wide(player.active))
    put(inputs, start + 4, WORKER * wide(player.on_market))
    put(inputs, start + 5, WORKER * wide(player.inactive))
    put(inputs, start + 6, WORKER * own_workers(player))
    put(inputs, start + 7, BUILDING * wide(player.n_buildings))
    put(inputs, start + 11, BUILDING * wide(state.rules.residence[player.residence]))
    if player.phase == Phase.PLACEMENT:
        put_flag(inputs, start + 13)
    put(inputs, start + 14, float(wide(player.has_passed)))
    put(inputs, start + 15, float(wide(player.used_event)))
    put(inputs, start + 16, float(wide(player.rewards) & 1))
    put(inputs, start + 17, float((wide(player.rewards) >> 1) & 1))
    put_step(inputs, start + SEAT_START[SeatPart.RESIDENCE], wide(player.residence), MAX_SPACES)
    put(inputs, start + 8, 2.0 * POINT * buildings)
    put(inputs, start + 9, 2.0 * POINT * technologies)
    put(inputs, start + 10, POINT * final)
    write_powers(player, start, inputs)
    write_buildings(player, start, inputs)
    return final


@inline
def write_powers(player: Player, start: int, inputs: Inputs) -> None:
    """Write the tokens kept, the technologies, and which of them were used in this round."""
    kept = 0
    for digit in range(DIGITS):
        kept += wide(player.kept[digit])
        put(inputs, start + SEAT_START[SeatPart.KEPT] + digit, TOKEN * wide(player.kept[digit]))
    put(inputs, start + 12, TOKEN * kept)
    if player.technologies == 0:
        return
    for technology in range(N_TECHNOLOGIES):
        if ((wide(player.technologies) >> technology) & 1) == 1:
            put_flag(inputs, start + SEAT_START[SeatPart.TECHNOLOGIES] + technology)
            if ((wide(player.turned) >> technology) & 1) == 1:
                put_flag(inputs, start + SEAT_START[SeatPart.TURNED] + technology)


@inline
def write_buildings(player: Player, start: int, inputs: Inputs) -> None:
    """Write the buildings of a seat by card: how many, those not used in this round, workers on them."""
    seen = 0
    n_buildings = wide(player.n_buildings)
    for first in range(n_buildings):
        card = wide(player.buildings[first].card)
        if ((seen >> card) & 1) == 1:
            continue
        seen |= 1 << card
        built, ready, staff = 0, 0, 0
        for index in range(first, n_buildings):
            building = player.buildings[index]
            if building.card == card:
                built += 1
                ready += 1 - wide(building.is_rotated)
                staff += wide(building.n_workers)
        place = start + card - FIRST_BUILDING
        put(inputs, place + SEAT_START[SeatPart.BUILT], float(built))
        put(inputs, place + SEAT_START[SeatPart.READY], float(ready))
        put(inputs, place + SEAT_START[SeatPart.STAFF], 0.5 * staff)


INPUTS = InputLayout(1, BLOCKS, write_inputs)
register_inputs(State, InputKernels(write_inputs))
