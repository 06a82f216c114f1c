"""The inputs of a net for Suburbia say what a slow count of the same position says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.compiler.struct import zeros
from burgomaster.core.inputs import Inputs
from burgomaster.core.table import Table
from burgomaster.games.suburbia.bot.input_blocks import TYPE_NAMES
from burgomaster.games.suburbia.bot.input_goals import largest_group
from burgomaster.games.suburbia.bot.inputs import INPUTS
from burgomaster.games.suburbia.rules import borough
from burgomaster.games.suburbia.rules.cards import (
    ALL_ROWS,
    BASICS,
    GOAL_IDS,
    GOAL_ROWS,
    IDS,
    LAKE,
    N_TILES,
    SURCHARGES,
    TILES,
    read_clauses,
)
from burgomaster.games.suburbia.rules.hexes import is_beside
from burgomaster.games.suburbia.rules.outlook import turns_left
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


def rate_of(state: Any, seat: int) -> dict[str, float]:
    """What a step of each kind is worth in residents."""
    turns = turns_left(state, seat)
    dollar, later = (0.2 + 0.25 * min(1.0, turns * part / 6) for part in (1, 0.5))
    return {"INCOME": turns * later, "REPUTATION": 0.8 * turns, "POPULATION": 1.0, "MONEY": dollar}


def fits(tile: int, targets: list[str]) -> bool:
    row: Any = ALL_ROWS[tile]
    return bool({SHORT.get(row["type"], "lake"), row["icon"]} & set(targets) - {""})


def laid(player: Any) -> list[int]:
    return [int(player.tiles[place].tile) for place in range(player.n_tiles)]


def gain_anywhere(state: Any, seat: int, tile: int) -> float:
    """What a tile gives at once, for the tiles that it counts, and own tiles anywhere for it."""
    row: Any = ALL_ROWS[tile]
    rates, player = rate_of(state, seat), state.players[seat]
    total = sum(int(row[stat.lower()]) * rate for stat, rate in rates.items())
    own = laid(player)
    others = [
        one for other in range(state.rules.n_boroughs) for one in laid(state.players[other]) if other != seat
    ]
    counted = {"OWN": own, "ALL": own + others, "OTH": others}
    for delta, stat, scope, targets in read_clauses(row["effects"]):
        n = sum(fits(one, targets) for one in counted.get(scope.name, []))
        total += n * delta * rates[stat.name]
    for place, one in enumerate(own):
        times = 2 if int(player.marked) >> place & 1 else 1
        for delta, stat, scope, targets in read_clauses(ALL_ROWS[one]["effects"]):
            if scope.name in ("OWN", "ALL", "AFTER") and fits(tile, targets):
                total += times * delta * rates[stat.name]
    return total


def gains_near(state: Any, seat: int, tile: int) -> list[float]:
    """What a tile and its neighbours give for each other, on each free cell."""
    rates, player = rate_of(state, seat), state.players[seat]

    def given(giver: int, other: int) -> float:
        clauses = read_clauses(ALL_ROWS[giver]["effects"])
        fitting = [one for one in clauses if one[2].name == "ADJ" and fits(other, one[3])]
        return sum(delta * rates[stat.name] for delta, stat, _scope, _targets in fitting)

    gains = []
    for cell in player.cells[: player.n_cells]:
        near = [(place, int(player.tiles[place].tile)) for place in beside(player, int(cell))]
        marked = int(player.marked)
        gains.append(
            sum(given(tile, one) + (1 + (marked >> place & 1)) * given(one, tile) for place, one in near)
        )
    return gains


def offers_of(state: Any) -> dict[str, tuple[int, int]]:
    """The tile of each offer and its price."""
    slots = {str(slot): (int(tile), SURCHARGES[slot]) for slot, tile in enumerate(state.market)}
    offers = {slot: pair for slot, pair in slots.items() if pair[0] < N_TILES}
    offers |= {IDS[tile]: (tile, 0) for kind, tile in enumerate(BASICS) if state.basics[kind] > 0}
    offers[IDS[LAKE]] = LAKE, 0
    return {name: (tile, int(TILES[tile].cost) + more) for name, (tile, more) in offers.items()}


@pytest.mark.parametrize(("players", "options"), [(2, {}), (3, {}), (1, {"solo": "lone_architect"})])
def test_offers_are_told_by_what_they_bring(players: int, options: dict[str, Any]) -> None:
    for table in positions(players, 11, **options):
        state: Any = table.state
        for seat in range(players):
            found, player = named(state, seat), state.players[seat]
            dollar = rate_of(state, seat)["MONEY"]
            worths = {}
            for name, (tile, price) in offers_of(state).items():
                near = max(gains_near(state, seat, tile))
                worths[name] = gain_anywhere(state, seat, tile) + near - dollar * price
                assert found.get(f"offer_cell.{name}", 0.0) == pytest.approx(near / 5, abs=1e-4)
                assert found.get(f"offer.{name}", 0.0) == pytest.approx(told(worths[name]), abs=1e-4)
            prices = {name: price for name, (_tile, price) in offers_of(state).items()}
            paid = sorted(worths[name] for name in worths if prices[name] <= player.money)
            assert found.get("offer_best.first", 0.0) == pytest.approx(told(paid[-1]), abs=1e-4)
            assert found.get("offer_pair.worth", 0.0) == pytest.approx(
                told(best_of_two(worths, prices, int(player.money), int(player.income))), abs=1e-4
            )


def told(worth: float) -> float:
    return min(max(worth, -20.0), 60.0) / 10


def best_of_two(worths: dict[str, float], prices: dict[str, int], money: int, income: int) -> float:
    """The best two offers that can be paid in two turns; the market has each only once."""
    pairs = [
        worths[first] + worths[second]
        for first in worths
        for second in worths
        if prices[first] <= money and prices[first] + prices[second] <= money + income
        if first != second or not first.isdecimal()
    ]
    return max(pairs, default=-20.0)


def test_offers_of_the_next_seat_are_told_without_its_cells() -> None:
    for table in positions(3, 12):
        state: Any = table.state
        for seat in range(3):
            found, following = named(state, seat), (seat + 1) % 3
            dollar = rate_of(state, following)["MONEY"]
            for name, (tile, price) in offers_of(state).items():
                worth = gain_anywhere(state, following, tile) - dollar * price
                assert found.get(f"next_offer.{name}", 0.0) == pytest.approx(told(worth), abs=1e-4)
