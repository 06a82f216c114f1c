"""How the points of a game were made: by source and by round, ready to be drawn."""

from __future__ import annotations

from burgomaster.core.seat_view import SeatView
from burgomaster.games.spyrium.rules.statistics import FINAL, STATISTICS
from burgomaster.web.charts import Gain

SOURCES = STATISTICS.sources

__all__ = ["FINAL", "SOURCES", "gains_of"]


def gains_of(seat_view: SeatView) -> list[Gain]:
    """List every change of a score that the log tells; points belong to the action before them."""
    return [Gain(*earned) for earned in STATISTICS.earned(seat_view.history, len(seat_view.names))]
