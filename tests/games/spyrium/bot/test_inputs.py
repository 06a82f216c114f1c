"""The inputs of a net for Spyrium say what the rules say of the same position."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.compiler.struct import zeros
from burgomaster.core.inputs import Inputs
from burgomaster.core.table import Table
from burgomaster.games.spyrium.bot.inputs import INPUTS
from burgomaster.games.spyrium.rules.cards import IDS, NO_CARD
from burgomaster.games.spyrium.rules.prices import earning, gaps_beside, price_for
from burgomaster.games.spyrium.rules.scoring import final_score
from burgomaster.games.spyrium.rules.state import N_POSITIONS


def named(state: Any, seat: int) -> dict[str, float]:
    """The inputs that are not 0, by name."""
    room: Any = zeros(Inputs, 1)
    INPUTS.write(state, seat, room[0])
    n, names = int(room[0].n), INPUTS.names()
    pairs = zip(room[0].places[:n].tolist(), room[0].numbers[:n].tolist(), strict=True)
    return {names[place]: number for place, number in pairs}


def positions(players: int, seed: int) -> list[Table]:
    """Every fifth position of a random game."""
    chance, found = np.random.default_rng(seed), []
    table = bm.game("spyrium", players=players).new(seed=seed)
    while not table.over:
        found.append(table.copy())
        codes = table.legal_codes()
        table.step(codes[chance.integers(len(codes))])
    return found[::5]


@pytest.mark.parametrize("players", [2, 5])
def test_the_market_is_told_by_place_and_by_card(players: int) -> None:
    for table in positions(players, 3):
        state: Any = table.state
        seat = table.to_move or 0
        found, own, payable = named(state, seat), Counter[str](), set[str]()
        for place in range(N_POSITIONS):
            card = int(state.market[place].card)
            if card != NO_CARD:
                price = price_for(state, seat, place)
                assert found.get(f"price.{place}", 0.0) == pytest.approx((price.total - price.token) / 10)
                assert found[f"market.{place}.{IDS[card]}"] == 1
                workers = sum(int(state.gaps[gap, seat]) for gap in gaps_beside(state, seat, place))
                own[IDS[card]] += workers
                if workers and price.total - price.token <= state.players[seat].money:
                    payable.add(IDS[card])
        for id in IDS:
            assert found.get(f"offer_own.{id}", 0.0) == own[id] / 2
            assert (f"offer_payable.{id}" in found) == (id in payable)
        assert found.get("chance.payable", 0.0) == len(payable) / 2


def test_the_best_earning_is_told() -> None:
    for table in positions(3, 5):
        state: Any = table.state
        seat = table.to_move or 0
        at = [
            earning(state, seat, place) - earning(state, seat, -1)
            for place in range(N_POSITIONS)
            if state.market[place].card != NO_CARD and gaps_beside(state, seat, place)
        ]
        assert named(state, seat).get("chance.earning", 0.0) == pytest.approx(max(at, default=0) / 10)


@pytest.mark.parametrize("players", [2, 4])
def test_seats_are_counted_from_the_viewer(players: int) -> None:
    for table in positions(players, 7):
        state: Any = table.state
        for seat in range(players):
            found = named(state, seat)
            finals = [final_score(state, (seat + ahead) % players) for ahead in range(players)]
            for ahead in range(players):
                player = state.players[(seat + ahead) % players]
                built = Counter(IDS[building.card] for building in player.buildings[: player.n_buildings])
                assert found.get(f"seat{ahead}.final", 0.0) == pytest.approx(finals[ahead] / 50)
                assert found.get(f"seat{ahead}.money", 0.0) == pytest.approx(int(player.money) / 10)
                for id, copies in built.items():
                    assert found[f"seat{ahead}.built.{id}"] == copies
            lead = finals[0] - max(finals[1:])
            assert found.get("lead.points", 0.0) == pytest.approx(lead / 20)
