"""Drawing a move without listing all: what tests of every game (tests/core/test_draw_legal.py) do not say."""

from __future__ import annotations

import numpy as np
import pytest

from burgomaster.core.lanes import N_LANES
from burgomaster.core.struct import dtype_of
from burgomaster.games.petersburg.rules import draw
from burgomaster.games.petersburg.rules.cards import CARDS, MAX_WORTH, TARGET_CARDS, WORTH_AT_LEAST, Placing
from burgomaster.games.petersburg.rules.state import Player


@pytest.mark.parametrize("name", ["placed", "discounts"])
def test_whole_pieces_of_a_table_lie_inside_the_record(name: str) -> None:
    field, offset = dtype_of(Player).fields[name][:2]  # type: ignore[index]
    assert offset + -(-field.itemsize // N_LANES) * N_LANES <= dtype_of(Player).itemsize


def test_kinds_and_costs_of_all_cards_have_room_in_a_byte() -> None:
    assert draw.FITS
    for card in range(len(CARDS)):
        kind, cost = divmod(int(draw.PRINTED[0].costs[card]), draw.MAX_COST + 1)
        assert (kind == draw.EXCHANGE) == (CARDS[card].placing == Placing.OVER)
        assert (kind == draw.ACTION) == (CARDS[card].placing == Placing.NEVER)
        if kind < draw.ACTION:
            assert (kind, cost) == (CARDS[card].color, CARDS[card].cost)


def test_cards_are_known_by_what_they_are_worth() -> None:
    for rubles in range(MAX_WORTH + 2):
        worth = np.array([int(CARDS[card].worth) for card in TARGET_CARDS])
        bits = (int(WORTH_AT_LEAST[rubles]) >> np.arange(len(worth))) & 1
        assert bits.tolist() == (worth >= rubles).astype(int).tolist()
    assert WORTH_AT_LEAST[-1] == 0
