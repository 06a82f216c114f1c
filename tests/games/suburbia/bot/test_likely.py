"""Which moves a search looks at below its root: the best few cells for everything that can be laid."""

from __future__ import annotations

from typing import Any

import pytest

from burgomaster.compiler.struct import zeros
from burgomaster.core.inputs import Inputs
from burgomaster.core.move_list import Moves
from burgomaster.core.table import Table
from burgomaster.games.suburbia.bot.likely import TOUCH, keep_likely
from burgomaster.games.suburbia.rules.actions import Verb, cell_of, value_of, verb_of
from burgomaster.games.suburbia.rules.cards import BASICS, LAKE
from burgomaster.games.suburbia.rules.legal import legal
from tests.games.suburbia.bot.test_inputs import beside, gains_near, positions

N_CELLS = {Verb.PLACE: 6, Verb.BASIC: 3, Verb.LAKE: 5}


def left_of(table: Table) -> list[int]:
    """The moves that a search looks at."""
    moves: Any = zeros(Moves, 1)
    room: Any = zeros(Inputs, 1)
    legal(table.state, moves[0])
    keep_likely(table.state, moves[0], room[0])
    return [int(code) for code in moves[0].codes[: moves[0].n_moves]]


def by_thing(codes: list[int]) -> dict[int, list[int]]:
    """The cells of moves that lay something, by what they lay."""
    found: dict[int, list[int]] = {}
    for code in codes:
        if verb_of(code) in N_CELLS:
            found.setdefault(code & 0xFFFF, []).append(cell_of(code))
    return found


def laid_tile(state: Any, way: int) -> int:
    market = {Verb.PLACE: state.market, Verb.BASIC: BASICS}.get(Verb(verb_of(way)))
    return LAKE if market is None else int(market[value_of(way)])


@pytest.mark.parametrize(("players", "options"), [(2, {}), (1, {"solo": "lone_architect"})])
def test_the_best_cells_are_left_for_everything_that_can_be_laid(
    players: int, options: dict[str, Any]
) -> None:
    n_shortened = 0
    for table in positions(players, 7, **options):
        state: Any = table.state
        every, left = table.legal_codes(), left_of(table)
        if table.phase != "main":
            assert left == every
            continue
        player = state.players[table.to_move]
        assert len(set(left)) == len(left) and set(left) <= set(every)
        assert [code for code in left if verb_of(code) == Verb.INVEST] == [
            code for code in every if verb_of(code) == Verb.INVEST
        ]
        free = [int(cell) for cell in player.cells[: player.n_cells]]
        ways = by_thing(left)
        assert ways.keys() == by_thing(every).keys()
        for way, cells in ways.items():
            gains = gains_near(state, table.to_move or 0, laid_tile(state, way))
            worth = {
                cell: gain + TOUCH * len(beside(player, cell)) for cell, gain in zip(free, gains, strict=True)
            }
            assert len(cells) == min(N_CELLS[Verb(verb_of(way))], len(free))
            least = min(worth[cell] for cell in cells)
            assert all(worth[cell] <= least + 1e-4 for cell in free if cell not in cells)
            n_shortened += len(cells) < len(free)
    assert n_shortened > 20
