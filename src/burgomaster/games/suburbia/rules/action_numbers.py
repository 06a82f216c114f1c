"""A number for every move, the same for all options.

Verbs without a cell stand first, with room to grow. The others have one run of CELL_ROOM numbers for each
thing that can be laid: cells are counted by their distance from the start tiles, so that a longer game would
only append.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline
from burgomaster.core.encoding import Options
from burgomaster.games.suburbia.rules.actions import Verb, cell_of, pack, value_of, verb_of
from burgomaster.games.suburbia.rules.borough import START_TILES
from burgomaster.games.suburbia.rules.cards import GOAL_ROWS, N_BASICS, N_GOALS
from burgomaster.games.suburbia.rules.hexes import SIDES, X_ORIGIN, X_SHIFT
from burgomaster.games.suburbia.rules.options import DALE, LONE
from burgomaster.games.suburbia.rules.state import MAX_TURNS, N_SLOTS, State

SLOT_ROOM = 8
GOAL_ROOM = 32
CELL_ROOM = 2048
FIRST_DISCARD = 0
FIRST_REMOVE = SLOT_ROOM
FIRST_KEEP = 2 * SLOT_ROOM
FIRST_CELL = FIRST_KEEP + GOAL_ROOM

# What is laid into a cell: markers, Dale's tile, basic tiles, market tiles, lakes.
INVEST_GROUP, DALE_GROUP, BASIC_GROUP = 0, 1, 2
PLACE_GROUP = BASIC_GROUP + 4
LAKE_GROUP = PLACE_GROUP + SLOT_ROOM
N_GROUPS = LAKE_GROUP + SLOT_ROOM
N_NUMBERS = FIRST_CELL + N_GROUPS * CELL_ROOM
GROUP_OF = np.zeros(len(Verb), np.int64)
GROUP_OF[[Verb.INVEST, Verb.DALE, Verb.BASIC, Verb.PLACE, Verb.LAKE]] = (
    INVEST_GROUP,
    DALE_GROUP,
    BASIC_GROUP,
    PLACE_GROUP,
    LAKE_GROUP,
)


def _cells() -> list[int]:
    """List the start tiles, then every cell that a borough can grow into, the nearest first."""
    found = [cell for _, cell in START_TILES]
    ring = list(found)
    for _ in range(MAX_TURNS + 1):
        near = {cell + side for cell in ring for side in SIDES} - set(found)
        ring = sorted(near)
        found += ring
    return found


CELLS = _cells()
assert len(CELLS) <= CELL_ROOM
CELL_INDEX = np.full(2 * X_ORIGIN << X_SHIFT, -1, np.int16)
CELL_INDEX[CELLS] = np.arange(len(CELLS))


@inline
def number_of(_state: State, move: int) -> int:
    """Return the number of a move."""
    verb, value = verb_of(move), value_of(move)
    if verb == Verb.DISCARD:
        return FIRST_DISCARD + value
    if verb == Verb.REMOVE:
        return FIRST_REMOVE + value
    if verb == Verb.KEEP:
        return FIRST_KEEP + value
    return FIRST_CELL + (wide(GROUP_OF[verb]) + value) * CELL_ROOM + wide(CELL_INDEX[cell_of(move)])


# What some options make possible


def possible_moves(options: Options) -> Iterator[int]:
    laid = [Verb.PLACE, Verb.LAKE, *([Verb.DALE] if options["dale_tie"] == "human" else [])]
    runs = {Verb.PLACE: N_SLOTS, Verb.LAKE: N_SLOTS, Verb.BASIC: N_BASICS}
    free = CELLS[len(START_TILES) :]
    for verb in (*laid, Verb.BASIC):
        yield from (int(pack(int(verb), value, cell)) for value in range(runs.get(verb, 1)) for cell in free)
    yield from (int(pack(int(Verb.INVEST), 0, cell)) for cell in CELLS)
    slots = (Verb.DISCARD, *([Verb.REMOVE] if options["solo"] == LONE else []))
    yield from (int(pack(int(verb), slot, 0)) for verb in slots for slot in range(N_SLOTS))
    if options["solo"] != LONE:
        yield from (int(pack(int(Verb.KEEP), goal, 0)) for goal in range(N_GOALS) if _is_dealt(goal, options))


def _is_dealt(goal: int, options: Options) -> bool:
    """Tell whether a goal can be dealt in a game."""
    return options["solo"] != DALE or GOAL_ROWS[goal]["excluded_with_dale"] != "true"
