"""Income at the end of a phase, the Pub, and the end of the game (rules.md 7, 10)."""

from __future__ import annotations

import numpy as np

from burgomaster.compiler.bits import add_count, get_count, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.log import Log, emit
from burgomaster.games.petersburg.rules.cards import (
    CARDS,
    COMPUTED_INCOME,
    EFFECTS,
    N_CARDS,
    N_GOODS,
    NO_CARD,
    ORANGE_CARDS,
    PER_SYMBOL,
    RED_CARDS,
    SYCOPHANT,
    Color,
    Effect,
    Gain,
)
from burgomaster.games.petersburg.rules.effects import N_ATTACHED, discard_attached, gain, leave_area
from burgomaster.games.petersburg.rules.events import Event
from burgomaster.games.petersburg.rules.state import Attached, Decision, Phase, Player, State

RUBLES = int(Gain.RUBLES)
POINTS = int(Gain.POINTS)
ATTACHED_JESTER = int(Attached.JESTER)
ATTACHED_BANQUET = int(Attached.BANQUET)
GUILD_TOTAL = 4  # rubles and points of the Guild Hall together (8.16)
TRADE_RUBLES = 3  # what the Trading House costs (8.13)
TRADE_POINTS = 2
# Points for first and second place of a good by round; the last tile stays (R6, of medium confidence).
VALUE_TILES = np.array([[1, 0], [2, 1], [3, 1], [4, 2], [5, 2], [6, 3]], np.int64)
N_TILES = len(VALUE_TILES)
N_ORANGE = len(ORANGE_CARDS)
MANY = 127
MAX_TABLE_NOBLES = 10  # the table of 10.3 ends there
POINTS_PER_NOBLE_OVER_TEN = 10
RUBLES_PER_POINT = 10
HAND_PENALTY = 5
# The colour scored in each phase; the exchange phase scores none (7.6).
PHASE_COLOR = np.array([Color.GREEN, Color.YELLOW, Color.BLUE, Color.RED, Color.PURPLE], np.int64)


@jit
def score_phase(state: State, log: Log) -> bool:
    """Give every player, in phase order, the income of the phase's colour (7.1). True: nothing is asked."""
    phase = wide(state.phase)
    if phase != Phase.EXCHANGE:
        n_players = wide(state.rules.n_players)
        seat = wide(state.first_player)
        for _ in range(n_players):
            score_seat(state, seat, phase, log)
            seat = seat + 1 if seat + 1 < n_players else 0
    return True


@jit
def score_seat(state: State, seat: int, phase: int, log: Log) -> None:
    """Income of one player in one phase (7.2-7.4)."""
    player = state.players[seat]
    color = wide(PHASE_COLOR[phase])
    rubles = count_income(player, color, RUBLES)
    points = count_income(player, color, POINTS)
    if state.rules.has_action_cards != 0:
        rubles += attached_gain(state, seat, color, RUBLES)
        points += attached_gain(state, seat, color, POINTS)
        for kind in range(N_ATTACHED):  # Jester and Banquet are discarded after the scoring they changed
            if attached_on(state, seat, color, kind) != NO_CARD:
                discard_attached(state, kind)
    gain(player, rubles, points)
    if rubles != 0 or points != 0:
        emit(log, Event.INCOME, seat, rubles, points, phase, 0)
    if state.rules.has_rare != 0 and phase == Phase.NOBLE and get_count(player.placed, SYCOPHANT) > 0:
        pay_sycophants(state, seat, log)


@jit
def attached_gain(state: State, seat: int, color: int, what: int) -> int:
    """Tell what Jester and Banquet change in the income of the cards they lie on.

    Swapped, doubled (9.6, 9.7).
    """
    jester = attached_on(state, seat, color, ATTACHED_JESTER)
    banquet = attached_on(state, seat, color, ATTACHED_BANQUET)
    if jester == banquet and jester != NO_CARD and state.attached_together != 0:
        return 2 * printed(jester, POINTS - what) - printed(jester, what)
    total = 0
    if jester != NO_CARD:
        total += printed(jester, POINTS - what) - printed(jester, what)
    if banquet != NO_CARD:
        total += printed(banquet, what)
    return total


@jit
def attached_on(state: State, seat: int, color: int, kind: int) -> int:
    """Return the card of a seat and colour on which an action card lies, or NO_CARD."""
    card = wide(state.attached_to[kind])
    if card == NO_CARD or state.attached_seat[kind] != seat or CARDS[card].color != color:
        return NO_CARD
    return card


@inline
def printed(card: int, what: int) -> int:
    """Return the printed rubles or points of a card."""
    return wide(CARDS[card].rubles) if what == RUBLES else wide(CARDS[card].points)


@jit
def pay_sycophants(state: State, seat: int, log: Log) -> None:
    """Pay a ruble for each Sycophant; discard one that cannot be paid (7.4)."""
    player = state.players[seat]
    for _ in range(get_count(player.placed, SYCOPHANT)):
        if player.rubles > 0:
            player.rubles -= 1
            emit(log, Event.UPKEEP, seat, SYCOPHANT, 1, 0, 0)
        else:
            leave_area(player, SYCOPHANT)
            add_count(state.discard, SYCOPHANT, 1)
            emit(log, Event.SYCOPHANT_LEAVES, seat, SYCOPHANT, 0, 0, 0)


# The market (7.5)


@inline
def first_value(state: State) -> int:
    """Return points for the first place of a good in this round, and the upkeep of an orange card."""
    return wide(VALUE_TILES[min(wide(state.round_no), N_TILES) - 1, 0])


@inline
def second_value(state: State) -> int:
    """Return points for the second place of a good in this round."""
    return wide(VALUE_TILES[min(wide(state.round_no), N_TILES) - 1, 1])


