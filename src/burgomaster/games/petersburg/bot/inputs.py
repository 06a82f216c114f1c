"""What a seat knows of a position of Saint Petersburg, as the inputs of a net.

Seats are counted from the one that looks, in the order of play. Cards are counted by design, for all editions
and expansions in one layout. Of other seats only what everybody knows is read.
"""

from __future__ import annotations

from enum import IntEnum

from burgomaster.compiler.bits import COUNTS_IN_WORD, load_counts, lowest_bit, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.compiler.struct import Ints
from burgomaster.core.inputs import (
    InputBlock,
    InputLayout,
    Inputs,
    numbered,
    put,
    put_flag,
    put_step,
    seats_ahead,
    starts_of,
)
from burgomaster.core.kernels import InputKernels, register_inputs
from burgomaster.games.petersburg.rules.cards import (
    ANY_CARDS,
    BACKS,
    CARDS,
    IDS,
    N_CARDS,
    N_COLORS,
    N_DECKS,
    N_GOODS,
    N_SCORED_COLORS,
    NO_CARD,
    TURNABLE,
    Color,
    Deck,
    Good,
)
from burgomaster.games.petersburg.rules.scoring import count_nobles, first_value, second_value
from burgomaster.games.petersburg.rules.state import (
    COUNT_BYTES,
    LOWER,
    MAX_HAND,
    MAX_PLAYERS,
    N_MARKERS,
    N_TURNABLE,
    Attached,
    Decision,
    Marker,
    Phase,
    Player,
    State,
)

