"""The state of a game: one record, the same for every mode and number of players."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated

from burgomaster.compiler.struct import I8, I16, I64, U8, U16, U32, Ints, Records, record
from burgomaster.core.rng import WORDS
from burgomaster.games.suburbia.rules.cards import N_BASICS, N_GOALS, N_KINDS, N_TILES, TILE_ROWS
from burgomaster.games.suburbia.rules.hexes import REACH

MAX_PLAYERS = 4
N_START_TILES = 3
MAX_TURNS = 18  # of one player, in any mode (3.1)
MAX_BOROUGH = N_START_TILES + MAX_TURNS + 1
MAX_CELLS = 4 * MAX_BOROUGH + 2  # a borough of n tiles has at most 4n + 2 cells around it
CELL_WORDS = (MAX_CELLS + 63) // 64
N_SLOTS = 7
N_STACKS = 3
N_STACKED = sum(int(row["copies"]) for row in TILE_ROWS if row["stack"] != "basic") + 1  # with the end tile
COUNT_BYTES = (N_TILES + 1) // 2  # two counts to a byte: compiler/bits.py
N_COLUMNS = 2 * REACH + 1
LINE_WORDS = 4  # of 64 bits: red lines up to options.MAX_LINE
NO_SEAT = -1
HUMAN_SEAT, DALE_SEAT = 0, 1  # of the game against Dale


class Decision(IntEnum):
    """What the seat to move is asked (rules.md 4.1)."""

    GOAL_CHOICE = 0
    MAIN = 1
    DISCARD = 2
    REMOVE = 3
    DALE = 4
    OVER = 5


class DaleTie(IntEnum):
    """Who chooses among Dale's best cells (R27)."""

    FIXED = 0
    RANDOM = 1
    HUMAN = 2


@record
class Rules:
    """The options of the game, fixed at set-up (rules.md 3.1, 16)."""

    lines: Annotated[Ints, I64, LINE_WORDS]  # a bit for each population number that a red line stands before
    blocked: Annotated[Ints, U32, N_COLUMNS]  # for each column the bits of its blocked cells, by rows upward
    last_line: I16
    line_step: I16
    n_boroughs: I8
    n_players: I8  # who decide
    is_lone: I8
    is_dale: I8
    line_cost: I8
    line_return: I8
    redline_tiles_mirror: I8
    redline_marker_retroactive: I8
    lake_marker_doubles_waterfront: I8
    lone_end_immediate: I8
    dale_tie: I8
    dale_tie_breaks: I8
    has_private_goals: I8
    n_public_goals: I8
    fixed_first_player: I8  # NO_SEAT: drawn
    n_mixed: I8  # C tiles mixed with the end tile
    n_bottom: I8  # C tiles below them
    first_slot: I8  # of the market
    end_slot: I8


@record
class Laid:
    """A tile lying in a borough."""

    cell: U16
    tile: U8
    face: U8  # what a lake was before it was turned over; else the tile itself
    seq: U8
    lines_before: U8  # red lines its owner had crossed upward before


@record
class Player:
    """One seat: tracks and borough, with what follows kept up to date. Sets of own tiles are bits."""

    lakes: U32
    marked: U32
    own_watchers: U32  # tiles that may react when the owner lays one anywhere
    far_watchers: U32  # when somebody else does
    line_watchers: U32  # when the owner crosses a red line
    money: I16
    population: I16
    income: I8
    reputation: I8
    lines_up: U8  # red lines crossed so far
    lines_down: U8
    markers: I8  # left
    n_tiles: I8
    n_cells: I8
    has_kept: I8  # 1: goals[0] is kept, goals[1] was given back
    goals: Annotated[Ints, U8, 2]
    kinds: Annotated[Ints, U8, N_KINDS]  # own tiles of each kind
    tiles: Annotated[Records[Laid], Laid, MAX_BOROUGH]  # in the order laid
    cells: Annotated[Ints, U16, MAX_CELLS]  # where a tile may be laid


@record
class State:
    """A position."""

    rng: Annotated[Ints, U32, WORDS]  # for Dale's ties, if they are drawn; else wiped
    deal_rng: Annotated[Ints, U32, WORDS]  # used up in the deal and wiped
    rules: Annotated[Rules, Rules]
    players: Annotated[Records[Player], Player, MAX_PLAYERS]
    stacked: Annotated[Ints, U8, N_STACKED]  # for each letter its stack from the top, then its box
    stack_next: Annotated[Ints, U8, N_STACKS]  # place of the top tile
    stack_end: Annotated[Ints, U8, N_STACKS]  # place behind the last tile of the stack
    box_end: Annotated[Ints, U8, N_STACKS]  # place behind the last tile of its box
    market: Annotated[Ints, U8, N_SLOTS]
    basics: Annotated[Ints, I8, N_BASICS]  # on offer
    gone: Annotated[Ints, U8, COUNT_BYTES]  # tiles discarded or removed, counts by tile
    public_goals: Annotated[Ints, U8, MAX_PLAYERS]
    goal_winners: Annotated[Ints, I8, 2 * MAX_PLAYERS]  # public goals, then private ones by seat, when over
    goal_order: Annotated[Ints, U8, N_GOALS]  # used in the deal and wiped
    dale_cells: Annotated[Ints, I64, CELL_WORDS]  # bits of Dale's best cells while he places a tile
    dale_slot: I8  # and from where he takes it
    round_no: I8
    turn_no: I8  # turns that are finished, of all together
    n_laid: U8
    first_player: I8
    to_move: I8
    decision: I8
    end_shown: I8
    final_round: I8
