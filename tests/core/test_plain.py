"""Records read as plain Python tell what their fields tell."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import burgomaster as bm
from burgomaster.compiler.jit import inline
from burgomaster.core.plain import as_python, plain
from burgomaster.core.registry import game_names


def check_same(record: Any, read: Any) -> None:
    """Compare every field, down to the records in it."""
    for name in record.dtype.names:
        field, found = record[name], getattr(read, name)
        if isinstance(field, np.ndarray) and field.dtype.names is None:
            assert type(found) is list and found == field.tolist(), name
        elif isinstance(field, np.ndarray):
            assert (found == field).all(), name
        elif field.dtype.names is not None:
            check_same(field, found)
        else:
            assert type(found) is int and found == field, name


@pytest.mark.parametrize("game", game_names())
def test_every_field_of_a_position_is_read(game: str) -> None:
    table = bm.game(game, players=2).new(seed=5)
    bot = bm.bot("random", seed=5)
    for _ in range(25):
        table.play(bot.choose(table))
    check_same(table.state, plain(table.state))
    for player in table.state.players:
        check_same(player, plain(player))


def test_what_was_read_stays_as_it_was() -> None:
    table = bm.game("petersburg", players=2).new(seed=5)
    state = table.redacted(0)[0]
    read = plain(state)
    before = read.round_no, list(read.discard)
    state.round_no += 1
    state.discard[0] += 1
    assert (read.round_no, read.discard) == before


@inline
def add_one(number: int) -> int:
    """Count one more."""
    return number + 1


def test_a_kernel_is_called_as_python() -> None:
    assert type(as_python(add_one)) is type(check_same)
    assert as_python(add_one)(2) == 3
    assert as_python(check_same) is check_same
