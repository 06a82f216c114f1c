"""What a seat knows of a position as a vector of numbers.

Seats are counted from the one that looks, in the order of play; a spectator looks from seat 0. The kernel
reads of other seats only what everybody knows: a test compares it with what it makes of a redacted position.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Annotated, Any

from burgomaster.compiler.bits import at, get_count, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.compiler.struct import I16, I32, U8, Ints, dtype_of, record
from burgomaster.core.encoding import Block, Options
from burgomaster.core.inputs import seats_ahead
from burgomaster.games.petersburg.rules.cards import (
    ANY_CARDS,
    BACKS,
    CARD_ROWS,
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
from burgomaster.games.petersburg.rules.options import copies_in
from burgomaster.games.petersburg.rules.scoring import first_value, second_value
from burgomaster.games.petersburg.rules.state import (
    LOWER,
    N_MARKERS,
    N_TURNABLE,
    Attached,
    Decision,
    Marker,
    Phase,
    Player,
    Rules,
    State,
)
from burgomaster.games.petersburg.rules.view import HIDDEN_RUBLES


class Part(IntEnum):
    """The blocks of an observation, in their order; those of the seats follow, once for each seat."""

    RULES = 0
    GAME = 1
    PHASE = 2
    DECISION = 3
    TO_MOVE = 4
    FIRST_PLAYER = 5
    MARKERS = 6
    PILES = 7
    UPPER = 8
    LOWER = 9
    DISCARD = 10
    DRAWN = 11
    DRAWN_BACK = 12
    ATTACHED = 13
    TILES = 14
    GOODS = 15
    SEATS = 16


class SeatPart(IntEnum):
    """The blocks of one seat, in their order."""

    COUNTS = 0
    RUBLES_INCOME = 1
    POINTS_INCOME = 2
    CARDS = 3
    DISCOUNTS = 4
    GOODS = 5
    FACE_DOWN = 6
    BACKS = 7
    AREA = 8
    HAND = 9


N_SEAT_PARTS = len(SeatPart)
# The first numbers of a seat lie at the same places of its blocks in every game, the cards behind them.
N_COUNTS = 5
RUBLES_INCOME = N_COUNTS
POINTS_INCOME = RUBLES_INCOME + N_SCORED_COLORS
SEAT_CARDS = POINTS_INCOME + N_SCORED_COLORS
DISCOUNTS = SEAT_CARDS + N_SCORED_COLORS
SEAT_GOODS = DISCOUNTS + N_COLORS
FACE_DOWN = SEAT_GOODS + N_GOODS
SEAT_BACKS = FACE_DOWN + N_TURNABLE
AREA = SEAT_BACKS + N_DECKS
MAX_PARTS = len(Part) - 1 + 5 * N_SEAT_PARTS
DERIVED = "has_rare"  # follows from cards and other options; observations were there before it
RULE_NAMES = [name for name in dtype_of(Rules).names or () if not name.startswith(("gap_", DERIVED))]
N_RULES = len(RULE_NAMES)


@record
class Shape:
    """Where the kernel writes what."""

    starts: Annotated[Ints, I32, MAX_PARTS]
    n_seats: I32
    n_cards: I32
    cards: Annotated[Ints, U8, N_CARDS]  # those of the game
    slot_of: Annotated[Ints, U8, N_CARDS]  # the place of each card among them
    rules: Annotated[Ints, I16, N_RULES]  # the first block: it never changes


def cards_of(options: Options) -> list[int]:
    return [card for card in range(N_CARDS) if copies_in(CARD_ROWS[card], options) > 0]


# The description


def blocks(options: Options) -> list[Block]:
    ids = [IDS[card] for card in cards_of(options)]
    seats = [f"seat{seat}" for seat in range(options["players"])]
    decks = [deck.name.lower() for deck in Deck]
    markers = [f"{marker.name.lower()}.{seat}" for marker in Marker for seat in seats]
    attached = [f"{kind.name.lower()}.{what}" for kind in Attached for what in ("on", "seat")] + ["together"]
    shared = [
        Block("rules", RULE_NAMES, -1, 127, "an option of the game, fixed at set-up"),
        Block(
            "game",
            ("round", "passes", "extra_actions", "turn_actions", "last_round"),
            0,
            127,
            "where the game stands",
        ),
        Block("phase", [phase.name.lower() for phase in Phase], 0, 1, "1 in this phase"),
        Block("decision", [decision.name.lower() for decision in Decision], 0, 1, "1 if this is asked"),
        Block("to_move", seats, 0, 1, "1 for the seat that decides"),
        Block("first_player", seats, 0, 1, "1 for the first player of the phase"),
        Block("marker", markers, 0, 1, "1 for the owner of a start marker"),
        Block("pile", decks, 0, 127, "cards left in a pile"),
        Block("upper", ids, 0, 15, "copies in the upper row"),
        Block("lower", ids, 0, 15, "copies in the lower row"),
        Block("discard", ids, 0, 15, "copies in the discard pile"),
        Block("drawn", ids, 0, 1, "1 for the card an Observatory drew, if the seat sees it"),
        Block("drawn_back", decks, 0, 1, "1 for the deck of a drawn card that only its owner sees"),
        Block(
            "attached", attached, 0, 127, "the card (from 1, 0: none) and seat (from 1) of Jester and Banquet"
        ),
        Block(
            "tile",
            [IDS[card] for card in ANY_CARDS],
            0,
            N_GOODS,
            "the good (from 1) of the tile on a card, 0: none",
        ),
        Block(
            "good_value", ("first", "second"), 0, 127, "points for the most, and the second most, of a good"
        ),
    ]
    return shared + [block for seat in seats for block in seat_blocks(seat, ids, decks)]


def seat_blocks(seat: str, ids: Sequence[str], decks: Sequence[str]) -> list[Block]:
    scored = [color.name.lower() for color in Color if color < N_SCORED_COLORS]
    colors = [color.name.lower() for color in Color]
    counts = ("score", "rubles", "hand_cards", "hand_limit", "pub_points")
    goods = [good.name.lower() for good in Good if good < N_GOODS]
    return [
        Block(seat, counts, -1, 32767, "a count; rubles -1 where they are hidden"),
        Block(f"{seat}.rubles_income", scored, 0, 32767, "printed rubles of the cards of a colour"),
        Block(f"{seat}.points_income", scored, 0, 32767, "printed points of the cards of a colour"),
        Block(f"{seat}.cards", scored, 0, 127, "cards of a colour in the area"),
        Block(f"{seat}.discount", colors, 0, 127, "rubles that cards of a colour cost less"),
        Block(f"{seat}.goods", goods, 0, 127, "goods of each kind"),
        Block(f"{seat}.face_down", [IDS[card] for card in TURNABLE], 0, 15, "copies used in this round"),
        Block(f"{seat}.backs", decks, 0, 15, "hand cards of which only the back is known"),
        Block(f"{seat}.area", ids, 0, 15, "copies in the area"),
        Block(f"{seat}.hand", ids, 0, 15, "known copies in the hand"),
    ]


def fill_shape(shape: Any, options: Options, undealt: Any) -> None:
    """Write down what is the same in all positions: the cards of the game, and its options."""
    shape.n_seats = options["players"]
    shape.rules[:] = [undealt.rules[name] for name in RULE_NAMES]
    cards = cards_of(options)
    shape.n_cards = len(cards)
    shape.cards[: len(cards)] = cards
    shape.slot_of[cards] = range(len(cards))


# The kernel


@jit
def write_observation(state: State, seat: int, shape: Shape, out: Ints) -> None:
    """Write what a seat (-1: a spectator) knows of a position."""
    for index in range(out.shape[0]):
        out[index] = 0
    write_numbers(shape.rules, out, 0)
    viewer = max(seat, 0)
    write_game(state, shape, viewer, out)
    write_board(state, seat, shape, viewer, out)
    n_seats = wide(shape.n_seats)
    for ahead in range(n_seats):
        other = seat_behind(viewer, ahead, n_seats)
        start = wide(shape.starts[Part.SEATS + ahead * N_SEAT_PARTS])
        write_seat(state, state.players[at(other)], other == seat, shape, start, out)


@inline
def write_numbers(numbers: Sequence[int] | Ints, out: Ints, start: int) -> None:
    """Write some numbers from a place on."""
    for index in range(len(numbers)):
        out[at(start + index)] = numbers[index]


@inline
def write_game(state: State, shape: Shape, viewer: int, out: Ints) -> None:
    """Write where the game stands."""
    counts = wide(state.round_no), wide(state.pass_count), wide(state.extra_actions)
    ends = wide(state.turn_actions), wide(state.end_triggered)
    write_numbers(counts + ends, out, wide(shape.starts[Part.GAME]))
    out[at(wide(shape.starts[Part.PHASE]) + wide(state.phase))] = 1
    out[at(wide(shape.starts[Part.DECISION]) + wide(state.decision))] = 1
    n_seats = wide(shape.n_seats)
    start = wide(shape.starts[Part.TO_MOVE])
    out[at(start + seats_ahead(viewer, wide(state.to_move), n_seats))] = 1
    start = wide(shape.starts[Part.FIRST_PLAYER])
    out[at(start + seats_ahead(viewer, wide(state.first_player), n_seats))] = 1
    start = wide(shape.starts[Part.MARKERS])
    for marker in range(N_MARKERS):
        out[at(start + seats_ahead(viewer, wide(state.markers[marker]), n_seats))] = 1
        start += n_seats


@inline
def seat_behind(viewer: int, ahead: int, n_seats: int) -> int:
    """Find who plays some seats behind the viewer."""
    seat = viewer + ahead
    return seat if seat < n_seats else seat - n_seats


@inline
def write_board(state: State, seat: int, shape: Shape, viewer: int, out: Ints) -> None:
    """Write the piles, the rows and what lies on cards."""
    start = wide(shape.starts[Part.PILES])
    for deck in range(N_DECKS):
        out[at(start + deck)] = wide(state.deck_end[deck]) - wide(state.deck_next[deck])
    for lower in range(LOWER + 1):
        row = state.rows[lower]
        start = wide(shape.starts[Part.UPPER + lower])
        for place in range(row.n_designs):
            out[at(start + wide(shape.slot_of[row.cards[place]]))] = row.counts[place]
    write_counts(state.discard, shape, wide(shape.starts[Part.DISCARD]), out)
    write_drawn(state, seat, shape, out)
    if state.rules.is_simple == 0:
        write_extras(state, shape, viewer, out)


@inline
def write_counts(counts: Ints, shape: Shape, start: int, out: Ints) -> None:
    """Write counts by card; all of them, because which are 0 is hard to foresee."""
    for slot in range(shape.n_cards):
        out[at(start + slot)] = get_count(counts, wide(shape.cards[slot]))


@inline
def write_drawn(state: State, seat: int, shape: Shape, out: Ints) -> None:
    """Write the card an Observatory drew, or its back."""
    card = wide(state.drawn)
    if card == NO_CARD:
        return
    is_open = state.rules.observatory_public != 0 or state.rules.open_hands != 0
    if card >= BACKS:
        out[wide(shape.starts[Part.DRAWN_BACK]) + card - BACKS] = 1
    elif seat == state.to_move or is_open:
        out[wide(shape.starts[Part.DRAWN]) + wide(shape.slot_of[card])] = 1
    else:
        out[wide(shape.starts[Part.DRAWN_BACK]) + wide(CARDS[card].deck)] = 1


@jit
def write_extras(state: State, shape: Shape, viewer: int, out: Ints) -> None:
    """Write the action cards that lie on others, symbol tiles and the value of goods."""
    start = wide(shape.starts[Part.ATTACHED])
    for kind in range(2):
        if state.attached_to[kind] != NO_CARD:
            out[start + 2 * kind] = wide(shape.slot_of[state.attached_to[kind]]) + 1
            ahead = seats_ahead(viewer, wide(state.attached_seat[kind]), wide(shape.n_seats))
            out[start + 2 * kind + 1] = ahead + 1
    out[start + 4] = state.attached_together
    start = wide(shape.starts[Part.TILES])
    for index in range(2):
        out[start + index] = wide(state.tile_goods[index]) + 1
    if state.rules.has_market != 0:
        start = wide(shape.starts[Part.GOODS])
        out[start] = first_value(state)
        out[start + 1] = second_value(state)


@inline
def write_seat(state: State, player: Player, is_own: bool, shape: Shape, start: int, out: Ints) -> None:
    """Write a seat as far as the viewer may know it."""
    is_open = is_own or state.decision == Decision.OVER
    rubles = wide(player.rubles) if is_open or state.rules.open_money != 0 else HIDDEN_RUBLES
    limits = wide(player.hand_limit), wide(player.max_bought_points)
    write_numbers((wide(player.score), rubles, wide(player.n_hand), *limits), out, start)
    write_numbers(player.rubles_income, out, start + RUBLES_INCOME)
    write_numbers(player.points_income, out, start + POINTS_INCOME)
    write_numbers(player.n_cards, out, start + SEAT_CARDS)
    write_numbers(player.discounts, out, start + DISCOUNTS)
    write_numbers(player.goods, out, start + SEAT_GOODS)
    write_numbers(player.face_down, out, start + FACE_DOWN)
    write_counts(player.placed, shape, start + AREA, out)
    write_hand(player, is_open or state.rules.open_hands != 0, shape, start, out)


@inline
def write_hand(player: Player, is_open: bool, shape: Shape, start: int, out: Ints) -> None:
    """Write the hand of a seat: cards that are open or that everybody saw, and the backs of others."""
    hand = start + AREA + wide(shape.n_cards)
    backs = start + SEAT_BACKS
    for place in range(player.n_hand):
        card = wide(player.hand[place])
        if card >= BACKS:
            out[at(backs + card - BACKS)] += 1
        elif is_open or ((wide(player.hand_seen) >> place) & 1) == 1:
            out[at(hand + wide(shape.slot_of[card]))] += 1
        else:
            out[at(backs + wide(CARDS[card].deck))] += 1
