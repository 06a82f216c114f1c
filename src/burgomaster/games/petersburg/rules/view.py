"""The only door to hidden information (rules.md 11): what a seat may see, and what might be behind it."""

from __future__ import annotations

from typing import Any

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Ints
from burgomaster.core.log import Event as LogEvent
from burgomaster.core.rng import draw_below, draw_word, shuffle
from burgomaster.games.petersburg.rules.cards import BACKS, CARDS, N_DECKS, NO_CARD, PICKPOCKET
from burgomaster.games.petersburg.rules.events import Event
from burgomaster.games.petersburg.rules.rounds import begin_actions, holds
from burgomaster.games.petersburg.rules.state import Decision, Player, State

HIDDEN_RUBLES = -1


@jit
def redact(state: State, seat: int) -> None:
    """Remove from a copy of the state everything a seat (-1: a spectator) may not know."""
    for word in range(state.rng.shape[0]):
        state.rng[word] = 0
    # of the cards drawn from a pile no trace is left there anyway
    for deck in range(N_DECKS):
        for place in range(state.deck_next[deck], state.deck_end[deck]):
            state.decks[place] = BACKS + deck
    if state.decision == Decision.PICKPOCKET and not can_see_pickpocket(state, seat):
        close_window(state)
    is_over = state.decision == Decision.OVER
    for other in range(state.rules.n_players):
        player = state.players[other]
        if other != seat and not is_over and state.rules.open_money == 0:
            player.rubles = HIDDEN_RUBLES
        if other != seat and not is_over and state.rules.open_hands == 0:
            redact_hand(player)
    if not can_see_drawn(state, seat):
        state.drawn = BACKS + wide(CARDS[state.drawn].deck)


@jit
def can_see_pickpocket(state: State, seat: int) -> bool:
    """Tell whether a seat may know that the Pickpocket is in the hand of the seat that is asked (9.5)."""
    if seat == state.to_move or state.rules.open_hands != 0:
        return True
    player = state.players[state.to_move]
    for place in range(player.n_hand):
        if player.hand[place] == PICKPOCKET:
            return ((wide(player.hand_seen) >> place) & 1) == 1
    return False


@jit
def close_window(state: State) -> None:
    """Make a phase look as if nobody had been asked for a Pickpocket."""
    state.n_asked = wide(state.rules.n_players) - 1
    begin_actions(state)


@jit
def redact_hand(player: Player) -> None:
    """Leave of another hand the backs, and the cards that everybody saw being taken, in fixed order."""
    for place in range(player.n_hand):
        if ((wide(player.hand_seen) >> place) & 1) == 0:
            player.hand[place] = BACKS + wide(CARDS[player.hand[place]].deck)
    sort_hand(player)


@jit
def sort_hand(player: Player) -> None:
    """Known cards first, by number, then backs: the order must tell nothing."""
    for end in range(wide(player.n_hand), 1, -1):
        for place in range(end - 1):
            card = player.hand[place]
            if card > player.hand[place + 1]:
                player.hand[place] = player.hand[place + 1]
                player.hand[place + 1] = card
    seen = 0
    for place in range(player.n_hand):
        if player.hand[place] < BACKS:
            seen |= 1 << place
    player.hand_seen = seen


@jit
def can_see_drawn(state: State, seat: int) -> bool:
    """Tell whether a seat may see the card an Observatory drew (R10)."""
    if state.drawn == NO_CARD or seat == state.to_move:
        return True
    return state.rules.observatory_public != 0 or state.rules.open_hands != 0


def redact_event(state: Any, event: LogEvent, seat: int | None) -> LogEvent:
    """Return a log event as a seat saw it; `state` is any position of the game, the last one for choice."""
    kind, actor, a, b, c, d = event
    is_hidden = kind == Event.OBSERVE or (kind == Event.TAKE and c == 1)
    if not is_hidden or actor == seat or state.rules.open_hands or state.rules.observatory_public:
        return event
    if state.decision == Decision.OVER:
        return event
    if kind == Event.OBSERVE:
        return kind, actor, a, BACKS + a, c, d
    return kind, actor, BACKS + b, b, c, d


@jit
def canonicalize(state: State, seat: int) -> None:
    """Put everything a seat does not know into an order that depends on nothing hidden."""
    for word in range(state.rng.shape[0]):
        state.rng[word] = 0
    if state.decision == Decision.PICKPOCKET and not can_see_pickpocket(state, seat):
        close_window(state)
    for deck in range(N_DECKS):
        sort_unknown(state, seat, deck)


