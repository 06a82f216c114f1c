"""Setting a game up: the undealt template of an option set, and the deal (rules.md 1.2, 3)."""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.core.log import Log
from burgomaster.core.rng import draw_below, shuffle
from burgomaster.games.petersburg.rules.cards import N_DECKS
from burgomaster.games.petersburg.rules.effects import gain
from burgomaster.games.petersburg.rules.rounds import begin_round
from burgomaster.games.petersburg.rules.state import Marker, State

DISC_RUBLES = 2  # for the owner of the disc at the beginning (3, step 5)
N_PHASE_MARKERS = 4  # without the market's sack and the disc


@jit
def deal(state: State) -> None:
    """Shuffle the piles and deal the markers with the state's own generator (3)."""
    for deck in range(N_DECKS):
        shuffle(state.decks, wide(state.deck_next[deck]), wide(state.deck_end[deck]), state.rng)
    if state.rules.fixed_markers == 0:
        deal_markers(state)


@jit
def begin(state: State, log: Log) -> None:
    """Begin the first round with the piles and markers as they lie; nothing is drawn by lot any more."""
    for word in range(state.rng.shape[0]):
        state.rng[word] = 0
    if state.rules.has_disc != 0:
        gain(state.players[state.markers[Marker.DISC]], DISC_RUBLES, 0)
    begin_round(state, log)


@jit
def count_markers(state: State) -> int:
    """Count how many start markers are in the game (3.1)."""
    return N_PHASE_MARKERS + wide(state.rules.has_market) + wide(state.rules.has_disc)


@jit
def marker_at(state: State, index: int) -> int:
    """Return the markers in use, counted from 0."""
    if index >= Marker.MARKET and state.rules.has_market == 0:
        return index + 1
    return index


@jit
def deal_markers(state: State) -> None:
    """Equal shares for all, one more for some, and it is random which marker is whose (3.1)."""
    n_players = wide(state.rules.n_players)
    n_markers = count_markers(state)
    n_even = n_markers - n_markers % n_players
    for index in range(n_even):
        state.markers[marker_at(state, index)] = index % n_players
    give_extra_markers(state, n_even, n_markers)
    for last in range(n_markers - 1, 0, -1):
        marker = marker_at(state, last)
        other = marker_at(state, draw_below(state.rng, last + 1))
        owner = state.markers[marker]
        state.markers[marker] = state.markers[other]
        state.markers[other] = owner


@jit
def give_extra_markers(state: State, first: int, end: int) -> None:
    """Give the markers left over to different seats, drawn or named by the option (R30)."""
    chosen = wide(state.rules.extra_marker_seats)
    n_players = wide(state.rules.n_players)
    index = first
    for seat in range(n_players):
        if chosen == 0:
            gets_one = index < end and draw_below(state.rng, n_players - seat) < end - index
        else:
            gets_one = ((chosen >> seat) & 1) == 1
        if gets_one:
            state.markers[marker_at(state, index)] = seat
            index += 1
