"""What everybody knows of a position as a vector of numbers: nothing but orders is hidden here.

Seats are counted from the one that looks, in the order of play; a spectator looks from seat 0.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any

from burgomaster.compiler.bits import get_count, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.compiler.struct import I16, I32, Ints, record
from burgomaster.core.encoding import Block, Options
from burgomaster.core.inputs import seats_ahead
from burgomaster.games.spyrium.rules.cards import (
    DIGITS,
    EVENT_IDS,
    IDS,
    MAX_PLAYERS,
    N_CARDS,
    N_DECKS,
    N_EVENTS,
    N_TECHNOLOGIES,
    NO_CARD,
    TECHNOLOGIES,
)
from burgomaster.games.spyrium.rules.options import PERIODS
from burgomaster.games.spyrium.rules.state import (
    MAX_BUILDINGS,
    MAX_SPACES,
    N_GAPS,
    N_POSITIONS,
    Decision,
    Player,
    Reward,
    State,
)
from burgomaster.games.spyrium.rules.view import first_hidden_event


class Part(IntEnum):
    """The blocks of an observation, in their order; those of the seats follow, once for each seat."""

    RULES = 0
    GAME = 1
    DECISION = 2
    TO_MOVE = 3
    FIRST_PLAYER = 4
    EVENT = 5
    NEXT_EVENT = 6
    LATER_EVENTS = 7
    MARKET = 8
    TOKENS = 9
    GAPS = 10
    DECKS = 11
    GONE = 12
    SUPPLY = 13
    DISCARD = 14
    SEATS = 15


class SeatPart(IntEnum):
    """The blocks of one seat, in their order."""

    COUNTS = 0
    KEPT = 1
    REWARDS = 2
    TECHNOLOGIES = 3
    TURNED = 4
    BUILDINGS = 5


N_SEAT_PARTS = len(SeatPart)
MAX_PARTS = len(Part) - 1 + MAX_PLAYERS * N_SEAT_PARTS
SPACES = [f"residence.{space}" for space in range(MAX_SPACES)]
RULE_NAMES = ["n_players", "recycles_kept", "n_spaces", *SPACES]
PRICE_NAMES = [f"{figure}.{card}" for figure in ("price", "end_points") for card in IDS]
N_RULES = len(RULE_NAMES) + len(PRICE_NAMES)


@record
class Shape:
    """Where the kernel writes what."""

    starts: Annotated[Ints, I32, MAX_PARTS]
    n_seats: I32
    rules: Annotated[Ints, I16, N_RULES]  # the first block: it never changes


def blocks(options: Options) -> list[Block]:
    seats = [f"seat{seat}" for seat in range(options["players"])]
    digits = [str(digit + 1) for digit in range(DIGITS)]
    places = range(N_POSITIONS)
    shared = [
        Block("rules", RULE_NAMES + PRICE_NAMES, 0, 127, "an option of the game, fixed at set-up"),
        Block(
            "game", ("round", "event_token", "next_token", "residence_due"), 0, 127, "where the game stands"
        ),
        Block("decision", [decision.name.lower() for decision in Decision], 0, 1, "1 if this is asked"),
        Block("to_move", seats, 0, 1, "1 for the seat that decides"),
        Block("first_player", seats, 0, 1, "1 for the first player"),
        Block("event", EVENT_IDS, 0, 1, "1 for the event of this round"),
        Block("next_event", EVENT_IDS, 0, 1, "1 for the event of the next round"),
        Block("later_event", EVENT_IDS, 0, 1, "1 for an event still to come, in an order that nobody knows"),
        Block(
            "market",
            [f"{place}.{card}" for place in places for card in IDS],
            0,
            1,
            "1 if the card lies there",
        ),
        Block(
            "token", [f"{place}.{digit}" for place in places for digit in digits], 0, 15, "tokens on a card"
        ),
        Block("gap", [f"{gap}.{seat}" for gap in range(N_GAPS) for seat in seats], 0, 15, "workers in a gap"),
        Block(
            "deck", [f"{period}.{card}" for period in PERIODS for card in IDS], 0, 15, "copies left in a deck"
        ),
        Block("gone", IDS, 0, 15, "copies that left the game"),
        Block("supply", digits, 0, 15, "tokens face down"),
        Block("discard", digits, 0, 15, "tokens discarded"),
    ]
    return shared + [block for seat in seats for block in seat_blocks(seat, digits)]


def seat_blocks(seat: str, digits: list[str]) -> list[Block]:
    counts = ("score", "money", "crystals", "reserve", "active", "on_market", "inactive", "residence")
    flags = ("phase", "passed", "event_used", "buildings")
    built = [f"{place}.{fact}" for place in range(MAX_BUILDINGS) for fact in ("card", "rotated", "workers")]
    technologies = [IDS[card] for card in TECHNOLOGIES]
    return [
        Block(seat, (*counts, *flags), 0, 32767, "a count"),
        Block(f"{seat}.kept", digits, 0, 15, "tokens kept"),
        Block(
            f"{seat}.reward", [reward.name.lower() for reward in Reward], 0, 1, "1 if the bonus was received"
        ),
        Block(f"{seat}.technology", technologies, 0, 1, "1 if it is owned"),
        Block(f"{seat}.turned", technologies, 0, 1, "1 if its power was used in this round"),
        Block(
            f"{seat}.building",
            built,
            0,
            127,
            "buildings in the order built: card from 1, used, workers on it",
        ),
    ]


def fill_shape(shape: Any, options: Options, undealt: Any) -> None:
    """Write down what is the same in all positions: the options."""
    shape.n_seats = options["players"]
    rules = undealt.rules
    scalars = [rules.n_players, rules.recycles_kept, rules.n_spaces]
    shape.rules[:] = [*scalars, *rules.residence, *rules.prices, *rules.end_points]


# The kernel


@jit
def write_observation(state: State, seat: int, shape: Shape, out: Ints) -> None:
    """Write what a seat (-1: a spectator) knows of a position."""
    for index in range(out.shape[0]):
        out[index] = 0
    for index in range(N_RULES):
        out[index] = shape.rules[index]
    viewer = max(seat, 0)
    n_seats = wide(shape.n_seats)
    write_game(state, shape, viewer, out)
    write_events(state, shape, out)
    write_market(state, shape, viewer, out)
    write_rest(state, shape, out)
    for ahead in range(n_seats):
        other = viewer + ahead if viewer + ahead < n_seats else viewer + ahead - n_seats
        write_seat(state.players[other], shape, Part.SEATS + ahead * N_SEAT_PARTS, out)


@inline
def write_game(state: State, shape: Shape, viewer: int, out: Ints) -> None:
    """Write where the game stands."""
    start = wide(shape.starts[Part.GAME])
    out[start] = state.round_no
    out[start + 1] = state.event_token
    out[start + 2] = state.next_token
    out[start + 3] = state.residence_due
    out[wide(shape.starts[Part.DECISION]) + wide(state.decision)] = 1
    n_seats = wide(shape.n_seats)
    out[wide(shape.starts[Part.TO_MOVE]) + seats_ahead(viewer, wide(state.to_move), n_seats)] = 1
    out[wide(shape.starts[Part.FIRST_PLAYER]) + seats_ahead(viewer, wide(state.first_player), n_seats)] = 1


@inline
def write_events(state: State, shape: Shape, out: Ints) -> None:
    """Write the event of this round, the next one, and which are still to come."""
    round_no = wide(state.round_no)
    if round_no <= N_EVENTS:
        out[wide(shape.starts[Part.EVENT]) + wide(state.events[round_no - 1])] = 1
    if round_no < N_EVENTS:
        out[wide(shape.starts[Part.NEXT_EVENT]) + wide(state.events[round_no])] = 1
    start = wide(shape.starts[Part.LATER_EVENTS])
    for place in range(first_hidden_event(state), N_EVENTS):
        out[start + wide(state.events[place])] = 1


@inline
def write_market(state: State, shape: Shape, viewer: int, out: Ints) -> None:
    """Write the market: cards, tokens on them, workers in the gaps."""
    cards, tokens = wide(shape.starts[Part.MARKET]), wide(shape.starts[Part.TOKENS])
    for place in range(N_POSITIONS):
        position = state.market[place]
        if position.card != NO_CARD:
            out[cards + place * N_CARDS + wide(position.card)] = 1
            for digit in range(DIGITS):
                out[tokens + place * DIGITS + digit] = position.tokens[digit]
    gaps, n_seats = wide(shape.starts[Part.GAPS]), wide(shape.n_seats)
    for gap in range(N_GAPS):
        for other in range(n_seats):
            out[gaps + gap * n_seats + seats_ahead(viewer, other, n_seats)] = state.gaps[gap, other]


@inline
def write_rest(state: State, shape: Shape, out: Ints) -> None:
    """Write what is left in the decks, what is gone, and where the tokens are."""
    start = wide(shape.starts[Part.DECKS])
    for deck in range(N_DECKS):
        for place in range(state.deck_next[deck], state.deck_end[deck]):
            out[start + deck * N_CARDS + wide(state.decks[place])] += 1
    start = wide(shape.starts[Part.GONE])
    for card in range(N_CARDS):
        out[start + card] = get_count(state.gone, card)
    supply, discard = wide(shape.starts[Part.SUPPLY]), wide(shape.starts[Part.DISCARD])
    for digit in range(DIGITS):
        out[supply + digit] = state.supply[digit]
        out[discard + digit] = state.discard[digit]


@inline
def write_seat(player: Player, shape: Shape, first: int, out: Ints) -> None:
    """Write one seat."""
    start = wide(shape.starts[first + SeatPart.COUNTS])
    out[start] = player.score
    out[start + 1] = player.money
    out[start + 2] = player.crystals
    out[start + 3] = player.reserve
    out[start + 4] = player.active
    out[start + 5] = player.on_market
    out[start + 6] = player.inactive
    out[start + 7] = player.residence
    out[start + 8] = player.phase
    out[start + 9] = player.has_passed
    out[start + 10] = player.used_event
    out[start + 11] = player.n_buildings
    start = wide(shape.starts[first + SeatPart.KEPT])
    for digit in range(DIGITS):
        out[start + digit] = player.kept[digit]
    start = wide(shape.starts[first + SeatPart.REWARDS])
    for reward in range(2):
        out[start + reward] = (wide(player.rewards) >> reward) & 1
    owned, turned = (
        wide(shape.starts[first + SeatPart.TECHNOLOGIES]),
        wide(shape.starts[first + SeatPart.TURNED]),
    )
    for technology in range(N_TECHNOLOGIES):
        out[owned + technology] = (wide(player.technologies) >> technology) & 1
        out[turned + technology] = (wide(player.turned) >> technology) & 1
    start = wide(shape.starts[first + SeatPart.BUILDINGS])
    for place in range(player.n_buildings):
        building = player.buildings[place]
        out[start] = wide(building.card) + 1
        out[start + 1] = building.is_rotated
        out[start + 2] = building.n_workers
        start += 3
