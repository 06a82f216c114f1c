"""How the points of a game were made: by source and by round, ready to be drawn."""

from __future__ import annotations

from burgomaster.core.log import Event as LogEvent
from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.rules.events import Event
from burgomaster.games.petersburg.rules.state import Phase
from burgomaster.web.charts import Gain

FINAL = ("different_nobles", "money", "hand")
SOURCES = (
    "worker",
    "market",
    "building",
    "noble",
    "pub",
    "trading_house",
    "guild_hall",
    "disc",
    *FINAL,
)


def gains_of(seat_view: SeatView) -> list[Gain]:
    """List every change of a score that the log tells."""
    gains, round_no = [], 0
    for event in seat_view.history:
        kind, seat, a, _, _, _ = event
        if kind == Event.ROUND_BEGINS:
            round_no = a
        gains += [Gain(seat, source, round_no, points) for source, points in sources_of(event) if points]
    return gains


def sources_of(event: LogEvent) -> list[tuple[str, int]]:
    """List the points an event brings, and what for."""
    kind, _, a, b, c, _ = event
    match kind:
        case Event.INCOME:
            return [(Phase(c).name.lower(), b)]
        case Event.PUB:
            return [("pub", a)]
        case Event.TRADE:
            return [("trading_house", a)]
        case Event.GUILD:
            return [("guild_hall", b)]
        case Event.DISC:
            return [("disc", b)]
        case Event.GOOD_POINTS:
            return [("market", b)]
        case Event.FINAL:
            return [("different_nobles", a), ("money", b), ("hand", -c)]
        case _:
            return []
