"""The inputs of nets: named, in their places, few at a time, and nothing hidden in them."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import Any

import pytest

import burgomaster as bm
from burgomaster.bots.net import HIDDEN, TAIL
from burgomaster.compiler.struct import zeros
from burgomaster.core.check import Suite, all_suites
from burgomaster.core.inputs import MAX_INPUTS, InputLayout, Inputs
from burgomaster.core.registry import game_package
from burgomaster.core.rng import new_rng, seed_rng
from burgomaster.core.table import Game, Table
from tests.cases import sweep
from tests.learning import nets

GAMES = ("petersburg", "suburbia", "spyrium")
MOST = {"petersburg": 300, "suburbia": 300, "spyrium": 300}  # at the same time, so that a net stays quick
NUMBER_BYTES, FILE_BYTES = 2, 1_000_000  # of the weights that come with the package
LARGEST = 16.0  # inputs are of the order of 1
MEANINGS = [
    ("petersburg", 1891, "0144091ccbd035a7"),
    ("spyrium", 1338, "c7ba481f70bddbf1"),
    ("suburbia", 1703, "a0c5e8efea5ff421"),
]
OTHER_OPTIONS = [
    Suite("spyrium", {"residence_track": "with_six", "kept_tokens": "recycled"}, 3),
    Suite("suburbia", {"solo": "dale", "dale_tie": "human", "dale_private_goal": True}, 1),
    Suite("suburbia", {"redline_tiles_mirror": True, "lake_marker_doubles_waterfront": True}, 2),
]
SUITES = [suite for name in GAMES for suite in all_suites(name)] + OTHER_OPTIONS


def name_of(suite: Suite) -> str:
    return f"{suite.game}, {suite.variant('en')}, {suite.players}, {len(suite.options)}"


def is_quick(suite: Suite) -> bool:
    """Every game with few and with most players, every solo game, and rare options."""
    own = [other for other in SUITES if other.game == suite.game]
    return suite in (own[0], own[-1], own[len(own) // 2], *OTHER_OPTIONS) or suite.players == 1


def layout_of(name: str) -> InputLayout:
    layout = import_module(f"{game_package(name)}.bot.inputs").INPUTS
    assert isinstance(layout, InputLayout)
    return layout


def game_of(suite: Suite) -> Game:
    return bm.game(suite.game, players=suite.players, **suite.options)


def written(layout: InputLayout, state: Any, seat: int, room: Any) -> list[tuple[int, float]]:
    inputs = room[0]
    layout.write(state, seat, inputs)
    n = int(inputs.n)
    return list(zip(inputs.places[:n].tolist(), inputs.numbers[:n].tolist(), strict=True))


@cache
def positions(suite_number: int, seed: int) -> list[Table]:
    return nets.positions(game_of(SUITES[suite_number]), seed)


@pytest.mark.parametrize("name", GAMES)
def test_every_input_has_a_name_of_its_own(name: str) -> None:
    layout = layout_of(name)
    names = layout.names()
    assert len(set(names)) == len(names) == layout.size
    assert NUMBER_BYTES * (layout.size * HIDDEN + TAIL) < FILE_BYTES


@pytest.mark.parametrize("suite", sweep(SUITES, is_quick), ids=name_of)
def test_inputs_are_few_and_each_is_written_once(suite: Suite) -> None:
    layout, room = layout_of(suite.game), zeros(Inputs, 1)
    for table in positions(SUITES.index(suite), 3):
        for seat in range(game_of(suite).n_seats):
            found = written(layout, table.state, seat, room)
            places = [place for place, _number in found]
            assert len(set(places)) == len(places) <= MOST[suite.game] < MAX_INPUTS
            assert max(places) < layout.size
            assert all(number != 0 and abs(number) < LARGEST for _place, number in found)


@pytest.mark.parametrize("suite", sweep(SUITES, is_quick), ids=name_of)
def test_inputs_tell_nothing_hidden(suite: Suite) -> None:
    """What a seat cannot know is drawn anew, several times: its inputs stay the same."""
    layout, room, rng = layout_of(suite.game), zeros(Inputs, 1), new_rng()
    seed_rng(rng, 5, 0)
    for table in positions(SUITES.index(suite), 7)[:: 3 if suite.players > 1 else 1]:
        for seat in range(game_of(suite).n_seats):
            known = written(layout, table.state, seat, room)
            for _ in range(2):
                other = table.determinized(seat, rng)
                assert sorted(written(layout, other[0], seat, room)) == sorted(known)


@pytest.mark.parametrize("name", GAMES)
def test_positions_that_differ_have_different_inputs(name: str) -> None:
    """Every move of a random game is seen in the inputs of the seat that made it."""
    suite = all_suites(name)[0]
    layout, room = layout_of(name), zeros(Inputs, 1)
    tables = positions(SUITES.index(suite), 3)
    for before, after in pairwise(tables):
        seat = before.to_move or 0
        assert written(layout, before.state, seat, room) != written(layout, after.state, seat, room)


@pytest.mark.parametrize(("name", "size", "digest"), MEANINGS)
def test_places_keep_their_meaning(name: str, size: int, digest: str) -> None:
    """Nets that were trained stay valid: new inputs come behind these, or the version is raised."""
    assert {one for one, _, _ in MEANINGS} == set(GAMES)
    layout = layout_of(name)
    said = "\n".join(layout.names()[:size])
    assert layout.version == 1 and hashlib.sha256(said.encode()).hexdigest()[:16] == digest
