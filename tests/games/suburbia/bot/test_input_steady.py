"""Inputs that are written over those of another position say what inputs written anew say."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from burgomaster.compiler.struct import zeros
from burgomaster.core.inputs import Inputs
from burgomaster.core.table import Table
from burgomaster.games.suburbia.bot.inputs import rewrite_inputs, write_inputs
from burgomaster.games.suburbia.rules.cards import LAKE, N_TILES
from burgomaster.games.suburbia.rules.state import Decision
from tests.games.suburbia.bot.test_inputs import positions

MODES: list[tuple[int, dict[str, Any]]] = [
    *((2, {}), (3, {}), (4, {})),
    *((1, {"solo": "lone_architect"}), (1, {"solo": "dale", "dale_tie": "human"})),
]
# What positions after one move of a game always have in common, what the inputs do not say, and what follows
# from the tiles that lie in a borough.
SAME = {"rules", "first_player", "public_goals", "goal_winners", "stack_end", "box_end"}
UNSAID = {"rng", "deal_rng", "stacked", "goal_order", "dale_cells", "n_laid"}
LAID = ("tile", "cell")  # of each tile
FOLLOWS = {"kinds", "lakes", "own_watchers", "far_watchers", "line_watchers"}


def written(inputs: Any) -> dict[int, float]:
    n = int(inputs.n)
    places = inputs.places[:n].tolist()
    assert len(set(places)) == n
    return dict(zip(places, inputs.numbers[:n].tolist(), strict=True))


def rewritten(state: Any, last: Any, seat: int) -> tuple[dict[int, float], int]:
    """The inputs of a position, written over those of another, and how many of these were left."""
    room: Any = zeros(Inputs, 1)
    write_inputs(last, seat, room[0])
    before = room[0].places[: room[0].n].tolist(), room[0].numbers[: room[0].n].tolist()
    n_kept = int(rewrite_inputs(state, last, seat, room[0]))
    kept = room[0].places[:n_kept].tolist(), room[0].numbers[:n_kept].tolist()
    assert kept == (before[0][:n_kept], before[1][:n_kept])
    return written(room[0]), n_kept


def anew(state: Any, seat: int) -> dict[int, float]:
    room: Any = zeros(Inputs, 1)
    write_inputs(state, seat, room[0])
    return written(room[0])


def after(table: Table, code: int) -> Any:
    made = table.copy()
    made.step(code)
    return made.state


@pytest.mark.parametrize(("players", "options"), MODES)
def test_after_moves_of_one_position(players: int, options: dict[str, Any]) -> None:
    chance, n_steady = np.random.default_rng(3), 0
    for table in positions(players, 7, **options)[:-1]:
        codes = table.legal_codes()
        if len(codes) < 2:
            continue
        first = int(chance.integers(len(codes) - 1))
        pairs = [(codes[first], codes[first + 1]), tuple(chance.choice(codes, 2, replace=False))]
        for one, other in pairs:
            last, state = after(table, int(one)), after(table, int(other))
            for seat in (int(table.to_move), -1):
                found, n_kept = rewritten(state, last, seat)
                assert found == anew(state, seat)
                n_steady += n_kept > 0
    assert n_steady > 1


def fields_of(record: Any) -> list[str]:
    return [name for name in record.dtype.names if name not in SAME | UNSAID | FOLLOWS | {"players"}]


@pytest.mark.parametrize(("players", "options"), MODES)
def test_whatever_differs(players: int, options: dict[str, Any]) -> None:
    """One field of a position is replaced by that of a later one: the inputs say so."""
    tables, n_told = positions(players, 11, **options), 0
    for table, later in zip(tables[1:-2], tables[3:], strict=True):
        seat = int(table.to_move)
        for name in fields_of(table.state):
            n_told += tell_difference(table, later, seat, name)
        for other in range(table.state.rules.n_boroughs):
            for name in [*fields_of(table.state.players[other]), *LAID]:
                n_told += tell_difference(table, later, seat, name, other)
    assert n_told > 50


def tell_difference(table: Table, later: Table, seat: int, name: str, other: int = -1) -> bool:
    """Compare inputs after one field was replaced; tell whether they say something else than before."""
    changed = table.copy()
    record, source = changed.state, later.state
    if other >= 0:
        record, source = record.players[other], source.players[other]
    if name in LAID:
        record["tiles"][name] = source["tiles"][name]
    else:
        record[name] = source[name]
    if changed.state.decision == Decision.OVER:
        return False
    found, _n_kept = rewritten(changed.state, table.state, seat)
    assert found == anew(changed.state, seat), name
    return found != anew(table.state, seat)


def test_another_tile_turned_over() -> None:
    """Which tiles are out of the game is told, and lakes were tiles once."""
    n_lakes = 0
    for table in positions(2, 11):
        for player in range(2):
            changed = table.copy()
            for laid in changed.state.players[player].tiles[: changed.state.players[player].n_tiles]:
                if laid.tile == LAKE and laid.face < N_TILES:
                    laid.face = (laid.face + 1) % N_TILES
                    n_lakes += 1
            assert rewritten(changed.state, table.state, 0)[0] == anew(changed.state, 0)
    assert n_lakes > 5
