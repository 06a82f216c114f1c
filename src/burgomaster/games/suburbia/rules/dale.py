"""Dale, the robot of the second solo game: what he takes and where he lays it (rules.md 9)."""

from __future__ import annotations

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import inline, jit
from burgomaster.core.log import Log, emit
from burgomaster.core.rng import draw_below
from burgomaster.games.suburbia.rules.borough import lay_tile, near_tiles, put_tile, take_tile_back
from burgomaster.games.suburbia.rules.cards import NO_TILE, SURCHARGES, TILES
from burgomaster.games.suburbia.rules.effects import resolve_laid, resolve_own
from burgomaster.games.suburbia.rules.events import Event
from burgomaster.games.suburbia.rules.hexes import distance_to_start, x_of, y_of
from burgomaster.games.suburbia.rules.options import read_board
from burgomaster.games.suburbia.rules.state import CELL_WORDS, DALE_SEAT, N_SLOTS, DaleTie, State

DALE_PRICE: int = read_board()["modes"]["dale"]["dale_price"]
SUM_WEIGHT = 64  # the sum of both tracks decides before the reputation alone


@jit
def begin_dale(state: State, log: Log) -> int:
    """Dale chooses his tile and pays; the cell he would lay it in (9, points 1 to 3)."""
    player = state.players[DALE_SEAT]
    state.dale_slot = dearest_slot(state)
    paid = min(DALE_PRICE, wide(player.money))
    player.money = wide(player.money) - paid
    emit(log, Event.DALE_PAYS, DALE_SEAT, paid, 0, 0, 0)
    # the cells that bring Dale most, as bits of their places
    best = -(1 << 30)
    for place in range(player.n_cells):
        worth = cell_worth(state, wide(player.cells[place]), log)
        if worth > best:
            best = worth
            forget_cells(state)
        if worth == best:
            state.dale_cells[place >> 6] |= 1 << (place & 63)
    return choose_cell(state)


@jit
def dearest_slot(state: State) -> int:
    """Return the slot whose tile costs most with its surcharge, the leftmost of equal ones."""
    best, most = -1, -1
    for slot in range(N_SLOTS):
        tile = state.market[slot]
        if tile < NO_TILE and wide(TILES[tile].cost) + SURCHARGES[slot] > most:
            best, most = slot, wide(TILES[tile].cost) + SURCHARGES[slot]
    return best


@jit
def cell_worth(state: State, cell: int, log: Log) -> int:
    """Tell what laying the tile in a cell would do to Dale's income and reputation.

    The sum before all (R26).
    """
    player = state.players[DALE_SEAT]
    tile = wide(state.market[state.dale_slot])
    money, population = wide(player.money), wide(player.population)
    income, reputation = wide(player.income), wide(player.reputation)
    lines_up, lines_down, room = wide(player.lines_up), wide(player.lines_down), wide(log.room)
    log.room = 0  # nothing of this happens
    place = put_tile(state, DALE_SEAT, tile, tile, cell)
    resolve_own(state, DALE_SEAT, place, near_tiles(player, cell), log)
    take_tile_back(state, DALE_SEAT)
    log.room = room
    by_income, by_reputation = wide(player.income) - income, wide(player.reputation) - reputation
    player.money = money
    player.population = population
    player.income = income
    player.reputation = reputation
    player.lines_up = lines_up
    player.lines_down = lines_down
    return (by_income + by_reputation) * SUM_WEIGHT + by_reputation


@jit
def forget_cells(state: State) -> None:
    """Note no cells of Dale."""
    for word in range(CELL_WORDS):
        state.dale_cells[word] = 0


@inline
def is_best_cell(state: State, place: int) -> bool:
    """Tell whether a cell is one of Dale's best."""
    return ((wide(state.dale_cells[place >> 6]) >> (place & 63)) & 1) == 1


@jit
def choose_cell(state: State) -> int:
    """Choose one of the best cells: by the fixed order, or by lot (R27)."""
    player = state.players[DALE_SEAT]
    chosen, least, n_best = 0, 1 << 30, 0
    for place in range(player.n_cells):
        if is_best_cell(state, place):
            cell = wide(player.cells[place])
            n_best += 1
            if state.rules.dale_tie == DaleTie.RANDOM:
                if draw_below(state.rng, n_best) == 0:
                    chosen = cell
            elif fixed_order(cell) < least:
                chosen, least = cell, fixed_order(cell)
    return chosen


@jit
def fixed_order(cell: int) -> int:
    """Nearest to the start first, then the smallest y, then the smallest x."""
    return (distance_to_start(cell) * 256 + y_of(cell) + 128) * 256 + x_of(cell) + 128


@jit
def place_for_dale(state: State, cell: int, log: Log) -> None:
    """Dale lays his tile; everybody's tiles react as usual (9, point 4)."""
    slot = wide(state.dale_slot)
    tile = wide(state.market[slot])
    state.market[slot] = NO_TILE
    state.dale_slot = 0
    forget_cells(state)
    emit(log, Event.DALE_PLACES, DALE_SEAT, tile, 0, cell, slot)
    resolve_laid(state, DALE_SEAT, lay_tile(state, DALE_SEAT, tile, tile, cell), log)
