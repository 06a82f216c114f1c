"""The game as the core takes it: kernels, set-ups, notation, views and texts in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from burgomaster.compiler.struct import Records, zeros
from burgomaster.core.encoding import Encoding
from burgomaster.core.errors import SetupError
from burgomaster.core.kernels import Kernels
from burgomaster.core.rules import Rules, functions_of
from burgomaster.games.petersburg.rules import (
    action_numbers,
    actions,
    apply,
    features,
    invariants,
    legal,
    log_text,
    observe,
    outlook,
    refusals,
    scoring,
    setup,
    text,
    view,
)
from burgomaster.games.petersburg.rules.cards import (
    ALONE,
    BY_GROUP,
    CARD_OF,
    CARD_ROWS,
    CARDS,
    DEBTORS_PRISON,
    GUILD_HALL,
    IDS,
    N_CARDS,
    NO_CARD,
    SYCOPHANT,
    TRADING_HOUSE,
    VILLAGES_SAME,
    Color,
    Deck,
    Placing,
)
from burgomaster.games.petersburg.rules.effects import HAND_LIMIT
from burgomaster.games.petersburg.rules.events import Event
from burgomaster.games.petersburg.rules.observe import decks_in_use, markers_in_use
from burgomaster.games.petersburg.rules.options import (
    INFO,
    MARIINSKY_COSTS,
    TEXTS,
    board_size,
    copies_in,
    has_disc,
    is_fair_deal,
)
from burgomaster.games.petersburg.rules.state import NO_TILE, Marker, Phase, State

START_RUBLES = 25
REVEALING = (Event.CARD_LAID, Event.OBSERVE)  # events that turn something up
FLAGS = (
    "open_money",
    "open_hands",
    "observatory_public",
    "first_phase_buy_only",
    "warehouse_loss_discard",
    "market_pile_ends_game",
    "prison_free_return",
)
ROWS_OF_DECK = {
    deck: [(card, row) for card, row in enumerate(CARD_ROWS) if row["deck"] == deck.name.lower()]
    for deck in Deck
}
ACTION_CARDS = {card for card in range(N_CARDS) if CARDS[card].color == Color.PURPLE}
RARE_CARDS = {DEBTORS_PRISON, GUILD_HALL, SYCOPHANT, TRADING_HOUSE}  # with decisions or payments of their own
TILED_CARDS = {card for card in range(N_CARDS) if CARDS[card].placing == Placing.WITH_TILE}


def undealt(options: Mapping[str, Any]) -> Records[State]:
    """Return a state with the options set and the piles in the order of cards.csv (3, step 2)."""
    states = zeros(State, 1)
    state = states[0]
    set_rules(state, options)
    fill_piles(state, options)
    state.drawn = NO_CARD
    state.attached_to[:] = NO_CARD
    state.tile_goods[:] = NO_TILE
    for seat in range(options["players"]):
        state.players[seat].rubles = START_RUBLES
        state.players[seat].hand_limit = HAND_LIMIT
    return states


def set_rules(state: State, options: Mapping[str, Any]) -> None:
    rules = state.rules
    in_use = {card for card, row in enumerate(CARD_ROWS) if copies_in(row, options) > 0}
    rules.n_players = options["players"]
    rules.board_size = board_size(options)
    rules.has_market = int("market" in options["expansions"])
    rules.has_disc = int(has_disc(options))
    rules.marker_step = 2 if rules.has_disc else 1
    rules.has_action_cards = int(not in_use.isdisjoint(ACTION_CARDS))
    with_tiles = not in_use.isdisjoint(TILED_CARDS)
    rules.is_simple = int(not (rules.has_market or rules.has_action_cards or with_tiles))
    rules.same_way = same_way(in_use, options)
    for name in FLAGS:
        setattr(rules, name, int(options[name]))
    asked = not in_use.isdisjoint(RARE_CARDS)
    rules.has_rare = int(not rules.is_simple or asked or rules.warehouse_loss_discard)
    rules.mariinsky_extra = options["mariinsky_cost"] - MARIINSKY_COSTS[0]
    rules.leftover_tiebreak = int(options["tiebreak"] == "leftover_rubles")
    rules.nobles_plus_ten = int(options["nobles_over_ten"] == "plus10")
    if options["extra_marker_seats"] != "random":
        rules.extra_marker_seats = sum(1 << seat for seat in options["extra_marker_seats"])
    if options["marker_deal"] != "random":
        rules.fixed_markers = 1
        set_markers(state, options["marker_deal"])


def same_way(in_use: set[int], options: Mapping[str, Any]) -> int:
    """Find which ring of `Card.same_next` tells same cards.

    The simplest that is right for the cards in use; action cards are never placed.
    """
    way = VILLAGES_SAME if options["potemkin_villages_same"] else BY_GROUP
    return ALONE if all(not _has_other(card, way, in_use) for card in in_use - ACTION_CARDS) else way


def _has_other(card: int, way: int, in_use: set[int]) -> bool:
    """Tell whether a card has another version in the game."""
    other = int(CARDS[card].same_next[way])
    while other != card:
        if other in in_use:
            return True
        other = int(CARDS[other].same_next[way])
    return False


def set_markers(state: State, seats: Mapping[str, int]) -> None:
    for marker, seat in seats.items():
        state.markers[Marker[marker.upper()]] = seat


def fill_piles(state: State, options: Mapping[str, Any]) -> None:
    place = 0
    for deck in Deck:
        cards = cards_of_deck(deck, options)
        state.deck_next[deck] = place
        state.decks[place : place + len(cards)] = cards
        place += len(cards)
        state.deck_end[deck] = place


def cards_of_deck(deck: Deck, options: Mapping[str, Any]) -> list[int]:
    """List all copies of the cards of a deck in this game, in the order of cards.csv (1.2)."""
    return [card for card, row in ROWS_OF_DECK[deck] for _ in range(copies_in(row, options))]


def write_setup(states: Records[State]) -> dict[str, Any]:
    """Return the piles from the top and the start markers, of a game that is dealt but has not begun."""
    state = states[0]
    return {
        "decks": {deck.name.lower(): pile_ids(state, deck) for deck in decks_in_use(state)},
        "starts": {marker.name.lower(): int(state.markers[marker]) for marker in markers_in_use(state)},
    }


def pile_ids(state: Any, deck: Deck) -> list[str]:
    return [IDS[card] for card in state.decks[int(state.deck_next[deck]) : int(state.deck_end[deck])]]


def read_setup(states: Records[State], setup: Mapping[str, Any]) -> None:
    """Order the piles and deal the markers as an explicit set-up says."""
    state = states[0]
    decks = setup.get("decks")
    wanted = [deck.name.lower() for deck in decks_in_use(state)]
    if not isinstance(decks, Mapping) or set(decks) != set(wanted):
        raise SetupError("setup.decks", TEXTS, wanted=", ".join(wanted))
    for deck in decks_in_use(state):
        order_pile(state, deck, decks[deck.name.lower()])
    starts = setup.get("starts")
    wanted = [marker.name.lower() for marker in markers_in_use(state)]
    players = int(state.rules.n_players)
    if not isinstance(starts, Mapping) or set(starts) != set(wanted):
        raise SetupError("setup.starts", TEXTS, wanted=", ".join(wanted))
    seats = list(starts.values())
    if any(type(seat) is not int for seat in seats) or not is_fair_deal(seats, players):
        raise SetupError("setup.starts_unfair", TEXTS, given=str(dict(starts))[:120], last=players - 1)
    set_markers(state, starts)


def order_pile(state: Any, deck: Deck, cards: Any) -> None:
    """Put one pile into the order given, if it is made of exactly the cards of the game."""
    name = deck.name.lower()
    if not isinstance(cards, list | tuple) or any(type(card) is not str for card in cards):
        raise SetupError("setup.pile_not_a_list", TEXTS, deck=name)
    first, end = int(state.deck_next[deck]), int(state.deck_end[deck])
    wanted = Counter(IDS[card] for card in state.decks[first:end])
    for card in cards:
        if card not in CARD_OF:
            raise SetupError("setup.unknown_card", TEXTS, deck=name, card=repr(card)[:40])
    for card, count in ((wanted - Counter(cards)) + (Counter(cards) - wanted)).items():
        given = list(cards).count(card)
        raise SetupError("setup.pile", TEXTS, deck=name, card=card, given=given, wanted=wanted[card], n=count)
    state.decks[first:end] = [CARD_OF[card] for card in cards]


RULES = Rules(
    info=INFO,
    state=State,
    kernels=Kernels(
        **functions_of(Kernels, setup, legal, apply, refusals, scoring, outlook, view, invariants)
    ),
    undealt=undealt,
    read_setup=read_setup,
    write_setup=write_setup,
    **functions_of(Rules, actions, observe, text, log_text, view),
    phase=lambda state: Phase(state.phase).name.lower(),
    money=lambda state, seat: int(state.players[seat].rubles),
    is_reveal=lambda event: event[0] in REVEALING,
    encoding=Encoding.of_modules(action_numbers, features, version=1, max_legal=1024),
)
