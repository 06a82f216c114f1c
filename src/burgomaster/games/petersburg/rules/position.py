"""Positions as numbers, each with a bound that follows from those before it (core/position_coder.py).

Told are the open cards, what everybody has and, in a whole position, the piles; what follows from an area,
how many cards a pile has left and what a seat does not know is worked out anew.
"""

from __future__ import annotations

from typing import Any

from burgomaster.compiler.bits import add_count, get_count
from burgomaster.core.errors import PositionError
from burgomaster.core.position_coder import Coder, Pool
from burgomaster.core.rng import draw_below
from burgomaster.games.petersburg.rules.apply import DOUBLE_TURN_ACTIONS
from burgomaster.games.petersburg.rules.cards import (
    ANY_CARDS,
    BACKS,
    BANQUET_CARD,
    BLACK_MARKET,
    CARDS,
    DEBTORS_PRISON,
    DOUBLE_TURN,
    JESTER,
    N_DECKS,
    N_GOODS,
    NO_CARD,
    TURNABLE,
    Placing,
    Special,
)
from burgomaster.games.petersburg.rules.effects import enter_area, observatory_mark, put_tile, turn_down
from burgomaster.games.petersburg.rules.rounds import FIRST_CARDS_PER_PLAYER
from burgomaster.games.petersburg.rules.state import (
    LOWER,
    MAX_HAND,
    MAX_ROW,
    N_MARKERS,
    N_OBSERVATORIES,
    NO_TILE,
    UPPER,
    Attached,
    Decision,
    Phase,
)
from burgomaster.games.petersburg.rules.view import HIDDEN_RUBLES

MAX_ROUNDS = 64
MAX_STEPS = 16  # of a phase's scoring, and of one turn
MOST = 30_000  # rubles or points
LEAST_SCORE = -1_000
START_RUBLES = 25
LIKELY_RUBLES = 16  # what is drawn for somebody whose rubles nobody counted
N_CARDS = len(CARDS)
DECK_OF = [
    int(CARDS[card].deck) for card in range(N_CARDS)
]  # lists are quicker to read than the tables of kernels
COST_OF = [int(CARDS[card].cost) for card in range(N_CARDS)]
CARRIERS = [card for card in range(N_CARDS) if CARDS[card].rubles > 0 and CARDS[card].points > 0]
NEVER_PLACED = {card for card in range(N_CARDS) if CARDS[card].placing == Placing.NEVER}
ASKED_RUBLES = {Decision.PUB: 2, Decision.TRADING_HOUSE: 3}  # what somebody has who is asked


def walk(coder: Coder, state: Any) -> None:
    pool = Pool(coder.undealt.decks[: coder.undealt.deck_end[N_DECKS - 1]])
    if coder.is_reading:
        state.decks[:] = 0
    walk_course(coder, state)
    for row in (UPPER, LOWER):
        walk_row(coder, state.rows[row], pool)
    players = [state.players[seat] for seat in range(state.rules.n_players)]
    for player in players:
        walk_area(coder, player, pool)
    walk_specials(coder, state, pool)
    for seat, player in enumerate(players):
        walk_purse(coder, state, seat, player)
        walk_hand(coder, state, seat, player, pool)
    for card in pool.kinds():
        n_copies = coder.copies(get_count(state.discard, card), pool, card, "discard")
        if coder.is_reading:
            add_count(state.discard, card, n_copies)
    walk_drawn(coder, state, pool)
    walk_piles(coder, state, pool)
    if coder.is_reading:
        check_course(state)


