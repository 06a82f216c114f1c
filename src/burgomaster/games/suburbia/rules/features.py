"""What a seat knows of a position as a vector of numbers.

Boroughs are counted from the one that looks, in the order of play; a spectator looks from seat 0. The kernel
reads of other seats only what everybody knows: a test compares it with what it makes of a redacted position.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Any

from burgomaster.compiler.bits import get_count, wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.compiler.struct import I16, I32, Ints, dtype_of, record
from burgomaster.core.encoding import Block, Options
from burgomaster.core.inputs import seats_ahead
from burgomaster.games.suburbia.rules.cards import (
    BASICS,
    GOAL_IDS,
    IDS,
    KINDS,
    N_BASICS,
    N_GOALS,
    N_KINDS,
    N_TILES,
)
from burgomaster.games.suburbia.rules.hexes import x_of, y_of
from burgomaster.games.suburbia.rules.options import LETTERS, automatic_seats
from burgomaster.games.suburbia.rules.state import (
    MAX_BOROUGH,
    MAX_PLAYERS,
    N_SLOTS,
    N_STACKS,
    Decision,
    Player,
    Rules,
    State,
)


class Part(IntEnum):
    """The blocks of an observation, in their order; those of the seats follow, once for each seat."""

    RULES = 0
    GAME = 1
    DECISION = 2
    TO_MOVE = 3
    FIRST_PLAYER = 4
    STACKS = 5
    MARKET = 6
    BASICS = 7
    GONE = 8
    GOALS = 9
    SEATS = 10


class SeatPart(IntEnum):
    """The blocks of one seat, in their order."""

    COUNTS = 0
    KINDS = 1
    GOALS = 2
    TILES = 3


N_SEAT_PARTS = len(SeatPart)
MAX_PARTS = len(Part) - 1 + MAX_PLAYERS * N_SEAT_PARTS
_LAYOUT = dtype_of(Rules)
RULE_NAMES = [name for name in _LAYOUT.names or () if not name.startswith("gap_") and not _LAYOUT[name].shape]
N_RULES = len(RULE_NAMES)
TILE_FACTS = ("tile", "x", "y", "marker")


@record
class Shape:
    """Where the kernel writes what."""

    starts: Annotated[Ints, I32, MAX_PARTS]
    n_seats: I32
    rules: Annotated[Ints, I16, N_RULES]  # the first block: it never changes


def n_boroughs(options: Options) -> int:
    """Count the boroughs, with Dale's."""
    return int(options["players"]) + len(automatic_seats(options))


def blocks(options: Options) -> list[Block]:
    tiles = list(IDS[:N_TILES])
    seats = [f"seat{seat}" for seat in range(n_boroughs(options))]
    market = [f"{slot}.{tile}" for slot in range(N_SLOTS) for tile in tiles]
    shared = [
        Block("rules", RULE_NAMES, -1, 32767, "an option of the game, fixed at set-up"),
        Block(
            "game",
            ("round", "turns", "end_shown", "last_round", "dale_slot"),
            -1,
            255,
            "where the game stands",
        ),
        Block("decision", [decision.name.lower() for decision in Decision], 0, 1, "1 if this is asked"),
        Block("to_move", seats, 0, 1, "1 for the seat that decides"),
        Block("first_player", seats, 0, 1, "1 for the first player"),
        Block("stack", LETTERS, 0, 127, "tiles left in a stack"),
        Block("market", market, 0, 1, "1 if the tile lies in the slot"),
        Block("basic", [IDS[tile] for tile in BASICS], 0, 127, "basic tiles left"),
        Block("gone", tiles, 0, 15, "copies discarded or removed"),
        Block("goal", GOAL_IDS, 0, 1, "1 for a public goal"),
    ]
    return shared + [block for seat in seats for block in seat_blocks(seat)]


def seat_blocks(seat: str) -> list[Block]:
    counts = (
        "money",
        "population",
        "income",
        "reputation",
        "lines_up",
        "lines_down",
        "markers",
        "tiles",
        "has_kept",
    )
    kinds = ["_".join(filter(None, kind)) for kind in KINDS]
    laid = [f"{place}.{fact}" for place in range(MAX_BOROUGH) for fact in TILE_FACTS]
    return [
        Block(seat, counts, -99, 32767, "a count"),
        Block(f"{seat}.kind", kinds, 0, MAX_BOROUGH, "own tiles of a kind"),
        Block(f"{seat}.goal", GOAL_IDS, 0, 1, "1 for a private goal that the viewer knows"),
        Block(
            f"{seat}.laid", laid, -64, 127, "tiles in the order laid: number from 1 (0: none), cell, marker"
        ),
    ]


