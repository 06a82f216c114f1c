"""Setting a game up: the deal, and the beginning of the first round (rules.md 4)."""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.core.log import Log
from burgomaster.core.rng import draw_below, shuffle
from burgomaster.games.spyrium.rules.cards import N_DECKS, N_EVENTS
from burgomaster.games.spyrium.rules.rounds import begin_round, draw_event_token
from burgomaster.games.spyrium.rules.state import State


@jit
def deal(state: State) -> None:
    """Shuffle the decks, the events and the tokens and choose the first player, in this order (4)."""
    for deck in range(N_DECKS):
        shuffle(state.decks, wide(state.deck_next[deck]), wide(state.deck_end[deck]), state.rng)
    shuffle(state.events, 0, N_EVENTS, state.rng)
    shuffle(state.draws, 0, wide(state.n_draws), state.rng)
    state.first_player = draw_below(state.rng, wide(state.rules.n_players))


@jit
def begin(state: State, log: Log) -> None:
    """Lay the token of the visible event, if it needs one, and begin the first round.

    The generator stays in the state: a new supply of tokens may have to be shuffled (7.9).
    """
    state.next_token = draw_event_token(state, wide(state.events[0]))
    begin_round(state, log)
