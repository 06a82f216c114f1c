"""The inputs of a net for Suburbia say what a slow count of the same position says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.core.inputs import Inputs
from burgomaster.core.struct import zeros
from burgomaster.core.table import Table
from burgomaster.games.suburbia.bot.input_blocks import TYPE_NAMES
from burgomaster.games.suburbia.bot.input_goals import largest_group
from burgomaster.games.suburbia.bot.inputs import INPUTS
from burgomaster.games.suburbia.rules import borough
from burgomaster.games.suburbia.rules.cards import ALL_ROWS, GOAL_IDS, GOAL_ROWS, read_clauses
from burgomaster.games.suburbia.rules.hexes import is_beside
from burgomaster.games.suburbia.rules.scoring import goal_value

WORTH = {"I": 2, "R": 2, "P": 1, "$": 0.5}
SHORT = {"residential": "RES", "industrial": "IND", "commercial": "COM", "civic": "CIV"}


def named(state: Any, seat: int) -> dict[str, float]:
    """The inputs that are not 0, by name."""
    room: Any = zeros(Inputs, 1)
    INPUTS.write(state, seat, room[0])
    n, names = int(room[0].n), INPUTS.names()
    pairs = zip(room[0].places[:n].tolist(), room[0].numbers[:n].tolist(), strict=True)
    return {names[place]: number for place, number in pairs}


def positions(players: int, seed: int, **options: Any) -> list[Table]:
    """Every fourth position of a random game."""
    chance, found = np.random.default_rng(seed), []
    table = bm.game("suburbia", players=players, **options).new(seed=seed)
    while not table.over:
        found.append(table.copy())
        codes = table.legal_codes()
        table.step(codes[chance.integers(len(codes))])
    return found[::4]


def beside(player: Any, cell: int) -> list[int]:
    """The places of the tiles beside a cell."""
    return [place for place in range(player.n_tiles) if is_beside(int(player.tiles[place].cell), cell)]


def free_cells(player: Any) -> list[list[tuple[str, str, bool]]]:
    """For each free cell the tiles beside it: type, effects, marked."""
    rows: Any = ALL_ROWS
    return [
        [
            (
                rows[player.tiles[place].tile]["type"],
                rows[player.tiles[place].tile]["effects"],
                bool(player.marked >> place & 1),
            )
            for place in beside(player, int(cell))
        ]
        for cell in player.cells[: player.n_cells]
    ]


def reaction(near: list[tuple[str, str, bool]], kind: str) -> int:
    """What the tiles beside a cell give for a new one of a type, in halves of a step."""
    total = 0
    for _kind, effects, is_marked in near:
        given = 0.0
        for delta, stat, scope, targets in read_clauses(effects):
            if scope.name == "ADJ" and SHORT[kind] in targets:
                given += (
                    delta
                    * WORTH[{"INCOME": "I", "REPUTATION": "R", "POPULATION": "P", "MONEY": "$"}[stat.name]]
                )
        total += int(given) * (2 if is_marked else 1)
    return total


@pytest.mark.parametrize(("players", "options"), [(2, {}), (1, {"solo": "dale"})])
def test_free_cells_are_told_by_what_lies_beside_them(players: int, options: dict[str, Any]) -> None:
    for table in positions(players, 5, **options):
        found = named(table.state, 0)
        cells = free_cells(table.state.players[0])
        assert found["cells.all"] == pytest.approx(len(cells) / 10)
        for kind in TYPE_NAMES:
            n_near = [sum(near == kind for near, _effects, _marked in cell) for cell in cells]
            for least, scale in ((1, 10), (2, 5), (3, 2.5)):
                expected = sum(n >= least for n in n_near) / scale
                assert found.get(f"near.{kind}.{least}", 0.0) == pytest.approx(expected)
            assert found[f"most_near.{kind}.{min(max(n_near), 4)}"] == 1
        for n_tiles in range(1, 4):
            expected = sum(len(cell) == n_tiles for cell in cells) / 10
            assert found.get(f"cells.touch_{n_tiles}", 0.0) == pytest.approx(expected)


def test_what_own_tiles_give_for_a_new_one_is_told() -> None:
    seen = set()
    for table in positions(2, 8) + positions(3, 2):
        for seat in range(2):
            found = named(table.state, seat)
            cells = free_cells(table.state.players[seat])
            for kind in SHORT:
                gains = [reaction(cell, kind) for cell in cells]
                assert found.get(f"reaction.{kind}", 0.0) == pytest.approx(max(gains) / 4)
                expected = sum(gain > 0 for gain in gains) / 10
                assert found.get(f"reaction_cells.{kind}", 0.0) == pytest.approx(expected)
                seen.add(max(gains))
    assert len(seen) > 3


def test_goals_are_told_by_the_lead() -> None:
    for table in positions(3, 4):
        state: Any = table.state
        for seat in range(3):
            found = named(state, seat)
            for goal in state.public_goals[:3].tolist():
                sign = -1 if GOAL_ROWS[goal]["comparison"] == "fewest" else 1
                values = [sign * goal_value(state.players[other], goal) for other in range(3)]
                lead = values[seat] - max(values[:seat] + values[seat + 1 :])
                name = GOAL_IDS[goal]
                told = found.get(f"goal_lead.seat0.{name}", 0.0)
                assert told == pytest.approx(min(max(lead / 6, -1), 1))
                words = {0: "tied"} if lead == 0 else {1: "ahead", -1: "behind"}
                word = words[int(np.sign(lead))]
                assert found[f"goal_step.{name}.{'far_' if abs(lead) > 2 else ''}{word}"] == 1


def test_groups_are_counted_as_the_rules_count_them() -> None:
    seen = set()
    for table in positions(2, 6) + positions(2, 9):
        for seat in range(2):
            player = table.state.players[seat]
            for kinds in (1 << kind for kind in range(12)):
                several = kinds | kinds >> 3 | kinds >> 7
                assert largest_group(player, several) == borough.largest_group(player, several)
                seen.add(largest_group(player, several))
    assert len(seen) > 4
