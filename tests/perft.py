"""Counting positions: how many lines of play of a given length a position has. Any change of rules shows.

This module imports little: what it imports decides when its kernel is compiled anew.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from burgomaster.compiler.bits import wide
from burgomaster.compiler.jit import jit
from burgomaster.compiler.struct import Ints, zeros
from burgomaster.core.kernels import apply, legal
from burgomaster.core.log import new_logs
from burgomaster.core.move_list import Moves


def perft(table: Any, depth: int) -> int:
    """Count different lines of exactly `depth` moves from a position."""
    states: Any = zeros(table.game.rules.state, depth)
    states[0] = table.state
    tried: Any = np.zeros(depth, np.int64)
    return int(count_lines(states, zeros(Moves, depth), new_logs(), tried, depth))


@jit
def count_lines(states: Any, lists: Any, logs: Any, tried: Ints, depth: int) -> int:
    """Walk the tree depth first; tried[level] is how many moves of that level were done."""
    total = 0
    level = 0
    legal(states[0], lists[0])
    while level >= 0:
        n_moves = wide(lists[level].n_moves)
        if level == depth - 1:
            total += n_moves
            level -= 1
        elif tried[level] == n_moves:
            tried[level] = 0
            level -= 1
        else:
            move = wide(lists[level].codes[tried[level]])
            tried[level] += 1
            states[level + 1] = states[level]
            logs[0].n_events = 0
            apply(states[level + 1], move, logs[0])
            level += 1
            legal(states[level], lists[level])
    return total
