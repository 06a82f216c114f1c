"""The game as the core takes it: kernels, set-ups, notation, views and texts in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.compiler.struct import Records, zeros
from burgomaster.core import python_api
from burgomaster.core.encoding import Encoding
from burgomaster.core.errors import SetupError
from burgomaster.core.kernels import Kernels
from burgomaster.core.rules import Rules, functions_of
from burgomaster.games.spyrium.rules import (
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
from burgomaster.games.spyrium.rules.cards import (
    BOARD,
    CARD_OF,
    CARD_ROWS,
    DIGITS,
    EVENT_IDS,
    EVENT_OF,
    IDS,
    MAX_DRAWS,
    N_EVENTS,
    N_TOKENS,
    NO_CARD,
    TOKEN_COPIES,
)
from burgomaster.games.spyrium.rules.events import Event
from burgomaster.games.spyrium.rules.observe import phase_of
from burgomaster.games.spyrium.rules.options import INFO, PERIODS, TEXTS, residence_tracks
from burgomaster.games.spyrium.rules.state import N_POSITIONS, State


def undealt(options: Mapping[str, Any]) -> Records[State]:
    """Return a state with the options set and everything in the order of the tables (4)."""
    states = zeros(State, 1)
    state = states[0]
    set_rules(state, options)
    fill_piles(state)
    for position in range(N_POSITIONS):
        state.market[position].card = NO_CARD
    start = BOARD["start"]
    for seat in range(options["players"]):  # (4, step 4)
        player = state.players[seat]
        player.money, player.crystals, player.score = start["money"], start["crystals"], start["score"]
        player.active, player.reserve = start["workers_active"], start["workers_reserve"]
        player.residence = start["residence_index"]
    return states


def set_rules(state: Any, options: Mapping[str, Any]) -> None:
    rules = state.rules
    rules.n_players = options["players"]
    rules.recycles_kept = int(options["kept_tokens"] == "recycled")
    track = residence_tracks()[options["residence_track"]]
    rules.n_spaces = len(track)
    rules.residence[: len(track)] = track
    for card, row in enumerate(CARD_ROWS):
        figures = options["figures"].get(row["id"], {})
        rules.prices[card] = figures.get("price", int(row["price"]))
        rules.end_points[card] = figures.get("end_points", int(row["end_points"]))


def fill_piles(state: Any) -> None:
    """Lay the copies of every card into their decks, and count the tokens."""
    place = 0
    for deck, period in enumerate(PERIODS):
        state.deck_next[deck] = place
        for card in cards_of_period(period):
            state.decks[place] = card
            place += 1
        state.deck_end[deck] = place
    state.events[:] = range(N_EVENTS)
    state.supply[:] = TOKEN_COPIES
    state.draws[:N_TOKENS] = [digit for digit in range(1, DIGITS + 1) for _ in range(TOKEN_COPIES[digit - 1])]
    state.n_draws = N_TOKENS


def cards_of_period(period: str) -> list[int]:
    """List all copies of the cards of a period, in the order of cards.csv."""
    return [card for card, row in enumerate(CARD_ROWS) for _ in range(int(row[f"copies_{period}"]))]


# Explicit set-ups


def write_setup(states: Records[State]) -> dict[str, Any]:
    """Decks and events from the top, tokens in the order of drawing, of a game that has not begun."""
    state: Any = states[0]
    return {
        "decks": {period: deck_ids(state, deck) for deck, period in enumerate(PERIODS)},
        "events": [EVENT_IDS[event] for event in state.events],
        "tokens": [int(digit) for digit in state.draws[: int(state.n_draws)]],
        "first_player": int(state.first_player),
    }


def deck_ids(state: Any, deck: int) -> list[str]:
    return [IDS[card] for card in state.decks[int(state.deck_next[deck]) : int(state.deck_end[deck])]]


def read_setup(states: Records[State], setup: Mapping[str, Any]) -> None:
    """Order everything as an explicit set-up says; what it leaves open is as the seed deals it."""
    state: Any = states[0]
    python_api.deal(states, 0)  # so that the generator goes on as if everything had been dealt by the seed
    decks = setup.get("decks")
    if not isinstance(decks, Mapping) or set(decks) != set(PERIODS):
        raise SetupError("setup.decks", TEXTS, wanted=", ".join(PERIODS))
    for deck, period in enumerate(PERIODS):
        first, end = int(state.deck_next[deck]), int(state.deck_end[deck])
        wanted = [IDS[card] for card in cards_of_period(period)]
        pile = read_pile(f"decks.{period}", decks[period], wanted)
        state.decks[first:end] = [CARD_OF[card] for card in pile]
    state.events[:] = [EVENT_OF[event] for event in read_pile("events", setup.get("events"), EVENT_IDS)]
    read_tokens(state, setup.get("tokens", []))
    read_first_player(state, setup.get("first_player"))


def read_pile(name: str, given: Any, wanted: Sequence[str]) -> list[str]:
    """Read a pile in the order given, if it is made of exactly the cards of the game."""
    if not isinstance(given, list | tuple) or any(type(id) is not str for id in given):
        raise SetupError("setup.pile_not_a_list", TEXTS, pile=name)
    for place, id in enumerate(given):
        if id not in wanted:
            raise SetupError("setup.unknown_card", TEXTS, pile=name, place=place, card=repr(id)[:40])
    counts, right = Counter(given), Counter(wanted)
    for id in right:
        if counts[id] != right[id]:
            raise SetupError("setup.pile", TEXTS, pile=name, card=id, given=counts[id], wanted=right[id])
    return list(given)


def read_tokens(state: Any, given: Any) -> None:
    """Read the digits in the order in which they are drawn, as far as given.

    The first supply must hold them.
    """
    if not isinstance(given, list | tuple):
        raise SetupError("setup.tokens_not_a_list", TEXTS, digits=DIGITS)
    if len(given) > MAX_DRAWS:
        raise SetupError("setup.tokens_too_many", TEXTS, given=len(given), most=MAX_DRAWS)
    for place, digit in enumerate(given):
        if type(digit) is not int or not 1 <= digit <= DIGITS:
            raise SetupError("setup.token", TEXTS, place=place, given=repr(digit)[:40], digits=DIGITS)
        if place < N_TOKENS and given[: place + 1].count(digit) > TOKEN_COPIES[digit - 1]:
            copies = TOKEN_COPIES[digit - 1]
            raise SetupError("setup.token_copies", TEXTS, place=place, digit=digit, copies=copies)
    state.draws[:] = 0
    state.draws[: len(given)] = given
    state.n_draws = len(given)


def read_first_player(state: Any, given: Any) -> None:
    last = int(state.rules.n_players) - 1
    if type(given) is not int or not 0 <= given <= last:
        raise SetupError("setup.first_player", TEXTS, given=repr(given)[:40], last=last)
    state.first_player = given


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
    phase=phase_of,
    money=lambda state, seat: int(state.players[seat].money),
    max_state_bytes=2048,
    is_reveal=lambda event: event[0] == Event.CARD_LAID,
    encoding=Encoding.of_modules(action_numbers, features, version=1, max_legal=2048),
)
