"""Moves that bring the same wherever the tile lies: of a hundred only the few that differ are looked at."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any

from burgomaster.core import python_api
from burgomaster.core.log import COLUMNS
from burgomaster.core.log import Event as LogEvent
from burgomaster.core.move import Foresight, Move
from burgomaster.core.plain import as_python
from burgomaster.core.rules import Rules, States
from burgomaster.games.suburbia.rules.actions import Verb, pack, verb_of
from burgomaster.games.suburbia.rules.cards import SURCHARGES
from burgomaster.games.suburbia.rules.events import Event
from burgomaster.games.suburbia.rules.explain import REVEALING
from burgomaster.games.suburbia.rules.state import N_SLOTS

LAID = frozenset(map(int, (Event.PLACE, Event.BASIC, Event.LAKE)))
ENDS = frozenset(map(int, REVEALING))
CELL = 4  # the column of an event of LAID that says where
ROW = struct.Struct(f"{COLUMNS}i")
plain_verb_of = as_python(verb_of)
WITH_DISCARD = frozenset(map(int, (Verb.BASIC, Verb.INVEST)))
# a discard that costs nothing; in this slot of the market there is a tile in every game
FREE_DISCARD = as_python(pack)(int(Verb.DISCARD), SURCHARGES.index(0), 0)
assert SURCHARGES.index(0) < N_SLOTS


def codes_of(move: Move) -> tuple[int, ...]:
    """Give the codes of a move, with a free discard where one must follow."""
    return (move.code, FREE_DISCARD) if plain_verb_of(move.code) in WITH_DISCARD else (move.code,)


class Forecast(Foresight):
    """Foresight that compares what moves bring before anything of it is read."""

    def __init__(self, rules: Rules, states: States) -> None:
        super().__init__(rules, states)
        logs: Any = self._logs
        self._n_events = logs["n_events"]
        self._written = memoryview(logs["events"].reshape(-1))

    def alike(self, moves: Sequence[Move]) -> Mapping[bytes, list[Move]]:
        """Put moves together that bring the same; `read` gives the events."""
        groups: dict[bytes, list[Move]] = {}
        for move in moves:
            groups.setdefault(self.trace(*codes_of(move)), []).append(move)
        return groups

    def trace(self, *codes: int) -> bytes:
        """Write what happens in some moves until something is turned up, without the cell of a tile laid."""
        self._bytes[:] = self._first_bytes
        self._n_events[0] = n_known = 0
        for code in codes:
            python_api.apply(self._states, 0, code, self._logs)
            n_events = self._n_events.item()
            n_known = self._hide_cells(n_known, n_events)
            if n_known < n_events:
                break
        return self._written[: COLUMNS * n_known].tobytes()

    def _hide_cells(self, first: int, n_events: int) -> int:
        """Remove the cells of tiles laid; return how many events there are before something is turned up."""
        kinds = self._written[COLUMNS * first : COLUMNS * n_events : COLUMNS].tolist()
        for place, kind in enumerate(kinds, start=first):
            if kind in ENDS:
                return place
            if kind in LAID:
                self._written[COLUMNS * place + CELL] = 0
        return n_events


def read(trace: bytes) -> list[LogEvent]:
    """Read the events of a trace."""
    return list(ROW.iter_unpack(trace))
