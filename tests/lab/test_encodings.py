"""Positions and moves as numbers: every move has one, nothing hidden is told, every entry is described."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.core.check import Suite, all_suites
from burgomaster.core.encoding import Encoding, Layout
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Game
from tests.cases import sweep
from tests.learning.nets import positions

SUITES = [suite for name in ("petersburg", "suburbia", "spyrium") for suite in all_suites(name)]


def name_of(suite: Suite) -> str:
    return f"{suite.game}, {suite.variant('en')}, {suite.players}"


def is_quick(suite: Suite) -> bool:
    """Every game with few and with most players, and every solo game."""
    own = [other for other in SUITES if other.game == suite.game]
    return suite in (own[0], own[-1], own[len(own) // 2]) or suite.players == 1


def is_smallest(suite: Suite) -> bool:
    """Every variant with its fewest players: the moves of a game do not depend on how many play."""
    own = [other for other in SUITES if (other.game, other.options) == (suite.game, suite.options)]
    return suite == own[0]


def made(suite: Suite) -> tuple[Game, Encoding, Layout]:
    game = bm.game(suite.game, players=suite.players, **suite.options)
    encoding = game.rules.encoding
    assert encoding is not None
    return game, encoding, encoding.layout(game.options, game.rules.undealt(game.options)[0])


def observation(encoding: Encoding, layout: Layout, state: Any, seat: int | None) -> list[int]:
    out = np.zeros(layout.size, np.int16)
    encoding.write_observation(state, -1 if seat is None else seat, layout.shape[0], out)
    return out.tolist()


@pytest.mark.parametrize("suite", sweep(SUITES, is_smallest), ids=name_of)
def test_every_move_has_a_number_of_its_own(suite: Suite) -> None:
    game, encoding, _layout = made(suite)
    space = encoding.space(game.options)
    assert len(set(space.moves.tolist())) == space.size
    assert sorted(space.numbers[space.numbers >= 0].tolist()) == list(range(space.size))
    for seed in range(3):
        for table in positions(game, seed):
            codes = table.legal_codes() if not table.over else []
            actions = [int(space.numbers[encoding.number_of(table.state, code)]) for code in codes]
            assert [int(space.moves[action]) for action in actions if action >= 0] == codes
            assert len(codes) <= encoding.max_legal


@pytest.mark.slow
@pytest.mark.parametrize("suite", sweep(SUITES, is_quick), ids=name_of)
def test_an_observation_tells_nothing_hidden(suite: Suite) -> None:
    game, encoding, layout = made(suite)
    rng = new_rng()
    seed_rng(rng, 5, 0)
    for table in positions(game, 7)[::4]:
        for seat in (*range(game.n_seats), None):
            number = -1 if seat is None else seat
            known = observation(encoding, layout, table.redacted(seat)[0], seat)
            other = bm.core.table.copy_states(table.determinized(number, rng))
            bm.core.python_api.redact(other, 0, number)
            assert observation(encoding, layout, other[0], seat) == known
            if seat is not None and seat == table.to_move:
                assert observation(encoding, layout, table.state, seat) == known


@pytest.mark.slow
@pytest.mark.parametrize("suite", sweep(SUITES, is_quick), ids=name_of)
def test_every_entry_is_described_and_in_its_range(suite: Suite) -> None:
    game, encoding, layout = made(suite)
    entries = layout.entries()
    assert len({entry.name for entry in entries}) == layout.size == len(entries)
    assert all(entry.meaning for entry in entries)
    low, high = np.array([entry.low for entry in entries]), np.array([entry.high for entry in entries])
    seen = np.array(
        [
            observation(encoding, layout, table.state, table.to_move)
            for table in positions(game, 3)
            if not table.over
        ]
    )
    assert (seen >= low).all() and (seen <= high).all()
    assert (seen != 0).any(0).sum() > layout.size // 20


NUMBERS = {"petersburg": "e8a90f854fc97181", "suburbia": "e4d158af03b20795", "spyrium": "01a5f82a4c94deea"}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_keep_their_meaning(name: str) -> None:
    """A net that was trained yesterday must play today: change a number only together with the version."""
    game = bm.game(name)
    encoding = game.rules.encoding
    assert encoding is not None and encoding.version == 1
    space = encoding.space(game.options)
    layout = encoding.layout(game.options, game.rules.undealt(game.options)[0])
    said = [game.rules.write_notation(int(move)) for move in space.moves] + [
        entry.name for entry in layout.entries()
    ]
    digest = hashlib.sha256("\n".join(said).encode()).hexdigest()[:16]
    assert digest == NUMBERS[name]