def fill_shape(shape: Any, options: Options, undealt: Any) -> None:
    """Write down what is the same in all positions: the options."""
    shape.n_seats = n_boroughs(options)
    shape.rules[:] = [undealt.rules[name] for name in RULE_NAMES]


# The kernel


@jit
def write_observation(state: State, seat: int, shape: Shape, out: Ints) -> None:
    """Write what a seat (-1: a spectator) knows of a position."""
    for index in range(out.shape[0]):
        out[index] = 0
    for index in range(N_RULES):
        out[index] = shape.rules[index]
    viewer = max(seat, 0)
    write_game(state, shape, viewer, out)
    write_offers(state, shape, out)
    n_seats = wide(shape.n_seats)
    for ahead in range(n_seats):
        other = viewer + ahead if viewer + ahead < n_seats else viewer + ahead - n_seats
        first = Part.SEATS + ahead * N_SEAT_PARTS
        write_seat(state.players[other], shape, first, out)
        write_goals(state, other, seat, wide(shape.starts[first + SeatPart.GOALS]), out)


@inline
def write_game(state: State, shape: Shape, viewer: int, out: Ints) -> None:
    """Write where the game stands."""
    start = wide(shape.starts[Part.GAME])
    out[start] = state.round_no
    out[start + 1] = state.turn_no
    out[start + 2] = state.end_shown
    out[start + 3] = state.final_round
    out[start + 4] = wide(state.dale_slot) if state.decision == Decision.DALE else -1
    out[wide(shape.starts[Part.DECISION]) + wide(state.decision)] = 1
    n_seats = wide(shape.n_seats)
    out[wide(shape.starts[Part.TO_MOVE]) + seats_ahead(viewer, wide(state.to_move), n_seats)] = 1
    out[wide(shape.starts[Part.FIRST_PLAYER]) + seats_ahead(viewer, wide(state.first_player), n_seats)] = 1


@inline
def write_offers(state: State, shape: Shape, out: Ints) -> None:
    """Write the stacks, what can be bought, what is gone, and the public goals."""
    start = wide(shape.starts[Part.STACKS])
    for stack in range(N_STACKS):
        out[start + stack] = wide(state.stack_end[stack]) - wide(state.stack_next[stack])
    start = wide(shape.starts[Part.MARKET])
    for slot in range(N_SLOTS):
        if state.market[slot] < N_TILES:
            out[start + slot * N_TILES + wide(state.market[slot])] = 1
    start = wide(shape.starts[Part.BASICS])
    for kind in range(N_BASICS):
        out[start + kind] = state.basics[kind]
    start = wide(shape.starts[Part.GONE])
    for tile in range(N_TILES):
        out[start + tile] = get_count(state.gone, tile)
    start = wide(shape.starts[Part.GOALS])
    for place in range(state.rules.n_public_goals):
        out[start + wide(state.public_goals[place])] = 1


@inline
def write_seat(player: Player, shape: Shape, first: int, out: Ints) -> None:
    """Write what everybody knows of a seat."""
    start = wide(shape.starts[first + SeatPart.COUNTS])
    out[start] = player.money
    out[start + 1] = player.population
    out[start + 2] = player.income
    out[start + 3] = player.reputation
    out[start + 4] = player.lines_up
    out[start + 5] = player.lines_down
    out[start + 6] = player.markers
    out[start + 7] = player.n_tiles
    out[start + 8] = player.has_kept
    start = wide(shape.starts[first + SeatPart.KINDS])
    for kind in range(N_KINDS):
        out[start + kind] = player.kinds[kind]
    start = wide(shape.starts[first + SeatPart.TILES])
    for place in range(player.n_tiles):
        cell = wide(player.tiles[place].cell)
        out[start] = wide(player.tiles[place].tile) + 1
        out[start + 1] = x_of(cell)
        out[start + 2] = y_of(cell)
        out[start + 3] = (wide(player.marked) >> place) & 1
        start += 4


@inline
def write_goals(state: State, owner: int, seat: int, start: int, out: Ints) -> None:
    """Write the private goals of a seat as far as the viewer may know them."""
    goals = state.players[owner].goals
    is_over = state.decision == Decision.OVER
    if (owner == seat or is_over) and goals[0] < N_GOALS and owner < state.rules.n_players:
        out[start + wide(goals[0])] = 1
    if owner == seat and goals[1] < N_GOALS and state.players[owner].has_kept == 0:
        out[start + wide(goals[1])] = 1