def check_course(state: Any) -> None:
    """Refuse a course that no game takes: its phase, its question, its rounds, its actions."""
    rules, decision = state.rules, Decision(state.decision)
    phases, steps = asked_in(int(rules.n_players)).get(decision, (tuple(Phase), range(rules.n_players)))
    is_right = state.phase in phases and state.n_asked in steps
    is_right = is_right and bool(rules.has_market or state.phase != Phase.MARKET)
    is_right = is_right and bool(rules.has_action_cards or decision != Decision.PICKPOCKET)
    is_right = is_right and bool(state.end_triggered or decision != Decision.OVER)
    # the open cards of a round have left the board two rounds later
    is_right = is_right and 0 < state.round_no <= 2 * (sum(count_dealt(state)) // int(rules.board_size)) + 2
    n_extra = int(state.extra_actions) + int(state.turn_actions)
    is_right = is_right and n_extra % 2 == 0 and n_extra // DOUBLE_TURN_ACTIONS <= count_double_turns(state)
    if not is_right or (state.round_no == 1 and state.phase == Phase.WORKER and not is_first_phase(state)):
        raise PositionError("position.impossible")


def asked_in(n_players: int) -> dict[Decision, tuple[tuple[Phase, ...], range]]:
    """Return the phases in which a question is asked, and the steps of its scoring that are done then."""
    each = range(1, n_players + 1)
    buildings = range(n_players + 1, 3 * n_players + 1)
    return {
        Decision.GUILD_SPLIT: ((Phase.BUILDING,), each),
        Decision.TRADING_HOUSE: ((Phase.BUILDING,), buildings),
        Decision.PUB: ((Phase.BUILDING,), buildings),
        Decision.UPKEEP: ((Phase.MARKET,), each),
        Decision.PICKPOCKET: (tuple(Phase), range(1, n_players)),
        Decision.OVER: ((Phase.EXCHANGE,), range(1)),
    }


def count_dealt(state: Any) -> list[int]:
    firsts = [0, *(int(end) for end in state.deck_end[: N_DECKS - 1])]
    return [int(state.deck_next[deck]) - firsts[deck] for deck in range(N_DECKS)]


def count_double_turns(state: Any) -> int:
    """Count how often Double Turn can have been played in this turn: each card of it, and each time back."""
    played = get_count(state.discard, DOUBLE_TURN) + get_count(state.discard, BLACK_MARKET)
    prisons = state.players[state.to_move].face_down[[int(card) for card in TURNABLE].index(DEBTORS_PRISON)]
    return played + int(prisons)


def is_first_phase(state: Any) -> bool:
    """Tell whether nothing but the first workers has been dealt (3)."""
    n_players = int(state.rules.n_players)
    n_workers = min(FIRST_CARDS_PER_PLAYER * n_players, int(state.deck_end[0]))
    is_right = count_dealt(state) == [n_workers] + [0] * (N_DECKS - 1)
    if state.rules.first_phase_buy_only:  # everybody buys in turn, so nobody has more than their share
        shares = [int(sum(state.players[seat].n_cards)) for seat in range(n_players)]
        is_right = is_right and max(shares) <= FIRST_CARDS_PER_PLAYER
    return is_right


def walk_course(coder: Coder, state: Any) -> None:
    n_players = int(state.rules.n_players)
    coder.field(state, "round_no", MAX_ROUNDS)
    coder.field(state, "phase", len(Phase))
    coder.field(state, "decision", len(Decision))
    coder.field(state, "to_move", n_players)
    coder.field(state, "first_player", n_players)
    coder.field(state, "pass_count", n_players + 1)
    coder.field(state, "extra_actions", MAX_STEPS)
    coder.field(state, "turn_actions", MAX_STEPS)
    coder.field(state, "n_asked", MAX_STEPS)
    coder.field(state, "end_triggered", 2)
    for marker in range(N_MARKERS):  # those not in use go round too
        state.markers[marker] = coder.number(int(state.markers[marker]), n_players, "markers")


def walk_row(coder: Coder, row: Any, pool: Pool) -> None:
    """Walk over the cards of a row in order of arrival."""
    n_designs = coder.field(row, "n_designs", MAX_ROW + 1)
    total = 0
    for place in range(n_designs):
        card = coder.choice(int(row.cards[place]), pool.kinds(), "rows")
        row.cards[place] = card
        row.counts[place] = 1 + coder.number(int(row.counts[place]) - 1, pool.left[card], "rows")
        pool.take(card, int(row.counts[place]))
        total += int(row.counts[place])
    row.n_cards = total


def walk_area(coder: Coder, player: Any, pool: Pool) -> None:
    """Walk over the cards of an area; reading, they enter it one by one with all that follows."""
    for card in pool.kinds(lambda card: card not in NEVER_PLACED):
        n_copies = coder.copies(get_count(player.placed, card), pool, card, "area")
        for _ in range(n_copies if coder.is_reading else 0):
            enter_area(player, card)
    for index, card in enumerate(int(card) for card in TURNABLE):
        n_down = coder.number(int(player.face_down[index]), get_count(player.placed, card) + 1, "face_down")
        for _ in range(n_down if coder.is_reading else 0):
            turn_down(player, card)


def walk_specials(coder: Coder, state: Any, pool: Pool) -> None:
    """Walk over what lies on cards, and the order in which Observatories were placed."""
    for kind, card in ((Attached.JESTER, JESTER), (Attached.BANQUET, BANQUET_CARD)):
        if pool.left[card] > 0 and coder.flag(state.attached_to[kind] != NO_CARD, "attached"):
            pool.take(card)
            walk_attached(coder, state, kind)
    if all(card != NO_CARD for card in state.attached_to):
        coder.field(state, "attached_together", 2)
    for index, card in enumerate(int(card) for card in ANY_CARDS):
        owners = [
            seat for seat in range(state.rules.n_players) if get_count(state.players[seat].placed, card)
        ]
        if owners:
            good = coder.number(int(state.tile_goods[index]) + 1, N_GOODS + 1, "tiles") - 1
            if coder.is_reading and good != NO_TILE:
                put_tile(state, owners[0], card, good)
    walk_observatories(coder, state)


def walk_attached(coder: Coder, state: Any, kind: int) -> None:
    """Walk over the card that an action card lies on: one that brings rubles and points."""
    carriers = [
        (seat, card)
        for seat in range(state.rules.n_players)
        for card in CARRIERS
        if get_count(state.players[seat].placed, card)
    ]
    codes = [seat * BACKS + card for seat, card in carriers]
    told = int(state.attached_seat[kind]) * BACKS + int(state.attached_to[kind])
    code = coder.choice(told, codes, "attached")
    state.attached_seat[kind], state.attached_to[kind] = divmod(code, BACKS)


def walk_observatories(coder: Coder, state: Any) -> None:
    """Walk over the order in which the Observatories that lie in areas were placed."""
    marks = Pool(
        observatory_mark(seat, int(card))
        for seat in range(state.rules.n_players)
        for card in TURNABLE
        if CARDS[card].special == Special.OBSERVATORY
        for _ in range(get_count(state.players[seat].placed, int(card)))
    )
    n_marks = len(marks.items())
    if n_marks > N_OBSERVATORIES:
        raise PositionError("position.none_left", name="observatories")
    for place in range(n_marks):
        state.observatories[place] = coder.draw(int(state.observatories[place]), marks, "observatories")


def walk_purse(coder: Coder, state: Any, seat: int, player: Any) -> None:
    """Walk over points and rubles; what nobody knows of them is drawn."""
    coder.large(player, "score", MOST, LEAST_SCORE)
    is_open = coder.shows(seat) or state.rules.open_money or state.decision == Decision.OVER
    if is_open or coder.is_counted:
        coder.large(player, "rubles", MOST, least_rubles(state, player))
    elif coder.is_reading:
        asked = ASKED_RUBLES.get(Decision(state.decision), 0) if seat == state.to_move else 0
        player.rubles = max(asked, least_rubles(state, player)) + draw_below(coder.rng, LIKELY_RUBLES)


def least_rubles(state: Any, player: Any) -> int:
    """Return what somebody has at least: in the first phase of all, what the cards cannot have cost."""
    if state.round_no > 1 or state.phase != Phase.WORKER:
        return 0
    spent = sum(get_count(player.placed, card) * COST_OF[card] for card in range(N_CARDS))
    return max(0, START_RUBLES - spent)


def remember(known: Any, truth: Any) -> None:
    """Put back what everybody knows who kept count: rubles, because every payment is open (rules.md 11)."""
    for seat in range(known.rules.n_players):
        if known.players[seat].rubles == HIDDEN_RUBLES:
            known.players[seat].rubles = truth.players[seat].rubles


def walk_hand(coder: Coder, state: Any, seat: int, player: Any, pool: Pool) -> None:
    """Walk over a hand: cards, or the backs of those that a seat does not know."""
    is_open = coder.shows(seat) or state.rules.open_hands or state.decision == Decision.OVER
    seen = 0
    for place in range(coder.field(player, "n_hand", MAX_HAND + 1)):
        card = int(player.hand[place])
        is_known = bool(is_open) or coder.flag(card < BACKS, "hand")
        if is_known:
            player.hand[place] = coder.draw(card, pool, "hand")
        else:
            player.hand[place] = BACKS + coder.number(card - BACKS, N_DECKS, "hand")
        is_seen = coder.flag((int(player.hand_seen) >> place) & 1, "hand") if is_open else is_known
        seen |= int(is_seen) << place
    player.hand_seen = seen


def walk_drawn(coder: Coder, state: Any, pool: Pool) -> None:
    """Walk over the card that an Observatory drew."""
    if state.decision != Decision.OBSERVATORY:
        return
    rules = state.rules
    is_open = coder.shows(int(state.to_move)) or rules.observatory_public or rules.open_hands
    if is_open:
        state.drawn = coder.draw(int(state.drawn), pool, "drawn")
    else:
        state.drawn = BACKS + coder.number(int(state.drawn) - BACKS, N_DECKS, "drawn")


def walk_piles(coder: Coder, state: Any, pool: Pool) -> None:
    """Walk over the piles; reading what somebody knows, the cards nobody saw go where backs are."""
    if coder.is_whole:
        coder.words(state.rng, "rng")
    elif coder.is_reading:
        turn_up(state, pool)
    for deck in range(N_DECKS):
        of_deck = [card for card in pool.kinds() if DECK_OF[card] == deck]
        cards = Pool(card for card in of_deck for _ in range(pool.left[card]))
        end = int(state.deck_end[deck])
        first = end - len(cards.items()) if coder.is_reading else int(state.deck_next[deck])
        state.deck_next[deck] = first
        if coder.is_whole:
            for place in range(first, end):
                state.decks[place] = coder.draw(int(state.decks[place]), cards, "piles")
        elif coder.is_reading:
            state.decks[first:end] = cards.items()


def turn_up(state: Any, pool: Pool) -> None:
    """Put some card that nobody saw in the place of every back."""
    for seat in range(state.rules.n_players):
        player = state.players[seat]
        for place in range(player.n_hand):
            player.hand[place] = some_card(int(player.hand[place]), pool)
    state.drawn = some_card(int(state.drawn), pool)


def some_card(card: int, pool: Pool) -> int:
    """Return a card, or for a back the lowest card of its deck that nobody saw."""
    if card < BACKS or card == NO_CARD:
        return card
    unseen = [other for other in pool.kinds() if DECK_OF[other] == card - BACKS]
    if not unseen:
        raise PositionError("position.none_left", name="hand")
    pool.take(unseen[0])
    return unseen[0]
