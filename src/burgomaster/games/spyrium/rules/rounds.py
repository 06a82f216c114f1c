"""What follows by itself: turns, the end of a round and the beginning of the next (rules.md 5, 13)."""

from __future__ import annotations

from burgomaster.compiler.bits import add_count, wide
from burgomaster.compiler.jit import jit
from burgomaster.core.log import Log, emit
from burgomaster.core.rng import draw_below
from burgomaster.games.spyrium.rules.cards import (
    CARDS,
    DIGITS,
    EVENTS,
    N_ROUNDS,
    NO_CARD,
    ROUND_DECK,
    TokenNeed,
)
from burgomaster.games.spyrium.rules.effects import must_choose_reward, own_workers, score_points
from burgomaster.games.spyrium.rules.events import Event
from burgomaster.games.spyrium.rules.scoring import score_final
from burgomaster.games.spyrium.rules.state import N_POSITIONS, Decision, Phase, State

# Turns


@jit
def go_on(state: State, log: Log) -> None:
    """Ask what a gain leaves to be decided, bonus before residence, then end the turn (5.3, 12)."""
    player = state.players[state.to_move]
    last_space = wide(state.rules.n_spaces) - 1
    while not must_choose_reward(player):
        if state.residence_due == 0:
            end_turn(state, log)
            return
        if player.residence < last_space:
            state.decision = Decision.RESIDENCE
            return
        take_residence_points(state, log)
    state.decision = Decision.BONUS


@jit
def take_residence_points(state: State, log: Log) -> None:
    """Spend one residence action on points: the value of the present space (7.8)."""
    seat = wide(state.to_move)
    state.residence_due -= 1
    score_points(state, seat, wide(state.rules.residence[state.players[seat].residence]), log)


@jit
def end_turn(state: State, log: Log) -> None:
    """Go on to the next player who has not passed; when all have, end the round (5.2)."""
    n_players = wide(state.rules.n_players)
    seat = wide(state.to_move)
    for _ in range(n_players):
        seat = seat + 1 if seat + 1 < n_players else 0
        if state.players[seat].has_passed == 0:
            begin_turn(state, seat)
            return
    end_round(state, log)


@jit
def begin_turn(state: State, seat: int) -> None:
    """Let a player decide, in their own phase."""
    state.to_move = seat
    is_placing = state.players[seat].phase == Phase.PLACEMENT
    state.decision = Decision.MAIN_I if is_placing else Decision.MAIN_II


# Rounds


@jit
def end_round(state: State, log: Log) -> None:
    """Clear the market, straighten everything, hand the first-player card on (13.1)."""
    for position in range(N_POSITIONS):  # cards that are left leave the game, their tokens are discarded
        place = state.market[position]
        if place.card != NO_CARD:
            add_count(state.gone, wide(place.card), 1)
            place.card = NO_CARD
        for digit in range(DIGITS):
            state.discard[digit] += place.tokens[digit]
            place.tokens[digit] = 0
    if state.event_token > 0:
        state.discard[state.event_token - 1] += 1
        state.event_token = 0
    for seat in range(state.rules.n_players):
        player = state.players[seat]
        player.turned = 0
        player.used_event = 0
        for index in range(player.n_buildings):
            player.buildings[index].is_rotated = 0
    state.first_player = (wide(state.first_player) + 1) % wide(state.rules.n_players)
    emit(log, Event.ROUND_ENDS, wide(state.first_player), wide(state.round_no), 0, 0, 0)
    if state.round_no == N_ROUNDS:
        state.decision = Decision.OVER
        score_final(state, log)
    else:
        begin_round(state, log)


@jit
def begin_round(state: State, log: Log) -> None:
    """Income, event, market, workers; then the first player is in turn (5.1)."""
    state.round_no += 1
    emit(log, Event.ROUND_BEGINS, -1, wide(state.round_no), wide(ROUND_DECK[state.round_no - 1]), 0, 0)
    for seat in range(state.rules.n_players):
        player = state.players[seat]
        income = wide(state.rules.residence[player.residence])
        player.money += income
        emit(log, Event.INCOME, seat, income, 0, 0, 0)
    current = wide(state.events[state.round_no - 1])
    following = wide(state.events[state.round_no])  # which becomes visible
    state.event_token = state.next_token
    state.next_token = draw_event_token(state, following)
    emit(log, Event.EVENT_TURNS, -1, current, wide(state.event_token), following, wide(state.next_token))
    deck = wide(ROUND_DECK[state.round_no - 1])
    for position in range(N_POSITIONS):
        place = wide(state.deck_next[deck])
        state.market[position].card = state.decks[place]
        state.decks[place] = 0  # no trace is left there
        state.deck_next[deck] = place + 1
    for position in range(N_POSITIONS):
        lay_tokens(state, position, log)
    for seat in range(state.rules.n_players):
        wake_workers(state, seat)
    begin_turn(state, wide(state.first_player))


@jit
def draw_event_token(state: State, event: int) -> int:
    """Draw the token of an event that becomes visible, 0 if it needs none."""
    return draw_token(state) if EVENTS[event].token_need != TokenNeed.NONE else 0


@jit
def lay_tokens(state: State, position: int, log: Log) -> None:
    """Draw the tokens a card needs, face up, as many as there are."""
    place = state.market[position]
    for _ in range(count_needed(state, wide(place.card))):
        digit = draw_token(state)
        if digit > 0:
            place.tokens[digit - 1] += 1
    shown = 0
    for digit in range(DIGITS):
        shown |= wide(place.tokens[digit]) << (4 * digit)
    emit(log, Event.CARD_LAID, -1, wide(place.card), position, shown, 0)


@jit
def count_needed(state: State, card: int) -> int:
    """Count how many tokens a card gets."""
    match CARDS[card].token_need:
        case TokenNeed.ONE:
            return 1
        case TokenNeed.PER_PLAYER:
            return wide(state.rules.n_players) - 1
    return 0


@jit
def wake_workers(state: State, seat: int) -> None:
    """Make all own workers active, and put the player back into phase I."""
    player = state.players[seat]
    player.active = own_workers(player)
    player.inactive = 0
    for index in range(player.n_buildings):
        player.buildings[index].n_workers = 0
    player.phase = Phase.PLACEMENT
    player.has_passed = 0


# Tokens (7.9)


@jit
def count_supply(state: State) -> int:
    """Tokens left in the supply."""
    total = 0
    for digit in range(DIGITS):
        total += wide(state.supply[digit])
    return total


@jit
def draw_token(state: State) -> int:
    """Draw the next token, 0 if there is none.

    An empty supply is filled from the discard first (R21, R22).
    """
    n_left = count_supply(state)
    if n_left == 0:
        for digit in range(DIGITS):
            state.supply[digit] = state.discard[digit]
            state.discard[digit] = 0
        n_left = count_supply(state)
    if n_left == 0:
        return 0
    token = settled_token(state)
    if token == 0 or state.supply[token - 1] == 0:
        number, token = draw_below(state.rng, n_left), 1  # one of the supply, counted through
        while number >= state.supply[token - 1]:
            number -= wide(state.supply[token - 1])
            token += 1
    state.supply[token - 1] -= 1
    return token


@jit
def settled_token(state: State) -> int:
    """Take the digit that the set-up settled for the next draw, 0 if it says none; no trace is left."""
    place = wide(state.next_draw)
    if place >= state.n_draws:
        return 0
    token = wide(state.draws[place])
    state.draws[place] = 0
    state.next_draw = place + 1
    return token
