"""The free cells of a borough as inputs of a net: what lies beside them, and what a tile there would set off.

The tiles beside a cell are counted on a small map in the room behind the inputs. `places` of that room say
for a cell where it stands in the list of free cells or of tiles, and behind that what lies beside each of
these; `numbers` say the rest.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.inputs import MAX_INPUTS, ROOM, Inputs, put, put_flag
from burgomaster.games.suburbia.bot.input_blocks import (
    FIRST_REACTION,
    MOST_STEPS,
    N_BUILT_TYPES,
    N_NEAR,
    N_OFFERS,
    N_TYPES,
    START,
    TYPE_NAMES,
    CellPart,
    Part,
)
from burgomaster.games.suburbia.rules.cards import CLAUSES, KINDS, N_KINDS, N_TILES, TILES, Scope, Stat, Type
from burgomaster.games.suburbia.rules.hexes import N_SIDES, SIDES, X_SHIFT
from burgomaster.games.suburbia.rules.state import MAX_BOROUGH, MAX_CELLS, Player

CELL = 1 / 10  # what an input is for each cell
COLUMN_BITS, ROW_BITS = 4, 5  # of the map
TYPE_BITS = 3  # of the tiles of a type beside a cell, packed together on the map
TYPE_MASK = (1 << TYPE_BITS) - 1
LOWEST = sum(1 << TYPE_BITS * kind for kind in range(N_TYPES))  # bits of those counts
EVEN_TYPES = sum(TYPE_MASK << TYPE_BITS * kind for kind in range(0, N_TYPES, 2))
BYTE = 8
ONES = sum(1 << BYTE * kind for kind in range(N_TYPES))
SPREAD = sum(1 << (BYTE - TYPE_BITS) * kind for kind in range(N_TYPES))  # a factor: bits get a byte each
REACTION_BITS = 6  # of what own tiles give for a new one of each type, packed together and above 0
REACTION_MASK = (1 << REACTION_BITS) - 1
NO_REACTION = 1 << (REACTION_BITS - 1)
NO_REACTIONS = sum(NO_REACTION << REACTION_BITS * kind for kind in range(N_BUILT_TYPES))
REACTION = 1 / 4  # what an input is for each
WORTH = {Stat.INCOME: 2, Stat.REPUTATION: 2, Stat.POPULATION: 1, Stat.MONEY: 0.5}  # of a clause's delta
N_TOUCH = 4  # cells are told apart by how many tiles they touch, up to so many

MAP = MAX_INPUTS  # where in the room the map begins
NEAR = MAP + (1 << COLUMN_BITS + ROW_BITS)  # and where the tiles beside free cells and tiles are counted
# Where the numbers of free cells, of types, of offers, of kinds and of own tiles begin
REACTION_AT = MAX_INPUTS
GIFT = REACTION_AT + MAX_CELLS
NEAR_TYPES = GIFT + N_BUILT_TYPES * MAX_CELLS
TYPE_GIFT = NEAR_TYPES + N_BUILT_TYPES * MAX_CELLS
OFFER_WORTH = TYPE_GIFT + N_BUILT_TYPES
OFFER_CELL = OFFER_WORTH + N_OFFERS
OFFER_PRICE = OFFER_CELL + N_OFFERS  # from here on what does not depend on cells
OFFER_GAIN = OFFER_PRICE + N_OFFERS
OFFER_GIFT = OFFER_GAIN + N_OFFERS
KIND_GIFT = OFFER_GIFT + N_BUILT_TYPES * N_OFFERS
MARKER_GAIN = KIND_GIFT + N_KINDS
TILE_GIFT = MARKER_GAIN + MAX_BOROUGH
assert NEAR + MAX_CELLS + MAX_BOROUGH <= MAX_INPUTS + ROOM
assert TILE_GIFT + N_BUILT_TYPES * MAX_BOROUGH <= MAX_INPUTS + ROOM
NOWHERE = -1

Rates: TypeAlias = tuple[float, float, float, float]  # residents for a step of each stat, in their order

TILE_TYPES = np.array([TYPE_NAMES.index(KINDS[TILES[tile].kind][0]) for tile in range(N_TILES + 1)], np.int64)
WEIGHTS = np.array([1 << TYPE_BITS * int(kind) for kind in TILE_TYPES], np.int64)


def near_deltas(tile: int, kind: Type) -> list[int]:
    """Add up what a tile gives for a neighbour of some type, by stat."""
    row = TILES[tile]
    clauses = [CLAUSES[row.first_clause + number] for number in range(row.n_clauses)]
    kinds = sum(1 << number for number, names in enumerate(KINDS) if names == (kind.name.lower(), ""))
    fitting = [clause for clause in clauses if clause.scope == Scope.ADJ and clause.kinds & kinds]
    return [sum(int(clause.delta) for clause in fitting if clause.stat == stat) for stat in Stat]


DELTAS = np.array(
    [[near_deltas(tile, Type(kind)) for kind in range(N_BUILT_TYPES)] for tile in range(N_TILES + 1)],
    np.float32,
)
PLAIN_KINDS = tuple(KINDS.index((name, "")) for name in TYPE_NAMES[:N_BUILT_TYPES])
HAS_DELTAS = np.array([bool(DELTAS[tile].any()) for tile in range(N_TILES + 1)])
REACTIONS = np.array(
    [
        sum(
            int(DELTAS[tile, kind] @ list(WORTH.values())) << REACTION_BITS * kind
            for kind in range(N_BUILT_TYPES)
        )
        for tile in range(N_TILES + 1)
    ],
    np.float32,
)


@jit
def write_cells(player: Player, inputs: Inputs) -> None:
    """Write what the free cells of a borough touch; behind `draw_map`."""
    near_1, near_2, near_3, near_4, touching, calm = count_near(player, inputs)
    reactions, welcome = count_reactions(player, inputs)
    write_touching(wide(player.n_cells), touching, calm, inputs)
    for kind in range(N_TYPES):
        write_near(kind, near_1, near_2, near_3, near_4, inputs)
    for kind in range(N_BUILT_TYPES):
        best = (reactions >> (REACTION_BITS * kind) & REACTION_MASK) - NO_REACTION
        put(inputs, FIRST_REACTION + kind, REACTION * best)
        put(inputs, FIRST_REACTION + N_BUILT_TYPES + kind, CELL * (welcome >> (BYTE * kind) & 255))


# The map


@inline
def map_place(cell: int) -> int:
    """Return the place of a cell on the map, on which boroughs that reach very far overlap themselves."""
    column = cell >> X_SHIFT & ((1 << COLUMN_BITS) - 1)
    return MAP + (column << ROW_BITS | (cell >> 1 & ((1 << ROW_BITS) - 1)))


@inline
def find_cell(player: Player, cell: int, inputs: Inputs) -> int:
    """Find the number of a free cell, or MAX_CELLS + that of the tile on it; NOWHERE for any other."""
    number = wide(inputs.places[map_place(cell)])
    if number < player.n_cells:
        return number if player.cells[number] == cell else NOWHERE
    tile = number - MAX_CELLS
    is_tile = 0 <= tile < player.n_tiles and player.tiles[tile].cell == cell
    return number if is_tile else NOWHERE


@jit
def draw_map(player: Player, inputs: Inputs) -> None:
    """Count for each cell the tiles of each type beside it, and add up what they give for a new one.

    Behind `weigh_own_gifts`.
    """
    for index in range(player.n_tiles):
        inputs.places[map_place(wide(player.tiles[index].cell))] = MAX_CELLS + index
        inputs.places[NEAR + MAX_CELLS + index] = 0
    for index in range(player.n_cells):
        inputs.places[map_place(wide(player.cells[index]))] = index
        inputs.places[NEAR + index] = 0
        inputs.numbers[REACTION_AT + index] = NO_REACTIONS
        for kind in range(N_BUILT_TYPES):
            inputs.numbers[GIFT + N_BUILT_TYPES * index + kind] = 0.0
    for index in range(player.n_tiles):
        draw_tile(player, index, inputs)
    for index in range(player.n_cells):
        near = wide(inputs.places[NEAR + index])
        for kind in range(N_BUILT_TYPES):
            inputs.numbers[NEAR_TYPES + N_BUILT_TYPES * index + kind] = near >> TYPE_BITS * kind & TYPE_MASK


@inline
def draw_tile(player: Player, index: int, inputs: Inputs) -> None:
    """Add a tile to the numbers of the cells around it."""
    cell, tile = wide(player.tiles[index].cell), wide(player.tiles[index].tile)
    times, gifts = np.float32(1 + ((wide(player.marked) >> index) & 1)), TILE_GIFT + N_BUILT_TYPES * index
    for side in range(N_SIDES):
        number = find_cell(player, cell + SIDES[side], inputs)
        if number != NOWHERE:
            inputs.places[NEAR + number] = wide(inputs.places[NEAR + number]) + WEIGHTS[tile]
        if 0 <= number < MAX_CELLS and HAS_DELTAS[tile]:
            inputs.numbers[REACTION_AT + number] += times * REACTIONS[tile]
            start = GIFT + N_BUILT_TYPES * number
            for kind in range(N_BUILT_TYPES):
                inputs.numbers[start + kind] += times * inputs.numbers[gifts + kind]


@jit
def weigh_own_gifts(player: Player, rates: Rates, inputs: Inputs) -> None:
    """Weigh what each tile of a borough gives for neighbours."""
    for index in range(player.n_tiles):
        weigh_gifts(wide(player.tiles[index].tile), rates, TILE_GIFT + N_BUILT_TYPES * index, inputs)


@inline
def weigh_gifts(tile: int, rates: Rates, start: int, inputs: Inputs) -> None:
    """Weigh what a tile gives for a neighbour of each type, and note that from a place on."""
    for kind in range(N_BUILT_TYPES):
        gift = 0.0
        if HAS_DELTAS[tile]:
            gift = rates[0] * DELTAS[tile, kind, 0] + rates[1] * DELTAS[tile, kind, 1]
            gift += rates[2] * DELTAS[tile, kind, 2] + rates[3] * DELTAS[tile, kind, 3]
        inputs.numbers[start + kind] = gift


@inline
def near_gift(near: int, gifts: int, inputs: Inputs) -> float:
    """Weigh what a tile whose gifts are noted gives for the tiles around a cell."""
    total = 0.0
    for kind in range(N_BUILT_TYPES):
        total += (near >> TYPE_BITS * kind & TYPE_MASK) * inputs.numbers[gifts + kind]
    return total


# Counting cells


@inline
def spread(flags: int) -> int:
    """Give each of the lowest bits of counts that are packed together a byte."""
    return flags * SPREAD & ONES


@inline
def count_touching(near: int) -> int:
    """Count the tiles beside a cell, of all types that are packed together."""
    pairs = (near & EVEN_TYPES) + (near >> TYPE_BITS & EVEN_TYPES)
    return (pairs + (pairs >> 2 * TYPE_BITS) + (pairs >> 4 * TYPE_BITS)) & TYPE_MASK


@inline
def count_near(player: Player, inputs: Inputs) -> tuple[int, int, int, int, int, int]:
    """Count the cells that touch at least 1, 2, 3, 4 tiles of a type, a byte for each type.

    Behind them: cells by the number of tiles that they touch, and calm ones, a byte for each kind of those.
    """
    near_1, near_2, near_3, near_4, touching, calm = 0, 0, 0, 0, 0, 0
    for index in range(player.n_cells):
        near = wide(inputs.places[NEAR + index])
        ones, twos, fours = near & LOWEST, near >> 1 & LOWEST, near >> 2 & LOWEST
        some = ones | twos | fours
        near_1 += spread(some)
        near_2 += spread(twos | fours)
        near_3 += spread(fours | (twos & ones))
        near_4 += spread(fours)
        touching += 1 << (BYTE * min(count_touching(near), N_TOUCH))
        residential = some >> (TYPE_BITS * Type.RESIDENTIAL) & 1
        civic = residential | (some >> (TYPE_BITS * Type.CIVIC) & 1)
        commercial = civic | (some >> (TYPE_BITS * Type.COMMERCIAL) & 1)
        calm += (1 - residential) + ((1 - civic) << BYTE) + ((1 - commercial) << 2 * BYTE)
    return near_1, near_2, near_3, near_4, touching, calm


@inline
def count_reactions(player: Player, inputs: Inputs) -> tuple[int, int]:
    """Find for each type the best that own tiles give for a new one, and count where they give any."""
    best, welcome, calm = 0, 0, 0
    for index in range(player.n_cells):
        packed = int(inputs.numbers[REACTION_AT + index])
        if packed == NO_REACTIONS:
            calm = NO_REACTIONS
            continue
        best = best_of_each(best, packed)
        for kind in range(N_BUILT_TYPES):
            reaction = packed >> (REACTION_BITS * kind) & REACTION_MASK
            welcome += wide(reaction > NO_REACTION) << (BYTE * kind)
    return best_of_each(best, calm), welcome


@inline
def best_of_each(packed: int, other: int) -> int:
    """Return the better reaction to each type, of two packed ones."""
    best = 0
    for kind in range(N_BUILT_TYPES):
        field = REACTION_MASK << (REACTION_BITS * kind)
        best |= max(packed & field, other & field)
    return best


@inline
def write_touching(n_cells: int, touching: int, calm: int, inputs: Inputs) -> None:
    """Write how many cells there are, by the number of tiles that they touch, and calm ones."""
    start = START[Part.CELLS]
    put(inputs, start + CellPart.ALL, CELL * n_cells)
    for kind in range(3):
        put(inputs, start + CellPart.NO_RESIDENTIAL + kind, CELL * (calm >> (BYTE * kind) & 255))
    for n_tiles in range(1, N_TOUCH + 1):
        put(inputs, start + CellPart.TOUCH_1 + n_tiles - 1, CELL * (touching >> (BYTE * n_tiles) & 255))


@inline
def write_near(kind: int, near_1: int, near_2: int, near_3: int, near_4: int, inputs: Inputs) -> None:
    """Write for one type the cells that touch 1, 2, 3 of its tiles, and the most that one touches."""
    start, shift = START[Part.NEAR] + kind * N_NEAR, BYTE * kind
    n_1, n_2, n_3 = near_1 >> shift & 255, near_2 >> shift & 255, near_3 >> shift & 255
    put(inputs, start, CELL * n_1)
    put(inputs, start + 1, 2.0 * CELL * n_2)
    put(inputs, start + 2, 4.0 * CELL * n_3)
    most = wide(n_1 > 0) + wide(n_2 > 0) + wide(n_3 > 0) + wide((near_4 >> shift & 255) > 0)
    put_flag(inputs, START[Part.MOST_NEAR] + kind * MOST_STEPS + most)
