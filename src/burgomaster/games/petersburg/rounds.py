"""The course of the game: turns, phases, rounds, the end (rules.md 4, 10). No player decides here."""

from __future__ import annotations

from burgomaster.core.bits import add_count, wide
from burgomaster.core.jit import inline, jit
from burgomaster.core.log import Log, emit
from burgomaster.games.petersburg.cards import EFFECT_OF_PUB, EFFECTS
from burgomaster.games.petersburg.effects import turn_all_up
from burgomaster.games.petersburg.events import Event
from burgomaster.games.petersburg.scoring import score_final, score_phase
from burgomaster.games.petersburg.state import LOWER, N_MARKERS, UPPER, Decision, Phase, Row, State

NOBODY = -1
FIRST_PHASE = int(Phase.WORKER)
FIRST_CARDS_PER_PLAYER = 2


@inline
def next_seat(state: State, seat: int) -> int:
    """The left neighbour."""
    return seat + 1 if seat + 1 < state.rules.n_players else 0


@inline
def end_action(state: State, is_pass: bool, log: Log) -> None:
    """The bookkeeping after one action of a turn (4.4)."""
    if is_pass and state.turn_actions == 0 and state.extra_actions == 0:
        state.pass_count += 1
    else:
        state.pass_count = 0
    if state.extra_actions > 0:
        state.extra_actions -= 1
        state.turn_actions += 1
        return
    state.turn_actions = 0
    if state.pass_count == state.rules.n_players or is_bought_out(state):
        end_phase(state, log)
    else:
        state.to_move = next_seat(state, wide(state.to_move))


@inline
def is_buy_only(state: State) -> bool:
    """Whether this is the first worker phase of a game that allows only purchases in it (4.6)."""
    return state.rules.first_phase_buy_only != 0 and state.round_no == 1 and state.phase == Phase.WORKER


@inline
def is_bought_out(state: State) -> bool:
    """A buy-only phase ends with the last card on the board."""
    return is_buy_only(state) and state.rows[UPPER].n_cards == 0


@jit
def end_phase(state: State, log: Log) -> None:
    """Score the phase, then ask for what its scoring leaves open (4.7)."""
    score_phase(state, log)
    state.n_asked = 0
    ask_scoring(state, log)


@jit
def ask_scoring(state: State, log: Log) -> None:
    """Ask the next seat, in phase order, that has a scoring decision; then the next phase begins."""
    if state.phase == Phase.BUILDING:
        while state.n_asked < state.rules.n_players:
            seat = (wide(state.first_player) + wide(state.n_asked)) % wide(state.rules.n_players)
            state.n_asked += 1
            if can_buy_points(state, seat):
                state.decision = Decision.PUB
                state.to_move = seat
                return
    begin_next_phase(state, log)


@jit
def can_buy_points(state: State, seat: int) -> bool:
    """Whether a seat owns a Pub and can pay for a point (D7)."""
    player = state.players[seat]
    return player.max_bought_points > 0 and player.rubles >= EFFECTS[EFFECT_OF_PUB].per


@jit
def begin_next_phase(state: State, log: Log) -> None:
    """Go on to the next phase, the next round or the end."""
    if state.phase == Phase.EXCHANGE:
        end_round(state, log)
        return
    phase = wide(state.phase) + 1
    begin_phase(state, phase + 1 if phase == Phase.MARKET else phase, log)


@jit
def begin_phase(state: State, phase: int, log: Log) -> None:
    """Refill the board, watch for the end, give the turn to the first player (4.3)."""
    seat = wide(state.markers[phase])
    state.phase = phase
    state.pass_count = 0
    state.first_player = seat
    state.to_move = seat
    state.decision = Decision.ACTION
    emit(log, Event.PHASE_BEGINS, seat, phase, 0, 0, 0)
    refill(state, phase, log)


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
    if n_drawn == n_left and state.end_triggered == 0:
        state.end_triggered = 1
        emit(log, Event.LAST_ROUND, NOBODY, deck, 0, 0, 0)


@inline
def count_missing(state: State, deck: int) -> int:
    """How many cards the refill wants: two workers a player at first, then a full board."""
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
    begin_phase(state, FIRST_PHASE, log)


@jit
def end_round(state: State, log: Log) -> None:
    """The lower row is discarded, the upper one moves down, the markers pass on (4.8)."""
    if state.end_triggered != 0:
        state.decision = Decision.OVER
        score_final(state, log)
        return
    discard_row(state, state.rows[LOWER], log)
    state.rows[LOWER] = state.rows[UPPER]
    clear_row(state.rows[UPPER])
    for marker in range(N_MARKERS):
        owner = wide(state.markers[marker]) + wide(state.rules.marker_step)
        state.markers[marker] = owner % wide(state.rules.n_players)
    emit(log, Event.MARKERS_MOVE, NOBODY, 0, 0, 0, 0)
    begin_round(state, log)


@jit
def discard_row(state: State, row: Row, log: Log) -> None:
    """Put every card of a row on the discard pile."""
    for place in range(row.n_designs):
        card = wide(row.cards[place])
        n_copies = wide(row.counts[place])
        add_count(state.discard, card, n_copies)
        emit(log, Event.ROW_CARD_DISCARDED, NOBODY, card, n_copies, 0, 0)


@jit
def clear_row(row: Row) -> None:
    """Empty a row without a trace."""
    for place in range(row.cards.shape[0]):
        row.cards[place] = 0
        row.counts[place] = 0
    row.n_designs = 0
    row.n_cards = 0