ROUNDS = 12
PILE_STEPS = 24
RUBLE_STEPS = 32
NOBLE_STEPS = 13
COUNT_WORDS = -(-2 * COUNT_BYTES // COUNTS_IN_WORD)
POINTS, RUBLES, INCOME, PILE, CARDS_HELD = 40.0, 10.0, 5.0, 10.0, 4.0  # what an input of 1 stands for


class Part(IntEnum):
    """The blocks that all seats share, in their order; those of the seats follow, once for each seat."""

    PLAYERS = 0
    RULES = 1
    ROUND = 2
    PHASE = 3
    DECISION = 4
    TURN = 5
    TO_MOVE = 6
    FIRST_PLAYER = 7
    MARKERS = 8
    PILES = 9
    PILE_STEPS = 10
    UPPER = 11
    LOWER = 12
    DISCARD = 13
    DRAWN = 14
    DRAWN_BACK = 15
    ATTACHED = 16
    TILES = 17
    GOOD_VALUES = 18
    OWN_HAND = 19
    OTHER_HANDS = 20
    OWN_RUBLES = 21
    SEATS = 22


class SeatPart(IntEnum):
    """The blocks of one seat, in their order."""

    COUNTS = 0
    RUBLES_INCOME = 1
    POINTS_INCOME = 2
    CARDS = 3
    DISCOUNTS = 4
    GOODS = 5
    FACE_DOWN = 6
    HELD = 7
    BACKS = 8
    NOBLES = 9
    AREA = 10


SEATS = [f"seat{seat}" for seat in range(MAX_PLAYERS)]
DECKS = [deck.name.lower() for deck in Deck]
SCORED = [color.name.lower() for color in Color if color < N_SCORED_COLORS]
RULES = (
    *("market", "action_cards", "simple", "same_way", "first_phase_buy_only", "warehouse_loss_discard"),
    *("nobles_plus_ten", "open_money", "open_hands", "observatory_public", "mariinsky_extra"),
)
TURN_FACTS = ("passes", "extra_actions", "turn_actions", "last_round", "rounds")
SEAT_COUNTS = (
    "points",
    "rubles",
    "rubles_hidden",
    "hand_limit",
    "pub_points",
    "income_rubles",
    "income_points",
)


def shared_blocks() -> list[InputBlock]:
    attached = [f"{kind.name.lower()}.{seat}" for kind in Attached for seat in SEATS]
    return [
        InputBlock("players", numbered(MAX_PLAYERS + 1)),
        InputBlock("rules", RULES),
        InputBlock("round", numbered(ROUNDS)),
        InputBlock("phase", [phase.name.lower() for phase in Phase]),
        InputBlock("decision", [decision.name.lower() for decision in Decision]),
        InputBlock("turn", TURN_FACTS),
        InputBlock("to_move", SEATS),
        InputBlock("first_player", SEATS),
        InputBlock("marker", [f"{marker.name.lower()}.{seat}" for marker in Marker for seat in SEATS]),
        InputBlock("pile", DECKS),
        InputBlock("pile_left", [f"{deck}.{step}" for deck in DECKS for step in range(PILE_STEPS)]),
        InputBlock("upper", IDS),
        InputBlock("lower", IDS),
        InputBlock("discard", IDS),
        InputBlock("drawn", IDS),
        InputBlock("drawn_back", DECKS),
        InputBlock("attached", [*attached, "together"]),
        InputBlock("tile", [f"{IDS[card]}.{good}" for card in ANY_CARDS for good in range(N_GOODS + 1)]),
        InputBlock("good_value", ("first", "second")),
        InputBlock("own_hand", IDS),
        InputBlock("other_hands", IDS),
        InputBlock("own_rubles", numbered(RUBLE_STEPS)),
    ]


def seat_blocks(seat: str) -> list[InputBlock]:
    return [
        InputBlock(seat, SEAT_COUNTS),
        InputBlock(f"{seat}.rubles_income", SCORED),
        InputBlock(f"{seat}.points_income", SCORED),
        InputBlock(f"{seat}.cards", SCORED),
        InputBlock(f"{seat}.discount", [color.name.lower() for color in Color]),
        InputBlock(f"{seat}.goods", [good.name.lower() for good in Good if good < N_GOODS]),
        InputBlock(f"{seat}.face_down", [IDS[card] for card in TURNABLE]),
        InputBlock(f"{seat}.held", numbered(MAX_HAND + 1)),
        InputBlock(f"{seat}.backs", DECKS),
        InputBlock(f"{seat}.nobles", numbered(NOBLE_STEPS)),
        InputBlock(f"{seat}.area", IDS),
    ]


BLOCKS = [*shared_blocks(), *(block for seat in SEATS for block in seat_blocks(seat))]
START = starts_of(BLOCKS)
N_SEAT_PARTS = len(SeatPart)
SEAT_SIZE = int(START[Part.SEATS + N_SEAT_PARTS] - START[Part.SEATS])
SEAT_START = START[Part.SEATS : Part.SEATS + N_SEAT_PARTS] - START[Part.SEATS]
FIRST_SEAT = int(START[Part.SEATS])


@jit
def write_inputs(state: State, seat: int, inputs: Inputs) -> None:
    """Write what a seat knows of a position."""
    inputs.n = 0
    write_rules(state, inputs)
    write_course(state, seat, inputs)
    write_board(state, seat, inputs)
    if state.rules.is_simple == 0:
        write_extras(state, seat, inputs)
    n_players, first_secret = wide(state.rules.n_players), wide(inputs.n)
    for ahead in range(n_players):
        other = seat + ahead if seat + ahead < n_players else seat + ahead - n_players
        start = FIRST_SEAT + ahead * SEAT_SIZE
        write_secrets(state, state.players[other], other == seat, start, first_secret, inputs)
    for ahead in range(n_players):
        other = seat + ahead if seat + ahead < n_players else seat + ahead - n_players
        write_seat(state, state.players[other], FIRST_SEAT + ahead * SEAT_SIZE, inputs)


@inline
def write_rules(state: State, inputs: Inputs) -> None:
    """Write the options that change what cards are worth."""
    rules, start = state.rules, START[Part.RULES]
    put_flag(inputs, START[Part.PLAYERS] + wide(rules.n_players))
    put(inputs, start, wide(rules.has_market))
    put(inputs, start + 1, wide(rules.has_action_cards))
    put(inputs, start + 2, wide(rules.is_simple))
    put(inputs, start + 3, wide(rules.same_way))
    put(inputs, start + 4, wide(rules.first_phase_buy_only))
    put(inputs, start + 5, wide(rules.warehouse_loss_discard))
    put(inputs, start + 6, wide(rules.nobles_plus_ten))
    put(inputs, start + 7, wide(rules.open_money))
    put(inputs, start + 8, wide(rules.open_hands))
    put(inputs, start + 9, wide(rules.observatory_public))
    put(inputs, start + 10, wide(rules.mariinsky_extra))


@inline
def write_course(state: State, seat: int, inputs: Inputs) -> None:
    """Write where the game stands, and who has which marker."""
    n_players = wide(state.rules.n_players)
    put_step(inputs, START[Part.ROUND], wide(state.round_no), ROUNDS)
    put_flag(inputs, START[Part.PHASE] + wide(state.phase))
    put_flag(inputs, START[Part.DECISION] + wide(state.decision))
    start = START[Part.TURN]
    put(inputs, start, wide(state.pass_count))
    put(inputs, start + 1, wide(state.extra_actions))
    put(inputs, start + 2, wide(state.turn_actions))
    put(inputs, start + 3, wide(state.end_triggered))
    put(inputs, start + 4, wide(state.round_no) / 5.0)
    put_flag(inputs, START[Part.TO_MOVE] + seats_ahead(seat, wide(state.to_move), n_players))
    put_flag(inputs, START[Part.FIRST_PLAYER] + seats_ahead(seat, wide(state.first_player), n_players))
    for marker in range(N_MARKERS):
        owner = seats_ahead(seat, wide(state.markers[marker]), n_players)
        put_flag(inputs, START[Part.MARKERS] + marker * MAX_PLAYERS + owner)


@inline
def write_board(state: State, seat: int, inputs: Inputs) -> None:
    """Write the piles, the rows, the discard pile and a drawn card."""
    for deck in range(N_DECKS):
        left = wide(state.deck_end[deck]) - wide(state.deck_next[deck])
        put(inputs, START[Part.PILES] + deck, left / PILE)
        put_step(inputs, START[Part.PILE_STEPS] + deck * PILE_STEPS, left, PILE_STEPS)
    for lower in range(LOWER + 1):
        row = state.rows[lower]
        for place in range(row.n_designs):
            put(inputs, START[Part.UPPER] + lower * N_CARDS + wide(row.cards[place]), wide(row.counts[place]))
    write_counts(state.discard, START[Part.DISCARD], inputs)
    card = wide(state.drawn)
    if card != NO_CARD:
        is_open = state.rules.observatory_public != 0 or state.rules.open_hands != 0
        if card >= BACKS:
            put_flag(inputs, START[Part.DRAWN_BACK] + card - BACKS)
        elif seat == state.to_move or is_open:
            put_flag(inputs, START[Part.DRAWN] + card)
        else:
            put_flag(inputs, START[Part.DRAWN_BACK] + wide(CARDS[card].deck))


@inline
def write_counts(counts: Ints, start: int, inputs: Inputs) -> None:
    """Write counts that lie two to a byte, as in compiler/bits.py."""
    for word in range(COUNT_WORDS):
        rest = load_counts(counts, word)
        while rest != 0:
            shift = lowest_bit(rest) & ~3
            put(inputs, start + word * COUNTS_IN_WORD + (shift >> 2), (rest >> shift) & 15)
            rest &= ~(15 << shift)


@jit
def write_extras(state: State, seat: int, inputs: Inputs) -> None:
    """Write the action cards that lie on others, symbol tiles and the value of goods."""
    n_players = wide(state.rules.n_players)
    start = START[Part.ATTACHED]
    for kind in range(2):
        if state.attached_to[kind] != NO_CARD:
            owner = seats_ahead(seat, wide(state.attached_seat[kind]), n_players)
            put_flag(inputs, start + kind * MAX_PLAYERS + owner)
    put(inputs, start + 2 * MAX_PLAYERS, wide(state.attached_together))
    for index in range(2):
        put_flag(inputs, START[Part.TILES] + index * (N_GOODS + 1) + wide(state.tile_goods[index]) + 1)
    if state.rules.has_market != 0:
        put(inputs, START[Part.GOOD_VALUES], first_value(state) / 3.0)
        put(inputs, START[Part.GOOD_VALUES] + 1, second_value(state) / 3.0)


@inline
def write_seat(state: State, player: Player, start: int, inputs: Inputs) -> None:
    """Write what everybody knows of a seat."""
    put(inputs, start, wide(player.score) / POINTS)
    put(inputs, start + 3, wide(player.hand_limit) / CARDS_HELD)
    put(inputs, start + 4, wide(player.max_bought_points) / CARDS_HELD)
    rubles, points = 0, 0
    for color in range(N_SCORED_COLORS):
        rubles += wide(player.rubles_income[color])
        points += wide(player.points_income[color])
        put(
            inputs,
            start + SEAT_START[SeatPart.RUBLES_INCOME] + color,
            wide(player.rubles_income[color]) / INCOME,
        )
        put(
            inputs,
            start + SEAT_START[SeatPart.POINTS_INCOME] + color,
            wide(player.points_income[color]) / INCOME,
        )
        put(inputs, start + SEAT_START[SeatPart.CARDS] + color, wide(player.n_cards[color]) / CARDS_HELD)
    put(inputs, start + 5, rubles / PILE)
    put(inputs, start + 6, points / PILE)
    for color in range(N_COLORS):
        put(inputs, start + SEAT_START[SeatPart.DISCOUNTS] + color, wide(player.discounts[color]) / 2.0)
    for good in range(N_GOODS):
        put(inputs, start + SEAT_START[SeatPart.GOODS] + good, wide(player.goods[good]) / 2.0)
    for index in range(N_TURNABLE):
        put(inputs, start + SEAT_START[SeatPart.FACE_DOWN] + index, wide(player.face_down[index]))
    put_step(inputs, start + SEAT_START[SeatPart.HELD], wide(player.n_hand), MAX_HAND + 1)
    put_step(inputs, start + SEAT_START[SeatPart.NOBLES], count_nobles(state, player), NOBLE_STEPS)
    write_counts(player.placed, start + SEAT_START[SeatPart.AREA], inputs)


@inline
def write_secrets(state: State, player: Player, is_own: bool, start: int, first: int, inputs: Inputs) -> None:
    """Write the rubles and the hand of a seat as far as the viewer may know them."""
    is_over = state.decision == Decision.OVER
    if is_own or is_over or state.rules.open_money != 0:
        put(inputs, start + 1, wide(player.rubles) / RUBLES)
    else:
        put_flag(inputs, start + 2)
    if is_own:
        put_step(inputs, START[Part.OWN_RUBLES], wide(player.rubles), RUBLE_STEPS)
    is_shown = is_own or is_over or state.rules.open_hands != 0
    hand = START[Part.OWN_HAND] if is_own else START[Part.OTHER_HANDS]
    backs = start + SEAT_START[SeatPart.BACKS]
    for place in range(player.n_hand):
        card = wide(player.hand[place])
        if card >= BACKS:
            count_one(inputs, first, backs + card - BACKS)
        elif is_shown or ((wide(player.hand_seen) >> place) & 1) == 1:
            count_one(inputs, first, hand + card)
        else:
            count_one(inputs, first, backs + wide(CARDS[card].deck))


@inline
def count_one(inputs: Inputs, first: int, place: int) -> None:
    """Add 1 to an input among the last ones."""
    for index in range(first, inputs.n):
        if inputs.places[index] == place:
            inputs.numbers[index] += 1.0
            return
    put_flag(inputs, place)


INPUTS = InputLayout(1, BLOCKS, write_inputs)
register_inputs(State, InputKernels(write_inputs))
