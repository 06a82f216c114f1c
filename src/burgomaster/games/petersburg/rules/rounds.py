"""The course of the game: turns, phases, rounds, the end (rules.md 4, 10). No player decides here."""

from __future__ import annotations

from burgomaster.compiler.bits import add_count, get_count, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.log import Log, emit
from burgomaster.games.petersburg.rules.cards import (
    EFFECT_OF_PUB,
    EFFECTS,
    GUILD_HALL,
    PICKPOCKET,
    TRADING_HOUSE,
    Deck,
)
from burgomaster.games.petersburg.rules.effects import gain, turn_all_up
from burgomaster.games.petersburg.rules.events import Event
from burgomaster.games.petersburg.rules.scoring import (
    TRADE_RUBLES,
    count_orange,
    first_value,
    keep_orange,
    score_final,
    score_goods,
    score_phase,
    score_seat,
)
from burgomaster.games.petersburg.rules.state import (
    LOWER,
    N_MARKERS,
    UPPER,
    Decision,
    Marker,
    Phase,
    Player,
    Row,
    State,
)

NOBODY = -1
FIRST_PHASE = int(Phase.WORKER)
BUILDING_PHASE = int(Phase.BUILDING)
DISC_POINTS = 2
FIRST_CARDS_PER_PLAYER = 2


@inline
def next_seat(state: State, seat: int) -> int:
    """Return the left neighbour."""
    return seat + 1 if seat + 1 < state.rules.n_players else 0


@inline
def end_action(state: State, is_pass: bool, log: Log) -> None:
    """Do the bookkeeping after one action of a turn (4.4)."""
    if is_pass and state.turn_actions == 0 and state.extra_actions == 0:
        state.pass_count += 1
    else:
        state.pass_count = 0
    if state.extra_actions > 0:
        state.extra_actions -= 1
        state.turn_actions += 1
        return
    state.turn_actions = 0
    # a buy-only phase also ends with the last card on the board
    if state.pass_count == state.rules.n_players or (is_buy_only(state) and state.rows[UPPER].n_cards == 0):
        end_phase(state, log)
    else:
        state.to_move = next_seat(state, wide(state.to_move))


@inline
def is_buy_only(state: State) -> bool:
    """Tell whether this is the first worker phase of a game that allows only purchases in it (4.6)."""
    return state.rules.first_phase_buy_only != 0 and state.round_no == 1 and state.phase == Phase.WORKER


@jit
def end_phase(state: State, log: Log) -> None:
    """Score the phase, asking for what its scoring leaves open (4.7)."""
    state.n_asked = 0
    go_on_scoring(state, log)


@jit
def go_on_scoring(state: State, log: Log) -> None:
    """Do the steps of the phase's scoring up to the next question; then the next phase begins."""
    if state.phase == Phase.BUILDING:
        is_done = score_buildings(state, log)
    elif state.rules.has_market != 0 and state.phase == Phase.MARKET:
        is_done = score_market(state, log)
    else:
        is_done = score_phase(state, log)
    if is_done:
        begin_next_phase(state, log)


@inline
def seat_in_order(state: State, index: int) -> int:
    """Return the seats in phase order, counted from 0."""
    seat = wide(state.first_player) + index
    n_players = wide(state.rules.n_players)
    return seat if seat < n_players else seat - n_players


@jit
def score_buildings(state: State, log: Log) -> bool:
    """Income of every seat with the Guild Hall in it, then Trading House and Pub seat by seat (7.3).

    Steps: one a seat for the income, then two a seat for the questions. False: a question is asked.
    """
    n_players = wide(state.rules.n_players)
    while state.n_asked < 3 * n_players:
        step = wide(state.n_asked)
        state.n_asked += 1
        if step < n_players:
            seat = seat_in_order(state, step)
            score_seat(state, seat, BUILDING_PHASE, log)
            if state.rules.has_rare != 0 and get_count(state.players[seat].placed, GUILD_HALL) > 0:
                return ask(state, seat, Decision.GUILD_SPLIT + 0)
        else:
            seat = seat_in_order(state, (step - n_players) >> 1)
            is_trading = ((step - n_players) & 1) == 0
            if is_trading and state.rules.has_rare != 0 and can_trade(state.players[seat]):
                return ask(state, seat, Decision.TRADING_HOUSE + 0)
            if not is_trading and can_buy_points(state.players[seat]):
                return ask(state, seat, Decision.PUB + 0)
    return True


@inline
def ask(state: State, seat: int, decision: int) -> bool:
    """Put a question to a seat; False, because the scoring waits for the answer."""
    state.decision = decision
    state.to_move = seat
    return False


@inline
def can_trade(player: Player) -> bool:
    """Tell whether a seat owns the Trading House and can pay for its points (D6)."""
    return get_count(player.placed, TRADING_HOUSE) > 0 and player.rubles >= TRADE_RUBLES


@inline
def can_buy_points(player: Player) -> bool:
    """Tell whether a seat owns a Pub and can pay for a point (D7)."""
    return player.max_bought_points > 0 and player.rubles >= EFFECTS[EFFECT_OF_PUB].per


@jit
def score_market(state: State, log: Log) -> bool:
    """Card income, then upkeep seat by seat, then the goods (7.5). False: a question is asked."""
    if state.n_asked == 0:
        score_phase(state, log)
    while state.n_asked < state.rules.n_players:
        seat = seat_in_order(state, wide(state.n_asked))
        state.n_asked += 1
        if count_orange(state.players[seat]) > 0:
            if state.players[seat].rubles >= first_value(state):
                return ask(state, seat, Decision.UPKEEP + 0)
            keep_orange(state, seat, 0, log)
    score_goods(state, log)
    return True


