"""What a seat knows of a position of Suburbia, as the inputs of a net.

Boroughs are counted from the one that looks, in the order of play; Dale's is one of them. Tiles are counted
by design. Of the viewer's own borough the free cells are told by what lies beside them, and for each goal how
far a seat is ahead of the best of the others. Private goals of other seats are never read, nor what lies in a
stack.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from burgomaster.core.bits import COUNTS_IN_WORD, load_counts, lowest_bit, wide
from burgomaster.core.inputs import (
    MAX_INPUTS,
    InputBlock,
    InputLayout,
    Inputs,
    put,
    put_flag,
    put_step,
    starts_of,
)
from burgomaster.core.jit import inline, jit
from burgomaster.core.kernels import register_inputs
from burgomaster.games.suburbia.bot.value import draws_left, tracks_value, turns_left
from burgomaster.games.suburbia.rules.cards import (
    ALL_ROWS,
    BASICS,
    GOAL_IDS,
    GOALS,
    IDS,
    KINDS,
    LAKE,
    N_BASICS,
    N_GOALS,
    N_KINDS,
    N_TILES,
    SURCHARGES,
    TILES,
    Comparison,
    Stack,
    Type,
)
from burgomaster.games.suburbia.rules.effects import MIN_INCOME, MIN_REPUTATION, is_line
from burgomaster.games.suburbia.rules.features import seats_ahead
from burgomaster.games.suburbia.rules.hexes import N_SIDES, SIDES
from burgomaster.games.suburbia.rules.options import LETTERS
from burgomaster.games.suburbia.rules.scoring import goal_value
from burgomaster.games.suburbia.rules.state import (
    COUNT_BYTES,
    MAX_PLAYERS,
    N_SLOTS,
    N_STACKS,
    Decision,
    Player,
    Rules,
    State,
)

MODES = ("lone", "dale", "two", "three", "four")
OPTIONS = (
    *("line_cost", "line_return", "mirror", "retroactive", "waterfront", "lone_immediate", "dale_tie_breaks"),
    *("private_goals",),
)
GAME_FACTS = ("turns", "end_shown", "last_round", "draws_left", "end_chance")
ROUND_STEPS, LAST_STACK_STEPS, TURN_STEPS = 20, 31, 19
MONEY_STEPS, TRACK_STEPS, POPULATION_STEPS, LINE_STEPS, MARKER_STEPS = 25, 21, 16, 8, 4
POPULATION_STEP = 10
LEAD_STEPS = 5  # far behind, behind, tied, ahead, far ahead
FAR = 2  # tiles, or steps of a track
N_NEAR = 3  # cells are counted that touch at least 1, 2 ... so many tiles of a type
N_SURE = 4  # and the highest number of such tiles that one cell touches, as steps
# What an input is for each dollar, resident, step of income, tile, turn.
DOLLAR, RESIDENT, STEP, TILE, TURN = 1 / 10, 1 / 50, 1 / 5, 1 / 5, 1 / 10
CELL = 1 / 10
MAX_LEAD = 6
MAX_MONEY = 60  # more is not told apart
VALUE_BITS, VALUE_ORIGIN = 16, 1 << 14  # of the values of a goal, packed together
TYPE_BITS = 3  # of the tiles of each type beside a cell, packed together
TYPE_MASK = (1 << TYPE_BITS) - 1
COLUMN_BITS, ROW_BITS = 4, 5  # of the map on which the tiles beside cells are counted
MAP_SIZE = 1 << (COLUMN_BITS + ROW_BITS)
CLOSE_SEATS = 2  # the viewer and the next seat: of these some numbers are told step by step


class Part(IntEnum):
    """The blocks that all seats share, in their order; those of the seats follow, once for each seat."""

    MODE = 0
    OPTIONS = 1
    ROUND = 2
    GAME = 3
    TURNS = 4
    DECISION = 5
    TO_MOVE = 6
    FIRST_PLAYER = 7
    STACKS = 8
    LAST_STACK = 9
    MARKET = 10
    PAID = 11
    DALE_SLOT = 12
    BASICS = 13
    OUT = 14
    GOALS = 15
    GOAL_LEADS = 16
    GOAL_STEPS = 17
    PRIVATE = 18
    PRIVATE_LEADS = 19
    PRIVATE_STEPS = 20
    CELLS = 21
    NEAR = 22
    MOST_NEAR = 23
    CLOSE = 24
    SEATS = 25


class CellPart(IntEnum):
    """What is said of all free cells together."""

    ALL = 0
    NO_RESIDENTIAL = 1
    NO_RESIDENTIAL_CIVIC = 2
    ONLY_INDUSTRIAL = 3
    TOUCH_1 = 4
    TOUCH_2 = 5
    TOUCH_3 = 6
    TOUCH_4 = 7


class ClosePart(IntEnum):
    """The blocks of steps of the viewer and the next seat."""

    MONEY = 0
    INCOME = 1
    REPUTATION = 2
    POPULATION = 3
    LINE = 4
    MARKERS = 5


class SeatPart(IntEnum):
    """The blocks of one seat, in their order."""

    COUNTS = 0
    KINDS = 1
    TILES = 2
    MARKED = 3


SEATS = [f"seat{seat}" for seat in range(MAX_PLAYERS)]
TILE_NAMES = list(IDS[:N_TILES])
TYPE_NAMES = [type_.name.lower() for type_ in Type]
N_TYPES = len(TYPE_NAMES)
SEAT_COUNTS = (
    *("money", "population", "income", "reputation", "lines", "to_line", "markers", "tiles", "forecast"),
    *("turns_left", "money_forecast"),
)
GOAL_LEAD_NAMES = [f"{seat}.{goal}" for seat in SEATS for goal in GOAL_IDS]
GOAL_STEP_NAMES = [
    f"{goal}.{step}" for goal in GOAL_IDS for step in ("far_behind", "behind", "tied", "ahead", "far_ahead")
]
TYPE_WEIGHTS = np.array(
    [1 << (TYPE_BITS * TYPE_NAMES.index(row["type"])) for row in ALL_ROWS if "type" in row], np.int64
)


def numbered(n: int, first: int = 0) -> list[str]:
    """Name steps by their numbers."""
    return [str(first + step) for step in range(n)]


def shared_blocks() -> list[InputBlock]:
    """List the blocks that all seats share."""
    return [
        InputBlock("mode", MODES),
        InputBlock("option", OPTIONS),
        InputBlock("round", numbered(ROUND_STEPS)),
        InputBlock("game", GAME_FACTS),
        InputBlock("turns", numbered(TURN_STEPS)),
        InputBlock("decision", [decision.name.lower() for decision in Decision]),
        InputBlock("to_move", SEATS),
        InputBlock("first_player", SEATS),
        InputBlock("stack", LETTERS),
        InputBlock("last_stack", numbered(LAST_STACK_STEPS)),
        InputBlock("market", [f"{slot}.{tile}" for slot in range(N_SLOTS) for tile in TILE_NAMES]),
        InputBlock("paid", TILE_NAMES),
        InputBlock("dale_slot", numbered(N_SLOTS)),
        InputBlock("basic", [IDS[tile] for tile in BASICS]),
        InputBlock("out", TILE_NAMES),
        *goal_blocks(),
        InputBlock("cells", [part.name.lower() for part in CellPart]),
        InputBlock("near", [f"{name}.{n + 1}" for name in TYPE_NAMES for n in range(N_NEAR)]),
        InputBlock("most_near", [f"{name}.{n}" for name in TYPE_NAMES for n in range(N_SURE + 1)]),
        InputBlock("close", close_things()),
    ]


def goal_blocks() -> list[InputBlock]:
    """List the blocks of the goals: those of all, then the viewer's own."""
    return [
        InputBlock("goal", GOAL_IDS),
        InputBlock("goal_lead", GOAL_LEAD_NAMES),
        InputBlock("goal_step", GOAL_STEP_NAMES),
        InputBlock("private", GOAL_IDS),
        InputBlock("private_lead", GOAL_IDS),
        InputBlock("private_step", GOAL_STEP_NAMES),
    ]


