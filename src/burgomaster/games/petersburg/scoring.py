"""Income at the end of a phase, the Pub, and the end of the game (rules.md 7, 10)."""

from __future__ import annotations

import numpy as np

from burgomaster.core.bits import get_count, wide
from burgomaster.core.jit import inline, jit
from burgomaster.core.log import Log, emit
from burgomaster.games.petersburg.cards import (
    CARDS,
    COMPUTED_INCOME,
    EFFECTS,
    N_CARDS,
    PER_SYMBOL,
    RED_CARDS,
    Color,
    Effect,
    Gain,
)
from burgomaster.games.petersburg.effects import gain
from burgomaster.games.petersburg.events import Event
from burgomaster.games.petersburg.state import Decision, Phase, Player, State

MAX_TABLE_NOBLES = 10  # the table of 10.3 ends there
POINTS_PER_NOBLE_OVER_TEN = 10
RUBLES_PER_POINT = 10
HAND_PENALTY = 5
# The colour scored in each phase; the exchange phase scores none (7.6).
PHASE_COLOR = np.array([Color.GREEN, Color.YELLOW, Color.BLUE, Color.RED, Color.PURPLE], np.int64)


@jit
def score_phase(state: State, log: Log) -> None:
    """Every player, in phase order, gets the income of the phase's colour (7.1)."""
    phase = wide(state.phase)
    if phase == Phase.EXCHANGE:
        return
    n_players = wide(state.rules.n_players)
    seat = wide(state.first_player)
    for _ in range(n_players):
        score_seat(state, seat, phase, log)
        seat = seat + 1 if seat + 1 < n_players else 0


@inline
def score_seat(state: State, seat: int, phase: int, log: Log) -> None:
    """Income of one player in one phase (7.2-7.4)."""
    player = state.players[seat]
    color = PHASE_COLOR[phase]
    rubles = count_income(player, color, Gain.RUBLES)
    points = count_income(player, color, Gain.POINTS)
    gain(player, rubles, points)
    if rubles != 0 or points != 0:
        emit(log, Event.INCOME, seat, rubles, points, phase, 0)


@inline
def count_income(player: Player, color: int, what: int) -> int:
    """Rubles or points the cards of a colour bring: the printed ones and the computed ones."""
    printed = player.rubles_income if what == Gain.RUBLES else player.points_income
    total = wide(printed[color])
    if player.n_computed[color] > 0:
        for index in range(COMPUTED_INCOME.shape[0]):
            total += count_computed(player, COMPUTED_INCOME[index], color, what)
    return total


@jit
def count_computed(player: Player, card: int, color: int, what: int) -> int:
    """What the copies of a card with computed income bring of one kind (8.8, 8.9)."""
    row = CARDS[card]
    n_copies = get_count(player.placed, card)
    if n_copies == 0 or row.color != color:
        return 0
    total = 0
    for index in range(row.first_effect, row.first_effect + row.n_effects):
        effect = EFFECTS[index]
        if effect.effect == Effect.INCOME and effect.what == what:
            total += wide(effect.number) * count_cards(player, wide(effect.per))
    return n_copies * total


@jit
def count_cards(player: Player, per: int) -> int:
    """Cards of a colour, or with a worker symbol, in an area."""
    if per < PER_SYMBOL:
        return wide(player.n_cards[per])
    total = 0
    for card in range(N_CARDS):
        if (wide(CARDS[card].symbols) >> (per - PER_SYMBOL)) & 1:
            total += get_count(player.placed, card)
    return total


@jit
def score_final(state: State, log: Log) -> None:
    """Nobles, money and the hand penalty of every player (10.3)."""
    for seat in range(state.rules.n_players):
        player = state.players[seat]
        nobles = noble_points(state, count_nobles(state, player))
        money = wide(player.rubles) // RUBLES_PER_POINT
        penalty = HAND_PENALTY * count_penalised(player)
        player.score += nobles + money - penalty
        emit(log, Event.FINAL, seat, nobles, money, penalty, wide(player.score))


@jit
def count_nobles(state: State, player: Player) -> int:
    """The number of different nobles in an area."""
    total = 0
    for index in range(RED_CARDS.shape[0]):
        card = RED_CARDS[index]
        if get_count(player.placed, card) > 0 and is_first_of_same(state, player, card):
            total += 1
    return total


@jit
def is_first_of_same(state: State, player: Player, card: int) -> bool:
    """Whether no same card with a lower number lies in the area."""
    way = state.rules.same_way
    other = wide(CARDS[card].same_next[way])
    while other != card:
        if other < card and get_count(player.placed, other) > 0:
            return False
        other = wide(CARDS[other].same_next[way])
    return True


@jit
def noble_points(state: State, n_nobles: int) -> int:
    """The table of 10.3: 1, 3, 6, 10 ... 55, and what more than ten are worth."""
    listed = min(n_nobles, MAX_TABLE_NOBLES)
    points = listed * (listed + 1) // 2
    if state.rules.nobles_plus_ten != 0:
        points += POINTS_PER_NOBLE_OVER_TEN * (n_nobles - listed)
    return points


@jit
def count_penalised(player: Player) -> int:
    """Hand cards that cost points at the end: all but purple ones."""
    total = 0
    for place in range(player.n_hand):
        if CARDS[player.hand[place]].color != Color.PURPLE:
            total += 1
    return total


@jit
def tiebreak_rubles(state: State, seat: int) -> int:
    """The money that decides between equal scores (10.4)."""
    rubles = wide(state.players[seat].rubles)
    return rubles % RUBLES_PER_POINT if state.rules.leftover_tiebreak != 0 else rubles


@jit
def is_ahead(state: State, seat: int, other: int) -> bool:
    """Whether a seat ends before another one (10.4)."""
    score = wide(state.players[seat].score)
    other_score = wide(state.players[other].score)
    if score != other_score:
        return score > other_score
    return tiebreak_rubles(state, seat) > tiebreak_rubles(state, other)


@jit
def rank(state: State, seat: int) -> int:
    """How many players end before a seat; 0 is a winner."""
    total = 0
    for other in range(state.rules.n_players):
        if is_ahead(state, other, seat):
            total += 1
    return total


@jit
def is_over(state: State) -> bool:
    """Whether the game has ended."""
    return state.decision == Decision.OVER


@jit
def score(state: State, seat: int) -> int:
    """The score of a seat; the final one when the game is over."""
    return wide(state.players[seat].score)
