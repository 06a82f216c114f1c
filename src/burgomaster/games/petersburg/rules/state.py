"""The state of a game: one record, the same for every edition, expansion and number of players."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from burgomaster.compiler.struct import I8, I16, I64, U8, U32, Ints, Records, record
from burgomaster.core.rng import WORDS
from burgomaster.games.petersburg.rules.cards import (
    MAX_CARDS,
    N_CARDS,
    N_COLORS,
    N_DECKS,
    N_GOODS,
    N_SCORED_COLORS,
)

MAX_PLAYERS = 5
MAX_HAND = 4
MAX_ROW = 10  # different cards in one row
N_MARKERS = 6
NO_TILE = -1
UPPER = 0  # the rows; a move from the lower one is the verb of the upper one plus LOWER
LOWER = 1
COUNT_BYTES = (N_CARDS + 1) // 2  # two counts to a byte: compiler/bits.py
N_OBSERVATORIES = 6  # of all versions together
N_TURNABLE = 4  # cards that can lie face down: three Observatories and the Debtor's Prison


class Phase(IntEnum):
    """The phases of a round; a phase refills from the deck of the same number."""

    WORKER = 0
    MARKET = 1
    BUILDING = 2
    NOBLE = 3
    EXCHANGE = 4


class Marker(IntEnum):
    """The start markers: one of each phase, and the disc of five-player games."""

    WORKER = 0
    MARKET = 1
    BUILDING = 2
    NOBLE = 3
    EXCHANGE = 4
    DISC = 5


class Decision(IntEnum):
    """What the seat to move is asked (rules.md 4.5)."""

    ACTION = 0  # D2
    OBSERVATORY = 1  # D3
    PUB = 2  # D7
    OVER = 3
    HAND_REDUCE = 4  # D4
    PICKPOCKET = 5  # D1
    GUILD_SPLIT = 6  # D5
    TRADING_HOUSE = 7  # D6
    UPKEEP = 8  # D8


class Attached(IntEnum):
    """The action cards that lie on another card (rules.md 9.6, 9.7); bits of a set of them."""

    JESTER = 0
    BANQUET = 1


@record
class Rules:
    """The options of the game, fixed at set-up (rules.md 1.3, 13)."""

    n_players: I8
    board_size: I8
    marker_step: I8
    has_market: I8
    has_disc: I8
    has_action_cards: I8
    is_simple: I8  # 1: neither market nor action cards, so that placing is a matter of price alone
    has_rare: I8  # 1: something that `legal_rare` and `apply_rare` know may happen
    fixed_markers: I8  # 1: the markers are not dealt, they lie where the options say
    extra_marker_seats: I8  # bits of the seats that get one more marker, 0: drawn
    same_way: I8  # which ring of `same_next` tells same cards
    first_phase_buy_only: I8
    warehouse_loss_discard: I8
    leftover_tiebreak: I8
    nobles_plus_ten: I8
    market_pile_ends_game: I8
    prison_free_return: I8
    open_money: I8
    open_hands: I8
    observatory_public: I8
    mariinsky_extra: I8  # what the Mariinsky Theater of 2014 costs more than is printed (R5)


@record
class Row:
    """One row of the board: different cards in order of arrival, with counts."""

    cards: Annotated[Ints, U8, MAX_ROW]
    counts: Annotated[Ints, I8, MAX_ROW]
    n_designs: I8
    n_cards: I8


@record
class Player:
    """One seat: its money, its hand and its area, with what follows from the area kept up to date."""

    targets: I64  # bits of the cards in the area that an exchange card may displace now
    rubles: I16  # -1 in a view that hides it
    score: I16
    rubles_income: Annotated[Ints, I16, N_SCORED_COLORS]  # printed income of each colour,
    points_income: Annotated[Ints, I16, N_SCORED_COLORS]  # without cards that lie face down
    n_cards: Annotated[Ints, I8, N_SCORED_COLORS]
    n_computed: Annotated[Ints, I8, N_SCORED_COLORS]  # cards whose income is computed at scoring
    discounts: Annotated[Ints, I8, N_COLORS]
    goods: Annotated[Ints, I8, N_GOODS]
    face_down: Annotated[Ints, I8, N_TURNABLE]
    placed: Annotated[Ints, U8, COUNT_BYTES]  # counts by card
    hand: Annotated[Ints, U8, MAX_HAND]  # cards in order of arrival
    n_hand: I8
    hand_seen: I8  # bit of each hand place whose card everybody saw
    hand_limit: I8
    max_bought_points: I8  # of all Pubs together


@record
class State:
    """A position: what is read at every step stands first, so that caches hold more games."""

    rng: Annotated[Ints, U32, WORDS]
    deck_next: Annotated[Ints, U8, N_DECKS]  # place of the top card of each pile
    deck_end: Annotated[Ints, U8, N_DECKS]  # place behind its last card
    markers: Annotated[Ints, I8, N_MARKERS]  # seat that owns each
    round_no: I8
    phase: I8
    decision: I8
    to_move: I8
    first_player: I8
    pass_count: I8
    extra_actions: I8  # still to come in this turn
    turn_actions: I8  # done in this turn
    n_asked: I8  # steps done of the phase's scoring, or of the Pickpocket window
    attached_to: Annotated[Ints, U8, 2]  # the card each of Attached lies on, NO_CARD: none
    attached_seat: Annotated[Ints, I8, 2]  # and whose it is
    attached_together: I8  # 1: both lie on the same copy of one card
    tile_goods: Annotated[Ints, I8, 2]  # the good of the tile on each of ANY_CARDS, -1: none
    observatories: Annotated[Ints, U8, N_OBSERVATORIES]  # in order of placement: owner and version
    drawn: U8  # the card an Observatory drew, NO_CARD otherwise
    end_triggered: I8
    rules: Annotated[Rules, Rules]
    rows: Annotated[Records[Row], Row, 2]
    players: Annotated[Records[Player], Player, MAX_PLAYERS]
    discard: Annotated[Ints, U8, COUNT_BYTES]  # counts by card
    decks: Annotated[Ints, U8, MAX_CARDS]  # all piles one after the other, top first
