"""The compiled part of counting positions: core/perft.py."""

from __future__ import annotations

from typing import Any

from burgomaster.core.bits import wide
from burgomaster.core.jit import jit
from burgomaster.core.kernels import apply, legal
from burgomaster.core.struct import Ints


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