def close_blocks() -> list[InputBlock]:
    """List the blocks of steps of one seat."""
    return [
        InputBlock("money", numbered(MONEY_STEPS)),
        InputBlock("income", numbered(TRACK_STEPS, MIN_INCOME)),
        InputBlock("reputation", numbered(TRACK_STEPS, MIN_REPUTATION)),
        InputBlock("population", numbered(POPULATION_STEPS)),
        InputBlock("line", numbered(LINE_STEPS)),
        InputBlock("markers", numbered(MARKER_STEPS)),
    ]


def close_things() -> list[str]:
    """Name the steps of the viewer and the next seat."""
    blocks = close_blocks()
    seats = SEATS[:CLOSE_SEATS]
    return [f"{seat}.{block.name}.{thing}" for seat in seats for block in blocks for thing in block.things]


def seat_blocks(seat: str) -> list[InputBlock]:
    """List the blocks of one seat."""
    return [
        InputBlock(seat, SEAT_COUNTS),
        InputBlock(f"{seat}.kind", ["_".join(filter(None, kind)) for kind in KINDS]),
        InputBlock(f"{seat}.tile", TILE_NAMES),
        InputBlock(f"{seat}.marked", [*TILE_NAMES, IDS[LAKE]]),
    ]


BLOCKS = [*shared_blocks(), *(block for seat in SEATS for block in seat_blocks(seat))]
START = starts_of(BLOCKS)
CLOSE_START = starts_of(close_blocks())
CLOSE_SIZE = int(CLOSE_START[-1])
FIRST_CLOSE = int(START[Part.CLOSE])
FIRST_SEAT = int(START[Part.SEATS])
SEAT_START = START[Part.SEATS : Part.SEATS + len(SeatPart)] - START[Part.SEATS]
SEAT_SIZE = int(START[Part.SEATS + len(SeatPart)] - START[Part.SEATS])
SCRATCH = MAX_INPUTS - N_TILES - 1  # where copies are counted before they are written
COUNT_WORDS = -(-2 * COUNT_BYTES // COUNTS_IN_WORD)


@jit
def write_inputs(state: State, seat: int, inputs: Inputs) -> None:
    """Write what a seat knows of a position."""
    viewer = max(seat, 0)
    inputs.n = 0
    write_cells(state.players[viewer], inputs)
    write_rules(state, inputs)
    write_course(state, viewer, inputs)
    write_offers(state, state.players[viewer], inputs)
    write_goals(state, viewer, inputs)
    if seat == viewer:
        write_private(state, viewer, inputs)
    n_seats = wide(state.rules.n_boroughs)
    for ahead in range(n_seats):
        other = viewer + ahead if viewer + ahead < n_seats else viewer + ahead - n_seats
        to_line = write_seat(state, other, FIRST_SEAT + ahead * SEAT_SIZE, inputs)
        if ahead < CLOSE_SEATS:
            write_close(state.players[other], to_line, FIRST_CLOSE + ahead * CLOSE_SIZE, inputs)
    write_out(state, inputs)


# The viewer's own borough


@inline
def map_place(cell: int) -> int:
    """Return the place of a cell on a small map, on which boroughs that reach very far overlap themselves."""
    return (cell >> 8 & ((1 << COLUMN_BITS) - 1)) << ROW_BITS | (cell >> 1 & ((1 << ROW_BITS) - 1))


@inline
def draw_map(player: Player, inputs: Inputs) -> None:
    """Count for each cell the tiles of each type beside it, packed; drawn where inputs are written later."""
    for place in range(MAP_SIZE):
        inputs.places[place] = 0
    for index in range(player.n_tiles):
        cell = wide(player.tiles[index].cell)
        weight = wide(TYPE_WEIGHTS[player.tiles[index].tile])
        for side in range(N_SIDES):
            place = map_place(cell + SIDES[side])
            inputs.places[place] = (wide(inputs.places[place]) + weight) & 0x7FFF


@jit
def write_cells(player: Player, inputs: Inputs) -> None:
    """Write how many free cells touch how many tiles of each type."""
    draw_map(player, inputs)
    near_1, near_2, near_3 = 0, 0, 0  # cells with at least so many tiles of a type, a byte for each type
    most, touching, no_residential, no_civic, only_industrial = 0, 0, 0, 0, 0
    for index in range(player.n_cells):
        beside = wide(inputs.places[map_place(wide(player.cells[index]))])
        n_tiles = 0
        for type_ in range(N_TYPES):
            n_near = beside >> (TYPE_BITS * type_) & TYPE_MASK
            n_tiles += n_near
            near_1 += wide(n_near >= 1) << (8 * type_)
            near_2 += wide(n_near >= 2) << (8 * type_)
            near_3 += wide(n_near >= 3) << (8 * type_)
            most = max(most & (TYPE_MASK << TYPE_BITS * type_), n_near << TYPE_BITS * type_) | (
                most & ~(TYPE_MASK << TYPE_BITS * type_)
            )
        has_residential = (beside >> (TYPE_BITS * Type.RESIDENTIAL) & TYPE_MASK) != 0
        has_civic = has_residential or (beside >> (TYPE_BITS * Type.CIVIC) & TYPE_MASK) != 0
        has_commercial = has_civic or (beside >> (TYPE_BITS * Type.COMMERCIAL) & TYPE_MASK) != 0
        no_residential += wide(not has_residential)
        no_civic += wide(not has_civic)
        only_industrial += wide(not has_commercial)
        touching += 1 << (8 * min(n_tiles, 4))
    start = START[Part.CELLS]
    put(inputs, start + CellPart.ALL, CELL * wide(player.n_cells))
    put(inputs, start + CellPart.NO_RESIDENTIAL, CELL * no_residential)
    put(inputs, start + CellPart.NO_RESIDENTIAL_CIVIC, CELL * no_civic)
    put(inputs, start + CellPart.ONLY_INDUSTRIAL, CELL * only_industrial)
    for n_tiles in range(1, 5):
        put(inputs, start + CellPart.TOUCH_1 + n_tiles - 1, CELL * (touching >> (8 * n_tiles) & 255))
    write_near(near_1, near_2, near_3, most, inputs)


@inline
def write_near(near_1: int, near_2: int, near_3: int, most: int, inputs: Inputs) -> None:
    """Write for each type the cells that touch 1, 2, 3 of its tiles, and the most that one touches."""
    for type_ in range(N_TYPES):
        start = START[Part.NEAR] + type_ * N_NEAR
        put(inputs, start, CELL * (near_1 >> (8 * type_) & 255))
        put(inputs, start + 1, 2.0 * CELL * (near_2 >> (8 * type_) & 255))
        put(inputs, start + 2, 4.0 * CELL * (near_3 >> (8 * type_) & 255))
        n_near = most >> (TYPE_BITS * type_) & TYPE_MASK
        put_step(inputs, START[Part.MOST_NEAR] + type_ * (N_SURE + 1), n_near, N_SURE + 1)


# The game


@inline
def write_rules(state: State, inputs: Inputs) -> None:
    """Write the mode and the options."""
    rules = state.rules
    mode = wide(rules.n_boroughs) if rules.is_lone == 0 and rules.is_dale == 0 else wide(rules.is_dale)
    put_flag(inputs, START[Part.MODE] + mode)
    start = START[Part.OPTIONS]
    put(inputs, start, float(wide(rules.line_cost) - 1))
    put(inputs, start + 1, float(wide(rules.line_return) - 1))
    put(inputs, start + 2, float(wide(rules.redline_tiles_mirror)))
    put(inputs, start + 3, float(wide(rules.redline_marker_retroactive)))
    put(inputs, start + 4, float(wide(rules.lake_marker_doubles_waterfront)))
    put(inputs, start + 5, float(wide(rules.lone_end_immediate)))
    put(inputs, start + 6, float(wide(rules.dale_tie_breaks)))
    put(inputs, start + 7, float(wide(rules.has_private_goals)))


@inline
def write_course(state: State, viewer: int, inputs: Inputs) -> None:
    """Write where the game stands."""
    n_seats = wide(state.rules.n_boroughs)
    put_step(inputs, START[Part.ROUND], wide(state.round_no), ROUND_STEPS)
    put_flag(inputs, START[Part.DECISION] + wide(state.decision))
    put_flag(inputs, START[Part.TO_MOVE] + seats_ahead(viewer, wide(state.to_move), n_seats))
    put_flag(inputs, START[Part.FIRST_PLAYER] + seats_ahead(viewer, wide(state.first_player), n_seats))
    start = START[Part.GAME]
    put(inputs, start, 0.5 * TURN * wide(state.turn_no))
    put(inputs, start + 1, float(wide(state.end_shown)))
    put(inputs, start + 2, float(wide(state.final_round)))
    if state.end_shown == 0:
        put(inputs, start + 3, 0.5 * TURN * draws_left(state))
        put(inputs, start + 4, end_chance(state))
    put_step(inputs, START[Part.TURNS], int(turns_left(state, viewer)), TURN_STEPS)
    for stack in range(N_STACKS):
        left = wide(state.stack_end[stack]) - wide(state.stack_next[stack])
        put(inputs, START[Part.STACKS] + stack, TURN * left)
    left = wide(state.stack_end[Stack.C]) - wide(state.stack_next[Stack.C])
    put_step(inputs, START[Part.LAST_STACK], left, LAST_STACK_STEPS)


@inline
def end_chance(state: State) -> float:
    """Return how likely the next tile drawn from the last stack is the end tile."""
    place = wide(state.stack_next[Stack.C])
    end = wide(state.stack_end[Stack.C]) - wide(state.rules.n_bottom)
    return 1.0 / (end - place) if place >= end - wide(state.rules.n_mixed) - 1 and end > place else 0.0


@inline
def write_offers(state: State, player: Player, inputs: Inputs) -> None:
    """Write the market, which of its tiles the viewer can pay, and the basic tiles left."""
    seen = 0
    money = wide(player.money)
    for slot in range(N_SLOTS):
        tile = wide(state.market[slot])
        if tile < N_TILES:
            put_flag(inputs, START[Part.MARKET] + slot * N_TILES + tile)
            is_paid = wide(TILES[tile].cost) + SURCHARGES[slot] <= money
            if is_paid and ((seen >> tile) & 1) == 0:
                put_flag(inputs, START[Part.PAID] + tile)
                seen |= 1 << tile
    for kind in range(N_BASICS):
        put(inputs, START[Part.BASICS] + kind, TILE * wide(state.basics[kind]))
    if state.decision == Decision.DALE:
        put_flag(inputs, START[Part.DALE_SLOT] + wide(state.dale_slot))


@inline
def write_out(state: State, inputs: Inputs) -> None:
    """Write the tiles that are out of the game: discarded, removed, or turned over as lakes."""
    for tile in range(N_TILES):
        inputs.numbers[SCRATCH + tile] = 0.0
    for word in range(COUNT_WORDS):
        rest = load_counts(state.gone, word)
        while rest != 0:
            shift = lowest_bit(rest) & ~3
            tile = word * COUNTS_IN_WORD + (shift >> 2)
            inputs.numbers[SCRATCH + tile] = np.float32(0.5) * ((rest >> shift) & 15)
            rest &= ~(15 << shift)
    for seat in range(state.rules.n_boroughs):
        player = state.players[seat]
        lakes = wide(player.lakes)
        while lakes != 0:
            face = wide(player.tiles[lowest_bit(lakes)].face)
            if face < N_TILES:
                inputs.numbers[SCRATCH + face] += np.float32(0.5)
            lakes &= lakes - 1
    for tile in range(N_TILES):
        put(inputs, START[Part.OUT] + tile, inputs.numbers[SCRATCH + tile])


# Goals


@inline
def goal_values(state: State, goal: int) -> int:
    """Return how good every seat is at a goal, packed: more is better."""
    sign = -1 if GOALS[goal].comparison == Comparison.FEWEST else 1
    packed = 0
    for seat in range(state.rules.n_boroughs):
        value = min(max(sign * goal_value(state.players[seat], goal), -VALUE_ORIGIN), VALUE_ORIGIN - 1)
        packed |= (value + VALUE_ORIGIN) << (VALUE_BITS * seat)
    return packed


@inline
def lead_of(values: int, seat: int, n_seats: int) -> int:
    """Return how far a seat is ahead of the best of the others; alone, as far as counts."""
    best = -1 if n_seats > 1 else 0
    for other in range(n_seats):
        if other != seat:
            best = max(best, values >> (VALUE_BITS * other) & ((1 << VALUE_BITS) - 1))
    own = values >> (VALUE_BITS * seat) & ((1 << VALUE_BITS) - 1)
    return min(max(own - best, -MAX_LEAD), MAX_LEAD)


@inline
def lead_step(lead: int) -> int:
    """Return which of far behind, behind, tied, ahead and far ahead a lead is."""
    if lead == 0:
        return 2
    if lead > 0:
        return 4 if lead > FAR else 3
    return 0 if lead < -FAR else 1


@inline
def write_goals(state: State, viewer: int, inputs: Inputs) -> None:
    """Write the public goals, how far each seat is ahead, and the viewer's lead as steps."""
    n_seats = wide(state.rules.n_boroughs)
    for place in range(state.rules.n_public_goals):
        goal = wide(state.public_goals[place])
        put_flag(inputs, START[Part.GOALS] + goal)
        values = goal_values(state, goal)
        for ahead in range(n_seats):
            seat = viewer + ahead if viewer + ahead < n_seats else viewer + ahead - n_seats
            lead = lead_of(values, seat, n_seats)
            put(inputs, START[Part.GOAL_LEADS] + ahead * N_GOALS + goal, lead / MAX_LEAD)
            if ahead == 0:
                put_flag(inputs, START[Part.GOAL_STEPS] + goal * LEAD_STEPS + lead_step(lead))


@inline
def write_private(state: State, viewer: int, inputs: Inputs) -> None:
    """Write the viewer's own goals: the one kept, or both that there are to choose from."""
    player = state.players[viewer]
    n_known = 1 if player.has_kept != 0 else 2
    if state.rules.has_private_goals == 0 or viewer >= state.rules.n_players:
        return
    for place in range(n_known):
        goal = wide(player.goals[place])
        if goal < N_GOALS:
            lead = lead_of(goal_values(state, goal), viewer, wide(state.rules.n_boroughs))
            put_flag(inputs, START[Part.PRIVATE] + goal)
            put(inputs, START[Part.PRIVATE_LEADS] + goal, lead / MAX_LEAD)
            put_flag(inputs, START[Part.PRIVATE_STEPS] + goal * LEAD_STEPS + lead_step(lead))


# Seats


@inline
def steps_to_line(rules: Rules, population: int) -> int:
    """Return how many residents are missing to the next red line, or one more than are told apart."""
    for missing in range(1, LINE_STEPS):
        if is_line(rules, population + missing):
            return missing
    return LINE_STEPS


@inline
def write_seat(state: State, seat: int, start: int, inputs: Inputs) -> int:
    """Write what everybody knows of a seat; the residents missing to its next red line."""
    player = state.players[seat]
    to_line = steps_to_line(state.rules, wide(player.population))
    turns = turns_left(state, seat)
    put(inputs, start, DOLLAR * min(wide(player.money), MAX_MONEY))
    put(inputs, start + 1, RESIDENT * wide(player.population))
    put(inputs, start + 2, STEP * wide(player.income))
    put(inputs, start + 3, STEP * wide(player.reputation))
    put(inputs, start + 4, TURN * (wide(player.lines_up) - wide(player.lines_down)))
    put(inputs, start + 5, TILE * to_line)
    put(inputs, start + 6, 0.5 * wide(player.markers))
    put(inputs, start + 7, TURN * wide(player.n_tiles))
    put(inputs, start + 8, RESIDENT * tracks_value(state, seat))
    put(inputs, start + 9, TURN * turns)
    put(inputs, start + 10, 0.2 * DOLLAR * (min(wide(player.money), MAX_MONEY) + turns * wide(player.income)))
    for kind in range(N_KINDS):
        put(inputs, start + SEAT_START[SeatPart.KINDS] + kind, TILE * wide(player.kinds[kind]))
    write_tiles(player, start, inputs)
    return to_line


@inline
def write_tiles(player: Player, start: int, inputs: Inputs) -> None:
    """Write the tiles of a borough by design, and those with a marker."""
    seen = 0
    n_tiles = wide(player.n_tiles)
    for first in range(n_tiles):
        tile = wide(player.tiles[first].tile)
        if ((seen >> tile) & 1) == 1:
            continue
        seen |= 1 << tile
        copies, marked = 0, 0
        for index in range(first, n_tiles):
            if player.tiles[index].tile == tile:
                copies += 1
                marked += (wide(player.marked) >> index) & 1
        if tile < N_TILES:
            put(inputs, start + SEAT_START[SeatPart.TILES] + tile, 0.5 * copies)
        put(inputs, start + SEAT_START[SeatPart.MARKED] + tile, float(marked))


@inline
def write_close(player: Player, to_line: int, start: int, inputs: Inputs) -> None:
    """Write some numbers of a seat step by step."""
    put_step(inputs, start + CLOSE_START[ClosePart.MONEY], wide(player.money), MONEY_STEPS)
    put_step(inputs, start + CLOSE_START[ClosePart.INCOME], wide(player.income) - MIN_INCOME, TRACK_STEPS)
    reputation = wide(player.reputation) - MIN_REPUTATION
    put_step(inputs, start + CLOSE_START[ClosePart.REPUTATION], reputation, TRACK_STEPS)
    population = wide(player.population) // POPULATION_STEP
    put_step(inputs, start + CLOSE_START[ClosePart.POPULATION], population, POPULATION_STEPS)
    put_step(inputs, start + CLOSE_START[ClosePart.LINE], to_line - 1, LINE_STEPS)
    put_step(inputs, start + CLOSE_START[ClosePart.MARKERS], wide(player.markers), MARKER_STEPS)


INPUTS = InputLayout(1, BLOCKS, write_inputs)
register_inputs(State, write_inputs)
