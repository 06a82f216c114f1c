"""What the tests of Suburbia share: positions laid out by hand, real moves, random games.

A position is written as it would lie on a table; tiles are ids of tiles.csv, cells are pairs:

    position(money=[20], tiles=[(0, "casino", (1, 5))], market={6: "mint"}, marked=[(0, (1, 5))])

Sequences go by seat. What is not named is as it is at the start of a game; of the market, if any slot is
named, the others are empty. Laid tiles have no effect: what they did is in the values already.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

import burgomaster as bm
from burgomaster.core import python_api
from burgomaster.core.log import Event, new_logs, take_events
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Game, Table
from burgomaster.games.suburbia.rules.actions import Verb, pack
from burgomaster.games.suburbia.rules.apply import DRAWN_BY_LONE, apply, pay, pay_and_lay
from burgomaster.games.suburbia.rules.borough import find_tile, lay_tile, near_tiles
from burgomaster.games.suburbia.rules.cards import (
    BASICS,
    CLAUSES,
    GOAL_OF,
    IDS,
    LAKE,
    NO_GOAL,
    NO_TILE,
    SURCHARGES,
    TILE_OF,
    TILES,
    Stack,
    Stat,
)
from burgomaster.games.suburbia.rules.dale import begin_dale, dearest_slot, place_for_dale
from burgomaster.games.suburbia.rules.effects import count_lines, count_now
from burgomaster.games.suburbia.rules.hexes import cell_at, x_of, y_of
from burgomaster.games.suburbia.rules.refusals import refuse
from burgomaster.games.suburbia.rules.rounds import refill, remove_from_market, take_income, take_population
from burgomaster.games.suburbia.rules.scoring import finish_game, goal_winner
from burgomaster.games.suburbia.rules.state import DALE_SEAT, Decision
from tests.profiles import examples

Cell = tuple[int, int]

SEED = 7
FREE_SLOT = 6  # without a surcharge
STATS = ("money", "income", "reputation", "population")
MODES: dict[str, dict[str, Any]] = {
    "2p": {"players": 2},
    "3p": {"players": 3},
    "4p": {"players": 4},
    "lone_architect": {"players": 1, "solo": "lone_architect"},
    "dale": {"players": 1, "solo": "dale"},
}
# Every option of rules.md 16, in sets that a game can have together.
OPTION_SETS: dict[str, dict[str, Any]] = {
    "mirror": {"players": 2, "redline_tiles_mirror": True, "first_player": 1},
    "retroactive": {"players": 3, "redline_marker_retroactive": True, "first_player": 2},
    "waterfront": {"players": 2, "lake_marker_doubles_waterfront": True, "board_side": ["A", "B"]},
    "early lines": {
        "players": 2,
        "red_lines": {"positions": [4, 9, 14], "step": 3},
        "redline_tiles_mirror": True,
        "redline_marker_retroactive": True,
        "lake_marker_doubles_waterfront": True,
    },
    "late lines": {"players": 4, "red_lines": {"positions": [200], "step": 50}, "blocked_cells": []},
    "all above": {"players": 3, "blocked_cells": "all_above", "board_side": "B"},
    "own outline": {"players": 2, "blocked_cells": [[0, -2], [-1, -1], [1, -1], [4, -2]]},
    "lone, return 1": {
        "players": 1,
        "solo": "lone_architect",
        "lone_return_bonus": 1,
        "red_lines": {"positions": [3, 5, 8], "step": 2},
        "redline_tiles_mirror": True,
    },
    "lone, immediate": {"players": 1, "solo": "lone_architect", "lone_end": "immediate", "first_player": 0},
    "dale, human": {"players": 1, "solo": "dale", "dale_tie": "human"},
    "dale, random": {"players": 1, "solo": "dale", "dale_tie": "random"},
    "dale, goal": {"players": 1, "solo": "dale", "dale_private_goal": True, "dale_win": "tie_breaks"},
    "dale, all": {
        "players": 1,
        "solo": "dale",
        "dale_tie": "human",
        "dale_private_goal": True,
        "redline_tiles_mirror": True,
        "red_lines": {"positions": [5, 9], "step": 4},
        "blocked_cells": "all_above",
        "board_side": ["B", "A"],
    },
}
quick = examples(10)
seeds = st.integers(0, 1 << 32)
any_options = st.sampled_from([*MODES.values(), *OPTION_SETS.values()])


def game(players: int = 2, **options: Any) -> Game:
    return bm.game("suburbia", players=players, **options)


def mode_game(mode: str, **options: Any) -> Game:
    return game(**MODES[mode], **options)


# Cells


def number_of(cell: Cell) -> int:
    """The number of a cell, without the compiler: tests are collected with it."""
    return int(getattr(cell_at, "py_func", cell_at)(*cell))


def pair_of(cell: int) -> Cell:
    """A cell as a pair."""
    return int(x_of(int(cell))), int(y_of(int(cell)))


def shown(cell: Cell) -> str:
    """A cell as it stands in a notation."""
    return f"{cell[0]},{cell[1]}"


# Positions


def position(
    players: int = 2,
    *,
    money: Sequence[int] = (),
    income: Sequence[int] = (),
    reputation: Sequence[int] = (),
    population: Sequence[int] = (),
    tiles: Sequence[tuple[int, str, Cell]] = (),
    marked: Sequence[tuple[int, Cell]] = (),
    market: Mapping[int, str] | Sequence[str | None] | None = None,
    basics: Mapping[str, int] | None = None,
    public: Sequence[str] | None = None,
    private: Sequence[str] | None = None,
    to_move: int = 0,
    decision: Decision = Decision.MAIN,
    **options: Any,
) -> Table:
    """A table in this position; seat 0 has begun, nobody has a private goal unless `private` names them."""
    options.setdefault("first_player", 0)
    table = game(players, **options).new(seed=SEED)
    state = table.state
    state.to_move, state.decision = to_move, decision
    for seat in range(table.game.n_seats):
        state.players[seat].has_kept = 1
        state.players[seat].goals[:] = NO_GOAL
    for name, values in zip(STATS, (money, income, reputation, population), strict=True):
        for seat, value in enumerate(values):
            setattr(state.players[seat], name, value)
    count_crossed(table)
    for seat, tile, cell in tiles:
        lay(table, seat, tile, cell)
    for seat, cell in marked:
        mark(table, seat, cell)
    if market is not None:
        set_market(table, market)
    for tile, left in (basics or {}).items():
        state.basics[BASICS.index(TILE_OF[tile])] = left
    if public is not None:
        set_public(table, public)
    for seat, goal in enumerate(private or ()):
        state.players[seat].goals[0] = GOAL_OF[goal]
    return table


def count_crossed(table: Table) -> None:
    """Everybody has crossed the lines below the population he has."""
    for player in table.state.players[: table.game.n_seats]:
        player.lines_up = count_lines(table.state.rules, int(player.population))


def lay(table: Table, seat: int, tile: str, cell: Cell) -> None:
    """Lay a tile without any effect."""
    lay_tile(table.state, seat, TILE_OF[tile], TILE_OF[tile], number_of(cell))


def mark(table: Table, seat: int, cell: Cell) -> None:
    """Put a marker on a tile without any effect."""
    player = table.state.players[seat]
    place = int(find_tile(player, number_of(cell)))
    assert place >= 0, f"no tile at {cell}"
    player.marked = int(player.marked) | 1 << place
    player.markers = int(player.markers) - 1


def set_market(table: Table, market: Mapping[int, str] | Sequence[str | None]) -> None:
    """Fill the named slots only."""
    table.state.market[:] = NO_TILE
    pairs = market.items() if isinstance(market, Mapping) else enumerate(market)
    for slot, tile in pairs:
        if tile is not None:
            table.state.market[slot] = TILE_OF[tile]


def set_public(table: Table, goals: Sequence[str]) -> None:
    """These goals are public; there may be fewer than usual."""
    table.state.rules.n_public_goals = len(goals)
    table.state.public_goals[:] = NO_GOAL
    for place, goal in enumerate(goals):
        table.state.public_goals[place] = GOAL_OF[goal]


# Reading


def values(table: Table, seat: int) -> dict[str, int]:
    """Money, income, reputation and population of a seat."""
    return {stat: int(getattr(table.state.players[seat], stat)) for stat in STATS}


def tracks(table: Table, seat: int) -> tuple[int, int, int, int]:
    """The same as a tuple."""
    money, income, reputation, population = values(table, seat).values()
    return money, income, reputation, population


def borough(table: Table, seat: int) -> list[tuple[str, Cell, bool]]:
    """The tiles of a seat: id, cell, marked."""
    player = table.state.players[seat]
    return [
        (IDS[laid.tile], pair_of(laid.cell), bool(int(player.marked) >> place & 1))
        for place, laid in enumerate(player.tiles[: int(player.n_tiles)])
    ]


def market_of(table: Table) -> list[str | None]:
    return [None if tile == NO_TILE else IDS[tile] for tile in table.state.market]


def notations(table: Table) -> list[str]:
    return [move.notation for move in table.moves()]


def refusal(table: Table, notation: str, language: str = "en") -> str:
    """Why a move is refused; the table must be as it was."""
    before = table.state_bytes()
    with pytest.raises(bm.IllegalMove) as error:
        table.play(notation)
    assert table.state_bytes() == before
    return error.value.text(language)


def last_events(table: Table, kind: int) -> list[Any]:
    return [event for event in table.events(since=len(table.steps) - 1) if event[0] == kind]


# Playing


def play(table: Table, *moves: str) -> Table:
    for move in moves:
        table.play(move)
    return table


def own_rng(seed: int) -> Any:
    """A generator of one's own."""
    rng = new_rng()
    seed_rng(rng, seed, 99)
    return rng


