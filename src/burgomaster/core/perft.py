"""Counting positions: how many lines of play of a given length a position has. Any change of rules shows."""

from __future__ import annotations

from typing import Any

import numpy as np

from burgomaster.core.log import new_logs
from burgomaster.core.move_list import Moves
from burgomaster.core.perft_kernels import count_lines
from burgomaster.core.struct import zeros
from burgomaster.core.table import Table


def perft(table: Table, depth: int) -> int:
    """Count different lines of exactly `depth` moves from a position."""
    states: Any = zeros(table.game.rules.state, depth)
    states[0] = table.state
    tried: Any = np.zeros(depth, np.int64)
    return int(count_lines(states, zeros(Moves, depth), new_logs(), tried, depth))


def divide(table: Table, depth: int) -> dict[str, int]:
    """Return the same, split by the first move: where two engines differ."""
    found = {}
    for move in table.moves():
        twin = table.copy()
        twin.play(move)
        found[move.notation] = perft(twin, depth - 1) if depth > 1 else 1
    return found
