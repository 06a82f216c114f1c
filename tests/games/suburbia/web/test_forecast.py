"""Moves that bring the same are found together, with the events that foresight tells of each."""

from __future__ import annotations

import burgomaster as bm
from burgomaster.core.log import Event as LogEvent
from burgomaster.core.seat_view import SeatView
from burgomaster.games.suburbia.web.forecast import CELL, LAID, Forecast, codes_of, read


def without_cell(event: LogEvent) -> LogEvent:
    """An event as it is wherever a tile is laid."""
    kind, seat, a, b, _cell, d = event
    assert CELL == 4
    return (kind, seat, a, b, 0, d) if kind in LAID else event


def test_moves_alike_are_those_of_which_foresight_tells_the_same() -> None:
    table = bm.game("suburbia", players=3).new(seed=4)
    n_together = 0
    for _ in range(40):
        seat_view = SeatView.of(table, table.to_move)
        foresight, moves = seat_view.foresight(), seat_view.moves
        alike = Forecast(moves[0].rules, moves[0].states).alike(moves)
        assert sum(map(len, alike.values())) == len(moves)
        for trace, members in alike.items():
            told = {tuple(map(without_cell, foresight.events(*codes_of(move)))) for move in members}
            assert told == {tuple(read(trace))}
        n_together += len(moves) - len(alike)
        table.play(moves[len(moves) // 2])
    assert n_together > 100