WEIGHTS = {"place": 12, "basic": 3, "invest": 3, "lake": 1}


def pick_move(table: Table, rng: random.Random, style: str = "any") -> str:
    """Some legal move: "any" of all, "kinds" equally often, or "rich": what builds a borough up.

    A rich move is the best by its preview among a few market tiles, basic tiles and markers; a lake is
    made when there is nothing else or now and then.
    """
    moves = notations(table)
    if style == "any":
        return rng.choice(moves)
    verbs = sorted({move.split()[0] for move in moves})
    if style == "kinds":
        verb = rng.choice(verbs)
    else:
        verb = rng.choices(verbs, [WEIGHTS.get(verb, 1) for verb in verbs])[0]
    some = [move for move in moves if move.split()[0] == verb]
    if style == "kinds" or verb not in WEIGHTS:
        return rng.choice(some)
    return max(rng.sample(some, min(4, len(some))), key=lambda move: worth(table, move))


def worth(table: Table, notation: str) -> int:
    """A rough guess at what a move is worth to the seat that makes it."""
    weight = {"income": 3, "reputation": 3, "population": 1, "money": 0}
    seat = table.to_move
    return sum(weight[c["stat"]] * c["change"] for c in table.preview(notation) if c["seat"] == seat)


def random_game(seed: int, style: str = "any", **options: Any) -> Iterator[Table]:
    """Every position of a random game; it is one table that goes on."""
    table, rng = game(**options).new(seed=seed), random.Random(seed)
    yield table
    while not table.over:
        table.play(pick_move(table, rng, style))
        yield table


