"""How the points of a game were made: by source and by round, ready to be drawn."""

from __future__ import annotations

from burgomaster.core.log import Event as LogEvent
from burgomaster.core.seat_view import SeatView
from burgomaster.games.spyrium.rules.cards import CARDS, EFFECTS, EVENTS
from burgomaster.games.spyrium.rules.events import Event
from burgomaster.web.charts import Gain

FINAL = ("buildings", "technologies")
SOURCES = ("use", "call", "build", "residence", "event", *FINAL)


def gains_of(seat_view: SeatView) -> list[Gain]:
    """List every change of a score that the log tells; points belong to the action before them."""
    gains, round_no, source = [], 0, ""
    for event in seat_view.history:
        kind, seat, a, b, c, _ = event
        source = source_of(event) or source
        if kind == Event.ROUND_BEGINS:
            round_no = a
        elif kind == Event.POINTS:
            gains.append(Gain(seat, source, round_no, a))
        elif kind == Event.FINAL:
            gains += [Gain(seat, "buildings", round_no, b), Gain(seat, "technologies", round_no, c)]
    return gains


def source_of(event: LogEvent) -> str:
    """Find what brings the points that follow an event, "" if the event is no action."""
    kind, _, a, _, _, _ = event
    match kind:
        case Event.USE | Event.USE_AGAIN:
            return "use"
        case Event.CALL:
            return "residence" if EFFECTS[CARDS[a].first_effect].residence else "call"
        case Event.BUILD:
            effect = int(CARDS[a].build_effect)
            return "residence" if effect >= 0 and EFFECTS[effect].residence else "build"
        case Event.USE_EVENT:
            return "residence" if EFFECTS[EVENTS[a].first_effect].residence else "event"
        case _:
            return ""
