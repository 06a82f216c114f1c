"""The list of legal moves a kernel writes: a record, because arrays as arguments are dear (core/log.py)."""

from __future__ import annotations

from typing import Annotated

from burgomaster.compiler.bits import at, wide
from burgomaster.compiler.jit import inline
from burgomaster.compiler.struct import I32, Ints, record

MAX_MOVES = 4096  # more than a position of any game has


@record
class Moves:
    """Legal moves as the ints of the game's actions.py."""

    n_moves: I32
    codes: Annotated[Ints, I32, MAX_MOVES]


@inline
def add_move(moves: Moves, n: int, code: int, is_legal: bool) -> int:
    """Put a move at place n of the list if it is legal; the number of moves on the list then.

    The number travels from call to call in a register, and there is no branch to guess wrong.
    """
    moves.codes[at(n)] = code
    return n + wide(is_legal)