@jit
def sort_unknown(state: State, seat: int, deck: int) -> None:
    """Lay the unknown cards of a deck by their numbers, the pile first."""
    n_pile = wide(state.deck_end[deck]) - wide(state.deck_next[deck])
    for end in range(1, n_pile + count_unseen(state, seat, deck)):
        place = end
        while place > 0 and is_behind(state, seat, deck, place - 1, place):
            swap_unknown(state, seat, deck, place - 1, place)
            place -= 1


@jit
def is_behind(state: State, seat: int, deck: int, index: int, other: int) -> bool:
    """Tell whether one unknown card has a higher number than another."""
    card = exchange_unknown(state, seat, deck, index, NO_CARD)
    return card > exchange_unknown(state, seat, deck, other, NO_CARD)


@jit
def determinize(state: State, seat: int, rng: Ints) -> None:
    """Replace everything a seat does not know by a draw from what it might be.

    Rubles stay: every payment is public, so they are known to whoever kept count (11).
    """
    for deck in range(N_DECKS):
        shuffle_unknown(state, seat, deck, rng)
    if state.decision == Decision.PICKPOCKET and not holds(state.players[state.to_move], PICKPOCKET):
        close_window(state)
    for word in range(state.rng.shape[0]):
        state.rng[word] = draw_word(rng)


@jit
def shuffle_unknown(state: State, seat: int, deck: int, rng: Ints) -> None:
    """Shuffle a pile together with the unseen cards of that deck in other hands."""
    first = wide(state.deck_next[deck])
    n_pile = wide(state.deck_end[deck]) - first
    n_unknown = n_pile + count_unseen(state, seat, deck)
    for last in range(n_unknown - 1, 0, -1):
        swap_unknown(state, seat, deck, last, draw_below(rng, last + 1))


@jit
def count_unseen(state: State, seat: int, deck: int) -> int:
    """Count how many cards of a deck lie outside its pile where a seat does not see them."""
    total = 0
    for other in range(state.rules.n_players):
        for place in range(state.players[other].n_hand):
            if is_unseen(state, seat, deck, other, place):
                total += 1
    if not can_see_drawn(state, seat) and CARDS[state.drawn].deck == deck:
        total += 1
    return total


@jit
def is_unseen(state: State, seat: int, deck: int, other: int, place: int) -> bool:
    """Tell whether a seat knows only the back of a card in a hand."""
    if other == seat or state.rules.open_hands != 0 or state.decision == Decision.OVER:
        return False
    player = state.players[other]
    is_seen = ((wide(player.hand_seen) >> place) & 1) == 1
    return not is_seen and CARDS[player.hand[place]].deck == deck


@jit
def swap_unknown(state: State, seat: int, deck: int, index: int, other: int) -> None:
    """Exchange two of the unknown cards of a deck: the pile first, then hands, then the drawn card."""
    card = exchange_unknown(state, seat, deck, index, NO_CARD)
    other_card = exchange_unknown(state, seat, deck, other, card if index != other else NO_CARD)
    exchange_unknown(state, seat, deck, index, other_card)


@jit
def exchange_unknown(state: State, seat: int, deck: int, index: int, card: int) -> int:
    """Read the unknown card with this number, and put `card` there unless it is NO_CARD."""
    first = wide(state.deck_next[deck])
    n_pile = wide(state.deck_end[deck]) - first
    if index < n_pile:
        found = wide(state.decks[first + index])
        if card != NO_CARD:
            state.decks[first + index] = card
        return found
    return exchange_unseen(state, seat, deck, index - n_pile, card)


@jit
def exchange_unseen(state: State, seat: int, deck: int, index: int, card: int) -> int:
    """Return the same for the cards outside the pile."""
    for other in range(state.rules.n_players):
        for place in range(state.players[other].n_hand):
            if is_unseen(state, seat, deck, other, place):
                if index == 0:
                    found = wide(state.players[other].hand[place])
                    if card != NO_CARD:
                        state.players[other].hand[place] = card
                    return found
                index -= 1
    found = wide(state.drawn)
    if card != NO_CARD:
        state.drawn = card
    return found


def shuffle_unseen(state: Any, rng: Ints) -> None:
    """Draw anew what nobody at the table knows: the piles; somebody has seen hands and a drawn card."""
    for deck in range(N_DECKS):
        shuffle(state.decks, wide(state.deck_next[deck]), wide(state.deck_end[deck]), rng)
