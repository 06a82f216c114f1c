"""The only door to hidden information (rules.md 14.1): what a seat may see, and what might be behind it.

Nothing is private here. Hidden from all are orders: of the decks, of the events below the visible one, of the
tokens. What lies there is public, so a view shows it in a fixed order.
"""

from __future__ import annotations

from typing import Any

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Ints
from burgomaster.core.log import Event as LogEvent
from burgomaster.core.rng import draw_word, shuffle, sort
from burgomaster.games.spyrium.rules.cards import DIGITS, N_DECKS, N_EVENTS
from burgomaster.games.spyrium.rules.rounds import count_supply
from burgomaster.games.spyrium.rules.state import State


@jit
def redact(state: State, seat: int) -> None:
    """Remove from a copy of the state everything a seat (-1: a spectator) may not know."""
    for word in range(state.rng.shape[0]):
        state.rng[word] = 0
    for deck in range(N_DECKS):
        sort(state.decks, wide(state.deck_next[deck]), wide(state.deck_end[deck]))
    sort(state.events, first_hidden_event(state), N_EVENTS)
    for place in range(state.draws.shape[0]):
        state.draws[place] = 0
    state.n_draws = 0  # how many the set-up settled
    state.next_draw = 0


@jit
def first_hidden_event(state: State) -> int:
    """Return the place of the first event that nobody sees: behind the current and the next one."""
    return min(wide(state.round_no) + 1, N_EVENTS)


def redact_event(state: Any, event: LogEvent, seat: int | None) -> LogEvent:
    """Return a log event as a seat saw it: all of them happen before everybody's eyes."""
    return event


@jit
def canonicalize(state: State, seat: int) -> None:
    """Put everything nobody knows into an order that depends on nothing hidden: what a view shows."""
    redact(state, seat)


@jit
def determinize(state: State, seat: int, rng: Ints) -> None:
    """Replace everything nobody knows by a draw from what it might be.

    What is hidden is put into a fixed order before: the draw depends on what is seen and on `rng` alone.
    """
    redact(state, seat)
    for deck in range(N_DECKS):
        shuffle(state.decks, wide(state.deck_next[deck]), wide(state.deck_end[deck]), rng)
    shuffle(state.events, first_hidden_event(state), N_EVENTS, rng)
    place = 0  # of the tokens of the supply, in the order in which they will be drawn
    for digit in range(DIGITS):
        for _ in range(state.supply[digit]):
            state.draws[place] = digit + 1
            place += 1
    state.n_draws = count_supply(state)
    shuffle(state.draws, 0, place, rng)
    for word in range(state.rng.shape[0]):
        state.rng[word] = draw_word(rng)


def shuffle_unseen(state: Any, rng: Ints) -> None:
    """Draw anew what nobody at the table knows: nothing here is known to one seat alone."""
    determinize(state, -1, rng)