@jit
def count_orange(player: Player) -> int:
    """Special market cards in an area."""
    total = 0
    for index in range(N_ORANGE):
        total += get_count(player.placed, wide(ORANGE_CARDS[index]))
    return total


@jit
def keep_orange(state: State, seat: int, kept: int, log: Log) -> None:
    """Pay for the orange cards of a set; the others are discarded (7.5)."""
    player = state.players[seat]
    for index in range(N_ORANGE):
        card = wide(ORANGE_CARDS[index])
        if get_count(player.placed, card) > 0:
            if (kept >> index) & 1:
                player.rubles -= first_value(state)
                emit(log, Event.UPKEEP, seat, card, first_value(state), 0, 0)
            else:
                leave_area(player, card)
                add_count(state.discard, card, 1)
                emit(log, Event.GIVE_UP, seat, card, 0, 0, 0)


@jit
def score_goods(state: State, log: Log) -> None:
    """First and second place of each good; a shared first place leaves no second."""
    for good in range(N_GOODS):
        best = most_below(state, good, MANY)
        if best > 0:
            n_first = give_points(state, good, best, first_value(state), 1, log)
            second = most_below(state, good, best)
            if n_first == 1 and second > 0 and second_value(state) > 0:
                give_points(state, good, second, second_value(state), 0, log)


@jit
def most_below(state: State, good: int, limit: int) -> int:
    """Return the largest count of a good that is below a limit."""
    most = 0
    for seat in range(state.rules.n_players):
        count = wide(state.players[seat].goods[good])
        if count < limit:
            most = max(most, count)
    return most


@jit
def give_points(state: State, good: int, count: int, points: int, is_first: int, log: Log) -> int:
    """Give points to every player, in phase order, with a count of a good; return how many they are."""
    total = 0
    n_players = wide(state.rules.n_players)
    for index in range(n_players):
        seat = (wide(state.first_player) + index) % n_players
        if state.players[seat].goods[good] == count:
            gain(state.players[seat], 0, points)
            emit(log, Event.GOOD_POINTS, seat, good, points, is_first, 0)
            total += 1
    return total


# Income


@inline
def count_income(player: Player, color: int, what: int) -> int:
    """Rubles or points the cards of a colour bring: the printed ones and the computed ones."""
    total = wide(player.rubles_income[color]) if what == RUBLES else wide(player.points_income[color])
    if player.n_computed[color] > 0:
        for index in range(COMPUTED_INCOME.shape[0]):
            total += count_computed(player, COMPUTED_INCOME[index], color, what)
    return total


@jit
def count_computed(player: Player, card: int, color: int, what: int) -> int:
    """Count what the copies of a card with computed income bring of one kind (8.8, 8.9)."""
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
    """Count cards of a colour, or with a worker symbol, in an area."""
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
        penalty = 0
        for place in range(player.n_hand):
            if CARDS[player.hand[place]].color != Color.PURPLE:
                penalty += HAND_PENALTY
        player.score += nobles + money - penalty
        emit(log, Event.FINAL, seat, nobles, money, penalty, wide(player.score))
    tell_winners(state, log)


@jit
def tell_winners(state: State, log: Log) -> None:
    """Whoever nobody is ahead of has won; several share the victory (10.4)."""
    for seat in range(state.rules.n_players):
        if rank(state, seat) == 0:
            emit(log, Event.WINNER, seat, wide(state.players[seat].score), 0, 0, 0)


@jit
def count_nobles(state: State, player: Player) -> int:
    """Count different nobles in an area."""
    total = 0
    for index in range(RED_CARDS.shape[0]):
        card = RED_CARDS[index]
        if get_count(player.placed, card) > 0 and is_first_of_same(state, player, card):
            total += 1
    return total


@jit
def is_first_of_same(state: State, player: Player, card: int) -> bool:
    """Tell whether no same card with a lower number lies in the area."""
    way = state.rules.same_way
    other = wide(CARDS[card].same_next[way])
    while other != card:
        if other < card and get_count(player.placed, other) > 0:
            return False
        other = wide(CARDS[other].same_next[way])
    return True


@jit
def noble_points(state: State, n_nobles: int) -> int:
    """Return the table of 10.3: 1, 3, 6, 10 ... 55, and what more than ten are worth."""
    listed = min(n_nobles, MAX_TABLE_NOBLES)
    points = listed * (listed + 1) // 2
    if state.rules.nobles_plus_ten != 0:
        points += POINTS_PER_NOBLE_OVER_TEN * (n_nobles - listed)
    return points


@jit
def tiebreak_rubles(state: State, seat: int) -> int:
    """Return the money that decides between equal scores (10.4)."""
    rubles = wide(state.players[seat].rubles)
    return rubles % RUBLES_PER_POINT if state.rules.leftover_tiebreak != 0 else rubles


@jit
def is_ahead(state: State, seat: int, other: int) -> bool:
    """Tell whether a seat ends before another one (10.4)."""
    score = wide(state.players[seat].score)
    other_score = wide(state.players[other].score)
    if score != other_score:
        return score > other_score
    return tiebreak_rubles(state, seat) > tiebreak_rubles(state, other)


@jit
def rank(state: State, seat: int) -> int:
    """Tell how many players end before a seat; 0 is a winner."""
    total = 0
    for other in range(state.rules.n_players):
        if is_ahead(state, other, seat):
            total += 1
    return total


@jit
def is_over(state: State) -> bool:
    """Tell whether the game has ended."""
    return state.decision == Decision.OVER


@jit
def score(state: State, seat: int) -> int:
    """Return the score of a seat; the final one when the game is over."""
    return wide(state.players[seat].score)