@jit
def begin_next_phase(state: State, log: Log) -> None:
    """Go on to the next phase, the next round or the end."""
    if state.phase == Phase.EXCHANGE:
        end_round(state, log)
        return
    phase = wide(state.phase) + 1
    is_skipped = phase == Phase.MARKET and state.rules.has_market == 0
    begin_phase(state, phase + 1 if is_skipped else phase, log)


@jit
def begin_phase(state: State, phase: int, log: Log) -> None:
    """Refill the board, watch for the end, give the turn to the first player (4.3)."""
    seat = wide(state.markers[phase])
    state.phase = phase
    state.pass_count = 0
    state.first_player = seat
    emit(log, Event.PHASE_BEGINS, seat, phase, 0, 0, 0)
    refill(state, phase, log)
    state.n_asked = 0
    if state.rules.has_action_cards == 0 or not ask_pickpocket(state):
        begin_actions(state)


@inline
def begin_actions(state: State) -> None:
    """Let the first player of the phase act."""
    state.to_move = state.first_player
    state.decision = Decision.ACTION


@jit
def ask_pickpocket(state: State) -> bool:
    """Ask the next holder of a Pickpocket, clockwise from the marker owner, if there is one (9.5)."""
    while state.n_asked + 1 < state.rules.n_players:
        state.n_asked += 1
        seat = seat_in_order(state, wide(state.n_asked))
        if holds(state.players[seat], PICKPOCKET):
            ask(state, seat, Decision.PICKPOCKET + 0)
            return True
    return False


@jit
def holds(player: Player, card: int) -> bool:
    """Tell whether a card is in a hand."""
    for place in range(player.n_hand):
        if player.hand[place] == card:
            return True
    return False


@inline
def refill(state: State, deck: int, log: Log) -> None:
    """Lay cards into the upper row until the board is full or the pile is empty (4.3, 10.2)."""
    place = wide(state.deck_next[deck])
    n_left = wide(state.deck_end[deck]) - place
    n_drawn = min(count_missing(state, deck), n_left)
    for index in range(place, place + n_drawn):
        card = wide(state.decks[index])
        state.decks[index] = 0
        enter_row(state.rows[UPPER], card)
        emit(log, Event.CARD_LAID, NOBODY, card, deck, 0, 0)
    state.deck_next[deck] = place + n_drawn
    if n_drawn == n_left and state.end_triggered == 0 and can_end_game(state, deck):
        state.end_triggered = 1
        emit(log, Event.LAST_ROUND, NOBODY, deck, 0, 0, 0)


@inline
def can_end_game(state: State, deck: int) -> bool:
    """Tell whether the end of a pile is the end of the game: of the market's only by option (R7)."""
    return deck != Deck.MARKET or state.rules.market_pile_ends_game != 0


@inline
def count_missing(state: State, deck: int) -> int:
    """Count how many cards the refill wants: two workers a player at first, then a full board."""
    if state.round_no == 1 and deck == Phase.WORKER:
        return FIRST_CARDS_PER_PLAYER * wide(state.rules.n_players)
    n_open = wide(state.rows[UPPER].n_cards) + wide(state.rows[LOWER].n_cards)
    return max(0, wide(state.rules.board_size) - n_open)


@inline
def enter_row(row: Row, card: int) -> None:
    """Lay a card into a row, beside its equals."""
    place = 0
    while place < row.n_designs and row.cards[place] != card:
        place += 1
    if place == row.n_designs:
        row.cards[place] = card
        row.n_designs += 1
    row.counts[place] += 1
    row.n_cards += 1


@jit
def begin_round(state: State, log: Log) -> None:
    """Turn used cards up, then the worker phase (4.2)."""
    state.round_no += 1
    emit(log, Event.ROUND_BEGINS, NOBODY, wide(state.round_no), 0, 0, 0)
    for seat in range(state.rules.n_players):
        turn_all_up(state.players[seat])
    if state.rules.has_disc != 0:
        owner = wide(state.markers[Marker.DISC])
        gain(state.players[owner], 0, DISC_POINTS)
        emit(log, Event.DISC, owner, 0, DISC_POINTS, 0, 0)
    begin_phase(state, FIRST_PHASE, log)


@jit
def end_round(state: State, log: Log) -> None:
    """Discard the lower row, move the upper one down, pass the markers on (4.8)."""
    if state.end_triggered != 0:
        state.decision = Decision.OVER
        score_final(state, log)
        return
    row = state.rows[LOWER]
    for place in range(row.n_designs):
        card = wide(row.cards[place])
        n_copies = wide(row.counts[place])
        add_count(state.discard, card, n_copies)
        emit(log, Event.ROW_CARD_DISCARDED, NOBODY, card, n_copies, 0, 0)
    state.rows[LOWER] = state.rows[UPPER]
    clear_row(state.rows[UPPER])
    for marker in range(N_MARKERS):
        owner = wide(state.markers[marker]) + wide(state.rules.marker_step)
        state.markers[marker] = owner % wide(state.rules.n_players)
    emit(log, Event.MARKERS_MOVE, NOBODY, 0, 0, 0, 0)
    begin_round(state, log)


@jit
def clear_row(row: Row) -> None:
    """Empty a row without a trace."""
    for place in range(row.cards.shape[0]):
        row.cards[place] = 0
        row.counts[place] = 0
    row.n_designs = 0
    row.n_cards = 0