def random_table(seed: int, n_moves: int, style: str = "any", **options: Any) -> Table:
    """A table after some random moves, or at the end of its game."""
    for table in random_game(seed, style, **options):
        if len(table.steps) >= n_moves:
            break
    return table


def at_turn(seed: int = SEED, **options: Any) -> Table:
    """A fresh game in which everybody has kept the first of his goals."""
    table = game(**options).new(seed=seed)
    while table.phase == "goal_choice":
        table.play(notations(table)[0])
    return table


def invariant_of(table: Table) -> int:
    """0, or the number of an invariant that the position breaks."""
    return int(python_api.broken_rule(table._states, 0))


# Single steps


class Steps:
    """A table of the engine with single steps, whoever's turn it is."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.logs = new_logs()

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def log(self) -> Any:
        return self.logs[0]

    def take_events(self) -> tuple[Event, ...]:
        """What has happened since this was asked last."""
        return take_events(self.logs)

    def copy(self) -> Steps:
        return Steps(self.table.copy())

    # Steps

    def build(self, seat: int, tile: str, cell: Cell) -> None:
        """Lay a tile of any kind, paid for; a market tile comes from the slot without a surcharge."""
        if TILE_OF[tile] in BASICS:
            is_done = self.basic(seat, tile, cell)
        else:
            self.state.market[FREE_SLOT] = TILE_OF["mint" if tile == "lake" else tile]
            is_done = (self.lake if tile == "lake" else self.buy)(seat, FREE_SLOT, cell)
        assert is_done, f"{tile} may not lie at {cell}"

    def ask(self, seat: int, decision: Decision, move: int) -> bool:
        """Ask the engine whether a seat may make a move, were it its turn."""
        before = int(self.state.to_move), int(self.state.decision)
        self.state.to_move, self.state.decision = seat, decision
        is_legal = bool(refuse(self.state, move) == 0)
        assert is_legal == (move in [found.code for found in self.table.moves()]), "legal and refuse differ"
        if not is_legal:
            self.state.to_move, self.state.decision = before
        return is_legal

    def buy(self, seat: int, slot: int, cell: Cell) -> bool:
        move = pack(Verb.PLACE, slot, number_of(cell))
        tile = int(self.state.market[slot])
        return self.ask(seat, Decision.MAIN, move) and self.lay(
            slot, tile, cell, SURCHARGES[slot] + int(TILES[tile].cost)
        )

    def lake(self, seat: int, slot: int, cell: Cell) -> bool:
        move = pack(Verb.LAKE, slot, number_of(cell))
        return self.ask(seat, Decision.MAIN, move) and self.lay(slot, LAKE, cell, SURCHARGES[slot])

    def lay(self, slot: int, tile: int, cell: Cell, price: int) -> bool:
        face = int(self.state.market[slot])
        self.state.market[slot] = NO_TILE
        pay_and_lay(self.state, tile, face, price, number_of(cell), self.log)
        return True

    def basic(self, seat: int, tile: str, cell: Cell) -> bool:
        move = pack(Verb.BASIC, BASICS.index(TILE_OF[tile]), number_of(cell))
        return self.make(seat, Decision.MAIN, move)

    def marker(self, seat: int, cell: Cell) -> bool:
        return self.make(seat, Decision.MAIN, pack(Verb.INVEST, 0, number_of(cell)))

    def make(self, seat: int, decision: Decision, move: int) -> bool:
        """A move after which nothing happens by itself."""
        if not self.ask(seat, decision, move):
            return False
        apply(self.state, move, self.log)
        return True

    def discard(self, seat: int, slot: int) -> bool:
        return self.ask(seat, Decision.DISCARD, pack(Verb.DISCARD, slot, 0)) and self.throw_away(slot)

    def remove(self, seat: int, slot: int) -> bool:
        return self.ask(seat, Decision.REMOVE, pack(Verb.REMOVE, slot, 0)) and self.throw_away(slot)

    def throw_away(self, slot: int) -> bool:
        pay(self.state, SURCHARGES[slot])
        remove_from_market(self.state, slot)
        return True

    def income(self, seat: int) -> None:
        take_income(self.state, seat, self.log)

    def population(self, seat: int) -> None:
        take_population(self.state, seat, self.log)

    def refill(self, draws: list[str]) -> None:
        self.state.stack_next[:] = self.state.stack_end[:]
        first = int(self.state.stack_end[Stack.C]) - len(draws)
        self.state.stack_next[Stack.C] = first
        self.state.stacked[first : first + len(draws)] = [TILE_OF[tile] for tile in draws]
        refill(self.state, DRAWN_BY_LONE if self.state.rules.is_lone else 1, self.log)

    def dale_turn(self) -> Cell:
        cell = begin_dale(self.state, self.log)
        place_for_dale(self.state, cell, self.log)
        self.income(DALE_SEAT)
        self.population(DALE_SEAT)
        return pair_of(cell)

    def score(self) -> None:
        finish_game(self.state, self.log)

    # Reading

    def values(self, seat: int) -> dict[str, int]:
        return {**values(self.table, seat), "markers": int(self.state.players[seat].markers)}

    def market(self) -> list[str | None]:
        return market_of(self.table)

    def legal_cells(self, seat: int) -> set[Cell]:
        player = self.state.players[seat]
        return {pair_of(cell) for cell in player.cells[: int(player.n_cells)]}

    def end_shown(self) -> bool:
        return bool(self.state.end_shown)

    def dale_pick(self) -> int | None:
        return int(dearest_slot(self.state))

    def recount(self, seat: int) -> dict[str, int]:
        total = dict.fromkeys(STATS, 0)
        player = self.state.players[seat]
        for place in range(int(player.n_tiles)):
            laid = player.tiles[place]
            row, times = TILES[laid.tile], 1 + (int(player.marked) >> place & 1)
            near = near_tiles(player, int(laid.cell))
            for stat in STATS:
                total[stat] += int(getattr(row, stat)) * times
            for index in range(int(row.first_clause), int(row.first_clause) + int(row.n_clauses)):
                clause = CLAUSES[index]
                counted = int(count_now(self.state, seat, place, index, near))
                total[Stat(clause.stat).name.lower()] += int(clause.delta) * counted * times
        return total

    def goal_best(self, goal: str) -> int | None:
        winner = int(goal_winner(self.state, GOAL_OF[goal]))
        return None if winner < 0 else winner

    def ranking(self) -> list[list[int]]:
        ranks = [int(python_api.rank(self.table._states, 0, seat)) for seat in range(self.table.game.n_seats)]
        return [[seat for seat, rank in enumerate(ranks) if rank == place] for place in sorted(set(ranks))]
