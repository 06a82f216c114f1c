"""The inputs of a net that judges positions of Suburbia: their blocks, names and places."""

from __future__ import annotations

from enum import IntEnum

from burgomaster.core.inputs import InputBlock, numbered, starts_of, things_of
from burgomaster.games.suburbia.rules.cards import BASICS, GOAL_IDS, IDS, KINDS, LAKE, N_BASICS, N_TILES, Type
from burgomaster.games.suburbia.rules.effects import MIN_INCOME, MIN_REPUTATION
from burgomaster.games.suburbia.rules.options import LETTERS
from burgomaster.games.suburbia.rules.state import MAX_PLAYERS, N_SLOTS, Decision

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
FAR = 2  # tiles, steps of a track, dollars
N_NEAR = 3  # cells are counted that touch at least 1, 2 ... so many tiles of a type
MOST_STEPS = 5  # and the highest number of such tiles that one cell touches, from 0
# What an input is for each dollar, resident, step of income, tile, turn.
DOLLAR, RESIDENT, STEP, TILE, TURN = 1 / 10, 1 / 50, 1 / 5, 1 / 5, 1 / 10
MAX_LEAD = 6
N_OFFERS = N_SLOTS + N_BASICS + 1
MAX_MONEY = 60  # more is not told apart
CLOSE_SEATS = 2  # the viewer and the next seat: of these some numbers are told step by step
BEST_STEP, BEST_STEPS = 4, 12  # what the best tile on offer brings, told step by step: residents of a step


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


class OfferPart(IntEnum):
    """Where what is said of the tiles on offer begins: the market slot by slot, basic tiles, a lake."""

    WORTH = 0  # to the viewer
    CELL = N_OFFERS  # of that what the best cell brings
    BEST = 2 * N_OFFERS  # that can be paid
    SECOND = 2 * N_OFFERS + 1
    SOON = 2 * N_OFFERS + 2  # that can be paid with a few dollars more
    MARKER = 2 * N_OFFERS + 3
    STEPS = 2 * N_OFFERS + 4
    NEXT_WORTH = 2 * N_OFFERS + 4 + BEST_STEPS  # to the next seat, without its cells
    NEXT_BEST = 3 * N_OFFERS + 4 + BEST_STEPS
    NEXT_SECOND = 3 * N_OFFERS + 5 + BEST_STEPS
    PAIR = 3 * N_OFFERS + 6 + BEST_STEPS  # the best two that can be paid in two turns
    TYPES = 3 * N_OFFERS + 7 + BEST_STEPS  # what own tiles give the viewer for a new one of each type


class SeatPart(IntEnum):
    """The blocks of one seat, in their order."""

    COUNTS = 0
    KINDS = 1
    TILES = 2
    MARKED = 3


OFFERS = [*map(str, range(N_SLOTS)), *(IDS[tile] for tile in BASICS), IDS[LAKE]]
SEATS = [f"seat{seat}" for seat in range(MAX_PLAYERS)]
TILE_NAMES = list(IDS[:N_TILES])
TYPE_NAMES = [type_.name.lower() for type_ in Type]
N_TYPES = len(TYPE_NAMES)
N_BUILT_TYPES = N_TYPES - 1  # without lakes
SEAT_COUNTS = (
    *("money", "population", "income", "reputation", "lines", "to_line", "markers", "tiles", "forecast"),
    *("turns_left", "money_forecast"),
)
GOAL_LEAD_NAMES = [f"{seat}.{goal}" for seat in SEATS for goal in GOAL_IDS]
GOAL_STEP_NAMES = [
    f"{goal}.{step}" for goal in GOAL_IDS for step in ("far_behind", "behind", "tied", "ahead", "far_ahead")
]


def shared_blocks() -> list[InputBlock]:
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
        InputBlock("goal", GOAL_IDS),
        InputBlock("goal_lead", GOAL_LEAD_NAMES),
        InputBlock("goal_step", GOAL_STEP_NAMES),
        InputBlock("private", GOAL_IDS),
        InputBlock("private_lead", GOAL_IDS),
        InputBlock("private_step", GOAL_STEP_NAMES),
        InputBlock("cells", [part.name.lower() for part in CellPart]),
        InputBlock("near", [f"{name}.{n + 1}" for name in TYPE_NAMES for n in range(N_NEAR)]),
        InputBlock("most_near", [f"{name}.{n}" for name in TYPE_NAMES for n in range(MOST_STEPS)]),
        InputBlock("close", things_of(SEATS[:CLOSE_SEATS], close_blocks())),
    ]


def close_blocks() -> list[InputBlock]:
    return [
        InputBlock("money", numbered(MONEY_STEPS)),
        InputBlock("income", numbered(TRACK_STEPS, MIN_INCOME)),
        InputBlock("reputation", numbered(TRACK_STEPS, MIN_REPUTATION)),
        InputBlock("population", numbered(POPULATION_STEPS)),
        InputBlock("line", numbered(LINE_STEPS)),
        InputBlock("markers", numbered(MARKER_STEPS)),
    ]


def seat_blocks(seat: str) -> list[InputBlock]:
    return [
        InputBlock(seat, SEAT_COUNTS),
        InputBlock(f"{seat}.kind", ["_".join(filter(None, kind)) for kind in KINDS]),
        InputBlock(f"{seat}.tile", TILE_NAMES),
        InputBlock(f"{seat}.marked", [*TILE_NAMES, IDS[LAKE]]),
    ]


BLOCKS = [
    *shared_blocks(),
    *(block for seat in SEATS for block in seat_blocks(seat)),
    InputBlock("reaction", TYPE_NAMES[:N_BUILT_TYPES]),  # from here on what was thought of later
    InputBlock("reaction_cells", TYPE_NAMES[:N_BUILT_TYPES]),
    InputBlock("offer", OFFERS),
    InputBlock("offer_cell", OFFERS),
    InputBlock("offer_best", ("first", "second", "soon", "marker")),
    InputBlock("offer_best_step", numbered(BEST_STEPS)),
    InputBlock("next_offer", OFFERS),
    InputBlock("next_offer_best", ("first", "second")),
    InputBlock("offer_pair", ("worth",)),
    InputBlock("type_gift", TYPE_NAMES[:N_BUILT_TYPES]),
]
START = starts_of(BLOCKS)
CLOSE_START = starts_of(close_blocks())
CLOSE_SIZE = int(CLOSE_START[-1])
FIRST_CLOSE = int(START[Part.CLOSE])
FIRST_SEAT = int(START[Part.SEATS])
SEAT_START = START[Part.SEATS : Part.SEATS + len(SeatPart)] - START[Part.SEATS]
SEAT_SIZE = int(START[Part.SEATS + len(SeatPart)] - START[Part.SEATS])
FIRST_REACTION = FIRST_SEAT + SEAT_SIZE * MAX_PLAYERS
FIRST_OFFER = FIRST_REACTION + 2 * N_BUILT_TYPES
