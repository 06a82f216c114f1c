"""Nets and tables for tests: any numbers, and a net computed in plain numpy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

import burgomaster as bm
from burgomaster.bots.net import HIDDEN, TAIL, Weights
from burgomaster.bots.net_file import ALONE, Alone, layout_of, split_tail, write_tables
from burgomaster.compiler.struct import zeros
from burgomaster.core.inputs import InputLayout, Inputs
from burgomaster.core.table import Game, Table

GAMES: dict[str, dict[str, Any]] = {
    "petersburg": {"players": 3},
    "suburbia": {"players": 2},
    "spyrium": {"players": 2},
}


def layout(game: str) -> InputLayout:
    found = layout_of(game)
    assert found is not None
    return found


def any_net(game: str, seed: int = 1) -> Weights:
    chance = np.random.default_rng(seed)
    lines = chance.normal(0.0, 0.1, layout(game).size * HIDDEN).astype(np.float32)
    return Weights(lines, chance.normal(0.0, 0.1, TAIL).astype(np.float32))


def any_alone(game: str, seed: int = 1, n_inputs: int = 100, rank: int = 4) -> Alone:
    """A change of any lines, and any tail, for whoever plays alone."""
    chance = np.random.default_rng(seed)
    inputs = np.sort(chance.permutation(layout(game).size)[:n_inputs])
    left, right = chance.normal(0.0, 0.3, (n_inputs, rank)), chance.normal(0.0, 0.3, (rank, HIDDEN))
    return Alone(inputs, left, right, chance.normal(0.0, 0.1, TAIL))


def write_both(path: Path, weights: Weights, facts: Mapping[str, str], alone: Alone) -> None:
    """Write a net with a part for solo games, as the file of Suburbia has one."""
    own = {"inputs": alone.inputs, "left": alone.left, "right": alone.right, **split_tail(alone.tail)}
    tables = {"lines": weights.lines.reshape(-1, HIDDEN), **split_tail(weights.tail)}
    write_tables(path, {**tables, **{ALONE + name: table for name, table in own.items()}}, facts)


def dense_inputs(game: str, state: Any, seat: int) -> Any:
    """The whole row of inputs."""
    room, row = zeros(Inputs, 1), np.zeros(layout(game).size)
    layout(game).write(state, seat, room[0])
    n = int(room[0].n)
    np.add.at(row, room[0].places[:n].astype(int), room[0].numbers[:n])
    return row


def outputs_of(weights: Weights, row: Any) -> Any:
    tables = {name: table.astype(np.float64) for name, table in split_tail(weights.tail).items()}
    first = np.maximum(row @ weights.lines.reshape(-1, HIDDEN).astype(np.float64) + tables["offsets"], 0)
    second = np.maximum(first @ tables["second"] + tables["second_offsets"], 0)
    return second @ tables["last"] + tables["last_offsets"]


def random_tables(game: str, seed: int, every: int, **options: Any) -> list[Table]:
    return positions(bm.game(game, **{**GAMES[game], **options}), seed, every)


def positions(game: Game, seed: int, every: int = 1) -> list[Table]:
    """Some positions of a random game, the last one of a game that is over."""
    chance, found = np.random.default_rng(seed), list[Table]()
    table = game.new(seed=seed)
    while not table.over:
        if len(table.steps) % every == 0:
            found.append(table.copy())
        codes = table.legal_codes()
        table.step(codes[chance.integers(len(codes))])
    return [*found, table]
