"""What one seat knows of a table: all that a bot is handed."""

from __future__ import annotations

from typing import Any

from burgomaster.compiler.struct import zeros
from burgomaster.core import python_api
from burgomaster.core.errors import IllegalMove
from burgomaster.core.move import Move, Step, copy_states
from burgomaster.core.move_list import Moves
from burgomaster.core.rules import States
from burgomaster.core.table import Table

MEMORY = 8  # moves that a bot may look back


class InformationSet:
    """All positions that one seat cannot tell from the true one.

    It holds one of them, with everything hidden in a fixed order, so nothing hidden can be read from it.
    """

    def __init__(self, table: Table, seat: int | None = None) -> None:
        mover = table.to_move if seat is None else seat
        if mover is None:
            raise IllegalMove("move.over")
        self.seat = mover
        self.game = table.game
        self.round = table.round
        self._states = table.canonicalized(mover)
        self._past = _open_past(table, mover)

    def moves(self) -> list[Move]:
        """List the legal moves, each truly different choice once."""
        found: Any = zeros(Moves, 1)
        n_moves = python_api.legal(self._states, 0, found)
        return [Move(int(code), self.game.rules, self._states) for code in found[0].codes[:n_moves]]

    def is_turn(self) -> bool:
        """Tell whether the seat is to move, as far as it knows."""
        return self.game.rules.to_move(self._states[0]) == self.seat

    def determinize(self, rng: Any) -> States:
        """Draw one position of the set, as an array of one state."""
        states = copy_states(self._states)
        python_api.determinize(states, 0, self.seat, rng)
        return states

    def redacted(self) -> States:
        """Return an array of one state, without what the seat does not know."""
        states = copy_states(self._states)
        python_api.redact(states, 0, self.seat)
        return states

    def key(self) -> bytes:
        """Return bytes that are equal for positions which are the same to the seat."""
        return _key(self.seat, self._states)

    def moves_since(self, key: bytes) -> list[int] | None:
        """List the moves since an earlier position; None if one was hidden or revealed something."""
        for place in range(len(self._past) - 1, -1, -1):
            if self._past[place][0] == key:
                return [code for _, code in self._past[place:]]
        return None


def _open_past(table: Table, seat: int) -> list[tuple[bytes, int]]:
    """List the last moves that the seat saw in full, each with the key of the position before it."""
    found: list[tuple[bytes, int]] = []
    n_moves = len(table.steps)
    for ply in range(n_moves - 1, max(-1, n_moves - 1 - MEMORY), -1):
        if not _was_open(table, table.steps[ply], seat):
            break
        found.append((_key(seat, table.canonicalized(seat, ply)), table.steps[ply].move))
    return found[::-1]


def _was_open(table: Table, step: Step, seat: int) -> bool:
    """Tell whether a seat saw everything that a move did, and the move revealed nothing."""
    rules = table.game.rules
    if any(rules.is_reveal(event) for event in step.events):
        return False
    if step.seat == seat:
        return True
    shown = tuple(rules.redact_event(table.state, event, seat) for event in step.events)
    return bool(step.events) and shown == tuple(step.events)


def _key(seat: int, states: States) -> bytes:
    array: Any = states
    return bytes([seat]) + bytes(array.tobytes())
